"""What a move made happen: which sticks came down, from where to where. Rules foretell it, physics observes it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Self

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import NotationError
from fakir3d.rules.sticks import Stick


class Fate(enum.Enum):
    """Landings that are no place in the block."""

    GONE = "gone"
    """Down on the table: disappeared into the block (R8)."""
    ASTRAY = "astray"
    """Out of its hole, or somewhere no stick can be; only physics ever says so."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Hung:
    """Stuck in its hole, above a bore whose stick, if it holds one, it does not reach (R12); only physics says so.

    Attributes:
        above: the bore just under the foot. Of two at one height it is the x bore; a stick that stays up where its
            support was taken away is said to hang over that support's bore.
    """

    above: Bore

    def __str__(self) -> str:
        return f"hung:{self.above}"


Landing = Bore | Hung | Fate
"""Where a stick came to rest: on the stick in a bore, hung above one (an empty one, or a filled one without reaching
its stick), or a fate."""


@dataclass(frozen=True, slots=True, repr=False)
class Fall:
    """One stick that came down in its hole.

    Attributes:
        stick: which.
        hole: in which hole.
        origin: the bore just under its foot before; None when the hand had let it in (plant, exchange).
        to: where it came to rest.

    A stick whose support was taken away and that stays up where it was is written as a fall to ``Hung(origin)``;
    ``dropped`` tells the two apart.
    """

    stick: Stick
    hole: Hole
    origin: Bore | None
    to: Landing

    @property
    def dropped(self) -> bool:
        """Whether a standing stick really came down (R5b); neither a planted stick nor one hung where it was."""
        return self.origin is not None and self.to != Hung(self.origin)

    def __str__(self) -> str:
        return f"{self.stick} {self.hole} {self.origin or 'hand'}>{self.to}"

    def __repr__(self) -> str:
        return f"Fall.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the fall that ``text`` writes; ``str`` of a fall is its inverse.

        Raises:
            NotationError: if it writes none.

        >>> Fall.parse("r3 b2 hand>gone").to
        <Fate.GONE: 'gone'>
        """
        try:
            stick, hole, way = text.split(" ")
            origin, to = way.split(">")
            came_from = None if origin == "hand" else Bore.parse(origin)
            return cls(Stick.parse(stick), Hole.parse(hole), came_from, _landing(to))
        except ValueError:
            raise NotationError(
                f"{text!r} is no fall; falls are like 'r3 b2 x2.3>x2.1', 'r3 b2 hand>gone', or 'blocked'"
            ) from None


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """Everything a move made happen.

    Attributes:
        falls: in the order of their sticks.
        blocked: whether something stopped the hand, so that the stick did not go through.

    >>> str(Outcome()), str(Outcome(blocked=True))
    ('nothing', 'blocked')
    """

    falls: tuple[Fall, ...] = ()
    blocked: bool = False

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.falls, key=lambda fall: fall.stick.rank))
        object.__setattr__(self, "falls", ordered)

    @property
    def drops(self) -> tuple[Fall, ...]:
        """Return the falls of sticks that stood before (R5b)."""
        return tuple(fall for fall in self.falls if fall.dropped)

    def __str__(self) -> str:
        parts = [*(["blocked"] if self.blocked else []), *map(str, self.falls)]
        return "; ".join(parts) or "nothing"

    def __repr__(self) -> str:
        return f"Outcome.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the outcome that ``text`` writes; ``str`` of an outcome is its inverse.

        Raises:
            NotationError: if it writes none.

        >>> Outcome.parse("r3 b2 x2.3>x2.1; g1 c2 x2.3>gone").falls[1]
        Fall.parse('g1 c2 x2.3>gone')
        """
        parts = [part.strip() for part in text.split(";")]
        if parts == ["nothing"]:
            return cls()
        blocked = parts[0] == "blocked"
        return cls(tuple(Fall.parse(part) for part in parts[blocked:]), blocked)


def _landing(text: str) -> Landing:
    if text in {"gone", "astray"}:
        return Fate(text)
    if text.startswith("hung:"):
        return Hung(Bore.parse(text.removeprefix("hung:")))
    return Bore.parse(text)
