"""Panda3D nodes made from our values: meshes and compiled shaders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from panda3d.core import (
    BitMask32,
    CullBinManager,
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    Shader,
    TransparencyAttrib,
)

from fakir3d.block.mesh import Mesh
from fakir3d.errors import DisplayError
from fakir3d.render.quality import PROGRAMS, Quality, source

NO_SHADOW = BitMask32.bit(1)
"""Hide a node from this mask, and it throws no shadow."""


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


def compile_program(name: str, quality: Quality, options: Iterable[str] = ()) -> Any:
    """Return a compiled shader. The driver itself sees it at its first use.

    Raises:
        DisplayError: if Panda3D refuses it.
    """
    program = PROGRAMS[name]
    on = set(options)
    defines = quality.defines | {option: int(option in on) for option in program.options}
    shader = Shader.make(Shader.SL_GLSL, source(program.vertex, defines), source(program.fragment, defines))
    if shader is None or shader.getErrorFlag():
        raise DisplayError(f"the shader {name} was refused by this OpenGL driver; fakir3d text plays without one")
    return shader


def overlay(scene: Any, name: str, program: Any, bins: str, sort: int = 0) -> Any:
    """Return a new node for what is drawn over wood and table: transparent, without depth and shadow.

    Args:
        scene: where.
        name: what it is called.
        program: its compiled shader.
        bins: when it is drawn: one of ``make_bins`` or Panda3D's own.
        sort: its place in there.
    """
    root = scene.attachNewNode(name)
    root.setShader(program)
    root.setTransparency(TransparencyAttrib.MAlpha)
    root.setDepthWrite(False)
    root.setBin(bins, sort)
    root.hide(NO_SHADOW)
    return root


def check_driver(base: Any, quality: Quality) -> None:
    """Make sure that this driver takes our shaders, before anything is drawn with them.

    Raises:
        DisplayError: if it does not.
    """
    state = base.win.getGsg()
    shader = compile_program("mark", quality)
    taken = shader.prepareNow(state.getPreparedObjects(), state)
    if taken is None or shader.getErrorFlag():
        raise DisplayError(_refused(state))


def _refused(state: Any) -> str:
    return (
        f"this OpenGL driver ({state.getDriverRenderer()}, {state.getDriverVersion()}) refuses our shaders; "
        "OpenGL 3.3 is needed; fakir3d text plays without it"
    )


def make_bins() -> None:
    """Set the order of drawing after wood and table: trays, contacts, ghosts from far to near, sticks."""
    manager = CullBinManager.getGlobalPtr()
    kinds = {
        "trays": CullBinManager.BTFixed,
        "contacts": CullBinManager.BTFixed,
        "ghosts": CullBinManager.BTBackToFront,
        "sticks": CullBinManager.BTFrontToBack,
    }
    for sort, (name, kind) in enumerate(kinds.items(), start=21):
        if manager.findBin(name) < 0:
            manager.addBin(name, kind, sort)
