"""The levels, hints and the review in the real program: a short game against a computer, by real keys."""

from __future__ import annotations

import time

import numpy as np
import pytest

from fakir3d.app.play.intents import place_of_move, sort_moves
from fakir3d.game import load_record
from fakir3d.players.kinds import LEVELS
from fakir3d.rules import HAND, legal_moves
from fakir3d.rules.moves import Discard
from fakir3d.rules.state import Phase
from tests.app.conftest import PATIENCE_S
from tests.app.test_window_life import children, gone

pytestmark = pytest.mark.window


def rays(driver) -> int:
    """Return how many pixels of the window have the colour of a hint's rays."""
    from PIL import Image

    path = driver.home / "seen.png"
    driver.screenshot(path)
    red, green, blue = np.moveaxis(np.asarray(Image.open(path).convert("RGB")).astype(int), 2, 0)
    return int(np.count_nonzero((red > 225) & (green > 185) & (green < 235) & (blue < 90)))


def settled(driver) -> str:
    """Return the title once it has been the same for a while."""
    before, since = driver.title, time.monotonic()
    while time.monotonic() - since < 0.8:
        time.sleep(0.05)
        if driver.title != before:
            before, since = driver.title, time.monotonic()
    return before


def play_by_hints(driver) -> None:
    """Play a game to its end: every third of our moves is the one that a hint shows, the others are the first."""
    mine = 0
    while driver.state().phase is not Phase.OVER:
        made = len(driver.game().moves)
        legal = sort_moves(legal_moves(driver.state()))
        mine += 1
        if mine % 3 != 1 or Discard(HAND) in legal:  # a hint about the hand has no place in the block
            driver.move_by_key(legal[0])
        else:
            before = rays(driver)
            driver.keys("h")
            driver.wait(lambda before=before: rays(driver) > before + 3, "the hint's rays")
            driver.keys("Return")
        driver.wait(lambda made=made: len(driver.game().moves) > made, "our move")
        driver.cursor = place_of_move(driver.game().moves[made].move)
        driver.wait(lambda: driver.state().seat == 0 or driver.state().phase is Phase.OVER, "the answer")
        driver.wait_for_moves(len(driver.game().moves))


def test_a_game_by_hints_then_looking_back_and_trying_out(play) -> None:
    """Against easy, with hints on the way; the look back finds mistakes; a variation leaves the record alone."""
    driver = play("--sticks", "4", "--seed", "3", "--first", "1", "--speed", "skip", "--seat", "2=easy")
    driver.point(-50, -50)
    driver.start_playing()
    play_by_hints(driver)
    assert "has won" in driver.title
    end, record = driver.title, driver.saves[-1].read_bytes()
    count = len(driver.game().moves)
    driver.keys("Right", "Return")
    driver.wait(lambda: f"look back: after {count} moves" in driver.title, "the look back")
    driver.wait(lambda: driver.keys("Tab") or "look back: move" in settled(driver), "a mistake")
    at = driver.title
    driver.keys("Left")
    driver.wait(lambda: driver.title != at, "the move before")
    driver.keys("Right")
    driver.wait(lambda: driver.title == at, "the mistake again")
    assert rays(driver) > 3
    driver.screenshot(driver.home / "mistake.png")
    driver.keys("Return")
    driver.wait(lambda: "tried out" in driver.title, "the variation")
    time.sleep(1.0)
    driver.keys("Tab", "Return")
    time.sleep(1.0)
    driver.keys("b")
    driver.wait(lambda: driver.title == at, "the look back again")
    driver.keys("b")
    driver.wait(lambda: driver.title == end, "the game again")
    assert driver.saves[-1].read_bytes() == record
    assert len(driver.saves) == 1
    helpers = children(driver.process.pid)
    driver.keys("q")
    assert driver.process.wait(PATIENCE_S) == 0
    driver.wait(lambda: gone(helpers), "the helpers to end")
    assert load_record(driver.saves[-1]).moves[-1].after.phase is Phase.OVER
    assert not (driver.home / "errors.log").exists()


def test_undo_while_a_hint_is_looked_for(play) -> None:
    """U takes the move back and ends the analysis; leaving while it thinks leaves no process."""
    driver = play("--seed", "2", "--speed", "skip")
    driver.point(-50, -50)
    driver.start_playing()
    driver.move_by_key(legal_moves(driver.state())[0])
    driver.wait_for_moves(1)
    driver.keys("h")
    time.sleep(0.6)
    driver.keys("u")
    driver.wait_for_moves(0)
    driver.keys("h")
    time.sleep(0.6)
    helpers = children(driver.process.pid)
    driver.keys("q")
    assert driver.process.wait(PATIENCE_S) == 0
    driver.wait(lambda: gone(helpers), "the helpers to end")


@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_game_by_clicks_against_each_level(play, level: str) -> None:
    """Every move of ours is a click, a hint is asked for on the way, and the finished game can be looked back at."""
    driver = play("--sticks", "3", "--seed", "11", "--speed", "skip", "--seat", f"2={level}")
    driver.start_playing()
    hinted = False
    while driver.wait(lambda: ours(driver), "our turn") != "over":
        made = len(driver.game().moves)
        if made >= 2 and not hinted:
            driver.keys("h")
            hinted = True
        for _ in range(4):
            spots = [spot for move in legal_moves(driver.state()) if (spot := driver.spot(move))]
            if spots:
                driver.click(*spots[0])
                break
            driver.look_from_elsewhere()
        else:
            driver.keys("d")
        driver.wait(lambda made=made: len(driver.game().moves) > made, "our move")
    assert "has won" in settled(driver)
    driver.keys("Escape", "b")
    driver.wait(lambda: "look back" in driver.title, "the look back")
    driver.keys("Left", "b")
    driver.wait(lambda: "has won" in driver.title, "the game again")
    driver.keys("q")
    assert driver.process.wait(PATIENCE_S) == 0
    assert not (driver.home / "errors.log").exists()


def ours(driver) -> str:
    """Return whether it is our turn (or the end) and the window has come as far as the record; else nothing."""
    state = driver.state()
    if driver.title != driver.expected_title():
        return ""
    if state.phase is Phase.OVER:
        return "over"
    return "ours" if state.seat == 0 else ""
