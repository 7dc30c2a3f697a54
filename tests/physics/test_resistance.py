"""What a dragged stick meets resists: however far and fast the hand wants to go, it stops where they touch."""

from __future__ import annotations

import pytest

from fakir3d.block.spec import BlockSpec
from fakir3d.physics.capsules import depth_m, segment_of
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.path import HandEnd
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from tests.physics.conftest import Make, MakeScript, Mark
from tests.physics.hands import drag, moving


def deepest(done: Performance, spec: BlockSpec, one: str, other: str) -> float:
    """Return how deep two sticks ever were in each other, at any frame [m]; negative when they never met."""
    names = done.recording.names
    rows = done.recording.poses[:, [names.index(one), names.index(other)]].tolist()
    size = spec.stick_length_m, spec.stick_diameter_m
    return max(depth_m(segment_of(tuple(a), *size), segment_of(tuple(b), *size), size[1]) for a, b in rows)


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("until", [0.045, 0.15])
def test_a_blocked_pierce_resists(
    engine: str, preset: BlockSpec, make: Make, hand: MakeScript, mark: Mark, side: int, until: float
) -> None:
    """Pressed for a second against a standing stick, however far the hand wants to go, it stops at contact.

    Nothing that it presses on is driven into the wood either.
    """
    scene = make(preset, {"r1": ("b2", "x2.1")}, {"g1": "x2.1"})
    commands = moving((0, 0), (0.4, until), (1.4, until))
    lived, pieces = drag(scene, hand("x2.3", "b1", side), engine, commands)
    done, bound = lived.performance, PhysicsConfig().blocked_depth_m
    assert deepest(done, preset, "b1", "r1") <= bound
    assert done.deepest_m <= 2 * bound
    feedback = pieces[-1].feedback
    assert feedback.along_m == pytest.approx(min(until, 0.0455), abs=0.0006)
    assert feedback.pressed == (until > 0.047)
    assert str(done.outcome) == ("blocked" if feedback.pressed else "nothing")
    assert done.taken_back == (not feedback.pressed)
    assert done.after.names == ("g1", "r1")
    assert not done.disturbed
    assert mark(perform(scene, lived.script, engine)) == mark(done)


@pytest.mark.parametrize("change", [{"hand_speed": 20.0}, {"dt_s": 1 / 240, "hand_speed": 4.0}], ids=["fast", "coarse"])
def test_no_hand_is_too_fast(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript, change: dict) -> None:
    """At 10 m/s, or in coarse steps, a standing and a crossing stick stop it, where they meet."""
    config = PhysicsConfig(**change)
    for scene, bore in (
        (make(lattice, {"r1": ("b2", "x2.1")}, {"g1": "x2.1"}), "x2.3"),
        (make(lattice, {}, {"g1": "yb.2"}), "x2.2"),
    ):
        lived, pieces = drag(scene, hand(bore, "b1"), engine, [(0.0, 0.2), (0.3, HandEnd.LET_GO)], config=config)
        assert str(lived.performance.outcome) == "blocked"
        assert pieces[-1].feedback.along_m == pytest.approx(0.0453, abs=0.0005)


def test_a_crossing_stick_resists(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Neither of two crossing sticks can give way; the one in the hand stops within the bound, and goes back."""
    scene = make(lattice, {}, {"g1": "yb.2"})
    lived, _ = drag(scene, hand("x2.2", "b1"), engine, moving((0, 0), (0.3, 0.2), (1.0, 0.2)))
    assert deepest(lived.performance, lattice, "b1", "g1") <= PhysicsConfig().blocked_depth_m
    assert str(lived.performance.outcome) == "blocked"


def test_a_stick_that_gives_way_is_pushed(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A held stick pushes: a standing one is moved within its clearance, by less than 1 mm, before it resists."""
    scene = make(lattice, {"r1": ("b2", "x2.1")}, {"g1": "x2.1"})
    lived, _ = drag(scene, hand("x2.3", "b1"), engine, moving((0, 0), (0.4, 0.06), (0.8, 0.06)))
    recording = lived.performance.recording
    moved = abs(recording.poses[:, recording.names.index("r1"), 0]).max()
    assert moved < 0.0008
    assert moved > (0.0001 if engine != "ideal" else -1)


def test_a_stick_on_the_way_down_resists(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Let down onto the head of a stick that stands in the hole, it stops there and is blocked."""
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    lived, _ = drag(scene, hand("b2", "b1"), engine, moving((0, 0), (0.4, 0.1), (1.0, 0.1)))
    assert deepest(lived.performance, lattice, "b1", "r1") <= PhysicsConfig().blocked_depth_m
    assert str(lived.performance.outcome) == "blocked"
    assert not lived.performance.disturbed
