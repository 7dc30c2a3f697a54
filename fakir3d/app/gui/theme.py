"""The colours and patterns of everything that lies over the table: warm, wooden, with high contrast."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from fakir3d.errors import MisuseError
from fakir3d.rules.sticks import Colour

RGBA = tuple[float, float, float, float]
"""A colour as it is seen (sRGB), with its opacity; each from 0 to 1."""
CLEAR: RGBA = (0.0, 0.0, 0.0, 0.0)

MIN_SCALE = 0.75
MAX_SCALE = 2.0


class Pattern(enum.Enum):
    """What tells the four colours apart without the colour: rings round the stick, counted from its end."""

    PLAIN = 0
    ONE_RING = 1
    TWO_RINGS = 2
    THREE_RINGS = 3


PATTERNS: Mapping[Colour, Pattern] = dict(zip(Colour, Pattern, strict=True))
STICK_COLOURS: Mapping[Colour, RGBA] = {
    Colour.RED: (0.86, 0.20, 0.16, 1.0),
    Colour.GREEN: (0.22, 0.66, 0.30, 1.0),
    Colour.BLUE: (0.22, 0.44, 0.88, 1.0),
    Colour.YELLOW: (0.95, 0.78, 0.18, 1.0),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of the surface.

    Attributes:
        panel: ground of cards and of the lines at the bottom, a little see-through.
        sheet: ground of dialogs.
        shade: laid over the table while a dialog is open.
        edge: edge of panels.
        text: ordinary text.
        dim: text of less weight.
        accent: the player to move, titles.
        good: "physics = rules".
        warn: an objection, a difference, a player who is out.
        button: ground of a button.
        hot: a button under the pointer.
        off: text of what cannot be used now.
        field: ground of a text entry.
        ring: the ring round what has the focus.
    """

    panel: RGBA = (0.125, 0.086, 0.059, 0.88)
    sheet: RGBA = (0.165, 0.115, 0.080, 0.985)
    shade: RGBA = (0.05, 0.03, 0.02, 0.55)
    edge: RGBA = (0.46, 0.34, 0.23, 0.9)
    text: RGBA = (0.98, 0.945, 0.875, 1.0)
    dim: RGBA = (0.80, 0.735, 0.645, 1.0)
    accent: RGBA = (0.98, 0.765, 0.38, 1.0)
    good: RGBA = (0.62, 0.86, 0.52, 1.0)
    warn: RGBA = (1.0, 0.62, 0.47, 1.0)
    button: RGBA = (0.315, 0.225, 0.150, 1.0)
    hot: RGBA = (0.435, 0.315, 0.205, 1.0)
    off: RGBA = (0.56, 0.49, 0.42, 1.0)
    field: RGBA = (0.085, 0.056, 0.038, 1.0)
    ring: RGBA = (0.40, 0.88, 0.97, 1.0)


WOOD = Theme()


def ui_scale(percent: float) -> float:
    """Return the scale of the surface for a percentage.

    Raises:
        MisuseError: outside 75 to 200 %.
    """
    if not MIN_SCALE * 100 <= percent <= MAX_SCALE * 100:
        raise MisuseError(f"a UI scale of {percent:g} % is out of range; it goes from 75 to 200 %")
    return percent / 100
