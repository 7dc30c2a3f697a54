"""What follows from a block's numbers, as designers ask for it: in millimetres, floor by floor, and as a drawing."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d.block.faults import lean_deg
from fakir3d.block.names import Axis, Hole
from fakir3d.block.solids import boxes
from fakir3d.block.spec import BlockSpec


@dataclass(frozen=True, slots=True)
class FloorFacts:
    """One floor.

    Attributes:
        height_mm: of the bore axes above the table.
        along: the directions bored there.
        bores: their names.
        foot_mm: how high the foot of a stick stands that rests on a stick there.
        stands_out_mm: how far that stick stands out of the top.
        engaged_mm: how deep it is in its hole.
        lean_deg: how far it can lean in its hole.
    """

    height_mm: float
    along: tuple[str, ...]
    bores: tuple[str, ...]
    foot_mm: float
    stands_out_mm: float
    engaged_mm: float
    lean_deg: float


@dataclass(frozen=True, slots=True)
class BlockFacts:
    """The whole block.

    Attributes:
        holes: how many.
        bores: how many.
        boxes: how many the simulation needs.
        play_in_hole_mm: a hole's diameter less a stick's.
        play_in_bore_mm: a bore's diameter less a stick's.
        comes_out_x_mm: how far a stick pierced along x comes out at each side; None where nothing is bored so.
        comes_out_y_mm: the same along y.
        fallen_below_top_mm: how far below the top a stick ends that has fallen to the table.
        floors: from the table up.
    """

    holes: int
    bores: int
    boxes: int
    play_in_hole_mm: float
    play_in_bore_mm: float
    comes_out_x_mm: float | None
    comes_out_y_mm: float | None
    fallen_below_top_mm: float
    floors: tuple[FloorFacts, ...]


def facts(spec: BlockSpec) -> BlockFacts:
    """Return what follows from a block's numbers.

    >>> from fakir3d.block.document import load_block
    >>> found = facts(load_block("staggered"))
    >>> [floor.stands_out_mm for floor in found.floors], found.comes_out_x_mm, found.fallen_below_top_mm
    ([10.75, 22.75, 34.75, 46.75, 58.75, 70.75], 10.0, 8.0)
    """
    along = {axis for floor in spec.floors for axis in floor.along}
    out = {axis: _mm((spec.stick_length_m - spec.depth_m(axis)) / 2) if axis in along else None for axis in Axis}
    return BlockFacts(
        holes=len(spec.holes),
        bores=len(spec.bores),
        boxes=len(boxes(spec)),
        play_in_hole_mm=_mm(spec.hole_diameter_m - spec.stick_diameter_m),
        play_in_bore_mm=_mm(spec.bore_diameter_m - spec.stick_diameter_m),
        comes_out_x_mm=out[Axis.X],
        comes_out_y_mm=out[Axis.Y],
        fallen_below_top_mm=_mm(spec.size_m[2] - spec.stick_length_m),
        floors=tuple(_floor(spec, place) for place in range(len(spec.floors))),
    )


def drawing(spec: BlockSpec) -> str:
    """Return the block as text: the top with its holes, and the front with its floors (a y bore is an o).

    >>> from fakir3d.block.document import load_block
    >>> print(drawing(load_block("lattice")))
    top         a   b   c
           3    o   o   o
           2    o   o   o
           1    o   o   o
    front     +------------+
          70  |=o===o===o==|
          46  |=o===o===o==|
          22  |=o===o===o==|
    table     +------------+
    """
    return "\n".join([*_top(spec), *_front(spec)])


def _top(spec: BlockSpec) -> list[str]:
    columns = "".join(f"{str(Hole(column, 0))[0]:^4}" for column in range(len(spec.hole_x_m)))
    rows = [f"{row + 1:>8}   {' o  ' * len(spec.hole_x_m)}" for row in reversed(range(len(spec.hole_y_m)))]
    return [line.rstrip() for line in (f"{'top':<11}{columns}", *rows)]


def _front(spec: BlockSpec) -> list[str]:
    width = 4 * len(spec.hole_x_m)
    lines = [f"{'front':<10}+{'-' * width}+"]
    for floor in sorted(spec.floors, key=lambda floor: -floor.height_m):
        fill = "=" if Axis.X in floor.along else " "
        cell = f"{fill}o{fill}{fill}" if Axis.Y in floor.along else fill * 4
        lines.append(f"{_mm(floor.height_m):>8g}  |{cell * len(spec.hole_x_m)}|")
    return [*lines, f"{'table':<10}+{'-' * width}+"]


def _floor(spec: BlockSpec, place: int) -> FloorFacts:
    floor = spec.floors[place]
    foot = floor.height_m - spec.bore_diameter_m / 2 + spec.stick_diameter_m
    below = {axis: sum(axis in other.along for other in spec.floors[:place]) for axis in floor.along}
    return FloorFacts(
        height_mm=_mm(floor.height_m),
        along=tuple(sorted(axis.value for axis in floor.along)),
        bores=tuple(str(bore) for bore in spec.bores if below.get(bore.axis) == bore.floor),
        foot_mm=_mm(foot),
        stands_out_mm=_mm(foot + spec.stick_length_m - spec.size_m[2]),
        engaged_mm=_mm(spec.size_m[2] - foot),
        lean_deg=round(lean_deg(spec, floor.height_m), 3),
    )


def _mm(metres: float) -> float:
    """Return millimetres without the dust of floating point: to the nanometre."""
    return round(metres * 1000, 6) + 0.0
