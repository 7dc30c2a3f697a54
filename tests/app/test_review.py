"""Looking back at a game, its mistakes, and variations that leave it alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.intents import place_of_move
from fakir3d.app.screens.game import GameScreen
from fakir3d.app.screens.graph import TURN
from fakir3d.app.screens.review import ReviewScreen
from fakir3d.game import load_record
from fakir3d.rules.state import Phase
from tests.app.shells import (
    SETUP,
    FakeAnalysis,
    begin,
    finish,
    make,
    open_review,
    press,
    shell_with_analysis,
)


@pytest.fixture
def analyses() -> list[FakeAnalysis]:
    """Return all analyses that were called for, in their order."""
    return []


@pytest.fixture
def shell(analyses: list[FakeAnalysis]) -> Shell:
    return shell_with_analysis(analyses)


def test_after_the_end_the_game_can_be_reviewed(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """The result offers it; all moves are given to the analysis; the first thing seen is the end."""
    begin(shell)
    finish(shell)
    press(shell, "Look back")
    review = shell.screen
    assert isinstance(review, ReviewScreen)
    turns = shell.game.controller.session.moves
    steps, _ = analyses[-1].asked[-1]
    assert [(step.before, step.move, step.after) for step in steps] == [(t.before, t.move, t.after) for t in turns]
    assert review.at == len(turns)
    assert shell._stage.states[-1].phase is Phase.OVER
    assert f"move 1 of {len(turns)}" in review.hud().graph.text


def test_there_must_be_something_to_review_and_rest(shell: Shell) -> None:
    """Before the first move, and while sticks fall, the key says why not."""
    begin(shell)
    shell.do(Action.REVIEW)
    assert shell.screen is shell.game
    assert "nothing to look back at" in shell.game.hud().status
    shell.do(Action.NEXT)
    shell.do(Action.ACT)
    assert shell.game.controller.waiting_for is Waiting.FALLING
    shell.do(Action.REVIEW)
    assert shell.screen is shell.game
    assert "still falling" in shell.game.hud().status


def test_stepping_through_a_game_and_its_mistakes(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """Arrows go move by move and stop at the ends, Tab goes round the mistakes; each position is the game's own."""
    begin(shell)
    make(shell, *[Action.NEXT, Action.ACT] * 1)
    for _ in range(4):
        make(shell, Action.NEXT, Action.ACT)
    turns = shell.game.controller.session.moves
    review, _ = open_review(shell, analyses)
    assert review.mistakes == (1, 3)
    seen = []
    for action in (Action.NEXT, Action.NEXT, Action.NEXT, Action.PREVIOUS, Action.LEFT, Action.LEFT, Action.RIGHT):
        shell.do(action)
        seen.append(review.at)
        assert shell._stage.states[-1] == turns[review.at].before
        assert shell._stage.cursor.place == place_of_move(turns[review.at].move)
    assert seen == [1, 3, 1, 3, 2, 1, 2]
    for action, end in ((Action.FLOOR_UP, 0), (Action.LEFT, 0), (Action.FLOOR_DOWN, 5), (Action.RIGHT, 5)):
        shell.do(action)
        assert review.at == end
    shell.press(f"{TURN}3")
    assert review.at == 3
    for action in (Action.UNDO, Action.HINT):
        shell.do(action)
        assert "only looks" in review.hud().status
    assert shell.game.controller.session.moves == turns


def test_a_mistake_shows_what_was_better(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """What was done and what was better are marked apart and said; a turning point is called one."""
    begin(shell)
    for _ in range(5):
        make(shell, Action.NEXT, Action.ACT)
    review, _ = open_review(shell, analyses)
    shell.do(Action.NEXT)
    shown = review.hud()
    better = review._moments[1].better
    assert shell._stage.advised.place == place_of_move(better.move)
    assert shell._stage.cursor.place != shell._stage.advised.place
    mover = review._moves[1].before
    name = shell.game.controller.names[mover.seat]
    assert shown.summary.news[-1].text == f"Better for {name}: It drops two."
    assert shown.summary.news[0].text.startswith(name)
    assert (shown.summary.headline, shown.summary.task) == ("Move 2 of 5", "A mistake.")
    shell.do(Action.NEXT)
    assert review.hud().summary.task == "Here the game turned."
    shell.do(Action.LEFT)
    assert shell._stage.advised is None
    assert not any(news.advice for news in review.hud().summary.news)


def test_the_review_comes_in_pieces_and_may_fail(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """What is known is drawn while the analysis goes on; when it is whole, or fails, that is told."""
    begin(shell)
    for _ in range(4):
        make(shell, Action.NEXT, Action.ACT)
    shell.do(Action.REVIEW)
    review, analysis = shell.screen, analyses[-1]
    shell.do(Action.NEXT)
    assert "no mistake yet" in review.hud().status
    analysis.judge(2)
    assert shell.tick(0.05)
    graph = review.hud().graph
    assert [bool(bar.shares) for bar in graph.bars] == [True, True, False, False]
    assert "move 3 of 4" in graph.text
    analysis.judge()
    shell.tick(0.05)
    assert review.hud().graph.text == ""
    assert analysis.closed == 1
    shell.do(Action.REVIEW)
    shell.do(Action.REVIEW)
    shell.do(Action.REVIEW)
    assert (analyses[-1].cancelled, analyses[-1].closed) == (1, 1), "left before the review was whole"
    shell.do(Action.REVIEW)
    analyses[-1].fails = "the teacher failed"
    assert shell.tick(0.05)
    assert shell.screen.hud().graph.text == "the teacher failed"
    assert not shell.tick(0.05)
    shell.do(Action.LEFT)
    assert shell.screen.at == 3


def test_a_game_without_mistakes_is_told_so(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """Tab then stays where it is and says so."""
    begin(shell)
    make(shell, Action.NEXT, Action.ACT)
    review, _ = open_review(shell, analyses, mistakes=())
    shell.do(Action.NEXT)
    assert review.at == 1
    assert "no great mistake" in review.hud().status


def test_a_variation_leaves_the_game_alone(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """The better move is played beside the game, further moves and undo too; record, turns and position stay."""
    begin(shell)
    for _ in range(5):
        make(shell, Action.NEXT, Action.ACT)
    session = shell.game.controller.session
    near = shell._stage.camera
    record, turns, state = session.journal.path.read_bytes(), session.moves, session.state
    review, _ = open_review(shell, analyses)
    camera = shell._stage.camera
    assert camera != near
    shell.do(Action.NEXT)
    better = review._moments[1].better.move
    shell.do(Action.ACT)
    variation = shell.screen
    assert isinstance(variation, GameScreen)
    assert variation.variation
    assert shell._stage.camera == near
    for _ in range(20):
        shell.tick(0.1)
    assert [played.move for played in variation.controller.session.moves] == [turns[0].move, better]
    assert "Tried out" in variation.hud().summary.headline
    assert "tried out" in variation.title
    make(shell, Action.NEXT, Action.ACT, Action.UNDO)
    for _ in range(20):
        shell.tick(0.1)
    assert shell.dialog is None
    shell.do(Action.REVIEW)
    assert shell.screen is review
    assert review.at == 1
    assert shell._stage.states[-1] == turns[1].before
    assert shell._stage.camera == camera
    shell.do(Action.REVIEW)
    assert shell.screen is shell.game
    assert shell._stage.states[-1] == state
    assert (session.journal.path.read_bytes(), session.moves, session.state) == (record, turns, state)
    assert load_record(session.journal.path).moves[-1].after == state
    make(shell, Action.NEXT, Action.ACT)
    assert len(session.moves) == 6, "and the game goes on"


def test_trying_from_a_good_move_begins_with_nothing(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """Where nothing better is known people make the first move themselves; at the end there is nothing to try."""
    begin(shell)
    for _ in range(3):
        make(shell, Action.NEXT, Action.ACT)
    review, _ = open_review(shell, analyses, mistakes=())
    shell.do(Action.ACT)
    assert shell.screen is review
    assert "earlier move" in review.hud().status
    shell.do(Action.LEFT)
    shell.do(Action.ACT)
    assert shell.screen is not review
    assert len(shell.screen.controller.session.moves) == 2
    assert shell.screen.controller.waiting_for is Waiting.HUMAN


def test_a_new_game_or_leaving_closes_everything(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """From a variation straight to a new game: no analysis is left, and the new game is shown."""
    begin(shell)
    for _ in range(5):
        make(shell, Action.NEXT, Action.ACT)
    open_review(shell, analyses)
    shell.do(Action.NEXT)
    shell.do(Action.ACT)
    begin(shell, replace(SETUP, seed=8))
    assert shell.screen is shell.game
    assert all(analysis.closed for analysis in analyses[:-1])
    shell.leave()
    assert all(analysis.closed for analysis in analyses)


def test_the_menu_and_saving_know_about_it(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """The menu offers to look back, there to go back; settings changed there hold in the game too."""
    begin(shell)
    make(shell, Action.NEXT, Action.ACT)
    shell.menu()
    press(shell, "Look back")
    assert isinstance(shell.screen, ReviewScreen)
    shell.do(Action.LIT)
    shell.do(Action.LARGER)
    assert "Letters 125%" in shell.screen.hud().status
    shell.menu()
    press(shell, "Back  (B)")
    assert shell.screen is shell.game
    assert shell.game.settings.lit
    assert shell.dialog is None


def test_the_camera_in_a_review(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """The table is seen smaller and higher up; what one does there to the view ends with it."""
    begin(shell)
    make(shell, Action.NEXT, Action.ACT)
    camera = shell._stage.camera
    open_review(shell, analyses)
    back = shell._stage.camera
    assert back.distance_m > camera.distance_m
    shell.do(Action.TURN_LEFT)
    assert shell._stage.camera != back
    shell.do(Action.VIEW)
    assert shell._stage.camera == back
    shell.do(Action.KEEP_PEEK)
    for _ in range(5):
        shell.tick(0.1)
    assert shell._stage.peeked == 1.0
    shell.do(Action.REVIEW)
    assert shell._stage.camera == camera
    for _ in range(5):
        shell.tick(0.1)
    assert shell._stage.peeked == 1.0, "one camera control"
    shell.do(Action.KEEP_PEEK)
    for _ in range(5):
        shell.tick(0.1)
    assert shell._stage.peeked == 0.0
