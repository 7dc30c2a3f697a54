"""Public bug reports on engines (PB-01 to PB-23) about wood, sticks and what they do, each with its right behaviour.

The table of all reports is in tests/test_field_reports.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.block.design import design, parse_floors
from fakir3d.block.document import load_block
from fakir3d.block.names import Bore, Hole
from fakir3d.block.solids import boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import open_world
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.scene import Scene, lying_pose, standing_pose
from tests.physics.conftest import REAL, scene, script

BLOCK = str(Path(__file__).parents[1] / "blocks" / "5x5-xyxyxy.toml")


def empty(spec: BlockSpec, **pierced: str) -> Scene:
    """Return the scene of a block with sticks in bores only."""
    return scene(spec, {}, pierced)


def plant(hole: Hole) -> Script:
    """Return the script of a plant by a steady hand."""
    return script(str(hole), "r1", offset_mm=(0.0, 0.0))


@REAL
@pytest.mark.parametrize(
    ("holes", "floors", "parts"),
    [
        ((2, 2), "xyx", 15),
        ((2, 1), "b", 16),
        ((1, 2), "bx", 18),
        ((2, 2), "bbb", 33),
        ((15, 15), "xy", 64),
        ((15, 15), "bbb", 384),
    ],
)
def test_blocks_of_many_parts_are_whole(engine: str, holes: tuple[int, int], floors: str, parts: int) -> None:
    """PB-01: around the 16 parts that Bullet takes at once and far beyond, the last row's holes hold what they must."""
    spec = design("many", holes, parse_floors(floors))
    assert len(boxes(spec)) == parts
    last = spec.holes[-1]
    under = next(bore for bore in spec.bores if bore.passes_under(last))
    done = perform(empty(spec, g1=str(under)), plant(last), engine)
    assert str(done.outcome) == f"r1 {last} hand>{under}"
    assert perform(empty(spec), plant(spec.holes[0]), engine).outcome.falls[0].to.value == "gone"


@REAL
def test_a_block_of_144_holes_is_whole(engine: str) -> None:
    """PB-02: more holes than a multibody has links: sticks stand in all four corners, on one stick each."""
    spec = design("many", (12, 12), parse_floors("b"))
    assert len(spec.holes) == 144
    for hole in (spec.holes[0], spec.holes[11], spec.holes[-12], spec.holes[-1]):
        bore = next(bore for bore in spec.bores if bore.passes_under(hole))
        assert str(perform(empty(spec, g1=str(bore)), plant(hole), engine).outcome) == f"r1 {hole} hand>{bore}"


@REAL
@pytest.mark.parametrize("block", ["lattice", "staggered", "oneway", BLOCK])
def test_every_hole_lets_a_stick_through(engine: str, block: str) -> None:
    """PB-03: no hole is closed as a convex hull would close it: a thinner stick falls through each to the table."""
    spec = load_block(block)
    thin = replace(spec, stick_diameter_m=spec.stick_diameter_m - 0.001)
    poses = {
        f"r{number}": standing_pose(thin, hole, thin.size_m[2] - 0.005)
        for number, hole in enumerate(thin.holes, start=1)
    }
    world = open_world(engine, empty(thin), poses, frozenset(), PhysicsConfig())
    try:
        world.step(400)
        feet = [foot_height_m(thin, pose) for pose in world.poses()]
    finally:
        world.close()
    assert len(feet) == len(spec.holes)
    assert max(map(abs, feet)) < 0.002


def resting(engine: str, idle_s: float, leave: Callable[[object, list], None]) -> float:
    """Return the height of a stick's foot after a long rest on another one that then goes [m]."""
    spec, config = load_block("lattice"), PhysicsConfig()
    two = empty(spec, g1="x2.3", g2="x2.1")
    on = spec.foot_m(Bore.parse("x2.3"))
    poses = {**two.poses, "r1": standing_pose(spec, Hole.parse("b2"), on)}
    world = open_world(engine, two, poses, frozenset({"g1", "g2"}), config)
    try:
        world.step(round(idle_s / config.dt_s))
        assert abs(foot_height_m(spec, world.poses()[2]) - on) < 0.001
        leave(world, [lying_pose(spec, Bore.parse("x2.3"), 0.3 * step / 600) for step in range(1, 601)])
        world.step(400)
        return foot_height_m(spec, world.poses()[2])
    finally:
        world.close()


def _slid_out(world, way: list) -> None:
    for pose in way:
        world.drive("g1", pose)
        world.step(1)


def _gone_at_once(world, way: list) -> None:
    world.drive("g1", way[-1])


@REAL
@pytest.mark.parametrize("leave", [_slid_out, _gone_at_once])
@pytest.mark.parametrize("idle_s", [4.0, pytest.param(60.0, marks=pytest.mark.campaign)])
def test_a_stick_falls_after_a_long_rest_however_its_support_goes(engine: str, leave, idle_s: float) -> None:
    """PB-06: after seconds of rest a stick falls to the next floor, its support slid out or gone at once."""
    assert resting(engine, idle_s, leave) == pytest.approx(load_block("lattice").foot_m(Bore.parse("x2.1")), abs=0.001)


@REAL
def test_a_stick_let_go_half_a_metre_above_is_caught(engine: str) -> None:
    """PB-21: three metres a second: it stops on the highest stick under its hole, not beyond it."""
    spec = load_block("lattice")
    two = empty(spec, g1="x2.3", g2="x2.1")
    high = standing_pose(spec, Hole.parse("b2"), spec.foot_m(Bore.parse("x2.3")) + 0.5)
    # It is let fall inside its hole, as if that reached up so far: in free air a stick would topple.
    tall = replace(spec, size_m=(*spec.size_m[:2], 0.62))
    world = open_world(
        engine,
        replace(two, solids=boxes(tall)),
        {**two.poses, "r1": high},
        frozenset({"g1", "g2"}),
        PhysicsConfig(),
    )
    try:
        world.step(900)
        foot = foot_height_m(spec, world.poses()[2])
    finally:
        world.close()
    assert foot == pytest.approx(spec.foot_m(Bore.parse("x2.3")), abs=0.001)


def test_falls_of_different_owners_are_one_outcome(engine: str) -> None:
    """PB-23: sticks of three players stand on the pulled one: all fall in one act, told in the order of sticks."""
    spec = load_block("lattice")
    standing = {"b1": ("a2", "x2.3"), "r1": ("b2", "x2.3"), "g1": ("c2", "x2.3")}
    full = scene(spec, standing, {"g9": "x2.3", "g8": "x2.1"})
    done = perform(full, script("x2.3^", "g9", offset_mm=(0.0, 0.0)), engine)
    assert str(done.outcome) == "r1 b2 x2.3>x2.1; g1 c2 x2.3>x2.1; b1 a2 x2.3>x2.1"
