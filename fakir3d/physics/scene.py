"""What an act starts from: the block's solids, every stick, exact poses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.motion import REACH_M, Pose, Snapshot, pose_fault
from fakir3d.physics.capsules import LYING, UPRIGHT

if TYPE_CHECKING:
    # At run time a scene knows no lattice: what is read from poses must not be derived from where they should be.
    from fakir3d.rules.state import State


@dataclass(frozen=True, slots=True)
class Scene:
    """A block with sticks in it, at rest.

    Attributes:
        spec: the block's millimetres.
        solids: its wood as boxes (one may have been left out on purpose by fault injection).
        before: the poses of the sticks in the block, standing and pierced.
        standing: in which hole each standing stick is, by the stick's text.
        pierced: in which bore each pierced stick is, by the stick's text.
        poses: the poses of ``before`` as tuples, by stick.

    Raises:
        MisuseError: for everything that an engine would swallow and make nonsense of; names the stick or box, the
            value and what it must be.
    """

    spec: BlockSpec
    solids: tuple[Box, ...]
    before: Snapshot
    standing: Mapping[str, Hole]
    pierced: Mapping[str, Bore]
    poses: Mapping[str, Pose] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "poses", _poses_of(self.before))
        _check(self)


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


def _poses_of(snapshot: Snapshot) -> dict[str, Pose]:
    rows: list[list[float]] = snapshot.poses.tolist()
    return {
        name: (row[0], row[1], row[2], row[3], row[4], row[5], row[6])
        for name, row in zip(snapshot.names, rows, strict=True)
    }


def _check(scene: Scene) -> None:
    placed, posed = sorted([*scene.standing, *scene.pierced]), sorted(scene.before.names)
    if placed != posed:
        raise MisuseError(f"the block holds {', '.join(placed) or 'no stick'}, the poses are of {', '.join(posed)}")
    if len(set(placed)) != len(placed):
        raise MisuseError(f"a stick is in two places: {', '.join(placed)}")
    for name, pose in scene.poses.items():
        if fault := pose_fault(pose):
            raise MisuseError(f"stick {name} has no pose: {fault}")
    if not scene.solids:
        raise MisuseError(f"block {scene.spec.name!r} has no wood to simulate")
    _check_solids(scene.solids)
    _check_holes(scene)


@lru_cache(maxsize=64)
def _check_solids(solids: tuple[Box, ...]) -> None:
    for number, box in enumerate(solids):
        if not (all(map(math.isfinite, box.centre_m)) and all(0 < half < REACH_M for half in box.half_m)):
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


def scene_of(spec: BlockSpec, state: State, snapshot: Snapshot, solids: tuple[Box, ...] | None = None) -> Scene:
    """Return the scene of a position, its sticks at the poses of ``snapshot``.

    Args:
        spec: the block.
        state: says which stick is in which hole or bore.
        snapshot: the poses of exactly these sticks.
        solids: the wood; the block's own unless given.

    Raises:
        MisuseError: if snapshot and state speak of different sticks, or a pose is no pose.
    """
    return Scene(
        spec,
        boxes(spec) if solids is None else solids,
        snapshot,
        {str(standing.stick): hole for hole, standing in state.standing.items()},
        {str(stick): bore for bore, stick in state.pierced.items()},
    )


def seated(spec: BlockSpec, state: State) -> Snapshot:
    """Return the poses that follow from the position alone: upright in the holes, in the middle of the bores.

    A standing stick has its foot on the stick under it. Where a stick hangs, its foot is where that one would be.
    """
    poses = {str(each.stick): standing_pose(spec, hole, spec.foot_m(each.on)) for hole, each in state.standing.items()}
    poses.update({str(stick): lying_pose(spec, bore) for bore, stick in state.pierced.items()})
    return Snapshot.of(poses)
