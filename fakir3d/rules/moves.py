"""The five moves, each a value with a text: ``x2.3`` ``b2`` ``x2.3^`` ``b2=`` ``b2~`` ``x2.3~`` ``hand~``."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import NotationError


class Hand(enum.Enum):
    """The mover's hand, as a place to discard from."""

    HAND = "hand"

    def __str__(self) -> str:
        return "hand"


HAND = Hand.HAND


class Move:
    """One of the five moves; ``str`` of it is its text."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    @property
    def place(self) -> Hole | Bore | Hand:
        """Return where the move is made.

        >>> Move.parse("x2.3^").place
        Bore.parse('x2.3')
        """
        place: Hole | Bore | Hand = getattr(self, self.__match_args__[0])
        return place

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @staticmethod
    def parse(text: str) -> Move:
        """Return the move that ``text`` writes; ``str`` of a move is its inverse.

        Raises:
            NotationError: if it writes none.

        >>> Move.parse("x2.3^"), str(Move.parse("hand~"))
        (Move.parse('x2.3^'), 'hand~')
        """
        try:
            return _parse(text.strip())
        except NotationError:
            raise NotationError(
                f"{text!r} is no move; moves are x2.3 (pierce), b2 (plant), x2.3^ (pull), b2= (exchange), "
                "b2~ x2.3~ hand~ (discard)"
            ) from None


@dataclass(frozen=True, slots=True, repr=False)
class Pierce(Move):
    """R3: push a stick from the hand right through an empty bore."""

    bore: Bore

    def __str__(self) -> str:
        return str(self.bore)


@dataclass(frozen=True, slots=True, repr=False)
class Plant(Move):
    """R4: let a stick from the hand down into a hole."""

    hole: Hole

    def __str__(self) -> str:
        return str(self.hole)


@dataclass(frozen=True, slots=True, repr=False)
class Pull(Move):
    """R5: pull a pierced stick out."""

    bore: Bore

    def __str__(self) -> str:
        return f"{self.bore}^"


@dataclass(frozen=True, slots=True, repr=False)
class Exchange(Move):
    """R7: the pulled stick takes the place of one's own standing stick, which comes back to the hand."""

    hole: Hole

    def __str__(self) -> str:
        return f"{self.hole}="


@dataclass(frozen=True, slots=True, repr=False)
class Discard(Move):
    """R9: give up one's own stick, standing, pierced or from the hand."""

    place: Hole | Bore | Hand = field()  # the property of that name is no default

    def __str__(self) -> str:
        return f"{self.place}~"


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
