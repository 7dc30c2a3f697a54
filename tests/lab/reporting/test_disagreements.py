"""Differences told from their cases, with pictures of both outcomes; what cannot be pictured says why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.reporting import disagreements
from fakir3d.lab.reporting.disagreements import retell
from tests.lab.reporting.sketching import Sketcher


def test_pictures_show_both_outcomes_at_their_places(report: AuditReport) -> None:
    """Before and after from the same eye, with the places of the sticks that differ; the painter decides nothing."""
    painter = Sketcher()
    told = list(retell(report.findings, painter))
    assert len(painter.views) == 2 * len(report.findings)
    for each, (before, after) in zip(told, zip(*[iter(painter.views)] * 2, strict=True), strict=True):
        assert before.spec == after.spec
        assert before.predicted == after.predicted != before.observed == after.observed
        assert before.snapshot != after.snapshot
        # An exchange that stands too high: the rules foretold another bore, or the table, than where physics had it.
        assert f">{next(iter(before.observed))}" in each.observed
        assert each.floor is not None


def test_only_so_many_are_pictured(report: AuditReport, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page with thousands of pictures opens nowhere; what is left out is told."""
    monkeypatch.setattr(disagreements, "MOST_PICTURED", 1)
    first, *others = retell(report.findings, Sketcher())
    assert first.before is not None
    assert others
    assert all(each.before is None and each.missing == "only the first 1 are pictured" for each in others)


def test_a_case_that_is_gone_is_told(report: AuditReport, tmp_path: Path) -> None:
    """The finding stands; its case's file is named."""
    lost = replace(report.findings[0], case=str(tmp_path / "gone.case.json"))
    (told,) = retell([lost], Sketcher())
    assert "gone.case.json" in told.missing
    assert (told.before, told.after, told.floor) == (None, None, None)
