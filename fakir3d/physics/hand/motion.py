"""The hand's motion in each move: which sticks it holds where, step by step.

A motion is a generator of ``HeldPoses``. A stick that is no longer in them has been let go. It returns what came of it.
A script with a path is dragged (``guided``), any other one followed. Pierced sticks are held too, by their bore,
unless config says that they lie free; only those that move are in the hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from fakir3d.block.names import Hole
from fakir3d.motion import Pose
from fakir3d.physics.config import PhysicsConfig, Pierced
from fakir3d.physics.disturb import NO_DISTURBANCE, Disturbance, disturbance_of
from fakir3d.physics.hand.guided import Guide, HandMotion, HandResult, Recorded, guided
from fakir3d.physics.hand.path import FOLLOW_M_S
from fakir3d.physics.hand.route import HeldPoses, PathSegment, Route, route_of
from fakir3d.physics.hand.script import Script
from fakir3d.physics.recorder import CHUNK_FRAMES
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.protocol import World


@dataclass(frozen=True, slots=True)
class HandPlan:
    """An act of the hand, ready to be done.

    Attributes:
        stick: the script's stick.
        start: the sticks in the hand at the beginning, and where; over the scene's own poses.
        motion: what the hand does, once it can ask the world what stops it.
        leaves: the sticks that leave the block even when all goes well.
        disturbance: what the act suffers besides.
        let_in: in which hole the script's stick is planted, if it is.
    """

    stick: str
    start: Mapping[str, Pose]
    motion: Callable[[World], HandMotion]
    disturbance: Disturbance
    leaves: tuple[str, ...] = ()
    let_in: Hole | None = None


def plan(scene: Scene, script: Script, config: PhysicsConfig, guide: Guide | None = None) -> HandPlan:
    """Return what the hand does in this scene.

    Args:
        scene: what the act starts from.
        script: what the hand is to do.
        config: with which numbers.
        guide: who drags the stick; without one a script's path does, if it has one.

    Raises:
        MisuseError: if it cannot be done at all: the stick is not where the script says, or there is none.
    """
    disturbance = disturbance_of(script, config) if config.disturbs else NO_DISTURBANCE
    route = route_of(scene, script, disturbance.offset_m)
    start = route.segments[0].start if route.segments else {}
    lets_go = route.let_in is not None or (config.pierced is Pierced.FREE and not route.leaves)
    if guide is None and script.path is not None:
        guide = Recorded(script.path, config.dt_s, CHUNK_FRAMES)
    motion: Callable[[World], HandMotion]
    if guide is None:
        speed_m_s = script.speed_m_s * config.hand_speed
        frames = [held for segment in route.segments for held in _steps(segment, speed_m_s, config)]
        motion = partial(_follow, route, frames, config.blocked_depth_m, lets_go=lets_go)
    else:
        speed_m_s = FOLLOW_M_S if script.path is None else script.path.speed_m_s
        motion = partial(guided, scene, route, config, guide, speed_m_s=speed_m_s, lets_go=lets_go)
    return HandPlan(script.stick, start, motion, disturbance, route.leaves, route.let_in)


def _follow(route: Route, frames: Sequence[HeldPoses], bound_m: float, world: World, *, lets_go: bool) -> HandMotion:
    """Follow the route until something stops the stick, then go back; at its end let go what is to be let go."""
    for index, held in enumerate(frames):
        yield held
        if route.stops and world.depth_m(route.stick, route.stops) > bound_m:
            yield from reversed(frames[:index])
            return HandResult.BLOCKED
    if lets_go:
        yield {name: pose for name, pose in frames[-1].items() if name != route.stick}
    return HandResult.DONE


def _steps(segment: PathSegment, speed_m_s: float, config: PhysicsConfig) -> list[HeldPoses]:
    """Return the held poses of each step of a segment; who arrives first waits."""
    lines = {
        stick: _line(start, segment.end[stick], speed_m_s * segment.speed_factor, config)
        for stick, start in segment.start.items()
    }
    count = max(map(len, lines.values()))
    return [{stick: line[min(k, len(line) - 1)] for stick, line in lines.items()} for k in range(count)]


def _line(start: Pose, end: Pose, speed_m_s: float, config: PhysicsConfig) -> list[Pose]:
    """Return a pose for each step from ``start``, left out, straight to ``end``, included; the turn is the end's."""
    steps = max(1, math.ceil(math.dist(start[:3], end[:3]) / (speed_m_s * config.dt_s)))
    x, y, z = ((end[i] - start[i]) / steps for i in range(3))
    turn = end[3:]
    path = [(start[0] + k * x, start[1] + k * y, start[2] + k * z, *turn) for k in range(1, steps)]
    return [*path, end]
