"""A press of the mouse: when it is a click, and when a drag."""

from __future__ import annotations

from dataclasses import dataclass

SLACK_PX = 5
"""How far the pointer may move before a click turns into a drag, at zoom 1 [px]."""


@dataclass(frozen=True, slots=True)
class Press:
    """The left button held down.

    Attributes:
        start: where it went down [px].
        at: where the pointer was last seen [px].
        dragging: whether it has become a drag; that is never taken back.

    >>> press = Press((10.0, 10.0), (10.0, 10.0))
    >>> press.moved((13.0, 10.0), zoom=1.0)[0].dragging, press.moved((16.0, 10.0), zoom=1.0)[0].dragging
    (False, True)
    """

    start: tuple[float, float]
    at: tuple[float, float]
    dragging: bool = False

    def moved(self, to: tuple[float, float] | None, zoom: float) -> tuple[Press, tuple[float, float]]:
        """Return the press after the pointer moved (None: it is outside the window), and by how much to orbit [px]."""
        if to is None or to == self.at:
            return self, (0.0, 0.0)
        far = max(abs(to[0] - self.start[0]), abs(to[1] - self.start[1])) > SLACK_PX * zoom
        if not (self.dragging or far):
            return Press(self.start, self.at), (0.0, 0.0)
        step = (to[0] - self.at[0], to[1] - self.at[1])
        return Press(self.start, to, dragging=True), step
