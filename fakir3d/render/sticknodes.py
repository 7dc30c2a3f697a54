"""The sticks as they are seen: nodes, contact shadows, ghosts in the wood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from panda3d.core import (
    DepthTestAttrib,
    LQuaternionf,
    LVecBase4f,
    RenderAttrib,
)

from fakir3d.block.spec import BlockSpec
from fakir3d.motion import FloatArray
from fakir3d.render.nodes import compile_program, geometry, overlay
from fakir3d.render.quality import Quality
from fakir3d.render.shapes import contact_mesh, stick_mesh
from fakir3d.rules.sticks import Colour, Stick

LACQUER: Mapping[Colour, tuple[float, float, float]] = {
    Colour.RED: (0.58, 0.034, 0.026),
    Colour.GREEN: (0.022, 0.27, 0.055),
    Colour.BLUE: (0.018, 0.115, 0.500),
    Colour.YELLOW: (0.80, 0.50, 0.012),
}
"""The sticks' lacquer, as linear light."""


class Sticks:
    """The sticks that are seen: one node a stick, kept for as long as the stick is shown."""

    def __init__(self, scene: Any, spec: BlockSpec, quality: Quality) -> None:
        """Make an empty set in ``scene``; every stick is an instance of one mesh."""
        self._spec = spec
        self._node = geometry("stick", stick_mesh(spec))
        self._shade = geometry("contact", contact_mesh(spec))
        self._root = scene.attachNewNode("sticks")
        self._root.setShader(compile_program("stick", quality))
        self._root.setBin("sticks", 0)
        self._contacts = overlay(scene, "contacts", compile_program("contact", quality), "contacts")
        self._ghosts = overlay(scene, "ghosts", compile_program("stick", quality, ("GHOST",)), "ghosts")
        # Drawn after the block and before the sticks themselves: only where wood lies in front.
        self._ghosts.setAttrib(DepthTestAttrib.make(RenderAttrib.MGreater))
        self._ghosts.hide()
        for root in (self._root, self._contacts, self._ghosts):
            size = (spec.stick_diameter_m / 2, spec.stick_length_m / 2, 0.0, 0.0)
            root.setShaderInput("stick", LVecBase4f(*size))
        self._paths: dict[str, tuple[Any, Any, Any]] = {}
        self._poses: dict[str, bytes] = {}

    def pose(self, poses: Mapping[str, FloatArray]) -> bool:
        """Show exactly these sticks, there. Return whether anything moved."""
        moved = False
        for name in self._paths.keys() - poses.keys():
            for path in self._paths.pop(name):
                path.removeNode()
            del self._poses[name]
            moved = True
        for name, pose in poses.items():
            key = np.asarray(pose, dtype=np.float64).tobytes()
            if self._poses.get(name) != key:
                self._move(name, pose)
                self._poses[name] = key
                moved = True
        return moved

    def _move(self, name: str, pose: FloatArray) -> None:
        stick, ghost, contact = self._paths.get(name) or self._add(name)
        x, y, z, qx, qy, qz, qw = map(float, pose)
        turn = LQuaternionf(qw, qx, qy, qz)
        stick.setPosQuat((x, y, z), turn)
        ghost.setPosQuat((x, y, z), turn)
        along = turn.xform((0.0, 0.0, 1.0))
        if abs(along[2]) < 0.2 and z < 1.5 * self._spec.stick_diameter_m:
            contact.show()
            contact.setPos(x, y, 0.0002)
            contact.setH(float(np.degrees(np.arctan2(-along[0], along[1]))))
        else:
            contact.hide()

    def _add(self, name: str) -> tuple[Any, Any, Any]:
        colour = Stick.parse(name).colour
        lacquer = LVecBase4f(*LACQUER[colour], float(tuple(Colour).index(colour)))
        found = []
        for root, node in ((self._root, self._node), (self._ghosts, self._node), (self._contacts, self._shade)):
            path = root.attachNewNode(name)
            path.attachNewNode(node)
            path.setShaderInput("lacquer", lacquer)
            found.append(path)
        self._paths[name] = (found[0], found[1], found[2])
        return self._paths[name]

    def peek(self, amount: float, names: Iterable[str]) -> None:
        """Show these sticks through the wood, more or less: 0 not at all, 1 fully."""
        if amount <= 0.0:
            self._ghosts.hide()
            return
        self._ghosts.show()
        self._ghosts.setShaderInput("peek", LVecBase4f(amount, 0.0, 0.0, 0.0))
        inside = set(names)
        for name, (_stick, ghost, _contact) in self._paths.items():
            if name in inside:
                ghost.show()
            else:
                ghost.hide()

    def remove(self) -> None:
        """Take everything away."""
        for root in (self._root, self._ghosts, self._contacts):
            root.removeNode()
        self._paths.clear()
        self._poses.clear()
