"""Sticks as capsules: their ends, and how near they come to each other."""

from __future__ import annotations

import math

from fakir3d.block.names import Axis
from fakir3d.motion import Pose, Vector3

Segment = tuple[Vector3, Vector3]
"""The centres of a stick's two round ends, foot first."""

_HALF = math.sqrt(0.5)
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
LYING = {Axis.X: (0.0, _HALF, 0.0, _HALF), Axis.Y: (-_HALF, 0.0, 0.0, _HALF)}
"""The quaternions of a stick whose head points up, along +x, along +y."""


def axis_of(pose: Pose) -> Vector3:
    """Return the unit vector from a stick's foot to its head."""
    _, _, _, x, y, z, w = pose
    return 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)


def lies(pose: Pose) -> bool:
    """Return whether a stick lies rather than stands: it is less than half upright."""
    return abs(axis_of(pose)[2]) < 0.5


def segment_of(pose: Pose, length_m: float, diameter_m: float) -> Segment:
    """Return the centres of the round ends of a stick of this length and diameter."""
    x, y, z = axis_of(pose)
    half = (length_m - diameter_m) / 2
    return (
        (pose[0] - half * x, pose[1] - half * y, pose[2] - half * z),
        (pose[0] + half * x, pose[1] + half * y, pose[2] + half * z),
    )


def depth_m(one: Segment, other: Segment, diameter_m: float) -> float:
    """Return how deep two sticks of one diameter are in each other [m]; negative is the room between them."""
    return diameter_m - gap_m(one, other)


def gap_m(one: Segment, other: Segment) -> float:
    """Return the least distance between two segments [m].

    The nearest points are found by clamping one parameter, then the other (Ericson, Real-Time Collision
    Detection, 5.1.9).
    """
    (p, q), (r, s) = one, other
    along, across, between = _minus(q, p), _minus(s, r), _minus(p, r)
    a, e, f = _dot(along, along), _dot(across, across), _dot(across, between)
    b, c = _dot(along, across), _dot(along, between)
    slant = a * e - b * b
    # Parallel segments have no single nearest pair: any first parameter does.
    first = min(max((b * f - c * e) / slant, 0.0), 1.0) if slant > 1e-18 else 0.0
    second = (b * first + f) / e if e else 0.0
    if not 0.0 <= second <= 1.0:
        second = min(max(second, 0.0), 1.0)
        first = min(max((b * second - c) / a, 0.0), 1.0) if a else 0.0
    return math.dist(
        (p[0] + first * along[0], p[1] + first * along[1], p[2] + first * along[2]),
        (r[0] + second * across[0], r[1] + second * across[1], r[2] + second * across[2]),
    )


def _minus(one: Vector3, other: Vector3) -> Vector3:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _dot(one: Vector3, other: Vector3) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
