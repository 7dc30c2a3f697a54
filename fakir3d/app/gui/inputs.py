"""The window's input events as values, in their order: keys, characters, the pointer, the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from direct.showbase.DirectObject import DirectObject
from panda3d.core import ButtonThrower, GraphicsWindow

from fakir3d.app.gui.keys import Key


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key went down, or repeats."""

    key: Key


@dataclass(frozen=True, slots=True)
class KeyUp:
    """A key came up."""

    name: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A character was typed."""

    character: str


@dataclass(frozen=True, slots=True)
class Down:
    """A mouse button went down: 1 left, 2 middle, 3 right."""

    button: int


@dataclass(frozen=True, slots=True)
class Up:
    """A mouse button came up."""

    button: int


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel turned: 1 away from the user, -1 towards them; perhaps with Alt held."""

    step: int
    alt: bool = False


@dataclass(frozen=True, slots=True)
class WindowChanged:
    """The window was moved, resized, minimised, restored, or got the focus."""


@dataclass(frozen=True, slots=True)
class FocusLost:
    """The window lost the keyboard: what was held down counts as let go."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The user closed the window."""


InputEvent = Pressed | KeyUp | Typed | Down | Up | Wheel | WindowChanged | FocusLost | Closed

_PREFIXES = {"control-": "ctrl", "meta-": "ctrl", "shift-": "shift", "alt-": "alt"}
_MODIFIERS = frozenset(side + name for side in ("", "l", "r") for name in ("control", "shift", "alt", "meta"))


def key_of(event: str) -> Key:
    """Return the key that one of Panda3D's event names means.

    >>> key_of("shift-control-z"), key_of("control--").name, key_of("page_up").name
    (Key(name='z', ctrl=True, shift=True, alt=False), '-', 'page_up')
    """
    held: set[str] = set()
    while found := next((prefix for prefix in _PREFIXES if event.startswith(prefix) and event != prefix), None):
        held.add(_PREFIXES[found])
        event = event.removeprefix(found)
    return Key(event, ctrl="ctrl" in held, shift="shift" in held, alt="alt" in held)


class Inputs(DirectObject):
    """Listens to one window.

    Panda3D's own names with modifiers (``control-z``) and its window handler are left alone: we listen beside them.
    """

    def __init__(self, base: Any) -> None:
        super().__init__()
        self._base = base
        self._events: list[InputEvent] = []
        self._focus = True
        if not isinstance(base.win, GraphicsWindow):
            return  # an off-screen picture hears nothing
        thrower: ButtonThrower = base.buttonThrowers[0].node()
        thrower.setButtonDownEvent("fakir-down")
        thrower.setButtonRepeatEvent("fakir-repeat")
        thrower.setButtonUpEvent("fakir-up")
        thrower.setKeystrokeEvent("fakir-typed")
        self.accept("fakir-down", self._down)
        self.accept("fakir-repeat", self._repeat)
        self.accept("fakir-up", self._up)
        self.accept("fakir-typed", self._typed)
        self.accept("window-event", self._window)
        base.win.setCloseRequestEvent("fakir-close")
        self.accept("fakir-close", lambda: self._events.append(Closed()))

    def take(self) -> list[InputEvent]:
        """Return what happened since the last call."""
        events, self._events = self._events, []
        return events

    def pointer(self) -> tuple[float, float] | None:
        """Return where the pointer is [px from the top left], or None outside the window."""
        window = self._base.win
        if not isinstance(window, GraphicsWindow) or not window.getNumInputDevices():
            return None
        data = window.getPointer(0)
        x, y = data.getX(), data.getY()
        inside = data.getInWindow() and 0 <= x < window.getXSize() and 0 <= y < window.getYSize()
        return (x, y) if inside else None

    def _down(self, name: str) -> None:
        key = key_of(name)
        if key.name.startswith("mouse"):
            self._events.append(Down(int(key.name[5:])))
        elif key.name in {"wheel_up", "wheel_down"}:
            self._events.append(Wheel(1 if key.name == "wheel_up" else -1, alt=key.alt))
        else:
            self._press(key)

    def _repeat(self, name: str) -> None:
        self._press(key_of(name))

    def _press(self, key: Key) -> None:
        if key.name not in _MODIFIERS and not key.name.startswith("wheel"):
            self._events.append(Pressed(key))

    def _up(self, name: str) -> None:
        key = key_of(name)
        if key.name.startswith("mouse"):
            self._events.append(Up(int(key.name[5:])))
        elif not key.name.startswith("wheel"):
            self._events.append(KeyUp(key.name))

    def _typed(self, character: str) -> None:
        if character.isprintable():
            self._events.append(Typed(character))

    def _window(self, window: Any) -> None:
        if window is None or window != self._base.win:  # Panda3D hands a new wrapper: `is` would never hold
            return
        self._events.append(WindowChanged())
        focus = window.getProperties().getForeground()
        if self._focus and not focus:
            self._events.append(FocusLost())
        self._focus = focus
