"""Files made by the program as it was before this house was put in order (commit 4066647) still open and still hold.

tests/golden/compat has two game records and three cases of that day: an agreement, a disagreement under a sabotage,
and a disagreement under numbers of its own (``friction=swollen`` with flat ends).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fakir3d.crosscheck.case import run_case
from fakir3d.crosscheck.casefile import load_case
from fakir3d.game import load_record, verify_record
from fakir3d.lab.faults.injection import pipeline_for

COMPAT = Path(__file__).parent / "compat"


def _marked(path: Path) -> object:
    marks = [pytest.mark.bullet] if "bullet" in path.name else []
    return pytest.param(path, marks=marks, id=path.name)


RECORDS = [_marked(path) for path in sorted(COMPAT.glob("*.fakir"))]
CASES = [_marked(path) for path in sorted(COMPAT.glob("*.case.json"))]


@pytest.mark.parametrize("path", RECORDS)
def test_an_old_record_loads_and_verifies(path: Path) -> None:
    """Every line is understood, every move is performed again with the same outcome, to the last bit of its poses."""
    game = load_record(path)
    assert game.over
    report = verify_record(path)
    assert report.good, report.finding
    assert report.moves > len(game.moves) > 40


@pytest.mark.parametrize("path", CASES)
def test_an_old_case_shows_what_it_showed(path: Path) -> None:
    """Performed again, with its own lie where it has one."""
    case = load_case(path)
    run = run_case(case, pipeline_for(case.sabotage, case.engine.name))
    assert run.as_expected
    assert run.comparison.performance.outcome == case.observed
    assert run.comparison.predicted == case.predicted


def test_there_are_records_and_cases_of_that_day() -> None:
    """Two games with moves taken back, and three cases of different kinds."""
    assert len(RECORDS) == 2
    assert len(CASES) == 3
    assert len({load_case(path).expect for path in COMPAT.glob("*.case.json")}) == 3
    assert all(b'"undo"' in path.read_bytes() for path in COMPAT.glob("*.fakir"))
