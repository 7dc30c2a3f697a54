"""The sizes and zooms of window that drawing is tested at, and the extent of what is drawn."""

from __future__ import annotations

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawText
from fakir3d.app.gui.fonts import FontMetrics

METRICS = FontMetrics()
SIZES = [
    (1, 1),
    (64, 48),
    (200, 150),
    (320, 240),
    (500, 900),
    (640, 480),
    (800, 600),
    (1600, 500),
    (1920, 1080),
    (2560, 1440),
]
ZOOMS = [0.75, 1.0, 1.25, 2.0]


def extent(command) -> Rect:
    """Return the rectangle a draw command covers."""
    if isinstance(command, DrawText):
        width = METRICS.width(command.text, command.size, bold=command.bold)
        return Rect(command.x, command.y - command.size, round(width), command.size)
    return command.rect
