"""From a move to what it led to, as pure functions: what the session plays and what ``verify`` plays again."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d.crosscheck.case import Case, case_of
from fakir3d.crosscheck.compare import compare
from fakir3d.crosscheck.pipeline import Comparison
from fakir3d.crosscheck.policy import Decision, decide, is_engine_fault
from fakir3d.errors import IllegalMoveError
from fakir3d.game.header import Header
from fakir3d.game.played_move import PlayedMove
from fakir3d.motion import Snapshot
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import Performance
from fakir3d.physics.reading import origins
from fakir3d.physics.seating import Scene, scene_of, seated
from fakir3d.rules import advance, impossible, objection, predict
from fakir3d.rules.advance import refused
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Hung, Outcome
from fakir3d.rules.state import State

__all__ = ["Attempt", "attempt", "forbid", "judged", "settle", "worth_a_retry"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A legal move about to be made.

    Attributes:
        header: the game it belongs to.
        number: which move it will be, counted from 1.
        before: the position.
        start: the poses.
        script: what the hand will do.
        predicted: what the rules foretell.
        tries: how often it has been performed; 2 after an engine fault.
    """

    header: Header
    number: int
    before: State
    start: Snapshot
    script: Script
    predicted: Outcome
    tries: int = 1

    @property
    def move(self) -> Move:
        """Return what will be done."""
        return self.script.move

    @property
    def scene(self) -> Scene:
        """Return what the act starts from."""
        return scene_of(self.header.spec, self.before, self.start)


def attempt(header: Header, number: int, before: State, start: Snapshot, script: Script) -> Attempt:
    """Return a move as it will be made.

    Raises:
        IllegalMoveError: if the rules forbid it; the message quotes the rule.
    """
    forbid(before, script.move)
    return Attempt(header, number, before, start, script, predict(before, script.move))


def forbid(state: State, move: Move) -> None:
    """Raise IllegalMoveError, quoting the rule, if a move is illegal."""
    against = objection(state, move)
    if against is not None:
        raise IllegalMoveError(against.text, move=str(move), rule=against.rule)


def judged(asked: Attempt, performance: Performance) -> Comparison:
    """Return what both witnesses said of a move."""
    return Comparison(asked.script, asked.predicted, performance, compare(asked.predicted, performance))


def worth_a_retry(asked: Attempt, seen: Comparison, tried: int) -> bool:
    """Return whether an act that was tried so often is performed again at half the step."""
    return tried <= asked.header.policy.retries and is_engine_fault(seen.verdict, _impossible(asked, seen))


def _impossible(asked: Attempt, seen: Comparison) -> str | None:
    """Return why no position could come of what physics saw, or None where one could."""
    return impossible(asked.before, asked.move, seen.performance.outcome)


def settle(asked: Attempt, seen: Comparison) -> tuple[PlayedMove, Decision]:
    """Return what becomes of a performed move; where the decision is to stop, the position stays as it was."""
    policy, unfit = asked.header.policy, _impossible(asked, seen)
    decision = decide(policy, asked.predicted, seen.performance, seen.verdict, unfit)
    after = asked.before if decision.stop else advance(asked.before, asked.move, decision.taken)
    performance = seen.performance
    turn = PlayedMove(
        number=asked.number,
        move=asked.move,
        script=asked.script,
        predicted=asked.predicted,
        observed=performance.outcome,
        verdict=seen.verdict,
        taken=decision.taken,
        before=asked.before,
        after=after,
        start=asked.start,
        snapshot=asked.start if decision.stop else _poses(asked, performance, decision, after),
        recording=performance.recording,
        note=decision.note,
        tries=asked.tries,
        contacts=performance.contacts,
        case=_case(asked, seen, decision),
    )
    return turn, decision


def _poses(asked: Attempt, performance: Performance, decision: Decision, after: State) -> Snapshot:
    if decision.reseat:
        return _in_place(asked, after)
    if refused(asked.before, asked.move, decision.taken):
        return _put_back(asked, performance, after)
    return performance.after


def _in_place(asked: Attempt, after: State) -> Snapshot:
    """Return the poses that the rules' outcome leads to; a stick that hung before and stays goes on hanging there."""
    start, stood, where = asked.start.as_dict(), asked.before.standing, origins(asked.scene)
    stays = [str(standing.stick) for hole, standing in after.standing.items() if stood.get(hole) == standing]
    hang = {name: start[name] for name in stays if isinstance(where[name], Hung)}
    return Snapshot.of({**seated(asked.header.spec, after).as_dict(), **hang})


def _put_back(asked: Attempt, performance: Performance, after: State) -> Snapshot:
    """Return the poses after a refused move (R12): those before it, save for sticks that it shook loose."""
    if not any(fall.dropped for fall in performance.outcome.falls):
        return asked.start
    seen, start = performance.after.as_dict(), asked.start.as_dict()
    inside = [str(standing.stick) for standing in after.standing.values()] + [str(s) for s in after.pierced.values()]
    return Snapshot.of({name: start[name] if name == asked.script.stick else seen[name] for name in inside})


def _case(asked: Attempt, seen: Comparison, decision: Decision) -> Case | None:
    if seen.verdict.agree:
        return None
    note = f"Move {asked.number} of a game: {decision.note}"
    return case_of(note, asked.header.spec, asked.before, asked.start, seen)
