"""The keys of the window while no dialog is open."""

from __future__ import annotations

from fakir3d.app.gui.keys import Key
from fakir3d.app.play.actions import Action, action_of


def test_keys_have_one_meaning_each() -> None:
    """The keys that the help lists do what it says; modifiers make other keys of them."""
    wanted = {
        Key("enter"): Action.ACT,
        Key("tab"): Action.NEXT,
        Key("tab", shift=True): Action.PREVIOUS,
        Key("l"): Action.LIT,
        Key("space"): Action.PEEK,
        Key("u"): Action.UNDO,
        Key("z", ctrl=True): Action.UNDO,
        Key("y", ctrl=True): Action.REDO,
        Key("z", ctrl=True, shift=True): Action.REDO,
        Key("n"): Action.NEW,
        Key("s", ctrl=True): Action.SAVE,
        Key("o", ctrl=True): Action.LOAD,
        Key("f11"): Action.FULL_SCREEN,
        Key("f1"): Action.HELP,
        Key("escape"): Action.MENU,
        Key("q"): Action.QUIT,
        Key("z"): Action.FACE_Z,
    }
    assert {key: action_of(key) for key in wanted} == wanted
    assert action_of(Key("q", alt=True)) is None
    assert action_of(Key("x", ctrl=True)) is None
