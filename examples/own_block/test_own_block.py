"""Tests of a block of one's own: copy this folder, put your document in it, and run ``pytest``.

``fakir3d_agrees`` and ``*.case.json`` come from the plugin that is installed with fakir3d (docs/testing-blocks.md).
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.rules import Mode, Move, Phase, Setup, advance, legal_moves, predict, start

BLOCK = Path(__file__).parent / "own_block.toml"


def random_game(seed: int, most: int = 40) -> list[Move]:
    """Return the moves of a game drawn by lot, played by the rules alone."""
    lots, moves = Random(seed), []
    state = start(Setup(lattice_of(load_block(str(BLOCK))), Mode.TWO, Mode.TWO.sticks))
    while state.phase is not Phase.OVER and len(moves) < most:
        moves.append(lots.choice(legal_moves(state)))
        state = advance(state, moves[-1], predict(state, moves[-1]))
    return moves


def test_a_pull_lets_two_sticks_down_to_the_lowest_floor(fakir3d_agrees) -> None:
    """Red pulls its own stick from under two of its own, which come to rest on the one below."""
    state = fakir3d_agrees(BLOCK, "x2.1 x1.2 x2.2 a1 a2 b1 b2 x3.2 x2.2^")
    assert {str(hole): str(standing.on) for hole, standing in state.standing.items()} == {
        "a1": "x1.2",
        "a2": "x2.1",
        "b1": "x1.2",
        "b2": "x2.1",
    }


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_agree(fakir3d_agrees, seed: int) -> None:
    """Whatever the rules foretell in a random game, physics does."""
    fakir3d_agrees(BLOCK, random_game(seed))
