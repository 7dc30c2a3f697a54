"""What designers are told of a block, and the block drawn as text."""

from dataclasses import replace

import pytest

from fakir3d.block.design import design, parse_floors
from fakir3d.block.document import load_block
from fakir3d.block.facts import drawing, facts
from fakir3d.errors import MisuseError


@pytest.mark.parametrize(
    ("name", "stands_out", "boxes"),
    [
        ("lattice", [16.75, 40.75, 64.75], 48),
        ("staggered", [10.75, 22.75, 34.75, 46.75, 58.75, 70.75], 32),
        ("oneway", [16.75, 40.75, 64.75], 20),
    ],
)
def test_facts_of_the_presets(name: str, stands_out: list[float], boxes: int) -> None:
    """The numbers of docs/block-format.md: 10 mm at each end, 8 mm below the top, and how far sticks stand out."""
    found = facts(load_block(name))
    assert [floor.stands_out_mm for floor in found.floors] == stands_out
    assert (found.boxes, found.fallen_below_top_mm, found.play_in_hole_mm) == (boxes, 8.0, 0.5)
    assert found.comes_out_x_mm == 10.0
    assert found.comes_out_y_mm == (None if name == "oneway" else 10.0)
    assert [bore for floor in found.floors for bore in floor.bores] == [str(bore) for bore in load_block(name).bores]


def test_wider_bores_let_sticks_stand_lower() -> None:
    """A pierced stick lies at the bottom of its bore: 0.25 mm lower in 7 mm."""
    spec = replace(load_block("lattice"), hole_diameter_m=0.007, bore_diameter_m=0.007)
    assert [floor.stands_out_mm for floor in facts(spec).floors] == [16.5, 40.5, 64.5]


def test_the_drawing_shows_every_line_and_floor() -> None:
    """Columns and rows by name, floors from the top down, y bores as openings in the front."""
    spec = design("mine", (4, 2), parse_floors("xyb"))
    lines = drawing(spec).splitlines()
    assert lines[0].split() == ["top", "a", "b", "c", "d"]
    assert [line.split()[0] for line in lines[1:3]] == ["2", "1"]
    assert [line.count("o") for line in lines[4:7]] == [4, 4, 0]
    assert ["=" in line for line in lines[4:7]] == [True, False, True]


@pytest.mark.parametrize("word", ["", "xz", "X", "x,y"])
def test_floors_that_are_no_letters(word: str) -> None:
    """Only x, y and b are floors."""
    with pytest.raises(MisuseError, match="one letter a floor"):
        parse_floors(word)


@pytest.mark.parametrize(
    ("holes", "lengths", "says"),
    [
        ((0, 3), {}, "holes cannot be 0x3"),
        ((27, 3), {}, "1 to 26 columns"),
        ((3, 100), {}, "by 1 to 99 rows"),
        ((3, 3), {"pitch_mm": float("nan")}, "pitch cannot be nan"),
        ((3, 3), {"stick_mm": 0.0}, "stick cannot be 0"),
        ((3, 3), {"bore_mm": 1e9}, "bore cannot be 1e\\+09"),
    ],
)
def test_designs_out_of_range(holes: tuple[int, int], lengths: dict[str, float], says: str) -> None:
    """Counts that have no names and lengths that are none are misuse."""
    with pytest.raises(MisuseError, match=says):
        design("mine", holes, parse_floors("b"), **lengths)
