"""Where no rest certificate can be given at the deadline, why is told: shaking, moving, falling, too short a quiet."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest

from fakir3d.block.spec import BlockSpec
from fakir3d.errors import EngineError
from fakir3d.lab.faults.engine import Delegate
from fakir3d.motion import Pose
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import open_world
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Unrest
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.protocol import World
from tests.physics.conftest import REAL, Make, MakeScript

CONFIG = PhysicsConfig()


class Shaken(Delegate):
    """A world on a table that shakes and never stops."""

    asked = 0

    def step(self, count: int) -> None:
        """Let steps pass, pushed to and fro every 5 ms."""
        for _ in range(count):
            self.asked += 1
            self._world.shake((30.0 if self.asked // 5 % 2 else -30.0, 0.0))
            self._world.step(1)


def shaken(engine: str, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig) -> World:
    """Open a world on a table that shakes."""
    return Shaken(open_world(engine, scene, poses, held, config), poses, config)


@REAL
def test_a_scene_that_never_rests(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """On a table that shakes for ever the act ends at its deadline; who moves, how fast, and that it shakes is told."""
    done = perform(full(lattice), hand("x2.2", "b1"), engine, CONFIG, shaken)
    rest = done.rest
    assert not rest.settled
    assert rest.reason is Unrest.SHAKING
    assert rest.settling_s == pytest.approx(CONFIG.deadline_s, abs=0.005)
    assert set(rest.restless) <= {f"g{k}" for k in range(1, 10)}
    assert len(rest.restless) > 0
    assert rest.residual_m_s > CONFIG.rest_speed_m_s
    assert done.recording.duration_s == pytest.approx(rest.simulated_s)


@REAL
def test_a_stick_that_slides_on(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """On a steep table a free pierced stick slides out of its bore: at the deadline it was moving."""
    config = PhysicsConfig(pierced="free", perturb_tilt_deg=40.0, perturb_seed=3, deadline_s=0.06)  # type: ignore[arg-type]
    scene = make(lattice, {}, {"g1": "x1.3", "g2": "ya.1", "g3": "yc.2"})
    rest = perform(scene, hand("c3", "b1"), engine, config).rest
    assert not rest.settled
    assert rest.reason in {Unrest.MOVING, Unrest.FALLING}
    assert {"g1", "g2", "g3"} & set(rest.restless)


def test_a_fall_cut_short(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick that was still on its way down is told as falling."""
    rest = perform(make(lattice, {}, {}), hand("b2", "g1"), engine, PhysicsConfig(deadline_s=0.1)).rest
    assert not rest.settled
    assert rest.reason is Unrest.FALLING
    assert rest.restless == ("g1",)


def test_a_quiet_cut_short(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Where all was quiet at the deadline but not for long enough, nobody is restless, and that is the reason."""
    scene, script = make(lattice, {}, {"r1": "x2.3"}), hand("b2", "g1")
    whole = perform(scene, script, engine)
    config = PhysicsConfig(deadline_s=whole.rest.settling_s - 0.012)
    rest = perform(scene, script, engine, config).rest
    assert not rest.settled
    assert rest.restless == ()
    assert rest.reason is Unrest.SHORT
    assert rest.residual_m_s < config.rest_speed_m_s


class Lost(Delegate):
    """A world whose numbers run away after a tenth of a second."""

    asked = 0

    def step(self, count: int) -> None:
        """Let steps pass."""
        self.asked += count
        self._world.step(count)

    def speeds(self) -> Sequence[tuple[str, float]]:  # type: ignore[override]
        """Return speeds that are none in the end."""
        return [(name, math.nan if self.asked > 100 else speed) for name, speed in self._world.speeds()]


def test_speeds_that_are_no_numbers(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """An engine whose numbers have run away gives no certificate of any kind; it is told in one line."""

    def lost(*given: object) -> World:
        return Lost(open_world(*given), given[2], given[4])  # type: ignore[arg-type]

    with pytest.raises(EngineError, match="stick g1 has no speed any more"):
        perform(full(lattice), hand("x2.3^", "r2"), engine, CONFIG, lost)
