"""How rules/ and kernel/ are held against each other: position by position, move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis
from fakir3d.kernel.game import Kernel
from fakir3d.rules import (
    FallRule,
    Mode,
    Options,
    Phase,
    Setup,
    State,
    UnsupportedPlant,
    advance,
    legal_moves,
    predict,
    result,
    start,
)

EVERY = [Options(fall, plant) for fall in FallRule for plant in UnsupportedPlant]
DEEP = Lattice(8, 8, (frozenset(Axis),) * 8)
"""64 holes, 128 bores: all that the kernel's words hold."""
MIXED = Lattice(5, 6, (frozenset({Axis.X}), frozenset(Axis), frozenset({Axis.Y}), frozenset(Axis), frozenset(Axis)))
"""Floors of every kind, and more rows than columns."""


@cache
def block(name: str) -> Lattice:
    """Return the lattice of a preset, of a document in tests/blocks, or one of the great ones above."""
    if name in {"deep", "mixed"}:
        return DEEP if name == "deep" else MIXED
    path = Path(__file__).parents[1] / "blocks" / f"{name}.toml"
    return lattice_of(load_block(str(path) if path.exists() else name))


def setups(names: Sequence[str] = preset_names()) -> list[Setup]:
    """Return a game for each block, mode and choice of options, with the sticks of R1."""
    return [Setup(block(name), mode, mode.sticks, options) for name in names for mode in Mode for options in EVERY]


def drawn(setup: Setup, seed: object) -> Setup:
    """Return a game with fewer sticks now and then, and any seat to begin."""
    rng = Random(f"{_named(setup)} {seed}")
    sticks = rng.choice((1, 2, 3, setup.sticks, setup.sticks))
    return Setup(setup.lattice, setup.mode, sticks, setup.options, rng.randrange(setup.mode.seats))


def _named(setup: Setup) -> str:
    """Return a text that names a setup, the same in every process: sets have no order that one may rely on."""
    lattice, options = setup.lattice, setup.options
    floors = "/".join("".join(sorted(axis.value for axis in floor)) for floor in lattice.floors)
    sizes = f"{lattice.columns}x{lattice.rows} {floors} {setup.mode} {setup.sticks} {setup.first}"
    return f"{sizes} {options.fall.value} {options.unsupported_plant.value}"


def game(setup: Setup, seed: object) -> Iterator[State]:
    """Yield the positions of a random game by rules/, one in which pulls come a little more often than by chance."""
    rng = Random(f"{_named(setup)} {seed}")
    state = start(setup)
    while True:
        yield state
        if state.phase is Phase.OVER:
            return
        moves = legal_moves(state)
        pulls = [move for move in moves if str(move).endswith("^")]
        move = rng.choice(pulls if pulls and rng.random() < 0.3 else moves)
        state = advance(state, move, predict(state, move))


def disagreement(kernel: Kernel, state: State) -> str | None:
    """Return in what the two differ on a position: its moves, its result, what each move leads to; or None."""
    position = kernel.position(state)
    theirs = {str(move): move for move in legal_moves(state)}
    ours = {str(kernel.move(code)): code for code in kernel.legal(position)}
    if ours.keys() != theirs.keys() or len(ours) != len(kernel.legal(position)):
        return f"legal moves of {state}: only one has {sorted(ours.keys() ^ theirs.keys())}"
    end = result(state)
    if kernel.winners(position) != (end.winners if end else ()):
        return f"result of {state}: {kernel.winners(position)}, not {end}"
    for text, move in theirs.items():
        after = advance(state, move, predict(state, move))
        differing = np.flatnonzero(kernel.position(after) != kernel.play(position, ours[text]))
        if differing.size:
            return f"{text} in {state}: words {differing.tolist()} are not those of {after}"
    return None


def first_disagreement(games: Sequence[Setup], positions: int, seed: object = 0) -> str | None:
    """Return where the two first differ in random games, the games taking turns, or None after so many positions."""
    seen, number = 0, 0
    while seen < positions:
        setup = games[number % len(games)]
        for state in game(drawn(setup, f"{seed} {number}"), f"{seed} {number}"):
            found = disagreement(Kernel(state.setup), state)
            if found:
                return found
            seen += 1
        number += 1
    return None
