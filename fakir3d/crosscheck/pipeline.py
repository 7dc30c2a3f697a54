"""The two witnesses as one value, and one act judged by both: what audits and cases run.

An injected fault (fakir3d.lab.faults) is another pair of witnesses: one of them lies. Rules and physics know nothing
of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.compare import compare
from fakir3d.crosscheck.evidence import misplaced, recorded, substituted
from fakir3d.crosscheck.verdict import Discrepancy, Verdict
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import WorldOpener, open_world
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.seating import Scene, scene_of
from fakir3d.rules import advance, objection, predict
from fakir3d.rules.advance import refused
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import State

__all__ = ["HONEST", "Comparison", "Witnesses", "judge"]


PerformStage = Callable[[Scene, Script, str, PhysicsConfig, WorldOpener], Performance]
"""How an act is performed: ``perform``, or a sabotage of it."""


def as_documented(spec: BlockSpec) -> BlockSpec:
    """Return the block that physics is told of: the documented one."""
    return spec


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Who foretells, who writes the position down, and what physics is given.

    Attributes:
        sabotage: the name of the lie; None when all are honest.
        predict: foretells the outcome of a move in a state.
        advance: writes down the position after a legal move and its outcome.
        block: the block that physics is told of.
        solids: the wood of a block as boxes.
        perform: performs an act.
        opener: opens the engine's world.
    """

    sabotage: str | None = None
    predict: Callable[[State, Move], Outcome] = predict
    advance: Callable[[State, Move, Outcome], State] = advance
    block: Callable[[BlockSpec], BlockSpec] = as_documented
    solids: Callable[[BlockSpec], tuple[Box, ...]] = boxes
    perform: PerformStage = perform
    opener: WorldOpener = open_world


HONEST = Witnesses()


@dataclass(frozen=True, slots=True)
class Comparison:
    """One act with what both witnesses said of it.

    Attributes:
        script: what the hand did.
        predicted: what the rules foretold.
        performance: what physics did.
        verdict: how they differ, and what makes the performance no evidence.
        after: the position that came of it; None for an illegal move, and where physics did something else.
    """

    script: Script
    predicted: Outcome
    performance: Performance
    verdict: Verdict
    after: State | None = None


def judge(
    spec: BlockSpec,
    state: State,
    snapshot: Snapshot,
    script: Script,
    *,
    engine: str,
    config: PhysicsConfig,
    witnesses: Witnesses = HONEST,
) -> Comparison:
    """Return one act, legal or not, foretold and performed from exactly these poses, and the verdict on it.

    The verdict also says whether the performance is evidence: of this act, whole, and of the position after it.
    """
    predicted = witnesses.predict(state, script.move)
    told = witnesses.block(spec)
    scene = scene_of(told, state, snapshot, witnesses.solids(told))
    performance = witnesses.perform(scene, script, engine, config, witnesses.opener)
    found = [
        *compare(predicted, performance).discrepancies,
        *substituted(snapshot, script, engine, config, performance),
        *recorded(spec, script, performance),
    ]
    after = None
    if not found and objection(state, script.move) is None:
        after = witnesses.advance(state, script.move, performance.outcome)
        found.extend(_apart(spec, state, script, after, performance))
    return Comparison(script, predicted, performance, Verdict(tuple(found)), after)


def _apart(
    spec: BlockSpec, state: State, script: Script, after: State, performance: Performance
) -> Iterator[Discrepancy]:
    """Yield where the position and the poses after a move differ; a stick that is taken back (R12) was never away.

    A stick that was not where the position says when the act began is not told again: one that hangs above a filled
    bore (R12) is written down as standing on it.
    """
    poses = performance.after
    if refused(state, script.move, performance.outcome) and script.stick in performance.before.names:
        poses = Snapshot.of({**poses.as_dict(), script.stick: performance.before.pose(script.stick)})
    found = list(misplaced(spec, after, poses))
    known = {each.stick for each in misplaced(spec, state, performance.before)} if found else ()
    yield from (each for each in found if each.stick not in known)
