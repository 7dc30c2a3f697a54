"""A theme at a scale: what every widget is given to lay itself out and draw itself with."""

from __future__ import annotations

from dataclasses import dataclass, field

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect, DrawText, Metrics, balanced, baseline, clip, wrap
from fakir3d.app.gui.theme import RGBA, WOOD, Theme

SMALL = 13
"""Font sizes at 100 % [px]."""
BODY = 15
TITLE = 21


@dataclass(frozen=True, slots=True)
class Style:
    """A theme at a scale.

    Attributes:
        metrics: measures text.
        zoom: window pixels for one pixel of the design: display zoom times UI scale.
        theme: the colours.
    """

    metrics: Metrics
    zoom: float = 1.0
    theme: Theme = field(default=WOOD)

    def px(self, units: float) -> int:
        """Return design pixels as whole window pixels."""
        return round(units * self.zoom)

    def font(self, units: float) -> int:
        """Return a font size in window pixels; never too small to read."""
        return max(self.px(units), 8)

    def line(self, units: float) -> int:
        """Return the height of a line of text of that size [px]."""
        return round(self.font(units) * 1.45)

    def panel(self, rect: Rect) -> DrawRect:
        """Return the ground of a card."""
        return DrawRect(rect, self.theme.panel, self.px(8), self.theme.edge, max(self.px(1), 1))

    def text(
        self,
        text: str,
        rect: Rect,
        *,
        size: float = BODY,
        colour: RGBA | None = None,
        bold: bool = False,
        align: float = 0.0,
    ) -> DrawText:
        """Return one line of text in a rectangle, clipped to its width; ``align`` 0 left, 0.5 middle, 1 right."""
        font = self.font(size)
        shown = clip(self.metrics, text, font, rect.w, bold=bold)
        free = rect.w - self.metrics.width(shown, font, bold=bold) if align else 0.0
        return DrawText(
            shown, round(rect.x + free * align), baseline(rect, font), font, colour or self.theme.text, bold
        )

    def wrapped(self, text: str, width: int, *, size: float = BODY, bold: bool = False) -> tuple[str, ...]:
        """Return the text broken into lines of that width."""
        return wrap(self.metrics, text, self.font(size), width, bold=bold)

    def balanced(self, text: str, width: int, *, size: float = BODY) -> tuple[str, ...]:
        """Return the text broken into as few lines as that width allows, of about the same length."""
        return balanced(self.metrics, text, self.font(size), width)

    def paragraph(
        self,
        lines: tuple[str, ...],
        rect: Rect,
        *,
        size: float = BODY,
        colour: RGBA | None = None,
        bold: bool = False,
        align: float = 0.0,
    ) -> tuple[DrawCommand, ...]:
        """Return lines of text from the top of a rectangle; what does not fit below is left out."""
        height = self.line(size)
        count = min(len(lines), rect.h // height)
        return tuple(
            self.text(
                line,
                Rect(rect.x, rect.y + height * number, rect.w, height),
                size=size,
                colour=colour,
                bold=bold,
                align=align,
            )
            for number, line in enumerate(lines[:count])
        )
