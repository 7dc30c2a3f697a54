"""Our fonts at exact pixel sizes: one Panda3D font for each, so that text is sharp."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from panda3d.core import DynamicTextFont, Filename, GeomVertexReader, GeomVertexWriter, NodePath, SamplerState, TextNode

from fakir3d.app.gui.drawing import Metrics
from fakir3d.assets import models_dir
from fakir3d.errors import FakirError

_MARGIN = 2  # texels between glyphs in the font's texture
_SHIFT_PX = _MARGIN - 0.5  # how far to the right and down Panda3D draws a glyph of where it belongs


@lru_cache(maxsize=64)
def font(size: int, *, bold: bool = False) -> Any:
    """Return the font whose letters are drawn pixel for pixel at that size [px].

    Raises:
        FakirError: if the font file that belongs to fakir3d is missing.
    """
    path = models_dir() / "fonts" / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
    found = DynamicTextFont(Filename.fromOsSpecific(str(path))) if path.is_file() else None
    if found is None or not found.isValid():
        raise FakirError(f"the font {path.name} that belongs to fakir3d is missing or broken; install fakir3d again")
    found.setPixelsPerUnit(size)
    found.setPageSize(512, 512)
    found.setTextureMargin(_MARGIN)
    found.setPolyMargin(0)
    found.setMinfilter(SamplerState.FT_nearest)
    found.setMagfilter(SamplerState.FT_nearest)
    return found


def text_node(text: str, size: int, *, bold: bool, colour: tuple[float, float, float, float]) -> Any:
    """Return a node of one line of text in pixels, its baseline at the origin, every glyph on whole pixels."""
    writer = TextNode("say")
    writer.setFont(font(size, bold=bold))
    writer.setTextColor(*colour)
    writer.setText(text)
    made = NodePath(writer.generate())
    for path in made.findAllMatches("**/+GeomNode"):
        node = path.node()
        for number in range(node.getNumGeoms()):
            _align(node.modifyGeom(number).modifyVertexData(), size)
    return made.node()


def _align(data: Any, size: int) -> None:
    """Turn glyphs (four corners each, top left first) from font units to pixels, each on a whole one."""
    reader, writer = GeomVertexReader(data, "vertex"), GeomVertexWriter(data, "vertex")
    corners = []
    while not reader.isAtEnd():
        corners.append(tuple(reader.getData3() * size))
    for first in range(0, len(corners), 4):
        left, _, top = corners[first]
        across = math.ceil(left - 0.5) - left - _SHIFT_PX  # halves go one way, so that gaps stay even
        up = round(top) - top + _SHIFT_PX
        for x, _, z in corners[first : first + 4]:
            writer.setData3(x + across, 0, z + up)


class FontMetrics(Metrics):
    """Measures text in our fonts; needs no window."""

    def width(self, text: str, size: int, *, bold: bool = False) -> float:
        """Return the width of one line of text [px]."""
        return _width(text, size, bold)


@lru_cache(maxsize=8192)
def _width(text: str, size: int, bold: bool) -> float:
    node = TextNode("measure")
    node.setFont(font(size, bold=bold))
    return float(node.calcWidth(text)) * size
