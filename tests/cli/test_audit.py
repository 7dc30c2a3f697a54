"""``fakir3d audit`` as QA meets it: one JSON document, exit codes, Ctrl-C."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from fakir3d.cli import audit
from fakir3d.cli.main import build_app
from fakir3d.errors import FakirError

SMALL = ["audit", "--engine", "ideal", "--block", "lattice", "--mode", "2"]


@pytest.fixture
def app() -> typer.Typer:
    """Return the application."""
    return build_app()


def test_json_is_one_document_and_agreement_is_exit_0(app: typer.Typer) -> None:
    """Stdout is the report alone, with every field that DESIGN names."""
    done = CliRunner().invoke(app, [*SMALL, "--games", "2", "--json"])
    assert done.exit_code == 0
    document = json.loads(done.stdout)
    assert {
        *("format", "version", "seed", "engine", "config", "blocks", "modes", "games", "acts", "falls"),
        *("disagreements", "unsettled", "digest", "timing"),
    } <= set(document)
    assert document["format"] == "fakir-audit"
    assert (document["blocks"], document["modes"], document["games"]) == (["lattice"], ["2"], 2)


def test_the_table_tells_a_person_the_same(app: typer.Typer) -> None:
    """Without --json: counts in words, and the digest."""
    done = CliRunner().invoke(app, SMALL)
    assert done.exit_code == 0
    assert "disagreements" in done.stdout
    assert "discard horizontal" in done.stdout
    assert "digest" in done.stdout


def test_a_finding_is_exit_1_with_the_line_that_reproduces_it(app: typer.Typer, tmp_path: Path) -> None:
    """The line printed is a command that leaves with 0 and says what was expected."""
    folder = tmp_path / "cases"
    done = CliRunner().invoke(app, [*SMALL, "--sabotage", "floor-too-high", "--cases", str(folder)])
    assert done.exit_code == 1
    line = next(line for line in done.stdout.splitlines() if "again: fakir3d " in line)
    words = line.split("again: fakir3d ")[1].split()
    assert words[:2] == ["case", "run"]
    again = CliRunner().invoke(app, words)
    assert again.exit_code == 0
    assert "as expected" in again.stdout
    shown = CliRunner().invoke(app, ["case", "show", words[2]])
    assert shown.exit_code == 0
    assert "floor-too-high" in shown.stdout
    assert "rules foretold" in shown.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--mode", "5"], "invalid mode '5'"),
        (["--block", "nowhere"], "no block 'nowhere'"),
        (["--engine", "magic"], "there is no engine 'magic'"),
        (["--sabotage", "gravity-off"], "no sabotage 'gravity-off'; there are"),
        (["--sabotage", "wall-missing"], "ideal engine computes straight falls, without walls"),
        (["--option", "fall=up"], "invalid option fall 'up'"),
        (["--sticks", "0"], "0 sticks"),
    ],
)
def test_misuse_is_told_in_one_line(app: typer.Typer, words: list[str], told: str) -> None:
    """What was asked and what exists; the exit code is that of misuse."""
    done = CliRunner().invoke(app, [*SMALL, *words])
    assert isinstance(done.exception, FakirError)
    assert done.exception.exit_code == 2
    assert told in str(done.exception)
    assert "\n" not in str(done.exception)


def cases_in(folder: Path) -> dict[str, bytes]:
    """Return the cases in a folder."""
    return {path.name: path.read_bytes() for path in folder.glob("*.case.json")}


def test_another_audit_overwrites_no_case(app: typer.Typer, tmp_path: Path) -> None:
    """The same move of the same game, otherwise: both are kept; the same audit writes the same files."""
    words = [*SMALL, "--sabotage", "floor-too-high", "--cases", str(tmp_path)]
    CliRunner().invoke(app, words)
    once = cases_in(tmp_path)
    CliRunner().invoke(app, words)
    assert cases_in(tmp_path) == once
    CliRunner().invoke(app, [*words, "--physics", "hand_speed=2"])
    both = cases_in(tmp_path)
    assert len(both) == 2 * len(once)
    assert once.items() <= both.items()


def test_the_line_that_shows_it_again_is_one_for_a_shell(app: typer.Typer, tmp_path: Path) -> None:
    """Folders may have spaces and quotes in their names, and whatever else the terminal must not get raw."""
    folder = tmp_path / "Max's \x1b[31mcases"
    done = CliRunner().invoke(app, [*SMALL, "--sabotage", "floor-too-high", "--cases", str(folder)])
    assert "\x1b" not in done.stdout
    line = next(line for line in done.stdout.splitlines() if "again: " in line).partition("again: ")[2]
    (case_file,) = folder.iterdir()
    plain = str(case_file).replace("\x1b", r"\x1b")
    assert shlex.split(line) == ["fakir3d", "case", "run", plain]


@pytest.mark.parametrize("cases", ["thesis.txt", "thesis.txt/cases"])
def test_cases_that_cannot_be_kept_are_misuse_before_a_game_is_played(
    cases: str, app: typer.Typer, tmp_path: Path
) -> None:
    """The finding would be lost otherwise."""
    (tmp_path / "thesis.txt").write_text("mine")
    done = CliRunner().invoke(app, [*SMALL, "--cases", str(tmp_path / cases)])
    assert isinstance(done.exception, FakirError)
    assert done.exception.exit_code == 2
    assert "thesis.txt is no folder; name another folder with --cases" in str(done.exception)
    assert done.stdout == ""


@pytest.mark.parametrize("option", ["--results", "--report"])
def test_folders_are_looked_at_before_a_scheduler_is_asked(
    app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    """A wrong one is told at once; no scheduler is waited for, and none is left with a client."""
    (tmp_path / "thesis.txt").write_text("one", encoding="utf-8")
    asked: list[object] = []
    monkeypatch.setattr(audit._Audit, "executor", asked.append)
    done = CliRunner().invoke(app, [*SMALL, option, str(tmp_path), "--scheduler", "tcp://127.0.0.1:1"])
    assert isinstance(done.exception, FakirError)
    assert "thesis.txt" in str(done.exception)
    assert asked == []


def test_a_missing_case_is_misuse_and_a_broken_one_a_finding(app: typer.Typer, tmp_path: Path) -> None:
    """Exit codes 2 and 1, each with one line."""
    broken = tmp_path / "broken.case.json"
    broken.write_text("{}")
    for path, code in ((tmp_path / "none.case.json", 2), (broken, 1)):
        for command in ("run", "show"):
            done = CliRunner().invoke(app, ["case", command, str(path)])
            assert isinstance(done.exception, FakirError)
            assert done.exception.exit_code == code


def test_a_case_that_no_longer_shows_its_kind_is_exit_1(app: typer.Typer, tmp_path: Path) -> None:
    """Under another engine or a mended bug: what was observed is not what the case expects, and --json says so."""
    from dataclasses import replace

    from fakir3d.crosscheck.casefile import load_case, save_case

    CliRunner().invoke(app, [*SMALL, "--sabotage", "floor-too-high", "--cases", str(tmp_path)])
    (path,) = tmp_path.glob("*.case.json")
    mended = save_case(replace(load_case(path), sabotage=None), tmp_path, "mended")
    done = CliRunner().invoke(app, ["case", "run", str(path), str(mended), "--json"])
    assert done.exit_code == 1
    runs = json.loads(done.stdout)["runs"]
    assert [run["as_expected"] for run in runs] == [True, False]
    assert runs[1]["kinds"] == []


def test_workers_and_results_give_the_same_document(app: typer.Typer, tmp_path: Path) -> None:
    """In two processes, kept in a folder, and read from there again: the same but for the timing."""
    words = [*SMALL, "--sticks", "3", "--games", "2", "--choose", "adversarial", "--json"]
    kept = [*words, "--results", str(tmp_path / "results")]
    documents = []
    for asked in (words, [*kept, "--workers", "2"], kept):
        done = CliRunner().invoke(app, asked)
        assert done.exit_code == 0
        documents.append({key: value for key, value in json.loads(done.stdout).items() if key != "timing"})
    assert documents[0] == documents[1] == documents[2]
    assert documents[0]["choose"] == "adversarial"
    refused = CliRunner().invoke(app, [*kept, "--seed", "9"])
    assert isinstance(refused.exception, FakirError)
    assert refused.exception.exit_code == 2
    assert "holds another campaign: seed is 1 there, asked for is 9" in str(refused.exception)


def test_a_later_game_can_be_played_alone(app: typer.Typer) -> None:
    """--first-game begins where it says."""
    done = CliRunner().invoke(app, [*SMALL, "--sticks", "2", "--first-game", "7", "--json"])
    document = json.loads(done.stdout)
    assert (document["first_game"], document["games"], document["games_played"]) == (7, 1, 1)


_TELLING = """
import sys
from fakir3d.cli import audit as command
from fakir3d.cli.main import build_app

def telling(plan, watch, audit=command.audit, **how):
    return audit(plan, lambda progress: progress.current and print("moved", file=sys.stderr, flush=True), **how)

command.audit = telling
build_app()()
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_audit_with_a_valid_report(sent: signal.Signals, tmp_path: Path) -> None:
    """Stopped in the middle: the JSON is whole, says that it was interrupted, and nothing is left running."""
    with subprocess.Popen(
        [sys.executable, "-c", _TELLING, "audit", "--engine", "ideal", "--games", "10000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as running:
        assert running.stderr
        for _ in range(10):
            assert running.stderr.readline() == "moved\n"
        running.send_signal(sent)
        out, _ = running.communicate(timeout=30)
    assert running.returncode == 130
    document = json.loads(out)
    assert document["interrupted"]
    assert document["games"] == 10_000
    assert 10 <= document["moves"] < 10_000
