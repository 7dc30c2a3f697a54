"""The life of the real window: resized, minimised, dragged out of, closed in mid-fall, killed and resumed."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from fakir3d.game import load_record
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Move
from tests.app.conftest import PATIENCE_S

pytestmark = pytest.mark.window


def clickable(driver, *, after: Move | None = None) -> tuple[Move, tuple[float, float]]:
    """Return a legal move and a pixel that makes it."""
    for move in legal_moves(driver.state()):
        spot = driver.spot(move)
        if spot and move != after:
            return move, spot
    pytest.fail("no legal move can be seen")


def click_and_see(driver, count: int) -> None:
    """Click a legal move; it, and nothing else, must be made."""
    move, spot = clickable(driver)
    driver.click(*spot)
    driver.wait_for_moves(count)
    assert driver.game().moves[-1].move == move


def resize(driver, width: int, height: int) -> None:
    driver.x("windowsize", driver.window, str(width), str(height))
    driver.wait(lambda: f"{width}x{height}" in driver.x("getwindowgeometry", driver.window), "the new size")
    driver.size = (width, height)
    time.sleep(0.3)


def children(pid: int) -> set[int]:
    """Return the processes that a process has started, by /proc."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text(encoding="ascii", errors="replace")
            except OSError:
                continue
            if int(stat.rsplit(")", 1)[1].split()[1]) == pid:
                found.add(int(entry.name))
    return found


def gone(pids: set[int]) -> bool:
    """Return whether none of these processes lives (zombies of others do not count)."""
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if state != "Z":
            return False
    return True


def test_clicks_after_resizing_minimising_and_no_size_at_all(play) -> None:
    """Picking follows the window through every size, through 1 x 1 and through being minimised (PD-03, PD-04)."""
    driver = play("--mode", "2", "--seed", "2", "--speed", "skip")
    driver.start_playing()
    click_and_see(driver, 1)
    for count, (width, height) in enumerate([(800, 500), (420, 700)], start=2):
        resize(driver, width, height)
        click_and_see(driver, count)
    driver.x("windowsize", driver.window, "1", "1")
    time.sleep(0.5)
    resize(driver, 700, 500)
    click_and_see(driver, 4)
    driver.x("windowminimize", driver.window)
    time.sleep(0.5)
    driver.x("windowmap", driver.window)
    driver.x("windowactivate", "--sync", driver.window)
    time.sleep(0.4)
    click_and_see(driver, 5)
    assert driver.process.poll() is None


def test_a_drag_that_leaves_the_window(play) -> None:
    """The pointer leaves in mid-drag, the button comes up outside: no error, and the next click works (PD-01)."""
    driver = play("--mode", "2", "--seed", "2", "--speed", "skip")
    driver.start_playing()
    begin = (320, 380)
    driver.x("mousemove", "--window", driver.window, *map(str, begin), "sleep", "0.1", "mousedown", "1", "sleep", "0.1")
    for x in (330, 345, 360, 2000):
        driver.x("mousemove", "--window", driver.window, str(x), "380", "sleep", "0.1")
    driver.x("mouseup", "1")
    time.sleep(0.3)
    driver.keys("Home")
    time.sleep(0.2)
    click_and_see(driver, 1)
    assert not (driver.home / "errors.log").exists()


def test_a_small_wobble_is_still_a_click(play) -> None:
    """A press that moves three pixels acts; one that moves thirty turns the view and acts on nothing."""
    driver = play("--mode", "2", "--seed", "2", "--speed", "skip")
    driver.start_playing()
    _, (x, y) = clickable(driver)
    driver.drag((int(x), int(y)), (int(x) + 30, int(y)))
    time.sleep(0.5)
    assert len(driver.game().moves) == 0
    driver.keys("Home")
    time.sleep(0.2)
    driver.drag((int(x), int(y)), (int(x) + 3, int(y)))
    driver.wait_for_moves(1)


@pytest.mark.parametrize("how", ["key", "window manager", "SIGTERM"])
def test_leaving_in_the_middle_of_a_fall(play, how: str) -> None:
    """The program ends by itself, with its helpers; the save holds every finished move (PD-13)."""
    driver = play("--mode", "2", "--seed", "2", "--speed", "1x", "--seat", "2=greedy", "--first", "1")
    driver.start_playing()
    helpers = driver.wait(lambda: children(driver.process.pid), "the helper process")
    driver.move_by_key(Move.parse("x2.1"))
    time.sleep(0.25)
    if how == "key":
        driver.keys("q")
    elif how == "SIGTERM":
        driver.process.send_signal(signal.SIGTERM)
    else:
        driver.keys("alt+F4")
    assert driver.process.wait(PATIENCE_S) == 0
    driver.wait(lambda: gone(helpers), "the helpers to end")
    for path in driver.saves:
        game = load_record(path)
        assert not game.cut
        assert [str(played.move) for played in game.moves] in (["x2.1"], [])


def test_killed_and_resumed(play) -> None:
    """After kill -9 the next start offers the game; Enter goes on with it, and it can be played on."""
    driver = play("--mode", "2", "--seed", "2", "--speed", "skip")
    driver.start_playing()
    click_and_see(driver, 1)
    helpers = children(driver.process.pid)
    os.kill(driver.process.pid, signal.SIGKILL)
    driver.process.wait(PATIENCE_S)
    driver.wait(lambda: gone(helpers), "the helpers to end")
    again = play("--speed", "skip", home=driver.home)
    again.wait(lambda: again.title == "fakir3d", "the window")
    time.sleep(0.5)
    again.keys("Return")
    again.wait_for_moves(1)
    again.camera = again.first_camera(again.game(), again.size)
    click_and_see(again, 2)
    assert len(again.saves) == 1
