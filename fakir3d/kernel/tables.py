"""A game as the tables that the compiled rules read: the block's relations, the mode, the options, words for keys."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from fakir3d.errors import MisuseError
from fakir3d.kernel import layout as at
from fakir3d.rules.state import FallRule, Setup, UnsupportedPlant
from fakir3d.rules.sticks import Mode

_SEED = 20260801
"""Keys are the same in every run and on every machine."""


def check_size(setup: Setup) -> None:
    """Make sure that a block fits into the kernel's words.

    Raises:
        MisuseError: if it has more holes or bores than they hold.
    """
    holes, bores = len(setup.lattice.holes), len(setup.lattice.bores)
    if holes > at.MAX_HOLES or bores > at.MAX_BORES:
        raise MisuseError(
            f"a block of {holes} holes and {bores} bores is too large for the compiled rules, which take up to "
            f"{at.MAX_HOLES} holes and {at.MAX_BORES} bores; it can be played without them"
        )


@lru_cache(maxsize=32)
def tables_of(setup: Setup) -> at.Words:
    """Return the tables of a game; nobody writes to them (numba would take a read-only array for another type)."""
    check_size(setup)
    lattice, mode, options = setup.lattice, setup.mode, setup.options
    holes, bores = lattice.holes, lattice.bores
    table = np.zeros(at.T_WORDS, np.uint64)
    table[at.T_ALL_HOLES] = _word(range(len(holes)))
    table[at.T_ALL_BORES], table[at.T_ALL_BORES + 1] = _words(range(len(bores)))
    table[at.T_LEVELS] = len(lattice.floors)
    table[at.T_SEATS] = mode.seats
    table[at.T_TEAMS] = mode is Mode.TEAMS
    table[at.T_VANISH] = options.fall is FallRule.VANISH
    table[at.T_ALLOWED] = options.unsupported_plant is UnsupportedPlant.ALLOWED
    table[at.T_BORE_COUNT] = len(bores)
    table[at.T_HOLE_COUNT] = len(holes)
    # Pulls are of pierced sticks, exchanges of standing ones, and both together are at most all that were dealt.
    sticks = setup.sticks * mode.seats
    table[at.T_MOST_TURNS] = at.MAX_MOVES + max(
        min(len(bores), pulled) * min(len(holes), sticks - pulled) for pulled in range(sticks + 1)
    )
    heights = [lattice.level[bore] for bore in bores]
    for level in range(len(lattice.floors) + 1):
        table[at.T_LEVEL + level] = sum(height < level for height in heights)
    place = {bore: index for index, bore in enumerate(bores)}
    for index, bore in enumerate(bores):
        table[at.T_OVER + index] = _word(holes.index(hole) for hole in lattice.above[bore])
        meets = at.T_MEETS + 2 * index
        table[meets], table[meets + 1] = _words(place[other] for other in lattice.meets[bore])
    for index, hole in enumerate(holes):
        under = at.T_UNDER + 2 * index
        table[under], table[under + 1] = _words(place[bore] for bore in lattice.under[hole])
    noise = np.random.default_rng(_SEED).integers(0, 2**64, at.T_WORDS - at.T_Z_STANDING, np.uint64)
    table[at.T_Z_STANDING :] = noise
    return table


def _word(indices: Iterable[int]) -> int:
    return sum(1 << index for index in indices)


def _words(indices: Iterable[int]) -> tuple[int, int]:
    both = _word(indices)
    return both & (2**64 - 1), both >> 64
