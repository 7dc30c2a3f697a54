"""What only Bullet can get wrong: lost parts, coarse steps, clients, noise; and sticks that hang in a faulty block."""

from __future__ import annotations

import dataclasses
import json
import resource
import subprocess
import sys
from collections.abc import Callable

import pytest

from fakir3d.block.solids import Box
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import EngineError
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.perform import perform, perform_steps
from fakir3d.physics.places import Scene, poses_of, standing_pose
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.script import Script
from fakir3d.rules.outcome import Fate

bullet = pytest.importorskip("fakir3d.physics.worlds.bullet")

pytestmark = pytest.mark.bullet

Make = Callable[..., Scene]
MakeScript = Callable[..., Script]


def test_lost_parts_are_noticed(lattice: BlockSpec, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bullet keeps 16 boxes of a body and says nothing of the others; asked for more, we do."""
    bullet._check_parts.cache_clear()
    monkeypatch.setattr(bullet, "_PARTS", 17)
    with pytest.raises(EngineError, match="16 of 17 parts"):
        perform_with_a_stick(make(lattice, {}, {}))


def perform_with_a_stick(scene: Scene) -> None:
    """Open a world on a scene and close it again."""
    bullet.BulletWorld(scene, poses_of(scene), frozenset(), PhysicsConfig()).close()


def test_an_outline_that_differs_is_noticed(lattice: BlockSpec, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A box that did not come where it was asked for makes the block's outline differ, and that is an error."""
    engine = bullet.engine
    whole = engine.createCollisionShapeArray

    def shifted(*, collisionFramePositions: list[list[float]], **rest: object) -> int:  # noqa: N803
        moved = [[x + 0.1, y, z] for x, y, z in collisionFramePositions]
        return int(whole(collisionFramePositions=moved, **rest))

    monkeypatch.setattr(engine, "createCollisionShapeArray", shifted)
    with pytest.raises(EngineError, match="block ends at"):
        perform_with_a_stick(make(lattice, {}, {}))


def test_every_box_stops_a_stick(lattice: BlockSpec, make: Make) -> None:
    """All 48 boxes are there: a ray through the middle of each, along each axis, meets wood."""
    scene = make(lattice, {}, {})
    world = bullet.BulletWorld(scene, {}, frozenset(), PhysicsConfig())
    for box in scene.solids:
        x, y, z = (value * 10 for value in box.centre_m)
        found = bullet.engine.rayTest([x, y, z + 20], [x, y, z], physicsClientId=world._client)
        assert found[0][0] >= 0
        assert found[0][3][2] >= z - 1e-6
    world.close()


def _through(dt_s: float, spec: BlockSpec, make: Make) -> int:
    """Return how many of 20 longest falls, at 20 phases of the step, go through the lowest stick."""
    low, count = spec.bores[0], 0
    hole = next(hole for hole in spec.holes if low.passes_under(hole))
    for phase in range(20):
        scene = make(spec, {}, {"r1": str(low)})
        poses = {**poses_of(scene), "g1": standing_pose(spec, hole, 0.100 + phase * 0.0003)}
        world = bullet.BulletWorld(scene, poses, frozenset({"r1"}), PhysicsConfig(dt_s=dt_s))
        world.step(round(0.4 / dt_s))
        count += foot_height_m(spec, world.poses()[0]) < spec.foot_m(low) - 0.003
        world.close()
    return count


def test_a_coarse_step_fails_the_contract(lattice: BlockSpec, make: Make) -> None:
    """At 1/60 s sticks fall through sticks, at 1/1000 s none does: the contract's longest fall can fail."""
    assert _through(1 / 1000, lattice, make) == 0
    assert _through(1 / 60, lattice, make) > 0


def test_a_stick_through_another_is_astray(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """What ends across a pierced stick is read as astray, never rounded to a floor."""
    config = PhysicsConfig(dt_s=1 / 60)
    outcomes = [
        perform(make(lattice, {}, {"g1": "x2.1"}), hand("b2", "b1", offset_mm=(0, 0.01 * n)), "bullet", config).outcome
        for n in range(12)
    ]
    assert Fate.ASTRAY in {outcome.falls[0].to for outcome in outcomes}


def test_a_block_without_walls_is_found(
    lattice: BlockSpec, full: Callable[[BlockSpec], Scene], hand: MakeScript
) -> None:
    """Where the wood around its hole is missing a stick that leans a little topples, and the reading says astray."""
    scene = full(lattice)
    leaning = scene.before.pose("g5").copy()
    leaning[3:] = [0.005, 0.0, 0.0, (1 - 0.005**2) ** 0.5]
    before = Snapshot.of({**scene.before.as_dict(), "g5": leaning})
    bare = dataclasses.replace(scene, solids=scene.solids[:1], before=before)
    done = perform(bare, hand("x2.3^", "r2"), "bullet")
    assert any(fall.to is Fate.ASTRAY for fall in done.outcome.falls)


def ledge(intrudes_m: float, sides: tuple[int, ...]) -> tuple[Box, ...]:
    """Return boxes that stick out into hole b2 at a height of 60 mm, as a badly drilled hole may have them."""
    return tuple(Box((side * (0.00525 - intrudes_m), 0.0, 0.060), (0.002, 0.0025, 0.002)) for side in sides)


def test_a_stick_that_hangs_is_told(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Two ledges narrower than the stick hold it for good: it hangs, the tap does not help, and both are said."""
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    scene = dataclasses.replace(scene, solids=(*scene.solids, *ledge(0.001, (-1, 1))))
    strict = perform(scene, hand("x2.3^", "g1"), "bullet")
    assert str(strict.outcome) == "r1 b2 x2.3>hung:x2.2"
    assert not strict.tapped
    play = perform(scene, hand("x2.3^", "g1"), "bullet", PhysicsConfig(tap=True))
    assert str(play.outcome) == "r1 b2 x2.3>hung:x2.2"
    assert play.tapped
    assert play.rest.settled
    assert play.rest.simulated_s > strict.rest.simulated_s + 0.04


def test_a_tap_brings_a_jammed_stick_down(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick that only friction holds on a rough ledge comes down at the tap, and the outcome is the fall (R12)."""
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    scene = dataclasses.replace(scene, solids=(*scene.solids, *ledge(0.00045, (-1,))))
    rough = PhysicsConfig(friction=4.0)
    assert str(perform(scene, hand("x2.3^", "g1"), "bullet", rough).outcome) == "r1 b2 x2.3>hung:x2.2"
    done = perform(scene, hand("x2.3^", "g1"), "bullet", dataclasses.replace(rough, tap=True))
    assert str(done.outcome) == "r1 b2 x2.3>gone"
    assert done.tapped


def test_a_tap_moves_nothing_that_stands(
    lattice: BlockSpec, full: Callable[[BlockSpec], Scene], hand: MakeScript
) -> None:
    """The tap shakes the whole block, and yet no stick that stands properly leaves its floor."""
    scene = full(lattice)
    scene = dataclasses.replace(scene, solids=(*scene.solids, *ledge(0.001, (-1, 1))))
    done = perform(scene, hand("x2.3^", "r2"), "bullet", PhysicsConfig(tap=True))
    assert done.tapped
    assert str(done.outcome) == "g4 a2 x2.3>x2.1; g5 b2 x2.3>hung:x2.2; g6 c2 x2.3>x2.1"
    assert not done.disturbed


def test_too_many_acts_at_once_are_refused(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Each overlapping act takes 30 MB; beyond a bound the next is refused in words, and closing one makes room."""
    scene = make(lattice, {}, {})
    acts = [perform_steps(scene, hand("b2", "b1"), "bullet") for _ in range(bullet._MAX_CLIENTS + 1)]
    for act in acts[:-1]:
        next(act)
    with pytest.raises(EngineError, match="at once"):
        next(acts[-1])
    for act in acts:
        act.close()
    assert perform(scene, hand("b2", "b1"), "bullet").rest.settled


def test_memory_stays_flat(lattice: BlockSpec, full: Callable[[BlockSpec], Scene], hand: MakeScript) -> None:
    """A hundred acts in one process take no more memory than the first twenty did, give or take 20 MB."""
    scene = full(lattice)
    for _ in range(20):
        perform(scene, hand("hand~", "b1"), "bullet")
        perform(scene, hand("x2.3^", "r2"), "bullet")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(80):
        perform(scene, hand("x2.3^", "r2"), "bullet")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_nothing_but_ours_on_stdout() -> None:
    """A program that prints one JSON document after an act has that document alone on stdout, and a clean stderr."""
    code = (
        "import json\n"
        "from fakir3d.block.document import load_block\n"
        "from fakir3d.block.solids import boxes\n"
        "from fakir3d.motion import Snapshot\n"
        "from fakir3d.physics.perform import perform\n"
        "from fakir3d.physics.places import Scene\n"
        "from fakir3d.physics.script import Script\n"
        "from fakir3d.rules.moves import parse_move\n"
        "spec = load_block('lattice')\n"
        "scene = Scene(spec, boxes(spec), Snapshot.of({}), {}, {})\n"
        "done = perform(scene, Script(parse_move('b2'), 'r1', 1, (0.0, 0.0), 0.3), 'bullet')\n"
        "print(json.dumps({'outcome': str(done.outcome)}))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(run.stdout) == {"outcome": "r1 b2 hand>gone"}
    assert run.stderr == ""
