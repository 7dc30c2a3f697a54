"""Panda3D nodes made from our values: meshes, compiled shaders, and the sticks as a set that follows poses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from panda3d.core import (
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    LQuaternionf,
    LVecBase4f,
    NodePath,
    Shader,
)

from fakir3d.block.mesh import Mesh
from fakir3d.errors import DisplayError
from fakir3d.motion import FloatArray
from fakir3d.render.look import PROGRAMS, Look, source
from fakir3d.rules.sticks import Colour, Stick

__all__ = ["LACQUER", "Sticks", "compile_program", "geometry"]

LACQUER: Mapping[Colour, tuple[float, float, float]] = {
    Colour.RED: (0.60, 0.030, 0.022),
    Colour.GREEN: (0.022, 0.27, 0.055),
    Colour.BLUE: (0.016, 0.085, 0.55),
    Colour.YELLOW: (0.80, 0.50, 0.012),
}
"""The sticks' lacquer, as linear light."""


def geometry(name: str, mesh: Mesh) -> Any:
    """Return a GeomNode of a mesh, with the columns vertex, normal and axis."""
    data = GeomVertexData(name, _vertex_format(), Geom.UHStatic)
    rows = np.concatenate((mesh.vertices, mesh.normals, mesh.axis[:, None]), axis=1).astype(np.float32)
    data.uncleanSetNumRows(len(rows))
    data.modifyArrayHandle(0).copyDataFrom(np.ascontiguousarray(rows).tobytes())
    triangles = GeomTriangles(Geom.UHStatic)
    triangles.setIndexType(GeomEnums.NTUint32)
    indices = triangles.modifyVertices()
    indices.uncleanSetNumRows(mesh.triangles.size)
    indices.modifyHandle().copyDataFrom(np.ascontiguousarray(mesh.triangles, dtype=np.uint32).tobytes())
    geom = Geom(data)
    geom.addPrimitive(triangles)
    node = GeomNode(name)
    node.addGeom(geom)
    return node


def _vertex_format() -> Any:
    columns = GeomVertexArrayFormat()
    columns.addColumn(InternalName.getVertex(), 3, Geom.NTFloat32, Geom.CPoint)
    columns.addColumn(InternalName.getNormal(), 3, Geom.NTFloat32, Geom.CNormal)
    columns.addColumn(InternalName.make("axis"), 1, Geom.NTFloat32, Geom.COther)
    return GeomVertexFormat.registerFormat(GeomVertexFormat(columns))


def compile_program(name: str, look: Look, options: Iterable[str] = ()) -> Any:
    """Return a compiled shader. The driver itself sees it at its first use.

    Raises:
        DisplayError: if Panda3D refuses it.
    """
    program = PROGRAMS[name]
    on = set(options)
    defines = look.defines | {option: int(option in on) for option in program.options}
    shader = Shader.make(Shader.SL_GLSL, source(program.vertex, defines), source(program.fragment, defines))
    if shader is None or shader.getErrorFlag():
        raise DisplayError(f"the shader {name} was refused by this OpenGL driver; fakir3d text plays without one")
    return shader


class Sticks:
    """The sticks that are seen: one node a stick, kept for as long as the stick is shown."""

    def __init__(self, parent: Any, stick: Mesh, ghost_shader: Any) -> None:
        """Make an empty set under ``parent``; every stick is an instance of one mesh."""
        self.root = parent.attachNewNode("sticks")
        self._node = geometry("stick", stick)
        self._ghost_shader = ghost_shader
        self._paths: dict[str, Any] = {}
        self._ghosts: dict[str, Any] = {}
        self._poses: dict[str, bytes] = {}

    def pose(self, poses: Mapping[str, FloatArray]) -> bool:
        """Show exactly these sticks, there. Return whether anything moved."""
        moved = False
        for name in self._paths.keys() - poses.keys():
            self._paths.pop(name).removeNode()
            self._ghosts.pop(name, None)
            del self._poses[name]
            moved = True
        for name, pose in poses.items():
            key = np.asarray(pose, dtype=np.float64).tobytes()
            if self._poses.get(name) == key:
                continue
            path = self._paths.get(name) or self._add(name)
            x, y, z, qx, qy, qz, qw = map(float, pose)
            path.setPosQuat((x, y, z), LQuaternionf(qw, qx, qy, qz))
            self._poses[name] = key
            moved = True
        return moved

    def ghosts(self, names: Iterable[str]) -> None:
        """Show these sticks through the wood as well, and no others."""
        wanted = {name for name in names if name in self._paths}
        for name in self._ghosts.keys() - wanted:
            self._ghosts.pop(name).removeNode()
        for name in wanted - self._ghosts.keys():
            ghost = self._paths[name].attachNewNode(self._node.makeCopy())
            ghost.setShader(self._ghost_shader)
            ghost.setDepthWrite(False)
            ghost.setDepthTest(True)
            self._ghosts[name] = ghost

    def _add(self, name: str) -> Any:
        path = self.root.attachNewNode(name)
        path.attachNewNode(self._node)
        colour = Stick.parse(name).colour
        rings = tuple(Colour).index(colour)
        path.setShaderInput("lacquer", LVecBase4f(*LACQUER[colour], float(rings)))
        self._paths[name] = path
        return path

    def remove(self) -> None:
        """Take everything away."""
        self.root.removeNode()
        self._paths.clear()
        self._ghosts.clear()
        self._poses.clear()

    def path(self, name: str) -> NodePath:
        """Return the node of a stick. Raises KeyError for one that is not shown."""
        return self._paths[name]
