"""Instruments: right for every engine and number that there is, wrong when wood, numbers or hands are not as told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.block.document import load_block, preset_names
from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.pipeline import HONEST, Pipeline
from fakir3d.crosscheck.self_test import Measurement, self_test
from fakir3d.motion import Pose
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import open_world
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.protocol import World

BLOCKS = Path(__file__).parents[1] / "blocks"
USUAL = PhysicsConfig()
BODIES = pytest.mark.bullet


def wrong(block: str = "lattice", engine: str = "ideal", config: PhysicsConfig = USUAL, **lies: object) -> list[str]:
    """Return what was found wrong, in words."""
    found = self_test(load_block(block), engine, config, replace(HONEST, **lies))
    assert found
    return [str(gauge) for gauge in found if not gauge.right]


@pytest.mark.parametrize("engine", ["ideal", pytest.param("bullet", marks=BODIES), "mujoco"])
@pytest.mark.parametrize("block", preset_names())
def test_they_are_right(block: str, engine: str) -> None:
    """All presets, each engine, with the recipe's numbers."""
    assert wrong(block, engine) == []


@pytest.mark.parametrize("engine", [pytest.param("bullet", marks=BODIES), "mujoco"])
@pytest.mark.parametrize(
    "numbers",
    [
        {"friction": 0.3},
        {"friction": 3.0},
        {"restitution": 0.5},
        {"dt_s": 1 / 2000},
        {"dt_s": 1 / 240},
        {"damping": 0.5},
    ],
    ids=str,
)
def test_they_are_right_with_other_numbers_too(numbers: Mapping[str, float], engine: str) -> None:
    """What is measured is held against the config that was asked for, not against the recipe."""
    assert wrong(engine=engine, config=PhysicsConfig(**numbers)) == []


FITS = {"thin": (3.0, 6.5), "loose": (5.0, 6.5), "wide": (6.0, 7.0), "tight": (6.4, 6.5), "tighter": (6.0, 6.05)}


def scaled(spec: BlockSpec, factor: float) -> BlockSpec:
    """Return a block as large as another one in every measure."""
    lengths = ("stick_length_m", "stick_diameter_m", "hole_diameter_m", "bore_diameter_m")
    rows = {name: tuple(factor * each for each in getattr(spec, name)) for name in ("size_m", "hole_x_m", "hole_y_m")}
    floors = tuple(replace(floor, height_m=factor * floor.height_m) for floor in spec.floors)
    return replace(spec, floors=floors, **rows, **{name: factor * getattr(spec, name) for name in lengths})


OTHERS = [
    *(
        replace(
            load_block("staggered"),
            name=name,
            stick_diameter_m=stick / 1000,
            hole_diameter_m=bore / 1000,
            bore_diameter_m=bore / 1000,
        )
        for name, (stick, bore) in FITS.items()
    ),
    *(replace(scaled(load_block("lattice"), factor), name=f"x{factor:g}") for factor in (0.5, 2.0)),
    *(load_block(str(path)) for path in sorted(BLOCKS.glob("*.toml"))),
]


@pytest.mark.parametrize("engine", ["ideal", pytest.param("bullet", marks=BODIES), "mujoco"])
@pytest.mark.parametrize("spec", OTHERS, ids=lambda spec: spec.name)
def test_they_are_right_for_other_fits_and_sizes(spec: BlockSpec, engine: str) -> None:
    """Thin sticks and thick ones, half and double blocks, other numbers of holes: no false alarm."""
    assert [str(gauge) for gauge in self_test(spec, engine, USUAL, HONEST) if not gauge.right] == []


def opener_with(**numbers: float) -> object:
    """Return what opens worlds with other numbers than asked."""

    def opened(
        engine: str, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig
    ) -> World:
        return open_world(engine, scene, poses, held, replace(config, **numbers))

    return opened


@BODIES
@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"friction": 0.3}, "friction of a stick on the table: 0.29"),
        ({"restitution": 0.4}, "bounce from the table"),
        ({"dt_s": 1 / 500}, "fall in free air"),
    ],
)
def test_numbers_that_are_not_used_are_noticed(numbers: Mapping[str, float], words: str) -> None:
    """An engine that runs with other numbers than it was given, and says nothing of it."""
    found = wrong(engine="bullet", opener=opener_with(**numbers))
    assert any(words in told for told in found)


def hair_moved(spec: BlockSpec) -> tuple[Box, ...]:
    """Return the block's wood with one box moved by a hundredth of a millimetre."""
    first, *others = boxes(spec)
    return (replace(first, centre_m=(first.centre_m[0] + 1e-5, *first.centre_m[1:])), *others)


def one_missing(spec: BlockSpec) -> tuple[Box, ...]:
    """Return the block's wood without one box."""
    return boxes(spec)[1:]


def filled(spec: BlockSpec) -> tuple[Box, ...]:
    """Return the block's wood with a splinter in a bore."""
    bore = spec.bores[0]
    return (*boxes(spec), Box((0.0, spec.line_m(bore), spec.height_m(bore)), (0.001, 0.0001, 0.0001)))


@pytest.mark.parametrize("solids", [hair_moved, one_missing, filled])
@pytest.mark.parametrize("block", preset_names())
def test_wood_that_is_not_the_documents_is_noticed(block: str, solids: object) -> None:
    """A box moved by 0.01 mm, a box missing, a splinter in a bore: the wood alone is called wrong."""
    found = wrong(block, solids=solids)
    assert len(found) == 1
    assert found[0].startswith("cells of the block that are wood and should not be, or the reverse: ")


def longer(spec: BlockSpec) -> BlockSpec:
    """Return the block with sticks a millimetre too long."""
    return replace(spec, stick_length_m=spec.stick_length_m + 0.001)


def test_sticks_of_another_length_are_noticed() -> None:
    """Physics is told of longer sticks than the document has."""
    found = self_test(load_block("lattice"), "ideal", USUAL, replace(HONEST, block=longer))
    assert [gauge.name for gauge in found if not gauge.right] == ["length of a stick that stands on the table"]


def test_they_are_checked_once_a_process() -> None:
    """The same question is answered from memory; another liar is another question."""
    spec = load_block("lattice")
    one = self_test(spec, "ideal", USUAL, HONEST)
    assert self_test(load_block("lattice"), "ideal", PhysicsConfig(), Pipeline()) is one
    assert self_test(spec, "ideal", USUAL, replace(HONEST, solids=one_missing)) is not one


def test_what_is_no_number_is_wrong_and_goes_to_json() -> None:
    """NaN is never within bounds, and is null in a document."""
    gauge = Measurement("depth", "mm", float("nan"), 0.0, 1.0)
    assert not gauge.right
    assert json.loads(json.dumps(gauge.to_json(), allow_nan=False))["value"] is None
    assert str(Measurement("depth", "mm", 2.0, 0.0, 1.0)) == "depth: 2 mm, must be 0 to 1"
