"""Fidelity as data: what each field of the physics config changes, and that it changes nothing else."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.block.mesh import Mesh, block_mesh, preview_mesh
from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec, Ends
from fakir3d.block.weld import weld
from fakir3d.errors import MisuseError
from fakir3d.motion import Snapshot
from fakir3d.physics.config import WOODS, Bores, EndShape, PhysicsConfig, Pierced
from fakir3d.physics.engines import open_world
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.perturb import Perturbation, perturbation
from fakir3d.physics.places import Scene, lying_pose, poses_of, standing_pose
from fakir3d.physics.reading import lies_in
from fakir3d.physics.scene import scene_of, seated
from fakir3d.physics.script import Script, script_for
from fakir3d.physics.worlds import wood
from fakir3d.rules import Mode, Phase, Setup, advance, legal_moves, predict, start

pytestmark = pytest.mark.bullet

Make = Callable[..., Scene]
Full = Callable[[BlockSpec], Scene]
MakeScript = Callable[..., Script]
Mark = Callable[[Performance], str]

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
    preset: BlockSpec, full: Full, hand: MakeScript, mark: Mark, way: dict[str, str]
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
    lots, state, snapshot = Random(11), start(Setup(lattice_of(preset), Mode.TWO, 6)), Snapshot.of({})
    made: list[tuple[Scene, Script, str]] = []
    while state.phase is not Phase.OVER:
        move = lots.choice(legal_moves(state))
        scene, script = scene_of(preset, state, snapshot), script_for(state, move, 3, len(made))
        done = perform(scene, script, "bullet", config)
        made.append((scene, script, mark(done)))
        foretold = predict(state, move)
        state = advance(state, move, foretold)
        snapshot = done.after if done.outcome == foretold else seated(preset, state)
    for scene, script, seen in reversed(made):
        assert mark(perform(scene, script, "bullet", config)) == seen


# Pierced sticks: held or free.


def test_every_engine_lets_pierced_sticks_lie_free(
    preset: BlockSpec, full: Full, hand: MakeScript, engine: str
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


def test_free_pierced_sticks_feel_what_happens(lattice: BlockSpec, full: Full, hand: MakeScript) -> None:
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


# Round bores.


def _off_axis_m(spec: BlockSpec, scene: Scene, hand: MakeScript, bores: Bores) -> float:
    """Return how far off its hole's axis a stick that was put into a corner of its square hole has its foot."""
    done = perform(scene, hand("a1", "g9"), "bullet", PhysicsConfig(bores=bores))
    x, y = spec.centre_m(Hole.parse("b2"))
    pose = done.after.pose("r1")
    return math.hypot(pose[0] - x, pose[1] - y)


def test_round_holes_have_no_corners(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick in the corner of a square hole stays there; a round hole of the same width pushes it out of its wall."""
    scene = make(lattice, {"r1": ("b2", "x2.1")}, {"g1": "x2.1"})
    corner = standing_pose(lattice, Hole.parse("b2"), lattice.foot_m(Bore.parse("x2.1")), (0.00024, 0.00024))
    scene = dataclasses.replace(scene, before=Snapshot.of({**scene.before.as_dict(), "r1": corner}))
    assert _off_axis_m(lattice, scene, hand, Bores.SQUARE) > 0.00030
    assert _off_axis_m(lattice, scene, hand, Bores.ROUND) < 0.00026


def test_the_pieces_of_the_skin_are_all_of_it(preset: BlockSpec, make: Make) -> None:
    """Round wood is cut into a piece for every hole and floor; together they have every triangle, at its place."""
    whole, pieces = weld(block_mesh(preset)), wood.round_wood(make(preset, {}, {}))
    assert len(pieces) == 9 * len(preset.floors)
    middles = [piece.vertices_m[piece.triangles].mean(axis=1) for piece in pieces]
    together = np.sort(np.concatenate(middles), axis=0)
    assert (together == np.sort(whole.vertices_m[whole.triangles].mean(axis=1), axis=0)).all()


def test_a_mesh_with_a_leak_is_refused(
    lattice: BlockSpec, make: Make, hand: MakeScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A triangle left out opens three edges; no act is simulated in such a block, and the message counts them."""

    def leaking(spec: BlockSpec) -> Mesh:
        mesh = block_mesh(spec)
        return dataclasses.replace(mesh, triangles=mesh.triangles[1:])

    _refused(lattice, make, hand, monkeypatch, leaking, "open at 3 edges; use bores=square")


def test_round_bores_without_the_exact_mesh_are_refused(
    lattice: BlockSpec, make: Make, hand: MakeScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without manifold3d there is only a preview, whose walls run through one another: refused, saying what to do."""
    _refused(lattice, make, hand, monkeypatch, preview_mesh, "manifold3d.*install it, or use bores=square")


def _refused(
    spec: BlockSpec,
    make: Make,
    hand: MakeScript,
    monkeypatch: pytest.MonkeyPatch,
    mesh: Callable[[BlockSpec], Mesh],
    said: str,
) -> None:
    wood._pieces.cache_clear()
    monkeypatch.setattr(wood, "block_mesh", mesh)
    with pytest.raises(MisuseError, match=said):
        perform(make(spec, {}, {}), hand("b2", "r1"), "bullet", PhysicsConfig(bores=Bores.ROUND))
    wood._pieces.cache_clear()


def test_round_bores_of_changed_wood_are_refused(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A scene whose boxes were changed on purpose is not quietly simulated with a block that was not."""
    scene = make(lattice, {}, {})
    scene = dataclasses.replace(scene, solids=scene.solids[1:])
    with pytest.raises(MisuseError, match="this scene's wood was changed; use bores=square"):
        perform(scene, hand("b2", "r1"), "bullet", PhysicsConfig(bores=Bores.ROUND))


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
    world = open_world("bullet", scene, poses_of(scene), frozenset(), config)
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
        name: _pushed_m(lattice, PhysicsConfig(pierced=Pierced.FREE, friction=friction), scene, (0.2 * 9.81, 0.0))
        for name, friction in WOODS.items()
    }
    assert slid["waxed"] == pytest.approx((0.2 - 0.09) * 9.81 * 0.05**2 / 2, rel=0.1)
    assert max(slid["dry"], slid["swollen"]) < 1e-5


def test_rolling_friction_holds_a_lying_stick(lattice: BlockSpec, make: Make) -> None:
    """Pushed sideways a round stick rolls to the wall; with a lever arm longer than the push's it stays."""
    scene = make(lattice, {}, {"r1": "x2.2"})
    rolls, stays = (
        _pushed_m(lattice, PhysicsConfig(pierced=Pierced.FREE, rolling_m=arm), scene, (0.0, 0.03 * 9.81))
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
        slowed = 9.81 / rate * (time_s - (1 - math.exp(-rate * time_s)) / rate) if rate else 9.81 * time_s**2 / 2
        assert fallen == pytest.approx(slowed, rel=0.02)


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


# The hand, and what disturbs an act.


def test_hand_speed(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """The hand takes half the time at double speed, and the act ends the same."""
    scene = make(lattice, {}, {})
    slow, usual, fast = (
        perform(scene, hand("x2.2", "r1"), "ideal", PhysicsConfig(hand_speed=speed)) for speed in (0.5, 1.0, 2.0)
    )
    assert slow.outcome == usual.outcome == fast.outcome
    hand_s = [done.rest.simulated_s - done.rest.settling_s for done in (slow, usual, fast)]
    assert hand_s == pytest.approx([hand_s[1] * 2, hand_s[1], hand_s[1] / 2], rel=0.02)


DISTURBED = PhysicsConfig(perturb_offset_m=0.0002, perturb_tilt_deg=2.0, perturb_knock_m_s2=20.0)


def test_nothing_is_disturbed_unless_asked(hand: MakeScript) -> None:
    """Without bounds there is no perturbation, whatever the seed."""
    assert perturbation(hand("b2", "r1"), PhysicsConfig(perturb_seed=7)) == Perturbation()


def test_perturbations_are_drawn_for_each_act(hand: MakeScript) -> None:
    """The same act and seed draw the same, others draw others, all within their bounds."""
    scripts = [hand("b2", "r1", offset_mm=(0.01 * number, 0.0)) for number in range(20)]
    configs = [dataclasses.replace(DISTURBED, perturb_seed=seed) for seed in range(20)]
    drawn = {perturbation(script, config) for script in scripts for config in configs}
    assert len(drawn) == 400
    assert perturbation(scripts[0], configs[3]) == perturbation(scripts[0], configs[3])
    for found in drawn:
        assert max(map(abs, found.offset_m)) <= 0.0002
        assert math.hypot(*found.lean_m_s2) == pytest.approx(9.81 * math.tan(math.radians(2)))
        assert math.hypot(*found.knock_m_s2) == pytest.approx(20.0)


def test_one_bound_leaves_the_other_lots_alone(hand: MakeScript) -> None:
    """With the knock left out, offset and lean are what they were."""
    script = hand("b2", "r1")
    whole, part = perturbation(script, DISTURBED), dataclasses.replace(DISTURBED, perturb_knock_m_s2=0.0)
    assert perturbation(script, part) == dataclasses.replace(whole, knock_m_s2=(0.0, 0.0))


def test_a_steady_stick_leans_with_the_table(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """On a table that leans, a standing stick's head goes to the low side; no floor changes."""
    scene, script = make(lattice, {"r1": ("b2", "x2.2")}, {"g1": "x2.2"}), hand("x1.1", "r2")
    config = PhysicsConfig(perturb_tilt_deg=5.0)
    done = perform(scene, script, "bullet", config)
    # In the block's own frame everything lags behind the push.
    lean = perturbation(script, config).lean_m_s2
    head = done.after.pose("r1")[:2] - scene.before.pose("r1")[:2]
    assert lean[0] * head[0] + lean[1] * head[1] < -1e-6
    assert str(done.outcome) == "nothing"


def test_sound_blocks_bear_being_disturbed(preset: BlockSpec, full: Full, hand: MakeScript) -> None:
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
