"""Probes are what they claim to be, by the rules' own objections, and are found wherever they exist."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.lab.audit.choosing import MOVE_KINDS, choose_move, kind_of
from fakir3d.lab.audit.probes import EVERY_POSITION, Probe, candidates, choose_probes
from fakir3d.rules import (
    Fate,
    Mode,
    Phase,
    Pierce,
    Plant,
    Pull,
    Setup,
    State,
    advance,
    legal_moves,
    moves_of,
    objection,
    predict,
    start,
)


def states(block: str, games: int) -> list[State]:
    found = []
    for game in range(games):
        rng = Random(f"{block}/{game}")
        state = start(Setup(lattice_of(load_block(block)), list(Mode)[game % 4], 6))
        while state.phase is not Phase.OVER:
            found.append(state)
            move = choose_move(legal_moves(state), rng)
            state = advance(state, move, predict(state, move))
    return found


@pytest.mark.parametrize("block", preset_names())
def test_probes_are_exactly_the_moves_they_are_named_after(block: str) -> None:
    """In every position of whole games, the candidates equal what predict and the objections say of all moves."""
    seen: Counter[Probe] = Counter()
    for state in states(block, 8):
        blocked = {
            move
            for move in moves_of(state.lattice)
            if isinstance(move, Pierce)
            and state.hand
            and move.bore not in state.pierced
            and predict(state, move).blocked
        }
        standing = set(candidates(state, Probe.BLOCKED_BY_STANDING))
        crossing = set(candidates(state, Probe.BLOCKED_BY_CROSSING))
        assert standing | crossing == blocked
        assert standing.isdisjoint(crossing)
        pulls = {Pull(bore) for bore in state.pierced if not predict(state, Pull(bore)).drops}
        assert set(candidates(state, Probe.EMPTY_PULL)) == pulls
        plants = {
            Plant(hole)
            for hole in state.lattice.holes
            if state.hand and hole not in state.standing and predict(state, Plant(hole)).falls[0].to is Fate.GONE
        }
        assert set(candidates(state, Probe.UNSUPPORTED_PLANT)) == plants
        for probe in Probe:
            for move in candidates(state, probe):
                seen[probe] += 1
                predict(state, move)
        if state.phase is Phase.MOVE:
            assert all(objection(state, move) for probe in EVERY_POSITION for move in candidates(state, probe))
    missing = {probe for probe in Probe if not seen[probe]}
    assert missing == (set() if block == "lattice" else {Probe.BLOCKED_BY_CROSSING})


def test_one_of_each_available_kind_is_chosen() -> None:
    """choose_probes leaves none out, and the same seed chooses the same."""
    for state in states("lattice", 2):
        chosen = dict(choose_probes(state, EVERY_POSITION, Random(3)))
        assert set(chosen) == {probe for probe in EVERY_POSITION if candidates(state, probe)}
        assert all(move in candidates(state, probe) for probe, move in chosen.items())
        assert chosen == dict(choose_probes(state, EVERY_POSITION, Random(3)))


def test_every_kind_of_move_gets_its_chance() -> None:
    """Kinds are drawn first, so that a single pull is as likely as the many pierces together."""
    rng = Random(1)
    for state in states("staggered", 6):
        moves = legal_moves(state)
        kinds = {kind_of(move) for move in moves}
        assert kinds <= set(MOVE_KINDS)
        if kinds == {"pierce", "plant", "pull"}:
            drawn = Counter(kind_of(choose_move(moves, rng)) for _ in range(300))
            assert all(60 < drawn[kind] < 140 for kind in kinds)
            return
    pytest.fail("no position with all three kinds")
