"""Every fault is found, at its bound, all at once; and sound blocks have none."""

import math
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.block import limits
from fakir3d.block.design import design, parse_floors
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.faults import Fault, faults, lean_deg
from fakir3d.block.names import Axis
from fakir3d.block.spec import BlockSpec, Ends, FloorSpec
from tests.block.strategies import specs

LATTICE = load_block("lattice")
STAGGERED = load_block("staggered")
SMALL = sorted(Path(__file__).parents[1].glob("blocks/*.toml"))
X, Y, BOTH = frozenset({Axis.X}), frozenset({Axis.Y}), frozenset(Axis)


def floors(*heights_mm: float, along: frozenset[Axis] = BOTH) -> tuple[FloorSpec, ...]:
    return tuple(FloorSpec(height / 1000, along) for height in heights_mm)


def only(spec: BlockSpec) -> Fault:
    """The one fault of a block."""
    found = faults(spec)
    assert len(found) == 1, found
    return found[0]


def found_at(spec: BlockSpec, field: str) -> str:
    """What is said of a field, all its faults together."""
    return " | ".join(fault.text for fault in faults(spec) if fault.field == field)


@pytest.mark.parametrize("bore_m", [0.0065, 0.007])
@pytest.mark.parametrize("name", preset_names())
def test_presets_are_sound(name: str, bore_m: float) -> None:
    """At both drills that were simulated."""
    assert faults(replace(load_block(name), hole_diameter_m=bore_m, bore_diameter_m=bore_m)) == ()


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_blocks_are_sound(path: Path) -> None:
    """The blocks of the perft tests can be played and simulated, too."""
    assert load_block(str(path)).name == path.stem


def grid(count: int, pitch_mm: float) -> tuple[float, ...]:
    return tuple((place - (count - 1) / 2) * pitch_mm / 1000 for place in range(count))


def test_the_block_that_physics_was_measured_on_is_sound() -> None:
    """5 x 5 holes at pitch 12, sticks of 5 or 6 mm in 6.5 mm: the bounds refuse nothing that was seen to work."""
    series = BlockSpec(
        name="series",
        size_m=(0.07, 0.07, 0.11),
        stick_length_m=0.1,
        stick_diameter_m=0.005,
        stick_ends=Ends.ROUND,
        hole_diameter_m=0.0065,
        hole_x_m=grid(5, 12),
        hole_y_m=grid(5, 12),
        bore_diameter_m=0.0065,
        floors=tuple(FloorSpec(0.015 * (place + 1), (X, Y)[place % 2]) for place in range(6)),
    )
    assert faults(series) == ()
    assert faults(replace(series, stick_diameter_m=0.006)) == ()
    assert lean_deg(series, 0.09) == pytest.approx(7.7, abs=0.05)


def test_the_look_block_is_sound() -> None:
    """A cube of 102 mm with 5 x 5 holes, as the reference picture shows, as low as its sticks allow."""
    look = BlockSpec(
        name="look",
        size_m=(0.102, 0.102, 0.11),
        stick_length_m=0.108,
        stick_diameter_m=0.006,
        stick_ends=Ends.ROUND,
        hole_diameter_m=0.0065,
        hole_x_m=grid(5, 18),
        hole_y_m=grid(5, 18),
        bore_diameter_m=0.0065,
        floors=tuple(FloorSpec((17 + 13 * place) / 1000, (X, Y)[place % 2]) for place in range(6)),
    )
    assert faults(look) == ()
    # At 107 mm a stick that comes out at both sides would show when it has fallen.
    assert [fault.bound for fault in faults(replace(look, size_m=(0.102, 0.102, 0.107)))] == ["at most 105 mm"]


def test_boards_of_other_markets() -> None:
    """GE-06, RF-02: pitch 25.4 with holes of 6 mm plays with a matching stick; a 6 mm stick in 3.5 mm is refused."""
    american = design("us", (4, 4), parse_floors("xyxy"), pitch_mm=25.4, stick_mm=5.5, bore_mm=6.0)
    assert american.hole_x_m == (-0.0381, -0.0127, 0.0127, 0.0381)
    assert faults(american) == ()
    assert faults(design("eu", (4, 4), parse_floors("xyxy"), pitch_mm=25.0, stick_mm=3.5, bore_mm=4.0)) == ()
    refused = found_at(design("no", (4, 4), parse_floors("xyxy"), stick_mm=6.0, bore_mm=3.5), "holes.diameter")
    assert refused == "a stick of 6 mm does not fit a hole of 3.5 mm"


@pytest.mark.parametrize(
    ("clearance_mm", "says"),
    [
        (-1.0, "does not fit"),
        (-0.2, "does not fit"),
        (-0.05, "does not fit"),
        (0.0, "does not fit"),
        (0.05, "below the physics' resolution of 0.1 mm"),
        (0.1, ""),
        (0.2, ""),
        (1.0, ""),
    ],
)
@pytest.mark.parametrize("field", ["holes.diameter", "bores.diameter"])
def test_whether_a_stick_fits(field: str, clearance_mm: float, says: str) -> None:
    """PB-04, PB-05: fits, does not fit, or fits by less than physics can tell; which is said."""
    width = (6 + clearance_mm) / 1000
    spec = replace(LATTICE, hole_diameter_m=width) if field[0] == "h" else replace(LATTICE, bore_diameter_m=width)
    said = found_at(spec, field)
    assert (says in said) if says else not said


def test_holes_that_leave_no_wood() -> None:
    """GE-04, GE-05: overlapping, touching or nearly touching holes; the first pair is named with both centres."""
    wide = replace(LATTICE, hole_diameter_m=0.012, stick_diameter_m=0.0115, bore_diameter_m=0.012)
    overlap = found_at(replace(wide, hole_x_m=(-0.024, -0.014, 0.024)), "holes.x")
    assert "holes a1 and b1 at x = -24 and -14 mm overlap by 2 mm; at least 2 mm of wood must stay" in overlap
    assert "bores ya.1 and yb.1 at x = -24 and -14 mm overlap by 2 mm" in overlap
    for nudge in (-1e-12, 0.0, 1e-12):
        touching = replace(LATTICE, hole_y_m=(-0.024, 0.0, 0.0065 + nudge))
        assert "holes a2 and a3 at y = 0 and 6.5 mm touch" in found_at(touching, "holes.y")
        assert "bores x2.1 and x3.1" in found_at(touching, "holes.y")
    thin = found_at(replace(LATTICE, hole_x_m=(-0.024, 0.0, 0.0084)), "holes.x")
    assert "holes b1 and c1 at x = 0 and 8.4 mm leave 1.9 mm of wood between them" in thin
    assert not found_at(replace(LATTICE, hole_x_m=(-0.024, 0.0, 0.0085)), "holes.x")


def test_only_the_first_pair_is_named() -> None:
    """A wrong pitch is one fault for holes and one for bores, not one a pair."""
    spec = replace(LATTICE, hole_x_m=grid(9, 7))
    assert [fault.field for fault in faults(spec)].count("holes.x") == 2


def test_bores_in_one_direction_only_need_wood_only_there() -> None:
    """Wide x bores lie across y: the columns are not theirs."""
    spec = replace(load_block("oneway"), hole_x_m=(-0.0095, 0.0, 0.0095), bore_diameter_m=0.008)
    assert not found_at(spec, "holes.x")
    assert found_at(replace(spec, hole_y_m=(-0.0095, 0.0, 0.0095)), "holes.y").startswith("bores x1.1 and x2.1")


def test_floors_that_leave_no_wood() -> None:
    """Bores of different floors cross everywhere, whatever their directions."""
    assert "overlap by 1.5 mm" in found_at(replace(LATTICE, floors=floors(22, 46, 51)), "floors[2].height")
    unsorted = replace(LATTICE, floors=floors(22, 70, 26))
    assert "bores of floors[0] at 22 mm and floors[2] at 26 mm overlap by 2.5 mm" in found_at(
        unsorted, "floors[2].height"
    )
    touching = replace(STAGGERED, floors=(FloorSpec(0.022, X), FloorSpec(0.0285, Y)))
    assert only(touching).text.startswith("bores of floors[0] at 22 mm and floors[1] at 28.5 mm touch")
    assert only(replace(touching, floors=(FloorSpec(0.022, X), FloorSpec(0.0304, Y)))).value == "1.9 mm"
    assert faults(replace(touching, floors=(FloorSpec(0.022, X), FloorSpec(0.0305, Y)))) == ()


def test_faces() -> None:
    """A hole or bore too near a side, the bottom or the top, or tangent to it (GE-04)."""
    side = found_at(replace(LATTICE, hole_x_m=(-0.024, 0.0, 0.031)), "holes.x[2]")
    assert side == "31 mm leaves 1.75 mm of wood to the block's side; at least 2 mm of wood to the side must stay"
    assert "no wood" in found_at(replace(LATTICE, hole_y_m=(-0.03275, 0.0, 0.024)), "holes.y[0]")
    assert not found_at(replace(LATTICE, hole_x_m=(-0.024, 0.0, 0.03075)), "holes.x[2]")
    assert "block's bottom" in found_at(replace(LATTICE, floors=floors(5, 46)), "floors[0].height")
    assert "block's top" in found_at(replace(LATTICE, floors=floors(22, 95)), "floors[1].height")


def test_order() -> None:
    """Columns, rows and floors must increase, for their names follow their order; equal floors are one floor."""
    assert "-24 mm comes after 0 mm" in found_at(replace(LATTICE, hole_x_m=(0.0, -0.024, 0.024)), "holes.x[1]")
    assert "24 mm comes after 24 mm" in found_at(replace(LATTICE, hole_y_m=(-0.024, 0.024, 0.024)), "holes.y[2]")
    falling = found_at(replace(LATTICE, floors=floors(22, 70, 46)), "floors[2].height")
    assert falling == "46 mm comes after 70 mm; list the floors from the table up"
    twice = only(replace(STAGGERED, floors=(FloorSpec(0.022, X), FloorSpec(0.022, Y))))
    assert twice.text.endswith('two floors are 22 mm high; if both directions are bored there, write one floor with '
                               'along = ["x", "y"]')  # fmt: skip


def test_a_stick_on_the_lowest_floor_must_show() -> None:
    """R8: it stands out of the top by its own thickness; exactly that is enough."""
    fault = only(replace(LATTICE, floors=floors(11, 46, 70)))
    assert (fault.field, fault.value, fault.bound) == ("stick.length", "92 mm", "at least 92.25 mm")
    assert "on the lowest floor ends 5.75 mm above the top; it must stand out by 6 mm (R8)" in fault.text
    assert faults(replace(LATTICE, floors=floors(11.25, 46, 70))) == ()
    assert "ends 7.25 mm below the top" in found_at(replace(LATTICE, size_m=(0.072, 0.072, 0.124)), "stick.length")


def test_a_fallen_stick_must_not_show() -> None:
    """R8: it ends 2 mm below the top; exactly that is enough."""
    fault = only(replace(LATTICE, stick_length_m=0.0981))
    assert (fault.field, fault.value, fault.bound) == ("stick.length", "98.1 mm", "at most 98 mm")
    assert "fallen to the table ends 1.9 mm below the top" in fault.text
    assert faults(replace(LATTICE, stick_length_m=0.098)) == ()
    assert "ends 8 mm above the top" in only(replace(LATTICE, stick_length_m=0.108)).text


def test_a_pierced_stick_comes_out_at_both_sides() -> None:
    """R3: by half its thickness at each; where nothing is bored, nothing need come out."""
    fault = only(replace(load_block("oneway"), size_m=(0.0861, 0.2, 0.1)))
    assert (fault.field, fault.bound) == ("stick.length", "at least 92.1 mm")
    assert "pierced along x comes out 2.95 mm at each side; it must come out 3 mm (R3)" in fault.text
    assert faults(replace(load_block("oneway"), size_m=(0.086, 0.2, 0.1))) == ()


def test_a_standing_stick_must_be_deep_enough() -> None:
    """More than 2.5 diameters on the highest floor."""
    fault = only(replace(LATTICE, floors=floors(22, 46, 82.25)))
    assert (fault.field, fault.bound) == ("floors[2].height", "below 82.25 mm")
    assert "is 15 mm deep in its hole; it must be deeper than 15 mm" in fault.text
    assert faults(replace(LATTICE, floors=floors(22, 46, 82.2))) == ()


@pytest.mark.parametrize(
    ("name", "bore_mm", "degrees"),
    [("staggered", 6.5, 2.24), ("staggered", 7.0, 4.38), ("lattice", 6.5, 1.68), ("lattice", 7.0, 3.31)],
)
def test_lean_is_what_was_measured(name: str, bore_mm: float, degrees: float) -> None:
    """The formula against the tilt of simulated sticks after 60 s (docs/physics.md)."""
    spec = load_block(name)
    spec = replace(spec, hole_diameter_m=bore_mm / 1000, bore_diameter_m=bore_mm / 1000)
    assert lean_deg(spec, spec.floors[-1].height_m) == pytest.approx(degrees, abs=0.03)


def test_a_stick_must_stand_upright() -> None:
    """At most 8 degrees on the highest floor."""
    wide = replace(STAGGERED, hole_diameter_m=0.0085)
    assert "on the highest floor can lean 11 degrees in its hole; at most 8" in found_at(wide, "holes.diameter")
    assert (
        lean_deg(replace(wide, hole_diameter_m=0.0078), 0.076)
        < 8
        < lean_deg(replace(wide, hole_diameter_m=0.0079), 0.076)
    )
    assert faults(replace(STAGGERED, hole_diameter_m=0.0078)) == ()
    assert only(replace(STAGGERED, hole_diameter_m=0.0079)).bound == "at most 8 degrees"


def test_a_foot_must_not_slip_past_a_stick() -> None:
    """Half a diameter off centre is the most."""
    deep = replace(LATTICE, floors=floors(22, 46), bore_diameter_m=0.0105)
    assert only(replace(deep, hole_diameter_m=0.0076)).text == (
        "a foot can lie 3.05 mm beside the middle of the stick under it, and wedge or slip past"
    )
    assert faults(replace(deep, hole_diameter_m=0.0075)) == ()


def test_flat_ends_need_a_close_fit() -> None:
    """Flat-ended sticks hang on lips at 1 mm of play, and did not at half a millimetre."""
    assert faults(replace(LATTICE, stick_ends=Ends.FLAT)) == ()
    loose = replace(LATTICE, stick_ends=Ends.FLAT, hole_diameter_m=0.007, bore_diameter_m=0.007)
    assert [fault.field for fault in faults(loose)] == ["holes.diameter", "bores.diameter"]
    assert "hang on the lips of crossing bores when a hole is 1 mm wider" in faults(loose)[0].text


def test_a_fall_must_not_outrun_the_simulation() -> None:
    """A thin stick in a tall block would pass through another one between two steps."""
    thin = design("thin", (3, 3), parse_floors("xy"), stick_mm=3.0)
    assert faults(thin) == ()
    tall = replace(thin, size_m=(*thin.size_m[:2], 0.12), stick_length_m=0.116)
    fault = next(fault for fault in faults(tall) if fault.field == "block.size[2]")
    assert fault.bound == "at most 114.679 mm with these sticks"
    assert "goes 1.53441 mm in one step" in fault.text


def test_absurd_sizes() -> None:
    """GE-09: metres or micrometres written as millimetres are asked about."""
    assert "are the lengths in millimetres?" in found_at(replace(LATTICE, size_m=(0.004, 0.072, 0.1)), "block.size[0]")
    assert "outside 5 mm to 2000 mm" in found_at(replace(LATTICE, stick_length_m=2.001), "stick.length")
    assert "outside 2 mm to 50 mm" in found_at(replace(LATTICE, stick_diameter_m=0.051), "stick.diameter")
    assert "outside 2 mm to 50 mm" in found_at(replace(LATTICE, stick_diameter_m=0.0019), "stick.diameter")


def test_nothing_to_play_with() -> None:
    """No holes, no floors, a floor without direction (RF-02: zero rows is an error)."""
    assert found_at(replace(LATTICE, hole_x_m=()), "holes.x") == "there is no column of holes: nothing could be planted"
    assert found_at(replace(LATTICE, hole_y_m=()), "holes.y") == "there is no row of holes: nothing could be planted"
    assert only(replace(LATTICE, floors=())).text.startswith("there are no floors: no hole has a bore under it")
    assert only(replace(LATTICE, floors=(*floors(22), FloorSpec(0.046, frozenset())))).field == "floors[1].along"


def test_too_much_of_it() -> None:
    """GE-07: what cannot be named or simulated is refused in moderate time, with the number it would need."""
    assert "at most 26" in found_at(replace(LATTICE, hole_x_m=grid(27, 9)), "holes.x")
    assert "at most 99" in found_at(replace(LATTICE, hole_y_m=grid(100, 9)), "holes.y")
    heights = tuple(FloorSpec(0.01 * (place + 1), X) for place in range(100))
    assert "at most 99" in found_at(replace(LATTICE, floors=heights), "floors")
    big = design("big", (26, 50), parse_floors("bbb"), pitch_mm=20.0)
    fault = next(fault for fault in faults(big) if fault.field == "holes")
    assert (fault.value, fault.bound) == ("1689", "at most 1024 boxes")
    assert not found_at(design("large", (18, 36), parse_floors("bbb"), pitch_mm=20.0), "holes")


def test_a_name_that_nobody_can_read() -> None:
    """A block made by code may have any name; a document may not."""
    for name in ("", " ", "a\nb", "n" * 61):
        assert only(replace(LATTICE, name=name)).field == "name"


NUMBERS = [field.name for field in fields(BlockSpec) if field.name.endswith("_m") and field.name != "size_m"]


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 0.0, -1.0])
def test_what_is_no_length_is_told_alone(number: float) -> None:
    """PB-11: NaN passes every comparison as false; here it never reaches one."""
    for name in NUMBERS:
        value = getattr(LATTICE, name)
        if isinstance(value, float):
            assert only(replace(LATTICE, **{name: number})).text.endswith("is no length")
        elif not math.isfinite(number):
            assert only(replace(LATTICE, **{name: (number, *value[1:])})).text.endswith("is no place")
    assert only(replace(LATTICE, size_m=(0.072, number, 0.1))).field == "block.size[1]"
    assert only(replace(LATTICE, floors=(FloorSpec(number, X),))).field == "floors[0].height"


ANY = st.floats(allow_nan=True, allow_infinity=True)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(specs(), st.sampled_from([*NUMBERS, "size_m"]), ANY)
def test_no_number_is_too_strange(spec: BlockSpec, name: str, number: float) -> None:
    """Whatever a number is, the answer is a tuple of complete faults, and NaN is always among them."""
    value = getattr(spec, name)
    strange = replace(spec, **{name: number if isinstance(value, float) else (*value[:-1], number)})
    found = faults(strange)
    assert all(
        part and "\n" not in part for fault in found for part in (fault.field, fault.value, fault.bound, fault.text)
    )
    if not math.isfinite(number):
        assert any(fault.text.endswith(("is no length", "is no place")) for fault in found)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.text("xyb", min_size=1, max_size=8),
    st.sampled_from([4.0, 5.0, 6.0, 8.0, 10.0]),
    st.sampled_from([2.5, 3.0, 4.0, 5.0]),
)
def test_designs_are_sound(holes: tuple[int, int], word: str, stick_mm: float, pitch: float) -> None:
    """``block new`` finds sound measures for anything reasonable."""
    spec = design("new", holes, parse_floors(word), stick_mm=stick_mm, pitch_mm=pitch * stick_mm)
    assert faults(spec) == ()


def test_the_bounds_are_explained() -> None:
    """docs/block-format.md says every bound that is applied."""
    text = (Path(__file__).parents[2] / "docs" / "block-format.md").read_text(encoding="utf-8")
    for value in (
        limits.SIZE_M[0], limits.SIZE_M[1], limits.STICK_M[0], limits.STICK_M[1], limits.FIT_M, limits.FLAT_FIT_M,
        limits.WALL_M, limits.BENEATH_M,
    ):  # fmt: skip
        assert f"{value * 1000:g} mm" in text
    assert f"{limits.ENGAGED:g} diameters" in text
    assert f"{limits.LEAN_DEG:g} degrees" in text
    assert f"{limits.MOST_PARTS} boxes" in text
