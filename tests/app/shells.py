"""Shells to test with: a stage that only takes notes, engines and analyses that answer when the test says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.entry import TextEntry
from fakir3d.app.gui.widgets import Button, Label
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.ports import Ports
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.screens.review import ReviewScreen
from fakir3d.app.settings import Settings, Speed
from fakir3d.block.pick import Target
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import EngineError, MisuseError
from fakir3d.game import InlinePerformer
from fakir3d.game.setup import GameSetup
from fakir3d.motion import Snapshot
from fakir3d.players import player_of
from fakir3d.players.analysis_client import Advice, LookingBack
from fakir3d.players.teacher import Hint, Moment, Step
from fakir3d.render.camera import Camera, framing
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Phase, State


class FakeStage:
    """A stage that remembers what it was told to show."""

    def __init__(self) -> None:
        self.camera = Camera((0.0, 0.0, 0.05), 0.5)
        self.blocks: list[str] = []
        self.states: list[State] = []
        self.frames = 0
        self.legal: list[str] = []
        self.cursor: Target | None = None
        self.hovered: Target | None = None
        self.advised: Target | None = None
        self.peeked = 0.0
        self.gliding = False
        self.pictures: list[tuple[Path, str, Snapshot]] = []

    def set_block(self, spec: BlockSpec) -> None:
        self.blocks.append(spec.name)
        self.camera = framing(spec, np.zeros((0, 3)), 4 / 3)

    def show(self, _snapshot: Snapshot, state: State) -> None:
        self.states.append(state)

    def pose(self, _snapshot: Snapshot) -> None:
        self.frames += 1

    def mark_hover(self, target: Target | None) -> None:
        self.hovered = target

    def mark_legal(self, targets: Iterable[Target]) -> None:
        self.legal = [str(target.place) for target in targets]

    def mark_cursor(self, target: Target | None) -> None:
        self.cursor = target

    def mark_hint(self, target: Target | None) -> None:
        self.advised = target

    def picture(self, snapshot: Snapshot, state: State, path: Path) -> None:
        self.pictures.append((path, str(state), snapshot))
        path.write_bytes(b"a picture")

    def peek(self, amount: float) -> None:
        self.peeked = amount


class FakeWindow:
    """Takes notes of what only a window can do."""

    def __init__(self) -> None:
        self.left = self.full = 0
        self.kept: list[Settings] = []

    def leave(self) -> None:
        self.left += 1

    def full_screen(self) -> None:
        self.full += 1

    def keep(self, settings: Settings) -> None:
        self.kept.append(settings)


class NoEngine:
    """An engine for games of people."""

    closed = 0
    notice = None

    def start(self, *_: object) -> None:
        pytest.fail("no engine is asked here")

    def poll(self) -> None:
        return None

    def cancel(self) -> None:
        return

    def close(self) -> None:
        self.closed += 1


@dataclass
class Answered:
    """A choice that is made."""

    tag: int
    move: Move


@dataclass
class FakeEngine:
    """Thinks in the test's own time: an answer comes when ``ready`` says so."""

    ready: bool = True
    asked: list[int] = field(default_factory=list)
    cancelled: int = 0
    question: tuple[State, str, int, int] | None = None
    fails: bool = False
    missing: str = ""
    notice: str | None = None

    def start(self, state: State, kind: str, seed: int, tag: int) -> None:
        self.asked.append(tag)
        self.question = (state, kind, seed, tag)

    def poll(self) -> Answered | None:
        if self.fails:
            raise EngineError("the player greedy died 4 times thinking; gave up")
        if self.missing:
            raise MisuseError(self.missing)
        if not self.ready or self.question is None:
            return None
        state, kind, seed, tag = self.question
        player = player_of(kind)
        assert player is not None
        return Answered(tag, player.choose(state, seed))

    def cancel(self) -> None:
        self.cancelled += self.question is not None
        self.question = None

    def close(self) -> None:
        self.question = None


class NoAnalysis:
    """An analysis nobody asks."""

    notice = None

    def hints(self, *_: object) -> None:
        pytest.fail("no hints are asked for here")

    def review(self, *_: object) -> None:
        pytest.fail("nothing is reviewed here")

    def poll(self) -> None:
        return None

    def cancel(self) -> None:
        return

    def close(self) -> None:
        return


SETUP = GameSetup(seed=3, first=0, sticks=3)


def quiet_shell() -> Shell:
    """Return a shell in which only people play, without analysis."""
    return new_shell(NoAnalysis)


def new_shell(analysis: Callable[[], object], engine: object | None = None, speed: Speed = Speed.SKIP) -> Shell:
    """Return a shell with ideal physics."""
    sessions = SessionFactory(InlinePerformer, "ideal")
    ports = Ports(engine or NoEngine(), analysis)  # type: ignore[arg-type]
    return Shell(FakeStage(), FakeWindow(), sessions, ports, Settings(speed=speed))


def press(shell: Shell, text: str) -> None:
    """Press the button in the open dialog whose text begins like that."""
    assert shell.dialog is not None
    next(w for w in shell.dialog.widgets if isinstance(w, Button) and w.text.startswith(text)).action()


def said(shell: Shell) -> str:
    """Return all text of the open dialog."""
    assert shell.dialog is not None
    return " ".join([shell.dialog.title, *(w.text for w in shell.dialog.widgets if isinstance(w, Label))])


def entry(shell: Shell) -> TextEntry:
    assert shell.dialog is not None
    return next(w for w in shell.dialog.widgets if isinstance(w, TextEntry))


def begin(shell: Shell, setup: GameSetup = SETUP) -> None:
    """Begin a game and close the lots."""
    shell.begin(setup)
    shell.dialogs.pop()


def make(shell: Shell, *actions: Action) -> None:
    """Do things in the game and let the sticks come to rest."""
    for action in actions:
        shell.do(action)
    assert shell.game is not None
    for _ in range(50):
        shell.tick(0.1)
        if shell.game.controller.waiting_for is not Waiting.FALLING:
            return


def finish(shell: Shell) -> None:
    """Play by Tab and Enter until somebody has won."""
    assert shell.game is not None
    for _ in range(200):
        if shell.game.controller.shown.phase is Phase.OVER:
            return
        make(shell, Action.NEXT, Action.ACT)


def hint(move: Move, why: str = "Planting there is good.") -> Hint:
    return Hint(move, 0.7, certain=False, why=why, line=(move,))


class FakeAnalysis:
    """Answers when told to; remembers what it was asked, and whether it was given up."""

    def __init__(self) -> None:
        self.notice: str | None = None
        self.asked: list[tuple[object, int]] = []
        self.answer: Advice | LookingBack | None = None
        self.fails = ""
        self.cancelled = self.closed = 0

    def hints(self, state: State, _names: tuple[str, ...], tag: int) -> None:
        self.asked.append((state, tag))

    def review(self, steps: tuple[Step, ...], _names: tuple[str, ...], tag: int) -> None:
        self.asked.append((steps, tag))

    def poll(self) -> Advice | LookingBack | None:
        if self.fails:
            raise EngineError(self.fails)
        found, self.answer = self.answer, None
        return found

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        self.closed += 1

    def advise(self, count: int = 3) -> None:
        """Answer the last question for hints."""
        state, tag = self.asked[-1]
        self.answer = Advice(
            tag, tuple(hint(move, f"Reason {n}.") for n, move in enumerate(legal_moves(state)[:count]))
        )

    def judge(self, count: int | None = None, *, mistakes: tuple[int, ...] = (1, 3)) -> None:
        """Answer the last question for a review, as far as the first ``count`` moves."""
        steps, tag = self.asked[-1]
        moments = []
        for index, step in enumerate(steps[:count]):
            others = [move for move in legal_moves(step.before) if move != step.move]
            better = hint(others[0], "It drops two.") if index in mistakes and others else None
            turning = better is not None and index == mistakes[-1]
            moments.append(Moment(index, step.before.seat, step.move, (0.6, 0.4), 0.2, better, turning))
        self.answer = LookingBack(tag, tuple(moments), count is None)


def shell_with_analysis(analyses: list[FakeAnalysis]) -> Shell:
    """Return a shell whose analyses are added to a list as they are called for."""

    def call() -> FakeAnalysis:
        analyses.append(FakeAnalysis())
        return analyses[-1]

    return new_shell(call)


def open_review(
    shell: Shell, analyses: list[FakeAnalysis], *, mistakes: tuple[int, ...] = (1, 3)
) -> tuple[ReviewScreen, FakeAnalysis]:
    """Review the game, with everything known."""
    shell.do(Action.REVIEW)
    review = shell.screen
    assert isinstance(review, ReviewScreen)
    analyses[-1].judge(mistakes=mistakes)
    shell.tick(0.05)
    return review, analyses[-1]
