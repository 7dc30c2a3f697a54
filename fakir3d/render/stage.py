"""The table as it is seen: one window or off-screen picture, and everything in it but the HUD.

    stage = Stage.open((1280, 720), offscreen=False, tier=None, title="Fakir")   # DisplayError: one clear line
    stage.set_block(spec)                  # a new block: wood, table, lights and camera fit it
    stage.show(snapshot, state)            # sticks in the block by pose, the others by layout (hands, out, held)
    stage.pose(snapshot)                   # animation frame: these sticks there, all others stay
    stage.mark_hover(target); stage.mark_legal(targets); stage.mark_cursor(target); stage.peek(0.0 .. 1.0)
    stage.camera = stage.camera.orbited(dx, dy)     # a frozen value; set it to look from elsewhere
    stage.ray(x, y)                        # window coordinates -1 .. 1 -> block.pick.Ray
    stage.dirty(); stage.step()            # step() runs base.taskMgr once and draws only when something changed
    stage.screenshot(path); stage.close()
    stage.base                             # ShowBase: pixel2d for the HUD, accept() for input

The stage reads values and puts nodes there. Nothing is read back from a node, and it decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from panda3d.core import LPoint3f, NodePath

from fakir3d.block.mesh import block_mesh
from fakir3d.block.pick import Ray, Target
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.motion import FloatArray, Snapshot
from fakir3d.render.camera import Camera, framing
from fakir3d.render.look import LOOKS, Tier
from fakir3d.render.nodes import Sticks, compile_program, geometry
from fakir3d.render.shapes import stick_mesh, table_mesh
from fakir3d.render.window import open_window
from fakir3d.rules.state import State

__all__ = ["Stage"]


class Stage:
    """What is seen on the table. One at a time in a process, as Panda3D has it."""

    def __init__(self, base: Any, tier: Tier) -> None:
        """Use ``Stage.open``."""
        self.base = base
        self.tier = tier
        self.look = LOOKS[tier]
        self._camera = Camera((0.0, 0.0, 0.05), 0.5)
        self._spec: BlockSpec | None = None
        self._poses: dict[str, FloatArray] = {}
        self._dirty = True
        self.scene: NodePath = base.render.attachNewNode("table")
        table = self.scene.attachNewNode(geometry("table", table_mesh()))
        table.setShader(compile_program("table", self.look))
        self._block: Any = None
        self._sticks: Sticks | None = None

    @classmethod
    def open(cls, size: tuple[int, int], *, offscreen: bool, tier: Tier | None = None, title: str = "Fakir") -> Self:
        """Open the window, or an off-screen picture of that size [px].

        Raises:
            DisplayError: if this machine gives no window or no OpenGL.
        """
        base, chosen = open_window(size, offscreen=offscreen, tier=tier, title=title)
        return cls(base, chosen)

    def set_block(self, spec: BlockSpec) -> None:
        """Put another block on the table, without sticks, and frame it."""
        for old in (self._block, self._sticks):
            if old is not None:
                old.removeNode() if isinstance(old, NodePath) else old.remove()
        self._spec = spec
        self._poses = {}
        self._block = self.scene.attachNewNode(geometry("block", block_mesh(spec)))
        self._block.setShader(compile_program("block", self.look))
        self._sticks = Sticks(self.scene, stick_mesh(spec), None)
        self._sticks.root.setShader(compile_program("stick", self.look))
        self.camera = framing(spec)

    def show(self, snapshot: Snapshot, state: State) -> None:
        """Show a position at rest: sticks in the block by their poses, all others by the layout."""
        self._poses = snapshot.as_dict()
        self._put()

    def pose(self, snapshot: Snapshot) -> None:
        """Show a frame of a motion: these sticks there, all others where they are."""
        self._poses |= snapshot.as_dict()
        self._put()

    def _put(self) -> None:
        if self._sticks is None:
            raise MisuseError("there is no block on the table; call set_block first")
        self._dirty |= self._sticks.pose(self._poses)

    def mark_hover(self, target: Target | None) -> None:
        """Mark what the pointer is on."""

    def mark_legal(self, targets: Iterable[Target]) -> None:
        """Mark what may be chosen."""

    def mark_cursor(self, target: Target | None) -> None:
        """Mark what the keyboard is on."""

    def peek(self, amount: float) -> None:
        """See the sticks through the wood: 0 not at all, 1 fully."""

    @property
    def camera(self) -> Camera:
        """Return where the eye is."""
        return self._camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self._camera = camera
        self._dirty = True

    @property
    def aspect(self) -> float:
        """Return the window's width / height."""
        return self.base.win.getXSize() / max(self.base.win.getYSize(), 1)

    def ray(self, x: float, y: float) -> Ray:
        """Return the ray through a point of the window; x from -1 (left) to 1, y from -1 (bottom) to 1."""
        return self._camera.ray(x, y, self.aspect)

    def dirty(self) -> None:
        """Have the next step draw; for the HUD, and for whoever changed what the stage does not know of."""
        self._dirty = True

    def step(self) -> None:
        """Run Panda3D's tasks once; draw if anything changed."""
        self.base.win.setActive(self._dirty)
        if self._dirty:
            self._aim()
        self._dirty = False
        self.base.taskMgr.step()

    def _aim(self) -> None:
        lens = self.base.camLens
        wide, high = self._camera.half_field(self.aspect)
        lens.setFilmSize(2 * wide, 2 * high)
        lens.setFocalLength(1.0)
        lens.setNearFar(0.02, 20.0)
        self.base.camera.setPos(LPoint3f(*map(float, self._camera.eye_m)))
        self.base.camera.lookAt(LPoint3f(*self._camera.target_m))

    def screenshot(self, path: Path | str) -> None:
        """Draw and save what is seen (the suffix says how: .png, .jpg)."""
        self._dirty = True
        self.step()
        self.base.win.saveScreenshot(str(path))

    def close(self) -> None:
        """Close the window and give everything back."""
        self.base.destroy()
