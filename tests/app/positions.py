"""Positions to test with: by their moves, and of random games."""

from __future__ import annotations

import random

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.rules import Move, advance, legal_moves, predict, start
from fakir3d.rules.state import Phase, Setup, State
from fakir3d.rules.sticks import Mode

SPEC = load_block("lattice")
LATTICE = lattice_of(SPEC)
NAMES = ("Anna", "Ben", "Chris", "Dora")
KINDS = ("human",) * 4


def walk(*moves: str, mode: Mode = Mode.TWO, sticks: int | None = None) -> State:
    """Return the position after these moves."""
    state = start(Setup(LATTICE, mode, sticks or mode.sticks))
    for text in moves:
        move = Move.parse(text)
        state = advance(state, move, predict(state, move))
    return state


def positions(mode: Mode, seed: int, *, preset: str = "lattice") -> list[State]:
    """Return the positions of one random game."""
    rng = random.Random(seed)
    state = start(Setup(lattice_of(load_block(preset)), mode, 4))
    found = [state]
    while state.phase is not Phase.OVER:
        moves = legal_moves(state)
        move = rng.choice([m for m in moves if str(m).endswith(("^", "="))] or list(moves))
        state = advance(state, move, predict(state, move))
        found.append(state)
    return found
