"""The hand that drags: all acts by a scripted hand that trembles, pauses, is badly connected; and again by its path."""

from __future__ import annotations

import dataclasses
import json
import math
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakir3d.block.document import load_block
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.motion import Recording
from fakir3d.physics.capsules import depth_m, segment_of
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.handpath import HandEnd
from fakir3d.physics.live import HAND_S, LIVE_FRAMES, Past, perform_live
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.places import Scene
from fakir3d.physics.script import Script
from tests.physics.hands import HZ, ScriptedHand, drag, late, moving

Make = Callable[..., Scene]
MakeScript = Callable[..., Script]
Mark = Callable[[Performance], str]

ACTS = {
    "pierce": ("x2.2", "b1", 0.12),
    "plant": ("b2", "b1", 0.03),
    "pull": ("x2.3^", "r2", 0.12),
    "pull of nothing": ("x2.1^", "r5", 0.12),
    "exchange": ("b2=", "b1", 0.30),
    "discard of a standing stick": ("b2~", "g5", 0.10),
    "discard of a pierced stick": ("x2.3~", "r2", 0.12),
}
"""For each act its move, its stick, and a place beyond the end of its way."""


def one_hole(full: Scene) -> Scene:
    """Return the full scene with hole b2 and the stick under it free."""
    standing = {name: hole for name, hole in full.standing.items() if str(hole) != "b2"}
    return dataclasses.replace(full, before=full.before.without(["g5"]), standing=standing)


def act(kind: str, spec: BlockSpec, full: Make, hand: MakeScript) -> tuple[Scene, Script, float]:
    """Return an act's scene, its script, and a place beyond the end of its way [m]."""
    move, stick, far = ACTS[kind]
    scene = full(spec)
    return one_hole(scene) if kind == "plant" else scene, hand(move, stick), far


@pytest.mark.parametrize("kind", ACTS)
def test_every_act_by_a_trembling_hand(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark, kind: str
) -> None:
    """It pauses half way and trembles by 0.5 mm: what the script's hand does is done, and done again by its path.

    The path goes through real JSON in between.
    """
    scene, script, far = act(kind, preset, full, hand)
    wishes = moving((0, 0), (0.2, far / 4), (0.35, far / 4), (0.8, far), jitter_m=0.0005)
    lived, pieces = drag(scene, script, engine, wishes)
    done = lived.performance
    assert not done.taken_back
    assert done.outcome == perform(scene, script, engine).outcome
    assert done.rest.settled
    assert not done.disturbed
    assert Recording.of(piece.chunk for piece in pieces) == done.recording
    written = Script.from_json(json.loads(json.dumps(lived.script.to_json())))
    assert written == lived.script
    assert mark(perform(scene, written, engine)) == mark(done)


@pytest.mark.parametrize("kind", ["pierce", "pull", "exchange"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_late_and_lost_targets(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark, kind: str, seed: int
) -> None:
    """A fifth of the targets lost, others up to 150 ms late and in bursts: the same outcome, and it repeats."""
    scene, script, far = act(kind, lattice, full, hand)
    lived, _ = drag(scene, script, engine, late(moving((0, 0), (0.7, far), jitter_m=0.001), seed))
    assert lived.performance.outcome == perform(scene, script, engine).outcome
    assert mark(perform(scene, lived.script, engine)) == mark(lived.performance)


def test_only_the_newest_target_counts(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """Of a burst of targets only the last one is heard, the same one twice is no news, and its end waits its turn."""
    burst = [(0.01, 0.02), (0.01, 0.09), (0.01, 0.004), (0.1, 0.004), (0.2, 0.006), (0.2, HandEnd.TAKE_BACK)]
    lived, _ = drag(full(lattice), hand("x2.3^", "r2"), engine, burst)
    assert lived.script.path is not None
    assert [along for _, along in lived.script.path.aims] == [0.004, 0.006]
    assert lived.script.path.end is HandEnd.TAKE_BACK
    assert lived.script.path.end_s > lived.script.path.aims[-1][0]


def test_a_path_in_another_process(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark, tmp_path: Path
) -> None:
    """The recorded path gives the same bytes in a fresh process, and the same outcome in the ideal world."""
    scene, script, far = act("pull", lattice, full, hand)
    lived, _ = drag(scene, script, engine, moving((0, 0), (0.7, far), jitter_m=0.001))
    (tmp_path / "act").write_bytes(pickle.dumps((scene, lived.script, engine)))
    code = (
        "import pickle, sys, pathlib, hashlib\n"
        "from fakir3d.physics.perform import perform\n"
        "if __name__ == '__main__':\n"
        "    done = perform(*pickle.loads(pathlib.Path(sys.argv[1]).read_bytes()))\n"
        "    pathlib.Path(sys.argv[2]).write_bytes(pickle.dumps(done))\n"
    )
    where = [str(tmp_path / "act"), str(tmp_path / "done")]
    subprocess.run([sys.executable, "-c", code, *where], check=True, timeout=120)
    assert mark(pickle.loads((tmp_path / "done").read_bytes())) == mark(lived.performance)  # noqa: S301
    assert perform(scene, lived.script, "ideal").outcome == lived.performance.outcome


@pytest.mark.parametrize(
    "wishes",
    [
        moving((0, 0), (0.4, 0.008)),
        moving((0, 0), (0.4, 0.008), end=HandEnd.TAKE_BACK),
        moving((0, 0), (0.3, 0.008), (0.6, 0.0)),
        moving((0, 0), (0.4, 0.0185), (0.6, 0.0185), end=HandEnd.TAKE_BACK),
    ],
    ids=["let go too early", "taken back", "pushed back in", "taken back late"],
)
@pytest.mark.parametrize("move", ["x2.3^", "x2.3~"])
def test_a_pull_is_taken_back(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark, wishes: list, move: str
) -> None:
    """Before a standing stick has moved by 1 mm a pull is no move: every stick is where it was, to the last bit."""
    scene = full(preset)
    lived, pieces = drag(scene, hand(move, "r2"), engine, wishes)
    done = lived.performance
    assert done.taken_back
    assert done.after == scene.before
    assert str(done.outcome) == "nothing"
    assert not done.disturbed
    assert not pieces[-1].felt.played
    end = done.recording.at(done.recording.duration_s)
    assert abs(end.poses - scene.before.poses)[:, 2].max() < 0.0005
    assert mark(perform(scene, lived.script, engine)) == mark(done)


@pytest.mark.parametrize("engine", ["bullet", "mujoco"], indirect=True)
def test_a_pull_is_taken_back_at_the_last_moment(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark
) -> None:
    """A stick whose foot has sunk by half a millimetre over the round end is lifted again as that is pushed back in."""
    scene = full(preset)
    lived, _ = drag(scene, hand("x2.3^", "r2"), engine, moving((0, 0), (0.4, 0.0215), (0.6, 0.0215)))
    recording = lived.performance.recording
    sunk = recording.poses[0, :, 2] - recording.poses[:, :, 2].min(axis=0)
    assert 0.0004 < sunk.max() < 0.001
    assert lived.performance.taken_back
    assert recording.poses[-1, :, 2] == pytest.approx(recording.poses[0, :, 2], abs=0.0001)
    assert mark(perform(scene, lived.script, engine)) == mark(lived.performance)


@pytest.mark.parametrize("end", HandEnd)
def test_a_pull_that_has_begun_to_let_fall_is_played(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark, end: HandEnd
) -> None:
    """Once a standing stick has moved by 1 mm, pushing back and taking back change nothing: the pull is played."""
    scene = full(preset)
    lived, pieces = drag(scene, hand("x2.3^", "r2"), engine, moving((0, 0), (0.5, 0.05), (0.9, 0.0), end=end))
    done = lived.performance
    assert not done.taken_back
    assert str(done.outcome) == str(perform(scene, hand("x2.3^", "r2"), engine).outcome)
    played = [piece.felt.played for piece in pieces]
    assert played == sorted(played)
    at_s = next(piece.chunk.times_s[-1] for piece in pieces if piece.felt.played)
    assert 0.1 < at_s < 0.55
    assert mark(perform(scene, lived.script, engine)) == mark(done)


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
    wishes = moving((0, 0), (0.4, until), (1.4, until))
    lived, pieces = drag(scene, hand("x2.3", "b1", side), engine, wishes)
    done, bound = lived.performance, PhysicsConfig().blocked_depth_m
    assert deepest(done, preset, "b1", "r1") <= bound
    assert done.deepest_m <= 2 * bound
    felt = pieces[-1].felt
    assert felt.along_m == pytest.approx(min(until, 0.0455), abs=0.0006)
    assert felt.pressed == (until > 0.047)
    assert str(done.outcome) == ("blocked" if felt.pressed else "nothing")
    assert done.taken_back == (not felt.pressed)
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
        assert pieces[-1].felt.along_m == pytest.approx(0.0453, abs=0.0005)


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


@pytest.mark.parametrize("kind", ["pierce", "plant", "exchange"])
def test_what_is_not_far_enough_goes_back(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, kind: str
) -> None:
    """A stick let go before its tip is out, or its foot in the mouth, was not played; nor one that is taken back."""
    scene, script, far = act(kind, lattice, full, hand)
    for wishes in (moving((0, 0), (0.3, far / 4)), moving((0, 0), (0.8, far), end=HandEnd.TAKE_BACK)):
        done = drag(scene, script, engine, wishes)[0].performance
        assert done.taken_back
        assert done.after == scene.before
        assert str(done.outcome) == "nothing"


def test_a_stick_let_go_with_its_tip_out_is_in(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """The last 8 mm of a pierce are the hand's own: the stick comes to lie in the middle of its bore."""
    done = drag(full(lattice), hand("x2.2", "b1"), engine, moving((0, 0), (0.5, 0.086)))[0].performance
    assert not done.taken_back
    assert done.after.pose("b1")[:2] == pytest.approx([0.0, 0.0])


def test_a_hand_that_never_lets_go(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark) -> None:
    """After its time it lets go; that is in the path like any other end."""
    scene, script = full(lattice), hand("x2.3^", "r2")
    lived, _ = drag(scene, script, engine, moving((0, 0), (0.3, 0.008))[:-1], deadline_s=1.0)
    assert lived.performance.taken_back
    assert lived.script.path is not None
    assert lived.script.path.end is HandEnd.LET_GO
    assert lived.script.path.end_s == pytest.approx(1.0, abs=0.005)
    assert mark(perform(scene, lived.script, engine)) == mark(lived.performance)
    assert HAND_S == 60.0


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e9])
def test_targets_that_are_none_are_refused(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, bad: float
) -> None:
    """No number that is none moves a stick: one line says so, and the engine is free for the next act."""
    scene, script = full(lattice), hand("x2.3^", "r2")
    for _ in range(20):
        with pytest.raises(MisuseError, match="along_m is"):
            drag(scene, script, engine, [(0.0, 0.001), (0.02, bad)])
    assert perform(scene, script, engine).rest.settled


def test_a_live_act_given_up(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark) -> None:
    """One that is closed half way gives its engine back and leaves no trace in the next act."""
    scene, script = full(lattice), hand("x2.3^", "r2")
    alone = mark(perform(scene, script, engine))
    for _ in range(20):
        far_hand = ScriptedHand(moving((0, 0), (0.5, 0.1)))
        steps = perform_live(scene, script, engine, PhysicsConfig(), far_hand, now=far_hand.now)
        next(steps)
        steps.close()
    assert mark(perform(scene, script, engine)) == alone


def test_what_cannot_be_dragged(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """A script that has a path already is refused; a discard from the hand is over at once, without any path."""
    scene = full(lattice)
    lived, _ = drag(scene, hand("x2.2", "b1"), engine, moving((0, 0), (0.2, 0.02)))
    with pytest.raises(MisuseError, match=r"x2\.2 has a recorded path"):
        drag(scene, lived.script, engine, [])
    lived, pieces = drag(scene, hand("hand~", "b1"), engine, [])
    assert lived.script.path is None
    assert lived.performance.after == scene.before
    assert len(pieces) == 1


def test_in_real_time(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """While the hand holds, no piece is made before its time, nor later than it must; after it, as fast as it goes."""
    far_hand = ScriptedHand(moving((0, 0), (0.6, 0.12)))
    steps = perform_live(full(lattice), hand("x2.3^", "r2"), engine, PhysicsConfig(), far_hand, now=far_hand.now)
    times = [
        (far_hand.now_s - far_hand.began_s, float(piece.chunk.times_s[-1]), len(piece.chunk.times_s)) for piece in steps
    ]
    held = [(real_s, act_s) for real_s, act_s, _ in times if act_s < 0.6]
    assert len(held) > 30
    for real_s, act_s in held:
        # A frame is made when the clock stands at the frame before it.
        assert act_s - 0.0041 <= real_s <= act_s + 1e-9
    assert {frames for _, _, frames in times[:-1]} == {LIVE_FRAMES}
    assert times[-1][0] == pytest.approx(0.61, abs=0.01)


@pytest.mark.parametrize("pause_s", [0.05, 0.5])
def test_a_slow_machine(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark, pause_s: float
) -> None:
    """A machine that stands still makes up for a short moment and drops a long one; both acts repeat bit for bit."""
    scene, script = full(lattice), hand("x2.3^", "r2")
    far_hand = ScriptedHand(moving((0, 0), (1.0, 0.12)))
    steps = perform_live(scene, script, engine, PhysicsConfig(), far_hand, now=far_hand.now)
    worst = 0.0
    for number in range(1000):
        try:
            piece = next(steps)
        except StopIteration as end:
            lived = end.value
            break
        if number == 10:
            far_hand.now_s += pause_s
        if piece.chunk.times_s[-1] < 0.5:
            worst = max(worst, far_hand.now_s - far_hand.began_s - piece.chunk.times_s[-1])
    assert worst == pytest.approx(pause_s, abs=0.02)
    assert lived.dropped_s == pytest.approx(pause_s if pause_s > 0.1 else 0.0, abs=0.02)
    assert str(lived.performance.outcome) == str(perform(scene, script, engine).outcome)
    assert mark(perform(scene, lived.script, engine)) == mark(lived.performance)


@pytest.mark.parametrize("after", [0, 1, 7, 25, 45])
def test_taken_up_again(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark, after: int) -> None:
    """An act whose process died is done again from what is known of it, without waiting, and goes on: the same bits."""
    scene, script = full(lattice), hand("x2.3^", "r2")
    wishes = moving((0, 0), (0.7, 0.12), jitter_m=0.001)
    whole, pieces = drag(scene, script, engine, wishes)
    known = tuple(wish for piece in pieces[:after] for wish in piece.wishes)
    until_s = float(pieces[after - 1].chunk.times_s[-1]) if after else 0.0
    rest = [wish for wish in wishes if wish[0] >= until_s or isinstance(wish[1], HandEnd)]
    far_hand = ScriptedHand([(max(0.0, at_s - until_s), wish) for at_s, wish in rest])
    steps = perform_live(scene, script, engine, PhysicsConfig(), far_hand, now=far_hand.now, past=Past(known, until_s))
    for number in range(10_000):
        try:
            next(steps)
        except StopIteration as end:
            again = end.value
            break
        assert number >= after - 1 or far_hand.now_s == far_hand.began_s
    assert mark(perform(scene, again.script, engine)) == mark(again.performance)
    frames = after * LIVE_FRAMES
    assert (again.performance.recording.poses[:frames] == whole.performance.recording.poses[:frames]).all()
    assert again.performance.outcome == whole.performance.outcome


@pytest.mark.parametrize(
    "change",
    [{"dt_s": 1 / 2000}, {"pierced": "free"}, {"friction": 0.3}, {"record_hz": 60.0}, {"hand_speed": 2.0}],
    ids=lambda change: next(iter(change)),
)
def test_other_numbers(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark, change: dict) -> None:
    """Whatever the config, the path repeats the act; a path dragged at one step does the same at another."""
    config = PhysicsConfig(**change)
    for kind in ("pull", "pierce", "plant"):
        scene, script, far = act(kind, lattice, full, hand)
        lived, _ = drag(scene, script, engine, moving((0, 0), (0.7, far), jitter_m=0.0005), config=config)
        assert not lived.performance.taken_back
        assert mark(perform(scene, lived.script, engine, config)) == mark(lived.performance)
        if "pierced" not in change:
            assert perform(scene, lived.script, engine).outcome == lived.performance.outcome


PLACES = st.floats(-0.02, 0.2, allow_nan=False)
WISHES = st.lists(st.tuples(st.floats(0.0, 0.05), PLACES), max_size=12)


@settings(
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # these only hand out functions
)
@given(steps=WISHES, end=st.sampled_from(HandEnd), kind=st.sampled_from(sorted(ACTS)))
def test_whatever_a_hand_does(
    engine: str, full: Make, hand: MakeScript, mark: Mark, steps: list, end: HandEnd, kind: str
) -> None:
    """Any targets at any times end in a move, a stop or nothing; sticks are on floors; and the path does it again."""
    scene, script, _ = act(kind, load_block("lattice"), full, hand)
    at_s, wishes = 0.0, []
    for wait_s, along_m in steps:
        at_s += wait_s
        wishes.append((at_s, along_m))
    lived, _ = drag(scene, script, engine, [*wishes, (at_s + 1 / HZ, end)])
    done = lived.performance
    assert done.rest.settled
    assert not done.disturbed
    assert "astray" not in str(done.outcome)
    assert done.deepest_m < 0.0008
    assert mark(perform(scene, lived.script, engine)) == mark(done)
    expected = perform(scene, script, engine).outcome
    assert done.taken_back or done.outcome == expected or done.outcome.blocked
