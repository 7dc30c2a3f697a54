"""Names of the places in a block: holes like chess squares, bores by line and floor.

A hole is named by column (a, b, c along x) and row (1, 2, 3 along y): ``b2``. A bore is named by its direction,
the line it runs under and its floor among the bores of its direction, counted from the table: ``x2.3`` is the x
bore under row 2 on the third x floor, ``yb.1`` the y bore under column b on the lowest y floor.

>>> Hole.parse("b2"), str(Bore.parse("yb.1"))
(Hole.parse('b2'), 'yb.1')
"""

from __future__ import annotations

import enum
from typing import NamedTuple, Self

from fakir3d.errors import NotationError

MAX_COLUMNS = 26
"""Columns are named by one letter."""
MAX_LINES = 99
"""Rows and floors are named by one or two digits."""


def parse_number(text: str, least: int, most: int) -> int:
    """Return the whole number that ``text`` writes: the digits 0 to 9 alone, no sign, no leading zero.

    Raises:
        NotationError: if it writes none, or one out of range.

    >>> parse_number("12", 1, 99)
    12
    """
    # ``int`` takes other scripts' digits, signs, spaces and underscores, too.
    if text.isascii() and text.isdigit() and (text[0] != "0" or text == "0") and len(text) <= len(str(most)):
        number = int(text)
        if least <= number <= most:
            return number
    raise NotationError(f"{text!r} is no whole number from {least} to {most}")


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

    def __repr__(self) -> str:
        return f"Hole.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the hole that ``text`` names.

        Raises:
            NotationError: if it names none.

        >>> Hole.parse("c1")
        Hole.parse('c1')
        """
        try:
            return cls(_column(text[:1]), parse_number(text[1:], 1, MAX_LINES) - 1)
        except NotationError:
            raise NotationError(f"{text!r} is no hole; holes are a column and a row, like b2") from None


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

    def __repr__(self) -> str:
        return f"Bore.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the bore that ``text`` names.

        Raises:
            NotationError: if it names none.

        >>> Bore.parse("x2.3").floor
        2
        """
        line, _, floor = text[1:].partition(".")
        try:
            axis = Axis(text[:1])
            number = parse_number(line, 1, MAX_LINES) - 1 if axis is Axis.X else _column(line)
            return cls(axis, number, parse_number(floor, 1, MAX_LINES) - 1)
        except ValueError:
            raise NotationError(
                f"{text!r} is no bore; bores are a direction, a line and a floor, like x2.3 or yb.1"
            ) from None

    def passes_under(self, hole: Hole) -> bool:
        """Whether this bore runs under ``hole``.

        >>> Bore.parse("x2.3").passes_under(Hole.parse("a2"))
        True
        """
        return self.line == (hole.row if self.axis is Axis.X else hole.column)


def _letter(column: int) -> str:
    return chr(ord("a") + column)


def _column(letter: str) -> int:
    if len(letter) != 1 or not "a" <= letter <= "z":
        raise NotationError(f"{letter!r} is no column; columns are a to z")
    return ord(letter) - ord("a")
