"""The block's wood as an engine takes it: boxes or pieces of skin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from fakir3d.block.mesh import block_mesh
from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.block.weld import Skin, open_edges, weld
from fakir3d.errors import MisuseError
from fakir3d.physics.scene import Scene

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


def round_wood(scene: Scene) -> tuple[Skin, ...]:
    """Return the wood of a scene with round holes and bores: the watertight skin of the block that is seen, in pieces.

    There is a piece around every hole for every floor: engines keep few contacts for a pair of bodies (Bullet four),
    and a stick that lies on one single body is held by so few of them that it never comes to rest.

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
    return _pieces(spec)


@lru_cache(maxsize=16)
def _pieces(spec: BlockSpec) -> tuple[Skin, ...]:
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
    middles = skin.vertices_m[skin.triangles].mean(axis=1)
    heights = [floor.height_m for floor in spec.floors]
    lines = (spec.hole_x_m, spec.hole_y_m, heights)
    cells = np.stack([np.digitize(middles[:, axis], _between(lines[axis])) for axis in range(3)], axis=1)
    _, place = np.unique(cells, axis=0, return_inverse=True)
    place = place.reshape(-1)
    return tuple(_piece(skin, place == number) for number in range(place.max() + 1))


def _between(lines: Sequence[float]) -> list[float]:
    """Return the middles between neighbours."""
    return [(one + other) / 2 for one, other in pairwise(lines)]


def _piece(skin: Skin, chosen: npt.NDArray[np.bool_]) -> Skin:
    corners, place = np.unique(skin.triangles[chosen], return_inverse=True)
    return Skin(skin.vertices_m[corners], place.reshape(-1, 3))
