"""Rectangles in window pixels: x to the right, y down, the origin at the top left corner."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of whole pixels.

    Attributes:
        x: left edge [px].
        y: top edge [px].
        w: width, never negative [px].
        h: height, never negative [px].
    """

    x: int
    y: int
    w: int
    h: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "w", max(self.w, 0))
        object.__setattr__(self, "h", max(self.h, 0))

    @property
    def right(self) -> int:
        """Return the first pixel right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """Return the first pixel below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """Return its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, dx: int, dy: int | None = None) -> Rect:
        """Return it made smaller by ``dx`` at the left and right, ``dy`` (or ``dx``) at the top and bottom."""
        down = dx if dy is None else dy
        return Rect(self.x + dx, self.y + down, self.w - 2 * dx, self.h - 2 * down)

    def cut_top(self, height: int) -> tuple[Rect, Rect]:
        """Return its upper part of that height, and what is left below."""
        height = min(height, self.h)
        return Rect(self.x, self.y, self.w, height), Rect(self.x, self.y + height, self.w, self.h - height)

    def cut_left(self, width: int) -> tuple[Rect, Rect]:
        """Return its left part of that width, and what is left at the right."""
        width = min(width, self.w)
        return Rect(self.x, self.y, width, self.h), Rect(self.x + width, self.y, self.w - width, self.h)

    def columns(self, weights: tuple[float, ...], gap: int) -> tuple[Rect, ...]:
        """Return it shared out from left to right in proportion to ``weights``, with gaps between."""
        free = max(self.w - gap * (len(weights) - 1), 0)
        total = sum(weights)
        found: list[Rect] = []
        done = 0.0
        for number, weight in enumerate(weights):
            left = round(free * done / total)
            done += weight
            found.append(Rect(self.x + left + gap * number, self.y, round(free * done / total) - left, self.h))
        return tuple(found)
