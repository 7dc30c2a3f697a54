"""Packed motions: what comes out is what went in, within the quanta, and nothing else unpacks."""

from __future__ import annotations

import base64
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakir3d.errors import RecordError
from fakir3d.game.record.motion_codec import MAX_FRAMES, PackedMotion, pack_motion, unpack_motion
from fakir3d.motion import Recording, Snapshot, frozen_array


def _motion(seed: int, frames: int, still: int, moving: int) -> tuple[Recording, Snapshot]:
    """Return a drawn motion of sticks that stay (s...) and sticks that move or come in (m...)."""
    lots = np.random.default_rng(seed)
    names = tuple(sorted([f"g{n + 1}" for n in range(still)] + [f"r{n + 1}" for n in range(moving)]))
    poses = np.zeros((frames, len(names), 7))
    start = {}
    for place, name in enumerate(names):
        first = np.concatenate((lots.uniform(-0.2, 0.2, 3), _unit(lots.normal(size=4))))
        poses[:, place] = first
        if name.startswith("r"):
            poses[:, place, :3] += np.cumsum(lots.normal(0, 0.001, (frames, 3)), axis=0)
            poses[:, place, 3:] = [_unit(first[3:] + lots.normal(0, 0.1, 4)) for _ in range(frames)]
        if name.startswith("g") or lots.random() < 0.5:
            start[name] = first
    times = np.cumsum(lots.uniform(0.002, 0.006, frames))
    return Recording(names, frozen_array(times, (-1,)), frozen_array(poses, (frames, len(names), 7))), Snapshot.of(
        start
    )


def _unit(quaternion: np.ndarray) -> np.ndarray:
    return quaternion / np.linalg.norm(quaternion)


@given(st.integers(0, 2**32), st.integers(1, 60), st.integers(0, 4), st.integers(1, 3))
def test_a_motion_comes_back_within_its_quanta(seed, frames, still, moving):
    """Places within half of 0.01 mm, times within half a microsecond, turns within 1e-4; what stayed is exact."""
    recording, start = _motion(seed, frames, still, moving)
    packed = pack_motion(recording, start)
    back = unpack_motion(packed, start)
    assert not {name for name in packed.sticks if name.startswith("g")}
    assert back.names == recording.names
    assert np.abs(back.times_s - recording.times_s).max() <= 0.51e-6
    assert np.abs(back.poses[..., :3] - recording.poses[..., :3]).max() <= 0.51e-5
    assert np.abs(back.poses[..., 3:] - recording.poses[..., 3:]).max() <= 1e-4
    for name in start.names:
        if name not in packed.sticks:
            assert (back.poses[:, back.names.index(name)] == start.pose(name)).all()
    assert not back.poses.flags.writeable


def test_an_empty_motion_stays_empty():
    """A discard from the hand moves nothing: no frames, no sticks, no data to speak of."""
    empty, start = Recording.of(()), Snapshot.of({"r1": (0, 0, 0, 0, 0, 0, 1)})
    packed = pack_motion(empty, start)
    assert (packed.frames, packed.sticks) == (0, ())
    assert unpack_motion(packed, start) == empty


def test_a_stick_that_jumped_before_the_first_frame_has_moved():
    """A stick whose frames are all alike but not where it started is kept."""
    pose = np.array((0.0, 0, 0, 0, 0, 0, 1))
    recording = Recording(("r1",), frozen_array([0.1, 0.2], (2,)), frozen_array([[pose], [pose]], (2, 1, 7)))
    packed = pack_motion(recording, Snapshot.of({"r1": (0.001, 0, 0, 0, 0, 0, 1)}))
    assert packed.sticks == ("r1",)


def test_only_motions_unpack():
    """Too many frames, a bomb, cut data, unsorted sticks, times that run back, quaternions that are none."""
    recording, start = _motion(1, 5, 1, 1)
    good = pack_motion(recording, start)
    raw = zlib.decompress(base64.b64decode(good.data))

    def packed(raw: bytes) -> str:
        return base64.b64encode(zlib.compress(raw)).decode()

    bad = [
        PackedMotion(MAX_FRAMES + 1, good.sticks, good.data),
        PackedMotion(-1, (), good.data),
        PackedMotion(5, ("r1", "a1"), good.data),
        PackedMotion(5, ("r1", "r1"), good.data),
        PackedMotion(5, good.sticks, packed(raw[:-1])),
        PackedMotion(5, good.sticks, packed(raw + bytes(10**7))),
        PackedMotion(5, good.sticks, packed(bytes(4) * 5 + raw[20:])),
        PackedMotion(5, good.sticks, packed(raw[:80] + bytes(len(raw) - 80))),
        PackedMotion(5, good.sticks, good.data[:-8]),
        PackedMotion(5, good.sticks, "no base64"),
    ]
    for motion in bad:
        with pytest.raises(RecordError, match="motion"):
            unpack_motion(motion, start)
