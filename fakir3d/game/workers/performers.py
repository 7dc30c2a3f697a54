"""Who performs an act for a session: this process, or one of our own that streams the motion as it is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Protocol

from fakir3d.game.workers.remote import RemoteAct, RemoteDragged
from fakir3d.game.workers.worker_main import ActRequest, perform_act
from fakir3d.motion import Chunk
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import require
from fakir3d.physics.hand.live import Lived, Past
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform_steps
from fakir3d.physics.performance import EngineInfo, Performance
from fakir3d.physics.scene import Scene
from fakir3d.workers import Worker


class Running(Protocol):
    """An act being performed."""

    def chunks(self) -> list[Chunk]:
        """Return the pieces of motion that have arrived since the last call; never blocks."""
        ...

    def done(self) -> bool:
        """Return whether the performance is there (or has failed); never blocks."""
        ...

    def result(self) -> Performance:
        """Wait for the performance.

        Raises:
            EngineError: if it could not be made.
        """
        ...

    def cancel(self) -> None:
        """Give the act up; nothing more comes of it."""
        ...


class Performer(Protocol):
    """Performs acts with one engine, one act at a time; starting another gives up the one before."""

    @property
    def engine(self) -> EngineInfo:
        """Return which engine."""
        ...

    @property
    def config(self) -> PhysicsConfig:
        """Return the numbers that games with this performer start from."""
        ...

    def start(self, scene: Scene, script: Script, config: PhysicsConfig) -> Running:
        """Begin an act."""
        ...

    def close(self) -> None:
        """Let go of whatever the performer holds. May be called twice."""
        ...


@dataclass(slots=True)
class _InlineAct:
    """An act performed in this process: over as soon as it is begun."""

    performance: Performance
    waiting: list[Chunk]

    def chunks(self) -> list[Chunk]:
        arrived, self.waiting = self.waiting, []
        return arrived

    def done(self) -> bool:
        return True

    def result(self) -> Performance:
        return self.performance

    def cancel(self) -> None:
        self.waiting = []


class InlinePerformer:
    """Performs acts in this process, whole, when they are begun: for audits, tests and the text client.

    Args:
        engine: the engine's name.
        config: the numbers that games start from.
    """

    def __init__(self, engine: str, config: PhysicsConfig | None = None) -> None:
        self.engine, self.config = require(engine), config or PhysicsConfig()

    def start(self, scene: Scene, script: Script, config: PhysicsConfig) -> Running:
        """Perform an act."""
        steps = perform_steps(scene, script, self.engine.name, config)
        chunks: list[Chunk] = []
        while True:
            try:
                chunks.append(next(steps))
            except StopIteration as end:
                performance: Performance = end.value
                return _InlineAct(performance, chunks)

    def close(self) -> None:
        """Do nothing: nothing is held."""


class WorkerPerformer(Worker[ActRequest, Performance | Lived]):
    """Performs acts in one persistent process of our own, which is started again when it dies.

    Args:
        engine: the engine's name.
        config: the numbers that games start from.
    """

    def __init__(self, engine: str, config: PhysicsConfig | None = None) -> None:
        self.engine, self.config = require(engine), config or PhysicsConfig()
        load = partial(require, self.engine.name)
        super().__init__(perform_act, "fakir3d-physics", prepare=load, cancellable=True)

    def start(self, scene: Scene, script: Script, config: PhysicsConfig) -> Running:
        """Begin an act; one that still runs is given up."""
        act = RemoteAct[Performance](ActRequest(scene, script, self.engine.name, config))
        self.submit(act)
        return act

    def drag(self, scene: Scene, script: Script, config: PhysicsConfig) -> RemoteDragged:
        """Begin an act whose stick will be dragged, in real time; one that still runs is given up.

        Args:
            scene: what it starts from.
            script: what is done, and with which stick; its result has a script with the hand's path as well.
            config: with which numbers.
        """
        act = RemoteDragged(ActRequest(scene, script, self.engine.name, config, Past()))
        self.submit(act)
        return act
