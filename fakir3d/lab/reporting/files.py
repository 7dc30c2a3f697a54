"""The folder of a report: checked before the games, written after them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing, nullcontext
from datetime import datetime
from pathlib import Path

from pydantic_core import from_json

from fakir3d.errors import MisuseError
from fakir3d.files import HALF_SUFFIX, write_whole
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.reporting.disagreements import retell
from fakir3d.lab.reporting.junit import junit_xml
from fakir3d.lab.reporting.pictures import PositionPainter

HTML, JUNIT, JSON = "report.html", "junit.xml", "report.json"


def check_folder(folder: Path, plan: AuditPlan) -> None:
    """Make sure that a report can be put into a folder, and make the folder: new, empty, or with one of this audit.

    Raises:
        MisuseError: if it holds something else or cannot be written to; nothing in it is changed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = sorted(path.name for path in folder.iterdir() if not path.name.endswith(HALF_SUFFIX))
    except OSError as error:
        raise MisuseError(f"no report can be put into {folder}: {error.strerror}; name another folder") from None
    others = [name for name in held if name not in {HTML, JUNIT, JSON}]
    if others:
        raise MisuseError(f"{folder} holds {others[0]}, which is no part of a report; name another folder")
    if held and not _is_of(folder / JSON, plan.asked()):
        raise MisuseError(f"{folder} holds the report of another audit; name another folder")
    trial = folder / f".trial{HALF_SUFFIX}"
    _write(trial, b" ")
    trial.unlink()


def _write(path: Path, content: bytes) -> None:
    write_whole(path, content, cannot=f"no report can be put into {path.parent}", advice="name another folder")
    # What a killed process left of it.
    for half in path.parent.glob(f".{path.name}.*{HALF_SUFFIX}"):
        half.unlink(missing_ok=True)


def _is_of(path: Path, asked: Mapping[str, object]) -> bool:
    """Return whether a report is that of the audit that was asked for."""
    try:
        document = from_json(path.read_bytes())
    except (OSError, ValueError):
        return False
    wanted = json.loads(json.dumps(asked))
    return isinstance(document, dict) and {name: document.get(name) for name in wanted} == wanted


def write_report(
    folder: Path,
    plan: AuditPlan,
    report: AuditReport,
    painter: PositionPainter | None,
    *,
    when: datetime,
    why_not: str = "",
) -> Path:
    """Write the page, the XML and the JSON of a report, each whole or not at all; return the page's path.

    Args:
        folder: where to, as ``check_folder`` left it.
        plan: what was to be done.
        report: what was found.
        painter: who paints the disagreements; closed at the end. None for nobody.
        when: the date that the page bears.
        why_not: why there is no painter.

    Raises:
        MisuseError: if it cannot be written there.
    """
    # Loaded when a page is written: it brings the template engine, which no other command needs.
    from fakir3d.lab.reporting.page import html_page

    with nullcontext() if painter is None else closing(painter):
        disagreements = list(retell(report.findings, painter, why_not if painter is None else ""))
    pictured = any(each.before for each in disagreements)
    missing = "" if pictured else next((each.missing for each in disagreements if each.missing), "")
    page = html_page(plan, report, disagreements, when=when, no_pictures=missing)
    files = {
        JUNIT: junit_xml(report),
        JSON: json.dumps(report.to_json(), indent=1, allow_nan=False).encode() + b"\n",
        HTML: page.encode("utf-8", "backslashreplace"),
    }
    for name, content in files.items():
        _write(folder / name, content)
    return folder / HTML
