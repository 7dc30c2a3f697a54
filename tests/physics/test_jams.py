"""R12: flat-ended sticks really hang on the lip of a crossing, are read so, stay so, and are shaken loose.

The block is ``lattice`` with holes and bores of 7.0 mm. A flat-ended stick that leans in its hole and loses the stick
under it slides down until its edge meets the lower lip of the crossing, 66.5 mm high (docs/physics.md).
"""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Iterable

import pytest

from fakir3d.block.names import Bore, Hole
from fakir3d.block.solids import Box
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck import Kind, compare, is_engine_fault
from fakir3d.motion import Pose, Snapshot
from fakir3d.physics.config import EndShape, PhysicsConfig
from fakir3d.physics.engines import available
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.scene import Scene
from fakir3d.rules.outcome import Outcome
from tests.physics.conftest import Make, MakeScript

BOTH = tuple(name for name in ("bullet", "mujoco") if name in available() or os.environ.get("CI"))
FLAT = PhysicsConfig(ends=EndShape.FLAT)
TAPPED = dataclasses.replace(FLAT, tap=True)
HUNG = "r1 b2 x2.3>hung:x2.2"
LIP_M = 0.0665
LEANS = ((2.18, 0.54), (2.1, 0.50), (2.0, 0.50), (2.18, 0.45))
"""How sticks lean in play: degrees, and how far the foot is off the hole's axis [mm]."""


@pytest.fixture(params=BOTH)
def engine(request: pytest.FixtureRequest) -> str:
    """Return each of the engines that let a stick hang."""
    return str(request.param)


@pytest.fixture
def wide(lattice: BlockSpec) -> BlockSpec:
    """Return ``lattice`` with holes and bores of 7.0 mm."""
    return dataclasses.replace(lattice, hole_diameter_m=0.007, bore_diameter_m=0.007)


def _leaning(spec: BlockSpec, tilt_deg: float, off_mm: float) -> Pose:
    """Return the pose of a stick that stands in b2 on x2.3, its head leaning towards -y, its foot at +y."""
    x, y = spec.centre_m(Hole.parse("b2"))
    half, tilt = spec.stick_length_m / 2, math.radians(tilt_deg)
    foot = spec.foot_m(Bore.parse("x2.3")) + 2e-5
    middle = (x, y + off_mm / 1000 - half * math.sin(tilt), foot + half * math.cos(tilt))
    return *middle, math.sin(tilt / 2), 0.0, 0.0, math.cos(tilt / 2)


def _scenes(spec: BlockSpec, make: Make, share: float = 1.0) -> Iterable[Scene]:
    """Return scenes in which r1 leans, each differently, on x2.3; its lean as large as the clearance allows."""
    for tilt, off in LEANS:
        scene = make(spec, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
        pose = _leaning(spec, tilt * share, off * share)
        yield dataclasses.replace(scene, before=Snapshot.of({**scene.before.as_dict(), "r1": pose}))


def _pulls(spec: BlockSpec, make: Make, hand: MakeScript, config: PhysicsConfig, engine: str) -> list[Performance]:
    scenes = _scenes(spec, make, (spec.hole_diameter_m - spec.stick_diameter_m) / 0.001)
    return [perform(scene, hand("x2.3^", "g1", side=side), engine, config) for scene in scenes for side in (-1, 1)]


def _foot_m(spec: BlockSpec, done: Performance) -> float:
    """Return how high r1's foot is at the end of an act [m]."""
    x, y, z, *turn = done.after.pose("r1").tolist()
    return foot_height_m(spec, (x, y, z, turn[0], turn[1], turn[2], turn[3]))


@pytest.fixture
def hung(wide: BlockSpec, make: Make, hand: MakeScript, engine: str) -> tuple[Scene, Performance]:
    """Return the scene that a jam leaves behind, r1 hung in b2 and all bores empty, and the act that left it."""
    done = next(done for done in _pulls(wide, make, hand, FLAT, engine) if str(done.outcome) == HUNG)
    return dataclasses.replace(make(wide, {}, {}), before=done.after, standing={"r1": Hole.parse("b2")}), done


def test_flat_ends_hang_on_the_lip(wide: BlockSpec, make: Make, hand: MakeScript, engine: str) -> None:
    """Most leaning sticks hang, at rest, with their foot a hair under the lip; both engines are read so."""
    pulls = _pulls(wide, make, hand, FLAT, engine)
    hang = [done for done in pulls if str(done.outcome) == HUNG]
    assert len(hang) >= len(pulls) / 2
    for done in hang:
        assert done.rest.settled
        assert _foot_m(wide, done) == pytest.approx(LIP_M, abs=3e-4)
        assert done.disturbed == ()
    assert {str(done.outcome) for done in pulls} <= {HUNG, "r1 b2 x2.3>gone"}


def test_round_ends_do_not_hang(wide: BlockSpec, make: Make, hand: MakeScript, engine: str) -> None:
    """The same acts with round ends: every stick falls, in both engines."""
    pulls = _pulls(wide, make, hand, PhysicsConfig(), engine)
    assert {str(done.outcome) for done in pulls} == {"r1 b2 x2.3>gone"}


def test_a_close_fit_does_not_hang(lattice: BlockSpec, make: Make, hand: MakeScript, engine: str) -> None:
    """Flat ends in holes and bores of 6.5 mm, leaning as far as those allow: every stick falls, but not in MuJoCo."""
    falls = {"bullet": "r1 b2 x2.3>gone", "mujoco": HUNG}
    assert {str(done.outcome) for done in _pulls(lattice, make, hand, FLAT, engine)} == {falls[engine]}


def test_a_jam_is_no_engine_fault(hung: tuple[Scene, Performance]) -> None:
    """The verdict names the hung stick and nothing else, and is not worth a retry; a stick through another is."""
    verdict = compare(Outcome.parse("r1 b2 x2.3>gone"), hung[1])
    assert [found.kind for found in verdict.discrepancies] == [Kind.HUNG]
    assert not is_engine_fault(verdict)


@pytest.mark.bullet
def test_a_stick_through_another_is_an_engine_fault(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """At a step of 1/60 s falls in Bullet go through what should hold them; each is a fault, none passes for a jam."""
    scene, predicted = make(lattice, {}, {"g1": "x2.1"}), Outcome.parse("b1 b2 hand>x2.1")
    wrong = [
        compare(
            predicted, perform(scene, hand("b2", "b1", offset_mm=(0, 0.01 * n)), "bullet", PhysicsConfig(dt_s=1 / 60))
        )
        for n in range(8)
    ]
    assert any(not verdict.agree for verdict in wrong)
    assert all(verdict.agree or is_engine_fault(verdict) for verdict in wrong)


@pytest.mark.parametrize("tap_m_s2", [1.0, 10.0, 30.0, 100.0])
def test_a_tap_shakes_it_loose_or_not(
    wide: BlockSpec, make: Make, hand: MakeScript, engine: str, tap_m_s2: float
) -> None:
    """A knuckle's tap brings most of them down, so does a third or three times of it; a touch brings none down."""
    jams = [place for place, done in enumerate(_pulls(wide, make, hand, FLAT, engine)) if str(done.outcome) == HUNG]
    all_tapped = _pulls(wide, make, hand, dataclasses.replace(TAPPED, tap_m_s2=tap_m_s2), engine)
    tapped = [all_tapped[place] for place in jams]
    assert all(done.tapped for done in tapped)
    loose = sum(str(done.outcome) == "r1 b2 x2.3>gone" for done in tapped)
    assert loose > len(jams) / 2 if tap_m_s2 > 1 else not loose


def test_it_goes_on_hanging_while_others_play(hung: tuple[Scene, Performance], hand: MakeScript, engine: str) -> None:
    """Acts elsewhere in the block do not move it, and it is not said to fall again; nor is the block tapped for it."""
    scene, done = hung
    for move, stick in (("x1.1", "g2"), ("yb.1", "g3"), ("yc.2", "g4")):
        played = perform(scene, hand(move, stick), engine, TAPPED)
        assert played.outcome == Outcome()
        assert not played.tapped
        feet = [_foot_m(scene.spec, each) for each in (done, played)]
        assert feet[0] == pytest.approx(feet[1], abs=1e-4)


def test_it_hangs_high_above_a_stick_that_is_pushed_under_it(
    hung: tuple[Scene, Performance], hand: MakeScript, engine: str
) -> None:
    """The bore below is free; with a stick in it the hung one is not shaken, and when that goes it hangs again."""
    scene, _ = hung
    under = perform(scene, hand("x2.2", "g2"), engine, FLAT)
    assert str(under.outcome) == "nothing"
    scene = dataclasses.replace(scene, before=under.after, pierced={"g2": Bore.parse("x2.2")})
    pull = hand("x2.2^", "g2")
    assert str(perform(scene, pull, engine, FLAT).outcome) == "r1 b2 x2.2>hung:x2.2"
    tapped = perform(scene, pull, engine, TAPPED)
    assert tapped.tapped
    assert str(tapped.outcome) == "r1 b2 x2.2>gone"
    knocked = dataclasses.replace(FLAT, perturb_knock_m_s2=40.0)
    loose = {str(perform(scene, hand("x1.1", f"g{n}"), engine, knocked).outcome) for n in range(3, 9)}
    assert "r1 b2 x2.2>x2.2" in loose
    assert loose <= {"r1 b2 x2.2>x2.2", "nothing"}


def test_a_pierce_under_a_stick_that_sags_does_not_go_through(
    lattice: BlockSpec, make: Make, hand: MakeScript, engine: str
) -> None:
    """A stick caught 0.9 mm below where it stood keeps its bore shut, though the rules call it free."""
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    # Two splinters in the hole catch the round end 0.9 mm below the height of a stick that stands.
    top = lattice.foot_m(Bore.parse("x2.3")) - 0.0009 + 0.003 - math.sqrt(0.003**2 - 0.00225**2)
    ledges = tuple(Box((0.0, side * 0.00425, top - 0.002), (0.0025, 0.002, 0.002)) for side in (-1, 1))
    scene = dataclasses.replace(scene, solids=(*scene.solids, *ledges))
    pulled = perform(scene, hand("x2.3^", "g1"), engine)
    assert str(pulled.outcome) == "r1 b2 x2.3>hung:x2.3"
    scene = dataclasses.replace(scene, before=pulled.after, pierced={})
    done = perform(scene, hand("x2.3", "g2"), engine)
    assert str(done.outcome) == "blocked"
    assert "g2" not in done.after.names
    verdict = compare(Outcome(), done)
    assert [found.kind for found in verdict.discrepancies] == [Kind.BLOCKED]
    assert not is_engine_fault(verdict)
