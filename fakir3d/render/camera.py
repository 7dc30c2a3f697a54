"""The eye that goes round the table: pure maths, no window.

x right, y away, z up; the eye looks at ``target_m`` from ``distance_m``. Azimuth 0 is seat 0's side (from -y),
growing anticlockwise seen from above; elevation is the angle above the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from fakir3d.block.pick import Ray
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import FloatArray

FIELD_DEG = 24.0
"""Opening angle of the shorter side of the window."""
FIRST_VIEW = (32.0, 31.0)
"""Azimuth and elevation that a game starts with [degrees]."""
MIN_ELEVATION_DEG, MAX_ELEVATION_DEG = 3.0, 88.0
_LOWEST_EYE_M = 0.012


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the eye is and where it looks. Every change gives a new camera; none goes below the table.

    Attributes:
        target_m: the point looked at [m].
        distance_m: from the eye to the target [m].
        azimuth_deg: 0 looks from seat 0.
        elevation_deg: above the horizon.
        field_deg: opening angle of the window's shorter side.
        nearest_m: the least distance the wheel allows [m].
        farthest_m: the greatest [m].

    >>> eye = Camera((0.0, 0.0, 0.05), 0.4, 0.0, 0.0)
    >>> eye.elevation_deg
    3.0
    >>> [round(float(value), 3) for value in eye.forward]
    [-0.0, 0.999, -0.052]
    """

    target_m: tuple[float, float, float]
    distance_m: float
    azimuth_deg: float = 25.0
    elevation_deg: float = 30.0
    field_deg: float = FIELD_DEG
    nearest_m: float = 0.05
    farthest_m: float = 3.0

    def __post_init__(self) -> None:
        distance = min(max(self.distance_m, self.nearest_m), self.farthest_m)
        # The eye itself stays above the table, also where the target lies low.
        floor = math.degrees(math.asin(min(max((_LOWEST_EYE_M - self.target_m[2]) / distance, -1.0), 0.9)))
        elevation = min(max(self.elevation_deg, MIN_ELEVATION_DEG, floor), MAX_ELEVATION_DEG)
        object.__setattr__(self, "distance_m", distance)
        object.__setattr__(self, "elevation_deg", elevation)
        object.__setattr__(self, "azimuth_deg", (self.azimuth_deg + 180.0) % 360.0 - 180.0)

    @property
    def forward(self) -> FloatArray:
        """Return the (3,) unit vector of the line of sight."""
        azimuth, elevation = math.radians(self.azimuth_deg), math.radians(self.elevation_deg)
        flat = math.cos(elevation)
        return np.array((-math.sin(azimuth) * flat, math.cos(azimuth) * flat, -math.sin(elevation)))

    @property
    def right(self) -> FloatArray:
        """Return the (3,) unit vector to the right in the window."""
        azimuth = math.radians(self.azimuth_deg)
        return np.array((math.cos(azimuth), math.sin(azimuth), 0.0))

    @property
    def up(self) -> FloatArray:
        """Return the (3,) unit vector upwards in the window."""
        forward, right = self.forward, self.right
        return np.array(
            (
                right[1] * forward[2] - right[2] * forward[1],
                right[2] * forward[0] - right[0] * forward[2],
                right[0] * forward[1] - right[1] * forward[0],
            )
        )

    @property
    def eye_m(self) -> FloatArray:
        """Return the (3,) place of the eye [m]."""
        eye: FloatArray = np.array(self.target_m) - self.distance_m * self.forward
        return eye

    def half_field(self, aspect: float) -> tuple[float, float]:
        """Return the tangents of half the opening angles, across and up, for a window width / height."""
        short = math.tan(math.radians(self.field_deg) / 2)
        return (short * aspect, short) if aspect >= 1 else (short, short / aspect)

    def orbited(self, across: float, up: float) -> Camera:
        """Return the camera after a drag, in window heights: a whole height across turns by 180 degrees."""
        return replace(
            self, azimuth_deg=self.azimuth_deg - 180.0 * across, elevation_deg=self.elevation_deg - 120.0 * up
        )

    def zoomed(self, clicks: float) -> Camera:
        """Return the camera after some clicks of the wheel; positive comes nearer."""
        return replace(self, distance_m=self.distance_m * 0.88**clicks)

    def ray(self, x: float, y: float, aspect: float) -> Ray:
        """Return the ray through a point of the window.

        Args:
            x: from -1 (left edge) to 1 (right edge).
            y: from -1 (bottom) to 1 (top).
            aspect: the window's width / height.
        """
        wide, high = self.half_field(aspect)
        direction = self.forward + x * wide * self.right + y * high * self.up
        direction /= np.linalg.norm(direction)
        eye = self.eye_m
        return Ray(
            (float(eye[0]), float(eye[1]), float(eye[2])),
            (float(direction[0]), float(direction[1]), float(direction[2])),
        )

    def project(self, points_m: FloatArray, aspect: float) -> FloatArray:
        """Return where points (n, 3) [m] appear: (n, 3) float of x, y as in ``ray`` and the depth [m]."""
        wide, high = self.half_field(aspect)
        relative = np.asarray(points_m, dtype=float) - self.eye_m
        depth = relative @ self.forward
        safe = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        return np.column_stack((relative @ self.right / safe / wide, relative @ self.up / safe / high, depth))


def framing(spec: BlockSpec, points_m: FloatArray, aspect: float) -> Camera:
    """Return the camera that a game starts with: as near as the block, its sticks and these points can be seen from.

    Args:
        spec: the block.
        points_m: (n, 3) what else shall be seen [m].
        aspect: the window's width / height.
    """
    tall = max((spec.stands_out_m(bore) for bore in spec.bores), default=0.0)
    half_x, half_y, top = spec.size_m[0] / 2, spec.size_m[1] / 2, spec.size_m[2]
    ends = [(x, y, z) for x in (-half_x, half_x) for y in (-half_y, half_y) for z in (0.0, top, top + 0.8 * tall)]
    seen = np.vstack((np.array(ends), np.asarray(points_m).reshape(-1, 3)))
    reach = math.hypot(*spec.size_m)
    azimuth, elevation = FIRST_VIEW
    camera = Camera((0.0, 0.0, 0.4 * top), 20 * reach, azimuth, elevation, FIELD_DEG, 0.9 * reach, 12.0 * reach)
    for _ in range(40):  # the view is nearly a parallel one: a few steps settle both distance and middle
        x, y, _depth = camera.project(seen, aspect).T
        wide, high = camera.half_field(aspect)
        # Halfway between the block in the middle and everything in the middle.
        block = float(x[: len(ends)].max() + x[: len(ends)].min()) / 2
        across = (block + float(x.max() + x.min()) / 2) / 2 * wide
        up = float(y.max() + y.min()) / 2 * high
        target = np.array(camera.target_m) + camera.distance_m * 0.5 * (across * camera.right + up * camera.up)
        spread = max(float(np.abs(x).max()) / 0.95, float(y.max() - y.min()) / 2 / 0.92)
        distance = camera.distance_m * (1.0 + 0.5 * (spread - 1.0))
        camera = replace(camera, target_m=(float(target[0]), float(target[1]), float(target[2])), distance_m=distance)
    return camera
