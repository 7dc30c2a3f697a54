"""Audits with a second opinion: three witnesses, a table of who agrees with whom, every split kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fakir3d.block.document import load_block
from fakir3d.cli.main import build_app
from fakir3d.crosscheck.case import AGREE, run_case
from fakir3d.crosscheck.casefile import load_case
from fakir3d.errors import MisuseError
from fakir3d.lab.audit.executors import ProcessExecutor
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.run import audit
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.rules import Mode
from tests.lab.opinions import FIRST_LIES, SECOND_LIES


def plan(tmp_path: Path, **changes: object) -> AuditPlan:
    """Return one short game of straight falls, with MuJoCo's opinion."""
    small = AuditPlan(
        blocks=(("lattice", load_block("lattice")),),
        modes=(Mode.TWO,),
        games=1,
        seed=3,
        engine="ideal",
        second="mujoco",
        sticks=4,
        cases=tmp_path / "cases",
    )
    return replace(small, **changes)


def test_three_witnesses_agree_over_every_act(tmp_path: Path) -> None:
    """Every move and probe is in the table once, with all three together."""
    report = audit(plan(tmp_path))
    acts = report.moves + report.acts["probe"]
    assert report.well
    assert dict(report.splits) == {"rules+ideal+mujoco": acts}
    document = report.to_json()
    assert document["agreements"] == {"ideal+mujoco": acts, "ideal+rules": acts, "mujoco+rules": acts}
    assert document["second"]["name"] == "mujoco"


@pytest.mark.bullet
def test_bullet_and_mujoco_and_reseated_bullet_agree(tmp_path: Path) -> None:
    """Four witnesses, one short game."""
    report = audit(plan(tmp_path, engine="bullet", reseat=True))
    assert set(report.splits) == {"rules+bullet+mujoco+reseated"}


def test_a_second_opinion_changes_nothing_of_the_game(tmp_path: Path) -> None:
    """The same moves, probes and falls as without it; only the digest tells that more was seen."""
    alone, asked = audit(plan(tmp_path, second=None)), audit(plan(tmp_path))
    assert (asked.acts, asked.probes, asked.falls) == (alone.acts, alone.probes, alone.falls)
    assert asked.digest != alone.digest
    assert alone.splits == {}


def test_the_second_alone_is_kept_every_time_and_the_game_goes_on(tmp_path: Path) -> None:
    """Each of its lies is a case of its own that names it; rules and first engine play to the end."""
    honest, report = audit(plan(tmp_path)), audit(plan(tmp_path, pipeline=SECOND_LIES))
    assert report.moves == honest.moves
    assert report.splits["rules+ideal | mujoco"] == len(report.findings) > 3
    assert not report.well
    for finding in report.findings:
        assert (finding.witness, finding.alone) == ("mujoco", ("mujoco",))
        case = load_case(Path(finding.case))
        assert case.engine.name == "mujoco"
        assert case.note.endswith("mujoco said this; the witnesses stand rules+ideal | mujoco: mujoco alone.")
        # The lie is not in the case: MuJoCo itself agrees.
        assert run_case(replace(case, expect=AGREE)).as_expected


def test_the_first_alone_ends_the_game(tmp_path: Path) -> None:
    """Its own lie: one case, of the first engine, and the rules have MuJoCo with them."""
    report = audit(plan(tmp_path, pipeline=FIRST_LIES))
    (finding,) = report.findings
    assert (finding.split, finding.alone, finding.witness) == ("rules+mujoco | ideal", ("ideal",), "ideal")
    assert load_case(Path(finding.case)).engine.name == "ideal"


def test_rules_alone_are_kept_as_seen_by_both_engines(tmp_path: Path) -> None:
    """A lie of the rules: two cases of one act, and each shows it again."""
    lying = pipeline_for("floor-too-high", "ideal")
    report = audit(plan(tmp_path, pipeline=lying))
    first, second = report.findings
    assert first.split == second.split == "ideal+mujoco | rules"
    assert first.alone == second.alone == ("rules",)
    assert (first.witness, second.witness) == ("ideal", "mujoco")
    for finding in report.findings:
        assert run_case(load_case(Path(finding.case)), lying).as_expected


def test_opinions_are_the_same_in_two_processes(tmp_path: Path) -> None:
    """Two games, two witnesses more, two processes: the same digest and table."""
    asked = plan(tmp_path, games=2, sticks=2, reseat=True)
    here, there = audit(asked), audit(asked, executor=ProcessExecutor(2))
    assert (there.digest, there.splits) == (here.digest, here.splits)
    assert set(here.splits) == {"rules+ideal+mujoco+reseated"}


def test_the_table_is_shown_and_misuse_told(tmp_path: Path) -> None:
    """As a person meets it; an engine cannot be its own second."""
    words = ["audit", "--engine", "ideal", "--block", "lattice", "--mode", "2", "--sticks", "2", "--seed", "3"]
    done = CliRunner().invoke(build_app(), [*words, "--reseat"])
    assert done.exit_code == 0
    assert "Who agrees with whom" in done.stdout
    assert "rules+ideal+reseated" in done.stdout
    for more, told in [
        (["--second", "ideal"], "ideal performs every act already"),
        (["--second", "magic"], "there is no engine 'magic'"),
        (["--workers", "2", "--scheduler", "tcp://127.0.0.1:1"], "leave one out"),
        (["--results", str(tmp_path), "--cases", str(tmp_path)], "leave one out"),
    ]:
        refused = CliRunner().invoke(build_app(), [*words, *more])
        assert isinstance(refused.exception, MisuseError)
        assert told in str(refused.exception)
