"""What runs in the physics process: acts, one after the other, streamed piece by piece; of some the hand is ours."""

from __future__ import annotations

import traceback
from contextlib import closing
from dataclasses import dataclass

from fakir3d.errors import EngineError, FakirError
from fakir3d.motion import Chunk
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import require
from fakir3d.physics.hand.live import Lived, LivePiece, Past, perform_live
from fakir3d.physics.hand.path import HandCommand
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform_steps
from fakir3d.physics.performance import Performance
from fakir3d.physics.seating import Scene
from fakir3d.workers import Line

__all__ = ["Broken", "Cancel", "Ended", "Job", "LiveJob", "Moved", "Ready", "Streamed", "Wanted", "serve_acts"]


@dataclass(frozen=True, slots=True)
class Ready:
    """To the process: load this engine now."""

    engine: str


@dataclass(frozen=True, slots=True)
class Job:
    """To the process: perform this act; everything about it will carry its tag."""

    tag: int
    scene: Scene
    script: Script
    engine: str
    config: PhysicsConfig


@dataclass(frozen=True, slots=True)
class LiveJob:
    """To the process: perform this act with the hand whose wishes will come, after what is known of it already."""

    tag: int
    scene: Scene
    script: Script
    engine: str
    config: PhysicsConfig
    past: Past


@dataclass(frozen=True, slots=True)
class Wanted:
    """To the process: what the hand in this act wants from now on."""

    tag: int
    wish: HandCommand


@dataclass(frozen=True, slots=True)
class Cancel:
    """To the process: nobody waits for this act any more."""

    tag: int


@dataclass(frozen=True, slots=True)
class Streamed:
    """From the process: a piece of an act's motion."""

    tag: int
    chunk: Chunk


@dataclass(frozen=True, slots=True)
class Moved:
    """From the process: a piece of an act that a hand is dragging."""

    tag: int
    piece: LivePiece


@dataclass(frozen=True, slots=True)
class Ended:
    """From the process: an act is over; without an answer when it was given up."""

    tag: int
    answer: Performance | Lived | None


@dataclass(frozen=True, slots=True)
class Broken:
    """From the process: an act could not be performed."""

    tag: int
    error: FakirError


def serve_acts(line: Line) -> None:
    """Perform the jobs that come through the line until None comes."""
    while (message := line.receive()) is not None:
        match message:
            case Ready(engine=engine):
                require(engine)
            case Job() | LiveJob() as job:
                line.send(_answer(line, job))


def _answer(line: Line, job: Job | LiveJob) -> Ended | Broken:
    try:
        return Ended(job.tag, _perform(line, job) if isinstance(job, Job) else _drag(line, job))
    except _GivenUpError:
        return Ended(job.tag, None)
    except FakirError as error:
        return Broken(job.tag, error)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - a bug in an engine must reach the player, not end the process
        failure = EngineError(f"performing {job.script.move} with {job.engine} failed: {error!r}")
        failure.add_note(traceback.format_exc())
        return Broken(job.tag, failure)


def _perform(line: Line, job: Job) -> Performance | None:
    steps = perform_steps(job.scene, job.script, job.engine, job.config)
    while True:
        try:
            chunk = next(steps)
        except StopIteration as end:
            performance: Performance = end.value
            return performance
        line.send(Streamed(job.tag, chunk))
        if _given_up(line, job.tag):
            steps.close()
            return None


def _given_up(line: Line, tag: int) -> bool:
    """Return whether nobody waits for an act any more; late wishes of a hand that is off are passed over."""
    while line.waiting():
        match line.receive():
            case None:
                raise EOFError
            case Cancel(tag=cancelled) if cancelled == tag:
                return True
    return False


class _GivenUpError(Exception):
    """Nobody waits for the act in which this is raised."""


class _FarHand:
    """The hand at the other end of the line."""

    def __init__(self, line: Line, tag: int) -> None:
        self._line, self._tag = line, tag
        self._arrived: list[HandCommand] = []

    def commands(self, timeout_s: float) -> list[HandCommand]:
        """Return what it has wanted since it was last asked, waiting at most this long for something [s]."""
        self.listen(0.0 if self._arrived else timeout_s)
        arrived, self._arrived = self._arrived, []
        return arrived

    def listen(self, timeout_s: float) -> None:
        """Keep what has arrived, waiting at most this long for something [s].

        Raises:
            _GivenUpError: if nobody waits for the act any more.
        """
        while self._line.waiting(timeout_s):
            timeout_s = 0.0
            match self._line.receive():
                case None:
                    raise EOFError
                case Wanted(tag=tag, wish=wish) if tag == self._tag:
                    self._arrived.append(wish)
                case Cancel(tag=tag) if tag == self._tag:
                    raise _GivenUpError


def _drag(line: Line, job: LiveJob) -> Lived:
    hand = _FarHand(line, job.tag)
    with closing(perform_live(job.scene, job.script, job.engine, job.config, hand, past=job.past)) as steps:
        while True:
            try:
                piece = next(steps)
            except StopIteration as end:
                lived: Lived = end.value
                return lived
            line.send(Moved(job.tag, piece))
            hand.listen(0.0)
