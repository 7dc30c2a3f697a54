"""One small audit in which the rules lie, for all tests of reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.run import audit
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.rules import Mode
from tests.lab.reporting.sketching import PRESETS


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the cases."""
    return tmp_path_factory.mktemp("cases")


@pytest.fixture(scope="session")
def plan(folder: Path) -> AuditPlan:
    """Return a small audit in which the rules lie."""
    lie = pipeline_for("exchange-too-high")
    return AuditPlan(PRESETS, (Mode.TWO, Mode.TEAMS), 2, 3, "ideal", pipeline=lie, cases=folder)


@pytest.fixture(scope="session")
def report(plan: AuditPlan) -> AuditReport:
    """Return what it found."""
    found = audit(plan)
    assert found.findings
    return found
