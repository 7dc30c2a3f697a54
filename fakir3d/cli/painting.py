"""The reports' painter: an off-screen stage, opened for the first picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fakir3d.block.spec import BlockSpec
from fakir3d.lab.reporting.pictures import Picture, PositionView

if TYPE_CHECKING:
    from fakir3d.render.stage import Stage

_SIZE = (520, 440)
_PEEK = 0.8


class StagePainter:
    """Paints blocks seen through, with both outcomes marked."""

    def __init__(self) -> None:
        self._stage: Stage | None = None
        self._spec: BlockSpec | None = None

    def paint(self, view: PositionView) -> Picture:
        """Return a picture of a view.

        Raises:
            DisplayError: if this machine has no OpenGL.
        """
        from fakir3d.render.picture import encoded

        stage = self._open()
        if view.spec != self._spec:
            self._frame(stage, view.spec)
        stage.lay(view.snapshot, {})
        stage.peek(_PEEK)
        stage.mark_outcomes(view.predicted, view.observed)
        return Picture(encoded(stage.pixels(), ".jpg"), "image/jpeg")

    def _frame(self, stage: Stage, spec: BlockSpec) -> None:
        """Put another block on the table and look at it alone."""
        from fakir3d.render.camera import framing

        stage.set_block(spec)
        around = max(spec.size_m[0], spec.size_m[1], spec.stick_length_m) / 2
        corners = np.array([(x, y, 0.0) for x in (-around, around) for y in (-around, around)])
        stage.camera = framing(spec, corners, stage.aspect)
        self._spec = spec

    def close(self) -> None:
        """Close the stage, if one was opened."""
        if self._stage is not None:
            self._stage.close()
            self._stage = None

    def _open(self) -> Stage:
        if self._stage is None:
            from fakir3d.render.stage import Stage

            self._stage = Stage.open(_SIZE, offscreen=True, supersample=2)
        return self._stage
