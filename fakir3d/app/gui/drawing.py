"""The draw commands of the window's surface, and how text is measured and broken.

Whatever lies over the table (cards, buttons, dialogs) is a pure function to a tuple of these; the painter turns
them into nodes and keeps the nodes of commands that have not changed. So the whole surface is tested without a window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.theme import CLEAR, RGBA, Pattern

CAP_HEIGHT = 0.71
"""Height of a capital letter in our font, of the font's size."""


@dataclass(frozen=True, slots=True)
class DrawRect:
    """A filled rectangle with rounded corners and, if asked for, an edge.

    Attributes:
        rect: where.
        colour: of its inside; may be clear.
        radius: of the corners [px].
        edge: colour of the edge.
        edge_px: how thick the edge is [px]; it lies inside ``rect``.
    """

    rect: Rect
    colour: RGBA
    radius: int = 0
    edge: RGBA = CLEAR
    edge_px: int = 0


@dataclass(frozen=True, slots=True)
class DrawText:
    """One line of text.

    Attributes:
        text: what.
        x: left end of the line [px].
        y: its baseline [px].
        size: of the font [px].
        colour: of the letters.
        bold: whether in bold.
    """

    text: str
    x: int
    y: int
    size: int
    colour: RGBA
    bold: bool = False


@dataclass(frozen=True, slots=True)
class DrawSwatch:
    """A little stick, lying: a colour and the pattern that tells it apart without the colour.

    Attributes:
        rect: where.
        colour: of the stick.
        pattern: its pattern.
    """

    rect: Rect
    colour: RGBA
    pattern: Pattern


DrawCommand = DrawRect | DrawText | DrawSwatch


class Metrics(Protocol):
    """How wide text is."""

    def width(self, text: str, size: int, *, bold: bool = False) -> float:
        """Return the width of one line of text in a font of that size [px]."""


def baseline(rect: Rect, size: int) -> int:
    """Return the baseline that puts a line of text in the middle of a rectangle's height [px]."""
    return round(rect.y + (rect.h + CAP_HEIGHT * size) / 2)


def clip(metrics: Metrics, text: str, size: int, width: float, *, bold: bool = False) -> str:
    """Return as much of the text as is no wider than ``width``, with an ellipsis where something is left out."""
    if metrics.width(text, size, bold=bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if metrics.width(text[:middle].rstrip() + "…", size, bold=bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""


def balanced(metrics: Metrics, text: str, size: int, width: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return the text broken into as few lines as ``width`` allows, of about the same length."""
    lines = wrap(metrics, text, size, width, bold=bold)
    low, high = 0.0, width
    while len(lines) > 1 and high - low > size / 2:
        middle = (low + high) / 2
        tried = wrap(metrics, text, size, middle, bold=bold)
        if len(tried) > len(lines):
            low = middle
        else:
            lines, high = tried, middle
    return lines


def wrap(metrics: Metrics, text: str, size: int, width: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return the text broken between words into lines no wider than ``width``; a longer word is clipped."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if not line or metrics.width(longer, size, bold=bold) <= width:
                line = longer
            else:
                lines.append(line)
                line = word
        lines.append(line)
    return tuple(clip(metrics, line, size, width, bold=bold) for line in lines)
