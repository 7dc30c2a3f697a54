"""Everything that makes a block unfit to play, to simulate or to make, all at once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from fakir3d.block import limits
from fakir3d.block.names import MAX_COLUMNS, MAX_LINES, Axis, Bore, Hole
from fakir3d.block.solids import boxes
from fakir3d.block.spec import BlockSpec, Ends
from fakir3d.errors import BlockError
from fakir3d.motion import GRAVITY_M_S2


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a block.

    Attributes:
        field: where the document says it, like ``floors[2].height``.
        value: what it is.
        bound: what it may be.
        text: a sentence that says why.
    """

    field: str
    value: str
    bound: str
    text: str


def faults(spec: BlockSpec) -> tuple[Fault, ...]:
    """Return everything that is wrong with a block; nothing for a sound one.

    Lengths that are no positive numbers are told alone: nothing can be said about the rest.

    >>> from dataclasses import replace
    >>> from fakir3d.block.document import load_block
    >>> spec = load_block("lattice")
    >>> faults(spec)
    ()
    >>> [fault.field for fault in faults(replace(spec, hole_diameter_m=0.0059))]
    ['holes.diameter']
    """
    senseless = tuple(_senseless(spec))
    if senseless:
        return senseless
    checks = (_named, _sizes, _counts, _order, _fit, _walls, _floor_walls, _faces, _showing, _standing, _speed, _parts)
    return tuple(fault for check in checks for fault in check(spec))


def check_fit(spec: BlockSpec, source: str) -> None:
    """Make sure that a block has no faults.

    Args:
        spec: the block.
        source: where it comes from, for the message.

    Raises:
        BlockError: if it has; the message names all of them.
    """
    found = faults(spec)
    if found:
        count = "1 fault" if len(found) == 1 else f"{len(found)} faults"
        raise BlockError(f"{count}: " + "; ".join(f"{fault.field}: {fault.text}" for fault in found), source=source)


def lean_deg(spec: BlockSpec, height_m: float) -> float:
    """Return how far a stick leans at most that stands on a stick in a bore at this height [degrees].

    Its foot lies in one corner of its square hole, its axis crosses the top face in the opposite one; a round end
    touches the wall at the height of its centre. (This is what simulated sticks lean after a minute.)

    >>> from fakir3d.block.document import load_block
    >>> round(lean_deg(load_block("staggered"), 0.076), 2)
    2.22
    """
    engaged = spec.size_m[2] - _foot(spec, height_m)
    arm = engaged - (spec.stick_diameter_m / 2 if spec.stick_ends is Ends.ROUND else 0.0)
    play = math.sqrt(2) * max(spec.hole_diameter_m - spec.stick_diameter_m, 0.0)
    return math.degrees(math.atan2(play, arm)) if arm > 0 else 90.0


def _foot(spec: BlockSpec, height_m: float) -> float:
    return height_m - spec.bore_diameter_m / 2 + spec.stick_diameter_m


def _mm(metres: float) -> str:
    return f"{metres * 1000:.6g} mm"


def _lengths(spec: BlockSpec) -> Iterator[tuple[str, float]]:
    """Yield every length that must be a positive number, by its field."""
    yield from ((f"block.size[{place}]", length) for place, length in enumerate(spec.size_m))
    yield "stick.length", spec.stick_length_m
    yield "stick.diameter", spec.stick_diameter_m
    yield "holes.diameter", spec.hole_diameter_m
    yield "bores.diameter", spec.bore_diameter_m
    yield from ((f"floors[{place}].height", floor.height_m) for place, floor in enumerate(spec.floors))


def _senseless(spec: BlockSpec) -> Iterator[Fault]:
    # Written as "not (good)", because every comparison with NaN is false.
    for field, length in _lengths(spec):
        if not (math.isfinite(length) and length > 0):
            yield Fault(field, _mm(length), "a finite number above 0", f"{_mm(length)} is no length")
    for field, centres in (("holes.x", spec.hole_x_m), ("holes.y", spec.hole_y_m)):
        for place, centre in enumerate(centres):
            if not math.isfinite(centre):
                yield Fault(f"{field}[{place}]", _mm(centre), "a finite number", f"{_mm(centre)} is no place")


def _named(spec: BlockSpec) -> Iterator[Fault]:
    if not (spec.name.strip() and spec.name.isprintable() and len(spec.name) <= 60):
        yield Fault(
            "name", repr(spec.name)[:60], "1 to 60 printable characters", "people must be able to read the name"
        )


def _sizes(spec: BlockSpec) -> Iterator[Fault]:
    for field, length in _lengths(spec):
        if field.startswith(("block.", "stick.")):
            least, most = limits.STICK_M if field == "stick.diameter" else limits.SIZE_M
            if not least <= length <= most:
                bound = f"{_mm(least)} to {_mm(most)}"
                yield Fault(
                    field, _mm(length), bound, f"{_mm(length)} is outside {bound}; are the lengths in millimetres?"
                )


def _counts(spec: BlockSpec) -> Iterator[Fault]:
    columns, rows = len(spec.hole_x_m), len(spec.hole_y_m)
    floors = {axis: sum(axis in floor.along for floor in spec.floors) for axis in Axis}
    for field, count, most, what in (
        ("holes.x", columns, MAX_COLUMNS, "columns, which are named by one letter"),
        ("holes.y", rows, MAX_LINES, "rows, which are named by two digits"),
        ("floors", max(floors.values()), MAX_LINES, "floors in one direction, which are named by two digits"),
    ):
        if count > most:
            yield Fault(field, str(count), f"at most {most}", f"there are {count} {what}: at most {most}")
    if not columns:
        yield Fault("holes.x", "0", "at least 1", "there is no column of holes: nothing could be planted")
    if not rows:
        yield Fault("holes.y", "0", "at least 1", "there is no row of holes: nothing could be planted")
    if not spec.floors:
        yield Fault("floors", "0", "at least 1", "there are no floors: no hole has a bore under it to hold a stick")
    for place, floor in enumerate(spec.floors):
        if not floor.along:
            yield Fault(f"floors[{place}].along", "none", "x, y or both", "no bore runs on this floor")


def _order(spec: BlockSpec) -> Iterator[Fault]:
    for field, centres in (("holes.x", spec.hole_x_m), ("holes.y", spec.hole_y_m)):
        for place, (one, other) in enumerate(pairwise(centres), 1):
            if not other > one:
                text = f"{_mm(other)} comes after {_mm(one)}; places must increase, for names follow them"
                yield Fault(f"{field}[{place}]", _mm(other), f"above {_mm(one)}", text)
    for place, (low, high) in enumerate(pairwise(spec.floors), 1):
        field, value, bound = f"floors[{place}].height", _mm(high.height_m), f"above {_mm(low.height_m)}"
        if high.height_m == low.height_m:
            both = 'write one floor with along = ["x", "y"]'
            yield Fault(field, value, bound, f"two floors are {value} high; if both directions are bored there, {both}")
        elif high.height_m < low.height_m:
            yield Fault(
                field, value, bound, f"{value} comes after {_mm(low.height_m)}; list the floors from the table up"
            )


def _fit(spec: BlockSpec) -> Iterator[Fault]:
    stick = spec.stick_diameter_m
    for field, width, what in (
        ("holes.diameter", spec.hole_diameter_m, "hole"),
        ("bores.diameter", spec.bore_diameter_m, "bore"),
    ):
        clearance = width - stick
        bound = f"at least {_mm(stick + limits.FIT_M)}"
        if clearance <= 0:
            yield Fault(field, _mm(width), bound, f"a stick of {_mm(stick)} does not fit a {what} of {_mm(width)}")
        elif clearance < limits.FIT_M - limits.ROUNDING_M:
            text = (
                f"a stick of {_mm(stick)} fits a {what} of {_mm(width)} by {_mm(clearance)}, "
                f"below the physics' resolution of {_mm(limits.FIT_M)}"
            )
            yield Fault(field, _mm(width), bound, text)
        if spec.stick_ends is Ends.FLAT and clearance > limits.FLAT_FIT_M + limits.ROUNDING_M:
            bound = f"at most {_mm(stick + limits.FLAT_FIT_M)} with flat ends"
            text = f"flat-ended sticks hang on the lips of crossing bores when a {what} is {_mm(clearance)} wider"
            yield Fault(field, _mm(width), bound, text)
    off = (spec.hole_diameter_m + spec.bore_diameter_m) / 2 - stick
    if off > limits.OFF_CENTRE * stick + limits.ROUNDING_M:
        value, most = f"{_mm(spec.hole_diameter_m)} and {_mm(spec.bore_diameter_m)}", (1 + limits.OFF_CENTRE) * stick
        text = f"a foot can lie {_mm(off)} beside the middle of the stick under it, and wedge or slip past"
        yield Fault("holes.diameter", value, f"hole and bore on average at most {_mm(most)}", text)


def _walls(spec: BlockSpec) -> Iterator[Fault]:
    """Check the wood between neighbouring holes and between neighbouring bores of one floor."""
    for axis, centres in ((Axis.X, spec.hole_x_m), (Axis.Y, spec.hole_y_m)):
        across = Axis.Y if axis is Axis.X else Axis.X
        bored = any(across in floor.along for floor in spec.floors)
        kinds = [("holes", spec.hole_diameter_m)] + ([("bores", spec.bore_diameter_m)] if bored else [])
        in_order = sorted(range(len(centres)), key=lambda place, at=centres: at[place])  # type: ignore[misc]
        for kind, width in kinds:
            for one, other in pairwise(in_order):
                gap = centres[other] - centres[one] - width
                if gap < limits.WALL_M - limits.ROUNDING_M:
                    names = [_line_name(kind, axis, line) for line in (one, other)]
                    where = f"{axis} = {centres[one] * 1000:.6g} and {_mm(centres[other])}"
                    yield _thin(f"holes.{axis}", f"{kind} {names[0]} and {names[1]} at {where}", gap)
                    break  # the first pair says it; a wrong pitch would say it for all


def _line_name(kind: str, axis: Axis, line: int) -> str:
    if kind == "holes":
        return str(Hole(line, 0) if axis is Axis.X else Hole(0, line))
    return str(Bore(Axis.Y if axis is Axis.X else Axis.X, line, 0))


def _thin(field: str, what: str, gap: float) -> Fault:
    if abs(gap) <= limits.ROUNDING_M:
        how = "touch"
    elif gap < 0:
        how = f"overlap by {_mm(-gap)}"
    else:
        how = f"leave {_mm(gap)} of wood between them"
    bound = f"at least {_mm(limits.WALL_M)} of wood"
    return Fault(field, _mm(max(gap, 0.0)), bound, f"{what} {how}; {bound} must stay")


def _floor_walls(spec: BlockSpec) -> Iterator[Fault]:
    """Check the wood between the bores of different heights: they cross, or run one above the other, everywhere."""
    in_order = sorted(enumerate(spec.floors), key=lambda floor: floor[1].height_m)
    for (low, one), (high, other) in pairwise(in_order):
        apart = other.height_m - one.height_m
        gap = apart - spec.bore_diameter_m
        if apart > 0 and gap < limits.WALL_M - limits.ROUNDING_M:
            what = f"bores of floors[{low}] at {_mm(one.height_m)} and floors[{high}] at {_mm(other.height_m)}"
            yield _thin(f"floors[{high}].height", what, gap)


def _faces(spec: BlockSpec) -> Iterator[Fault]:
    """Check the wood between holes or bores and the block's sides, top and bottom."""
    for axis, centres, size in (
        (Axis.X, spec.hole_x_m, spec.size_m[0]),
        (Axis.Y, spec.hole_y_m, spec.size_m[1]),
    ):
        width = max(spec.hole_diameter_m, spec.bore_diameter_m)
        for place, centre in enumerate(centres):
            yield from _near_face(f"holes.{axis}[{place}]", centre, size / 2 - abs(centre) - width / 2, "side")
    for place, floor in enumerate(spec.floors):
        field, half = f"floors[{place}].height", spec.bore_diameter_m / 2
        yield from _near_face(field, floor.height_m, floor.height_m - half, "bottom")
        yield from _near_face(field, floor.height_m, spec.size_m[2] - floor.height_m - half, "top")


def _near_face(field: str, centre: float, gap: float, face: str) -> Iterator[Fault]:
    if gap < limits.WALL_M - limits.ROUNDING_M:
        how = f"{_mm(gap)} of wood" if gap > limits.ROUNDING_M else "no wood"
        bound = f"at least {_mm(limits.WALL_M)} of wood to the {face}"
        yield Fault(field, _mm(centre), bound, f"{_mm(centre)} leaves {how} to the block's {face}; {bound} must stay")


def _showing(spec: BlockSpec) -> Iterator[Fault]:
    """Check R8 (standing sticks show, fallen ones do not) and R3 (pierced ones come out at both sides)."""
    length, least, top = spec.stick_length_m, limits.SHOWS * spec.stick_diameter_m, spec.size_m[2]
    if length > top - limits.BENEATH_M + limits.ROUNDING_M:
        bound = f"at most {_mm(top - limits.BENEATH_M)}"
        text = (
            f"a stick fallen to the table ends {_mm(abs(top - length))} {'above' if length > top else 'below'} the top"
        )
        yield Fault("stick.length", _mm(length), bound, f"{text}; it must end {_mm(limits.BENEATH_M)} below it (R8)")
    if spec.floors:
        lowest = min(floor.height_m for floor in spec.floors)
        out = _foot(spec, lowest) + length - top
        if out < least - limits.ROUNDING_M:
            where = f"{_mm(abs(out))} {'above' if out > 0 else 'below'} the top"
            text = f"a stick on the lowest floor ends {where}; it must stand out by {_mm(least)} (R8)"
            yield Fault("stick.length", _mm(length), f"at least {_mm(length + least - out)}", text)
    least = limits.COMES_OUT * spec.stick_diameter_m
    for axis, size in zip(Axis, spec.size_m, strict=False):
        out = (length - size) / 2
        if out < least - limits.ROUNDING_M and any(axis in floor.along for floor in spec.floors):
            text = (
                f"a stick pierced along {axis} comes out {_mm(max(out, 0.0))} at each side; "
                f"it must come out {_mm(least)} (R3)"
            )
            yield Fault("stick.length", _mm(length), f"at least {_mm(size + 2 * least)}", text)


def _standing(spec: BlockSpec) -> Iterator[Fault]:
    """Check that a stick on the highest floor stands deep enough in its hole, and upright enough."""
    if not spec.floors:
        return
    place = max(range(len(spec.floors)), key=lambda place: spec.floors[place].height_m)
    height, field = spec.floors[place].height_m, f"floors[{place}].height"
    engaged, least = spec.size_m[2] - _foot(spec, height), limits.ENGAGED * spec.stick_diameter_m
    if engaged <= least + limits.ROUNDING_M:
        text = f"a stick on the highest floor is {_mm(engaged)} deep in its hole; it must be deeper than {_mm(least)}"
        yield Fault(field, _mm(height), f"below {_mm(height + engaged - least)}", text)
    lean = lean_deg(spec, height)
    if lean > limits.LEAN_DEG:
        bound = f"at most {limits.LEAN_DEG:g} degrees"
        text = f"a stick on the highest floor can lean {lean:.3g} degrees in its hole; {bound}"
        yield Fault("holes.diameter", _mm(spec.hole_diameter_m), bound, text)


def _speed(spec: BlockSpec) -> Iterator[Fault]:
    """Check that a stick falling through the whole block cannot pass through another between two steps."""
    way = math.sqrt(2 * GRAVITY_M_S2 * spec.size_m[2]) * limits.STEP_S
    most = limits.FALL_STEP * spec.stick_diameter_m
    if way > most:
        highest = (most / limits.STEP_S) ** 2 / (2 * GRAVITY_M_S2)
        text = (
            f"a stick falling through the block goes {_mm(way)} in one step of the simulation, more than half its "
            f"thickness of {_mm(spec.stick_diameter_m)}, and could pass through another"
        )
        yield Fault("block.size[2]", _mm(spec.size_m[2]), f"at most {_mm(highest)} with these sticks", text)


def _parts(spec: BlockSpec) -> Iterator[Fault]:
    columns, rows = len(spec.hole_x_m) + 1, len(spec.hole_y_m) + 1
    # What equal diameters need; counting exactly is left out where this alone is too many.
    beams = rows * _bored_along(spec, Axis.Y) + columns * _bored_along(spec, Axis.X)
    parts = beams + (columns * rows if any(len(floor.along) == 2 for floor in spec.floors) else 0)
    if parts <= limits.MOST_PARTS:
        parts = len(boxes(spec))
    if parts > limits.MOST_PARTS:
        text = f"the simulation would need {parts} boxes, at most {limits.MOST_PARTS}; make fewer holes or floors"
        yield Fault("holes", str(parts), f"at most {limits.MOST_PARTS} boxes", text)


def _bored_along(spec: BlockSpec, axis: Axis) -> int:
    return 1 + sum(axis in floor.along for floor in spec.floors)
