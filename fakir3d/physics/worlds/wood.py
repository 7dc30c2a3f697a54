"""The block's wood as an engine takes it: boxes in portions, or the skin of the block that is seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fakir3d.block.mesh import block_mesh
from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.block.weld import Skin, open_edges, weld
from fakir3d.errors import MisuseError
from fakir3d.physics.places import Scene

__all__ = ["Outline", "Portion", "in_portions", "round_wood"]

Outline = tuple[tuple[float, float, float], tuple[float, float, float]]
"""The lowest and the highest corner of what boxes fill [m]."""
Portion = tuple[tuple[Box, ...], Outline]


@lru_cache(maxsize=64)
def in_portions(solids: tuple[Box, ...], most: int) -> tuple[Portion, ...]:
    """Return the boxes in portions of at most ``most``, each with its outline."""
    portions = (solids[first : first + most] for first in range(0, len(solids), most))
    return tuple((portion, _outline(portion)) for portion in portions)


def _outline(solids: Sequence[Box]) -> Outline:
    low, high = (
        tuple(pick(box.centre_m[axis] + sign * box.half_m[axis] for box in solids) for axis in range(3))
        for sign, pick in ((-1, min), (1, max))
    )
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def round_wood(scene: Scene) -> Skin:
    """Return the wood of a scene with round holes and bores: the watertight skin of the block that is seen.

    Raises:
        MisuseError: if the scene's boxes are not its block's own, if this machine cannot make the mesh, or if the
            mesh is not watertight.
    """
    spec = scene.spec
    if scene.solids is not boxes(spec) and scene.solids != boxes(spec):
        raise MisuseError(
            f"bores=round simulates block {spec.name!r} as it is drawn, but this scene's wood was changed; "
            "use bores=square"
        )
    return _skin(spec)


@lru_cache(maxsize=16)
def _skin(spec: BlockSpec) -> Skin:
    mesh = block_mesh(spec)
    if not mesh.exact:
        raise MisuseError(
            f"bores=round needs the exact mesh of block {spec.name!r}, and manifold3d, which makes it, is not on this "
            "machine; install it, or use bores=square"
        )
    skin = weld(mesh)
    leaks = open_edges(skin)
    if leaks:
        raise MisuseError(
            f"bores=round needs a watertight mesh, and that of block {spec.name!r} is open at {leaks} edges; "
            "use bores=square"
        )
    return skin
