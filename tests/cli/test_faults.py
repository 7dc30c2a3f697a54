"""``fakir3d audit --sabotage`` as QA meets it: a list, a table of what noticed what, one JSON document, exit codes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from fakir3d.cli import faults as command
from fakir3d.cli.main import build_app
from fakir3d.crosscheck.pipeline import Pipeline
from fakir3d.errors import MisuseError
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.faults.catalogue import FAULTS, InjectedFault
from fakir3d.lab.faults.injection import Caught, catch

SMALL = ["audit", "--engine", "ideal", "--mode", "2", "--sticks", "5"]
FEW = ("floor-too-high", "box-missing", "tilted", "chunk-lost")


@pytest.fixture
def app() -> typer.Typer:
    """Return the application."""
    return build_app()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant only some: all are tried in tests/lab/test_sabotage.py."""
    monkeypatch.setattr(command, "FAULTS", tuple(each for each in FAULTS if each.name in FEW))


def test_the_list_tells_all_of_them(app: typer.Typer) -> None:
    """Names, places and sentences, for people and as JSON; nothing is played."""
    told = CliRunner().invoke(app, ["audit", "--sabotage", "list", "--json"])
    assert told.exit_code == 0
    planted = json.loads(told.stdout)["planted"]
    assert [each["name"] for each in planted] == [each.name for each in FAULTS]
    shown = CliRunner().invoke(app, ["audit", "--sabotage", "list"])
    assert shown.exit_code == 0
    assert all(each.name in shown.stdout for each in FAULTS)


@pytest.mark.usefixtures("few")
def test_all_is_a_table_of_what_noticed_what(app: typer.Typer) -> None:
    """Exit 0; each with the check and the act; what straight falls could not show is told and not tried."""
    done = CliRunner().invoke(app, [*SMALL, "--sabotage", "all"], env={"COLUMNS": "200"})
    assert done.exit_code == 0
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.split() and line.split()[0] in FEW}
    assert "extra-fall" in lines["floor-too-high"]
    assert "lattice, move" in lines["floor-too-high"]
    assert "before the games" in lines["box-missing"]
    assert "recording" in lines["chunk-lost"]
    assert "not tried, straight falls could not show them: tilted" in done.stdout
    assert "3 of 3 caught" in done.stdout


@pytest.mark.usefixtures("few")
def test_all_as_json_is_one_document(app: typer.Typer) -> None:
    """Everything the table tells, and the plan."""
    done = CliRunner().invoke(app, [*SMALL, "--sabotage", "all", "--json"])
    assert done.exit_code == 0
    document = json.loads(done.stdout)
    assert (document["format"], document["caught"], document["missed"]) == ("fakir-sabotage", 3, [])
    assert document["not_tried"] == ["tilted"]
    assert [each["caught"] for each in document["planted"]] == [True, True, True]
    assert document["engine"]["name"] == "ideal"


def test_what_nothing_notices_is_exit_1(app: typer.Typer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that is none: told by name, in both forms."""
    none = replace(FAULTS[0], name="nothing-wrong", pipeline=Pipeline())
    monkeypatch.setattr(command, "FAULTS", (none,))
    monkeypatch.setattr("fakir3d.lab.faults.injection.FAULTS", (none,))
    words = [*SMALL, "--block", "oneway", "--sabotage", "all"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 1
    assert "0 of 1 caught; missed: nothing-wrong" in done.stdout
    told = CliRunner().invoke(app, [*words, "--json"])
    assert told.exit_code == 1
    assert json.loads(told.stdout)["missed"] == ["nothing-wrong"]


@pytest.mark.parametrize("words", [["--workers", "2"], ["--results", "out"], ["--cases", "out"]])
def test_where_to_keep_and_who_plays_is_refused_with_all(app: typer.Typer, words: list[str], tmp_path: Path) -> None:
    """One line, exit code 2, and no folder is made."""
    done = CliRunner().invoke(app, [*SMALL, "--sabotage", "all", *words])
    assert isinstance(done.exception, MisuseError)
    assert "--sabotage all plays here and keeps nothing" in str(done.exception)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("words", [[], ["--json"]])
def test_ctrl_c_tells_what_was_tried(app: typer.Typer, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    """Stopped at the second: the first is told, the others are named or counted, exit 130."""
    tried: list[str] = []

    def stopped(plan: AuditPlan, fault: InjectedFault) -> Caught:
        tried.append(fault.name)
        if len(tried) == 2:
            raise KeyboardInterrupt
        return catch(plan, fault)

    monkeypatch.setattr(command, "catch", stopped)
    done = CliRunner().invoke(app, [*SMALL, "--sabotage", "all", *words])
    assert done.exit_code == 130
    if words:
        document = json.loads(done.stdout)
        assert (document["caught"], document["interrupted"]) == (1, True)
        assert set(document["not_tried"]) == {*FEW} - {tried[0]}
    else:
        assert "1 of 1 caught" in done.stdout
        assert "interrupted: 2 more were not tried" in done.stdout
