"""The figures of a report: every act is counted, once, where it belongs."""

from __future__ import annotations

from fakir3d.block.document import preset_names
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.reporting.disagreements import retell
from fakir3d.lab.reporting.facts import EXTREMES, SPREADS, by_block, by_difference, by_floor, greatest, overall


def test_acts_add_up_by_kind_and_by_block(report: AuditReport) -> None:
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


def test_floors_count_every_act_that_has_one(report: AuditReport) -> None:
    """From the table up; the floor of a difference is read from its case."""
    told = list(retell(report.findings, None, "no painter"))
    floors = by_floor(report, {each.finding: each.floor for each in told})
    for block, rows in floors.items():
        assert [row.name for row in rows] == [f"floor {number}" for number in range(1, len(rows) + 1)]
        measures = report.measures[block].values()
        assert sum(row.acts for row in rows) == sum(sum(measure.floors.values()) for measure in measures)
    assert sum(row.differences for rows in floors.values() for row in rows) == len(report.findings)


def test_kinds_of_difference_are_told_by_block_act_and_floor(report: AuditReport) -> None:
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


def test_what_was_greatest_comes_with_the_line_that_plays_its_game_again(plan: AuditPlan, report: AuditReport) -> None:
    """All four, greatest first, each with block, mode, game, move and a command."""
    found = greatest(plan, report)
    assert list(found) == [EXTREMES[what][0] for what in EXTREMES if what in report.extremes]
    for acts in found.values():
        values = [float(act.value.split()[0]) for act in acts]
        assert values == sorted(values, reverse=True)
        assert all(act.command.startswith("fakir3d audit --block ") for act in acts)
        assert all("--sabotage exchange-too-high" in act.command for act in acts)
