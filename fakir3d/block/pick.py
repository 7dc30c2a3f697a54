"""What a ray from the eye hits: mouths of holes and bores, and the sticks that stand out of them. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.spec import BlockSpec, Ends
from fakir3d.motion import FloatArray, Snapshot, axes_of, frozen_array


@dataclass(frozen=True, slots=True)
class Ray:
    """A line of sight.

    Attributes:
        origin_m: where it starts: x, y, z [m].
        direction: where it goes; of any length but zero.
    """

    origin_m: tuple[float, float, float]
    direction: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Target:
    """Something a click can mean.

    Attributes:
        place: the hole or bore.
        side: at which mouth: -1 (low x or y) or +1 (high); a hole has one mouth, its side is +1.
        depth_m: how far along the ray it was hit [m].
        stick: the stick that is there, by its text; None where there is none.
    """

    place: Hole | Bore
    side: int
    depth_m: float
    stick: str | None


class Mouth(NamedTuple):
    """Where a hole or bore opens in a face.

    Attributes:
        place: the hole or bore.
        side: as in Target.
        centre_m: x, y, z of the middle of the opening [m].
        normal: the direction out of the block.
    """

    place: Hole | Bore
    side: int
    centre_m: tuple[float, float, float]
    normal: tuple[float, float, float]


@lru_cache(maxsize=64)
def mouths(spec: BlockSpec) -> tuple[Mouth, ...]:
    """Return every opening: of the holes row by row, then of the bores from the table up, both ends of each.

    >>> from fakir3d.block.document import load_block
    >>> found = mouths(load_block("lattice"))
    >>> len(found), str(found[9].place), found[9].side, found[9].centre_m
    (45, 'x1.1', -1, (-0.036, -0.024, 0.022))
    """
    found = [Mouth(hole, 1, (*spec.centre_m(hole), spec.size_m[2]), (0.0, 0.0, 1.0)) for hole in spec.holes]
    for bore in spec.bores:
        half, line, height = spec.depth_m(bore.axis) / 2, spec.line_m(bore), spec.height_m(bore)
        for side in (-1, 1):
            if bore.axis is Axis.X:
                found.append(Mouth(bore, side, (side * half, line, height), (float(side), 0.0, 0.0)))
            else:
                found.append(Mouth(bore, side, (line, side * half, height), (0.0, float(side), 0.0)))
    return tuple(found)


def place_of(spec: BlockSpec, pose: FloatArray) -> Hole | Bore | None:
    """Return where a stick is: the hole it is upright in, or the bore it lies in; None for a stick gone astray.

    Args:
        spec: the block.
        pose: (7,) float, as in ``Snapshot``.

    >>> from fakir3d.block.document import load_block
    >>> str(place_of(load_block("lattice"), np.array([0.024, -0.024, 0.1, 0, 0, 0, 1])))
    'c1'
    """
    axis = axes_of(pose[None, :])[0]
    if np.abs(axis).argmax() == 2:
        # Where its axis crosses the top: a leaning stick's middle may be far from its hole.
        x, y, _ = (pose[:3] + (spec.size_m[2] - pose[2]) / axis[2] * axis).tolist()
        holes = [(math.dist((x, y), spec.centre_m(hole)), hole) for hole in spec.holes]
        away, hole = min(holes, default=(math.inf, None))
        return hole if away <= spec.hole_diameter_m else None
    along, place = (Axis.X, 0) if np.abs(axis).argmax() == 0 else (Axis.Y, 1)
    middle = (pose[:3] - pose[place] / axis[place] * axis).tolist()
    bores = [
        (math.dist((middle[1 - place], middle[2]), (spec.line_m(bore), spec.height_m(bore))), bore)
        for bore in spec.bores
        if bore.axis is along
    ]
    away, bore = min(bores, default=(math.inf, None))
    return bore if away <= spec.bore_diameter_m else None


def pick(spec: BlockSpec, snapshot: Snapshot, ray: Ray, slack: float = 1.2) -> tuple[Target, ...]:
    """Return what a ray hits that can be seen from its origin, nearest first, each mouth of a place once.

    Openings that face away or lie behind the block are hidden, and so are sticks behind the block. What the ray
    misses by little comes after everything that it really hits. A ray without direction hits nothing.

    Args:
        spec: the block.
        snapshot: where the sticks are that stand and lie in the block.
        ray: the line of sight.
        slack: how much wider than they are mouths and sticks may be hit, 1 (exact) to 5.

    >>> from fakir3d.block.document import load_block
    >>> spec = load_block("lattice")
    >>> [str(target.place) for target in pick(spec, Snapshot.of({}), Ray((0.024, 0, 1), (0, 0, -1)))]
    ['c2']
    """
    origin, aim = np.array(ray.origin_m, dtype=np.float64), np.array(ray.direction, dtype=np.float64)
    longest = np.abs(aim).max(initial=0.0)
    if not (np.isfinite(origin).all() and np.isfinite(aim).all() and longest > 0):
        return ()
    slack = min(max(1.0, slack), 5.0)
    aim = aim / longest
    aim /= np.linalg.norm(aim)
    with np.errstate(all="ignore"):  # a ray from beyond all floats hits nothing, and says so by NaN
        wood = _wood(spec, origin, aim)
        where = _places(spec, snapshot)
        hits = _at_sticks(spec, snapshot, (origin, aim), where, wood, slack=slack)
        hits += _at_mouths(spec, (origin, aim), where, wood, slack=slack)
    seen: dict[tuple[Hole | Bore, int], Target] = {}
    for _, _, target in sorted(hits, key=lambda hit: hit[:2]):
        seen.setdefault((target.place, target.side), target)
    return tuple(seen.values())


_Line = tuple[FloatArray, FloatArray]
_Hit = tuple[bool, tuple[float, float], Target]
"""Whether it was only nearly hit; depth and how far off the middle; the target."""


def _wood(spec: BlockSpec, origin: FloatArray, aim: FloatArray) -> float:
    """Return how far along the ray the block begins [m]: infinity if it never does, 0 from inside."""
    low = np.array([-spec.size_m[0] / 2, -spec.size_m[1] / 2, 0.0])
    high = np.array([spec.size_m[0] / 2, spec.size_m[1] / 2, spec.size_m[2]])
    parallel = aim == 0
    if (parallel & ((origin < low) | (origin > high))).any():
        return math.inf
    one, other = (low - origin) / aim, (high - origin) / aim
    enter = np.where(parallel, -np.inf, np.minimum(one, other)).max()
    leave = np.where(parallel, np.inf, np.maximum(one, other)).min()
    return max(float(enter), 0.0) if enter <= leave and leave >= 0 else math.inf


def _at_mouths(spec: BlockSpec, line: _Line, where: Mapping[str, Hole | Bore], wood: float, slack: float) -> list[_Hit]:
    """Return the openings that the ray enters the block by, or nearly."""
    if not 0 < wood < math.inf:
        return []
    centres, normals, radii = _openings(spec)
    away = line[0] + wood * line[1] - centres
    # The ray enters by one point of one face: only mouths in the plane of that face can be meant.
    on_face = np.abs((away * normals).sum(axis=1)) < 1e-9
    off = np.linalg.norm(away, axis=1)
    occupant = {place: name for name, place in where.items()}
    found: list[_Hit] = []
    for index in np.flatnonzero(on_face & (off <= radii * slack)).tolist():
        mouth = mouths(spec)[index]
        target = Target(mouth.place, mouth.side, wood, occupant.get(mouth.place))
        found.append((bool(off[index] > radii[index]), (wood, float(off[index])), target))
    return found


@lru_cache(maxsize=64)
def _openings(spec: BlockSpec) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return centres (m, 3), normals (m, 3) and radii (m,) of the mouths [m]."""
    found = mouths(spec)
    holes = [isinstance(mouth.place, Hole) for mouth in found]
    return (
        frozen_array([mouth.centre_m for mouth in found], (-1, 3)),
        frozen_array([mouth.normal for mouth in found], (-1, 3)),
        frozen_array(np.where(holes, spec.hole_diameter_m / 2, spec.bore_diameter_m / 2), (-1,)),
    )


@lru_cache(maxsize=8)
def _places(spec: BlockSpec, snapshot: Snapshot) -> Mapping[str, Hole | Bore]:
    """Return where the sticks are that are somewhere; kept, for a pointer moves far more often than a stick."""
    found = {name: place_of(spec, pose) for name, pose in snapshot.as_dict().items()}
    return MappingProxyType({name: place for name, place in found.items() if place is not None})


def _at_sticks(
    spec: BlockSpec, snapshot: Snapshot, line: _Line, where: Mapping[str, Hole | Bore], wood: float, *, slack: float
) -> list[_Hit]:
    """Return the sticks that the ray hits, or nearly, before it enters the block."""
    if not where:
        return []
    radius = spec.stick_diameter_m / 2
    exact = _depths(spec, snapshot.poses, line, radius)
    wide = _depths(spec, snapshot.poses, line, radius * slack)
    found: list[_Hit] = []
    for name, true, near in zip(snapshot.names, exact.tolist(), wide.tolist(), strict=True):
        missed = not true < wood
        depth = near if missed else true
        if name in where and depth < wood and math.isfinite(depth):
            place = where[name]
            side = 1
            if isinstance(place, Bore):
                at = (line[0] + depth * line[1])[0 if place.axis is Axis.X else 1]
                side = 1 if at > 0 else -1
            found.append((missed, (depth, 0.0), Target(place, side, depth, name)))
    return found


def _depths(spec: BlockSpec, poses: FloatArray, line: _Line, radius: float) -> FloatArray:
    """Return how far along the ray each stick begins, (n,) [m]; infinity where it is missed."""
    origin, aim = line
    axes = axes_of(poses)
    rounded = spec.stick_ends is Ends.ROUND
    half = spec.stick_length_m / 2 - (spec.stick_diameter_m / 2 if rounded else 0.0)
    away = origin - poses[:, :3]
    forward, up = axes @ aim, (away * axes).sum(axis=1)
    # Around the side: the ray and the stick seen along the stick's axis.
    flat_aim, flat_away = aim - forward[:, None] * axes, away - up[:, None] * axes
    a, b, c = (flat_aim**2).sum(axis=1), (flat_aim * flat_away).sum(axis=1), (flat_away**2).sum(axis=1) - radius**2
    depth = (-b - np.sqrt(b * b - a * c)) / a
    hits = [_where(depth, np.abs(up + depth * forward) <= half)]
    for end in (-1.0, 1.0):
        tip = away - end * half * axes
        if rounded:
            b = tip @ aim
            hits.append(_where(-b - np.sqrt(b * b - (tip**2).sum(axis=1) + radius**2), True))
        else:
            depth = (end * half - up) / forward
            hits.append(_where(depth, ((flat_away + depth[:, None] * flat_aim) ** 2).sum(axis=1) <= radius**2))
    nearest: FloatArray = np.min(hits, axis=0)
    return nearest


def _where(depth: FloatArray, holds: npt.NDArray[np.bool_] | bool) -> FloatArray:
    # NaN (missed, or parallel) is not above 0.
    return np.where((depth > 0) & holds, depth, np.inf)
