"""Sticks and their colours, and how many each mode deals (R1)."""

from __future__ import annotations

import enum
from typing import NamedTuple, Self

from fakir3d.block.names import parse_number
from fakir3d.errors import NotationError

MAX_NUMBER = 999
"""Sticks of one colour are numbered up to this."""


class Colour(enum.Enum):
    """The four colours, in the order in which seats get them."""

    RED = "r"
    GREEN = "g"
    BLUE = "b"
    YELLOW = "y"

    def __str__(self) -> str:
        return self.value

    @property
    def word(self) -> str:
        """Return the colour as people say it."""
        return self.name.lower()


_COLOURS = tuple(Colour)


class Stick(NamedTuple):
    """One stick, by its colour and its number among the sticks of that colour, counted from 1.

    The number tells sticks apart for physics and pictures; to the rules sticks of one colour are alike (R7).

    >>> str(Stick(Colour.RED, 3))
    'r3'
    """

    colour: Colour
    number: int

    def __str__(self) -> str:
        return f"{self.colour.value}{self.number}"

    def __repr__(self) -> str:
        return f"Stick.parse({str(self)!r})"

    @property
    def rank(self) -> tuple[int, int]:
        """Return what sticks are sorted by: the order of their colours, then their numbers."""
        return _COLOURS.index(self.colour), self.number

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the stick that ``text`` names.

        Raises:
            NotationError: if it names none.

        >>> Stick.parse("g10").number
        10
        """
        try:
            return cls(Colour(text[:1]), parse_number(text[1:], 1, MAX_NUMBER))
        except ValueError:
            raise NotationError(
                f"{text!r} is no stick; sticks are a colour (r, g, b, y) and a number, like r3"
            ) from None


_SEATS = {"2": 2, "3": 3, "4": 4, "teams": 4}
_STICKS = {"2": 10, "3": 7, "4": 5, "teams": 5}


class Mode(enum.Enum):
    """How many play, and together with whom (R1)."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    TEAMS = "teams"

    def __str__(self) -> str:
        return self.value

    @property
    def seats(self) -> int:
        """Return how many players sit at the table.

        >>> Mode.TEAMS.seats
        4
        """
        return _SEATS[self.value]

    @property
    def sticks(self) -> int:
        """Return how many sticks each hand is dealt by R1.

        >>> [mode.sticks for mode in Mode]
        [10, 7, 5, 5]
        """
        return _STICKS[self.value]

    @property
    def sides(self) -> int:
        """Return how many sides play against each other: partners are one.

        >>> [mode.sides for mode in Mode]
        [2, 3, 4, 2]
        """
        return 2 if self is Mode.TEAMS else self.seats

    def colour(self, seat: int) -> Colour:
        """Return the colour of a seat: in the order given, in teams red at 0 and 2, green at 1 and 3.

        >>> Mode.TEAMS.colour(3).word
        'green'
        """
        return _COLOURS[seat % 2 if self is Mode.TEAMS else seat]

    def team(self, seat: int) -> tuple[int, ...]:
        """Return the seats that share this seat's colour, itself included.

        >>> Mode.TEAMS.team(1), Mode.FOUR.team(1)
        ((1, 3), (1,))
        """
        return tuple(other for other in range(self.seats) if self.colour(other) is self.colour(seat))
