"""The recording of an act as it is made: frames, chunks, contacts."""

from __future__ import annotations

from array import array
from collections import deque
from itertools import chain
from struct import Struct

import numpy as np

from fakir3d.motion import Chunk, Pose, Recording
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.performance import Contact
from fakir3d.physics.worlds.protocol import Touch, World

CHUNK_FRAMES = 12
"""Frames in a chunk: 50 ms of motion, so that a picture can begin while the rest is being simulated."""
_AUDIBLE_M_S = 0.05
"""Slower meetings are sticks that lean or roll against something; nobody hears them."""


class Recorder:
    """Records a world. Tell it of every step; it takes a frame when one is due, the first one at once.

    Attributes:
        steps: how many steps the act has taken.
        deepest_m: the deepest contact of any frame so far [m].
        contacts: the audible meetings so far.
        config: how the act is simulated.

    Args:
        world: what is recorded.
        config: how the act is simulated.
        chunk_frames: how many frames are handed on at a time.
    """

    def __init__(self, world: World, config: PhysicsConfig, chunk_frames: int = CHUNK_FRAMES) -> None:
        self.steps = 0
        self.deepest_m = 0.0
        self.contacts: list[Contact] = []
        self.config = config
        self._world = world
        self._stride, self._dt_s, self._chunk_frames = config.stride, config.dt_s, chunk_frames
        self._times_s = array("d")
        # Packed by struct: three times as fast as extending an array, and there are hundreds of frames in an act.
        self._values = bytearray()
        self._packed = Struct(f"{7 * len(world.names)}d").pack
        self._last: deque[list[Pose]] = deque(maxlen=3)
        self._cut_at = 0
        self._place = {name: index for index, name in enumerate(world.names)}
        self._take_frame()

    @property
    def time_s(self) -> float:
        """Return how long the act has lasted [s]."""
        return self.steps * self._dt_s

    @property
    def to_next(self) -> int:
        """Return how many steps are left until the next frame."""
        return self._stride - self.steps % self._stride

    def passed(self, steps: int) -> Chunk | None:
        """Note that steps have passed, no further than the next frame; return the chunk that is full now, if one is."""
        self.steps += steps
        if self.steps % self._stride:
            return None
        self._take_frame()
        return self._cut() if len(self._times_s) - self._cut_at == self._chunk_frames else None

    def rest(self) -> Chunk | None:
        """Return the frames since the last full chunk, None if there are none."""
        return self._cut() if len(self._times_s) > self._cut_at else None

    def recording(self) -> Recording:
        """Return all frames so far."""
        whole = self._frames(0)
        return Recording(whole.names, whole.times_s, whole.poses)

    def last(self) -> dict[str, Pose]:
        """Return the poses of the last frame, by stick."""
        return dict(zip(self._world.names, self._last[-1], strict=True))

    def _cut(self) -> Chunk:
        chunk = self._frames(self._cut_at)
        self._cut_at = len(self._times_s)
        return chunk

    def _frames(self, first: int) -> Chunk:
        """Return the frames from ``first`` on."""
        names = self._world.names
        values = np.frombuffer(self._values[first * len(names) * 7 * 8 :])
        return Chunk.of(first, names, np.frombuffer(self._times_s[first:]), values)

    def _take_frame(self) -> None:
        poses = self._world.poses()
        self._times_s.append(self.time_s)
        self._values += self._packed(*chain.from_iterable(poses))
        self._last.append(poses)
        deepest, touches = self._world.touches()
        self.deepest_m = max(self.deepest_m, deepest)
        # What touches from the beginning has not come together.
        for touch in touches if len(self._last) > 2 else ():
            speed = self._meeting_m_s(touch)
            if speed >= _AUDIBLE_M_S:
                self.contacts.append(Contact(self.time_s, touch.stick, touch.other, speed))

    def _meeting_m_s(self, touch: Touch) -> float:
        """Return how fast two things came together just before this frame, along the normal of their contact [m/s]."""
        earlier, later = self._last[0], self._last[1]
        frame_s = self._stride * self._dt_s
        closing = 0.0
        for name, sign in ((touch.stick, 1.0), (touch.other, -1.0)):
            index = self._place.get(name)
            if index is not None:
                moved = sum((later[index][i] - earlier[index][i]) * touch.normal[i] for i in range(3))
                closing += sign * moved / frame_s
        return abs(closing)
