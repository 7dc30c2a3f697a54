"""A folder of results is one campaign's alone; what is broken or of another there is told, never overwritten."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.block.document import load_block
from fakir3d.errors import MisuseError, RecordError
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.store import Folder
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.rules import Mode
from tests.lab.campaigns import command, games_in, run, small_plan


def refuse(folder: Path, plan: AuditPlan) -> str:
    """Return why a campaign may not use a folder; it changes nothing there."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(MisuseError) as refused:
        Folder.open(folder, plan)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_folder_of_another_campaign_is_refused(tmp_path: Path) -> None:
    """Another seed, block, choice: the first difference is named with both values."""
    run(small_plan(1), tmp_path)
    others = {
        "seed is 5 there, asked for is 6": small_plan(1, seed=6),
        "games is 1 there, asked for is 2": small_plan(2),
        "sticks is 3 there, asked for is None": small_plan(1, sticks=None),
        "blocks[0] is 'lattice' there, asked for is": small_plan(1, blocks=(("oneway", load_block("oneway")),)),
        "modes is ['2', '3'] there": small_plan(1, modes=(Mode.TWO,)),
        "reseat is False there": small_plan(1, reseat=True),
        "sabotage is None there": small_plan(1, pipeline=pipeline_for("floor-too-high")),
    }
    for told, plan in others.items():
        assert told in refuse(tmp_path, plan)
    changed = (("lattice", load_block("oneway")),)
    assert "documents[0].name is 'lattice' there" in refuse(tmp_path, small_plan(1, blocks=changed))
    lattice = load_block("lattice")
    changed = (("lattice", replace(lattice, bore_diameter_m=0.0066)),)
    told = "documents[0].bores.diameter is 6.5 there, asked for is 6.6; ask for that one"
    assert told in refuse(tmp_path, small_plan(1, blocks=changed))


def test_a_folder_of_another_version_or_of_something_else_is_refused(tmp_path: Path) -> None:
    """Another fakir3d, another engine's version, a broken head, and a folder that holds anything else."""
    run(small_plan(1), tmp_path)
    head = tmp_path / "campaign.json"
    written = json.loads(head.read_text())
    for changes, told in [
        ({"fakir3d": "0.0.9"}, "another version: fakir3d is '0.0.9' there"),
        ({"engine": {"name": "ideal", "version": "0.0.9"}}, "another version: the version of ideal is '0.0.9' there"),
        ({"version": 2}, "another version: the format's version is 2 there"),
        ({"format": "fakir-case"}, "does not say what campaign lies there"),
    ]:
        head.write_text(json.dumps({**written, **changes}))
        assert told in refuse(tmp_path, small_plan(1))
    head.write_text('{"format": "fakir-cam')
    assert "does not say what campaign lies there" in refuse(tmp_path, small_plan(1))
    head.rename(tmp_path / "my thesis.txt")
    assert "not empty and holds no campaign" in refuse(tmp_path, small_plan(1))
    with pytest.raises(MisuseError, match="cannot use"):
        Folder.open(tmp_path / "my thesis.txt", small_plan(1))


def test_two_campaigns_cannot_use_one_folder_at_once(tmp_path: Path) -> None:
    """The second is refused while the first has it."""
    with Folder.open(tmp_path, small_plan(1)):
        assert "another campaign is writing" in refuse(tmp_path, small_plan(1))
    Folder.open(tmp_path, small_plan(1)).close()


def refuse_result(folder: Path, told: str) -> str:
    """Go on with a campaign that has a broken result; return the line that says so."""
    with pytest.raises(RecordError, match=told) as refused:
        run(small_plan(1), folder)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_broken_result_is_told_before_the_other_games_are_played(tmp_path: Path) -> None:
    """Who starts a long campaign again need not come back in the morning to learn it."""
    run(small_plan(1), tmp_path)
    broken, other = sorted(tmp_path.glob("games/lattice/*/000001.json"))
    broken.write_text("")
    other.unlink()
    refuse_result(tmp_path, "cut short")
    assert not other.exists()


def test_a_result_that_was_changed_or_cut_is_told_and_not_overwritten(tmp_path: Path) -> None:
    """One line that names the file and what to do; doing it mends the folder."""
    report = run(small_plan(1), tmp_path)
    path = tmp_path / "games" / "lattice" / "2" / "000001.json"
    written = path.read_text()
    for text, told in [
        (written.replace('"blocked": ', '"blocked": 1'), "sha256 does not fit"),
        (written[:100], "cut short"),
        ("{}", "no result of a game"),
        ("", "cut short"),
        ("[" * 100_000, "cut short"),
        (written.replace('"blocked": ', '"blocked": NaN, "of": '), "cut short"),
        (written.replace('"blocked": ', '"blocked": 1e999, "of": '), "a number too large"),
        ("\udcff", "cut short"),
        ((tmp_path / "games" / "lattice" / "3" / "000001.json").read_text(), "holds another game"),
    ]:
        changed = text.encode("utf-8", "surrogateescape")
        path.write_bytes(changed)
        told_in_full = refuse_result(tmp_path, told)
        assert str(path) in told_in_full
        assert "and the same command plays that game again" in told_in_full
        assert path.read_bytes() == changed
    path.unlink()
    path.mkdir()
    assert f"cannot read {path}: Is a directory" in refuse_result(tmp_path, "000001")
    path.rmdir()
    path.write_text(written)
    timing = tmp_path / "timing" / "lattice" / "2" / "000001.json"
    timing.write_text("")
    assert f"{timing}: was cut or changed; remove {path}" in refuse_result(tmp_path, "000001")
    path.unlink()
    assert run(small_plan(1), tmp_path).digest == report.digest
    assert path.read_text() == written


def test_a_full_disk_is_one_line_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """The system refuses what is longer than 1 kB: exit code 2; with room again the campaign is completed."""

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    words = command(tmp_path / "results", 2)
    full = subprocess.run(
        words, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path, preexec_fn=little_room
    )
    assert full.returncode == 2
    assert full.stderr.startswith("fakir3d: cannot write ")
    assert "File too large; make room there, then give the same command again" in full.stderr
    assert full.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.half"))
    again = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path)
    assert again.returncode == 0
    assert games_in(tmp_path / "results") == 4


def test_blocks_of_one_name_keep_their_files_apart(tmp_path: Path) -> None:
    """Two files that both say ``lattice``: neither overwrites the other's results."""
    blocks = (("one.toml", load_block("lattice")), ("other.toml", load_block("lattice")))
    report = run(small_plan(1, blocks=blocks), tmp_path)
    assert report.games_played == 4
    assert games_in(tmp_path) == 4
