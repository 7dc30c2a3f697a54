"""The two witnesses as one value, and one act judged by both: what audits and cases run.

A sabotage (fakir3d.lab.sabotage) is another pair of witnesses: one of them lies. Rules and physics know nothing of
it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.compare import compare
from fakir3d.crosscheck.verdict import Verdict
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import scene_of
from fakir3d.physics.script import Script
from fakir3d.rules import predict
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import State

__all__ = ["HONEST", "Judged", "Witnesses", "judge"]


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Who foretells, and what the block is made of.

    Attributes:
        sabotage: the name of the lie; None when both are honest.
        predict: foretells the outcome of a move in a state.
        solids: the wood of a block as boxes.
    """

    sabotage: str | None = None
    predict: Callable[[State, Move], Outcome] = predict
    solids: Callable[[BlockSpec], tuple[Box, ...]] = boxes


HONEST = Witnesses()


@dataclass(frozen=True, slots=True)
class Judged:
    """One act with what both witnesses said of it.

    Attributes:
        script: what the hand did.
        predicted: what the rules foretold.
        performance: what physics did.
        verdict: how they differ.
    """

    script: Script
    predicted: Outcome
    performance: Performance
    verdict: Verdict


def judge(
    spec: BlockSpec,
    state: State,
    snapshot: Snapshot,
    script: Script,
    *,
    engine: str,
    config: PhysicsConfig,
    witnesses: Witnesses = HONEST,
) -> Judged:
    """Return one act, legal or not, foretold and performed from exactly these poses, and the verdict on it."""
    predicted = witnesses.predict(state, script.move)
    scene = scene_of(spec, state, snapshot, witnesses.solids(spec))
    performance = perform(scene, script, engine, config)
    return Judged(script, predicted, performance, compare(predicted, performance))
