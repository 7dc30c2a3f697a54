"""The key that keeps a move, in the real window: a case that runs, two pictures, and words that say where."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from fakir3d.crosscheck.casefile import load_case
from fakir3d.rules import Move

pytestmark = pytest.mark.window


def test_c_keeps_the_last_move_as_a_case_with_pictures(play) -> None:
    """After a pierce and a plant C writes the plant; the file passes as it is, and the pictures differ by a stick."""
    driver = play("--mode", "2", "--seed", "4", "--first", "1", "--speed", "skip", size=(800, 600))
    driver.point(-50, -50)
    driver.start_playing()
    for count, text in enumerate(("x2.3", "b2"), start=1):
        driver.move_by_key(Move.parse(text))
        driver.wait_for_moves(count)
    driver.keys("c")
    folder, stem = driver.home / "cases", f"{driver.saves[-1].stem}-move-2"
    names = {f"{stem}.case.json", f"{stem}.before.png", f"{stem}.after.png"}
    driver.wait(lambda: folder.exists() and {path.name for path in folder.iterdir()} == names, "case and pictures")
    played = driver.game().moves[-1]
    case = load_case(folder / f"{stem}.case.json")
    assert (case.acts, case.snapshot, str(case.state)) == ((played.script,), played.start, str(played.before))
    again = [sys.executable, "-m", "fakir3d", "case", "run", str(folder / f"{stem}.case.json")]
    assert subprocess.run(again, env=driver.env, capture_output=True, check=False).returncode == 0
    driver.wait(lambda: _whole(folder / f"{stem}.after.png"), "the second picture")
    before, after = (_pixels(folder / f"{stem}.{when}.png") for when in ("before", "after"))
    assert before.shape == after.shape == (600, 800, 3)
    apart = np.abs(before.astype(int) - after.astype(int)).max(axis=2) > 40
    assert 100 < apart.sum() < 0.1 * apart.size
    driver.keys("Tab", "Return")
    driver.wait_for_moves(3)


def test_c_in_a_home_that_is_in_the_way_says_so_and_the_game_goes_on(play, tmp_path) -> None:
    """Cases cannot be kept: nothing is written, nothing breaks."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "cases").write_text("a file, not a folder")
    driver = play("--mode", "2", "--seed", "4", "--first", "1", "--speed", "skip", home=home)
    driver.point(-50, -50)
    driver.start_playing()
    driver.move_by_key(Move.parse("x2.3"))
    driver.wait_for_moves(1)
    driver.keys("c")
    driver.move_by_key(Move.parse("b2"))
    driver.wait_for_moves(2)
    assert (home / "cases").read_text() == "a file, not a folder"
    assert not (home / "errors.log").exists()


def _pixels(path) -> np.ndarray:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"))


def _whole(path) -> bool:
    try:
        return bool(_pixels(path).size)
    except OSError:
        return False
