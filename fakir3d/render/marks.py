"""Marks on the block: pointer, legal places, cursor, hint."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from panda3d.core import (
    DepthTestAttrib,
    LPoint3f,
    LQuaternionf,
    LVecBase4f,
    LVector3f,
    RenderAttrib,
    lookAt,
)

from fakir3d.block.names import Bore, Hole
from fakir3d.block.pick import Mouth, mouths
from fakir3d.block.spec import BlockSpec
from fakir3d.render.nodes import compile_program, geometry, overlay
from fakir3d.render.quality import Quality
from fakir3d.render.shapes import lathe, square


class BlockMark(enum.IntEnum):
    """The kinds of marks; they differ in shape as well as in colour."""

    HOVER = 0
    """A full ring with a glow, on both mouths, and the axis between them."""
    LEGAL = 1
    """A dotted ring."""
    CURSOR = 2
    """A wide ring with four ticks."""
    HINT = 3
    """A ring with twelve rays, like a sun."""


_TINTS = {
    BlockMark.HOVER: (0.20, 0.86, 1.00, 0.95),
    BlockMark.LEGAL: (0.05, 0.62, 0.72, 0.90),
    BlockMark.CURSOR: (0.86, 0.16, 0.62, 0.95),
    BlockMark.HINT: (1.00, 0.86, 0.10, 1.00),
}
_RAISED_M = 0.0003


class Marks:
    """The marks that are shown now."""

    def __init__(self, scene: Any, spec: BlockSpec, quality: Quality) -> None:
        """Prepare for a block; nothing is marked yet."""
        self._spec = spec
        self._root = overlay(scene, "marks", compile_program("mark", quality), "fixed", 30)
        self._roots = {kind: self._root.attachNewNode(kind.name) for kind in BlockMark}
        self._shown: dict[BlockMark, tuple[Hole | Bore, ...]] = dict.fromkeys(BlockMark, ())
        self._quad = geometry("ring", square(*[1.1 * max(spec.hole_diameter_m, spec.bore_diameter_m)] * 2))

    def show(self, kind: BlockMark, places: Iterable[Hole | Bore]) -> bool:
        """Mark exactly these places in this way; return whether that changed anything."""
        wanted = tuple(sorted(set(places), key=str))
        if wanted == self._shown[kind]:
            return False
        self._shown[kind] = wanted
        root = self._roots[kind]
        root.getChildren().detach()
        for place in wanted:
            ends = [mouth for mouth in mouths(self._spec) if mouth.place == place]
            for mouth in ends:
                self._ring(root, kind, mouth)
            if kind is BlockMark.HOVER:
                self._axis(root, ends[-1])
        return True

    def veil(self, *, hidden: bool) -> None:
        """Hide all marks for a while, or show them again."""
        if hidden:
            self._root.hide()
        else:
            self._root.show()

    def _ring(self, root: Any, kind: BlockMark, mouth: Mouth) -> None:
        path = root.attachNewNode("ring")
        path.attachNewNode(self._quad)
        path.setPos(LPoint3f(*mouth.centre_m) + LVector3f(*mouth.normal) * _RAISED_M)
        path.setQuat(_from_z(mouth.normal))
        path.setShaderInput("tint", LVecBase4f(*_TINTS[kind]))
        path.setShaderInput("kind", LVecBase4f(float(kind), self._radius_m(mouth.place), 0.0, 0.0))

    def _radius_m(self, place: Hole | Bore) -> float:
        return (self._spec.hole_diameter_m if isinstance(place, Hole) else self._spec.bore_diameter_m) / 2

    def _axis(self, root: Any, mouth: Mouth) -> None:
        """Draw the axis through the wood: a thin rod that no wood hides."""
        length = float(np.abs(mouth.normal) @ self._spec.size_m)
        radius = 0.09 * self._radius_m(mouth.place)
        profile = np.array(((radius, length / 2, 1.0, 0.0), (radius, -length / 2, 1.0, 0.0)))
        path = root.attachNewNode(geometry("axis", lathe(profile, 8)))
        path.setPos(LPoint3f(*mouth.centre_m) - LVector3f(*mouth.normal) * (length / 2))
        path.setQuat(_from_z(mouth.normal))
        path.setAttrib(DepthTestAttrib.make(RenderAttrib.MGreater))
        path.setBin("ghosts", 0)
        path.setShaderInput("tint", LVecBase4f(*_TINTS[BlockMark.HOVER]))
        path.setShaderInput("kind", LVecBase4f(0.0, self._radius_m(mouth.place), 1.0, 0.0))

    def remove(self) -> None:
        """Take all marks away."""
        self._root.removeNode()


def _from_z(normal: tuple[float, float, float]) -> Any:
    """Return the quaternion that turns +z to the side a mouth opens to."""
    turned = LQuaternionf()
    lookAt(turned, LVector3f(*normal), LVector3f(0.0, 0.0, 1.0) if abs(normal[2]) < 0.5 else LVector3f(0.0, 1.0, 0.0))
    return LQuaternionf(math.sqrt(0.5), -math.sqrt(0.5), 0.0, 0.0) * turned
