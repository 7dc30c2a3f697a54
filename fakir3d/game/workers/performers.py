"""Who performs an act for a session: this process, or one of our own that streams the motion as it is made."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, Self

from fakir3d.errors import EngineError
from fakir3d.game.workers.remote import RemoteAct, RemoteDragged, RemoteScripted
from fakir3d.game.workers.worker_main import Broken, Cancel, Ended, Job, LiveJob, Moved, Ready, Streamed, serve_acts
from fakir3d.motion import Chunk
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import require
from fakir3d.physics.hand.live import Past
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform_steps
from fakir3d.physics.performance import EngineInfo, Performance
from fakir3d.physics.seating import Scene
from fakir3d.workers import Helper, HelperGoneError

__all__ = ["MAX_RESTARTS", "InlinePerformer", "Performer", "Running", "WorkerPerformer"]

MAX_RESTARTS = 3
"""How often an act is begun again after its process died, before it is given up."""


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
class _Here:
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
        self._engine = require(engine)
        self._config = config or PhysicsConfig()

    @property
    def engine(self) -> EngineInfo:
        """Return which engine."""
        return self._engine

    @property
    def config(self) -> PhysicsConfig:
        """Return the numbers that games with this performer start from."""
        return self._config

    def start(self, scene: Scene, script: Script, config: PhysicsConfig) -> Running:
        """Perform an act."""
        steps = perform_steps(scene, script, self._engine.name, config)
        chunks: list[Chunk] = []
        while True:
            try:
                chunks.append(next(steps))
            except StopIteration as end:
                performance: Performance = end.value
                return _Here(performance, chunks)

    def close(self) -> None:
        """Do nothing: nothing is held."""


class WorkerPerformer:
    """Performs acts in one persistent process of our own, which is started again when it dies.

    The process has at most one job at a time, so that neither end can ever wait for the other to read.

    Args:
        engine: the engine's name.
        config: the numbers that games start from.
    """

    def __init__(self, engine: str, config: PhysicsConfig | None = None) -> None:
        self._engine = require(engine)
        self._config = config or PhysicsConfig()
        self._helper = Helper(serve_acts, "fakir3d-physics")
        self._tags = itertools.count(1)
        self._current: RemoteAct | None = None
        self._busy: int | None = None
        """The tag of the job that the process is working on, given up or not."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def engine(self) -> EngineInfo:
        """Return which engine."""
        return self._engine

    @property
    def config(self) -> PhysicsConfig:
        """Return the numbers that games with this performer start from."""
        return self._config

    @property
    def pid(self) -> int | None:
        """Return the id of the process, or None while none runs."""
        return self._helper.pid

    def warm(self) -> None:
        """Start the process now and have it load the engine, so that the first act need not wait for it."""
        if self._helper.pid is None:
            self._helper.send(Ready(self._engine.name))

    def start(self, scene: Scene, script: Script, config: PhysicsConfig) -> Running:
        """Begin an act; one that still runs is given up."""
        act = RemoteScripted(self, Job(next(self._tags), scene, script, self._engine.name, config))
        self._begin(act)
        return act

    def drag(self, scene: Scene, script: Script, config: PhysicsConfig) -> RemoteDragged:
        """Begin an act whose stick will be dragged, in real time; one that still runs is given up.

        Args:
            scene: what it starts from.
            script: what is done, and with which stick; its result has a script with the hand's path as well.
            config: with which numbers.
        """
        act = RemoteDragged(self, LiveJob(next(self._tags), scene, script, self._engine.name, config, Past()))
        self._begin(act)
        return act

    def close(self) -> None:
        """End the process. May be called twice."""
        if self._current is not None:
            self._current.given_up = True
        self._current = self._busy = None
        self._helper.close()

    def tell(self, act: RemoteAct, message: object) -> None:
        """Send a message about an act, if the process is working on it; else it will learn with the job."""
        if self._busy == act.job.tag:
            try:
                self._helper.tell(message)
            except HelperGoneError as error:
                self._lost(error)

    def give_up(self, act: RemoteAct) -> None:
        """Tell the process that nobody waits for an act any more."""
        if self._current is act:
            self._current = None
        if self._busy == act.job.tag:
            try:
                self._helper.tell(Cancel(act.job.tag))
            except HelperGoneError:
                self._busy = None

    def pump(self, timeout_s: float) -> None:
        """Read what the process has sent, waiting for it at most this long [s]; hand it the next job when free."""
        try:
            if self._busy is not None:
                self._read(self._helper.receive(timeout_s))
            if self._busy is None and self._current is not None and not self._current.over:
                self._helper.send(self._current.begin())
                self._busy = self._current.job.tag
                for message in self._current.newest():
                    self._helper.tell(message)
        except HelperGoneError as error:
            self._lost(error)

    def _begin(self, act: RemoteAct) -> None:
        if self._current is not None:
            self._current.cancel()
        self._current = act
        self.pump(0.0)

    def _lost(self, error: HelperGoneError) -> None:
        """Bury a process that has died; the act it was working on will be begun again, if not too often already."""
        self._helper.kill()
        self._busy = None
        act = self._current
        if act is None or act.over:
            return
        act.restarts += 1
        if act.restarts > MAX_RESTARTS:
            name = f"{act.job.script.move} with {self._engine.name}"
            act.failure = EngineError(f"the physics process died {act.restarts} times performing {name}; gave up")
            act.failure.__cause__ = error

    def _read(self, messages: Iterable[object]) -> None:
        for message in messages:
            act = self._current
            mine = act if act is not None and getattr(message, "tag", None) == act.job.tag else None
            match message:
                case Streamed(chunk=chunk):
                    if mine:
                        mine.take(chunk)
                case Moved(piece=piece):
                    if isinstance(mine, RemoteDragged):
                        mine.feel(piece)
                case Ended(answer=answer):
                    self._busy = None
                    if mine:
                        mine.answer = answer
                case Broken(error=failure):
                    self._busy = None
                    if mine:
                        mine.failure = failure
