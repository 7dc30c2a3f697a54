"""Desks to test at: with a view that only takes notes, and teachers who answer when the test says so."""

from __future__ import annotations

from collections.abc import Iterable
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
from fakir3d.errors import EngineError
from fakir3d.game import InlinePerformer
from fakir3d.game.setup import GameSetup
from fakir3d.motion import Snapshot
from fakir3d.players.analysis_client import Advice, LookingBack
from fakir3d.players.teacher import Hint, Moment, Step
from fakir3d.render.camera import Camera, framing
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Phase, State


class Notes:
    """A view that remembers what it was told to show."""

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


class House:
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


class Nobody:
    """A mind for games of people."""

    closed = 0
    notice = None

    def start(self, *_: object) -> None:
        pytest.fail("nobody thinks here")

    def poll(self) -> None:
        return None

    def cancel(self) -> None:
        return

    def close(self) -> None:
        self.closed += 1


class Silent:
    """A teacher nobody asks."""

    notice = None

    def hints(self, *_: object) -> None:
        pytest.fail("nobody asks for hints here")

    def review(self, *_: object) -> None:
        pytest.fail("nobody looks back here")

    def poll(self) -> None:
        return None

    def cancel(self) -> None:
        return

    def close(self) -> None:
        return


CHOICE = GameSetup(seed=3, first=0, sticks=3)


def quiet_desk() -> Shell:
    """Return a desk at which nobody teaches and nobody plays but people."""
    return Shell(
        Notes(), House(), SessionFactory(InlinePerformer, "ideal"), Ports(Nobody(), Silent), Settings(speed=Speed.SKIP)
    )


def press(desk: Shell, words: str) -> None:
    """Press the button with those words in the open dialog."""
    assert desk.dialog is not None
    next(w for w in desk.dialog.widgets if isinstance(w, Button) and w.text.startswith(words)).action()


def said(desk: Shell) -> str:
    """Return all words of the open dialog."""
    assert desk.dialog is not None
    return " ".join([desk.dialog.title, *(w.text for w in desk.dialog.widgets if isinstance(w, Label))])


def entry(desk: Shell) -> TextEntry:
    assert desk.dialog is not None
    return next(w for w in desk.dialog.widgets if isinstance(w, TextEntry))


def begin(desk: Shell, choice: GameSetup = CHOICE) -> None:
    desk.begin(choice)
    desk.close()


def make(desk: Shell, *actions: Action) -> None:
    """Do things at the table and let the sticks come to rest."""
    for action in actions:
        desk.do(action)
    assert desk.table is not None
    for _ in range(50):
        desk.tick(0.1)
        if desk.table.match.waiting_for is not Waiting.FALLING:
            return


def finish(desk: Shell) -> None:
    """Play by Tab and Enter until somebody has won."""
    assert desk.table is not None
    for _ in range(200):
        if desk.table.match.shown.phase is Phase.OVER:
            return
        make(desk, Action.NEXT, Action.ACT)


def hint(move: Move, why: str = "Planting there is good.") -> Hint:
    return Hint(move, 0.7, certain=False, why=why, line=(move,))


class Teacher:
    """Answers when told to; remembers what it was asked, and whether it was told off."""

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


def taught_desk(teachers: list[Teacher]) -> Shell:
    """Return a desk whose teachers are added to a list as they are called."""

    def call() -> Teacher:
        teachers.append(Teacher())
        return teachers[-1]

    return Shell(
        Notes(), House(), SessionFactory(InlinePerformer, "ideal"), Ports(Nobody(), call), Settings(speed=Speed.SKIP)
    )


def look_back(
    desk: Shell, teachers: list[Teacher], *, mistakes: tuple[int, ...] = (1, 3)
) -> tuple[ReviewScreen, Teacher]:
    """Look back at the game, with everything said."""
    desk.do(Action.LOOK_BACK)
    looking = desk.scene
    assert isinstance(looking, ReviewScreen)
    teachers[-1].judge(mistakes=mistakes)
    desk.tick(0.05)
    return looking, teachers[-1]
