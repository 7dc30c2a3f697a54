"""From a click to the first readable piece of motion: at most 50 ms in the 95th percentile, rendering removed."""

from __future__ import annotations

import statistics
import time

from fakir3d.block.document import load_block
from fakir3d.game import Session, WorkerPerformer
from fakir3d.game.setup import GameSetup
from fakir3d.physics.engines import default_engine
from fakir3d.players import player_of
from fakir3d.rules import Pull, legal_moves

CLICKS = 100
STICKS = 11
"""What the block holds when the clicks begin, standing and pierced."""
BOUND_S = 0.050


def _middle_of_a_game(performer: WorkerPerformer) -> Session:
    """Return a game whose block is well filled, with a pull possible."""
    for seed in range(100):
        session = Session.new(load_block("lattice"), performer, GameSetup(seed=seed, first=0))
        for _ in range(20):
            session.play(player_of("random").choose(session.state, session.choice_seed))
            state = session.state
            sticks = len(state.standing) + len(state.pierced)
            if sticks >= STICKS and any(isinstance(move, Pull) for move in legal_moves(state)):
                return session
    raise AssertionError(f"no game had {STICKS} sticks in the block")


def test_click_to_motion() -> None:
    """Every legal move of a real position in turn, a hundred clicks, polled once a millisecond as a window would."""
    with WorkerPerformer(default_engine()) as performer:
        performer.warm()
        session = _middle_of_a_game(performer)
        moves, seconds = legal_moves(session.state), []
        for click in range(CLICKS):
            began = time.perf_counter()
            act = session.begin(moves[click % len(moves)])
            while not act.chunks() and not act.done():
                time.sleep(0.001)
            seconds.append(time.perf_counter() - began)
            while not act.done():
                time.sleep(0.001)
            act.cancel()
    percentile = statistics.quantiles(seconds, n=20)[-1]
    state = session.state
    print(
        f"click to motion: {CLICKS} clicks, {len(state.standing)} standing, {len(state.pierced)} pierced, "
        f"median {1000 * statistics.median(seconds):.1f} ms, 95th percentile {1000 * percentile:.1f} ms, "
        f"worst {1000 * max(seconds):.1f} ms"
    )
    assert percentile <= BOUND_S
