"""The playback of a motion while it is still being made, by the window's clock."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from fakir3d.motion import Chunk, Recording, Snapshot

LEAD_S = 0.03
"""How much motion must have arrived before the first frame is shown [s]."""


class Playback:
    """One motion being shown.

    Attributes:
        time_s: how far it has been shown, in the motion's own time [s].
        whole: whether all of it has arrived.
        skipped: whether only its end is wanted.
    """

    def __init__(self) -> None:
        self.time_s = 0.0
        self.whole = False
        self.skipped = False
        self._chunks: list[Chunk] = []
        self._starts: list[float] = []

    @property
    def buffered_s(self) -> float:
        """Return up to what time the motion has arrived [s]."""
        return float(self._chunks[-1].times_s[-1]) if self._chunks else 0.0

    @property
    def finished(self) -> bool:
        """Return whether all of it has been shown."""
        return self.whole and self.time_s >= self.buffered_s

    def feed(self, chunks: Sequence[Chunk]) -> None:
        """Add what has arrived."""
        for chunk in chunks:
            if len(chunk.times_s):
                self._chunks.append(chunk)
                self._starts.append(float(chunk.times_s[0]))

    def advance(self, seconds: float, speed: float) -> Snapshot | None:
        """Let time pass and return the frame to show; None before the first.

        Args:
            seconds: since the last call [s].
            speed: how much faster than the motion's own time; infinite shows the end of what is there.
        """
        if not self._chunks or (self.time_s == 0.0 and self.buffered_s < LEAD_S and not self.whole):
            return None
        ahead = self.buffered_s if self.skipped or speed == float("inf") else self.time_s + seconds * speed
        self.time_s = min(ahead, self.buffered_s)
        number = max(bisect_right(self._starts, self.time_s) - 1, 0)
        return Recording.of(self._chunks[number : number + 2]).at(self.time_s)
