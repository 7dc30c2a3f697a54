"""Fidelity as data: what each field of the physics config changes, and that it changes nothing else."""

from __future__ import annotations

import dataclasses
import math
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec, Ends
from fakir3d.motion import GRAVITY_M_S2, Snapshot
from fakir3d.physics.config import WOODS, Bores, EndShape, PhysicsConfig, Pierced
from fakir3d.physics.engines import open_world
from fakir3d.physics.hand.script import Script, script_for
from fakir3d.physics.perform import perform
from fakir3d.physics.reading import lies_in
from fakir3d.physics.scene import Scene, lying_pose, scene_of, seated, standing_pose
from fakir3d.rules import Mode, Phase, Setup, advance, legal_moves, predict, start
from tests.physics.conftest import Make, MakeScript, Mark

pytestmark = pytest.mark.bullet

WAYS = (
    {"pierced": Pierced.FREE},
    {"ends": EndShape.FLAT},
    {"ends": EndShape.FLAT, "pierced": Pierced.FREE},
)
ROUND = (
    {"bores": Bores.ROUND},
    {"bores": Bores.ROUND, "pierced": Pierced.FREE},
)
"""A mesh costs a hundred times what boxes cost."""


def _named(way: dict[str, str]) -> str:
    return " ".join(map(str, way.values()))


@pytest.mark.parametrize("way", WAYS, ids=_named)
def test_sound_blocks_play_the_same_whatever_the_fidelity(
    preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark, way: dict[str, str]
) -> None:
    """In a full preset a pull ends alike in every way to simulate, settles, and repeats to the bit."""
    config = PhysicsConfig(**way)  # type: ignore[arg-type]
    scene, script = full(preset), hand("x2.3^", "r2")
    done = perform(scene, script, "bullet", config)
    assert done.outcome == perform(scene, script, "bullet").outcome
    assert done.rest.settled
    assert done.disturbed == ()
    assert mark(done) == mark(perform(scene, script, "bullet", config))


@pytest.mark.parametrize("way", WAYS + ROUND, ids=_named)
def test_a_plant_and_a_pierce_in_every_way(
    lattice: BlockSpec, make: Make, hand: MakeScript, mark: Mark, way: dict[str, str]
) -> None:
    """A stick let in stands on the free or held one; a stick pushed in lies in its bore; both stop what they cross."""
    config = PhysicsConfig(**way)  # type: ignore[arg-type]
    under = make(lattice, {}, {"g1": "x2.2"})
    stood = perform(under, hand("b2", "r1"), "bullet", config)
    assert str(stood.outcome) == "r1 b2 hand>x2.2"
    scene = dataclasses.replace(under, before=stood.after, standing={"r1": Hole.parse("b2")})
    in_it = perform(scene, hand("x1.2", "g2"), "bullet", config)
    assert str(in_it.outcome) == "nothing"
    assert lies_in(lattice, Bore.parse("x1.2"), tuple(in_it.after.pose("g2").tolist()))  # type: ignore[arg-type]
    assert str(perform(scene, hand("x2.3", "g2"), "bullet", config).outcome) == "blocked"
    crossed = perform(scene, hand("ya.2", "g2"), "bullet", config)
    assert str(crossed.outcome) == "blocked"
    assert crossed.disturbed == ()
    assert crossed.rest.settled
    pulled = perform(scene, hand("x2.2^", "g1"), "bullet", config)
    assert str(pulled.outcome) == "r1 b2 x2.2>gone"
    assert pulled.rest.settled
    assert mark(pulled) == mark(perform(scene, hand("x2.2^", "g1"), "bullet", config))


@pytest.mark.parametrize(
    "config",
    [
        PhysicsConfig(),
        PhysicsConfig(tap=True, ends=EndShape.FLAT),
        PhysicsConfig(pierced=Pierced.FREE),
        PhysicsConfig(perturb_tilt_deg=2.0, perturb_knock_m_s2=30.0),
    ],
    ids=["recipe", "flat", "free", "disturbed"],
)
def test_acts_repeat_whatever_came_before(mark: Mark, config: PhysicsConfig) -> None:
    """A game's acts, performed again from the last to the first, come out the same to the last bit."""
    preset = load_block("staggered")
    rng, state, snapshot = Random(11), start(Setup(lattice_of(preset), Mode.TWO, 6)), Snapshot.of({})
    made: list[tuple[Scene, Script, str]] = []
    while state.phase is not Phase.OVER:
        move = rng.choice(legal_moves(state))
        scene, script = scene_of(preset, state, snapshot), script_for(state, move, 3, len(made))
        done = perform(scene, script, "bullet", config)
        made.append((scene, script, mark(done)))
        predicted = predict(state, move)
        state = advance(state, move, predicted)
        snapshot = done.after if done.outcome == predicted else seated(preset, state)
    for scene, script, seen in reversed(made):
        assert mark(perform(scene, script, "bullet", config)) == seen


# Pierced sticks: held or free.


def test_every_engine_lets_pierced_sticks_lie_free(
    preset: BlockSpec, full: Make, hand: MakeScript, engine: str
) -> None:
    """A pull over free sticks and a pierce that ends with letting go: the same outcomes, at rest, in every engine."""
    config, scene = PhysicsConfig(pierced=Pierced.FREE), full(preset)
    pulled = perform(scene, hand("x2.3^", "r2"), engine, config)
    assert pulled.outcome == perform(scene, hand("x2.3^", "r2"), engine).outcome
    empty = dataclasses.replace(scene, before=Snapshot.of({}), standing={}, pierced={})
    pierced = perform(empty, hand("x2.2", "r1"), engine, config)
    assert str(pierced.outcome) == "nothing"
    for done in (pulled, pierced):
        assert done.rest.settled
        assert done.disturbed == ()


def test_free_pierced_sticks_feel_what_happens(lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """Held ones stay to the last bit; free ones give a little when sticks come down on them."""
    scene = full(lattice)
    low = "r4"
    assert (perform(scene, hand("x2.3^", "r2"), "bullet").after.pose(low) == scene.before.pose(low)).all()
    free = perform(scene, hand("x2.3^", "r2"), "bullet", PhysicsConfig(pierced=Pierced.FREE))
    moved = math.dist(free.after.pose("r5")[:3], scene.before.pose("r5")[:3])
    assert 1e-7 < moved < 5e-4


def test_a_free_stick_that_is_in_the_hand_is_held(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Pushed in, it follows the hand exactly, and is let go at rest: afterwards it lies where gravity has it."""
    done = perform(make(lattice, {}, {}), hand("x2.2", "r1"), "bullet", PhysicsConfig(pierced=Pierced.FREE))
    assert str(done.outcome) == "nothing"
    assert math.dist(done.after.pose("r1")[:3], lying_pose(lattice, Bore.parse("x2.2"))[:3]) < 3e-5


# Ends.


def test_ends_as_the_block_has_them(lattice: BlockSpec, make: Make, hand: MakeScript, mark: Mark) -> None:
    """``block`` is round for a block with round ends and flat for one with flat ends."""
    flat = dataclasses.replace(lattice, stick_ends=Ends.FLAT)
    for spec, ends in ((lattice, EndShape.ROUND), (flat, EndShape.FLAT)):
        scene = make(spec, {}, {"g1": "x2.2"})
        done = [perform(scene, hand("b2", "r1"), "bullet", PhysicsConfig(ends=each)) for each in (ends, EndShape.BLOCK)]
        assert mark(done[0]) == mark(done[1])
    assert PhysicsConfig().flat_ends(flat)
    assert not PhysicsConfig(ends=EndShape.ROUND).flat_ends(flat)


# Surfaces and damping, asked of a world directly.


def _pushed_m(spec: BlockSpec, config: PhysicsConfig, scene: Scene, push_m_s2: tuple[float, float]) -> float:
    """Return how far a free lying stick has gone 50 ms after the table began to push [m]."""
    world = open_world("bullet", scene, scene.poses, frozenset(), config)
    world.step(100)
    before = world.poses()[0]
    world.shake(push_m_s2)
    world.step(50)
    after = world.poses()[0]
    world.close()
    return math.dist(before[:3], after[:3])


def test_friction_of_woods(lattice: BlockSpec, make: Make) -> None:
    """A stick along its bore slides where the push is more than friction holds: on waxed wood, not on dry."""
    scene = make(lattice, {}, {"r1": "x2.2"})
    slid = {
        name: _pushed_m(
            lattice, PhysicsConfig(pierced=Pierced.FREE, friction=friction), scene, (0.2 * GRAVITY_M_S2, 0.0)
        )
        for name, friction in WOODS.items()
    }
    assert slid["waxed"] == pytest.approx((0.2 - 0.09) * GRAVITY_M_S2 * 0.05**2 / 2, rel=0.1)
    assert max(slid["dry"], slid["swollen"]) < 1e-5


def test_rolling_friction_holds_a_lying_stick(lattice: BlockSpec, make: Make) -> None:
    """Pushed sideways a round stick rolls to the wall; with a lever arm longer than the push's it stays."""
    scene = make(lattice, {}, {"r1": "x2.2"})
    rolls, stays = (
        _pushed_m(lattice, PhysicsConfig(pierced=Pierced.FREE, rolling_m=arm), scene, (0.0, 0.03 * GRAVITY_M_S2))
        for arm in (0.0, 0.0003)
    )
    assert rolls > 0.0001
    assert stays < 0.00001


def test_damping_slows_falls_as_it_says(lattice: BlockSpec, make: Make) -> None:
    """A stick that loses a share of its speed each second falls as v' = g + v ln(1 - share)."""
    scene = make(lattice, {}, {})
    for share in (0.0, 0.9):
        config = PhysicsConfig(damping=share)
        world = open_world("bullet", scene, {"r1": standing_pose(lattice, Hole.parse("b2"), 0.1)}, frozenset(), config)
        world.step(120)
        fallen = 0.1 + lattice.stick_length_m / 2 - world.poses()[0][2]
        world.close()
        rate, time_s = -math.log(1 - share), 0.12
        slowed = (time_s - (1 - math.exp(-rate * time_s)) / rate) / rate if rate else time_s**2 / 2
        assert fallen == pytest.approx(GRAVITY_M_S2 * slowed, rel=0.02)


def test_restitution_throws_back(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick that falls to the table bounces with it and does not without, and never higher than it says."""
    scene, rises = make(lattice, {}, {}), []
    for restitution in (0.0, 0.9):
        done = perform(scene, hand("b2", "r1"), "bullet", PhysicsConfig(restitution=restitution, deadline_s=5.0))
        feet = done.recording.poses[:, 0, 2] - lattice.stick_length_m / 2
        rises.append(feet[int((feet < 0.003).argmax()) :].max())
        assert str(done.outcome) == "r1 b2 hand>gone"
        assert done.rest.settled
    assert rises[0] < 0.003
    assert 0.005 < rises[1] < 0.9**2 * 0.1


# The hand.


def test_hand_speed(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """The hand takes half the time at double speed, and the act ends the same."""
    scene = make(lattice, {}, {})
    slow, usual, fast = (
        perform(scene, hand("x2.2", "r1"), "ideal", PhysicsConfig(hand_speed=speed)) for speed in (0.5, 1.0, 2.0)
    )
    assert slow.outcome == usual.outcome == fast.outcome
    hand_s = [done.rest.simulated_s - done.rest.settling_s for done in (slow, usual, fast)]
    assert hand_s == pytest.approx([hand_s[1] * 2, hand_s[1], hand_s[1] / 2], rel=0.02)
