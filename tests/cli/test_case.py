"""``fakir3d case``: run, show, shrink, and what they say of files that are no cases."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fakir3d.block.document import load_block
from fakir3d.cli.main import build_app
from fakir3d.crosscheck.casefile import load_case, save_case
from fakir3d.errors import MisuseError, RecordError
from fakir3d.game import InlinePerformer, Journal, Session
from fakir3d.game.setup import GameSetup
from fakir3d.lab.faults.injection import PIPELINES
from fakir3d.rules import Move
from tests.crosscheck.crowd import GOLDEN, crowd


@pytest.fixture(scope="module")
def long_case(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a case of 40 acts in which the rules were made to lie."""
    return save_case(crowd(PIPELINES["floor-too-high"], "ideal"), tmp_path_factory.mktemp("long"), "long")


def invoke(*words: object):
    """Run a command; what it reports on purpose is raised."""
    return CliRunner().invoke(build_app(), [str(word) for word in words], catch_exceptions=False)


def test_shrink_writes_a_case_that_runs(long_case: Path, tmp_path: Path) -> None:
    """40 acts and 50 sticks made one act and a few, said in one line, and the next line's command leaves with 0."""
    small = tmp_path / "small.case.json"
    done = invoke("case", "shrink", long_case, "-o", small)
    assert done.exit_code == 0
    assert "40 acts, 50 sticks made 1 act, 2 sticks, still wrong-floor" in done.stdout.replace("\n", " ")
    assert f"again: fakir3d case run {small}" in done.stdout
    assert invoke("case", "run", small).exit_code == 0


def test_shrink_writes_beside_the_case_and_says_so_to_programs(long_case: Path) -> None:
    """Without --out the name says what it is; --json is one document; what is there is not written over."""
    small = long_case.with_name("long.small.case.json")
    document = json.loads(invoke("case", "shrink", long_case, "--json").stdout)
    assert document["case"] == small.as_posix()
    assert (document["from"], document["kind"]) == ({"acts": 40, "sticks": 50}, "wrong-floor")
    assert document["to"] == {"acts": 1, "sticks": 2}
    written = small.read_bytes()
    with pytest.raises(MisuseError, match="exists already"):
        invoke("case", "shrink", long_case)
    assert small.read_bytes() == written


def test_a_case_that_must_agree_is_a_test_that_fails_until_it_does(long_case: Path, tmp_path: Path) -> None:
    """With --must-agree the difference is not what is expected: running the case leaves with 1."""
    small = tmp_path / "small.case.json"
    assert invoke("case", "shrink", long_case, "-o", small, "--must-agree").exit_code == 0
    assert load_case(small).expect == "agree"
    assert len(load_case(small).snapshot.names) == 2
    assert invoke("case", "run", small).exit_code == 1


def test_shrink_refuses_a_name_that_is_none_and_itself(long_case: Path, tmp_path: Path) -> None:
    """The suffix says what a file is; a case is never written over itself."""
    with pytest.raises(MisuseError, match=r"end it in \.case\.json"):
        invoke("case", "shrink", long_case, "-o", tmp_path / "small.json")
    with pytest.raises(MisuseError, match="exists already"):
        invoke("case", "shrink", long_case, "-o", long_case)


def test_a_case_that_agrees_writes_nothing(tmp_path: Path) -> None:
    """There is nothing to shrink: one line, and no file."""
    small = tmp_path / "small.case.json"
    with pytest.raises(MisuseError, match="no difference to shrink"):
        invoke("case", "shrink", GOLDEN / "ideal-longest-fall.case.json", "-o", small)
    assert not small.exists()


def test_ctrl_c_leaves_the_smallest_so_far(long_case: Path, tmp_path: Path) -> None:
    """Stopped after its first steps, the file is a whole case with fewer acts; exit code 130."""
    small = tmp_path / "small.case.json"
    slowly = (
        "import time, fakir3d.crosscheck.shrink as s, fakir3d.cli.case as c\n"
        "fast = s.shrink\n"
        "def shrink(*words):\n"
        "    for number, step in enumerate(fast(*words)):\n"
        "        yield step\n"
        "        time.sleep(0 if number < 4 else 60)\n"
        "c.shrink = shrink\n"
        "from fakir3d.cli.main import run\nrun()"
    )
    words = [sys.executable, "-c", slowly, "case", "shrink", str(long_case), "-o", str(small)]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not small.exists() and running.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "interrupted: this is the smallest until then" in out
    assert len(load_case(small).acts) == 1


def test_a_game_record_is_told_from_a_case(tmp_path: Path) -> None:
    """A record given to case says what the file is and which command is for it, and replay CASE the other way round."""
    record = tmp_path / "game.fakir"
    session = Session.new(
        load_block("lattice"), InlinePerformer("ideal"), GameSetup(first=0, seed=0), journal=Journal.create(record)
    )
    session.play(Move.parse("x2.3"))
    session.close()
    for command in ("show", "run", "shrink"):
        with pytest.raises(RecordError, match="this is a game record, not a case; fakir3d replay"):
            invoke("case", command, record)
    with pytest.raises(RecordError, match="this is a case, not a game record; fakir3d case show"):
        invoke("replay", GOLDEN / "lattice-exchange.case.json")


@pytest.mark.parametrize("name", ["bell\a.case.json", "two\nlines.case.json", "\x1b[2J.case.json"])
def test_control_characters_in_a_name_are_not_printed_raw(name: str, tmp_path: Path) -> None:
    """A path is quoted where it would ring, break the line or clear the screen, in answers and in refusals."""
    path = tmp_path / name
    path.write_bytes((GOLDEN / "ideal-longest-fall.case.json").read_bytes())
    for command in ("run", "show"):
        assert "\x1b" not in invoke("case", command, path).stdout
        assert "\a" not in invoke("case", command, path).stdout
    for broken in (path.with_name("no" + name), path):
        path.write_text("{}")
        with pytest.raises((MisuseError, RecordError)) as refused:
            invoke("case", "run", broken)
        assert str(refused.value).isprintable()


def test_nothing_that_a_case_says_reaches_the_terminal_raw(tmp_path: Path) -> None:
    """A case from elsewhere whose texts would clear the screen: they are shown escaped."""
    good = load_case(GOLDEN / "ideal-longest-fall.case.json")
    engine = replace(good.engine, version="\x1b[2J")
    path = save_case(replace(good, note="\x1b]0;title\a Ring.", engine=engine), tmp_path, "odd")
    for command in ("run", "show"):
        shown = invoke("case", command, path).stdout
        assert "\x1b" not in shown
        assert "\a" not in shown
        assert r"\x1b" in shown


def test_a_loop_of_links_is_called_one(tmp_path: Path) -> None:
    """The system's own words for it, not "no file"."""
    loop = tmp_path / "loop.case.json"
    loop.symlink_to(loop)
    with pytest.raises(MisuseError, match=r"(?i)too many levels of symbolic links"):
        invoke("case", "run", loop)
