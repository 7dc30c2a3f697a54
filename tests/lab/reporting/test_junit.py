"""JUnit: a case for each game, a failure for each difference, and XML whatever names hold."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.block.document import preset_names
from fakir3d.crosscheck.self_test import Measurement
from fakir3d.lab.audit.summary import AuditReport, LostGame
from fakir3d.lab.reporting.junit import junit_xml
from tests.lab.reporting.sketching import parsed


def suites(report: AuditReport) -> dict[str, ET.Element]:
    """Return the suites of the JUnit document by name, after checking that the counts at the root are theirs."""
    root = parsed(junit_xml(report))
    assert root.tag == "testsuites"
    for count in ("tests", "failures", "errors", "skipped"):
        assert int(root.get(count, "")) == sum(int(suite.get(count, "")) for suite in root)
    return {suite.get("name", ""): suite for suite in root}


def test_junit_has_a_case_for_each_game_and_a_failure_for_each_difference(report: AuditReport) -> None:
    """As many cases as games, a failure where a game differed, with the line that shows it again; instruments apart."""
    found = suites(report)
    assert list(found) == [
        "instruments",
        *(f"{block}, mode {mode}" for block in preset_names() for mode in ("2", "teams")),
    ]
    games = [case for name, suite in found.items() if name != "instruments" for case in suite]
    assert len(games) == report.games_played == 12
    failures = [failure for case in games for failure in case.findall("failure")]
    assert len(failures) == len(report.findings)
    for failure, finding in zip(
        failures, sorted(report.findings, key=lambda each: list(preset_names()).index(each.block)), strict=True
    ):
        assert failure.get("type") == finding.kind.value
        assert finding.verdict in failure.get("message", "")
        assert f"again: {finding.reproduction}" in (failure.text or "")
    assert [case.get("name") for case in found["instruments"]] == list(preset_names())


def test_junit_tells_wrong_instruments_lost_games_and_what_was_not_played(report: AuditReport) -> None:
    """A failure, an error and a skipped case."""
    lost = LostGame("lattice", "2", 9, ("died\nof a signal", "died again"), "fakir3d audit --first-game 9")
    wrong = {"ideal": {"lattice": (Measurement("fall", "", 3.0, 0.0, 1.0),)}}
    found = suites(replace(report, lost=(lost,), instruments=wrong, interrupted=True, elsewhere=("there, too",)))
    assert found["instruments"].find("testcase/failure").get("message") == "fall: 3, must be 0 to 1"
    assert [each.get("message") for each in found["instruments"].iter("failure")][1:] == ["there, too"]
    errors = found["lattice, mode 2"].findall("testcase/error")
    assert [error.get("message") for error in errors] == ["died again"]
    assert "again: fakir3d audit --first-game 9" in errors[0].text
    assert found["not played"].find("testcase/skipped") is not None


@given(st.text(st.characters(exclude_categories=()), max_size=60))
@settings(max_examples=200)
def test_junit_is_valid_whatever_names_hold(report: AuditReport, name: str) -> None:
    """Control characters, surrogates, markup, the end of a CDATA: the document parses, and nothing is lost silently."""
    lost = LostGame(name, "2", 1, (name, f"{name}]]>"), name)
    first = replace(report.findings[0], block=name, verdict=name, case=name, split=name)
    odd = replace(
        report,
        asked={**report.asked, "blocks": [name]},
        findings=(first,),
        lost=(lost,),
        played={(name, "2"): (first.game,)},
        instruments={"ideal": {name: (Measurement(name, name, 3.0, 0.0, 1.0),)}},
    )
    root = parsed(junit_xml(odd))
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "2", "1")


def test_junit_writes_what_xml_cannot_hold_as_python_does(report: AuditReport) -> None:
    """Nobody wonders what the name was."""
    name = "bell\a <b> & ]]> \x00 \ud800 ￾ é"
    odd = replace(report, asked={**report.asked, "blocks": [name]}, played={(name, "2"): (1,)}, findings=())
    assert r"bell\x07 <b> & ]]> \x00 \ud800 \ufffe é, mode 2" in suites(odd)
