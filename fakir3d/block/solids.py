"""The block as overlapping boxes: the solid with square holes and bores of the same width, for the engines."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Box"]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright box of wood.

    Attributes:
        centre_m: x, y, z [m].
        half_m: half its extent along x, y, z [m].
    """

    centre_m: tuple[float, float, float]
    half_m: tuple[float, float, float]
