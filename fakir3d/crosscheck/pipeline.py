"""One act in four steps, ask > perform > judge > settle: the way of every act in play, audits, cases and verify.

Each step returns a frozen value, and what stands in it is computed there, once. Who needs an act takes the steps
alone (``Session`` performs in another process), or all of them up to the verdict at once: ``run_act``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.evidence import misplaced, recorded, substituted
from fakir3d.crosscheck.policy import Decision, Policy, decide, is_engine_fault, retry_config
from fakir3d.crosscheck.verdict import Discrepancy, Verdict, compare
from fakir3d.errors import IllegalMoveError, OutcomeError
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import WorldOpener, open_world
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform as perform_act
from fakir3d.physics.performance import Performance
from fakir3d.physics.reading import origins
from fakir3d.physics.scene import Scene, scene_of, seated
from fakir3d.rules import Objection, advance, objection, predict
from fakir3d.rules.advance import refused
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Hung, Outcome
from fakir3d.rules.state import State

PerformStage = Callable[[Scene, Script, str, PhysicsConfig, WorldOpener], Performance]
"""How an act is performed: ``fakir3d.physics.perform.perform``, or one with a fault injected."""


def as_documented(spec: BlockSpec) -> BlockSpec:
    """Return the block that physics is told of: the documented one."""
    return spec


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The parts of the steps that a fault can be injected into (``fakir3d.lab.faults``); the default ones are honest.

    Attributes:
        sabotage: the name of the injected fault; None where there is none.
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
    perform: PerformStage = perform_act
    opener: WorldOpener = open_world


HONEST = Pipeline()


@dataclass(frozen=True, slots=True)
class Asked:
    """An act before it is performed: the first step's result.

    Attributes:
        spec: the block's document.
        state: the position it is made in.
        snapshot: the poses it is made from.
        script: what the hand will do.
        objection: why the rules forbid it; None for a legal move.
        predicted: what the rules foretell.
        scene: what the engine is given.
        pipeline: whose steps these are.
    """

    spec: BlockSpec
    state: State
    snapshot: Snapshot
    script: Script
    objection: Objection | None
    predicted: Outcome
    scene: Scene
    pipeline: Pipeline

    @property
    def move(self) -> Move:
        """Return what will be done."""
        return self.script.move


@dataclass(frozen=True, slots=True)
class Comparison:
    """A performed act, held against the rules: the third step's result.

    Attributes:
        asked: the act.
        performance: what physics did.
        verdict: how rules and physics differ, and what makes the performance no evidence: of this act, whole, and of
            the position after it.
        after: the position that this outcome leads to; None for an illegal move, and where none can come of it.
        impossible: why no position can come of a legal move's outcome; None where one can.
        tries: how often the act was performed; 2 where the first time showed an engine fault.
    """

    asked: Asked
    performance: Performance
    verdict: Verdict
    after: State | None
    impossible: str | None = None
    tries: int = 1

    @property
    def script(self) -> Script:
        """Return what the hand did."""
        return self.asked.script

    @property
    def predicted(self) -> Outcome:
        """Return what the rules foretold."""
        return self.asked.predicted

    @property
    def engine_fault(self) -> bool:
        """Return whether the act shows something that only a simulation can do."""
        return is_engine_fault(self.verdict, self.impossible)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What becomes of an act: the last step's result.

    Attributes:
        comparison: the act.
        decision: whom the policy believes, and what it tells.
        after: the position the game goes on with; where the decision is to stop, the one before the act.
        snapshot: the poses that belong to it.
    """

    comparison: Comparison
    decision: Decision
    after: State
    snapshot: Snapshot


def ask(spec: BlockSpec, state: State, snapshot: Snapshot, script: Script, *, pipeline: Pipeline = HONEST) -> Asked:
    """Return an act, legal or not, as it will be performed from exactly these poses.

    Raises:
        IllegalMoveError: if the act cannot even be tried: no stick to move, no such place, a hole that is taken.
        MisuseError: if snapshot and state speak of different sticks, or a pose is invalid.
    """
    return _asked(spec, state, snapshot, script, against=objection(state, script.move), pipeline=pipeline)


def ask_move(
    spec: BlockSpec, state: State, snapshot: Snapshot, move: Move, draw: Callable[[State, Move], Script]
) -> Asked:
    """Return a legal move as it will be performed.

    Args:
        spec: the block.
        state: the position.
        snapshot: the poses.
        move: what to do.
        draw: returns the hand's part in it; called for a legal move only.

    Raises:
        IllegalMoveError: if the rules forbid it; the message quotes the rule.
    """
    against = objection(state, move)
    if against is not None:
        raise IllegalMoveError(against.text, move=str(move), rule=against.rule)
    return _asked(spec, state, snapshot, draw(state, move), against=None, pipeline=HONEST)


def _asked(
    spec: BlockSpec, state: State, snapshot: Snapshot, script: Script, *, against: Objection | None, pipeline: Pipeline
) -> Asked:
    predicted = pipeline.predict(state, script.move)
    told = pipeline.block(spec)
    scene = scene_of(told, state, snapshot, pipeline.solids(told))
    return Asked(spec, state, snapshot, script, against, predicted, scene, pipeline)


def perform(asked: Asked, engine: str, config: PhysicsConfig) -> Performance:
    """Return what an engine makes of an act, performed in this process. Raises what ``physics.perform`` raises."""
    return asked.pipeline.perform(asked.scene, asked.script, engine, config, asked.pipeline.opener)


def judge(asked: Asked, performance: Performance, engine: str, config: PhysicsConfig, *, tries: int = 1) -> Comparison:
    """Return a performance of an act, held against the rules and against what it says of itself.

    Args:
        asked: the act.
        performance: what came of it.
        engine: which engine it was asked of.
        config: with which numbers.
        tries: how often it has been performed.
    """
    found = [
        *compare(asked.predicted, performance).discrepancies,
        *substituted(asked.snapshot, asked.script, engine, config, performance),
        *recorded(asked.spec, asked.script, performance),
    ]
    after, impossible = _after(asked, performance.outcome)
    if impossible is not None and not found:
        # The rules foretell what cannot be: no act can be blamed for that.
        raise OutcomeError(impossible)
    if after is not None and not found:
        found.extend(_apart(asked, after, performance))
    return Comparison(asked, performance, Verdict(tuple(found)), after, impossible, tries)


def attempts(
    asked: Asked, engine: str, config: PhysicsConfig, retries: int = 0
) -> Generator[PhysicsConfig, Performance, Comparison]:
    """Yield with which numbers an act is to be performed, take each performance, and return the last one, judged.

    An act that shows an engine fault is performed again at half the step, so often.
    """
    tries = 0
    while True:
        performance = yield config
        tries += 1
        comparison = judge(asked, performance, engine, config, tries=tries)
        if tries > retries or not comparison.engine_fault:
            return comparison
        config = retry_config(config)


def run_act(asked: Asked, engine: str, config: PhysicsConfig, *, retries: int = 0) -> Comparison:
    """Return an act performed in this process, and judged; an engine fault is tried again so often.

    Raises:
        EngineMissingError: if this machine does not have the engine.
        EngineError: if the engine did not do what was asked of it.
    """
    steps = attempts(asked, engine, config, retries)
    numbers = next(steps)
    while True:
        try:
            numbers = steps.send(perform(asked, engine, numbers))
        except StopIteration as end:
            comparison: Comparison = end.value
            return comparison


def settle(comparison: Comparison, policy: Policy) -> Settlement:
    """Return what becomes of a performed legal move under a policy."""
    asked, performance = comparison.asked, comparison.performance
    decision = decide(policy, asked.predicted, performance, comparison.verdict, comparison.impossible)
    if decision.stop:
        return Settlement(comparison, decision, asked.state, asked.snapshot)
    after = comparison.after
    if after is None or decision.taken != performance.outcome:
        after = asked.pipeline.advance(asked.state, asked.move, decision.taken)
    return Settlement(comparison, decision, after, _poses(asked, performance, decision, after))


def _after(asked: Asked, outcome: Outcome) -> tuple[State | None, str | None]:
    """Return the position that an outcome leads to, or why none can come of it; neither for an illegal move."""
    if asked.objection is not None:
        return None, None
    try:
        return asked.pipeline.advance(asked.state, asked.move, outcome), None
    except OutcomeError as error:
        return None, error.reason


def _apart(asked: Asked, after: State, performance: Performance) -> Iterator[Discrepancy]:
    """Yield where the position and the poses after a move differ; a stick that is taken back (R12) was never away.

    A stick that was not where the position says when the act began is not told again: one that hangs above a filled
    bore (R12) is written down as standing on it.
    """
    spec, stick, poses = asked.spec, asked.script.stick, performance.after
    if refused(asked.state, asked.move, performance.outcome) and stick in performance.before.names:
        poses = Snapshot.of({**poses.as_dict(), stick: performance.before.pose(stick)})
    found = list(misplaced(spec, after, poses))
    known = {each.stick for each in misplaced(spec, asked.state, performance.before)} if found else ()
    yield from (each for each in found if each.stick not in known)


def _poses(asked: Asked, performance: Performance, decision: Decision, after: State) -> Snapshot:
    if decision.reseat:
        return _in_place(asked, after)
    if refused(asked.state, asked.move, decision.taken):
        return _put_back(asked, performance, after)
    return performance.after


def _in_place(asked: Asked, after: State) -> Snapshot:
    """Return the poses that the rules' outcome leads to; a stick that hung before and stays goes on hanging there."""
    start, stood, where = asked.snapshot.as_dict(), asked.state.standing, origins(asked.scene)
    stays = [str(standing.stick) for hole, standing in after.standing.items() if stood.get(hole) == standing]
    hang = {name: start[name] for name in stays if isinstance(where[name], Hung)}
    return Snapshot.of({**seated(asked.spec, after).as_dict(), **hang})


def _put_back(asked: Asked, performance: Performance, after: State) -> Snapshot:
    """Return the poses after a refused move (R12): those before it, save for sticks that it shook loose."""
    if not any(fall.dropped for fall in performance.outcome.falls):
        return asked.snapshot
    seen, start = performance.after.as_dict(), asked.snapshot.as_dict()
    inside = [str(standing.stick) for standing in after.standing.values()] + [str(s) for s in after.pierced.values()]
    return Snapshot.of({name: start[name] if name == asked.script.stick else seen[name] for name in inside})
