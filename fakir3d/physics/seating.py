"""From a position of the game to a scene of the engines."""

from __future__ import annotations

from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Snapshot
from fakir3d.physics.scene import Scene, lying_pose, standing_pose
from fakir3d.rules.state import State

__all__ = ["Scene", "scene_of", "seated"]


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
