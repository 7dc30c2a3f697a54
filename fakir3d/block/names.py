"""Names of the places in a block: holes like chess squares, bores by line and floor.

A hole is named by column (a, b, c along x) and row (1, 2, 3 along y): ``b2``. A bore is named by its direction,
the line it runs under and its floor among the bores of its direction, counted from the table: ``x2.3`` is the x
bore under row 2 on the third x floor, ``yb.1`` the y bore under column b on the lowest y floor.

>>> Hole.parse("b2"), str(Bore.parse("yb.1"))
(Hole(column=1, row=1), 'yb.1')
"""

from __future__ import annotations

import enum
import re
from typing import NamedTuple, Self

from fakir3d.errors import NotationError

__all__ = ["MAX_COLUMNS", "MAX_LINES", "Axis", "Bore", "Hole"]

MAX_COLUMNS = 26
"""Columns are named by one letter."""
MAX_LINES = 99
"""Rows and floors are named by one or two digits."""


class Axis(enum.StrEnum):
    """The direction a bore runs in."""

    X = "x"
    Y = "y"


class Hole(NamedTuple):
    """A vertical hole in the top, by its column and row, both counted from 0.

    >>> str(Hole(column=1, row=1))
    'b2'
    """

    column: int
    row: int

    def __str__(self) -> str:
        return f"{_letter(self.column)}{self.row + 1}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the hole that ``text`` names.

        Raises:
            NotationError: if it names none.

        >>> Hole.parse("c1")
        Hole(column=2, row=0)
        """
        found = re.fullmatch(r"([a-z])([1-9]\d?)", text)
        if not found:
            raise NotationError(f"{text!r} is no hole; holes are a column and a row, like b2")
        return cls(_column(found[1]), int(found[2]) - 1)


class Bore(NamedTuple):
    """A horizontal bore: its direction, the line of holes it runs under, and its floor, both counted from 0.

    ``line`` is a row for an x bore and a column for a y bore; ``floor`` counts the floors of that direction from
    the table.

    >>> str(Bore(Axis.X, line=1, floor=2))
    'x2.3'
    """

    axis: Axis
    line: int
    floor: int

    def __str__(self) -> str:
        line = str(self.line + 1) if self.axis is Axis.X else _letter(self.line)
        return f"{self.axis}{line}.{self.floor + 1}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the bore that ``text`` names.

        Raises:
            NotationError: if it names none.

        >>> Bore.parse("x2.3")
        Bore(axis=<Axis.X: 'x'>, line=1, floor=2)
        """
        found = re.fullmatch(r"(?:x([1-9]\d?)|y([a-z]))\.([1-9]\d?)", text)
        if not found:
            raise NotationError(f"{text!r} is no bore; bores are a direction, a line and a floor, like x2.3 or yb.1")
        floor = int(found[3]) - 1
        if found[1]:
            return cls(Axis.X, int(found[1]) - 1, floor)
        return cls(Axis.Y, _column(found[2]), floor)

    def passes_under(self, hole: Hole) -> bool:
        """Whether this bore runs under ``hole``.

        >>> Bore.parse("x2.3").passes_under(Hole.parse("a2"))
        True
        """
        return self.line == (hole.row if self.axis is Axis.X else hole.column)


def _letter(column: int) -> str:
    return chr(ord("a") + column)


def _column(letter: str) -> int:
    return ord(letter) - ord("a")
