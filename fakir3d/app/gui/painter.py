"""The painter of draw commands: one node each on ``pixel2d``, kept while the command is still wanted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from panda3d.core import (
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    GeomVertexWriter,
    TransparencyAttrib,
)

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect, DrawSwatch, DrawText
from fakir3d.app.gui.fonts import text_node
from fakir3d.app.gui.theme import RGBA

_CORNER_STEPS = 6
_SOFT_PX = 0.6  # half the width of the soft edge that stands for anti-aliasing


class SurfacePainter:
    """Holds what is drawn over the table."""

    def __init__(self, pixel2d: Any) -> None:
        self._root = pixel2d.attachNewNode("surface")
        self._root.setDepthTest(False)
        self._root.setDepthWrite(False)
        self._root.setTransparency(TransparencyAttrib.MAlpha)
        self._root.setBin("fixed", 0)
        self._nodes: dict[tuple[DrawCommand, int], Any] = {}
        self._shown: tuple[DrawCommand, ...] = ()

    def paint(self, commands: Sequence[DrawCommand]) -> bool:
        """Show exactly these commands, later ones on top; return whether anything changed."""
        wanted = tuple(commands)
        if wanted == self._shown:
            return False
        seen: dict[DrawCommand, int] = {}
        nodes: dict[tuple[DrawCommand, int], Any] = {}
        for place, command in enumerate(wanted):
            twin = seen.get(command, 0)
            seen[command] = twin + 1
            node = self._nodes.pop((command, twin), None)
            if node is None:
                node = self._root.attachNewNode(_node(command))
                _put(node, command)
            node.setBin("fixed", place)
            nodes[command, twin] = node
        for node in self._nodes.values():
            node.removeNode()
        self._nodes, self._shown = nodes, wanted
        return True

    def close(self) -> None:
        """Take everything away."""
        self._root.removeNode()
        self._nodes.clear()


def _put(node: Any, command: DrawCommand) -> None:
    if isinstance(command, DrawText):
        node.setPos(command.x, 0, -command.y)


def _node(command: DrawCommand) -> Any:
    match command:
        case DrawText():
            return text_node(command.text, command.size, bold=command.bold, colour=command.colour)
        case DrawRect():
            return _fill(command)
        case DrawSwatch():
            return _swatch(command)


class _Mesh:
    """Gathers triangles with a colour at each corner, in window pixels."""

    def __init__(self) -> None:
        self._data = GeomVertexData("surface", GeomVertexFormat.getV3c4(), Geom.UHStatic)
        self._vertex = GeomVertexWriter(self._data, "vertex")
        self._colour = GeomVertexWriter(self._data, "color")
        self._triangles = GeomTriangles(Geom.UHStatic)
        self._count = 0

    def point(self, x: float, y: float, colour: RGBA) -> int:
        """Add a point; return its number."""
        self._vertex.addData3(x, 0, -y)
        self._colour.addData4(*colour)
        self._count += 1
        return self._count - 1

    def triangle(self, a: int, b: int, c: int) -> None:
        """Add a triangle."""
        self._triangles.addVertices(a, b, c)

    def band(self, outer: Sequence[int], inner: Sequence[int]) -> None:
        """Add the ring between two closed rows of points of the same number."""
        for k in range(len(outer)):
            following = (k + 1) % len(outer)
            self.triangle(outer[k], inner[k], inner[following])
            self.triangle(outer[k], inner[following], outer[following])

    def disc(self, row: Sequence[int]) -> None:
        """Fill a convex closed row of points."""
        for k in range(1, len(row) - 1):
            self.triangle(row[0], row[k], row[k + 1])

    def node(self) -> Any:
        """Return the finished node."""
        geom = Geom(self._data)
        geom.addPrimitive(self._triangles)
        node = GeomNode("fill")
        node.addGeom(geom)
        return node


def _outline(rect: Rect, radius: float, shrink: float) -> list[tuple[float, float]]:
    """Return the points of a rounded rectangle, made smaller by ``shrink`` [px]; always as many."""
    left, top = rect.x + shrink, rect.y + shrink
    right, bottom = max(rect.right - shrink, left), max(rect.bottom - shrink, top)
    round_px = max(min(radius - shrink, (right - left) / 2, (bottom - top) / 2), 0.0)
    corners = (
        (right - round_px, top + round_px, -90),
        (right - round_px, bottom - round_px, 0),
        (left + round_px, bottom - round_px, 90),
        (left + round_px, top + round_px, 180),
    )
    points = []
    for x, y, start in corners:
        for step in range(_CORNER_STEPS + 1):
            angle = math.radians(start + 90 * step / _CORNER_STEPS)
            points.append((x + round_px * math.cos(angle), y + round_px * math.sin(angle)))
    return points


def _fill(command: DrawRect) -> Any:
    mesh = _Mesh()

    def row(shrink: float, colour: RGBA) -> list[int]:
        return [mesh.point(x, y, colour) for x, y in _outline(command.rect, command.radius, shrink)]

    soft = _SOFT_PX if command.radius else 0.0
    if command.edge_px and command.edge[3] > 0:
        edge = command.edge
        mesh.band(row(-soft, (*edge[:3], 0.0)), row(soft, edge))
        mesh.band(row(soft, edge), row(command.edge_px - soft, edge))
        mesh.band(row(command.edge_px - soft, edge), row(command.edge_px + soft, command.colour))
        mesh.disc(row(command.edge_px + soft, command.colour))
    else:
        mesh.band(row(-soft, (*command.colour[:3], 0.0)), row(soft, command.colour))
        mesh.disc(row(soft, command.colour))
    return mesh.node()


def _swatch(command: DrawSwatch) -> Any:
    """Draw a lying stick: rounded ends, light from above, and its rings."""
    mesh = _Mesh()
    rect, radius = command.rect, command.rect.h / 2

    def shade(y: float) -> RGBA:
        share = (y - rect.y) / max(rect.h, 1)
        light = 1.18 - 0.55 * share if share > 0.3 else 1.0 + 0.1 * share
        red, green, blue = (min(c * light, 1.0) for c in command.colour[:3])
        return red, green, blue, command.colour[3]

    points = _outline(rect, radius, 0.0)
    core = mesh.point(*rect.centre, shade(rect.centre[1]))
    row = [mesh.point(x, y, shade(y)) for x, y in points]
    outer = [mesh.point(x, y, (*shade(y)[:3], 0.0)) for x, y in _outline(rect, radius + 1, -1.0)]
    for k in range(len(row)):
        mesh.triangle(core, row[k], row[(k + 1) % len(row)])
    mesh.band(outer, row)
    width, gap = max(rect.h * 0.28, 2.0), max(rect.h * 0.26, 2.0)
    ring = _ring_colour(command.colour)
    for number in range(command.pattern.value):
        x = rect.x + radius + (width + gap) * number
        corners = ((x, rect.y), (x + width, rect.y), (x + width, rect.bottom), (x, rect.bottom))
        mesh.disc([mesh.point(px, py, ring) for px, py in corners])
    return mesh.node()


def _ring_colour(colour: RGBA) -> RGBA:
    """Return black or white, whichever is seen better on the colour."""
    return (
        (0.1, 0.07, 0.05, 1.0) if 0.3 * colour[0] + 0.6 * colour[1] + 0.1 * colour[2] > 0.55 else (1.0, 0.97, 0.9, 1.0)
    )
