"""The table as it is seen, in a window or off-screen, without the HUD.

    stage = Stage.open((1280, 720), offscreen=False)
    stage.set_block(spec)                           # a new block: wood, table, lights and camera fit it
    stage.show(snapshot, state)                     # or lay(inside, aside) by poses alone; pose(snapshot) for a frame
    stage.camera = stage.camera.orbited(dx, dy)     # a frozen value; set it to look from elsewhere
    stage.step()                                    # draws when something changed, or when dirty() said so

The stage reads values and puts nodes there. Nothing is read back from a node, and it decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np
import numpy.typing as npt
from direct.showbase.DirectObject import DirectObject
from panda3d.core import AntialiasAttrib, LPoint3f, LVecBase4f, NodePath

from fakir3d.block.names import Bore, Hole
from fakir3d.block.pick import Ray, Target
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import DisplayError, MisuseError
from fakir3d.motion import FloatArray, Snapshot
from fakir3d.render.blocknode import BlockNode
from fakir3d.render.camera import Camera, framing
from fakir3d.render.glide import Glides
from fakir3d.render.layout import TablePlan, table_plan, table_poses
from fakir3d.render.marks import BlockMark, Marks
from fakir3d.render.nodes import NO_SHADOW, check_driver, compile_program, geometry, make_bins
from fakir3d.render.picture import photograph, pixels_of, save_picture
from fakir3d.render.quality import QUALITIES, Tier
from fakir3d.render.shapes import table_mesh
from fakir3d.render.sticknodes import Sticks
from fakir3d.render.sun import Sun
from fakir3d.render.trays import Trays
from fakir3d.render.window import open_window
from fakir3d.rules.state import Setup, State
from fakir3d.rules.sticks import Mode

_STILL_S = 0.6
_FAR_AWAY = (0.2175, 0.1645, 0.1354)
"""What the table fades into, as it is seen (FAR_AWAY in light.glsl, shown)."""
_T = TypeVar("_T")
_PHOTO_FINE = {Tier.LOW: 1, Tier.HIGH: 2}
_KEEP_ALIVE_S = {Tier.LOW: 30.0, Tier.HIGH: 1.0}


class Stage:
    """What is seen on the table. One at a time in a process, as Panda3D has it."""

    def __init__(self, base: Any, tier: Tier, *, offscreen: bool, supersample: int = 1) -> None:
        """Use ``Stage.open``."""
        self.base = base
        self.tier = tier
        self.quality = QUALITIES[tier]
        check_driver(base, self.quality)
        make_bins()
        self._offscreen = offscreen
        self._supersample = supersample
        self._camera = Camera((0.0, 0.0, 0.05), 0.5)
        self._spec: BlockSpec | None = None
        self._setup: Setup | None = None
        self._inside: dict[str, FloatArray] = {}
        self._aside: dict[str, FloatArray] = {}
        self._glides: Glides | None = None
        self._peek = 0.0
        self.clock = time.monotonic
        self.glide_s = 0.0 if offscreen else 0.35
        self._dirty = self._shadows = True
        self._drawn_s = 0.0
        # Resized, shown again, focused: what was on the screen may be lost. An object of its own hears of it, for
        # accept() on the base would replace ShowBase's handler, and the aspect with it.
        self._events = DirectObject()
        self._events.accept("window-event", lambda _window: self.dirty())
        self.scene: NodePath = base.render.attachNewNode("table")
        self._smooth(self.quality.smooth_moving)
        base.win.setClearColor(LVecBase4f(*_FAR_AWAY, 1.0))
        self.scene.setShaderInput("block", LVecBase4f(0.0))
        self._sun = Sun(base, self.scene, self.quality)
        self._sun.fit(np.array(((-0.1, -0.1, 0.0), (0.1, 0.1, 0.1))))
        table = self.scene.attachNewNode(geometry("table", table_mesh()))
        table.setShader(compile_program("table", self.quality))
        table.hide(NO_SHADOW)
        self._trays = Trays(self.scene, self.quality)
        self._block: BlockNode | None = None
        self._sticks: Sticks | None = None
        self._marks: Marks | None = None

    @classmethod
    def open(
        cls,
        size: tuple[int, int],
        *,
        offscreen: bool,
        tier: Tier | None = None,
        title: str = "Fakir",
        supersample: int = 1,
    ) -> Self:
        """Open the window, or an off-screen picture of that size [px].

        Args:
            size: width and height [px].
            offscreen: without a window.
            tier: how finely to draw; None lets the driver's name decide.
            title: of the window.
            supersample: off-screen, how many pixels each way are averaged for one of a screenshot.

        Raises:
            DisplayError: if this machine gives no window or no OpenGL.
        """
        factor = supersample if offscreen else 1
        pixels = (size[0] * factor, size[1] * factor)
        base, chosen = open_window(pixels, offscreen=offscreen, tier=tier, title=title)
        try:
            return cls(base, chosen, offscreen=offscreen, supersample=factor)
        except BaseException:
            base.destroy()
            raise

    def set_block(self, spec: BlockSpec) -> None:
        """Put another block on the table, without sticks, and frame it."""
        for old in (self._block, self._sticks, self._marks):
            if old is not None:
                old.remove()
        self._spec, self._setup = spec, None
        self._inside, self._aside = {}, {}
        self._glides = Glides(self.glide_s, spec)
        self._block = BlockNode(self.scene, spec, self.quality, wait=self._offscreen)
        self._sticks = Sticks(self.scene, spec, self.quality)
        self._marks = Marks(self.scene, spec, self.quality)
        self._trays.show(())
        self._frame(table_plan(spec, Mode.TWO, Mode.TWO.sticks))

    def _frame(self, plan: TablePlan) -> None:
        """Look at the block and at everything beside it; let the shadows reach there."""
        spec = self._need(self._spec)
        flat = np.column_stack((plan.corners(), np.zeros(len(plan.corners()))))
        hands = np.concatenate([area.corners() for area in plan.hands])
        self.camera = framing(spec, np.column_stack((hands, np.zeros(len(hands)))), self.aspect)
        half = np.array((*spec.size_m[:2], 0.0)) / 2
        out = max(spec.stick_length_m / 2, half.max()) + 0.01
        high = spec.size_m[2] + spec.stick_length_m
        box = [(x, y, z) for x in (-out, out) for y in (-out, out) for z in (0.0, high)]
        self._sun.fit(np.vstack((flat, box)))
        self._dirty = self._shadows = True

    def show(self, snapshot: Snapshot, state: State) -> None:
        """Show a position at rest: sticks in the block by their poses, all others by the layout."""
        spec = self._need(self._spec)
        if self._setup is None or (self._setup.mode, self._setup.sticks) != (state.mode, state.setup.sticks):
            plan = table_plan(spec, state.mode, state.setup.sticks)
            self._frame(plan)
            self._trays.show(plan.asides)
        self._setup = state.setup
        self.lay(snapshot, table_poses(spec, state))

    def lay(self, inside: Snapshot, aside: dict[str, FloatArray]) -> None:
        """Show sticks in the block and sticks beside it, by their (7,) poses, and no others."""
        self._inside = inside.as_dict()
        self._aside = {name: pose for name, pose in aside.items() if name not in self._inside}
        self._put(self._inside.keys() | self._aside.keys())

    def pose(self, snapshot: Snapshot) -> None:
        """Show a frame of a motion: these sticks there, all others where they are."""
        self._inside |= snapshot.as_dict()
        taken_up = self._aside.keys() & self._inside.keys()
        self._aside = {name: pose for name, pose in self._aside.items() if name not in taken_up}
        self._put(taken_up)

    @property
    def gliding(self) -> bool:
        """Return whether sticks are still being carried to where the last pose has them; good to wait for."""
        return self._glides is not None and self._glides.moving

    def _put(self, carried: Collection[str]) -> None:
        glides = self._need(self._glides)
        glides.seconds = self.glide_s
        glides.aim(self._aside | self._inside, self.clock(), carried)
        self._place()

    def _place(self) -> None:
        """Move the nodes to where the sticks are shown now."""
        sticks, block = self._need(self._sticks), self._need(self._block)
        shown = self._need(self._glides).at(self.clock())
        if sticks.pose(shown):
            inside = [shown[name] for name in self._inside]
            block.fill(np.array(inside).reshape(-1, 7))
            sticks.peek(self._peek, self._inside)
            self._dirty = self._shadows = True

    def mark_hover(self, target: Target | None) -> None:
        """Mark what the pointer is on."""
        self._mark(BlockMark.HOVER, [] if target is None else [target])

    def mark_legal(self, targets: Iterable[Target]) -> None:
        """Mark what may be chosen."""
        self._mark(BlockMark.LEGAL, targets)

    def mark_cursor(self, target: Target | None) -> None:
        """Mark what the keyboard is on."""
        self._mark(BlockMark.CURSOR, [] if target is None else [target])

    def _mark(self, kind: BlockMark, targets: Iterable[Target]) -> None:
        self._dirty |= self._need(self._marks).show(kind, [target.place for target in targets])

    def mark_hint(self, target: Target | None) -> None:
        """Mark what is advised."""
        self._mark(BlockMark.HINT, [] if target is None else [target])

    def mark_outcomes(self, predicted: Iterable[Hole | Bore], observed: Iterable[Hole | Bore]) -> None:
        """Mark the places in which something ends: rings with ticks where it was predicted, with rays where it did."""
        marks = self._need(self._marks)
        self._dirty |= marks.show(BlockMark.CURSOR, predicted) | marks.show(BlockMark.HINT, observed)

    def peek(self, amount: float) -> None:
        """See the sticks through the wood: 0 not at all, 1 fully."""
        amount = min(max(amount, 0.0), 1.0)
        if amount != self._peek:
            self._peek = amount
            self._need(self._sticks).peek(amount, self._inside)
            self._dirty = True

    @property
    def camera(self) -> Camera:
        """Return where the eye is."""
        return self._camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self._dirty |= camera != self._camera
        self._camera = camera

    @property
    def aspect(self) -> float:
        """Return the window's width / height."""
        window = self.base.win
        return max(float(window.getXSize()), 1.0) / max(float(window.getYSize()), 1.0)

    def ray(self, x: float, y: float) -> Ray:
        """Return the ray through a point of the window; x from -1 (left) to 1, y from -1 (bottom) to 1."""
        return self._camera.ray(x, y, self.aspect)

    def dirty(self) -> None:
        """Have the next step draw; for the HUD, and for whoever changed what the stage does not know of."""
        self._dirty = True

    def _smooth(self, on: bool) -> None:
        """Average the window's multisamples in the next frame, or not."""
        self._smoothed = on
        self.scene.setAntialias(AntialiasAttrib.MMultisample if on else AntialiasAttrib.MNone)

    def _still(self) -> bool:
        """Return whether it is time for the one smooth frame of a tier that cannot afford more."""
        return not (self._offscreen or self._smoothed) and time.monotonic() - self._drawn_s > _STILL_S

    def step(self) -> bool:
        """Run Panda3D's tasks once; draw if anything changed, and return whether that was so."""
        if self._block is not None and self._block.arrived():
            self._dirty = self._shadows = True
        if self.gliding:
            self._place()
        # Some window systems forget a window's picture without a word.
        stale = not self._offscreen and time.monotonic() - self._drawn_s > _KEEP_ALIVE_S[self.tier]
        if not self.quality.smooth_moving and (self._dirty or self._still()):
            self._smooth(not self._dirty)
            self._dirty = True
        drawn = self._dirty or stale
        self.base.win.setActive(drawn)
        self._sun.draw(drawn and self._shadows)
        if drawn:
            self._aim()
            self._shadows = False
        self._dirty = False
        self.base.taskMgr.step()
        if drawn:
            self._drawn_s = time.monotonic()
        return drawn

    def _aim(self) -> None:
        lens = self.base.camLens
        wide, high = self._camera.half_field(self.aspect)
        lens.setFilmSize(2 * wide, 2 * high)
        lens.setFocalLength(1.0)
        lens.setNearFar(0.02, 12.0)
        self.base.camera.setPos(LPoint3f(*map(float, self._camera.eye_m)))
        self.base.camera.lookAt(LPoint3f(*self._camera.target_m))

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Draw, and return what is seen: (height, width, 3) uint8, sRGB, from the top row down.

        Raises:
            DisplayError: if the driver gives no picture back.
        """
        self._dirty = True
        self.step()
        drawn = self.base.win.getScreenshot()
        if drawn is None:
            raise DisplayError("this OpenGL driver gives no picture back; fakir3d text plays without one")
        return pixels_of(drawn, self._supersample)

    def screenshot(self, path: Path | str) -> None:
        """Draw and save what is seen (the suffix says how: .png, .jpg).

        Raises:
            MisuseError: if the file cannot be written.
        """
        save_picture(self.pixels(), Path(path))

    def picture(self, snapshot: Snapshot, state: State, path: Path) -> None:
        """Save what a position of this game looks like from here, without marks and HUD; what is shown stays as it is.

        Raises:
            MisuseError: if the file cannot be written.
            DisplayError: if the driver gives no picture.
        """
        marks, inside, aside, glide_s = self._need(self._marks), self._inside, self._aside, self.glide_s
        self.glide_s = 0.0
        marks.veil(hidden=True)
        try:
            self.lay(snapshot, table_poses(self._need(self._spec), state))
            self._aim()
            self._sun.draw(True)
            pixels = photograph(self.base, _PHOTO_FINE[self.tier])
        finally:
            self.lay(Snapshot.of(inside), aside)
            marks.veil(hidden=False)
            self.glide_s = glide_s
            self._dirty = self._shadows = True
        save_picture(pixels, path)

    def close(self) -> None:
        """Close the window and give everything back."""
        if self._block is not None:
            self._block.remove()
        self._events.ignoreAll()
        self._sun.remove()
        self.base.destroy()

    @staticmethod
    def _need(part: _T | None) -> _T:
        if part is None:
            raise MisuseError("there is no block on the table; call set_block first")
        return part
