"""The route of the hand in each move, in straight segments."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import MisuseError
from fakir3d.motion import Pose
from fakir3d.physics.capsules import UPRIGHT, gap_m, segment_of
from fakir3d.physics.hand.script import Script
from fakir3d.physics.scene import Scene, lying_pose, standing_pose
from fakir3d.rules.moves import Discard, Exchange, Pierce, Plant, Pull

HeldPoses = Mapping[str, Pose]
"""Which sticks the hand holds, and where."""

MOUTH_M = 0.005
"""A stick is let go when its foot is this deep in the mouth [m]; deeper it could not miss, higher it could topple."""
_CLEAR_M = 0.002
"""Sticks outside the block keep this far from everything."""
_ABOVE_M = 0.010
"""A stick is let into its hole from this far above the top."""
_FREE_AIR = 3.0
"""In free air the hand is this many times as fast as in the wood."""
_ASIDE = 4.0
"""Two sticks in one hand's exchange keep this many diameters apart."""


@dataclass(frozen=True, slots=True)
class PathSegment:
    """A straight piece of the hand's route.

    Attributes:
        start: where the sticks in the hand are at its beginning.
        end: where they are at its end, the same sticks; between the two they are turned as there.
        speed_factor: how many times as fast as its script says the hand goes here.
    """

    start: HeldPoses
    end: HeldPoses
    speed_factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Route:
    """Where the hand goes in a move.

    Attributes:
        stick: the script's stick.
        segments: its pieces, one after the other; none when nothing moves in the block.
        stops: the sticks that may stop the script's stick; only these need be asked for.
        leaves: the sticks that leave the block when all goes well.
        let_in: in which hole the script's stick is planted, if it is.
        sure_m: how far along the route a hand that lets go has done what it wanted: the tip is out at the other side,
            the foot in the mouth, the stick clear of the block [m].
    """

    stick: str
    segments: tuple[PathSegment, ...] = ()
    stops: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    let_in: Hole | None = None
    sure_m: float = 0.0


def route_of(scene: Scene, script: Script, off_m: tuple[float, float] = (0.0, 0.0)) -> Route:
    """Return where the hand goes in this scene.

    Args:
        scene: what the act starts from.
        script: what the hand is to do.
        off_m: how much further off its hole's axis than the script says a stick is let go, x and y [m].

    Raises:
        MisuseError: if the move cannot be made at all: the stick is not where the script says, or there is none.
    """
    _check_stick(scene, script)
    match script.move:
        case Pierce(bore):
            return _pierce(scene, script, bore)
        case Plant(hole):
            return _plant(scene, _mouth_pose(scene, script, hole, off_m), script, hole)
        case Pull(bore) | Discard(Bore() as bore):
            return _pull(scene, script, bore)
        case Exchange(hole):
            return _exchange(scene, _mouth_pose(scene, script, hole, off_m), script, hole)
        case Discard(Hole()):
            return _lift(scene, script)
        case _:
            return Route(script.stick)


def met_by(scene: Scene, route: Route) -> Mapping[str, tuple[str, ...]]:
    """Return, for every stick that the hand moves, the others that it could meet."""
    found: dict[str, set[str]] = {}
    for segment in route.segments:
        for name, start in segment.start.items():
            met = set(_near(scene, start, segment.end[name])).difference(segment.start)
            found.setdefault(name, set()).update(met)
    return {name: tuple(sorted(met)) for name, met in found.items()}


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


def _pierce(scene: Scene, script: Script, bore: Bore) -> Route:
    spec, stick, far = scene.spec, script.stick, _outside_m(scene, bore)
    start, end = lying_pose(spec, bore, script.side * far), lying_pose(spec, bore)
    out = far - (spec.stick_length_m - spec.depth_m(bore.axis)) / 2
    return Route(stick, (PathSegment({stick: start}, {stick: end}),), stops=_near(scene, start, end), sure_m=out)


def _plant(scene: Scene, inside: Pose, script: Script, hole: Hole) -> Route:
    stick, heads = script.stick, _heads_m(scene, {hole})
    start = _at_height(scene, inside, max(scene.spec.size_m[2] + _ABOVE_M, heads + _CLEAR_M))
    return Route(
        stick,
        (PathSegment({stick: start}, {stick: inside}),),
        stops=_near(scene, start, inside),
        let_in=hole,
        sure_m=start[2] - inside[2] - MOUTH_M,
    )


def _pull(scene: Scene, script: Script, bore: Bore) -> Route:
    stick, pose, spec = script.stick, scene.poses[script.stick], scene.spec
    out = lying_pose(spec, bore, script.side * _outside_m(scene, bore))
    clear = (spec.depth_m(bore.axis) + spec.stick_length_m) / 2
    return Route(stick, (PathSegment({stick: pose}, {stick: (*out[:3], *pose[3:])}),), leaves=(stick,), sure_m=clear)


def _lift(scene: Scene, script: Script) -> Route:
    stick, pose = script.stick, scene.poses[script.stick]
    out, top = _out_and_up(scene, pose, scene.spec.size_m[2] + _ABOVE_M)
    segments = (PathSegment({stick: pose}, {stick: out}), PathSegment({stick: out}, {stick: top}, _FREE_AIR))
    return Route(stick, segments, leaves=(stick,), sure_m=out[2] - pose[2])


def _exchange(scene: Scene, inside: Pose, script: Script, hole: Hole) -> Route:
    """The standing stick is lifted clear of all others, carried aside, and the other one let in after it.

    The other one waits beside the place where the lifted one comes up, so the two move over together and never meet.
    """
    stick, spec = script.stick, scene.spec
    lifted = next(name for name, place in scene.standing.items() if place == hole)
    pose, others = scene.poses[lifted], set(scene.standing.values()) - {hole}
    above = max(spec.size_m[2] + _ABOVE_M, _heads_m(scene, others) + _CLEAR_M)
    over, mouth = _at_height(scene, inside, above), _at_height(scene, inside, spec.size_m[2] + _ABOVE_M)
    step = _ASIDE * spec.stick_diameter_m
    waiting = (over[0] + step, *over[1:])
    out, top = _out_and_up(scene, pose, above)
    aside = (top[0] - step, *top[1:])
    segments = (
        PathSegment({stick: waiting, lifted: pose}, {stick: waiting, lifted: out}),
        PathSegment({stick: waiting, lifted: out}, {stick: waiting, lifted: top}, _FREE_AIR),
        PathSegment({lifted: top, stick: waiting}, {lifted: aside, stick: over}, _FREE_AIR),
        PathSegment({stick: over, lifted: aside}, {stick: mouth, lifted: aside}, _FREE_AIR),
        PathSegment({stick: mouth, lifted: aside}, {stick: inside, lifted: aside}),
    )
    length = top[2] - pose[2] + step + over[2] - inside[2]
    return Route(stick, segments, leaves=(lifted,), let_in=hole, sure_m=length - MOUTH_M)


def _out_and_up(scene: Scene, pose: Pose, foot_m: float) -> tuple[Pose, Pose]:
    """Return where a standing stick is just out of its hole, and where its foot is at a height above that [m]."""
    return _raised_to(scene, pose, scene.spec.size_m[2] + _CLEAR_M), _raised_to(scene, pose, foot_m)


def _raised_to(scene: Scene, pose: Pose, foot_m: float) -> Pose:
    # Never down: a stick that is higher already stays where it is.
    return (*pose[:2], max(pose[2], foot_m + scene.spec.stick_length_m / 2), *pose[3:])


def _at_height(scene: Scene, pose: Pose, foot_m: float) -> Pose:
    return (*pose[:2], foot_m + scene.spec.stick_length_m / 2, *pose[3:])


def _mouth_pose(scene: Scene, script: Script, hole: Hole, off_m: tuple[float, float]) -> Pose:
    # Off the axis as the script says, but never into the wood: a hand feels the rim.
    room = 0.8 * (scene.spec.hole_diameter_m - scene.spec.stick_diameter_m) / 2
    wanted = (offset + more for offset, more in zip(script.offset_m, off_m, strict=True))
    x, y = (min(max(offset, -room), room) for offset in wanted)
    return (*standing_pose(scene.spec, hole, scene.spec.size_m[2] - MOUTH_M, (x, y))[:3], *UPRIGHT)


def _outside_m(scene: Scene, bore: Bore) -> float:
    """Return how far from the block's middle a stick's middle is when it is clear of the bore and of what is in it."""
    spec = scene.spec
    out = max(spec.depth_m(bore.axis), spec.stick_length_m) / 2
    return out + spec.stick_length_m / 2 + _CLEAR_M


def _heads_m(scene: Scene, holes: set[Hole]) -> float:
    """Return how high the highest stick that stands in one of these holes reaches [m]; 0 for none."""
    poses = scene.poses
    names = [name for name, hole in scene.standing.items() if hole in holes]
    return max((poses[name][2] + scene.spec.stick_length_m / 2 for name in names), default=0.0)


def _near(scene: Scene, start: Pose, end: Pose) -> tuple[str, ...]:
    """Return the sticks that a stick could meet on a straight line, so that only these need be asked for."""
    spec = scene.spec
    ends = [segment_of(pose, spec.stick_length_m, spec.stick_diameter_m) for pose in (start, end)]
    swept = max(
        ((one, other) for one in ends[0] for other in ends[1]),
        key=lambda pair: math.dist(*pair),
    )
    reach = 2 * spec.stick_diameter_m
    return tuple(
        name
        for name, pose in scene.poses.items()
        if gap_m(swept, segment_of(pose, spec.stick_length_m, spec.stick_diameter_m)) < reach
    )
