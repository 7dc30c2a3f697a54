"""The page has all figures, needs nothing from anywhere, and escapes whatever names hold."""

from __future__ import annotations

import base64
from dataclasses import replace
from pathlib import Path

from fakir3d.crosscheck.self_test import Measurement
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.run import audit
from fakir3d.lab.audit.summary import AuditReport, LostGame
from fakir3d.lab.reporting.disagreements import retell
from fakir3d.lab.reporting.facts import SPREADS, overall
from fakir3d.lab.reporting.page import html_page
from fakir3d.rules import Mode
from tests.lab.reporting.sketching import PIXEL, PRESETS, WHEN, Page, Sketcher


def test_the_page_is_whole_in_itself(plan: AuditPlan, report: AuditReport) -> None:
    """All figures are in it; every address is data or a place in the page; no script; pictures are embedded."""
    painter = Sketcher()
    told = list(retell(report.findings, painter))
    text = html_page(plan, report, told, when=WHEN)
    page = Page(text)
    assert "script" not in page.tags
    assert all(address.startswith(("data:", "#")) for address in page.addresses)
    assert "http" not in text.replace("data:image", "")
    assert page.tags.count("img") == 2 * len(report.findings)
    assert base64.b64encode(PIXEL).decode() in text
    assert page.tags.count("svg") == len(SPREADS) * len(PRESETS)
    everything = overall(report)
    assert f"{everything.differences} of {everything.acts:,} acts differ" in page.texts
    for finding in report.findings:
        assert finding.verdict in page.texts
        assert finding.reproduction in page.texts
    assert report.digest in page.texts
    assert "29 November 2026, 23:00" in text


def test_the_page_tells_who_agrees_with_whom(plan: AuditPlan, report: AuditReport) -> None:
    """Where others were asked: the groups that said the same, and every two of them."""
    asked = replace(report, splits={"rules+bullet+mujoco": 1200, "rules+bullet | mujoco": 3})
    texts = Page(html_page(plan, asked, [], when=WHEN)).texts
    assert texts[texts.index("rules+bullet | mujoco") + 1] == "3"
    assert texts[texts.index("bullet and rules") + 1] == "1,203"
    assert texts[texts.index("bullet and mujoco") + 1] == "1,200"


def test_the_page_of_an_honest_audit_says_how_little_is_known(tmp_path: Path) -> None:
    """No difference in so many acts; the share that this allows; nothing is pictured."""
    honest = AuditPlan(PRESETS[:1], (Mode.TWO,), 1, 1, "ideal", cases=tmp_path)
    found = audit(honest)
    text = html_page(honest, found, [], when=WHEN)
    assert f"No difference in {overall(found).acts:,} acts" in text
    assert f"within {overall(found).interval} (95 %)" in text
    assert "There are none." in text
    assert 'class="banner good"' in text


def test_what_is_measured_as_nothing_has_no_sign(plan: AuditPlan, report: AuditReport) -> None:
    """No depth is 0, not -0."""
    nothing = {"ideal": {"lattice": (Measurement("depth", "mm", -0.0, 0.0, 0.0),)}}
    page = html_page(plan, replace(report, instruments=nothing), [], when=WHEN)
    assert ">-0<" not in page


def test_the_page_escapes_whatever_names_hold(plan: AuditPlan, report: AuditReport) -> None:
    """A block called like markup is text; a lost game's last words, too."""
    name = "<script>alert('x')</script> & \"q\""
    measures = {name: next(iter(report.measures.values()))}
    finding = replace(report.findings[0], block=name, case="nowhere.case.json")
    blocks = ((name, PRESETS[0][1]),)
    lost = LostGame(name, "2", 1, (name,), name)
    odd = replace(
        report,
        measures=measures,
        extremes={},
        findings=(finding,),
        lost=(lost,),
        asked={**report.asked, "blocks": [name]},
    )
    text = html_page(replace(plan, blocks=blocks), odd, list(retell(odd.findings, None)), when=WHEN)
    page = Page(text)
    assert "script" not in page.tags
    assert any(name in told for told in page.texts)
