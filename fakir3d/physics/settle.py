"""Waiting until nothing moves any more, with a certificate; and the one tap on a block in which a stick hangs."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from fakir3d.motion import Chunk
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.performance import Rest
from fakir3d.physics.reel import Reel
from fakir3d.physics.worlds.protocol import World

__all__ = ["knock", "settle", "tap"]

_PUSH_S = 0.010
_KNOCKS = ((1.0, 0.3), (-1.0, -0.3), (0.3, 1.0), (-0.3, -1.0))
"""There and back along x, then along y, never quite along a wall; together they leave the block at rest. At 30 m/s²
for 10 ms one push is 0.3 m/s, what a knuckle gives a block this size."""

Chunks = Generator[Chunk, None, None]
Plane = tuple[float, float]


def settle(world: World, reel: Reel, config: PhysicsConfig, hand_s: float) -> Generator[Chunk, None, Rest]:
    """Let time pass until the scene is at rest or the deadline is over; return the certificate.

    At rest, every free stick is slower than config.rest_speed_m_s at every frame for config.rest_hold_s.

    Args:
        world: the sticks.
        reel: records them.
        config: what counts as rest.
        hand_s: when the hand's last move ended, in the act's time [s].
    """
    began_s, quiet_s = reel.time_s, None
    yield from _pass_frame(world, reel)
    while True:
        speeds = world.speeds()
        restless = tuple(name for name, speed in speeds if not speed < config.rest_speed_m_s)
        now_s = reel.time_s
        quiet_s = None if restless else now_s if quiet_s is None else quiet_s
        # Times are whole numbers of steps; half a step keeps rounding from costing a frame.
        slack_s = config.dt_s / 2
        settled = quiet_s is not None and now_s - quiet_s >= config.rest_hold_s - slack_s
        if settled or now_s - began_s >= config.deadline_s - slack_s:
            fastest = max((speed for _, speed in speeds), default=0.0)
            return Rest(settled, now_s, now_s - hand_s, fastest, () if settled else restless)
        yield from _pass_frame(world, reel)


def tap(world: World, reel: Reel, config: PhysicsConfig, lean_m_s2: Plane) -> Chunks:
    """Knock on the block once, as players do when a stick hangs (R12); the table may lean meanwhile."""
    hard = config.tap_m_s2
    yield from knock(world, reel, [(x * hard, y * hard) for x, y in _KNOCKS], lean_m_s2)


def knock(world: World, reel: Reel, pushes_m_s2: Sequence[Plane], lean_m_s2: Plane) -> Chunks:
    """Push the block by each of these accelerations in turn, for 10 ms, on a table that leans."""
    steps = max(1, round(_PUSH_S / reel.config.dt_s))
    for x, y in pushes_m_s2:
        world.shake((x + lean_m_s2[0], y + lean_m_s2[1]))
        for _ in range(steps):
            world.step(1)
            chunk = reel.passed(1)
            if chunk is not None:
                yield chunk
    world.shake(lean_m_s2)


def _pass_frame(world: World, reel: Reel) -> Chunks:
    steps = reel.to_next
    world.step(steps)
    chunk = reel.passed(steps)
    if chunk is not None:
        yield chunk
