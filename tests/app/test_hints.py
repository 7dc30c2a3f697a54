"""Hints for a game, from an analysis that answers when the test says so, and from the real one."""

from __future__ import annotations

import time
from dataclasses import replace
from multiprocessing.process import BaseProcess

import pytest

from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.keys import Key
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.intents import place_of_move
from fakir3d.app.play.texts import Tone
from fakir3d.app.settings import Speed
from fakir3d.game import Seat
from fakir3d.game.setup import GameSetup
from fakir3d.players.analysis_client import AnalysisClient
from fakir3d.rules import legal_moves
from tests.app.conftest import PATIENCE_S
from tests.app.shells import (
    SETUP,
    FakeAnalysis,
    FakeEngine,
    begin,
    make,
    new_shell,
    shell_with_analysis,
)


@pytest.fixture
def analyses() -> list[FakeAnalysis]:
    """Return all analyses that were called for, in their order."""
    return []


@pytest.fixture
def shell(analyses: list[FakeAnalysis]) -> Shell:
    return shell_with_analysis(analyses)


def test_hints_come_one_after_the_other_and_begin_again(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """H asks once; the best move is marked with its reason, H again marks the next, after the last the best again."""
    begin(shell)
    table, (analysis,) = shell.game, analyses
    shell.do(Action.HINT)
    shell.do(Action.HINT)
    assert len(analysis.asked) == 1, "an impatient key asks nothing more"
    assert "Looking for the best move" in table.hud().status
    assert shell._stage.advised is None
    analysis.advise()
    assert shell.tick(0.05)
    marked = []
    for number in range(4):
        shown = table.hud()
        marked.append(shell._stage.advised.place)
        assert f"Reason {number % 3}." in shown.summary.news[-1].text
        assert shown.summary.news[-1].advice
        assert f"Reason {number % 3}." in shown.summary.brief
        assert f"Hint {number % 3 + 1} of 3" in shown.status
        shell.do(Action.HINT)
    best = [place_of_move(move) for move in legal_moves(table.controller.shown)[:3]]
    assert marked == [*best, best[0]]
    assert len(analysis.asked) == 1


def test_hints_go_with_their_position(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """A move takes mark and words away; the next H asks about the new position."""
    begin(shell)
    table, (analysis,) = shell.game, analyses
    shell.do(Action.HINT)
    analysis.advise()
    shell.tick(0.05)
    make(shell, Action.NEXT, Action.ACT)
    assert shell._stage.advised is None
    assert "Hint" not in table.hud().status
    assert not any(news.advice for news in table.hud().summary.news)
    shell.do(Action.HINT)
    assert analysis.asked[-1][0] == table.controller.shown
    assert analysis.asked[-1][1] != analysis.asked[0][1]


@pytest.mark.parametrize("how", ["undo", "move", "new game", "leave"])
def test_a_question_is_given_up_at_once(shell: Shell, analyses: list[FakeAnalysis], how: str) -> None:
    """Undo, a move, a new game and leaving stop the analysis before anything else happens; a late answer is lost."""
    begin(shell)
    make(shell, Action.NEXT, Action.ACT)
    shell.do(Action.HINT)
    (analysis,) = analyses
    analysis.advise()
    late = analysis.answer
    if how == "undo":
        shell.do(Action.UNDO)
    elif how == "move":
        shell.do(Action.NEXT)
        shell.do(Action.ACT)
    elif how == "new game":
        begin(shell)
    else:
        shell.leave()
    assert analysis.cancelled == 1
    analysis.answer = late
    if how != "leave":
        shell.tick(0.05)
        shell.tick(0.05)
        assert shell._stage.advised is None
    if how in {"new game", "leave"}:
        assert analysis.closed == 1


def test_no_hints_while_others_are_to_move(analyses: list[FakeAnalysis]) -> None:
    """While sticks fall, while a computer thinks and at the end H says politely why there is none, and asks nothing."""

    def call() -> FakeAnalysis:
        analyses.append(FakeAnalysis())
        return analyses[-1]

    shell = new_shell(call, FakeEngine(ready=False), Speed.NORMAL)
    begin(shell, replace(SETUP, seats=(Seat("Anna"), Seat("Robot", "easy"))))
    shell.do(Action.NEXT)
    shell.do(Action.ACT)
    assert shell.game.controller.waiting_for is Waiting.FALLING
    shell.do(Action.HINT)
    assert "still falling" in shell.game.hud().status
    shell.do(Action.SKIP)
    for _ in range(20):
        shell.tick(0.1)
    assert shell.game.controller.waiting_for is Waiting.THINKING
    shell.do(Action.HINT)
    assert "Robot is to move" in shell.game.hud().status
    assert shell.game.hud().tone is Tone.WARN
    assert analyses[0].asked == []


def test_an_analysis_that_fails_or_compiles_is_reported(shell: Shell, analyses: list[FakeAnalysis]) -> None:
    """The notice of the compiler stands in the status line until the hint is there; a failure does too, once."""
    begin(shell)
    shell.do(Action.HINT)
    (analysis,) = analyses
    analysis.notice = "Compiling the rules."
    assert shell.tick(0.05)
    assert shell.game.hud().status == "Compiling the rules."
    assert not shell.tick(0.05)
    analysis.fails = "the teacher died 4 times thinking; gave up"
    assert shell.tick(0.05)
    assert "gave up" in shell.game.hud().status
    analysis.fails = ""
    shell.do(Action.HINT)
    assert len(analysis.asked) == 2


def test_keys_for_all_of_it() -> None:
    """H and B are not taken twice, and the help names both."""
    from fakir3d.app.dialogs.help import KEY_HELP
    from fakir3d.app.play.actions import action_of

    assert (action_of(Key("h")), action_of(Key("b"))) == (Action.HINT, Action.REVIEW)
    told = {keys for keys, _ in KEY_HELP}
    assert {"H", "B"} <= told


def test_the_real_analysis_is_killed_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo while it thinks kills its process before it waits for its end, and asks it nothing more."""
    client = AnalysisClient()
    shell = new_shell(lambda: client)
    begin(shell, GameSetup(seed=3, first=0))
    make(shell, Action.NEXT, Action.ACT)
    shell.do(Action.HINT)
    assert client.pid is not None
    calls: list[str] = []
    for name in ("kill", "terminate", "join"):
        method = getattr(BaseProcess, name)
        monkeypatch.setattr(BaseProcess, name, lambda *a, name=name, method=method: (calls.append(name), method(*a)))
    shell.do(Action.UNDO)
    assert calls[0] == "kill"
    assert client.pid is None
    shell.leave()


def test_the_real_analysis_gives_hints_and_reviews() -> None:
    """A hint comes from its process and is legal; a short game is judged to its end; nothing is left."""
    called: list[AnalysisClient] = []

    def call() -> AnalysisClient:
        called.append(AnalysisClient())
        return called[-1]

    shell = new_shell(call)
    begin(shell)
    shell.do(Action.HINT)
    wait(shell, lambda: shell._stage.advised is not None)
    assert shell._stage.advised.place in [place_of_move(move) for move in shell.game.controller.legal]
    for _ in range(3):
        make(shell, Action.NEXT, Action.ACT)
    shell.do(Action.REVIEW)
    review = shell.screen
    wait(shell, lambda: not review.hud().graph.text)
    assert all(sum(bar.shares) == pytest.approx(1.0) for bar in review.hud().graph.bars)
    shell.leave()
    assert all(analysis.pid is None for analysis in called)


def wait(shell: Shell, condition) -> None:
    """Let time pass until something is true."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, shell.screen.hud().status
        shell.tick(0.02)
        time.sleep(0.02)
