"""Motions small enough for a record: only sticks that moved, to 0.01 mm, differences from frame to frame, packed.

Layout before zlib, little-endian, T frames of m sticks: times as int32 differences [1 µs] (T,); positions as int32
differences [0.01 mm] (T, m, 3); quaternions x, y, z, w as int16 differences [1/32767] (T, m, 4), wrapping round.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fakir3d.errors import RecordError
from fakir3d.motion import UNIT_TOLERANCE, Recording, Snapshot, frozen_array

POSITION_QUANTUM_M = 1e-5
TIME_QUANTUM_S = 1e-6
_TURN_STEPS = 32767
_MAX_ROUNDING = UNIT_TOLERANCE + 1 / _TURN_STEPS
"""How far rounding its four parts may take a quaternion's length from 1."""
MAX_FRAMES = 100_000
"""More frames than any act has; a record that claims more is refused before anything is unpacked."""


@dataclass(frozen=True, slots=True)
class PackedMotion:
    """A motion as a record keeps it.

    Attributes:
        frames: how many.
        sticks: those that moved or came in from the hand, sorted; all others stayed where they were.
        data: the numbers (see the module), zlib, base64.
    """

    frames: int
    sticks: tuple[str, ...]
    data: str


def pack_motion(recording: Recording, start: Snapshot) -> PackedMotion:
    """Return a motion packed, as seen from the poses it started from."""
    frames = len(recording.times_s)
    positions = np.rint(recording.poses[:, :, :3] / POSITION_QUANTUM_M).astype(np.int64)
    turns = np.rint(recording.poses[:, :, 3:] * _TURN_STEPS).astype(np.int64)
    stayed = _stayed(recording, start, positions, turns)
    moved = [place for place, name in enumerate(recording.names) if name not in stayed]
    numbers = (
        _differences(np.rint(recording.times_s / TIME_QUANTUM_S).astype(np.int64)).astype("<i4"),
        _differences(positions[:, moved]).astype("<i4"),
        _differences(turns[:, moved]).astype("<i2"),
    )
    data = zlib.compress(b"".join(array.tobytes() for array in numbers), 9)
    names = tuple(recording.names[place] for place in moved)
    return PackedMotion(frames, names, base64.b64encode(data).decode("ascii"))


def _stayed(
    recording: Recording, start: Snapshot, positions: npt.NDArray[np.int64], turns: npt.NDArray[np.int64]
) -> frozenset[str]:
    """Return the sticks that never differ from where they started by as much as can be written down."""
    known = start.as_dict()
    stayed = set()
    for place, name in enumerate(recording.names):
        if name in known:
            pose = known[name]
            there = np.array_equal(np.rint(pose[:3] / POSITION_QUANTUM_M), positions[:1, place].reshape(-1)[:3])
            still = not np.ptp(positions[:, place], axis=0).any() and not np.ptp(turns[:, place], axis=0).any()
            if there and still:
                stayed.add(name)
    return frozenset(stayed)


def _differences(values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.diff(values, axis=0, prepend=np.zeros_like(values[:1]))


def unpack_motion(packed: PackedMotion, start: Snapshot) -> Recording:
    """Return the motion, within the quanta, of all sticks that were in the block or came in.

    Raises:
        RecordError: if the data is no such motion.
    """
    frames, count = packed.frames, len(packed.sticks)
    if not 0 <= frames <= MAX_FRAMES or list(packed.sticks) != sorted(set(packed.sticks)):
        most = f"at most {MAX_FRAMES} frames, sticks sorted"
        raise RecordError(f"invalid motion of {frames} frames of {count} sticks: {most}")
    raw = _inflate(packed.data, frames * (4 + count * (3 * 4 + 4 * 2)))
    times_end, positions_end = 4 * frames, 4 * frames * (1 + 3 * count)
    times = np.frombuffer(raw[:times_end], "<i4").astype(np.int64).cumsum() * TIME_QUANTUM_S
    positions = np.frombuffer(raw[times_end:positions_end], "<i4").astype(np.int64).reshape(frames, count, 3)
    turns = np.frombuffer(raw[positions_end:], "<i2").reshape(frames, count, 4)
    # int16 sums wrap round exactly as the differences did.
    quaternions = np.cumsum(turns, axis=0, dtype=np.int16) / _TURN_STEPS
    lengths = np.linalg.norm(quaternions, axis=2, keepdims=True)
    if np.any(np.diff(times) <= 0) or np.any(np.abs(lengths - 1) > _MAX_ROUNDING):
        raise RecordError("a motion's times must increase and its quaternions have the length 1")
    moved = np.concatenate((positions.cumsum(axis=0) * POSITION_QUANTUM_M, quaternions / lengths), axis=2)
    return _with_those_that_stayed(times, dict(zip(packed.sticks, moved.swapaxes(0, 1), strict=True)), start)


def _inflate(data: str, size: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(base64.b64decode(data, validate=True), size + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise RecordError("a motion's data is no packed data") from error
    if len(raw) != size or not unpacker.eof:
        raise RecordError(f"a motion's data has not the {size} bytes that its frames and sticks make")
    return raw


def _with_those_that_stayed(
    times_s: npt.NDArray[np.float64], moved: dict[str, npt.NDArray[np.float64]], start: Snapshot
) -> Recording:
    frames = len(times_s)
    if not frames:
        return Recording.of(())
    rows = {name: np.broadcast_to(pose, (frames, 7)) for name, pose in start.as_dict().items()} | moved
    names = tuple(sorted(rows))
    poses = np.stack([rows[name] for name in names], axis=1) if names else np.zeros((frames, 0, 7))
    return Recording(names, frozen_array(times_s, (-1,)), frozen_array(poses, (frames, len(names), 7)))
