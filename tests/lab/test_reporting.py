"""Reports: every figure adds up, XML stays XML whatever names hold, the page needs nothing from anywhere."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.block.document import load_block, preset_names
from fakir3d.crosscheck.instruments import Gauge
from fakir3d.errors import DisplayError, MisuseError
from fakir3d.lab.audit import AuditPlan, audit
from fakir3d.lab.reporting import disagreements
from fakir3d.lab.reporting.charts import histogram
from fakir3d.lab.reporting.disagreements import retell
from fakir3d.lab.reporting.facts import EXTREMES, SPREADS, by_block, by_difference, by_floor, greatest, overall
from fakir3d.lab.reporting.files import HTML, JSON, JUNIT, check_folder, write_report
from fakir3d.lab.reporting.junit import junit_xml
from fakir3d.lab.reporting.page import html_page
from fakir3d.lab.reporting.painting import Picture, View
from fakir3d.lab.sabotage import witnesses_for
from fakir3d.lab.summary import Lost, Report
from fakir3d.rules import Mode

WHEN = datetime(2026, 11, 29, 23, 0, tzinfo=UTC)
PRESETS = tuple((name, load_block(name)) for name in preset_names())
PIXEL = base64.b64decode("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of this module's cases."""
    return tmp_path_factory.mktemp("cases")


@pytest.fixture(scope="module")
def plan(folder: Path) -> AuditPlan:
    """Return a small audit in which the rules lie."""
    lie = witnesses_for("exchange-too-high")
    return AuditPlan(PRESETS, (Mode.TWO, Mode.TEAMS), 2, 3, "ideal", witnesses=lie, cases=folder)


@pytest.fixture(scope="module")
def report(plan: AuditPlan) -> Report:
    """Return what it found."""
    found = audit(plan)
    assert found.findings
    return found


def parsed(text: str | bytes) -> ET.Element:
    """Return a document that we have written."""
    return ET.fromstring(text)  # noqa: S314


class Sketcher:
    """Paints a pixel of everything, and remembers the views."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.closed = False

    def paint(self, view: View) -> Picture:
        """Return a pixel."""
        self.views.append(view)
        return Picture(PIXEL, "image/gif")

    def close(self) -> None:
        """Remember that nothing more can be painted."""
        self.closed = True


class Blind(Sketcher):
    """Cannot paint on this machine."""

    def paint(self, view: View) -> Picture:
        """Say so."""
        super().paint(view)
        raise DisplayError("no OpenGL here; the tables are whole")


class Page(HTMLParser):
    """Reads a page: its texts by element, and every address in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and the addresses it names."""
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href", "data", "srcset", "action"}]

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)


def test_acts_add_up_by_kind_and_by_block(report: Report) -> None:
    """Every act is in one row; the sums are the report's; what differs is counted where it belongs."""
    blocks = by_block(report)
    assert list(blocks) == list(preset_names())
    everything = overall(report)
    assert everything.acts == report.moves + report.acts["probe"]
    assert everything.differences == len(report.findings)
    assert sum(kinds[-1].counted.acts for kinds in blocks.values()) == everything.acts
    assert sum(kinds[-1].counted.differences for kinds in blocks.values()) == everything.differences
    for *kinds, last in blocks.values():
        assert sum(kind.counted.acts for kind in kinds) == last.counted.acts
        assert {kind.counted.name for kind in kinds if kind.counted.differences} == {"exchange"}
        assert len(last.quantiles) == len(SPREADS)


def test_floors_count_every_act_that_has_one(report: Report) -> None:
    """From the table up; the floor of a difference is read from its case."""
    told = list(retell(report.findings, None, "no painter"))
    floors = by_floor(report, {each.finding: each.floor for each in told})
    for block, rows in floors.items():
        assert [row.name for row in rows] == [f"floor {number}" for number in range(1, len(rows) + 1)]
        measures = report.measures[block].values()
        assert sum(row.acts for row in rows) == sum(sum(measure.floors.values()) for measure in measures)
    assert sum(row.differences for rows in floors.values() for row in rows) == len(report.findings)


def test_kinds_of_difference_are_told_by_block_act_and_floor(report: Report) -> None:
    """Every finding is in one row; the most frequent come first."""
    told = list(retell(report.findings, None, "no painter"))
    rows = by_difference(report, {each.finding: each.floor for each in told})
    assert sum(count for *_, count in rows) == len(report.findings)
    assert {block for _, block, *_ in rows} == {finding.block for finding in report.findings}
    assert {act for _, _, act, *_ in rows} == {"exchange"}
    assert all(floor.startswith("floor ") for *_, floor, _ in rows)
    counts = [count for *_, count in rows]
    assert counts == sorted(counts, reverse=True)
    assert by_difference(report, {})[0][3] == "–"


def test_what_was_greatest_comes_with_the_line_that_plays_its_game_again(plan: AuditPlan, report: Report) -> None:
    """All four, greatest first, each with block, mode, game, move and a command."""
    found = greatest(plan, report)
    assert list(found) == [EXTREMES[what][0] for what in EXTREMES if what in report.extremes]
    for acts in found.values():
        values = [float(act.value.split()[0]) for act in acts]
        assert values == sorted(values, reverse=True)
        assert all(act.command.startswith("fakir3d audit --block ") for act in acts)
        assert all("--sabotage exchange-too-high" in act.command for act in acts)


def test_a_histogram_is_a_drawing_that_counts_everything() -> None:
    """Bars of a round width, at most as many as fit; the titles of the bars add up; nothing counted is drawn too."""
    counts = {step * 0.01: count for step, count in ((0, 900), (7, 20), (8, 1), (199, 3))}
    svg = parsed(histogram("depth <of> contacts", "mm", counts, 0.01))
    bars = svg.findall("rect")
    assert 1 < len(bars) <= 32
    assert sum(int(bar.findtext("title", "").split(": ")[1]) for bar in bars) == sum(counts.values())
    heights = [float(bar.get("height", "0")) for bar in bars]
    assert heights[0] == max(heights)
    assert min(heights) >= 1.5
    assert svg.findtext("title") == "depth <of> contacts: 924 acts, from 0 to 1.99 mm"
    empty = parsed(histogram("nothing", "mm", {}, 0.01))
    assert empty.findall("rect") == []


@given(st.dictionaries(st.integers(0, 10**6), st.integers(1, 10**6), min_size=1), st.sampled_from([1.0, 0.01, 0.1]))
@settings(max_examples=60)
def test_a_histogram_of_anything_stays_within_its_frame(counts: dict[int, int], step: float) -> None:
    """Whatever the values: all counted, all inside."""
    svg = parsed(histogram("x", "mm", {value * step: n for value, n in sorted(counts.items())}, step))
    bars = svg.findall("rect")
    assert sum(int(bar.findtext("title", "").split(": ")[1]) for bar in bars) == sum(counts.values())
    assert len(bars) <= 33
    for bar in bars:
        assert float(bar.get("x", "")) + float(bar.get("width", "")) <= 320
        assert float(bar.get("y", "")) >= 15.9


def suites(report: Report) -> dict[str, ET.Element]:
    """Return the suites of the JUnit document by name, after checking that the counts at the root are theirs."""
    root = parsed(junit_xml(report))
    assert root.tag == "testsuites"
    for count in ("tests", "failures", "errors", "skipped"):
        assert int(root.get(count, "")) == sum(int(suite.get(count, "")) for suite in root)
    return {suite.get("name", ""): suite for suite in root}


def test_junit_has_a_case_for_each_game_and_a_failure_for_each_difference(report: Report) -> None:
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


def test_junit_tells_wrong_instruments_lost_games_and_what_was_not_played(report: Report) -> None:
    """A failure, an error and a skipped case."""
    lost = Lost("lattice", "2", 9, ("died\nof a signal", "died again"), "fakir3d audit --first-game 9")
    wrong = {"ideal": {"lattice": (Gauge("fall", "", 3.0, 0.0, 1.0),)}}
    found = suites(replace(report, lost=(lost,), instruments=wrong, interrupted=True, elsewhere=("there, too",)))
    assert found["instruments"].find("testcase/failure").get("message") == "fall: 3, must be 0 to 1"
    assert [each.get("message") for each in found["instruments"].iter("failure")][1:] == ["there, too"]
    errors = found["lattice, mode 2"].findall("testcase/error")
    assert [error.get("message") for error in errors] == ["died again"]
    assert "again: fakir3d audit --first-game 9" in errors[0].text
    assert found["not played"].find("testcase/skipped") is not None


@given(st.text(st.characters(exclude_categories=()), max_size=60))
@settings(max_examples=200)
def test_junit_is_valid_whatever_names_hold(report: Report, name: str) -> None:
    """Control characters, surrogates, markup, the end of a CDATA: the document parses, and nothing is lost silently."""
    lost = Lost(name, "2", 1, (name, f"{name}]]>"), name)
    first = replace(report.findings[0], block=name, verdict=name, case=name, split=name)
    odd = replace(
        report,
        asked={**report.asked, "blocks": [name]},
        findings=(first,),
        lost=(lost,),
        played={(name, "2"): (first.game,)},
        instruments={"ideal": {name: (Gauge(name, name, 3.0, 0.0, 1.0),)}},
    )
    root = parsed(junit_xml(odd))
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "2", "1")


def test_junit_writes_what_xml_cannot_hold_as_python_does(report: Report) -> None:
    """Nobody wonders what the name was."""
    name = "bell\a <b> & ]]> \x00 \ud800 ￾ é"
    odd = replace(report, asked={**report.asked, "blocks": [name]}, played={(name, "2"): (1,)}, findings=())
    assert r"bell\x07 <b> & ]]> \x00 \ud800 \ufffe é, mode 2" in suites(odd)


def test_the_page_is_whole_in_itself(plan: AuditPlan, report: Report) -> None:
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


def test_the_page_tells_who_agrees_with_whom(plan: AuditPlan, report: Report) -> None:
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


def test_the_page_escapes_whatever_names_hold(plan: AuditPlan, report: Report) -> None:
    """A block called like markup is text; a lost game's last words, too."""
    name = "<script>alert('x')</script> & \"q\""
    measures = {name: next(iter(report.measures.values()))}
    finding = replace(report.findings[0], block=name, case="nowhere.case.json")
    blocks = ((name, PRESETS[0][1]),)
    lost = Lost(name, "2", 1, (name,), name)
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


def test_pictures_show_both_outcomes_at_their_places(report: Report) -> None:
    """Before and after from the same eye, with the places of the sticks that differ; the painter decides nothing."""
    painter = Sketcher()
    told = list(retell(report.findings, painter))
    assert len(painter.views) == 2 * len(report.findings)
    for each, (before, after) in zip(told, zip(*[iter(painter.views)] * 2, strict=True), strict=True):
        assert before.spec == after.spec
        assert before.foretold == after.foretold != before.observed == after.observed
        assert before.snapshot != after.snapshot
        # An exchange that stands too high: the rules foretold another bore, or the table, than where physics had it.
        assert f">{next(iter(before.observed))}" in each.observed
        assert each.floor is not None


def test_only_so_many_are_pictured(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page with thousands of pictures opens nowhere; what is left out is told."""
    monkeypatch.setattr(disagreements, "MOST_PICTURED", 1)
    first, *others = retell(report.findings, Sketcher())
    assert first.before is not None
    assert others
    assert all(each.before is None and each.missing == "only the first 1 are pictured" for each in others)


def test_without_opengl_the_page_says_that_pictures_are_missing_and_why(
    tmp_path: Path, plan: AuditPlan, report: Report
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


def test_a_case_that_is_gone_is_told(report: Report, tmp_path: Path) -> None:
    """The finding stands; its case's file is named."""
    lost = replace(report.findings[0], case=str(tmp_path / "gone.case.json"))
    (told,) = retell([lost], Sketcher())
    assert "gone.case.json" in told.missing
    assert (told.before, told.after, told.floor) == (None, None, None)


@pytest.fixture
def written(tmp_path: Path, plan: AuditPlan, report: Report) -> Iterator[Path]:
    """Return a folder with a report in it."""
    folder = tmp_path / "new" / "report"
    check_folder(folder, plan)
    painter = Sketcher()
    assert write_report(folder, plan, report, painter, when=WHEN) == folder / HTML
    assert painter.closed
    yield folder
    assert sorted(path.name for path in folder.iterdir()) == sorted([HTML, JUNIT, JSON])


def test_the_three_files_tell_the_same(written: Path, report: Report) -> None:
    """The JSON is that of ``audit --json``; the XML parses; the page has the digest."""
    document = json.loads((written / JSON).read_text(encoding="utf-8"))
    assert document == json.loads(json.dumps(report.to_json()))
    root = parsed((written / JUNIT).read_bytes())
    assert int(root.get("failures", "")) == len(report.findings)
    assert report.digest in (written / HTML).read_text(encoding="utf-8")


def test_a_report_of_the_same_audit_may_be_written_again(written: Path, plan: AuditPlan, report: Report) -> None:
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
