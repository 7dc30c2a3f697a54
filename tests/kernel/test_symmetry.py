"""A symmetric position has symmetric moves, for both witnesses: what the solver's folding rests on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fakir3d.block.document import load_block, preset_names
from fakir3d.block.symmetry import Symmetry, rearrangements, symmetries
from fakir3d.kernel.game import Kernel
from fakir3d.rules import (
    Bore,
    Discard,
    Exchange,
    Hole,
    Mode,
    Move,
    Pierce,
    Plant,
    Pull,
    Standing,
    State,
    legal_moves,
)
from tests.kernel.agreeing import block, drawn, game, setups


def mapped(symmetry: Symmetry, move: Move) -> Move:
    """Return a move at the place that its own comes to."""
    match move:
        case Pierce(bore):
            return Pierce(symmetry.bore(bore))
        case Pull(bore):
            return Pull(symmetry.bore(bore))
        case Plant(hole):
            return Plant(symmetry.hole(hole))
        case Exchange(hole):
            return Exchange(symmetry.hole(hole))
        case Discard(place):
            if isinstance(place, Hole):
                return Discard(symmetry.hole(place))
            return Discard(symmetry.bore(place)) if isinstance(place, Bore) else move


def image(symmetry: Symmetry, state: State) -> State:
    """Return a state turned, mirrored or rearranged."""
    return replace(
        state,
        standing={
            symmetry.hole(hole): Standing(standing.stick, symmetry.bore(standing.on))
            for hole, standing in state.standing.items()
        },
        pierced={symmetry.bore(bore): stick for bore, stick in state.pierced.items()},
    )


@pytest.mark.parametrize("preset", preset_names())
def test_symmetric_positions_have_symmetric_moves(preset: str) -> None:
    """In random games of every mode and option: moves, and what each leads to, turn with the block."""
    maps = (*symmetries(load_block(preset)), *Random(preset).sample(rearrangements(block(preset), 100), 10))
    for number, setup in enumerate(setups([preset])):
        for state in list(game(drawn(setup, number), number))[::6]:
            kernel, symmetry = Kernel(state.setup), maps[(number + len(state.pierced)) % len(maps)]
            other = image(symmetry, state)
            moves = {mapped(symmetry, move) for move in legal_moves(state)}
            assert set(legal_moves(other)) == moves
            here, there = kernel.position(state), kernel.position(other)
            assert {kernel.move(code) for code in kernel.legal(there)} == moves
            for code in kernel.legal(here):
                after = kernel.play(there, kernel.code(mapped(symmetry, kernel.move(code))))
                expected = kernel.position(image(symmetry, kernel.state(kernel.play(here, code))))
                assert (after == expected).all()


def test_modes_are_all_seen() -> None:
    """The games above are of every mode."""
    assert {setup.mode for setup in setups(["lattice"])} == set(Mode)
