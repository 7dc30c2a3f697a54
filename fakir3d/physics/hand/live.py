"""Acts performed live, from the targets of a hand as they arrive.

``perform_live`` steps the world no faster than the clock, takes the newest target before every recorded frame, and
hands the motion on in small pieces. What the hand wanted, and at which step, becomes the script's path; ``perform``
with that script gives the same performance, to the last bit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from fakir3d.errors import MisuseError
from fakir3d.motion import Chunk
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.guided import Feedback
from fakir3d.physics.hand.path import FOLLOW_M_S, HandCommand, HandEnd, HandPath, check_aim
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform_steps
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import Scene

HAND_S = 60.0
"""A hand that has not let go after this time lets go [s]."""
LIVE_FRAMES = 4
"""Frames in a piece: 16 ms of motion, one picture of a 60 Hz display."""
_BEHIND_S = 0.1
"""A simulation that is later than this does not make it up: it would show the hand's motion too fast [s]."""
Clock = Callable[[], float]


class LiveHand(Protocol):
    """Somebody's hand, as far as it can be asked."""

    def commands(self, timeout_s: float) -> Sequence[HandCommand]:
        """Return what it has wanted since it was last asked, oldest first.

        Args:
            timeout_s: wait at most this long for something [s]; it may return earlier, with nothing too.
        """
        ...


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of a live act whose process has died: it is done again so far, as fast as it goes, then goes on.

    Attributes:
        commands: since when [s] the hand wanted what.
        until_s: up to which time of the act that is all [s].
    """

    commands: tuple[tuple[float, HandCommand], ...] = ()
    until_s: float = 0.0


@dataclass(frozen=True, slots=True)
class LivePiece:
    """A piece of a live act as it is made.

    Attributes:
        chunk: its motion.
        commands: what the hand wanted, since the last piece and up to the end of this one, each with its time [s].
        feedback: what the hand feels.
    """

    chunk: Chunk
    commands: tuple[tuple[float, HandCommand], ...]
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class Lived:
    """A live act that is over.

    Attributes:
        script: what the hand did, its path with it; performed again it gives the same performance.
        performance: what came of it; ``taken_back`` when nothing did.
        dropped_s: how much real time the simulation has lost for good because the machine was too slow [s].
    """

    script: Script
    performance: Performance
    dropped_s: float


class _LiveGuide:
    """A guide that asks a hand, before every recorded frame, once the clock has come that far."""

    chunk_frames = LIVE_FRAMES

    def __init__(self, hand: LiveHand, config: PhysicsConfig, now: Clock, deadline_s: float, past: Past) -> None:
        self.feedback = Feedback()
        self.dropped_s = 0.0
        self.given: list[tuple[float, HandCommand]] = []
        self._hand, self._now, self._deadline_s = hand, now, deadline_s
        self._dt_s, self._stride = config.dt_s, config.stride
        self._past = {round(at_s / config.dt_s): command for at_s, command in past.commands}
        self._live_from = round(past.until_s / config.dt_s)
        self._began_s: float | None = None
        self._aim: float | None = None
        self._end: HandEnd | None = None

    def command(self, step: int) -> HandCommand | None:
        """Return what the hand wants from this step on; its end waits for a step of its own."""
        if step < self._live_from:
            return self._give(step, self._past.get(step))
        if self._end is None and step % self._stride == 0:
            aim = self._ask(step * self._dt_s)
            if aim not in {None, self._aim}:
                return self._give(step, aim)
        return self._give(step, self._end)

    def receive(self, feedback: Feedback) -> None:
        """Keep what the hand feels for the next piece."""
        self.feedback = feedback

    def _give(self, step: int, command: HandCommand | None) -> HandCommand | None:
        if command is not None:
            self.given.append((step * self._dt_s, command))
            if not isinstance(command, HandEnd):
                self._aim = command
        return command

    def _ask(self, time_s: float) -> float | None:
        """Wait until it is time; return the newest target, if one has come, and keep the hand's end."""
        if self._began_s is None:
            self._began_s = self._now() - time_s
        commands: list[HandCommand] = []
        left_s = 1.0
        while left_s > 0:
            left_s = self._began_s + time_s - self._now()
            commands += self._hand.commands(max(left_s, 0.0))
        if -left_s > _BEHIND_S:
            self._began_s -= left_s
            self.dropped_s -= left_s
        return self._newest(commands, time_s)

    def _newest(self, commands: Sequence[HandCommand], time_s: float) -> float | None:
        aim: float | None = None
        for command in commands:
            if isinstance(command, HandEnd):
                self._end = command
                break
            aim = check_aim(command)
        if self._end is None and time_s >= self._deadline_s:
            self._end = HandEnd.LET_GO
        return aim


def perform_live(
    scene: Scene,
    script: Script,
    engine: str,
    config: PhysicsConfig,
    hand: LiveHand,
    *,
    now: Clock = time.monotonic,
    deadline_s: float = HAND_S,
    past: Past = Past(),
) -> Generator[LivePiece, None, Lived]:
    """Perform an act whose stick a hand drags, in real time until it lets go, yielding its motion as it is made.

    Args:
        scene: as for ``perform``, like engine and config.
        script: what is done, and with which stick; without a path.
        engine: which engine.
        config: with which numbers.
        hand: whose targets are places along the route from the act's beginning [m].
        now: the clock, in seconds.
        deadline_s: a hand that has not come off its stick by then lets go [s].
        past: what was done before, when an act is taken up again.

    Raises:
        MisuseError: if the script has a path, or a target is no number; and as ``perform``.
    """
    if script.path is not None:
        raise MisuseError(f"{script.move} has a recorded path; perform it, or drag it without one")
    guide, sent = _LiveGuide(hand, config, now, deadline_s, past), 0
    steps = perform_steps(scene, script, engine, config, guide=guide)
    while True:
        try:
            chunk = next(steps)
        except StopIteration as end:
            performance: Performance = end.value
            path = HandPath.of(guide.given, FOLLOW_M_S) if guide.given else None
            return Lived(replace(script, path=path), performance, guide.dropped_s)
        commands, sent = tuple(guide.given[sent:]), len(guide.given)
        yield LivePiece(chunk, commands, guide.feedback)
