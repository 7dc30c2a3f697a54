"""The three files of a report tell the same, are whole without a painter, and overwrite nothing of others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakir3d.errors import MisuseError
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.reporting.files import HTML, JSON, JUNIT, check_folder, write_report
from tests.lab.reporting.sketching import WHEN, Blind, Page, Sketcher, parsed


def test_without_opengl_the_page_says_that_pictures_are_missing_and_why(
    tmp_path: Path, plan: AuditPlan, report: AuditReport
) -> None:
    """Asked once, not once a picture; everything else is there."""
    painter = Blind()
    check_folder(tmp_path, plan)
    page = write_report(tmp_path, plan, report, painter, when=WHEN)
    assert len(painter.views) == 1
    assert painter.closed
    text = page.read_text(encoding="utf-8")
    assert "The pictures are missing: no OpenGL here; the tables are whole." in Page(text).texts
    assert "<img" not in text


@pytest.fixture
def written(tmp_path: Path, plan: AuditPlan, report: AuditReport) -> Iterator[Path]:
    """Return a folder with a report in it."""
    folder = tmp_path / "new" / "report"
    check_folder(folder, plan)
    painter = Sketcher()
    assert write_report(folder, plan, report, painter, when=WHEN) == folder / HTML
    assert painter.closed
    yield folder
    assert sorted(path.name for path in folder.iterdir()) == sorted([HTML, JUNIT, JSON])


def test_the_three_files_tell_the_same(written: Path, report: AuditReport) -> None:
    """The JSON is that of ``audit --json``; the XML parses; the page has the digest."""
    document = json.loads((written / JSON).read_text(encoding="utf-8"))
    assert document == json.loads(json.dumps(report.to_json()))
    root = parsed((written / JUNIT).read_bytes())
    assert int(root.get("failures", "")) == len(report.findings)
    assert report.digest in (written / HTML).read_text(encoding="utf-8")


def test_a_report_of_the_same_audit_may_be_written_again(written: Path, plan: AuditPlan, report: AuditReport) -> None:
    """Whatever took another time."""
    check_folder(written, plan)
    write_report(written, plan, report, None, when=WHEN, why_not="nobody paints")
    assert "The pictures are missing: nobody paints." in (written / HTML).read_text(encoding="utf-8")


@pytest.mark.parametrize("how", ["other seed", "something else", "a broken report", "a file"])
def test_nothing_of_others_is_overwritten(tmp_path: Path, plan: AuditPlan, how: str) -> None:
    """A folder with another audit's report, or with anything else, is refused before a game is played."""
    folder = tmp_path / "report"
    if how == "a file":
        folder.write_text("mine")
    else:
        folder.mkdir()
        content = {"other seed": json.dumps({**plan.asked(), "seed": 99}), "a broken report": "{"}.get(how, "mine")
        (folder / ("thesis.txt" if how == "something else" else JSON)).write_text(content)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(MisuseError, match="name another folder") as told:
        check_folder(folder, plan)
    assert "\n" not in str(told.value)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
