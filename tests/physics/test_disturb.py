"""What disturbs an act on purpose: an unsteady hand, a leaning table, a knock; drawn for each act, within bounds."""

from __future__ import annotations

import dataclasses
import math

import pytest

from fakir3d.block.spec import BlockSpec
from fakir3d.motion import GRAVITY_M_S2
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.disturb import Disturbance, disturbance_of
from fakir3d.physics.perform import perform
from tests.physics.conftest import Make, MakeScript

pytestmark = pytest.mark.bullet

DISTURBED = PhysicsConfig(perturb_offset_m=0.0002, perturb_tilt_deg=2.0, perturb_knock_m_s2=20.0)


def test_nothing_is_disturbed_unless_asked(hand: MakeScript) -> None:
    """Without bounds nothing is disturbed, whatever the seed."""
    assert disturbance_of(hand("b2", "r1"), PhysicsConfig(perturb_seed=7)) == Disturbance()


def test_disturbances_are_drawn_for_each_act(hand: MakeScript) -> None:
    """The same act and seed draw the same, others draw others, all within their bounds."""
    scripts = [hand("b2", "r1", offset_mm=(0.01 * number, 0.0)) for number in range(20)]
    configs = [dataclasses.replace(DISTURBED, perturb_seed=seed) for seed in range(20)]
    drawn = {disturbance_of(script, config) for script in scripts for config in configs}
    assert len(drawn) == 400
    assert disturbance_of(scripts[0], configs[3]) == disturbance_of(scripts[0], configs[3])
    for found in drawn:
        assert max(map(abs, found.offset_m)) <= 0.0002
        assert math.hypot(*found.lean_m_s2) == pytest.approx(GRAVITY_M_S2 * math.tan(math.radians(2)))
        assert math.hypot(*found.knock_m_s2) == pytest.approx(20.0)


def test_one_bound_leaves_the_other_lots_alone(hand: MakeScript) -> None:
    """With the knock left out, offset and lean are what they were."""
    script = hand("b2", "r1")
    whole, part = disturbance_of(script, DISTURBED), dataclasses.replace(DISTURBED, perturb_knock_m_s2=0.0)
    assert disturbance_of(script, part) == dataclasses.replace(whole, knock_m_s2=(0.0, 0.0))


def test_a_steady_stick_leans_with_the_table(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """On a table that leans, a standing stick's head goes to the low side; no floor changes."""
    scene, script = make(lattice, {"r1": ("b2", "x2.2")}, {"g1": "x2.2"}), hand("x1.1", "r2")
    config = PhysicsConfig(perturb_tilt_deg=5.0)
    done = perform(scene, script, "bullet", config)
    # In the block's own frame everything lags behind the push.
    lean = disturbance_of(script, config).lean_m_s2
    head = done.after.pose("r1")[:2] - scene.before.pose("r1")[:2]
    assert lean[0] * head[0] + lean[1] * head[1] < -1e-6
    assert str(done.outcome) == "nothing"


def test_sound_blocks_bear_being_disturbed(preset: BlockSpec, full: Make, hand: MakeScript) -> None:
    """Offsets, a leaning table and a knock, five seeds: every outcome is as without them."""
    scene = full(preset)
    for move, stick in (("x2.3^", "r2"), ("x1.3^", "r1")):
        usual = perform(scene, hand(move, stick), "bullet").outcome
        for seed in range(5):
            config = dataclasses.replace(DISTURBED, perturb_seed=seed)
            done = perform(scene, hand(move, stick), "bullet", config)
            assert (done.outcome, done.rest.settled, done.disturbed) == (usual, True, ())


def test_an_offset_never_goes_into_the_wood(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """However unsteady the hand, the stick is let go within its hole."""
    for seed in range(10):
        config = PhysicsConfig(perturb_offset_m=0.005, perturb_seed=seed)
        done = perform(make(lattice, {}, {"g1": "x2.2"}), hand("b2", "r1"), "bullet", config)
        assert str(done.outcome) == "r1 b2 hand>x2.2"
