"""What every engine must do alike: one contract, run on each of them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping

import numpy as np
import pytest

from fakir3d.block.document import load_block
from fakir3d.block.names import Bore
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.pipeline import Pipeline
from fakir3d.crosscheck.self_test import self_test
from fakir3d.errors import MisuseError
from fakir3d.motion import GRAVITY_M_S2, Pose
from fakir3d.physics.capsules import axis_of
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import open_world
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.scene import Scene, standing_pose
from fakir3d.physics.worlds.protocol import World
from tests.physics.conftest import Make, MakeScript


def test_drop_onto_each_floor(engine: str, preset: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick planted over one pierced stick stops on it, whichever floor that is on, and stands within 0.1 mm."""
    for bore in preset.bores:
        hole = next(hole for hole in preset.holes if bore.passes_under(hole))
        done = perform(make(preset, {}, {"r1": str(bore)}), hand(str(hole), "g1"), engine)
        assert str(done.outcome) == f"g1 {hole} hand>{bore}"
        foot = foot_height_m(preset, tuple(done.after.pose("g1").tolist()))
        assert abs(foot - preset.foot_m(bore)) < 1e-4
        assert done.rest.settled
        assert not done.disturbed


def test_unsupported_plant_goes_to_the_table(engine: str, preset: BlockSpec, make: Make, hand: MakeScript) -> None:
    """With nothing under its hole a planted stick is gone, out of the snapshot but in the recording, under the top."""
    done = perform(make(preset, {}, {}), hand("b2", "g1"), engine)
    assert str(done.outcome) == "g1 b2 hand>gone"
    assert done.after.names == ()
    head = done.recording.poses[-1, 0, 2] + preset.stick_length_m / 2
    assert head == pytest.approx(preset.size_m[2] - 0.008, abs=2e-4)
    assert done.contacts[-1].other == "table"


def test_longest_fall_at_every_phase(engine: str, preset: BlockSpec, make: Make) -> None:
    """From the mouth to the lowest stick, at 20 phases of the step: never through, never deep, as fast as free fall."""
    low, config = preset.bores[0], PhysicsConfig()
    hole = next(hole for hole in preset.holes if low.passes_under(hole))
    for phase in range(20):
        height = 0.100 + phase * 0.0003
        scene = make(preset, {}, {"r1": str(low)})
        poses = {**scene.poses, "g1": standing_pose(preset, hole, height)}
        world = open_world(engine, scene, poses, frozenset({"r1"}), config)
        lowest, landed = height, 0
        for step in range(400):
            world.step(1)
            foot = foot_height_m(preset, world.poses()[0])
            lowest = min(lowest, foot)
            landed = landed or (step if foot < preset.foot_m(low) + 1e-4 else 0)
        world.close()
        assert lowest > preset.foot_m(low) - 0.0005
        assert landed / 1000 == pytest.approx(math.sqrt(2 * (height - preset.foot_m(low)) / GRAVITY_M_S2), abs=0.003)


def test_pull_under_one(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """The stick over the pulled one falls to the next below; its neighbours stay exactly as the rules need them."""
    scene = make(
        lattice, {"r1": ("b2", "x2.3"), "r2": ("a1", "x1.3")}, {"g1": "x2.3", "g2": "yb.2", "g3": "x2.1", "g4": "x1.3"}
    )
    done = perform(scene, hand("x2.3^", "g1"), engine)
    assert str(done.outcome) == "r1 b2 x2.3>yb.2"
    assert done.after.names == ("g2", "g3", "g4", "r1", "r2")
    assert not done.disturbed
    assert done.deepest_m < 0.001


@pytest.mark.parametrize("side", [-1, 1])
def test_pull_under_several(engine: str, preset: BlockSpec, full: Make, hand: MakeScript, side: int) -> None:
    """All three sticks over the pulled one come down in one act, to whichever side it is pulled."""
    done = perform(full(preset), hand("x2.3^", "r2", side), engine)
    assert str(done.outcome) == "g4 a2 x2.3>x2.1; g5 b2 x2.3>x2.1; g6 c2 x2.3>x2.1"
    assert not done.disturbed
    end = done.recording.poses[-1, done.recording.names.index("r2"), 0]
    assert np.sign(end) == side


def test_pull_that_carries_nothing(engine: str, preset: BlockSpec, full: Make, hand: MakeScript) -> None:
    """Nothing falls when the lowest stick is pulled from under sticks that stand higher."""
    done = perform(full(preset), hand("x2.1^", "r5"), engine)
    assert str(done.outcome) == "nothing"
    assert not done.disturbed
    assert "r5" not in done.after.names


def test_exchange(engine: str, preset: BlockSpec, full: Make, hand: MakeScript) -> None:
    """The standing stick leaves, the other one stands at its place and height, and nothing else moves a floor."""
    done = perform(full(preset), hand("b2=", "b1"), engine)
    assert str(done.outcome) == "b1 b2 hand>x2.3"
    assert "g5" not in done.after.names
    assert not done.disturbed
    assert _least_gap(done, "b1", "g5") > preset.stick_diameter_m


def _least_gap(done: Performance, one: str, other: str) -> float:
    """Return how near the axes of two upright sticks come to each other, in plan or one above the other [m]."""
    names = done.recording.names
    first, second = (done.recording.poses[:, names.index(name)] for name in (one, other))
    aside = np.hypot(*(first[:, :2] - second[:, :2]).T)
    above = np.abs(first[:, 2] - second[:, 2]) - 0.092
    return float(np.maximum(aside, above).min())


@pytest.mark.parametrize(
    ("move", "stick", "outcome"),
    [("b2~", "g5", "nothing"), ("x2.1~", "r5", "nothing"), ("hand~", "b1", "nothing")],
)
def test_discard(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, move: str, stick: str, outcome: str
) -> None:
    """A stick given up leaves from wherever it was; from the hand the block is not touched at all."""
    scene = full(lattice)
    done = perform(scene, hand(move, stick), engine)
    assert str(done.outcome) == outcome
    assert stick not in done.after.names
    assert not done.disturbed
    assert done.rest.settled
    if move == "hand~":
        assert done.after == scene.before


def test_discard_of_a_pierced_stick_lets_fall(engine: str, preset: BlockSpec, make: Make, hand: MakeScript) -> None:
    """What stood on a discarded stick comes down; over nothing it is gone."""
    scene = (
        make(preset, {"r1": ("a1", "x1.2"), "r2": ("c1", "x1.2")}, {"g1": "x1.2", "g2": "yc.1"})
        if (Bore.parse("yc.1") in preset.bores)
        else make(preset, {"r1": ("a1", "x1.2"), "r2": ("c1", "x1.2")}, {"g1": "x1.2"})
    )
    done = perform(scene, hand("x1.2~", "g1"), engine)
    to = "yc.1" if "g2" in scene.pierced else "gone"
    assert str(done.outcome) == f"r1 a1 x1.2>gone; r2 c1 x1.2>{to}"


@pytest.mark.parametrize("side", [-1, 1])
def test_pierce_free(engine: str, preset: BlockSpec, full: Make, hand: MakeScript, side: int) -> None:
    """A stick passes under sticks that stand higher and comes to lie in the middle, sticking out at both ends."""
    done = perform(full(preset), hand("x2.2", "b1", side), engine)
    assert str(done.outcome) == "nothing"
    assert done.after.pose("b1")[:2] == pytest.approx([0.0, 0.0])
    start = done.recording.poses[0, 0]
    assert side * start[0] - preset.stick_length_m / 2 > preset.size_m[0] / 2
    assert not done.disturbed


@pytest.mark.parametrize("side", [-1, 1])
def test_pierce_blocked_by_a_standing_stick(
    engine: str, preset: BlockSpec, make: Make, hand: MakeScript, side: int
) -> None:
    """A stick across the bore stops the hand: the pushed one is drawn out again and leaves nobody on another floor."""
    scene = make(preset, {"r1": ("b2", "x2.1")}, {"g1": "x2.1"})
    done = perform(scene, hand("x2.3", "b1", side), engine)
    assert str(done.outcome) == "blocked"
    assert done.after.names == ("g1", "r1")
    assert not done.disturbed
    first, last = done.recording.poses[0, 0], done.recording.poses[-1, 0]
    assert first == pytest.approx(last, abs=0.0005)
    tip = side * done.recording.poses[:, 0, 0].min() if side > 0 else -done.recording.poses[:, 0, 0].max()
    assert tip - preset.stick_length_m / 2 < preset.stick_diameter_m


def test_pierce_blocked_by_a_crossing_stick(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick in a bore that meets this one stops the hand, although neither of the two can move."""
    for crossing in ("ya.2", "yb.2", "yc.2"):
        done = perform(make(lattice, {}, {"g1": crossing}), hand("x2.2", "b1"), engine)
        assert str(done.outcome) == "blocked"
        assert done.after.names == ("g1",)


def test_pierce_of_a_full_bore_is_blocked(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """The stick that lies in the bore already stops the hand at its end."""
    done = perform(make(lattice, {}, {"g1": "x2.2"}), hand("x2.2", "b1"), engine)
    assert str(done.outcome) == "blocked"


def test_plant_into_a_taken_hole_is_blocked(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Illegal, yet a hand can try: the head of the stick that stands there stops it."""
    done = perform(make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"}), hand("b2", "b1"), engine)
    assert str(done.outcome) == "blocked"
    assert done.after.names == ("g1", "r1")
    assert not done.disturbed


@pytest.mark.parametrize(
    ("move", "stick", "said"),
    [
        ("x2.2^", "g1", "x2.2"),
        ("x2.3^", "r1", "x2.3"),
        ("x2.2", "g1", "block already"),
        ("c3=", "b1", "none stands in c3"),
        ("c3~", "r1", "c3"),
        ("x4.1", "b1", "no bore x4.1"),
        ("d1", "b1", "no hole d1"),
    ],
)
def test_what_cannot_be_performed_is_refused(
    engine: str, lattice: BlockSpec, make: Make, hand: MakeScript, move: str, stick: str, said: str
) -> None:
    """An act without its stick or place is refused in words, before any engine runs."""
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    with pytest.raises(MisuseError, match=said):
        perform(scene, hand(move, stick), engine)


IDLE = (("r1", "a1", "x1.3"), ("r2", "b2", "x2.3"), ("r3", "c3", "x3.1"))


def _leaning(engine: str, scene: Scene) -> World:
    """Return a world in which a nudge has made every standing stick lean."""
    world = open_world(engine, scene, scene.poses, frozenset(scene.pierced), PhysicsConfig())
    world.shake((2.0, 1.0))
    world.step(100)
    world.shake((0.0, 0.0))
    return world


def _feet_mm(spec: BlockSpec, scene: Scene, poses: Mapping[str, Pose]) -> list[float]:
    """Return how far each standing stick's foot is from where it was in the scene [mm]."""
    before = scene.poses
    return [1000 * (foot_height_m(spec, poses[name]) - foot_height_m(spec, before[name])) for name in scene.standing]


def _idle(engine: str, spec: BlockSpec, scene: Scene) -> dict[str, Pose]:
    """Let a minute pass; no foot may have moved by 0.1 mm at any of its seconds. Return the poses at its end."""
    world = _leaning(engine, scene)
    for _ in range(60):
        world.step(1000)
        poses = dict(zip(world.names, world.poses(), strict=True))
        assert max(map(abs, _feet_mm(spec, scene, poses))) < 0.1
    world.close()
    return poses


def test_idle(engine: str, preset: BlockSpec, make: Make) -> None:
    """A minute in which nobody does anything, with sticks that lean on each kind of floor, changes no floor."""
    standing = {name: (hole, on) for name, hole, on in IDLE}
    scene = make(preset, standing, {f"g{number}": on for number, (_, _, on) in enumerate(IDLE)})
    _idle(engine, preset, scene)


@pytest.mark.campaign
def test_idle_with_every_hole_taken(engine: str, preset: BlockSpec, full: Make) -> None:
    """The same minute with nine sticks."""
    _idle(engine, preset, full(preset))


@pytest.mark.cannot(ideal="it knows no sideways")
def test_a_nudge_makes_sticks_lean(engine: str, lattice: BlockSpec, full: Make) -> None:
    """A block that is pushed leaves its sticks behind until they lean in their holes."""
    scene = full(lattice)
    world = _leaning(engine, scene)
    poses = dict(zip(world.names, world.poses(), strict=True))
    world.close()
    assert all(abs(axis_of(poses[name])[2]) < 1 - 1e-6 for name in scene.standing)


def test_built_poses_are_the_scene_s(engine: str, preset: BlockSpec, full: Make, hand: MakeScript) -> None:
    """A world begins at the poses of its scene, to the last bit but one; settled again, feet are within 0.03 mm.

    The sticks lean and lie as a pull has left them: that is how scenes come to be.
    """
    whole = full(preset)
    done = perform(whole, hand("x2.3^", "r2"), engine)
    pierced = {name: bore for name, bore in whole.pierced.items() if name != "r2"}
    scene = dataclasses.replace(whole, before=done.after, pierced=pierced)
    world = open_world(engine, scene, scene.poses, frozenset(pierced), PhysicsConfig())
    built = dict(zip(world.names, world.poses(), strict=True))
    assert np.abs(np.array([built[name] for name in scene.before.names]) - scene.before.poses).max() < 1e-15
    world.step(500)
    settled = dict(zip(world.names, world.poses(), strict=True))
    world.close()
    assert max(map(abs, _feet_mm(preset, scene, settled))) < 0.03


@pytest.mark.parametrize("block", ["lattice", "staggered", "oneway"])
@pytest.mark.parametrize(
    "config",
    [PhysicsConfig(), PhysicsConfig(friction=0.6, restitution=0.3), PhysicsConfig(dt_s=0.0005)],
    ids=["recipe", "swollen, bouncing", "half the step"],
)
def test_instruments(engine: str, block: str, config: PhysicsConfig) -> None:
    """What has a known answer comes out right: falls, friction of the pair, bounce, wood, waking, depths.

    The ideal engine has neither friction nor bounce, and is not asked for them.
    """
    measurements = self_test(load_block(block), engine, config, Pipeline())
    assert [str(measurement) for measurement in measurements if not measurement.right] == []
    names = " ".join(measurement.name for measurement in measurements)
    assert ("friction" in names, "bounce" in names) == (engine != "ideal", engine != "ideal")
