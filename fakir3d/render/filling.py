"""Which holes and bores are filled, and where lines run, for the shaders."""

from __future__ import annotations

import numpy as np

from fakir3d.block.names import Axis
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import FloatArray, axes_of


def _lines(spec: BlockSpec) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return all holes and bores as lines, holes first, in the order of the specification.

    Returns:
        (n, 3) middle [m], (n, 3) unit direction, (n,) half the length [m], (n,) radius [m].
    """
    middles, directions, halves, radii = [], [], [], []
    for hole in spec.holes:
        middles.append((*spec.centre_m(hole), spec.size_m[2] / 2))
        directions.append((0.0, 0.0, 1.0))
        halves.append(spec.size_m[2] / 2)
        radii.append(spec.hole_diameter_m / 2)
    for bore in spec.bores:
        line, height = spec.line_m(bore), spec.height_m(bore)
        along_x = bore.axis is Axis.X
        middles.append((0.0, line, height) if along_x else (line, 0.0, height))
        directions.append((1.0, 0.0, 0.0) if along_x else (0.0, 1.0, 0.0))
        halves.append(spec.depth_m(bore.axis) / 2)
        radii.append(spec.bore_diameter_m / 2)
    return np.array(middles), np.array(directions), np.array(halves), np.array(radii)


def fill_shares(spec: BlockSpec, poses: FloatArray) -> FloatArray:
    """Return how far each hole and bore is filled by sticks at these poses.

    Args:
        spec: the block.
        poses: (n, 7) float.

    Returns:
        (m, 3) float from 0 to 1, holes first: at the lower end (-x, -y, bottom), at the upper end, inside.
    """
    middles, directions, halves, radii = _lines(spec)
    if not len(poses):
        return np.zeros((len(middles), 3))
    relative = poses[:, None, :3] - middles
    along = np.einsum("nmk,mk->nm", relative, directions)
    aside = np.linalg.norm(relative - along[..., None] * directions, axis=2)
    parallel = np.abs(axes_of(poses) @ directions.T)
    coaxial = (parallel > 0.97) & (aside < radii * 1.5)
    reach = spec.stick_length_m / 2 - spec.stick_diameter_m / 4
    low, high = along - reach, along + reach
    at_low = coaxial & (low < -halves) & (high > -halves)
    at_high = coaxial & (low < halves) & (high > halves)
    share = np.clip((np.minimum(high, halves) - np.maximum(low, -halves)) / (2 * halves), 0.0, 1.0) * coaxial
    return np.column_stack((at_low.any(axis=0), at_high.any(axis=0), share.max(axis=0)))


def line_tables(spec: BlockSpec, texels: int) -> FloatArray:
    """Return, for coordinates along x, y, z (x bores) and z (y bores), the nearest line [m] and its number.

    Returns:
        (4, texels, 2) float; a far-away line where there is none.
    """
    x, y, z = spec.size_m
    floors = {axis: [floor.height_m for floor in spec.floors if axis in floor.along] for axis in (Axis.X, Axis.Y)}
    rows = (
        (-x / 2, x, spec.hole_x_m),
        (-y / 2, y, spec.hole_y_m),
        (0.0, z, floors[Axis.X]),
        (0.0, z, floors[Axis.Y]),
    )
    tables = np.empty((4, texels, 2))
    for table, (start, length, lines) in zip(tables, rows, strict=True):
        at = start + (np.arange(texels) + 0.5) / texels * length
        values = np.array(lines or (1e3,))
        nearest = np.abs(at[:, None] - values).argmin(axis=1)
        table[:, 0], table[:, 1] = values[nearest], nearest
    return tables
