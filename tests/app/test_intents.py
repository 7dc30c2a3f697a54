"""What a click on a place means, and what the status line says of it."""

from __future__ import annotations

import itertools

import pytest

from fakir3d.app.play.intents import describe, intent, place_of_move, refusal
from fakir3d.block.names import Bore, Hole
from fakir3d.rules import HAND, legal_moves, objection
from fakir3d.rules.sticks import Mode
from tests.app.positions import NAMES, positions, walk


@pytest.mark.parametrize("mode", list(Mode))
def test_every_legal_move_is_what_a_click_on_its_place_means(mode: Mode) -> None:
    """In every position of random games, each place means its one legal move, and every other place an objection."""
    for state in itertools.chain.from_iterable(positions(mode, seed) for seed in range(4)):
        legal = {place_of_move(move): move for move in legal_moves(state)}
        assert len(legal) == len(legal_moves(state))
        for place in (*state.lattice.holes, *state.lattice.bores, HAND):
            if place in legal:
                assert intent(state, place) == legal[place]
                assert refusal(state, place) is None
            else:
                found = refusal(state, place)
                assert found is not None
                assert found.rule.startswith("R")
                assert found == objection(state, intent(state, place))
                assert found.rule in describe(state, place, NAMES)


def test_what_a_place_says() -> None:
    """Place, whose stick stands there, and what acting there would do, in one line."""
    state = walk("x2.1", "b2")
    assert describe(state, Bore.parse("yb.1"), NAMES).startswith("Bore yb.1 · R3: ")
    assert describe(state, Hole.parse("b2"), NAMES).startswith("Hole b2: Ben's green stick · R4: ")
    assert describe(state, Hole.parse("a2"), NAMES) == "Hole a2 · plant a stick"
    assert describe(state, Bore.parse("x1.3"), NAMES) == "Bore x1.3 · push a stick through"
