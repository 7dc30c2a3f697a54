"""Blocks that are not the documented ones: wood that is missing or elsewhere, and a document that physics misreads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from fakir3d.block.names import Hole
from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError

Span = tuple[float, float]
Wood = tuple[Box, ...]

_ASIDE_M = 0.002


@lru_cache(maxsize=16)
def wall_missing(spec: BlockSpec) -> Wood:
    """Return the boxes of a block without the one whose absence lets sticks leave the most holes.

    A stick on the highest floor under its hole can leave when nothing lies beside it on the way out of the block.

    Raises:
        MisuseError: if no single box opens a hole.
    """
    honest = boxes(spec)
    openings = [_openings(spec, honest[:place] + honest[place + 1 :]) for place in range(len(honest))]
    best = max(range(len(honest)), key=lambda place: openings[place], default=None)
    if best is None or openings[best] == 0:
        raise MisuseError(f"wall-missing: no single box of block {spec.name!r}, left out, lets a stick leave its hole")
    return honest[:best] + honest[best + 1 :]


def box_missing(spec: BlockSpec) -> Wood:
    """Leave the smallest box out: in a lattice one of the posts between the beams, which are easily forgotten."""
    honest = boxes(spec)
    smallest = min(honest, key=lambda box: box.half_m[0] * box.half_m[1] * box.half_m[2])
    return tuple(box for box in honest if box is not smallest)


@lru_cache(maxsize=16)
def floor_aside(spec: BlockSpec) -> Wood:
    """Shift the lowest bores 2 mm aside: the wood between their bottom and their top is moved along y and x."""
    height, half = spec.floors[0].height_m, spec.bore_diameter_m / 2
    return tuple(part for box in boxes(spec) for part in _sheared(box, height - half, height + half))


def floor_high(spec: BlockSpec) -> Wood:
    """Drill the lowest bores 2 mm too high."""
    return boxes(_lifted(spec))


def columns_apart(spec: BlockSpec) -> Wood:
    """Drill the columns 1 mm further apart than the document says."""
    middle = (len(spec.hole_x_m) - 1) / 2
    return boxes(replace(spec, hole_x_m=tuple(x + 0.001 * (place - middle) for place, x in enumerate(spec.hole_x_m))))


def holes_narrow(spec: BlockSpec) -> Wood:
    """Drill the holes half a millimetre narrower than the sticks are thick."""
    return boxes(replace(spec, hole_diameter_m=spec.stick_diameter_m - 0.0005))


def sticks_told_short(spec: BlockSpec) -> BlockSpec:
    """Tell physics that the sticks are 4 mm shorter."""
    return replace(spec, stick_length_m=spec.stick_length_m - 0.004)


def sticks_told_thick(spec: BlockSpec) -> BlockSpec:
    """Tell physics that the sticks fill their holes but for a tenth of a millimetre."""
    return replace(spec, stick_diameter_m=spec.hole_diameter_m - 0.0001)


def floor_told_high(spec: BlockSpec) -> BlockSpec:
    """Tell physics that the lowest bores lie 2 mm higher."""
    return _lifted(spec)


def columns_told_aside(spec: BlockSpec) -> BlockSpec:
    """Tell physics that all columns lie 2 mm further right."""
    return replace(spec, hole_x_m=tuple(x + _ASIDE_M for x in spec.hole_x_m))


def _lifted(spec: BlockSpec) -> BlockSpec:
    lowest, *others = spec.floors
    return replace(spec, floors=(replace(lowest, height_m=lowest.height_m + _ASIDE_M), *others))


def _sheared(box: Box, low: float, high: float) -> Iterator[Box]:
    """Yield a box cut at two heights, with the part between moved aside."""
    bottom, top = box.centre_m[2] - box.half_m[2], box.centre_m[2] + box.half_m[2]
    cuts = [bottom, *(cut for cut in (low, high) if bottom < cut < top), top]
    for start, end in pairwise(cuts):
        aside = _ASIDE_M if low <= (start + end) / 2 <= high else 0.0
        x, y, _ = box.centre_m
        yield Box((x + aside, y + aside, (start + end) / 2), (*box.half_m[:2], (end - start) / 2))


def _openings(spec: BlockSpec, wood: Wood) -> int:
    """Return how many ways out of the block lead sideways from holes."""
    return sum(not any(_overlap(way, box) for box in wood) for hole in spec.holes for way in _ways_out(spec, hole))


def _ways_out(spec: BlockSpec, hole: Hole) -> Iterator[tuple[Span, Span, Span]]:
    """Yield the room that a stick sweeps from its hole to each side of the block, as spans along x, y, z [m]."""
    highest = max((spec.foot_m(bore) for bore in spec.bores if bore.passes_under(hole)), default=None)
    if highest is None:
        return
    x, y = spec.centre_m(hole)
    radius = spec.stick_diameter_m / 2
    side_x, side_y = spec.size_m[0] / 2, spec.size_m[1] / 2
    height = (highest, spec.size_m[2])
    for end in (-side_x, side_x):
        yield (min(x, end), max(x, end)), (y - radius, y + radius), height
    for end in (-side_y, side_y):
        yield (x - radius, x + radius), (min(y, end), max(y, end)), height


def _overlap(spans: tuple[Span, Span, Span], box: Box) -> bool:
    return all(
        low < centre + half and high > centre - half
        for (low, high), centre, half in zip(spans, box.centre_m, box.half_m, strict=True)
    )
