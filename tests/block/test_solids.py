"""The boxes are the block."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from fakir3d.block.document import load_block, preset_names
from fakir3d.block.solids import Box, boxes, is_wood
from fakir3d.block.spec import BlockSpec
from tests.block.strategies import specs

SMALL = sorted(Path(__file__).parents[1].glob("blocks/*.toml"))


def sample(spec: BlockSpec, count: int) -> np.ndarray:
    """Points in and a little around the block; a quarter of them close to an edge of some hole or bore."""
    random = np.random.default_rng(7)
    low = np.array([-spec.size_m[0] / 2, -spec.size_m[1] / 2, 0.0])
    points = random.uniform(low - 0.002, low + spec.size_m + 0.002, (count, 3))
    for axis, centres, width in (
        (0, spec.hole_x_m, spec.hole_diameter_m),
        (1, spec.hole_y_m, spec.hole_diameter_m),
        (2, tuple(floor.height_m for floor in spec.floors), spec.bore_diameter_m),
    ):
        if centres:
            near = slice(axis * count // 12, (axis + 1) * count // 12)
            side = random.choice([-0.5, 0.5], size=count // 12 + 1)[: near.stop - near.start]
            edge = random.choice(centres, size=near.stop - near.start) + side * width
            points[near, axis] = edge + random.normal(0, 1e-4, near.stop - near.start)
    return points


def covered(solids: tuple[Box, ...], points: np.ndarray) -> np.ndarray:
    inside = np.zeros(len(points), dtype=bool)
    for box in solids:
        inside |= (np.abs(points - box.centre_m) <= box.half_m).all(axis=1)
    return inside


@pytest.mark.parametrize("bore_m", [0.0065, 0.007])
@pytest.mark.parametrize("name", preset_names())
def test_boxes_of_a_preset_are_its_solid(name: str, bore_m: float) -> None:
    """Not one of 200,000 points is wood in one and air in the other, at either drill."""
    spec = replace(load_block(name), hole_diameter_m=bore_m, bore_diameter_m=bore_m)
    points = sample(spec, 200_000)
    wood = is_wood(spec, points)
    assert 0.2 < wood.mean() < 0.9
    assert (covered(boxes(spec), points) == wood).all()


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_boxes_of_the_small_blocks_are_their_solids(path: Path) -> None:
    """The same for the blocks of the perft tests."""
    spec = load_block(str(path))
    points = sample(spec, 50_000)
    assert (covered(boxes(spec), points) == is_wood(spec, points)).all()


@settings(max_examples=120, deadline=None, derandomize=True)
@given(specs())
def test_boxes_of_any_block_are_its_solid(spec: BlockSpec) -> None:
    """The same for uneven grids, holes wider or narrower than bores, overlapping ones, and floors that overlap."""
    points = sample(spec, 4_000)
    assert (covered(boxes(spec), points) == is_wood(spec, points)).all()


@pytest.mark.parametrize(("name", "count"), [("lattice", 48), ("staggered", 32), ("oneway", 20)])
def test_no_box_is_a_splinter_and_none_is_spare(name: str, count: int) -> None:
    """The presets need as many boxes as were measured; every one is at least a wall thick, and is needed."""
    spec = load_block(name)
    solids = boxes(spec)
    assert len(solids) == count
    assert min(min(box.half_m) for box in solids) * 2 > 0.005
    points = sample(spec, 30_000)
    inside = np.array([covered((box,), points) for box in solids])
    alone = inside & (inside.sum(axis=0) == 1)
    assert alone.any(axis=1).all(), "a box could be left out"


def test_the_solid_is_what_it_is_said_to_be() -> None:
    """``is_wood`` against points told by hand: posts, beams, a hole, both bores of a floor, and outside."""
    spec = load_block("lattice")
    told = {
        (0.012, 0.012, 0.022): True,  # a post between two bores
        (0.012, 0.0, 0.035): True,  # a beam above the x bore
        (0.012, 0.0, 0.022): False,  # the x bore under row 2
        (0.0, 0.012, 0.022): False,  # the y bore under column b
        (0.0, 0.0, 0.09): False,  # hole b2
        (0.0032, 0.0032, 0.09): False,  # its corner: holes are square here
        (0.0033, 0.0, 0.09): True,  # its wall
        (0.0361, 0.012, 0.05): False,  # beside the block
        (0.012, 0.012, -0.001): False,  # in the table
    }
    assert is_wood(spec, list(told)).tolist() == list(told.values())
