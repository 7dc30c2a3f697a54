"""One move that has been made, whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from fakir3d.crosscheck.case import Case, case_of
from fakir3d.crosscheck.pipeline import Settlement
from fakir3d.crosscheck.verdict import Verdict
from fakir3d.motion import Recording, Snapshot
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import Contact
from fakir3d.rules.advance import refused
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import State


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One move: what was asked, foretold, seen and made of it. A pull and its exchange are two of these.

    Attributes:
        number: counted from 1 along the moves that stand (undone ones give their numbers back).
        move: what was done.
        script: how the hand did it.
        predicted: what the rules foretold.
        observed: what physics did.
        verdict: how the two compare.
        taken: the outcome the game went on with.
        before: the position it was made in.
        after: the position it led to.
        start: the poses before it.
        snapshot: the poses after it.
        recording: the motion; from a loaded record, within the record's quanta.
        note: a sentence for the players; empty when there is nothing to tell.
        tries: how often it was performed; 2 where the first showed an engine fault, so that it was tried again at half
            the step.
        contacts: what met during the act, for sounds; a record does not keep them.
        case: the difference between rules and physics as a case; None where they agree, and in a loaded record.
    """

    number: int
    move: Move
    script: Script
    predicted: Outcome
    observed: Outcome
    verdict: Verdict
    taken: Outcome
    before: State
    after: State
    start: Snapshot
    snapshot: Snapshot
    recording: Recording
    note: str = ""
    tries: int = 1
    contacts: tuple[Contact, ...] = ()
    case: Case | None = None

    @classmethod
    def of(cls, number: int, settled: Settlement) -> Self:
        """Return what became of an act as move ``number`` of its game."""
        comparison, decision = settled.comparison, settled.decision
        asked, performance = comparison.asked, comparison.performance
        note = f"Move {number} of a game: {decision.note}"
        return cls(
            number=number,
            move=asked.move,
            script=asked.script,
            predicted=asked.predicted,
            observed=performance.outcome,
            verdict=comparison.verdict,
            taken=decision.taken,
            before=asked.state,
            after=settled.after,
            start=asked.snapshot,
            snapshot=settled.snapshot,
            recording=performance.recording,
            note=decision.note,
            tries=comparison.tries,
            contacts=performance.contacts,
            case=None if comparison.verdict.agree else case_of(note, comparison),
        )

    @property
    def jammed(self) -> bool:
        """Return whether something happened that the rules did not foretell and a real block can do (R12)."""
        return not self.verdict.agree and self.taken == self.observed

    @property
    def refused(self) -> bool:
        """Return whether physics refused the move, so that everything was put back (R12)."""
        return refused(self.before, self.move, self.taken)
