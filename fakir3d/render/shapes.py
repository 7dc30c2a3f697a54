"""Meshes of what lies on the table besides the block, as arrays."""

from __future__ import annotations

import numpy as np

from fakir3d.block.mesh import Mesh
from fakir3d.block.spec import BlockSpec, Ends
from fakir3d.motion import FloatArray

TABLE_HALF_M = 4.0
_STEPS = 8


def stick_mesh(spec: BlockSpec, segments: int = 32) -> Mesh:
    """Return a stick along z about the origin: round ends are half balls, flat ones have their edge broken."""
    radius, half = spec.stick_diameter_m / 2, spec.stick_length_m / 2
    edge = radius if spec.stick_ends is Ends.ROUND else radius * 0.28
    angles = np.linspace(0.0, np.pi / 2, _STEPS + 1)
    radii = radius - edge + edge * np.sin(angles)
    heights = half - edge + edge * np.cos(angles)
    slopes = np.column_stack((np.sin(angles), np.cos(angles)))
    profile = np.column_stack((radii, heights, slopes))
    if edge < radius:
        profile = np.vstack(((0.0, half, 0.0, 1.0), profile))
    mirrored = profile[::-1] * (1.0, -1.0, 1.0, -1.0)
    return lathe(np.vstack((profile, mirrored)), segments)


def lathe(profile: FloatArray, segments: int) -> Mesh:
    """Return a body turned about z.

    Args:
        profile: (k, 4) float: radius, z [m] and the normal's radial and z parts, from the top down.
        segments: corners of its circles.
    """
    angles = np.arange(segments + 1) * (2 * np.pi / segments)
    around = np.column_stack((np.cos(angles), np.sin(angles)))
    count, across = len(profile), segments + 1
    vertices = np.empty((count, across, 3))
    normals = np.empty((count, across, 3))
    vertices[..., :2] = profile[:, None, None, 0] * around
    vertices[..., 2] = profile[:, None, 1]
    normals[..., :2] = profile[:, None, None, 2] * around
    normals[..., 2] = profile[:, None, 3]
    row, column = np.mgrid[: count - 1, :segments]
    here = (row * across + column).ravel()
    triangles = np.concatenate(
        (
            np.column_stack((here, here + across, here + across + 1)),
            np.column_stack((here, here + across + 1, here + 1)),
        )
    )
    return Mesh(
        vertices.reshape(-1, 3).astype(np.float32),
        normals.reshape(-1, 3).astype(np.float32),
        np.zeros(count * across, dtype=np.float32),
        triangles.astype(np.int32),
        exact=True,
    )


def table_mesh() -> Mesh:
    """Return the table's top: a square about the origin that reaches beyond what can be seen."""
    return square(TABLE_HALF_M, TABLE_HALF_M)


def contact_mesh(spec: BlockSpec) -> Mesh:
    """Return the piece of table that a lying stick darkens: along y, wider and longer than the stick."""
    radius = spec.stick_diameter_m / 2
    return square(4.5 * radius, spec.stick_length_m / 2 + 3.5 * radius)


def square(half_x: float, half_y: float) -> Mesh:
    """Return a rectangle about the origin in the plane z = 0, seen from above [m]."""
    corners = np.array(((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0))) * (half_x, half_y, 0.0)
    return Mesh(
        corners.astype(np.float32),
        np.tile(np.array((0, 0, 1), dtype=np.float32), (4, 1)),
        np.zeros(4, dtype=np.float32),
        np.array(((0, 1, 2), (0, 2, 3)), dtype=np.int32),
        exact=True,
    )
