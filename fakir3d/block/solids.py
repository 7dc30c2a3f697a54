"""The block as overlapping boxes: the solid with square holes and bores of the same width, for the engines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fakir3d.block.names import Axis
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import FloatArray

_Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright box of wood.

    Attributes:
        centre_m: x, y, z [m].
        half_m: half its extent along x, y, z [m].
    """

    centre_m: tuple[float, float, float]
    half_m: tuple[float, float, float]


class _Column(NamedTuple):
    """A rectangle in plan that is wood at some heights. ``rank`` orders what may be left out: the lowest first."""

    rank: int
    x: _Span
    y: _Span


@lru_cache(maxsize=64)
def boxes(spec: BlockSpec) -> tuple[Box, ...]:
    """Return boxes whose union is exactly the block with square holes and bores.

    They overlap, so that none is a splinter: between two rows of holes runs a beam along the whole block, cut only
    at the floors that cross it, and the same the other way round; where both directions are bored at one height,
    full-height posts between the holes hold the beams together. A box that the others cover is left out.

    >>> from fakir3d.block.document import load_block
    >>> [len(boxes(load_block(name))) for name in ("lattice", "staggered", "oneway")]
    [48, 32, 20]
    """
    bands = tuple(pairwise(_cuts((0.0, spec.size_m[2]), [_bored(spec, height) for height in _heights(spec)])))
    blocks = [
        (column.rank, (column.x, column.y, span))
        for column in _columns(spec)
        for span in _runs([(band, _solid_in(spec, column, band)) for band in bands])
    ]
    needed = _needed(blocks, bands)
    return tuple(_box(*spans) for spans in needed)


def is_wood(spec: BlockSpec, points_m: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which points lie in the solid with square holes and bores, straight from the block's numbers.

    Args:
        spec: the block.
        points_m: (n, 3) float [m].

    Returns:
        (n,) bool.

    >>> from fakir3d.block.document import load_block
    >>> is_wood(load_block("lattice"), [[0.012, 0.012, 0.05], [0, 0, 0.05], [0.012, 0, 0.022]]).tolist()
    [True, False, False]
    """
    points = np.asarray(points_m, dtype=np.float64).reshape(-1, 3)
    x, y, z = points.T
    half = np.array([spec.size_m[0] / 2, spec.size_m[1] / 2, spec.size_m[2] / 2])
    inside: npt.NDArray[np.bool_] = (np.abs(points - [0.0, 0.0, half[2]]) <= half).all(axis=1)
    empty = _near(x, spec.hole_x_m, spec.hole_diameter_m) & _near(y, spec.hole_y_m, spec.hole_diameter_m)
    for axis, across, lines in ((Axis.X, y, spec.hole_y_m), (Axis.Y, x, spec.hole_x_m)):
        heights = tuple(floor.height_m for floor in spec.floors if axis in floor.along)
        empty |= _near(z, heights, spec.bore_diameter_m) & _near(across, lines, spec.bore_diameter_m)
    return inside & ~empty


def _near(values: FloatArray, centres: Sequence[float], width: float) -> npt.NDArray[np.bool_]:
    near = np.zeros(len(values), dtype=np.bool_)
    for centre in centres:
        near |= np.abs(values - centre) < width / 2
    return near


def _heights(spec: BlockSpec) -> tuple[float, ...]:
    return tuple(floor.height_m for floor in spec.floors)


def _bored(spec: BlockSpec, centre: float) -> _Span:
    return centre - spec.bore_diameter_m / 2, centre + spec.bore_diameter_m / 2


def _cuts(whole: _Span, spans: Iterable[_Span]) -> list[float]:
    """Return the ends of ``whole`` and of all spans inside it, in order, each once."""
    ends = {edge for span in spans for edge in span if whole[0] < edge < whole[1]}
    return sorted(ends | set(whole))


def _gaps(whole: _Span, centres: Iterable[float], width: float) -> tuple[_Span, ...]:
    """Return what is left of ``whole`` when a slot of this width is cut out at each centre."""
    start = whole[0]
    found: list[_Span] = []
    for centre in sorted(centres):
        if centre - width / 2 > start:
            found.append((start, min(centre - width / 2, whole[1])))
        start = max(start, centre + width / 2)
    if start < whole[1]:
        found.append((start, whole[1]))
    return tuple(span for span in found if span[1] > span[0])


def _columns(spec: BlockSpec) -> list[_Column]:
    """Return every rectangle in plan that can be wood: beams along x, beams along y, posts where they cross."""
    whole_x, whole_y = (-spec.size_m[0] / 2, spec.size_m[0] / 2), (-spec.size_m[1] / 2, spec.size_m[1] / 2)
    hole, bore = spec.hole_diameter_m, spec.bore_diameter_m
    widest = max(hole, bore)
    x_gaps = {width: _gaps(whole_x, spec.hole_x_m, width) for width in (hole, bore)}
    y_gaps = {width: _gaps(whole_y, spec.hole_y_m, width) for width in (hole, bore)}
    beams_x = [_Column(2 if width == hole else 1, whole_x, y) for width in (hole, widest) for y in y_gaps[width]]
    beams_y = [_Column(2 if width == hole else 1, x, whole_y) for width in (hole, widest) for x in x_gaps[width]]
    pairs = ((hole, bore), (bore, hole), (bore, widest), (widest, bore))
    posts = [_Column(0, x, y) for in_x, in_y in pairs for x in x_gaps[in_x] for y in y_gaps[in_y]]
    return list(dict.fromkeys(beams_x + beams_y + posts))


def _solid_in(spec: BlockSpec, column: _Column, band: _Span) -> bool:
    """Return whether a rectangle is wood all through a band of heights that no floor begins or ends in."""
    crosses_hole = _meets(column.x, spec.hole_x_m, spec.hole_diameter_m) and _meets(
        column.y, spec.hole_y_m, spec.hole_diameter_m
    )
    along = {axis for floor in spec.floors if _overlap(band, _bored(spec, floor.height_m)) for axis in floor.along}
    crosses_x = Axis.X in along and _meets(column.y, spec.hole_y_m, spec.bore_diameter_m)
    crosses_y = Axis.Y in along and _meets(column.x, spec.hole_x_m, spec.bore_diameter_m)
    return not (crosses_hole or crosses_x or crosses_y)


def _overlap(one: _Span, other: _Span) -> bool:
    return max(one[0], other[0]) < min(one[1], other[1])


def _meets(span: _Span, centres: Iterable[float], width: float) -> bool:
    return any(_overlap(span, (centre - width / 2, centre + width / 2)) for centre in centres)


def _runs(bands: Iterable[tuple[_Span, bool]]) -> list[_Span]:
    """Join neighbouring bands that are solid."""
    runs: list[_Span] = []
    for (low, high), solid in bands:
        if solid and runs and runs[-1][1] == low:
            runs[-1] = (runs[-1][0], high)
        elif solid:
            runs.append((low, high))
    return runs


def _needed(
    blocks: Sequence[tuple[int, tuple[_Span, _Span, _Span]]], bands: Sequence[_Span]
) -> list[tuple[_Span, _Span, _Span]]:
    """Leave out, posts first, each box whose every cell is covered by the others."""
    edges = [sorted({edge for _, spans in blocks for edge in spans[axis]}) for axis in (0, 1)]
    edges.append(sorted({edge for band in bands for edge in band}))
    index = [{edge: place for place, edge in enumerate(ends)} for ends in edges]
    cover = np.zeros([max(len(ends) - 1, 0) for ends in edges], dtype=np.int32)
    cells = [
        tuple(slice(index[axis][span[0]], index[axis][span[1]]) for axis, span in enumerate(spans))
        for _, spans in blocks
    ]
    for cell in cells:
        cover[cell] += 1
    left_out: set[int] = set()
    for place in sorted(range(len(blocks)), key=lambda place: blocks[place][0]):
        if cover[cells[place]].min() > 1:
            cover[cells[place]] -= 1
            left_out.add(place)
    return [spans for place, (_, spans) in enumerate(blocks) if place not in left_out]


def _box(*spans: _Span) -> Box:
    x, y, z = ((low + high) / 2 for low, high in spans)
    half_x, half_y, half_z = ((high - low) / 2 for low, high in spans)
    return Box((x, y, z), (half_x, half_y, half_z))
