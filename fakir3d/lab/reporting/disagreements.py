"""The disagreements of an audit, retold from their cases, with pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fakir3d.block.names import Bore, Hole
from fakir3d.crosscheck.case import Case, run_case
from fakir3d.crosscheck.casefile import load_case
from fakir3d.errors import DisplayError, FakirError
from fakir3d.lab.audit.game_result import Finding
from fakir3d.lab.audit.playing import floor_of
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.lab.reporting.pictures import Picture, PositionPainter, PositionView
from fakir3d.rules.moves import Hand, Move
from fakir3d.rules.outcome import Hung, Outcome
from fakir3d.rules.state import State

MOST_PICTURED = 40
"""So many disagreements are pictured; a page with thousands of pictures would open nowhere."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A finding, and what its case tells.

    Attributes:
        finding: which.
        note: the case's sentence; empty where it cannot be read.
        position: the position, by its text.
        predicted: what the rules predicted.
        observed: what physics did.
        floor: the floor the move is about, from 0; None where it is about none, or the case cannot be read.
        before: a picture of the block before the act.
        after: a picture of what physics left.
        missing: why a picture or the case is missing; empty where nothing is.
    """

    finding: Finding
    note: str = ""
    position: str = ""
    predicted: str = ""
    observed: str = ""
    floor: int | None = None
    before: Picture | None = None
    after: Picture | None = None
    missing: str = ""


def retell(findings: Sequence[Finding], painter: PositionPainter | None, why_not: str = "") -> Iterator[Disagreement]:
    """Yield each finding with what its case tells, the first of them with pictures.

    A case is performed again for the picture after it. Where a machine cannot paint, the first try says so, and
    nothing more is tried.

    Args:
        findings: what an audit found.
        painter: who paints; None for nobody.
        why_not: why there is nobody.
    """
    for number, finding in enumerate(findings):
        try:
            case = load_case(Path(finding.case))
        except FakirError as error:
            yield Disagreement(finding, missing=str(error))
            continue
        missing, pictures = why_not, list[Picture]()
        if painter is not None and number >= MOST_PICTURED:
            missing = f"only the first {MOST_PICTURED} are pictured"
        elif painter is not None:
            try:
                pictures = [painter.paint(view) for view in _views(case)]
            except DisplayError as error:
                painter, why_not, missing = None, str(error), str(error)
            except FakirError as error:
                missing = str(error)
        yield Disagreement(
            finding=finding,
            note=case.note,
            position=str(case.state),
            predicted=str(case.predicted),
            observed=str(case.observed),
            floor=floor_of(case.state, case.acts[-1].move),
            before=pictures[0] if pictures else None,
            after=pictures[1] if len(pictures) > 1 else None,
            missing=missing,
        )


def _views(case: Case) -> Iterator[PositionView]:
    """Yield the block before the judged act and after it; the act is performed again for that."""
    predicted, observed = _marked(case)
    run = run_case(case, pipeline_for(case.sabotage, case.engine.name))
    for snapshot in (run.comparison.performance.before, run.comparison.performance.after):
        yield PositionView(case.spec, snapshot, predicted, observed)


def _marked(case: Case) -> tuple[frozenset[Hole | Bore], frozenset[Hole | Bore]]:
    """Return where the outcomes end for the sticks (or the hand) over which they differ."""
    sticks = {found.stick for found in case.verdict.discrepancies}
    state, move = case.state, case.acts[-1].move
    predicted, observed = (
        frozenset(place for stick in sticks for place in _ends(state, move, outcome, stick))
        for outcome in (case.predicted, case.observed)
    )
    return predicted, observed


def _ends(state: State, move: Move, outcome: Outcome, stick: str) -> Iterator[Hole | Bore]:
    """Yield where a stick is by an outcome: the bore under it, else its hole; for the hand the place of the move."""
    fall = next((each for each in outcome.falls if str(each.stick) == stick), None)
    if fall is not None:
        yield fall.to if isinstance(fall.to, Bore) else fall.to.above if isinstance(fall.to, Hung) else fall.hole
        return
    standing = next((each for each in state.standing.values() if str(each.stick) == stick), None)
    if standing is not None:
        yield standing.on
        return
    if not isinstance(move.place, Hand):
        yield move.place
