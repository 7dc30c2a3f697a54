"""The lattice of a block: millimetres in, relations out."""

from __future__ import annotations

from functools import lru_cache

from fakir3d.block.lattice import Lattice
from fakir3d.block.spec import BlockSpec


@lru_cache(maxsize=64)
def lattice_of(spec: BlockSpec) -> Lattice:
    """Return the relations of a block's holes and bores (the same object for the same block)."""
    return Lattice(len(spec.hole_x_m), len(spec.hole_y_m), tuple(floor.along for floor in spec.floors))
