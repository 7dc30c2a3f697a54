"""How fast this machine is: acts, and clicks to motion."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles

from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.pipeline import Pipeline, ask, perform
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import InlinePerformer, WorkerPerformer
from fakir3d.lab.audit.choosing import choose_move, kind_of
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import open_world
from fakir3d.physics.hand.script import script_for
from fakir3d.physics.worlds.protocol import World
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Phase

SET_UP = "set-up of an act"
"""Its world: the reset, the wood, the table, all sticks. Part of what the acts took."""
_POLL_S = 0.0005


@dataclass(frozen=True, slots=True)
class Times:
    """What one thing took, over several times it was done.

    Attributes:
        what: what was done.
        count: how often.
        median_ms: half of them took at most this long [ms].
        p95_ms: nineteen in twenty took at most this long [ms].
        simulated_ms: the median of how long the thing itself lasts on the table [ms]; None where that means nothing.
    """

    what: str
    count: int
    median_ms: float
    p95_ms: float
    simulated_ms: float | None = None

    @classmethod
    def of(cls, what: str, seconds: Sequence[float], simulated_s: Sequence[float] = ()) -> Times:
        """Sum up measurements [s]; there must be one."""
        p95 = quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
        lasts = median(simulated_s) * 1000 if simulated_s else None
        return cls(what, len(seconds), median(seconds) * 1000, p95 * 1000, lasts)


def bench_acts(spec: BlockSpec, engine: str, moves: int, seed: int) -> tuple[Times, ...]:
    """Return the CPU time of acts, by kind of move, in random games; and, last, what opening their worlds took of it.

    Args:
        spec: the block.
        engine: the engine's name.
        moves: how many acts to measure.
        seed: of the games.
    """
    seconds: dict[str, list[float]] = {}
    simulated: dict[str, list[float]] = {}
    opening: list[float] = []

    def opened(*asked: object) -> World:
        began = time.process_time()
        world = open_world(*asked)  # type: ignore[arg-type]  # passed on as it came
        opening.append(time.process_time() - began)
        return world

    for session, move in _random_play(spec, InlinePerformer(engine), moves, seed):
        script = script_for(session.state, move, seed, len(session.moves) + 1)
        asked = ask(spec, session.state, session.snapshot, script, pipeline=Pipeline(opener=opened))
        performance = perform(asked, engine, PhysicsConfig())
        seconds.setdefault(kind_of(move), []).append(performance.seconds)
        simulated.setdefault(kind_of(move), []).append(performance.rest.simulated_s)
        session.play(move)
    kinds = [Times.of(kind, seconds[kind], simulated[kind]) for kind in sorted(seconds)]
    return (*kinds, *([Times.of(SET_UP, opening)] if opening else []))


def bench_clicks(spec: BlockSpec, engine: str, moves: int, seed: int) -> Times:
    """Return the wall time from ``Session.begin`` to the first readable piece of motion from the worker process."""
    waits: list[float] = []
    with WorkerPerformer(engine) as performer:
        performer.warm()
        for session, move in _random_play(spec, performer, moves + 1, seed):
            began = time.perf_counter()
            act = session.begin(move)
            while not act.chunks() and not act.done():
                time.sleep(_POLL_S)
            waits.append(time.perf_counter() - began)
            act.result()
    # The very first act waits for the process to start; a person has looked at the table longer than that.
    return Times.of("click to first motion", waits[1:])


def _random_play(
    spec: BlockSpec, performer: InlinePerformer | WorkerPerformer, moves: int, seed: int
) -> Iterator[tuple[Session, Move]]:
    """Yield games and a legal move in each that the caller makes, as many as asked."""
    rng = Random(f"bench/{seed}")
    session = Session.new(spec, performer, GameSetup(seed=seed))
    for _ in range(moves):
        if session.state.phase is Phase.OVER:
            session = Session.new(spec, performer, GameSetup(seed=rng.getrandbits(32)))
        yield session, choose_move(legal_moves(session.state), rng)
