"""What runs in the physics process: performs acts, streamed piece by piece; in some the hand is at the other end."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import cast

from fakir3d.motion import Chunk
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.live import Lived, LivePiece, Past, perform_live
from fakir3d.physics.hand.path import HandCommand
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform_steps
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import Scene
from fakir3d.workers import Channel


@dataclass(frozen=True, slots=True)
class ActRequest:
    """An act to be performed.

    Attributes:
        scene: what it starts from.
        script: what is done.
        engine: with which engine.
        config: with which numbers.
        past: what is known already of an act that is dragged: what the hand wants comes through the channel; None if
            the script says everything.
    """

    scene: Scene
    script: Script
    engine: str
    config: PhysicsConfig
    past: Past | None = None


@dataclass(frozen=True, slots=True)
class _RemoteHand:
    """The hand at the other end of a channel."""

    channel: Channel

    def commands(self, timeout_s: float) -> list[HandCommand]:
        """Return what it has wanted since it was last asked, waiting at most this long for something [s]."""
        return cast("list[HandCommand]", self.channel.receive(timeout_s))


def perform_act(request: ActRequest, channel: Channel) -> Performance | Lived:
    """Perform an act and return what came of it; its pieces go through the channel as they are made."""
    scene, script, engine, config = request.scene, request.script, request.engine, request.config
    steps: Generator[Chunk | LivePiece, None, Performance | Lived]
    if request.past is None:
        steps = perform_steps(scene, script, engine, config)
    else:
        steps = perform_live(scene, script, engine, config, _RemoteHand(channel), past=request.past)
    with closing(steps):
        while True:
            try:
                piece = next(steps)
            except StopIteration as end:
                return cast("Performance | Lived", end.value)
            channel.send(piece)
