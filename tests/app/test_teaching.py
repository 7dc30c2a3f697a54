"""Hints at the table, from a teacher who answers when the test says so, and from the real one."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.keys import Key
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.intents import place_of
from fakir3d.app.play.ports import Ports
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.screens.hud import Tone
from fakir3d.app.settings import Settings, Speed
from fakir3d.game import InlinePerformer, Seat
from fakir3d.game.setup import GameSetup
from fakir3d.players.analysis_client import AnalysisClient
from fakir3d.rules import legal_moves
from tests.app.desks import (
    CHOICE,
    House,
    Notes,
    Teacher,
    begin,
    make,
    taught_desk,
)
from tests.app.test_match import SlowMind


@pytest.fixture
def teachers() -> list[Teacher]:
    """Return all teachers that were called, in their order."""
    return []


@pytest.fixture
def desk(teachers: list[Teacher]) -> Shell:
    return taught_desk(teachers)


def test_hints_come_one_after_the_other_and_begin_again(desk: Shell, teachers: list[Teacher]) -> None:
    """H asks once; the best move is marked with its reason, H again marks the next, after the last the best again."""
    begin(desk)
    table, (teacher,) = desk.table, teachers
    desk.do(Action.HINT)
    desk.do(Action.HINT)
    assert len(teacher.asked) == 1, "an impatient key asks nothing more"
    assert "Looking for the best move" in table.hud().status
    assert desk._view.advised is None
    teacher.advise()
    assert desk.tick(0.05)
    marked = []
    for number in range(4):
        shown = table.hud()
        marked.append(desk._view.advised.place)
        assert f"Reason {number % 3}." in shown.board.news[-1].text
        assert shown.board.news[-1].advice
        assert f"Reason {number % 3}." in shown.board.brief
        assert f"Hint {number % 3 + 1} of 3" in shown.status
        desk.do(Action.HINT)
    best = [place_of(move) for move in legal_moves(table.match.shown)[:3]]
    assert marked == [*best, best[0]]
    assert len(teacher.asked) == 1


def test_hints_go_with_their_position(desk: Shell, teachers: list[Teacher]) -> None:
    """A move takes mark and words away; the next H asks about the new position."""
    begin(desk)
    table, (teacher,) = desk.table, teachers
    desk.do(Action.HINT)
    teacher.advise()
    desk.tick(0.05)
    make(desk, Action.NEXT, Action.ACT)
    assert desk._view.advised is None
    assert "Hint" not in table.hud().status
    assert not any(news.advice for news in table.hud().board.news)
    desk.do(Action.HINT)
    assert teacher.asked[-1][0] == table.match.shown
    assert teacher.asked[-1][1] != teacher.asked[0][1]


@pytest.mark.parametrize("how", ["undo", "move", "new game", "leave"])
def test_a_question_is_given_up_at_once(desk: Shell, teachers: list[Teacher], how: str) -> None:
    """Undo, a move, a new game and leaving stop the teacher before anything else happens; a late answer is lost."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.HINT)
    (teacher,) = teachers
    teacher.advise()
    late = teacher.answer
    if how == "undo":
        desk.do(Action.UNDO)
    elif how == "move":
        desk.do(Action.NEXT)
        desk.do(Action.ACT)
    elif how == "new game":
        begin(desk)
    else:
        desk.leave()
    assert teacher.cancelled == 1
    teacher.answer = late
    if how != "leave":
        desk.tick(0.05)
        desk.tick(0.05)
        assert desk._view.advised is None
    if how in {"new game", "leave"}:
        assert teacher.closed == 1


def test_no_hints_while_others_are_to_move(teachers: list[Teacher]) -> None:
    """While sticks fall, while a computer thinks and at the end H says politely why there is none, and asks nothing."""

    def call() -> Teacher:
        teachers.append(Teacher())
        return teachers[-1]

    minds = Ports(SlowMind(ready=False), call)
    desk = Shell(Notes(), House(), SessionFactory(InlinePerformer, "ideal"), minds, Settings(speed=Speed.NORMAL))
    begin(desk, replace(CHOICE, seats=(Seat("Anna"), Seat("Robot", "easy"))))
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    assert desk.table.match.waiting_for is Waiting.FALLING
    desk.do(Action.HINT)
    assert "still falling" in desk.table.hud().status
    desk.do(Action.SKIP)
    for _ in range(20):
        desk.tick(0.1)
    assert desk.table.match.waiting_for is Waiting.THINKING
    desk.do(Action.HINT)
    assert "Robot is to move" in desk.table.hud().status
    assert desk.table.hud().tone is Tone.WARN
    assert teachers[0].asked == []


def test_a_teacher_that_fails_or_compiles_is_told(desk: Shell, teachers: list[Teacher]) -> None:
    """The notice of the compiler stands in the status line until the hint is there; a failure does too, once."""
    begin(desk)
    desk.do(Action.HINT)
    (teacher,) = teachers
    teacher.notice = "Compiling the rules."
    assert desk.tick(0.05)
    assert desk.table.hud().status == "Compiling the rules."
    assert not desk.tick(0.05)
    teacher.fails = "the teacher died 4 times thinking; gave up"
    assert desk.tick(0.05)
    assert "gave up" in desk.table.hud().status
    teacher.fails = ""
    desk.do(Action.HINT)
    assert len(teacher.asked) == 2


def test_keys_for_all_of_it() -> None:
    """H and B are not taken twice, and the help names both."""
    from fakir3d.app.dialogs.others import KEYS
    from fakir3d.app.play.actions import action_of

    assert (action_of(Key("h")), action_of(Key("b"))) == (Action.HINT, Action.LOOK_BACK)
    told = {keys for keys, _ in KEYS}
    assert {"H", "B"} <= told


def test_the_real_teacher_ends_within_a_tenth_of_a_second(desk: Shell) -> None:
    """Undo while it thinks is over in 100 ms, and its process is gone."""
    teacher = AnalysisClient()
    desk._minds = replace(desk._minds, teachers=lambda: teacher)
    begin(desk, GameSetup(seed=3, first=0))
    make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.HINT)
    time.sleep(0.7)
    assert teacher.pid is not None
    begun = time.perf_counter()
    desk.do(Action.UNDO)
    assert time.perf_counter() - begun < 0.1
    assert teacher.pid is None
    desk.leave()


def test_the_real_teacher_helps_and_looks_back(desk: Shell) -> None:
    """A hint comes from its process and is legal; a short game is judged to its end; nothing is left."""
    called: list[AnalysisClient] = []

    def call() -> AnalysisClient:
        called.append(AnalysisClient())
        return called[-1]

    desk._minds = replace(desk._minds, teachers=call)
    desk._asides._minds = desk._minds
    begin(desk)
    desk.do(Action.HINT)
    wait(desk, lambda: desk._view.advised is not None)
    assert desk._view.advised.place in [place_of(move) for move in desk.table.match.legal]
    for _ in range(3):
        make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.LOOK_BACK)
    looking = desk.scene
    wait(desk, lambda: not looking.hud().graph.words)
    assert all(sum(bar.shares) == pytest.approx(1.0) for bar in looking.hud().graph.bars)
    desk.leave()
    assert all(teacher.pid is None for teacher in called)


def wait(desk: Shell, condition, seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, desk.scene.hud().status
        desk.tick(0.02)
        time.sleep(0.02)
