"""R1 and R2: the sticks dealt, an empty block, and the seat that begins."""

from __future__ import annotations

from fakir3d.errors import MisuseError
from fakir3d.rules.advance import Draft, opening
from fakir3d.rules.state import Setup, State
from fakir3d.rules.sticks import MAX_NUMBER, Mode, Stick

MAX_STICKS = {mode: MAX_NUMBER // len(mode.team(0)) for mode in Mode}
"""The most sticks in a hand: partners share the numbers of their colour."""


def start(setup: Setup) -> State:
    """Return the position at the start of a game: all sticks in the hands, the lots' seat to move.

    Raises:
        MisuseError: if there is no such seat, or no such number of sticks.

    >>> from fakir3d.block.lattice import Lattice
    >>> state = start(Setup(Lattice(3, 3, ()), Mode.TEAMS, 5, first=2))
    >>> state.seat, str(state.hands[3][0])
    (2, 'g6')
    """
    mode = setup.mode
    if not 1 <= setup.sticks <= MAX_STICKS[mode]:
        raise MisuseError(
            f"{setup.sticks} sticks in each hand: mode {mode} can deal 1 to {MAX_STICKS[mode]} (R1 deals {mode.sticks})"
        )
    if not 0 <= setup.first < mode.seats:
        raise MisuseError(f"no seat {setup.first} to begin: mode {mode} has seats 0 to {mode.seats - 1}")
    return opening(setup, Draft({}, {}, list(deal(setup)), ()))


def deal(setup: Setup) -> tuple[tuple[Stick, ...], ...]:
    """Return the sticks that each seat is dealt (R1); partners share their colour's numbers, lower seat first."""
    mode, sticks = setup.mode, setup.sticks
    return tuple(
        tuple(
            Stick(mode.colour(seat), mode.team(seat).index(seat) * sticks + number) for number in range(1, sticks + 1)
        )
        for seat in range(mode.seats)
    )
