"""Looking back at a game, its mistakes, and variations that leave it alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.intents import place_of
from fakir3d.app.screens.game import GameScreen
from fakir3d.app.screens.graph import TURN
from fakir3d.app.screens.review import ReviewScreen
from fakir3d.game import load_record
from fakir3d.rules.state import Phase
from tests.app.desks import (
    CHOICE,
    Teacher,
    begin,
    finish,
    look_back,
    make,
    press,
    taught_desk,
)


@pytest.fixture
def teachers() -> list[Teacher]:
    """Return all teachers that were called, in their order."""
    return []


@pytest.fixture
def desk(teachers: list[Teacher]) -> Shell:
    return taught_desk(teachers)


def test_after_the_end_one_may_look_back(desk: Shell, teachers: list[Teacher]) -> None:
    """The result offers it; all moves are shown to the teacher; the first thing seen is the end."""
    begin(desk)
    finish(desk)
    press(desk, "Look back")
    looking = desk.scene
    assert isinstance(looking, ReviewScreen)
    turns = desk.table.match.session.moves
    steps, _ = teachers[-1].asked[-1]
    assert [(step.before, step.move, step.after) for step in steps] == [(t.before, t.move, t.after) for t in turns]
    assert looking.at == len(turns)
    assert desk._view.states[-1].phase is Phase.OVER
    assert f"move 1 of {len(turns)}" in looking.hud().graph.words


def test_there_must_be_something_to_look_back_at_and_rest(desk: Shell) -> None:
    """Before the first move, and while sticks fall, the key says why not."""
    begin(desk)
    desk.do(Action.LOOK_BACK)
    assert desk.scene is desk.table
    assert "nothing to look back at" in desk.table.hud().status
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    assert desk.table.match.waiting_for is Waiting.FALLING
    desk.do(Action.LOOK_BACK)
    assert desk.scene is desk.table
    assert "still falling" in desk.table.hud().status


def test_stepping_through_a_game_and_its_mistakes(desk: Shell, teachers: list[Teacher]) -> None:
    """Arrows go move by move and stop at the ends, Tab goes round the mistakes; each position is the game's own."""
    begin(desk)
    make(desk, *[Action.NEXT, Action.ACT] * 1)
    for _ in range(4):
        make(desk, Action.NEXT, Action.ACT)
    turns = desk.table.match.session.moves
    looking, _ = look_back(desk, teachers)
    assert looking.mistakes == (1, 3)
    seen = []
    for action in (Action.NEXT, Action.NEXT, Action.NEXT, Action.PREVIOUS, Action.LEFT, Action.LEFT, Action.RIGHT):
        desk.do(action)
        seen.append(looking.at)
        assert desk._view.states[-1] == turns[looking.at].before
        assert desk._view.cursor.place == place_of(turns[looking.at].move)
    assert seen == [1, 3, 1, 3, 2, 1, 2]
    for action, end in ((Action.FLOOR_UP, 0), (Action.LEFT, 0), (Action.FLOOR_DOWN, 5), (Action.RIGHT, 5)):
        desk.do(action)
        assert looking.at == end
    desk.press(f"{TURN}3")
    assert looking.at == 3
    for action in (Action.UNDO, Action.HINT):
        desk.do(action)
        assert "only looks" in looking.hud().status
    assert desk.table.match.session.moves == turns


def test_a_mistake_shows_what_was_better(desk: Shell, teachers: list[Teacher]) -> None:
    """What was done and what was better are marked apart and said; a turning point is called one."""
    begin(desk)
    for _ in range(5):
        make(desk, Action.NEXT, Action.ACT)
    looking, _ = look_back(desk, teachers)
    desk.do(Action.NEXT)
    shown = looking.hud()
    better = looking._moments[1].better
    assert desk._view.advised.place == place_of(better.move)
    assert desk._view.cursor.place != desk._view.advised.place
    mover = looking._moves[1].before
    name = desk.table.match.names[mover.seat]
    assert shown.board.news[-1].text == f"Better for {name}: It drops two."
    assert shown.board.news[0].text.startswith(name)
    assert (shown.board.headline, shown.board.task) == ("Move 2 of 5", "A mistake.")
    desk.do(Action.NEXT)
    assert looking.hud().board.task == "Here the game turned."
    desk.do(Action.LEFT)
    assert desk._view.advised is None
    assert not any(news.advice for news in looking.hud().board.news)


def test_the_review_comes_in_pieces_and_may_fail(desk: Shell, teachers: list[Teacher]) -> None:
    """What is known is drawn while the teacher goes on; when it is whole, or fails, that is told."""
    begin(desk)
    for _ in range(4):
        make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.LOOK_BACK)
    looking, teacher = desk.scene, teachers[-1]
    desk.do(Action.NEXT)
    assert "no mistake yet" in looking.hud().status
    teacher.judge(2)
    assert desk.tick(0.05)
    graph = looking.hud().graph
    assert [bool(bar.shares) for bar in graph.bars] == [True, True, False, False]
    assert "move 3 of 4" in graph.words
    teacher.judge()
    desk.tick(0.05)
    assert looking.hud().graph.words == ""
    assert teacher.closed == 1
    desk.do(Action.LOOK_BACK)
    desk.do(Action.LOOK_BACK)
    desk.do(Action.LOOK_BACK)
    assert (teachers[-1].cancelled, teachers[-1].closed) == (1, 1), "left before the review was whole"
    desk.do(Action.LOOK_BACK)
    teachers[-1].fails = "the teacher failed"
    assert desk.tick(0.05)
    assert desk.scene.hud().graph.words == "the teacher failed"
    assert not desk.tick(0.05)
    desk.do(Action.LEFT)
    assert desk.scene.at == 3


def test_a_game_without_mistakes_is_told_so(desk: Shell, teachers: list[Teacher]) -> None:
    """Tab then stays where it is and says so."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    looking, _ = look_back(desk, teachers, mistakes=())
    desk.do(Action.NEXT)
    assert looking.at == 1
    assert "no great mistake" in looking.hud().status


def test_a_variation_leaves_the_game_alone(desk: Shell, teachers: list[Teacher]) -> None:
    """The better move is played beside the game, further moves and undo too; record, turns and position stay."""
    begin(desk)
    for _ in range(5):
        make(desk, Action.NEXT, Action.ACT)
    session = desk.table.match.session
    near = desk._view.camera
    record, turns, state = session.journal.path.read_bytes(), session.moves, session.state
    looking, _ = look_back(desk, teachers)
    camera = desk._view.camera
    assert camera != near
    desk.do(Action.NEXT)
    better = looking._moments[1].better.move
    desk.do(Action.ACT)
    variation = desk.scene
    assert isinstance(variation, GameScreen)
    assert variation.variation
    assert desk._view.camera == near
    for _ in range(20):
        desk.tick(0.1)
    assert [played.move for played in variation.match.session.moves] == [turns[0].move, better]
    assert "Tried out" in variation.hud().board.headline
    assert "tried out" in variation.title
    make(desk, Action.NEXT, Action.ACT, Action.UNDO)
    for _ in range(20):
        desk.tick(0.1)
    assert desk.dialog is None
    desk.do(Action.LOOK_BACK)
    assert desk.scene is looking
    assert looking.at == 1
    assert desk._view.states[-1] == turns[1].before
    assert desk._view.camera == camera
    desk.do(Action.LOOK_BACK)
    assert desk.scene is desk.table
    assert desk._view.states[-1] == state
    assert (session.journal.path.read_bytes(), session.moves, session.state) == (record, turns, state)
    assert load_record(session.journal.path).moves[-1].after == state
    make(desk, Action.NEXT, Action.ACT)
    assert len(session.moves) == 6, "and the game goes on"


def test_trying_from_a_good_move_begins_with_nothing(desk: Shell, teachers: list[Teacher]) -> None:
    """Where nothing better is known people make the first move themselves; at the end there is nothing to try."""
    begin(desk)
    for _ in range(3):
        make(desk, Action.NEXT, Action.ACT)
    looking, _ = look_back(desk, teachers, mistakes=())
    desk.do(Action.ACT)
    assert desk.scene is looking
    assert "earlier move" in looking.hud().status
    desk.do(Action.LEFT)
    desk.do(Action.ACT)
    assert desk.scene is not looking
    assert len(desk.scene.match.session.moves) == 2
    assert desk.scene.match.waiting_for is Waiting.HUMAN


def test_a_new_game_or_leaving_closes_everything(desk: Shell, teachers: list[Teacher]) -> None:
    """From a variation straight to a new game: no teacher is left, and the new game is shown."""
    begin(desk)
    for _ in range(5):
        make(desk, Action.NEXT, Action.ACT)
    look_back(desk, teachers)
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    begin(desk, replace(CHOICE, seed=8))
    assert desk.scene is desk.table
    assert all(teacher.closed for teacher in teachers[:-1])
    desk.leave()
    assert all(teacher.closed for teacher in teachers)


def test_the_menu_and_saving_know_about_it(desk: Shell, teachers: list[Teacher]) -> None:
    """The menu offers to look back, there to go back; settings changed there hold at the table too."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    desk.menu()
    press(desk, "Look back")
    assert isinstance(desk.scene, ReviewScreen)
    desk.do(Action.LIT)
    desk.do(Action.LARGER)
    assert "Letters 125%" in desk.scene.hud().status
    desk.menu()
    press(desk, "Back  (B)")
    assert desk.scene is desk.table
    assert desk.table.settings.lit
    assert desk.dialog is None


def test_looking_round_while_looking_back(desk: Shell, teachers: list[Teacher]) -> None:
    """The table is seen smaller and higher up; what one does there to the view ends with it."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    camera = desk._view.camera
    look_back(desk, teachers)
    back = desk._view.camera
    assert back.distance_m > camera.distance_m
    desk.do(Action.TURN_LEFT)
    assert desk._view.camera != back
    desk.do(Action.VIEW)
    assert desk._view.camera == back
    desk.do(Action.KEEP_PEEK)
    for _ in range(5):
        desk.tick(0.1)
    assert desk._view.peeked == 1.0
    desk.do(Action.LOOK_BACK)
    assert desk._view.camera == camera
    for _ in range(5):
        desk.tick(0.1)
    assert desk._view.peeked == 1.0, "one pair of eyes"
    desk.do(Action.KEEP_PEEK)
    for _ in range(5):
        desk.tick(0.1)
    assert desk._view.peeked == 0.0
