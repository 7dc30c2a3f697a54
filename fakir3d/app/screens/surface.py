"""What is drawn over the table, with its buttons, and where clicks on it go."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect
from fakir3d.app.gui.style import Style
from fakir3d.app.gui.widgets import draw_button


@dataclass(frozen=True, slots=True)
class HudButton:
    """A button over the table.

    Attributes:
        action: its name, as the window knows it.
        text: what is written on it.
        enabled: whether it can be used now.
        on: whether what it switches is on.
        short: what is written on it where there is little room; empty: it is left out there.
        forced: whether it belongs to what the player must do now and stands under the headline.
    """

    action: str
    text: str
    enabled: bool = True
    on: bool = False
    short: str = ""
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Surface:
    """How the HUD looks, and where its buttons are.

    Attributes:
        commands: what to draw.
        hits: rectangles that take clicks, with the action of the button there (empty for a card: it swallows them).
    """

    commands: tuple[DrawCommand, ...]
    hits: tuple[tuple[Rect, str], ...]

    def action_at(self, x: float, y: float) -> str | None:
        """Return the action at a point, "" on what only covers the table, None over the table."""
        return next((action for rect, action in reversed(self.hits) if rect.holds(x, y)), None)


class Page:
    """Gathers what makes a surface.

    Attributes:
        style: theme and scale.
        pointer: where the pointer is [px]; None where it is not over the window.
        commands: what to draw, so far.
        hits: what takes clicks, so far.
    """

    def __init__(self, style: Style, pointer: tuple[float, float] | None) -> None:
        self.style, self.pointer = style, pointer
        self.commands: list[DrawCommand] = []
        self.hits: list[tuple[Rect, str]] = []

    def card(self, rect: Rect) -> None:
        """Lay a panel that covers the table."""
        self.commands.append(self.style.panel(rect))
        self.hits.append((rect, ""))

    def button(self, button: HudButton, rect: Rect, text: str) -> None:
        """Lay a button."""
        hovered = self.pointer is not None and rect.holds(*self.pointer)
        self.commands += draw_button(self.style, rect, text, enabled=button.enabled, hovered=hovered, focused=False)
        if button.on:
            mark = Rect(rect.x, rect.y, self.style.px(4), rect.h).inset(0, self.style.px(5))
            self.commands.append(DrawRect(mark, self.style.theme.accent, self.style.px(2)))
        self.hits.append((rect, button.action if button.enabled else ""))

    def surface(self) -> Surface:
        """Return what has been gathered."""
        return Surface(tuple(self.commands), tuple(self.hits))
