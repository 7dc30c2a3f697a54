"""Poses in time, as arrays: what crosses every border between physics, record and picture.

A pose is seven float64: x, y, z of the stick's centre [m], then its quaternion x, y, z, w. A stick's own axis is
its local z, from foot (-z) to head (+z). Sticks are named by their text (``r1``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
Vector2 = tuple[float, float]
Vector3 = tuple[float, float, float]
Pose = tuple[float, float, float, float, float, float, float]
"""One pose as plain numbers."""
GRAVITY_M_S2 = 9.81
"""What everything falls by, in engines and in what is held against them [m/s²]."""
REACH_M = 10.0
"""No stick is further from the block than this: poses beyond are mistakes, not positions [m]."""
UNIT_TOLERANCE = 1e-6
"""How far the length of a pose's quaternion may be off 1."""


def axes_of(poses: FloatArray) -> FloatArray:
    """Return the (n, 3) unit vectors from foot to head of sticks at these (n, 7) poses."""
    x, y, z, w = poses[:, 3:].T
    return np.stack((2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)), axis=1)


def pose_fault(pose: Sequence[float]) -> str:
    """Return why seven numbers are no pose; empty where they are one. Asked when a file is read and before an act.

    >>> pose_fault((0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 1.0))
    ''
    >>> pose_fault((0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 1.0002))
    'its quaternion (0.0, 0.0, 0.0, 1.0002) has the length 1.0002; it must be 1'
    """
    place, turn = tuple(pose[:3]), tuple(pose[3:])
    # Written so that what is not a number fails too.
    if not all(abs(part) < REACH_M for part in place):
        return f"it is at {place}; it must be within {REACH_M:.0f} m of the block"
    if not abs(math.hypot(*turn) - 1) < UNIT_TOLERANCE:
        return f"its quaternion {turn} has the length {math.hypot(*turn):.6g}; it must be 1"
    return ""


def frozen_array(values: npt.ArrayLike, shape: tuple[int, ...]) -> FloatArray:
    """Return a read-only float64 copy of ``values`` with the given shape (-1 for any length)."""
    array = np.array(values, dtype=np.float64).reshape(shape)
    array.setflags(write=False)
    return array


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Where sticks are, at one instant.

    Attributes:
        names: the sticks, sorted.
        poses: (n, 7) float, read-only, in the order of ``names``.
    """

    names: tuple[str, ...]
    poses: FloatArray

    @classmethod
    def of(cls, poses: Mapping[str, npt.ArrayLike]) -> Self:
        """Return the snapshot of these sticks, in canonical order."""
        names = tuple(sorted(poses))
        rows = np.array([np.asarray(poses[name], dtype=np.float64) for name in names])
        return cls(names, frozen_array(rows, (len(names), 7)))

    def pose(self, name: str) -> FloatArray:
        """Return the (7,) pose of a stick. Raises KeyError for a stick that is not there."""
        try:
            pose: FloatArray = self.poses[self.names.index(name)]
        except ValueError:
            raise KeyError(name) from None
        return pose

    def as_dict(self) -> dict[str, FloatArray]:
        """Return the poses by name."""
        return dict(zip(self.names, self.poses, strict=True))

    def without(self, gone: Iterable[str]) -> Snapshot:
        """Return the snapshot with these sticks taken away."""
        left_out = set(gone)
        return Snapshot.of({name: pose for name, pose in self.as_dict().items() if name not in left_out})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return self.names == other.names and self.poses.tobytes() == other.poses.tobytes()

    def __hash__(self) -> int:
        return hash((self.names, self.poses.tobytes()))


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """A piece of a motion as it is made: consecutive frames of the same sticks.

    Attributes:
        first: the index of its first frame in the whole motion.
        names: the sticks, sorted.
        times_s: (t,) float, seconds since the act began.
        poses: (t, n, 7) float.
    """

    first: int
    names: tuple[str, ...]
    times_s: FloatArray
    poses: FloatArray

    @classmethod
    def of(cls, first: int, names: tuple[str, ...], times_s: npt.ArrayLike, poses: npt.ArrayLike) -> Self:
        """Return a chunk with read-only copies of these times [s] and poses, of any shape of as many numbers."""
        times = frozen_array(times_s, (-1,))
        return cls(first, names, times, frozen_array(poses, (len(times), len(names), 7)))


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """A whole motion.

    Attributes:
        names: the sticks, sorted.
        times_s: (t,) float, increasing, seconds since the act began.
        poses: (t, n, 7) float, read-only.
    """

    names: tuple[str, ...]
    times_s: FloatArray
    poses: FloatArray

    @classmethod
    def of(cls, chunks: Iterable[Chunk]) -> Self:
        """Join consecutive chunks of the same sticks."""
        pieces = list(chunks)
        if not pieces:
            return cls((), frozen_array([], (0,)), frozen_array([], (0, 0, 7)))
        names = pieces[0].names
        return cls(
            names,
            frozen_array(np.concatenate([piece.times_s for piece in pieces]), (-1,)),
            frozen_array(np.concatenate([piece.poses for piece in pieces]), (-1, len(names), 7)),
        )

    @property
    def duration_s(self) -> float:
        """Return the time of the last frame [s]; 0 for an empty motion."""
        return float(self.times_s[-1]) if len(self.times_s) else 0.0

    def at(self, time_s: float) -> Snapshot:
        """Return the poses at a time [s], between frames by straight lines (quaternions renormalised).

        Before the first and after the last frame the end poses hold.
        """
        if not len(self.times_s):
            return Snapshot((), frozen_array([], (0, 7)))
        after = int(np.searchsorted(self.times_s, time_s))
        if after == 0 or after == len(self.times_s):
            return Snapshot(self.names, frozen_array(self.poses[min(after, len(self.times_s) - 1)], (-1, 7)))
        start, end = self.times_s[after - 1], self.times_s[after]
        share = (time_s - start) / (end - start)
        first, last = self.poses[after - 1], self.poses[after].copy()
        last[:, 3:] *= np.where((first[:, 3:] * last[:, 3:]).sum(axis=1, keepdims=True) < 0, -1.0, 1.0)
        mixed = first + share * (last - first)
        mixed[:, 3:] /= np.linalg.norm(mixed[:, 3:], axis=1, keepdims=True)
        return Snapshot(self.names, frozen_array(mixed, (-1, 7)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recording):
            return NotImplemented
        return (
            self.names == other.names
            and self.times_s.tobytes() == other.times_s.tobytes()
            and self.poses.tobytes() == other.poses.tobytes()
        )

    def __hash__(self) -> int:
        return hash((self.names, self.times_s.tobytes(), self.poses.tobytes()))
