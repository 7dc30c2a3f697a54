"""What only MuJoCo can get wrong: its warnings, letting go, seeing contacts in time; and how it can be configured."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import numpy as np
import pytest

from fakir3d.block.spec import BlockSpec
from fakir3d.errors import EngineError
from fakir3d.motion import GRAVITY_M_S2
from fakir3d.physics.config import Bores, EndShape, PhysicsConfig, Pierced
from fakir3d.physics.perform import perform
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.scene import standing_pose
from fakir3d.physics.worlds.mujoco.world import MujocoWorld
from tests.physics.conftest import Make, MakeScript, Mark

CALM = {"pierced": Pierced.FREE, "pierced_damping": 0.9, "rolling_m": 0.0001}


@pytest.mark.parametrize("dt_s", [1 / 60, 1 / 240, 1 / 1000, 1 / 2000])
def test_nothing_goes_through_at_any_step(preset: BlockSpec, make: Make, dt_s: float) -> None:
    """Longest falls onto the lowest stick and onto the table, at 10 phases of the step: never 0.05 mm deep.

    At coarse steps walls are seen so early that they brake, so only at fine ones all have landed by then.
    """
    low = preset.bores[0]
    hole = next(hole for hole in preset.holes if low.passes_under(hole))
    for phase in range(10):
        for pierced in ({"r1": str(low)}, {}):
            scene = make(preset, {}, pierced)
            poses = {**scene.poses, "g1": standing_pose(preset, hole, 0.100 + phase * 0.0006)}
            world = MujocoWorld(scene, poses, frozenset(pierced), PhysicsConfig(dt_s=dt_s))
            lowest = 1.0
            for _ in range(round(0.25 / dt_s)):
                world.step(1)
                lowest = min(lowest, foot_height_m(preset, world.poses()[0]))
            world.close()
            above = lowest - (preset.foot_m(low) if pierced else 0.0)
            assert above > -5e-5
            assert above < 5e-5 or dt_s > 1 / 1000


@pytest.mark.parametrize(
    "way",
    [CALM, {"ends": EndShape.FLAT}, {"friction": 0.6}, {"restitution": 0.3}],
    ids=["free", "flat", "swollen", "bouncing"],
)
def test_sound_blocks_play_the_same_whatever_the_fidelity(
    preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark, way: dict[str, object]
) -> None:
    """A pull ends alike in every way to simulate, settles, disturbs nothing and repeats to the bit."""
    config = dataclasses.replace(PhysicsConfig(), **way)
    scene, script = full(preset), hand("x2.3^", "r2")
    done = perform(scene, script, "mujoco", config)
    assert done.outcome == perform(scene, script, "mujoco").outcome
    assert done.rest.settled
    assert not done.disturbed
    assert mark(done) == mark(perform(scene, script, "mujoco", config))


def test_free_pierced_sticks_feel_what_falls_on_them(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Free in its bore the lower stick gives way a little under a fall; held it does not move at all."""
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3", "g2": "x2.1"})
    for config, moves in ((PhysicsConfig(), False), (dataclasses.replace(PhysicsConfig(), **CALM), True)):
        done = perform(scene, hand("x2.3^", "g1"), "mujoco", config)
        assert str(done.outcome) == "r1 b2 x2.3>x2.1"
        assert bool(np.ptp(done.recording.poses[:, done.recording.names.index("g2")], axis=0).any()) is moves


def test_round_bores(lattice: BlockSpec, make: Make, hand: MakeScript, mark: Mark) -> None:
    """In the skin of the seen block sticks fall, are planted and stop the hand as in boxes, and repeat to the bit."""
    config = PhysicsConfig(bores=Bores.ROUND)
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3", "g2": "x2.1"})
    for move, stick, outcome in (
        ("x2.3^", "g1", "r1 b2 x2.3>x2.1"),
        ("a2", "b1", "b1 a2 hand>x2.3"),
        ("yb.1", "b1", "blocked"),
    ):
        done = perform(scene, hand(move, stick), "mujoco", config)
        assert str(done.outcome) == outcome
        assert done.rest.settled
        assert not done.disturbed
        assert outcome == "blocked" or done.deepest_m < 1e-4
        assert any("g2" in {contact.stick, contact.other} for contact in done.contacts) == (move == "x2.3^")
    assert mark(perform(scene, hand(move, stick), "mujoco", config)) == mark(done)


def test_warnings_are_errors_and_leave_no_file(
    lattice: BlockSpec, full: Make, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Where MuJoCo would start over in silence, or write a log beside the user's files, it gives up in words."""
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        scene = full(lattice)
        world = MujocoWorld(scene, scene.poses, frozenset(scene.pierced), PhysicsConfig())
        world._bodies.qvel[0, 0] = np.nan
        world.step(4)
        with pytest.raises(EngineError, match="half the step"):
            world.speeds()
        world.close()
    finally:
        os.chdir(here)
    assert not list(tmp_path.iterdir())
    assert capfd.readouterr() == ("", "")


def test_letting_go_disturbs_nobody(lattice: BlockSpec, make: Make) -> None:
    """While others fall one is let go: they fall on as if it had been free, far from it, all the time."""
    scene = make(lattice, {"r1": ("a1", "x1.3"), "r2": ("c3", "x3.3")}, {})
    poses = {**scene.poses, "g1": standing_pose(lattice, lattice.holes[4], 0.3)}
    world = MujocoWorld(scene, poses, frozenset({"g1"}), PhysicsConfig())
    alone = MujocoWorld(scene, scene.poses, frozenset(), PhysicsConfig())
    for count in (17, 23):
        world.step(count)
        alone.step(count)
        world.release("g1") if count == 17 else None
    falling = dict(zip(world.names, world.poses(), strict=True))
    for name, pose in zip(alone.names, alone.poses(), strict=True):
        assert falling[name] == pytest.approx(pose, abs=1e-12)
    assert falling["g1"][2] == pytest.approx(poses["g1"][2] - GRAVITY_M_S2 * 0.023**2 / 2, abs=2e-4)
    world.close()
    alone.close()
