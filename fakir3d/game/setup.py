"""What a new game is to be: a frozen value that the New game dialog and the command line both fill in."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

from fakir3d.game.header import Seat, default_seats
from fakir3d.rules.state import Options
from fakir3d.rules.sticks import Mode

__all__ = ["GameSetup", "draw_seed"]


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
        """Return the same game in another mode: whoever sat already keeps his name unless it was a default one.

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


def draw_seed() -> int:
    """Return a seed for a game whose players named none."""
    return secrets.randbelow(2**31)
