"""The five moves, each a value with a text: ``x2.3`` ``b2`` ``x2.3^`` ``b2=`` ``b2~`` ``x2.3~`` ``hand~``."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import NotationError

__all__ = ["HAND", "Discard", "Exchange", "Hand", "Move", "Pierce", "Plant", "Pull", "parse_move"]


class Hand(enum.Enum):
    """The mover's hand, as a place to discard from."""

    HAND = "hand"

    def __str__(self) -> str:
        return "hand"


HAND = Hand.HAND


@dataclass(frozen=True, slots=True)
class Pierce:
    """R3: push a stick from the hand right through an empty bore."""

    bore: Bore

    def __str__(self) -> str:
        return str(self.bore)


@dataclass(frozen=True, slots=True)
class Plant:
    """R4: let a stick from the hand down into a hole."""

    hole: Hole

    def __str__(self) -> str:
        return str(self.hole)


@dataclass(frozen=True, slots=True)
class Pull:
    """R5: pull a pierced stick out."""

    bore: Bore

    def __str__(self) -> str:
        return f"{self.bore}^"


@dataclass(frozen=True, slots=True)
class Exchange:
    """R7: the pulled stick takes the place of one's own standing stick, which comes back to the hand."""

    hole: Hole

    def __str__(self) -> str:
        return f"{self.hole}="


@dataclass(frozen=True, slots=True)
class Discard:
    """R9: give up one's own stick, standing, pierced or from the hand."""

    place: Hole | Bore | Hand

    def __str__(self) -> str:
        return f"{self.place}~"


Move = Pierce | Plant | Pull | Exchange | Discard


def parse_move(text: str) -> Move:
    """Return the move that ``text`` writes; ``str`` of a move is its inverse.

    Raises:
        NotationError: if it writes none.

    >>> parse_move("x2.3^"), str(parse_move("hand~"))
    (Pull(bore=Bore(axis=<Axis.X: 'x'>, line=1, floor=2)), 'hand~')
    """
    try:
        return _parse(text.strip())
    except NotationError:
        raise NotationError(
            f"{text!r} is no move; moves are x2.3 (pierce), b2 (plant), x2.3^ (pull), b2= (exchange), "
            "b2~ x2.3~ hand~ (discard)"
        ) from None


def _parse(text: str) -> Move:
    body, sign = (text[:-1], text[-1]) if text and text[-1] in "^=~" else (text, "")
    match sign:
        case "^":
            return Pull(Bore.parse(body))
        case "=":
            return Exchange(Hole.parse(body))
        case "~":
            return Discard(HAND if body == "hand" else _place(body))
        case _:
            place = _place(body)
            return Pierce(place) if isinstance(place, Bore) else Plant(place)


def _place(text: str) -> Hole | Bore:
    return Bore.parse(text) if "." in text else Hole.parse(text)
