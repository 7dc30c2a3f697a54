"""Where sticks came to rest, read from poses and millimetres alone.

A pose that is no place in the block is called astray; nothing is ever rounded to the nearest floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.motion import Pose
from fakir3d.physics.capsules import Segment, lies, segment_of
from fakir3d.physics.scene import Scene
from fakir3d.rules.outcome import Fall, Fate, Hung, Landing
from fakir3d.rules.sticks import Stick

_Lines = Mapping[Axis, tuple[tuple[Bore, float, float], ...]]

FOOT_M = 0.001
"""How far a foot may be off its height and still be there [m].

Measured errors of sticks at rest stay under 0.03 mm (6 mm sticks) and 0.5 mm (5 mm in 6.5 mm bores), a stick that
is pushed sideways by a blocked one moves by up to 0.7 mm, and feet of neighbouring floors lie at least a bore apart.
"""
SIDE_M = 0.0005
"""How far a stick's axis may be further aside than its clearance allows [m]: engines let bodies sink in by 0.4 mm."""


def origins(scene: Scene) -> Mapping[str, Bore | Hung]:
    """Return on or above what every standing stick is when an act begins.

    Raises:
        MisuseError: if one is not in its hole, or a pierced one not in its bore; such a scene has no outcome.
    """
    poses = scene.poses
    for name, bore in scene.pierced.items():
        if not lies_in(scene.spec, bore, poses[name]):
            raise MisuseError(f"stick {name} does not lie in {bore}, right through: it is at {poses[name][:3]} m")
    filled = frozenset(scene.pierced.values())
    found: dict[str, Bore | Hung] = {}
    for name, hole in scene.standing.items():
        where = landing(scene.spec, hole, poses[name], filled)
        if isinstance(where, Fate):
            raise MisuseError(f"stick {name} does not stand in {hole}: it is {where} at {poses[name][:3]} m")
        found[name] = where
    return found


def read(
    scene: Scene, start: Mapping[str, Bore | Hung], let_in: tuple[str, Hole] | None, poses: Mapping[str, Pose]
) -> tuple[Fall, ...]:
    """Return which sticks came down.

    Args:
        scene: what the act started from.
        start: ``origins`` of the scene.
        let_in: the stick that the hand planted, and in which hole; it is read if it is among ``poses``.
        poses: the sticks in the block at the end; those that the hand took away are not among them.
    """
    spec, before = scene.spec, scene.poses
    filled = filled_bores(spec, poses)
    emptied = filled_bores(spec, {name: before[name] for name in scene.pierced}) - filled
    falls: list[Fall] = []
    for name, hole in scene.standing.items():
        if name in poses:
            to = _fallen(spec, start[name], landing(spec, hole, poses[name], filled), before[name], poses[name])
            if to is None and _bore_of(start[name]) in emptied:
                # It hung high over that stick, and now there is nothing under it at all.
                to = Hung(_bore_of(start[name]))
            if to is not None:
                falls.append(Fall(Stick.parse(name), hole, _bore_of(start[name]), to))
    if let_in is not None and let_in[0] in poses:
        stick, hole = let_in
        falls.append(Fall(Stick.parse(stick), hole, None, landing(spec, hole, poses[stick], filled)))
    return tuple(falls)


def _fallen(spec: BlockSpec, origin: Bore | Hung, to: Landing, before: Pose, after: Pose) -> Landing | None:
    """Return where a stick fell to, None if it did not."""
    if isinstance(to, Fate):
        return to
    from_bore, to_bore = _bore_of(origin), _bore_of(to)
    if from_bore != to_bore and spec.foot_m(from_bore) != spec.foot_m(to_bore):
        return to
    if isinstance(origin, Hung):
        # It hung there before: at most it slid down onto a stick under it.
        slid = foot_height_m(spec, before) - foot_height_m(spec, after) > FOOT_M
        return to if isinstance(to, Bore) and slid else None
    # Its support went and it stayed: of two bores at one height it hangs above the one it stood on.
    return Hung(from_bore) if isinstance(to, Hung) else None


def _bore_of(where: Bore | Hung) -> Bore:
    return where.above if isinstance(where, Hung) else where


def landing(spec: BlockSpec, hole: Hole, pose: Pose, filled: frozenset[Bore]) -> Landing:
    """Return where a stick of this hole is: on a stick in a bore, hung above one, gone, or astray.

    Args:
        spec: the block.
        hole: the hole it belongs in.
        pose: the stick.
        filled: the bores that have a stick in them.

    A stick hangs above a bore when a stick could lie there under its foot. Where its foot is lower than that in the
    lowest bore and yet not on the table, there is no name for its place: it is astray.
    """
    segment = segment_of(pose, spec.stick_length_m, spec.stick_diameter_m)
    if not _in_hole(spec, hole, segment):
        return Fate.ASTRAY
    foot = segment[0][2] - spec.stick_diameter_m / 2
    passing = _passing(spec, hole)
    head = foot + spec.stick_length_m
    through = any(foot + FOOT_M < rest < head for rest, bore in passing if bore in filled)
    if through or foot < -FOOT_M:
        return Fate.ASTRAY
    if foot <= FOOT_M:
        return Fate.GONE
    under = [(rest, bore) for rest, bore in passing if rest <= foot + FOOT_M]
    if not under:
        return Fate.ASTRAY
    highest = max(rest for rest, _ in under)
    # Of two bores at one height the filled one counts, else the x bore, which comes first.
    level = sorted((bore for rest, bore in under if rest == highest), key=lambda bore: bore not in filled)
    on = level[0] in filled and foot - highest <= FOOT_M
    return level[0] if on else Hung(level[0])


def foot_height_m(spec: BlockSpec, pose: Pose) -> float:
    """Return the height of the lowest point of a stick's foot [m]."""
    return segment_of(pose, spec.stick_length_m, spec.stick_diameter_m)[0][2] - spec.stick_diameter_m / 2


def filled_bores(spec: BlockSpec, poses: Mapping[str, Pose]) -> frozenset[Bore]:
    """Return the bores that have one of these sticks in them."""
    flat = [pose for pose in poses.values() if lies(pose)]
    lines = _lines(spec)
    return frozenset(bore for pose in flat for bore in _bores_of(spec, lines, pose))


def lies_in(spec: BlockSpec, bore: Bore, pose: Pose) -> bool:
    """Whether a stick goes right through a bore: within its walls, and filling it from mouth to mouth."""
    return bore in _bores_of(spec, _lines(spec), pose)


def _bores_of(spec: BlockSpec, lines: _Lines, pose: Pose) -> list[Bore]:
    """Return the bores that a stick goes right through: one or none."""
    one, other = segment_of(pose, spec.stick_length_m, spec.stick_diameter_m)
    along, across = (0, 1) if abs(one[0] - other[0]) > abs(one[1] - other[1]) else (1, 0)
    room = (spec.bore_diameter_m - spec.stick_diameter_m) / 2 + SIDE_M
    half = (spec.size_m[along] - spec.stick_diameter_m) / 2
    if min(one[along], other[along]) > -half or max(one[along], other[along]) < half:
        return []
    return [
        bore
        for bore, line, height in lines[Axis.X if along == 0 else Axis.Y]
        if abs(one[across] - line) <= room
        and abs(other[across] - line) <= room
        and abs(one[2] - height) <= room
        and abs(other[2] - height) <= room
    ]


@lru_cache(maxsize=64)
def _lines(spec: BlockSpec) -> _Lines:
    """Return the bores of each direction, each with where its axis lies across and how high [m]."""
    lines = [(bore, spec.line_m(bore), spec.height_m(bore)) for bore in spec.bores]
    return {axis: tuple(line for line in lines if line[0].axis is axis) for axis in Axis}


@lru_cache(maxsize=1024)
def _passing(spec: BlockSpec, hole: Hole) -> tuple[tuple[float, Bore], ...]:
    """Return the bores that pass under a hole, each with the height of a foot on a stick in it [m]."""
    return tuple((spec.foot_m(bore), bore) for bore in spec.bores if bore.passes_under(hole))


def disturbed(scene: Scene, falls: tuple[Fall, ...], poses: Mapping[str, Pose]) -> tuple[str, ...]:
    """Return the sticks that had no part in the act and are no longer where they were.

    Args:
        scene: what the act started from.
        falls: which sticks came down; they had a part.
        poses: the sticks in the block at the end.
    """
    spec, before = scene.spec, scene.poses
    fell = {str(fall.stick) for fall in falls}
    stood = [name for name in scene.standing if name in poses and name not in fell]
    risen = [
        name for name in stood if abs(foot_height_m(spec, poses[name]) - foot_height_m(spec, before[name])) > FOOT_M
    ]
    off = [name for name, bore in scene.pierced.items() if name in poses and not lies_in(spec, bore, poses[name])]
    return tuple(sorted([*risen, *off]))


def _in_hole(spec: BlockSpec, hole: Hole, segment: Segment) -> bool:
    """Whether a stick is upright in a hole: its foot and the place where it passes the mouth are within the walls."""
    foot, head = segment
    # Less than half upright is lying, whatever else it is.
    if head[2] - foot[2] < (spec.stick_length_m - spec.stick_diameter_m) / 2 or foot[2] >= spec.size_m[2]:
        return False
    # Where the axis passes the top face, or the head's end of it when the head is inside.
    share = min(1.0, (spec.size_m[2] - foot[2]) / (head[2] - foot[2]))
    room = (spec.hole_diameter_m - spec.stick_diameter_m) / 2 + SIDE_M
    x, y = spec.centre_m(hole)
    foot_x, foot_y = foot[0] - x, foot[1] - y
    mouth_x, mouth_y = foot_x + share * (head[0] - foot[0]), foot_y + share * (head[1] - foot[1])
    return max(abs(foot_x), abs(foot_y), abs(mouth_x), abs(mouth_y)) <= room
