"""What a new game is to be: one value for window, commands and plugin."""

from __future__ import annotations

import enum
import secrets
from dataclasses import dataclass, field, replace
from typing import TypeVar

from fakir3d.block.lattice import Lattice
from fakir3d.errors import MisuseError
from fakir3d.game.header import Seat, default_seats
from fakir3d.rules.state import Options, Setup
from fakir3d.rules.sticks import Mode

__all__ = ["GameSetup", "draw_seed", "member_of"]

_E = TypeVar("_E", bound=enum.Enum)


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a new game is to be.

    Attributes:
        block: a preset's name or a file.
        mode: how many play, and together with whom.
        seats: who plays, one for each seat of the mode.
        options: the named readings.
        sticks: in each hand instead of R1's; None for R1's.
        first: the seat that begins; None to draw lots.
        seed: of everything drawn by lot; None to draw one.
    """

    block: str = "lattice"
    mode: Mode = Mode.TWO
    seats: tuple[Seat, ...] = default_seats(Mode.TWO)
    options: Options = field(default_factory=Options)
    sticks: int | None = None
    first: int | None = None
    seed: int | None = None

    def in_mode(self, mode: Mode) -> GameSetup:
        """Return the same game in another mode: whoever sat already keeps their name unless it was a default one.

        >>> [seat.name for seat in GameSetup().in_mode(Mode.THREE).seats]
        ['Red', 'Green', 'Blue']
        """
        before, defaults = default_seats(self.mode), default_seats(mode)
        seats = []
        for number, default in enumerate(defaults):
            if number >= len(self.seats):
                seats.append(default)
                continue
            old = self.seats[number]
            seats.append(Seat(default.name if old.name == before[number].name else old.name, old.kind))
        first = self.first if self.first is None or self.first < mode.seats else None
        return replace(self, mode=mode, seats=tuple(seats), first=first, sticks=None)

    def rules(self, lattice: Lattice) -> Setup:
        """Return the rules' setup of this game on a block's lattice; seat 0 begins unless another one is named."""
        sticks = self.mode.sticks if self.sticks is None else self.sticks
        return Setup(lattice, self.mode, sticks, self.options, self.first or 0)


def draw_seed() -> int:
    """Return a seed for a game whose players named none."""
    return secrets.randbelow(2**31)


def member_of(kind: type[_E], word: str, what: str) -> _E:
    """Return the member of an enumeration that a word names.

    Raises:
        MisuseError: if it names none; the message has them all.

    >>> member_of(Mode, "teams", "mode").seats
    4
    """
    try:
        return kind(word)
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        raise MisuseError(f"invalid {what} {word!r}; it must be one of {known}") from None
