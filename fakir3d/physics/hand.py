"""The hand's way in each move: for every step, which sticks it holds and where.

A way is a generator of ``Grips``. A stick that is no longer in them has been let go. It returns whether something
was in the way. Pierced sticks are held too, by their bore; only those that move are in the grips.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import MisuseError
from fakir3d.physics.capsules import UPRIGHT, Pose, gap_m, segment_of
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.places import Scene, lying_pose, poses_of, standing_pose
from fakir3d.physics.script import Script
from fakir3d.rules.moves import Discard, Exchange, Pierce, Plant, Pull

__all__ = ["Grips", "Plan", "Stopped", "plan"]

Grips = Mapping[str, Pose]
Stopped = Callable[[str, Sequence[str]], bool]
"""Whether a stick is stopped by one of these others, now."""
Way = Generator[Grips, None, bool]

_CLEAR_M = 0.002
"""Sticks outside the block keep this far from everything."""
_ABOVE_M = 0.010
"""A stick is let into its hole from this far above the top."""
_MOUTH_M = 0.005
"""It is let go when its foot is this deep in the mouth; deeper it could not miss, higher it could topple."""
_FREE_AIR = 3.0
"""In free air the hand is this many times as fast as in the wood."""
_ASIDE = 4.0
"""Two sticks in one hand's exchange keep this many diameters apart."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An act of the hand, ready to be done.

    Attributes:
        stick: the script's stick.
        start: the sticks in the hand at the beginning, and where; over the scene's own poses.
        way: what the hand does, once it can ask what stops it.
        leaves: the sticks that leave the block even when all goes well.
        let_in: in which hole the script's stick is planted, if it is.
    """

    stick: str
    start: Mapping[str, Pose]
    way: Callable[[Stopped], Way]
    leaves: tuple[str, ...] = ()
    let_in: Hole | None = None


def plan(scene: Scene, script: Script, config: PhysicsConfig) -> Plan:
    """Return what the hand does in this scene.

    Raises:
        MisuseError: if it cannot be done at all: the stick is not where the script says, or there is none.
    """
    _check_stick(scene, script)
    match script.move:
        case Pierce(bore):
            return _pierce(scene, script, config, bore)
        case Plant(hole):
            return _plant(scene, script, config, hole)
        case Pull(bore) | Discard(Bore() as bore):
            return _pull(scene, script, config, bore)
        case Exchange(hole):
            return _exchange(scene, script, config, hole)
        case Discard(Hole()):
            return _lift(scene, script, config)
        case _:
            return Plan(script.stick, {}, lambda _: _nothing())


def _check_stick(scene: Scene, script: Script) -> None:
    stick, move = script.stick, script.move
    places = {str(place): name for name, place in [*scene.standing.items(), *scene.pierced.items()]}
    match move:
        case Pierce() | Plant() | Exchange() if stick in scene.before.names:
            raise MisuseError(f"{move} needs a stick from the hand, but {stick} is in the block already")
        case Pull(place) | Discard(Hole() | Bore() as place) if places.get(str(place)) != stick:
            raise MisuseError(f"{move} needs {stick} in {place}; there is {places.get(str(place), 'no stick')}")
        case Exchange(hole) if str(hole) not in places:
            raise MisuseError(f"{move} needs a standing stick to exchange, and none stands in {hole}")
        case Pierce(target) if target not in scene.spec.bores:
            raise MisuseError(f"{move}: block {scene.spec.name!r} has no bore {target}")
        case Plant(target) if target not in scene.spec.holes:
            raise MisuseError(f"{move}: block {scene.spec.name!r} has no hole {target}")


def _pierce(scene: Scene, script: Script, config: PhysicsConfig, bore: Bore) -> Plan:
    start = lying_pose(scene.spec, bore, script.side * _outside_m(scene, bore))
    path = _line(start, lying_pose(scene.spec, bore), script.speed_m_s, config)
    others = _near(scene, start, path[-1])
    return Plan(script.stick, {script.stick: start}, lambda stopped: _push(script.stick, path, others, stopped))


def _plant(scene: Scene, script: Script, config: PhysicsConfig, hole: Hole) -> Plan:
    inside, heads = _mouth_pose(scene, script, hole), _heads_m(scene, {hole})
    start = _at_height(scene, inside, max(scene.spec.size_m[2] + _ABOVE_M, heads + _CLEAR_M))
    path = _line(start, inside, script.speed_m_s, config)
    others = _near(scene, start, inside)

    def way(stopped: Stopped) -> Way:
        blocked = yield from _push(script.stick, path, others, stopped)
        if not blocked:
            yield {}
        return blocked

    return Plan(script.stick, {script.stick: start}, way, let_in=hole)


def _pull(scene: Scene, script: Script, config: PhysicsConfig, bore: Bore) -> Plan:
    pose = _pose_of(scene, script.stick)
    out = lying_pose(scene.spec, bore, script.side * _outside_m(scene, bore))
    path = _line(pose, (*out[:3], *pose[3:]), script.speed_m_s, config)
    return Plan(script.stick, {script.stick: pose}, lambda _: _follow({script.stick: path}), leaves=(script.stick,))


def _lift(scene: Scene, script: Script, config: PhysicsConfig) -> Plan:
    pose = _pose_of(scene, script.stick)
    above = scene.spec.size_m[2] + _ABOVE_M
    path = _raise(scene, pose, above, script.speed_m_s, config)
    return Plan(script.stick, {script.stick: pose}, lambda _: _follow({script.stick: path}), leaves=(script.stick,))


def _exchange(scene: Scene, script: Script, config: PhysicsConfig, hole: Hole) -> Plan:
    """The standing stick is lifted clear of all others, carried aside, and the other one let in after it.

    The other one waits beside the place where the lifted one comes up, so the two move over together and never meet.
    """
    lifted = next(name for name, place in scene.standing.items() if place == hole)
    pose, spec = _pose_of(scene, lifted), scene.spec
    others = set(scene.standing.values()) - {hole}
    above = max(spec.size_m[2] + _ABOVE_M, _heads_m(scene, others) + _CLEAR_M)
    inside = _mouth_pose(scene, script, hole)
    over = _at_height(scene, inside, above)
    step = _ASIDE * spec.stick_diameter_m
    waiting = (over[0] + step, *over[1:])
    up = _raise(scene, pose, above, script.speed_m_s, config)
    away = _line(up[-1], (up[-1][0] - step, *up[-1][1:]), script.speed_m_s * _FREE_AIR, config)
    across = _line(waiting, over, script.speed_m_s * _FREE_AIR, config)
    mouth = _at_height(scene, inside, spec.size_m[2] + _ABOVE_M)
    down = [
        *_line(over, mouth, script.speed_m_s * _FREE_AIR, config),
        *_line(mouth, inside, script.speed_m_s, config),
    ]

    def way(stopped: Stopped) -> Way:
        yield from _follow({lifted: up}, {script.stick: waiting})
        yield from _follow({lifted: away, script.stick: across})
        blocked = yield from _push(script.stick, down, (), stopped, {lifted: away[-1]})
        if not blocked:
            yield {lifted: away[-1]}
        return blocked

    return Plan(script.stick, {lifted: pose, script.stick: waiting}, way, leaves=(lifted,), let_in=hole)


def _push(stick: str, path: Sequence[Pose], others: Sequence[str], stopped: Stopped, also: Grips | None = None) -> Way:
    """Follow a path until something is in the way; then go back along it."""
    also = also or {}
    for index, pose in enumerate(path):
        yield {stick: pose, **also}
        if others and stopped(stick, others):
            for back in reversed(path[:index]):
                yield {stick: back, **also}
            return True
    return False


def _follow(paths: Mapping[str, Sequence[Pose]], also: Grips | None = None) -> Way:
    """Move sticks along their paths together; who arrives first waits."""
    for index in range(max(map(len, paths.values()))):
        yield {**(also or {}), **{stick: path[min(index, len(path) - 1)] for stick, path in paths.items()}}
    return False


def _nothing() -> Way:
    yield from ()
    return False


def _line(start: Pose, end: Pose, speed_m_s: float, config: PhysicsConfig) -> list[Pose]:
    """Return a pose for each step from ``start``, left out, straight to ``end``, included; the turn is the end's."""
    steps = max(1, math.ceil(math.dist(start[:3], end[:3]) / (speed_m_s * config.dt_s)))
    x, y, z = ((end[i] - start[i]) / steps for i in range(3))
    turn = end[3:]
    path = [(start[0] + k * x, start[1] + k * y, start[2] + k * z, *turn) for k in range(1, steps)]
    return [*path, end]


def _raise(scene: Scene, pose: Pose, foot_m: float, speed_m_s: float, config: PhysicsConfig) -> list[Pose]:
    """Return the way of a standing stick straight up, faster once it is out of its hole."""
    out = _raised_to(scene, pose, scene.spec.size_m[2] + _CLEAR_M)
    top = _raised_to(scene, pose, foot_m)
    return [*_line(pose, out, speed_m_s, config), *_line(out, top, speed_m_s * _FREE_AIR, config)]


def _raised_to(scene: Scene, pose: Pose, foot_m: float) -> Pose:
    # Never down: a stick that is higher already stays where it is.
    return (*pose[:2], max(pose[2], foot_m + scene.spec.stick_length_m / 2), *pose[3:])


def _at_height(scene: Scene, pose: Pose, foot_m: float) -> Pose:
    return (*pose[:2], foot_m + scene.spec.stick_length_m / 2, *pose[3:])


def _mouth_pose(scene: Scene, script: Script, hole: Hole) -> Pose:
    # Off the axis as the script says, but never into the wood: a hand feels the rim.
    room = 0.8 * (scene.spec.hole_diameter_m - scene.spec.stick_diameter_m) / 2
    x, y = (min(max(offset, -room), room) for offset in script.offset_m)
    return (*standing_pose(scene.spec, hole, scene.spec.size_m[2] - _MOUTH_M, (x, y))[:3], *UPRIGHT)


def _outside_m(scene: Scene, bore: Bore) -> float:
    """Return how far from the block's middle a stick's middle is when it is clear of the bore and of what is in it."""
    spec = scene.spec
    out = max(spec.depth_m(bore.axis), spec.stick_length_m) / 2
    return out + spec.stick_length_m / 2 + _CLEAR_M


def _heads_m(scene: Scene, holes: set[Hole]) -> float:
    """Return how high the highest stick that stands in one of these holes reaches [m]; 0 for none."""
    names = [name for name, hole in scene.standing.items() if hole in holes]
    return max((_pose_of(scene, name)[2] + scene.spec.stick_length_m / 2 for name in names), default=0.0)


def _near(scene: Scene, start: Pose, end: Pose) -> tuple[str, ...]:
    """Return the sticks that a stick could meet on its straight way, so that only these need be asked for."""
    spec = scene.spec
    ends = [segment_of(pose, spec.stick_length_m, spec.stick_diameter_m) for pose in (start, end)]
    swept = max(
        ((one, other) for one in ends[0] for other in ends[1]),
        key=lambda pair: math.dist(*pair),
    )
    reach = 2 * spec.stick_diameter_m
    return tuple(
        name
        for name, pose in poses_of(scene).items()
        if gap_m(swept, segment_of(pose, spec.stick_length_m, spec.stick_diameter_m)) < reach
    )


def _pose_of(scene: Scene, name: str) -> Pose:
    return poses_of(scene)[name]
