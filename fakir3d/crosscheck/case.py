"""A disagreement as a value: everything needed to see it again, to the last bit."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.pipeline import HONEST, Comparison, Pipeline, ask, run_act, settle
from fakir3d.crosscheck.policy import Policy
from fakir3d.crosscheck.verdict import Kind, Verdict
from fakir3d.errors import MisuseError
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import EngineInfo
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import State

AGREE = "agree"
"""What a case expects that was a difference once, or might become one."""


@dataclass(frozen=True, slots=True)
class Case:
    """A start, what the hand did, and what is expected to come of it.

    Attributes:
        note: a sentence for people: what this case shows.
        spec: the block, whole.
        state: the position it starts from.
        snapshot: the exact pose of every stick in the block at the start.
        acts: what the hand did, one script (with its move) an act; the last one is judged.
        predicted: what the rules foretold of the last act when the case was written.
        observed: what physics did then.
        verdict: how they differed then.
        engine: with which engine that was.
        config: with which numbers.
        sabotage: the name of the lie one witness was made to tell; None for an honest case.
        expect: ``agree``, or the kind of difference (``Kind``'s text) that the last act must show.
    """

    note: str
    spec: BlockSpec
    state: State
    snapshot: Snapshot
    acts: tuple[Script, ...]
    predicted: Outcome
    observed: Outcome
    verdict: Verdict
    engine: EngineInfo
    config: PhysicsConfig
    sabotage: str | None
    expect: str


@dataclass(frozen=True, slots=True)
class CaseRun:
    """What came of running a case.

    Attributes:
        case: which.
        comparison: the last act that was performed.
        act: its index in ``case.acts``; smaller than the last where an earlier act differed already.
    """

    case: Case
    comparison: Comparison
    act: int

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of difference that were observed, in the verdict's order."""
        return tuple(dict.fromkeys(found.kind for found in self.comparison.verdict.discrepancies))

    @property
    def as_expected(self) -> bool:
        """Return whether the judged act showed what the case expects: agreement, or (among others) its kind."""
        if self.act != len(self.case.acts) - 1:
            return False
        if self.case.expect == AGREE:
            return self.comparison.verdict.agree
        return Kind(self.case.expect) in self.kinds


def case_of(note: str, comparison: Comparison) -> Case:
    """Return the case of one act: it expects what was observed, the first kind of difference or agreement."""
    asked, performance, found = comparison.asked, comparison.performance, comparison.verdict.discrepancies
    return Case(
        note=note,
        spec=asked.spec,
        state=asked.state,
        snapshot=asked.snapshot,
        acts=(asked.script,),
        predicted=asked.predicted,
        observed=performance.outcome,
        verdict=comparison.verdict,
        engine=performance.engine,
        config=performance.config,
        sabotage=asked.pipeline.sabotage,
        expect=found[0].kind.value if found else AGREE,
    )


def run_case(case: Case, pipeline: Pipeline = HONEST, engine: str | None = None) -> CaseRun:
    """Perform a case's acts again and judge the last one; an earlier act that differs ends the run.

    Args:
        case: which.
        pipeline: an honest one, or that of the case's sabotage.
        engine: which engine to ask instead of the case's own.

    Raises:
        MisuseError: if the pipeline is not the case's.
        EngineMissingError: if the engine is not on this machine.
    """
    if pipeline.sabotage != case.sabotage:
        asked = case.sabotage or "honest witnesses"
        raise MisuseError(f"this case is about {asked}, not {pipeline.sabotage or 'honest pipeline'}")
    state, snapshot = case.state, case.snapshot
    last = len(case.acts) - 1
    for act, script in enumerate(case.acts):
        asked_act = ask(case.spec, state, snapshot, script, pipeline=pipeline)
        comparison = run_act(asked_act, engine or case.engine.name, case.config)
        if act == last or not comparison.verdict.agree:
            break
        settled = settle(comparison, Policy.STRICT)
        state, snapshot = settled.after, settled.snapshot
    return CaseRun(case, comparison, act)
