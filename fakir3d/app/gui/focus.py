"""The keyboard's focus: Tab and arrows from one widget to the next. Panda3D has no such thing."""

from __future__ import annotations

from collections.abc import Sequence

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.widgets import Widget

_ARROWS = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, -1), "arrow_down": (0, 1)}


class Focus:
    """One ring of widgets, of which one has the focus.

    Attributes:
        widgets: in the order of Tab; those that cannot be used are passed over.
        at: which has the focus, or None when none can.
    """

    def __init__(self, widgets: Sequence[Widget], at: Widget | None = None) -> None:
        self.widgets = tuple(widgets)
        usable = self._usable()
        self.at: Widget | None = at if at in usable else (usable[0] if usable else None)

    def _usable(self) -> list[Widget]:
        return [widget for widget in self.widgets if widget.focusable]

    def give(self, widget: Widget) -> None:
        """Give a widget the focus if it can have it."""
        if widget in self._usable():
            self.at = widget

    def step(self, by: int) -> None:
        """Go to the next widget (1) or the one before (-1), round the ring."""
        usable = self._usable()
        if not usable:
            self.at = None
        elif self.at in usable:
            self.at = usable[(usable.index(self.at) + by) % len(usable)]
        else:
            self.at = usable[0 if by > 0 else -1]

    def move(self, dx: int, dy: int) -> None:
        """Go to the nearest widget in that direction on the screen; stay if there is none."""
        if self.at is None or self.at.rect.w == 0:
            self.step(1 if dx + dy > 0 else -1)
            return
        here = self.at.rect
        found = [
            (_distance(here, other.rect, dx), number, other)
            for number, other in enumerate(self._usable())
            if other is not self.at and other.rect.w and _ahead(here, other.rect, dx, dy) > 0
        ]
        if found:
            self.at = min(found)[2]
        elif dy:  # the next row may be scrolled out of sight
            self._beyond(dy)

    def _beyond(self, dy: int) -> None:
        usable = self._usable()
        number = usable.index(self.at) + dy if self.at in usable else 0
        if 0 <= number < len(usable) and usable[number].rect.w == 0:
            self.at = usable[number]

    def key(self, key: Key) -> bool:
        """Give the key to the widget with the focus, else move the focus; return whether it was of use."""
        if key.name == "tab":
            self.step(-1 if key.shift else 1)
            return True
        if self.at is not None and self.at.key(key):
            return True
        if key.name in _ARROWS:
            self.move(*_ARROWS[key.name])
            return True
        return False


def _ahead(here: Rect, there: Rect, dx: int, dy: int) -> float:
    """Return how far a rectangle lies ahead in the direction of an arrow [px]; 0 if it lies beside or behind."""
    if dx:
        apart = min(here.right, there.right) <= max(here.x, there.x)
        return (there.x - here.x) * dx if apart else 0.0
    apart = min(here.bottom, there.bottom) <= max(here.y, there.y)
    return (there.y - here.y) * dy if apart else 0.0


def _distance(here: Rect, there: Rect, dx: int) -> float:
    """Return how far off a rectangle is for an arrow: what lies beside the way counts threefold."""
    across = abs(there.centre[0] - here.centre[0])
    down = abs(there.centre[1] - here.centre[1])
    if dx:
        beside = max(max(here.y, there.y) - min(here.bottom, there.bottom), 0)
        return across + 3 * beside + 0.1 * down
    beside = max(max(here.x, there.x) - min(here.right, there.right), 0)
    return down + 3 * beside + 0.1 * across
