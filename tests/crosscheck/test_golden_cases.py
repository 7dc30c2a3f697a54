"""Every case kept in tests/golden/cases still shows what it expects. A bug gets a case here before its fix."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fakir3d.crosscheck.case import run_case
from fakir3d.crosscheck.casefile import case_text, load_case
from fakir3d.lab.faults.injection import PIPELINES, pipeline_for

CASES = sorted((Path(__file__).parents[1] / "golden" / "cases").glob("*.case.json"))


def _performed(path: Path) -> object:
    """Return a case as a parameter, marked if it needs an engine that not every machine has."""
    marks = [pytest.mark.bullet] if load_case(path).engine.name == "bullet" else []
    return pytest.param(path, marks=marks, id=path.name.removesuffix(".case.json"))


@pytest.mark.parametrize("path", [_performed(path) for path in CASES])
def test_a_golden_case_shows_what_it_expects(path: Path) -> None:
    """Performed again with its own engine, honest or with its own lie."""
    case = load_case(path)
    run = run_case(case, pipeline_for(case.sabotage, case.engine.name))
    assert run.as_expected, f"{case.note} Expected {case.expect}, got {run.comparison.verdict}"


def test_the_golden_cases_are_written_as_cases_are_written() -> None:
    """Nobody has edited them: each is what writing its case gives, but for numbers its physics did not have yet."""
    for path in CASES:
        kept = path.read_text(encoding="utf-8")
        written, anew = json.loads(kept), json.loads(case_text(load_case(path)))
        assert written["config"].items() <= anew["config"].items(), path.name
        if written["config"] == anew["config"]:
            assert case_text(load_case(path)) == kept, path.name
        apart = {"config", "sha256"}
        assert {key: written[key] for key in written.keys() - apart} == {key: anew[key] for key in anew.keys() - apart}


def test_agreements_and_lies_are_among_them() -> None:
    """There are cases that agree, jams, and cases of lies, of rules and of wood, and each says what it shows."""
    cases = [load_case(path) for path in CASES]
    assert {case.sabotage for case in cases} == {None, "floor-too-high", "wall-missing"}
    assert {case.sabotage for case in cases} <= {None, *PIPELINES}
    assert {case.expect for case in cases if case.sabotage is None} == {"agree", "hung"}
    assert all(case.expect != "agree" for case in cases if case.sabotage)
    assert all(case.note.endswith(".") for case in cases)
