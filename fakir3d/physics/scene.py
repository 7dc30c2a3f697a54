"""What an act starts from: the block's solids, every stick, exact poses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.solids import Box
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.motion import Pose, Snapshot
from fakir3d.physics.capsules import LYING, UPRIGHT

__all__ = ["Scene", "check_scene", "lying_pose", "poses_of", "standing_pose"]

_REACH_M = 10.0
"""No stick is further from the block than this: poses beyond are mistakes, not positions."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A block with sticks in it, at rest.

    Attributes:
        spec: the block's millimetres.
        solids: its wood as boxes (one may have been left out on purpose by fault injection).
        before: the poses of the sticks in the block, standing and pierced.
        standing: in which hole each standing stick is, by the stick's text.
        pierced: in which bore each pierced stick is, by the stick's text.
    """

    spec: BlockSpec
    solids: tuple[Box, ...]
    before: Snapshot
    standing: Mapping[str, Hole]
    pierced: Mapping[str, Bore]


def standing_pose(spec: BlockSpec, hole: Hole, foot_m: float, offset_m: tuple[float, float] = (0.0, 0.0)) -> Pose:
    """Return the pose of an upright stick in a hole with its foot at this height [m]."""
    x, y = spec.centre_m(hole)
    return x + offset_m[0], y + offset_m[1], foot_m + spec.stick_length_m / 2, *UPRIGHT


def lying_pose(spec: BlockSpec, bore: Bore, along_m: float = 0.0) -> Pose:
    """Return the pose of a stick on the bottom of a bore, its middle at this place along it [m]."""
    height = spec.height_m(bore) - (spec.bore_diameter_m - spec.stick_diameter_m) / 2
    line = spec.line_m(bore)
    x, y = (along_m, line) if bore.axis is Axis.X else (line, along_m)
    return x, y, height, *LYING[bore.axis]


def poses_of(scene: Scene) -> dict[str, Pose]:
    """Return the scene's poses as tuples, by stick."""
    rows: list[list[float]] = scene.before.poses.tolist()
    return {
        name: (row[0], row[1], row[2], row[3], row[4], row[5], row[6])
        for name, row in zip(scene.before.names, rows, strict=True)
    }


def check_scene(scene: Scene) -> None:
    """Check everything that an engine would swallow and make nonsense of.

    Raises:
        MisuseError: naming the stick or box, the value and what it must be.
    """
    placed, posed = sorted([*scene.standing, *scene.pierced]), sorted(scene.before.names)
    if placed != posed:
        raise MisuseError(f"the block holds {', '.join(placed) or 'no stick'}, the poses are of {', '.join(posed)}")
    if len(set(placed)) != len(placed):
        raise MisuseError(f"a stick is in two places: {', '.join(placed)}")
    # Written so that what is not a number fails too.
    for name, pose in poses_of(scene).items():
        if not max(map(abs, pose[:3])) < _REACH_M or math.isnan(sum(pose)):
            raise MisuseError(f"stick {name} cannot be at {pose[:3]}; give finite metres near the block")
        if not abs(math.hypot(*pose[3:]) - 1) < 1e-6:
            raise MisuseError(f"stick {name} has the quaternion {pose[3:]}; its length must be 1")
    if not scene.solids:
        raise MisuseError(f"block {scene.spec.name!r} has no wood to simulate")
    _check_solids(scene.solids)
    _check_holes(scene)


@lru_cache(maxsize=64)
def _check_solids(solids: tuple[Box, ...]) -> None:
    for number, box in enumerate(solids):
        if not (all(map(math.isfinite, box.centre_m)) and all(0 < half < _REACH_M for half in box.half_m)):
            raise MisuseError(f"box {number} of the block has centre {box.centre_m} and half sizes {box.half_m}")


@lru_cache(maxsize=64)
def _places(spec: BlockSpec) -> tuple[frozenset[Hole], frozenset[Bore]]:
    return frozenset(spec.holes), frozenset(spec.bores)


def _check_holes(scene: Scene) -> None:
    holes, bores = _places(scene.spec)
    for name, place in [*scene.standing.items(), *scene.pierced.items()]:
        if place not in holes and place not in bores:
            raise MisuseError(f"stick {name} is in {place}, which block {scene.spec.name!r} does not have")
    if len(set(scene.standing.values())) != len(scene.standing):
        raise MisuseError("two sticks stand in one hole; a hole takes one")
