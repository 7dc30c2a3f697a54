"""The actions of the window, and the keys that ask for them while no dialog is open."""

from __future__ import annotations

import enum

from fakir3d.app.gui.keys import Key


class Action(enum.StrEnum):
    """Everything one can ask of the window while no dialog is open."""

    ACT = "act"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    FLOOR_UP = "floor-up"
    FLOOR_DOWN = "floor-down"
    FACE_X = "face-x"
    FACE_Y = "face-y"
    FACE_Z = "face-z"
    NEXT = "next"
    PREVIOUS = "previous"
    HAND = "hand"
    LIT = "lit"
    PEEK = "peek"
    KEEP_PEEK = "keep-peek"
    HINT = "hint"
    REVIEW = "review"
    KEEP_CASE = "keep-case"
    UNDO = "undo"
    REDO = "redo"
    SPEED = "speed"
    SKIP = "skip"
    NEW = "new"
    SAVE = "save"
    LOAD = "load"
    FULL_SCREEN = "full-screen"
    HELP = "help"
    MENU = "menu"
    QUIT = "quit"
    TURN_LEFT = "turn-left"
    TURN_RIGHT = "turn-right"
    TURN_UP = "turn-up"
    TURN_DOWN = "turn-down"
    NEARER = "nearer"
    FARTHER = "farther"
    VIEW = "view"
    LARGER = "larger"
    SMALLER = "smaller"


_PLAIN = {
    "enter": Action.ACT,
    "arrow_left": Action.LEFT,
    "arrow_right": Action.RIGHT,
    "arrow_up": Action.UP,
    "arrow_down": Action.DOWN,
    "page_up": Action.FLOOR_UP,
    "page_down": Action.FLOOR_DOWN,
    "x": Action.FACE_X,
    "y": Action.FACE_Y,
    "z": Action.FACE_Z,
    "tab": Action.NEXT,
    "d": Action.HAND,
    "l": Action.LIT,
    "space": Action.PEEK,
    "p": Action.KEEP_PEEK,
    "h": Action.HINT,
    "b": Action.REVIEW,
    "c": Action.KEEP_CASE,
    "u": Action.UNDO,
    "s": Action.SPEED,
    "end": Action.SKIP,
    "n": Action.NEW,
    "f11": Action.FULL_SCREEN,
    "f1": Action.HELP,
    "?": Action.HELP,
    "escape": Action.MENU,
    "q": Action.QUIT,
    "+": Action.NEARER,
    "=": Action.NEARER,
    "-": Action.FARTHER,
    "home": Action.VIEW,
}
_CTRL = {
    "z": Action.UNDO,
    "y": Action.REDO,
    "n": Action.NEW,
    "s": Action.SAVE,
    "o": Action.LOAD,
    "q": Action.QUIT,
    "arrow_left": Action.TURN_LEFT,
    "arrow_right": Action.TURN_RIGHT,
    "arrow_up": Action.TURN_UP,
    "arrow_down": Action.TURN_DOWN,
    "+": Action.LARGER,
    "=": Action.LARGER,
    "-": Action.SMALLER,
}
_SHIFT = {"tab": Action.PREVIOUS}
_CTRL_SHIFT = {"z": Action.REDO, "=": Action.LARGER, "+": Action.LARGER}


def action_of(key: Key) -> Action | None:
    """Return what a key asks for while no dialog is open.

    >>> action_of(Key("z")), action_of(Key("z", ctrl=True)), action_of(Key("tab", shift=True))
    (<Action.FACE_Z: 'face-z'>, <Action.UNDO: 'undo'>, <Action.PREVIOUS: 'previous'>)
    """
    if key.alt:
        return None
    if key.ctrl:
        return (_CTRL_SHIFT if key.shift else _CTRL).get(key.name)
    if key.shift and key.name in _SHIFT:
        return _SHIFT[key.name]
    return _PLAIN.get(key.name)
