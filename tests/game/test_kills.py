"""kill -9 at any time: every finished move is in the record, which resumes, is played to its end and verifies."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fakir3d.game import InlinePerformer, load_record, verify_record
from fakir3d.game.saves import resume

PLAYING = Path(__file__).with_name("playing.py")


def killed_at(path: Path, engine: str, mode: str, seed: int, doing: str) -> int:
    """Play a game in another process and kill it at a drawn moment; return how many moves it had finished."""
    lots = random.Random(f"kill/{seed}")
    moment, wait_s = lots.randrange(2, 30), lots.uniform(0.0, 0.03 if doing == "begun" else 0.01)
    process = subprocess.Popen(
        [sys.executable, PLAYING, path, engine, str(seed), mode], stdout=subprocess.PIPE, text=True
    )
    made = 0
    for line in process.stdout:
        what, number = line.split()
        made = int(number) if what == "made" else made
        if what == doing and int(number) >= moment:
            time.sleep(wait_s)
            break
    process.kill()
    # What it could still say before it died counts, too.
    for line in process.communicate()[0].splitlines():
        what, number = line.split()
        made = int(number) if what == "made" else made
    return made


def check_kill(path: Path, engine: str, mode: str, seed: int, doing: str, play_on) -> bool:
    """Kill a game, resume it, play it to its end and verify it; return whether a line had been cut."""
    made = killed_at(path, engine, mode, seed, doing)
    before = path.read_bytes()
    loaded = load_record(path)
    assert made <= len(loaded.moves) <= made + 1
    session, _ = resume(path, InlinePerformer(engine))
    play_on(session)
    assert session.result is not None
    session.close()
    assert path.read_bytes().startswith(loaded.content)
    report = verify_record(path)
    assert report.good, report.finding
    assert before.startswith(loaded.content)
    return loaded.cut


@pytest.mark.parametrize(("seed", "doing"), [(0, "begun"), (1, "writing"), (2, "begun"), (3, "writing")])
def test_a_killed_game_goes_on(tmp_path, play_on, seed, doing):
    """Four kills, two in mid-act and two in mid-write, on the ideal engine."""
    cut = check_kill(tmp_path / "game.fakir", "ideal", ["2", "teams"][seed % 2], seed, doing, play_on)
    assert cut or doing == "begun"


@pytest.mark.campaign
@pytest.mark.bullet
def test_fifty_kills(tmp_path, play_on):
    """Fifty kills of games with rigid bodies in all modes: 25 in mid-act, 10 in mid-write, 15 between."""
    kinds = ["begun"] * 25 + ["writing"] * 10 + ["made"] * 15
    cuts = 0
    for seed, doing in enumerate(kinds):
        mode = ["2", "3", "4", "teams"][seed % 4]
        cuts += check_kill(tmp_path / f"{seed}.fakir", "bullet", mode, 100 + seed, doing, play_on)
    assert cuts >= 5
