"""The block on the table: its mesh and its shader's inputs."""

from __future__ import annotations

from typing import Any

import numpy as np
from panda3d.core import LVecBase4f, SamplerState, Texture

from fakir3d.block.mesh import Mesh, block_mesh, cached_mesh, preview_mesh
from fakir3d.block.names import Axis
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import FakirError
from fakir3d.motion import FloatArray
from fakir3d.render.filling import fill_shares, line_tables
from fakir3d.render.nodes import compile_program, geometry
from fakir3d.render.quality import Quality
from fakir3d.workers import Channel, Task, Worker

_TEXELS = 1024


class BlockNode:
    """The block as it is seen."""

    def __init__(self, scene: Any, spec: BlockSpec, quality: Quality, *, wait: bool) -> None:
        """Put a block on the table.

        Args:
            scene: where.
            spec: which.
            quality: how finely.
            wait: make the exact mesh now, even if that takes a second; else show a preview and make it meanwhile.
        """
        self._scene, self._spec, self._quality = scene, spec, quality
        self.root = scene.attachNewNode("block")
        self._maker: Worker[BlockSpec, Mesh] | None = None
        self._taken: bytes = b""
        self._fill_tables()
        self.fill(np.zeros((0, 7)))
        mesh = block_mesh(spec) if wait else cached_mesh(spec)
        if mesh is None:
            mesh = preview_mesh(spec)
            self._maker = Worker(_make_mesh, "fakir3d-mesh", restarts=0)
            self._maker.submit(Task(spec, "the mesh process", "making the block's mesh"))
        self._show(mesh)

    def _show(self, mesh: Mesh) -> None:
        self.root.getChildren().detach()
        path = self.root.attachNewNode(geometry("block", mesh))
        path.setShader(compile_program("block", self._quality, () if mesh.exact else ("PREVIEW",)))

    def arrived(self) -> bool:
        """Show the exact mesh if it has just been made; return whether it was."""
        if self._maker is None:
            return False
        try:
            mesh = self._maker.poll()
        except FakirError:
            # It could not be made here, or its process was killed: the preview stays, and nothing else depends on it.
            self._stop()
            return False
        if mesh is None:
            return False
        self._stop()
        self._show(mesh)
        return True

    def _fill_tables(self) -> None:
        spec = self._spec
        floors = [sum(axis in floor.along for floor in spec.floors) for axis in (Axis.X, Axis.Y)]
        self._rows = len(spec.hole_y_m) + sum(floors)
        self._columns = max(len(spec.hole_x_m), len(spec.hole_y_m))
        lines = _table("lines", _TEXELS, 4, Texture.TFloat, Texture.FRgba32)
        tables = line_tables(spec, _TEXELS).astype(np.float32)
        pixels = np.zeros((4, _TEXELS, 4), dtype=np.float32)
        pixels[..., 2], pixels[..., 1] = tables[..., 0], tables[..., 1]  # Panda3D keeps blue, green, red, alpha
        lines.setRamImage(pixels.tobytes())
        self._texture = _table("taken", self._columns, self._rows, Texture.TUnsignedByte, Texture.FRgba8)
        half_x, half_y = spec.size_m[0] / 2, spec.size_m[1] / 2
        counts = (len(spec.hole_y_m), floors[0], floors[1], _TEXELS)
        self._scene.setShaderInput("block", LVecBase4f(half_x, half_y, spec.size_m[2], 0.0))
        self.root.setShaderInput(
            "bored", LVecBase4f(spec.hole_diameter_m / 2, spec.bore_diameter_m / 2, spec.stick_diameter_m / 2, 0.0)
        )
        self.root.setShaderInput("counts", LVecBase4f(*map(float, counts)))
        self.root.setShaderInput("lines", lines)
        self.root.setShaderInput("taken", self._texture)

    def fill(self, poses: FloatArray) -> None:
        """Tell the shader which mouths are filled by sticks at these poses (n, 7)."""
        spec = self._spec
        low, high, inside = fill_shares(spec, poses).T
        pixels = np.zeros((self._rows, self._columns, 4), dtype=np.uint8)
        values = (np.column_stack((low, high, inside)) * 255).astype(np.uint8)  # blue, green, red
        for hole, value in zip(spec.holes, values, strict=False):
            pixels[hole.row, hole.column, :3] = value
        first = {Axis.X: len(spec.hole_y_m), Axis.Y: self._rows - self._y_floors()}
        for bore, value in zip(spec.bores, values[len(spec.holes) :], strict=True):
            pixels[first[bore.axis] + bore.floor, bore.line, :3] = value
        image = pixels.tobytes()
        if image != self._taken:
            self._taken = image
            self._texture.setRamImage(image)

    def _y_floors(self) -> int:
        return sum(Axis.Y in floor.along for floor in self._spec.floors)

    def remove(self) -> None:
        """Take the block away."""
        self._stop()
        self.root.removeNode()

    def _stop(self) -> None:
        if self._maker is not None:
            self._maker.close()
            self._maker = None


def _make_mesh(spec: BlockSpec, _: Channel) -> Mesh:
    return block_mesh(spec)


def _table(name: str, width: int, height: int, kind: Any, form: Any) -> Any:
    texture = Texture(name)
    texture.setup2dTexture(width, height, kind, form)
    texture.setMinfilter(SamplerState.FTNearest)
    texture.setMagfilter(SamplerState.FTNearest)
    texture.setWrapU(SamplerState.WMClamp)
    texture.setWrapV(SamplerState.WMClamp)
    return texture
