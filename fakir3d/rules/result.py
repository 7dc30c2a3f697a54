"""R11: who has won, and how."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from fakir3d.rules.state import Phase, State


class Ending(enum.Enum):
    """How a game came to its end."""

    LAST_IN = "the last one left in the game"
    ALL_OUT = "everybody went out at once, and they had played last"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game.

    Attributes:
        winners: the seats that have won: one, or both partners of a team.
        reason: how.
    """

    winners: tuple[int, ...]
    reason: Ending


def result(state: State) -> Result | None:
    """Return who has won, or None while the game goes on.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.block.names import Axis
    >>> from fakir3d.rules import Mode, Setup, start
    >>> result(start(Setup(Lattice(2, 2, (frozenset(Axis),)), Mode.TWO, 3)))
    """
    if state.phase is not Phase.OVER:
        return None
    left = [seat for seat in range(state.mode.seats) if seat not in state.out]
    if left:
        return Result(state.mode.team(left[0]), Ending.LAST_IN)
    return Result(state.mode.team(state.played[0]), Ending.ALL_OUT)
