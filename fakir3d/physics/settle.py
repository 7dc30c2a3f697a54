"""Waiting for rest, with a certificate, and the one tap on the block."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence

import numpy as np

from fakir3d.errors import EngineError
from fakir3d.motion import Chunk, Vector2
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.performance import Rest, Unrest
from fakir3d.physics.recorder import Recorder
from fakir3d.physics.worlds.protocol import World

_PUSH_S = 0.010
_KNOCKS = ((1.0, 0.3), (-1.0, -0.3), (0.3, 1.0), (-0.3, -1.0))
"""There and back along x, then along y, never quite along a wall; together they leave the block at rest. At 30 m/s²
for 10 ms one push is 0.3 m/s, what a knuckle gives a block this size."""
_RINGING = tuple(0.7**beat for beat in range(8))
"""A block that was struck rings, each beat a share of the one before. Whether a single beat frees a stick depends on
where it throws it; of ones that die away some beat lets it pass (docs/physics.md)."""

_WATCHED_S = 0.1
"""So much of the end of an act tells what a restless stick is doing [s]."""
_ON_ITS_WAY = 0.5
"""A stick that gets as far as this share of the way it went was going somewhere."""

Chunks = Generator[Chunk, None, None]


def come_to_rest(
    world: World, recorder: Recorder, config: PhysicsConfig, hand_s: float
) -> Generator[Chunk, None, Rest]:
    """Let time pass until the scene is at rest or the deadline is over; return the certificate.

    At rest, every free stick is slower than config.rest_speed_m_s at every frame for config.rest_hold_s. Where that
    has not come about in time the certificate says so, how fast the fastest stick still was, and what it was doing.

    Args:
        world: the sticks.
        recorder: records them.
        config: what counts as rest.
        hand_s: when the hand's last move ended, in the act's time [s].

    Raises:
        EngineError: if a stick's speed is no number any more.
    """
    began_s, quiet_s = recorder.time_s, None
    yield from _pass_frame(world, recorder)
    while True:
        speeds = world.speeds()
        restless = tuple(name for name, speed in speeds if not speed < config.rest_speed_m_s)
        lost = next((name for name, speed in speeds if math.isnan(speed)), None)
        if lost is not None:
            raise EngineError(f"stick {lost} has no speed any more; perform the act with half the step")
        now_s = recorder.time_s
        quiet_s = None if restless else now_s if quiet_s is None else quiet_s
        # Times are whole numbers of steps; half a step keeps rounding from costing a frame.
        slack_s = config.dt_s / 2
        settled = quiet_s is not None and now_s - quiet_s >= config.rest_hold_s - slack_s
        if settled or now_s - began_s >= config.deadline_s - slack_s:
            fastest = max((speed for _, speed in speeds), default=0.0)
            if settled:
                return Rest(settled, now_s, now_s - hand_s, fastest)
            return Rest(settled, now_s, now_s - hand_s, fastest, restless, _unrest(recorder, restless))
        yield from _pass_frame(world, recorder)


def _unrest(recorder: Recorder, restless: Sequence[str]) -> Unrest:
    """Return what the restless sticks were doing at the end of an act; the gravest when they differ."""
    frames = math.ceil(_WATCHED_S / (recorder.config.stride * recorder.config.dt_s)) + 1
    recording = recorder.recording()
    places = recording.poses[-frames:, [recording.names.index(name) for name in restless], :3]
    if not places.shape[1]:
        return Unrest.SHORT
    steps = np.linalg.norm(np.diff(places, axis=0), axis=2).sum(axis=0)
    moves = places[-1] - places[0]
    going = np.linalg.norm(moves, axis=1) > _ON_ITS_WAY * steps
    if np.any(going & (moves[:, 2] < -_ON_ITS_WAY * steps)):
        return Unrest.FALLING
    return Unrest.MOVING if going.any() else Unrest.SHAKING


def tap(world: World, recorder: Recorder, config: PhysicsConfig, lean_m_s2: Vector2) -> Chunks:
    """Knock on the block once, as players do when a stick hangs (R12); the table may lean meanwhile."""
    hard = config.tap_m_s2
    pushes = [(x * hard * beat, y * hard * beat) for beat in _RINGING for x, y in _KNOCKS]
    yield from knock(world, recorder, pushes, lean_m_s2)


def knock(world: World, recorder: Recorder, pushes_m_s2: Sequence[Vector2], lean_m_s2: Vector2) -> Chunks:
    """Push the block by each of these accelerations in turn, for 10 ms, on a table that leans."""
    steps = max(1, round(_PUSH_S / recorder.config.dt_s))
    for x, y in pushes_m_s2:
        world.shake((x + lean_m_s2[0], y + lean_m_s2[1]))
        for _ in range(steps):
            world.step(1)
            chunk = recorder.passed(1)
            if chunk is not None:
                yield chunk
    world.shake(lean_m_s2)


def _pass_frame(world: World, recorder: Recorder) -> Chunks:
    steps = recorder.to_next
    world.step(steps)
    chunk = recorder.passed(steps)
    if chunk is not None:
        yield chunk
