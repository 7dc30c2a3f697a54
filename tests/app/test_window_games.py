"""Whole games in the real program, in a real window, by real clicks and keys."""

from __future__ import annotations

import random

import pytest

from fakir3d.game import InlinePerformer, Session
from fakir3d.physics.engines import default_engine
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Discard, Exchange, Move, Pull
from fakir3d.rules.state import Phase, State
from tests.app.conftest import PATIENCE_S

pytestmark = pytest.mark.window


def chosen(state: State, rng: random.Random) -> list[Move]:
    """Return the legal moves in the order in which a test wants them: pulls first, so that much falls."""
    moves = list(legal_moves(state))
    rng.shuffle(moves)
    return sorted(moves, key=lambda move: not isinstance(move, Pull | Exchange | Discard))


def replayed(driver) -> Session:
    """Return the same moves, by the same hands, made through a Session without a window."""
    game = driver.game()
    header = game.header
    performer = InlinePerformer(default_engine())
    session = Session(header, performer)
    for played in game.moves:
        session.play(played.move, gesture_of(played))
    return session


def gesture_of(played):
    """Return the gesture that leads to the script a record holds."""
    from fakir3d.physics.hand.script import Gesture

    return Gesture(played.script.side)


def assert_same(driver, session: Session) -> None:
    """Moves, outcomes, verdicts, positions and poses of the record equal those of the session."""
    turns = driver.game().moves
    assert [played.move for played in turns] == [played.move for played in session.moves]
    assert [played.taken for played in turns] == [played.taken for played in session.moves]
    assert [str(played.verdict) for played in turns] == [str(played.verdict) for played in session.moves]
    assert str(turns[-1].after) == str(session.state)
    assert turns[-1].snapshot == session.snapshot


def test_a_whole_game_by_clicks(play) -> None:
    """Every move of a game is a click on what can be seen; the record equals the same moves through Session."""
    driver = play("--mode", "2", "--sticks", "4", "--seed", "5", "--speed", "skip")
    driver.start_playing()
    rng, made = random.Random(5), 0
    while driver.state().phase is not Phase.OVER:
        for _ in range(4):
            spots = [spot for move in chosen(driver.state(), rng) if (spot := driver.spot(move))]
            if spots:
                break
            driver.look_from_elsewhere()
        else:
            # Only a stick of the hand can be given up: that one has a button under the headline, and a key.
            driver.keys("d")
            spots = []
        if spots:
            driver.click(*spots[0])
        made += 1
        driver.wait_for_moves(made)
    assert "won" in driver.title
    driver.keys("Escape", "q")
    assert driver.process.wait(PATIENCE_S) == 0
    assert_same(driver, replayed(driver))


def test_a_whole_game_by_keys(play) -> None:
    """A game of two teams is played to its end without the mouse."""
    driver = play("--mode", "teams", "--sticks", "2", "--seed", "7", "--speed", "skip")
    driver.point(-50, -50)
    driver.start_playing()
    rng, made = random.Random(7), 0
    while driver.state().phase is not Phase.OVER:
        driver.move_by_key(chosen(driver.state(), rng)[0])
        made += 1
        driver.wait_for_moves(made)
    assert "have won" in driver.title
    driver.keys("Escape", "q")
    assert driver.process.wait(PATIENCE_S) == 0
    assert_same(driver, replayed(driver))


@pytest.mark.parametrize("kinds", [("greedy", "random"), ("easy", "medium"), ("hard", "expert")])
def test_computers_play_each_other_and_people_may_watch(play, kinds: tuple[str, str]) -> None:
    """Computers need nobody: thinking and physics run beside the window to the end of the game."""
    seats = ("--seat", f"1={kinds[0]}", "--seat", f"2={kinds[1]}")
    driver = play("--sticks", "3", "--seed", "9", "--speed", "skip", *seats)
    driver.start_playing()
    driver.wait(lambda: "has won" in driver.title, "the end of the game")
    state = driver.state()
    assert state.phase is Phase.OVER
    driver.keys("Escape", "q")
    assert driver.process.wait(PATIENCE_S) == 0
    assert_same(driver, replayed(driver))


def test_saving_and_loading_by_keys(play, tmp_path) -> None:
    """Ctrl+S, a typed path and Enter keep a copy; after another move Ctrl+O and the same path bring it back."""
    driver = play("--mode", "2", "--seed", "4", "--speed", "skip")
    driver.point(-50, -50)
    driver.start_playing()
    driver.move_by_key(legal_moves(driver.state())[3])
    driver.wait_for_moves(1)
    copy = tmp_path / "evening game.fakir"
    driver.keys("ctrl+s", "ctrl+a")
    driver.x("type", "--delay", "12", str(copy))
    driver.keys("Return")
    driver.wait(copy.exists, "the copy")
    driver.move_by_key(legal_moves(driver.state())[0])
    driver.wait_for_moves(2)
    driver.keys("ctrl+o", "Tab")
    driver.x("type", "--delay", "12", str(copy))
    driver.keys("Return")
    driver.wait_for_moves(1)
    assert len(driver.saves) == 2
    driver.keys("u")
    driver.wait_for_moves(0)
