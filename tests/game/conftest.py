"""Games for the tests: sessions on the ideal engine, performers that lie, short records."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from fakir3d.block.document import load_block
from fakir3d.block.spec import BlockSpec
from fakir3d.game import InlinePerformer, Journal, Session
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import Running
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import Scene
from fakir3d.players import RandomPlayer
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Fate, Hung

Change = Callable[[Performance, PhysicsConfig], Performance]


class Liar(InlinePerformer):
    """Performs with the ideal engine and then changes what it saw, act by act; honest when nothing is left."""

    def __init__(self, *changes: Change | None) -> None:
        super().__init__("ideal")
        self.changes = list(changes)
        self.configs: list[PhysicsConfig] = []

    def start(self, scene: Scene, script: Script, config: PhysicsConfig) -> Running:
        running = super().start(scene, script, config)
        self.configs.append(config)
        change = self.changes.pop(0) if self.changes else None
        if change is not None:
            running.performance = change(running.result(), config)  # type: ignore[attr-defined]
        return running


@pytest.fixture
def liar() -> type[Liar]:
    return Liar


@pytest.fixture
def lattice() -> BlockSpec:
    return load_block("lattice")


@pytest.fixture
def ideal() -> InlinePerformer:
    return InlinePerformer("ideal")


@pytest.fixture
def new_session(lattice: BlockSpec, ideal: InlinePerformer) -> Callable[..., Session]:
    """Return a maker of sessions: lattice, ideal, seed 1, seat 0 first, unless asked otherwise."""

    def make(**wishes: object) -> Session:
        spec, performer = wishes.pop("spec", lattice), wishes.pop("performer", ideal)
        kept = {name: wishes.pop(name) for name in ("policy", "journal") if name in wishes}
        setup = GameSetup(**{"seed": 1, "first": 0, **wishes})  # type: ignore[arg-type]
        return Session.new(spec, performer, setup, **kept)  # type: ignore[arg-type]

    return make


@pytest.fixture
def choose() -> Callable[[Session], Move]:
    """Return the random player's choice in a session."""
    return lambda session: RandomPlayer().choose(session.state, session.choice_seed)


@pytest.fixture
def play_on(choose: Callable[[Session], Move]) -> Callable[..., Session]:
    """Return a player-on: by drawn lots to the end, until a condition holds, or for so many moves."""

    def play(session: Session, moves: int | None = None, until: Callable[[Session], bool] | None = None) -> Session:
        for made in itertools.count():
            if session.result is not None or made == moves or (until and until(session)):
                return session
            session.play(choose(session))
        raise AssertionError

    return play


@pytest.fixture
def record_of(
    tmp_path: Path, new_session: Callable[..., Session], play_on: Callable[..., Session]
) -> Callable[..., Path]:
    """Return a maker of records of so many moves."""
    numbers = itertools.count()

    def make(moves: int | None, **wishes: object) -> Path:
        path = tmp_path / f"{next(numbers)}.fakir"
        session = play_on(new_session(journal=Journal.create(path), **wishes), moves)
        session.close()
        return path

    return make


@pytest.fixture
def changed() -> Callable[..., Change]:
    """Return a maker of lies: a performance with some of its fields replaced, in itself consistent."""
    return lambda **fields: lambda performance, _config: _made_consistent(replace(performance, **fields))


def _made_consistent(performance: Performance) -> Performance:
    """Return a performance whose recording and poses show its outcome: what hangs never moved, nor did a blocked hand.

    A performance that contradicts itself is no evidence of anything, and is caught as such.
    """
    recording, outcome = performance.recording, performance.outcome
    gone = {str(fall.stick) for fall in outcome.falls if fall.to is Fate.GONE}
    still = {str(fall.stick) for fall in outcome.falls if isinstance(fall.to, Hung)}
    taken = set(recording.names) - set(performance.before.names)
    poses = recording.poses.copy()
    for place, name in enumerate(recording.names):
        if name in still or (outcome.blocked and name in taken):
            poses[:, place] = poses[0, place]
    after = {**performance.after.as_dict(), **{name: performance.before.pose(name) for name in still}}
    after = {name: pose for name, pose in after.items() if name not in gone | (taken if outcome.blocked else set())}
    return replace(performance, recording=replace(recording, poses=poses), after=Snapshot.of(after))


@pytest.fixture
def pipe_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return for how long this process was ready to wait at its workers' pipes, each time it looked [s]."""
    waits: list[float] = []
    poll = Connection.poll

    def noted(end: Connection, timeout: float = 0.0) -> bool:
        waits.append(timeout)
        return poll(end, timeout)

    monkeypatch.setattr(Connection, "poll", noted)
    return waits


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for saves that is this test's own."""
    monkeypatch.setenv("FAKIR3D_HOME", str(tmp_path))
    return tmp_path / "saves"
