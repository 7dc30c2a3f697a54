"""Felt trays in the table for sticks out of the game."""

from __future__ import annotations

import math
from typing import Any

from panda3d.core import LVecBase4f

from fakir3d.render.layout import Area
from fakir3d.render.nodes import compile_program, geometry, overlay
from fakir3d.render.quality import Quality
from fakir3d.render.shapes import square

_MARGIN_M = 0.003
_CORNER_M = 0.004
_RAISED_M = 0.0001


class Trays:
    """The trays that are on the table now."""

    def __init__(self, scene: Any, quality: Quality) -> None:
        """Make none yet."""
        self._root = overlay(scene, "trays", compile_program("tray", quality), "trays")

    def show(self, areas: tuple[Area, ...]) -> None:
        """Show a tray in each of these areas, and nowhere else; areas named twice share one."""
        self._root.getChildren().detach()
        for area in dict.fromkeys(areas):
            out, side = (half + _MARGIN_M for half in area.half_m)
            path = self._root.attachNewNode(geometry("tray", square(side, out)))
            path.setPos(*area.centre_m, _RAISED_M)
            path.setH(math.degrees(math.atan2(-area.outward[0], area.outward[1])))
            path.setShaderInput("tray", LVecBase4f(side, out, _CORNER_M, 0.0))
