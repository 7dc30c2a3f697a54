"""What only Bullet can get wrong: lost parts, coarse steps, clients."""

from __future__ import annotations

import dataclasses
import importlib
from random import Random
from types import ModuleType

import pytest

from fakir3d.block.document import load_block
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import EngineError
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.perform import perform, perform_steps
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.scene import Scene, standing_pose
from fakir3d.physics.worlds.bullet.clients import MAX_CLIENTS
from fakir3d.rules.outcome import Fate
from tests.physics.conftest import Make, MakeScript, Mark

pytestmark = pytest.mark.bullet


@pytest.fixture
def bullet() -> ModuleType:
    """Return the module behind which Bullet is; imported only where there is one."""
    return importlib.import_module("fakir3d.physics.worlds.bullet.world")


def test_lost_parts_are_noticed(
    bullet: ModuleType, lattice: BlockSpec, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bullet keeps 16 boxes of a body and says nothing of the others; asked for more, we do."""
    bullet._check_parts.cache_clear()
    monkeypatch.setattr(bullet, "_PARTS", 17)
    with pytest.raises(EngineError, match="16 of 17 parts"):
        perform_with_a_stick(bullet, make(lattice, {}, {}))


def perform_with_a_stick(bullet: ModuleType, scene: Scene) -> None:
    """Open a world on a scene and close it again."""
    bullet.BulletWorld(scene, scene.poses, frozenset(), PhysicsConfig()).close()


def test_an_outline_that_differs_is_noticed(
    bullet: ModuleType, lattice: BlockSpec, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box that did not come where it was asked for makes the block's outline differ, and that is an error."""
    engine = bullet.engine
    whole = engine.createCollisionShapeArray

    def shifted(*, collisionFramePositions: list[list[float]], **rest: object) -> int:  # noqa: N803
        moved = [[x + 0.1, y, z] for x, y, z in collisionFramePositions]
        return int(whole(collisionFramePositions=moved, **rest))

    monkeypatch.setattr(engine, "createCollisionShapeArray", shifted)
    with pytest.raises(EngineError, match="block ends at"):
        perform_with_a_stick(bullet, make(lattice, {}, {}))


def test_every_box_stops_a_stick(bullet: ModuleType, lattice: BlockSpec, make: Make) -> None:
    """All 48 boxes are there: a ray through the middle of each, along each axis, meets wood."""
    scene = make(lattice, {}, {})
    world = bullet.BulletWorld(scene, {}, frozenset(), PhysicsConfig())
    for box in scene.solids:
        x, y, z = (value * 10 for value in box.centre_m)
        found = bullet.engine.rayTest([x, y, z + 20], [x, y, z], physicsClientId=world._client)
        assert found[0][0] >= 0
        assert found[0][3][2] >= z - 1e-6
    world.close()


def _through(bullet: ModuleType, dt_s: float, spec: BlockSpec, make: Make) -> int:
    """Return how many of 20 longest falls, at 20 phases of the step, go through the lowest stick."""
    low, count = spec.bores[0], 0
    hole = next(hole for hole in spec.holes if low.passes_under(hole))
    for phase in range(20):
        scene = make(spec, {}, {"r1": str(low)})
        poses = {**scene.poses, "g1": standing_pose(spec, hole, 0.100 + phase * 0.0003)}
        world = bullet.BulletWorld(scene, poses, frozenset({"r1"}), PhysicsConfig(dt_s=dt_s))
        world.step(round(0.4 / dt_s))
        count += foot_height_m(spec, world.poses()[0]) < spec.foot_m(low) - 0.003
        world.close()
    return count


def test_a_coarse_step_fails_the_contract(bullet: ModuleType, lattice: BlockSpec, make: Make) -> None:
    """At 1/60 s sticks fall through sticks, at 1/1000 s none does: the contract's longest fall can fail."""
    assert _through(bullet, 1 / 1000, lattice, make) == 0
    assert _through(bullet, 1 / 60, lattice, make) > 0


def test_a_stick_through_another_is_astray(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """What ends across a pierced stick is read as astray, never rounded to a floor."""
    config = PhysicsConfig(dt_s=1 / 60)
    outcomes = [
        perform(make(lattice, {}, {"g1": "x2.1"}), hand("b2", "b1", offset_mm=(0, 0.01 * n)), "bullet", config).outcome
        for n in range(12)
    ]
    assert Fate.ASTRAY in {outcome.falls[0].to for outcome in outcomes}


def test_too_many_acts_at_once_are_refused(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Each overlapping act takes 30 MB; beyond a bound the next is refused in words, and closing one makes room."""
    scene = make(lattice, {}, {})
    acts = [perform_steps(scene, hand("b2", "b1"), "bullet") for _ in range(MAX_CLIENTS + 1)]
    for act in acts[:-1]:
        next(act)
    with pytest.raises(EngineError, match="at once"):
        next(acts[-1])
    for act in acts:
        act.close()
    assert perform(scene, hand("b2", "b1"), "bullet").rest.settled


def test_what_is_left_of_an_act_changes_nothing(full: Make, hand: MakeScript, mark: Mark) -> None:
    """One simulation serves all acts: in any order, after acts given up, each is as it was the first time.

    One act lets a stick go, one is of other wood, one has another step; 40 of them follow each other.
    """
    lattice, oneway, swollen = load_block("lattice"), load_block("oneway"), PhysicsConfig(friction=0.6)
    leaning = perform(full(lattice), hand("x2.3^", "r2"), "bullet", swollen)
    moved = dataclasses.replace(
        full(lattice), before=leaning.after, pierced={n: b for n, b in full(lattice).pierced.items() if n != "r2"}
    )
    acts = [
        (full(lattice), hand("x2.3^", "r2"), PhysicsConfig()),
        (full(lattice), hand("b2=", "b1"), PhysicsConfig()),
        (full(oneway), hand("x1.3^", "r1"), PhysicsConfig()),
        (moved, hand("x1.3^", "r1"), PhysicsConfig()),
        (moved, hand("x1.3^", "r1"), PhysicsConfig(dt_s=0.0005)),
    ]
    cleared = [mark(perform(scene, script, "bullet", config)) for scene, script, config in acts]
    rng = Random(7)
    for _ in range(40):
        chosen = rng.randrange(len(acts))
        scene, script, config = acts[chosen]
        if rng.random() < 0.2:
            given_up = perform_steps(scene, script, "bullet", config)
            next(given_up)
            given_up.close()
        assert mark(perform(scene, script, "bullet", config)) == cleared[chosen]
