"""Our fonts at exact pixel sizes, so that text is sharp at every size: one Panda3D font for each size."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from panda3d.core import DynamicTextFont, Filename, SamplerState, TextNode

from fakir3d.app.drawing import Metrics
from fakir3d.assets import models_dir
from fakir3d.errors import FakirError

__all__ = ["FontMetrics", "font"]


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
    found.setMinfilter(SamplerState.FT_nearest)
    found.setMagfilter(SamplerState.FT_nearest)
    return found


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
