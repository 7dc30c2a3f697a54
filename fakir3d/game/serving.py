"""What runs in the physics process: acts, one after the other, streamed piece by piece."""

from __future__ import annotations

import traceback
from dataclasses import dataclass

from fakir3d.errors import EngineError, FakirError
from fakir3d.motion import Chunk
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import require
from fakir3d.physics.perform import perform_steps
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import Scene
from fakir3d.physics.script import Script
from fakir3d.processes import Line

__all__ = ["Broken", "Cancel", "Ended", "Job", "Ready", "Streamed", "serve_acts"]


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
class Cancel:
    """To the process: nobody waits for this act any more."""

    tag: int


@dataclass(frozen=True, slots=True)
class Streamed:
    """From the process: a piece of an act's motion."""

    tag: int
    chunk: Chunk


@dataclass(frozen=True, slots=True)
class Ended:
    """From the process: an act is over; without a performance when it was given up."""

    tag: int
    performance: Performance | None


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
            case Job() as job:
                line.send(_answer(line, job))


def _answer(line: Line, job: Job) -> Ended | Broken:
    try:
        return Ended(job.tag, _perform(line, job))
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
        # Nothing but a Cancel of this very job (or the end) can come while it is being worked on.
        if line.waiting():
            steps.close()
            if line.receive() is None:
                raise EOFError
            return None
