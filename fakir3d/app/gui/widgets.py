"""The widgets of a dialog: button, label, choice, emblem.

Each lays nothing out by itself: a dialog gives it a rectangle. Each draws itself as draw commands and takes keys,
characters and presses; none knows a window. They are small mutable things with a life, all of one kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect, DrawSwatch
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.style import BODY, Style
from fakir3d.app.gui.theme import CLEAR, PATTERNS, RGBA, STICK_COLOURS
from fakir3d.rules.sticks import Colour

NOWHERE = Rect(0, 0, 0, 0)


class Widget(ABC):
    """What all share: a place, and whether it can be used.

    Attributes:
        rect: where it is; empty while it is scrolled out of sight.
        enabled: whether it can be used.
    """

    def __init__(self) -> None:
        self.rect = NOWHERE
        self.enabled = True

    @property
    def focusable(self) -> bool:
        """Return whether the focus may rest on it."""
        return self.enabled

    def height(self, style: Style, width: int) -> int:  # noqa: ARG002 - a label needs the width
        """Return how high it wants to be at that width [px]."""
        return style.px(34)

    @abstractmethod
    def commands(self, style: Style, *, focused: bool, hovered: bool) -> list[DrawCommand]:
        """Return how it looks."""

    def key(self, key: Key) -> bool:  # noqa: ARG002
        """Take a key; return whether it was of use."""
        return False

    def typed(self, character: str) -> bool:  # noqa: ARG002
        """Take a typed character; return whether it was of use."""
        return False

    def press(self, x: float, y: float) -> None:  # noqa: B027 - not all have a use for it
        """Take a click inside it."""

    def wheel(self, step: int) -> None:  # noqa: B027 - not all have a use for it
        """Take a turn of the wheel over it, -1 up, 1 down."""


class Label(Widget):
    """Text that is only read; broken into lines."""

    def __init__(
        self,
        text: str,
        *,
        size: float = BODY,
        bold: bool = False,
        colour: RGBA | None = None,
        align: float = 0.0,
    ) -> None:
        super().__init__()
        self.text, self.size, self.bold, self.colour, self.align = text, size, bold, colour, align

    @property
    def focusable(self) -> bool:
        """Return False: there is nothing to do with a label."""
        return False

    def height(self, style: Style, width: int) -> int:
        """Return the height of all its lines."""
        return style.line(self.size) * len(style.wrapped(self.text, width, size=self.size, bold=self.bold))

    def commands(self, style: Style, *, focused: bool, hovered: bool) -> list[DrawCommand]:  # noqa: ARG002
        """Return its lines."""
        lines = style.wrapped(self.text, self.rect.w, size=self.size, bold=self.bold)
        rect = self.rect
        if len(lines) == 1:  # stands in the middle of its row, level with the widgets beside it
            free = max(rect.h - style.line(self.size), 0) // 2
            rect = Rect(rect.x, rect.y + free, rect.w, rect.h - free)
        return list(style.paragraph(lines, rect, size=self.size, colour=self.colour, bold=self.bold, align=self.align))


class Emblem(Widget):
    """A stick in a player's colour and pattern, with words beside it; only looked at."""

    def __init__(self, colour: Colour, text: str, *, bold: bool = False) -> None:
        super().__init__()
        self.colour, self.text, self.bold = colour, text, bold

    @property
    def focusable(self) -> bool:
        """Return False: there is nothing to do with it."""
        return False

    def commands(self, style: Style, *, focused: bool, hovered: bool) -> list[DrawCommand]:  # noqa: ARG002
        """Return the stick and the words."""
        stick, label = self.rect.cut_left(min(style.px(52), self.rect.w // 2))
        height = style.px(12)
        lying = Rect(stick.x, stick.y + (stick.h - height) // 2, stick.w, height)
        colour = style.theme.accent if self.bold else style.theme.text
        return [
            DrawSwatch(lying, STICK_COLOURS[self.colour], PATTERNS[self.colour]),
            style.text(self.text, label.inset(style.px(10), 0), bold=self.bold, colour=colour),
        ]


def draw_button(
    style: Style, rect: Rect, text: str, *, enabled: bool = True, focused: bool = False, hovered: bool = False
) -> list[DrawCommand]:
    """Return a button with its text in the middle; long text is clipped."""
    theme = style.theme
    ground = theme.hot if enabled and hovered else theme.button
    edge, thick = (theme.ring, style.px(2.5)) if focused else (theme.edge, max(style.px(1), 1))
    return [
        DrawRect(rect, ground if enabled else (*theme.button[:3], 0.45), style.px(6), edge, thick),
        style.text(text, rect.inset(style.px(6), 0), colour=theme.text if enabled else theme.off, align=0.5),
    ]


class Button(Widget):
    """Does one thing when pressed, by click, Enter or Space."""

    def __init__(self, text: str, action: Callable[[], None], *, enabled: bool = True) -> None:
        super().__init__()
        self.text, self.action, self.enabled = text, action, enabled

    def commands(self, style: Style, *, focused: bool, hovered: bool) -> list[DrawCommand]:
        """Return the button."""
        return draw_button(style, self.rect, self.text, enabled=self.enabled, focused=focused, hovered=hovered)

    def key(self, key: Key) -> bool:
        """Press it by Enter or Space."""
        if self.enabled and key.name in {"enter", "space"}:
            self.action()
            return True
        return False

    def press(self, x: float, y: float) -> None:  # noqa: ARG002
        """Take a click as a press."""
        if self.enabled:
            self.action()


class ChoiceBox(Widget):
    """One of a few values: arrows left and right (or Enter, Space) change it, so do clicks on its halves."""

    def __init__(
        self, values: Sequence[tuple[str, str]], value: str, changed: Callable[[str], None] | None = None
    ) -> None:
        super().__init__()
        self.values = tuple(values)
        self.changed = changed
        keys = [key for key, _ in self.values]
        self.index = keys.index(value) if value in keys else 0

    @property
    def value(self) -> str:
        """Return the key of what is chosen."""
        return self.values[self.index][0]

    def step(self, by: int) -> None:
        """Choose the next or an earlier value, going round."""
        self.index = (self.index + by) % len(self.values)
        if self.changed:
            self.changed(self.value)

    def commands(self, style: Style, *, focused: bool, hovered: bool) -> list[DrawCommand]:
        """Return the value between two arrows."""
        theme, rect = style.theme, self.rect
        edge, thick = (theme.ring, style.px(2.5)) if focused else (theme.edge, max(style.px(1), 1))
        colour = theme.text if self.enabled else theme.off
        arrow = theme.accent if self.enabled and len(self.values) > 1 else CLEAR
        side = style.px(24)
        return [
            DrawRect(rect, theme.hot if hovered and self.enabled else theme.field, style.px(6), edge, thick),
            style.text("◀", Rect(rect.x, rect.y, side, rect.h), size=11, colour=arrow, align=0.5),
            style.text(self.values[self.index][1], rect.inset(side, 0), colour=colour, align=0.5),
            style.text("▶", Rect(rect.right - side, rect.y, side, rect.h), size=11, colour=arrow, align=0.5),
        ]

    def key(self, key: Key) -> bool:
        """Change the value."""
        step = {"arrow_left": -1, "arrow_right": 1, "enter": 1, "space": 1}.get(key.name)
        if step is None or not self.enabled:
            return False
        self.step(step)
        return True

    def press(self, x: float, y: float) -> None:  # noqa: ARG002
        """Change the value: back in the left third, on elsewhere."""
        if self.enabled:
            self.step(-1 if x < self.rect.x + self.rect.w / 3 else 1)
