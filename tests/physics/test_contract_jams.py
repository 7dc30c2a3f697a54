"""The contract of engines, third part: sticks that hang, taps, faulty wood, and what a process sees of an engine."""

from __future__ import annotations

import dataclasses
import json
import math
import resource
import subprocess
import sys

import pytest

from fakir3d.block.names import Bore
from fakir3d.block.solids import Box
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Snapshot
from fakir3d.physics.config import EndShape, PhysicsConfig
from fakir3d.physics.perform import perform
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.scene import Scene
from fakir3d.rules.outcome import Fate
from tests.physics.conftest import Make, MakeScript

FLAT = PhysicsConfig(ends=EndShape.FLAT)
UPRIGHT_FALLS = "it lets sticks fall straight down whatever wood there is"


@pytest.mark.cannot(ideal=UPRIGHT_FALLS)
def test_a_block_without_walls_is_found(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """Where the wood around its hole is missing a stick that leans a little topples, and the reading says astray."""
    scene = full(lattice)
    leaning = scene.before.pose("g5").copy()
    leaning[3:] = [0.005, 0.0, 0.0, (1 - 0.005**2) ** 0.5]
    before = Snapshot.of({**scene.before.as_dict(), "g5": leaning})
    bare = dataclasses.replace(scene, solids=scene.solids[:1], before=before)
    done = perform(bare, hand("x2.3^", "r2"), engine)
    assert any(fall.to is Fate.ASTRAY for fall in done.outcome.falls)


def ledge(intrudes_m: float, sides: tuple[int, ...]) -> tuple[Box, ...]:
    """Return boxes that stick out into hole b2 at a height of 60 mm, as a badly drilled hole may have them."""
    return tuple(Box((side * (0.00525 - intrudes_m), 0.0, 0.060), (0.002, 0.0025, 0.002)) for side in sides)


@pytest.mark.cannot(ideal=UPRIGHT_FALLS)
def test_a_stick_that_hangs_is_told(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Two ledges narrower than the stick hold it for good: it hangs, the tap does not help, and both are said."""
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    scene = dataclasses.replace(scene, solids=(*scene.solids, *ledge(0.001, (-1, 1))))
    strict = perform(scene, hand("x2.3^", "g1"), engine)
    assert str(strict.outcome) == "r1 b2 x2.3>hung:x2.2"
    assert not strict.tapped
    play = perform(scene, hand("x2.3^", "g1"), engine, PhysicsConfig(tap=True))
    assert str(play.outcome) == "r1 b2 x2.3>hung:x2.2"
    assert play.tapped
    assert play.rest.settled
    assert play.rest.simulated_s > strict.rest.simulated_s + 0.04


def leaning(spec: BlockSpec, make: Make, tilt_deg: float, off_mm: float) -> Scene:
    """Return a scene in which r1 stands in b2 on x2.3, its head leaning towards -y, its foot off towards +y."""
    scene = make(spec, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    half, tilt = spec.stick_length_m / 2, math.radians(tilt_deg)
    foot = spec.foot_m(Bore.parse("x2.3")) + 2e-5
    y, z = off_mm / 1000 - half * math.sin(tilt), foot + half * math.cos(tilt)
    pose = (0.0, y, z, math.sin(tilt / 2), 0.0, 0.0, math.cos(tilt / 2))
    return dataclasses.replace(scene, before=Snapshot.of({**scene.before.as_dict(), "r1": pose}))


@pytest.fixture
def wide(lattice: BlockSpec) -> BlockSpec:
    """Return ``lattice`` with holes and bores of 7.0 mm, in which flat-ended sticks jam by themselves."""
    return dataclasses.replace(lattice, hole_diameter_m=0.007, bore_diameter_m=0.007)


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.cannot(ideal=UPRIGHT_FALLS)
def test_flat_ends_hang_on_the_lip_of_a_crossing(
    engine: str, wide: BlockSpec, make: Make, hand: MakeScript, side: int
) -> None:
    """A stick that leans slides down until its edge meets the lower lip, at rest, and is read as hung; round ends fall.

    The lip is 66.5 mm high.
    """
    for tilt_deg, off_mm in ((2.18, 0.54), (2.1, 0.50), (2.0, 0.50), (2.18, 0.45)):
        scene = leaning(wide, make, tilt_deg, off_mm)
        done = perform(scene, hand("x2.3^", "g1", side), engine, FLAT)
        assert str(done.outcome) == "r1 b2 x2.3>hung:x2.2"
        assert done.rest.settled
        foot = foot_height_m(wide, tuple(done.after.pose("r1").tolist()))
        assert foot == pytest.approx(0.0665, abs=3e-4)
        assert str(perform(scene, hand("x2.3^", "g1", side), engine).outcome) == "r1 b2 x2.3>gone"


LOOSE = {"bullet": (2.0, 0.50), "mujoco": (-0.1516, 0.25), "ideal": (0.0, 0.0)}
"""Leans with which a stick jams and a tap helps. Bullet's flat ends are a little round, so a tap frees most of its
jams; MuJoCo's are sharp, and most of its jams only change sides."""


@pytest.mark.cannot(ideal=UPRIGHT_FALLS)
def test_a_tap_brings_a_jammed_stick_down(engine: str, wide: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick that hangs by a hair comes down at the tap, and the outcome is the fall (R12)."""
    scene = leaning(wide, make, *LOOSE[engine])
    assert "hung" in str(perform(scene, hand("x2.3^", "g1"), engine, FLAT).outcome)
    done = perform(scene, hand("x2.3^", "g1"), engine, dataclasses.replace(FLAT, tap=True))
    assert str(done.outcome) == "r1 b2 x2.3>gone"
    assert done.tapped


@pytest.mark.cannot(ideal=UPRIGHT_FALLS)
def test_a_tap_moves_nothing_that_stands(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """The tap shakes the whole block, and yet no stick that stands properly leaves its floor."""
    scene = full(lattice)
    scene = dataclasses.replace(scene, solids=(*scene.solids, *ledge(0.001, (-1, 1))))
    done = perform(scene, hand("x2.3^", "r2"), engine, PhysicsConfig(tap=True))
    assert done.tapped
    assert str(done.outcome) == "g4 a2 x2.3>x2.1; g5 b2 x2.3>hung:x2.2; g6 c2 x2.3>x2.1"
    assert not done.disturbed


def test_memory_stays_flat(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """A hundred acts in one process take no more memory than the first twenty did, give or take 20 MB."""
    scene = full(lattice)
    for _ in range(20):
        perform(scene, hand("hand~", "b1"), engine)
        perform(scene, hand("x2.3^", "r2"), engine)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(80):
        perform(scene, hand("x2.3^", "r2"), engine)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_nothing_but_ours_on_stdout(engine: str) -> None:
    """A program that prints one JSON document after an act has that document alone on stdout, and a clean stderr."""
    code = (
        "import json\n"
        "from fakir3d.block.document import load_block\n"
        "from fakir3d.block.solids import boxes\n"
        "from fakir3d.motion import Snapshot\n"
        "from fakir3d.physics.perform import perform\n"
        "from fakir3d.physics.scene import Scene\n"
        "from fakir3d.physics.hand.script import Script\n"
        "from fakir3d.rules.moves import Move\n"
        "spec = load_block('lattice')\n"
        "scene = Scene(spec, boxes(spec), Snapshot.of({}), {}, {})\n"
        f"done = perform(scene, Script(Move.parse('b2'), 'r1', 1, (0.0, 0.0), 0.3), {engine!r})\n"
        "print(json.dumps({'outcome': str(done.outcome)}))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(run.stdout) == {"outcome": "r1 b2 hand>gone"}
    assert run.stderr == ""
