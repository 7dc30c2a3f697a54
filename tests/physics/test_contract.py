"""What every engine must do alike: one contract, run on each of them."""

from __future__ import annotations

import dataclasses
import json
import math
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.motion import Recording, Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import open_world
from fakir3d.physics.perform import perform, perform_steps
from fakir3d.physics.performance import Performance
from fakir3d.physics.places import Scene, poses_of, standing_pose
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.script import Script
from fakir3d.rules.moves import Pull, parse_move

Make = Callable[..., Scene]
MakeScript = Callable[..., Script]


def full(spec: BlockSpec, make: Make) -> Scene:
    """Return a scene with a stick in every hole, all over one direction's highest and lowest bores."""
    tops = [bore for bore in spec.bores if bore.axis is Axis.X and bore.floor == 2]
    lows = [bore for bore in spec.bores if bore.axis is Axis.X and bore.floor == 0]
    standing = {
        f"g{number + 1}": (str(hole), str(next(bore for bore in tops if bore.passes_under(hole))))
        for number, hole in enumerate(spec.holes)
    }
    return make(spec, standing, {f"r{number + 1}": str(bore) for number, bore in enumerate([*tops, *lows])})


def test_drop_onto_each_floor(engine: str, preset: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick planted over one pierced stick stops on it, whichever floor that is on, and stands within 0.1 mm."""
    for bore in preset.bores:
        hole = next(hole for hole in preset.holes if bore.passes_under(hole))
        done = perform(make(preset, {}, {"r1": str(bore)}), hand(str(hole), "g1"), engine)
        assert str(done.outcome) == f"g1 {hole} hand>{bore}"
        foot = foot_height_m(preset, tuple(done.after.pose("g1").tolist()))
        assert abs(foot - preset.foot_m(bore)) < 1e-4
        assert done.rest.settled
        assert not done.disturbed


def test_unsupported_plant_goes_to_the_table(engine: str, preset: BlockSpec, make: Make, hand: MakeScript) -> None:
    """With nothing under its hole a planted stick is gone, out of the snapshot but in the recording, under the top."""
    done = perform(make(preset, {}, {}), hand("b2", "g1"), engine)
    assert str(done.outcome) == "g1 b2 hand>gone"
    assert done.after.names == ()
    head = done.recording.poses[-1, 0, 2] + preset.stick_length_m / 2
    assert head == pytest.approx(preset.size_m[2] - 0.008, abs=2e-4)
    assert done.contacts[-1].other == "table"


def test_longest_fall_at_every_phase(engine: str, preset: BlockSpec, make: Make) -> None:
    """From the mouth to the lowest stick, at 20 phases of the step: never through, never deep, as fast as free fall."""
    low, config = preset.bores[0], PhysicsConfig()
    hole = next(hole for hole in preset.holes if low.passes_under(hole))
    for phase in range(20):
        height = 0.100 + phase * 0.0003
        scene = make(preset, {}, {"r1": str(low)})
        poses = {**poses_of(scene), "g1": standing_pose(preset, hole, height)}
        world = open_world(engine, scene, poses, frozenset({"r1"}), config)
        lowest, landed = height, 0
        for step in range(400):
            world.step(1)
            foot = foot_height_m(preset, world.poses()[0])
            lowest = min(lowest, foot)
            landed = landed or (step if foot < preset.foot_m(low) + 1e-4 else 0)
        world.close()
        assert lowest > preset.foot_m(low) - 0.0005
        assert landed / 1000 == pytest.approx(math.sqrt(2 * (height - preset.foot_m(low)) / 9.81), abs=0.003)


def test_pull_under_one(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """The stick over the pulled one falls to the next below; its neighbours stay exactly as the rules need them."""
    scene = make(
        lattice, {"r1": ("b2", "x2.3"), "r2": ("a1", "x1.3")}, {"g1": "x2.3", "g2": "yb.2", "g3": "x2.1", "g4": "x1.3"}
    )
    done = perform(scene, hand("x2.3^", "g1"), engine)
    assert str(done.outcome) == "r1 b2 x2.3>yb.2"
    assert done.after.names == ("g2", "g3", "g4", "r1", "r2")
    assert not done.disturbed
    assert done.deepest_m < 0.001


@pytest.mark.parametrize("side", [-1, 1])
def test_pull_under_several(engine: str, preset: BlockSpec, make: Make, hand: MakeScript, side: int) -> None:
    """All three sticks over the pulled one come down in one act, to whichever side it is pulled."""
    done = perform(full(preset, make), hand("x2.3^", "r2", side), engine)
    assert str(done.outcome) == "g4 a2 x2.3>x2.1; g5 b2 x2.3>x2.1; g6 c2 x2.3>x2.1"
    assert not done.disturbed
    end = done.recording.poses[-1, done.recording.names.index("r2"), 0]
    assert np.sign(end) == side


def test_pull_that_carries_nothing(engine: str, preset: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Nothing falls when the lowest stick is pulled from under sticks that stand higher."""
    done = perform(full(preset, make), hand("x2.1^", "r5"), engine)
    assert str(done.outcome) == "nothing"
    assert not done.disturbed
    assert "r5" not in done.after.names


def test_exchange(engine: str, preset: BlockSpec, make: Make, hand: MakeScript) -> None:
    """The standing stick leaves, the other one stands at its place and height, and nothing else moves a floor."""
    done = perform(full(preset, make), hand("b2=", "b1"), engine)
    assert str(done.outcome) == "b1 b2 hand>x2.3"
    assert "g5" not in done.after.names
    assert not done.disturbed
    assert _least_gap(done, "b1", "g5") > preset.stick_diameter_m


def _least_gap(done: Performance, one: str, other: str) -> float:
    """Return how near the axes of two upright sticks come to each other, in plan or one above the other [m]."""
    names = done.recording.names
    first, second = (done.recording.poses[:, names.index(name)] for name in (one, other))
    aside = np.hypot(*(first[:, :2] - second[:, :2]).T)
    above = np.abs(first[:, 2] - second[:, 2]) - 0.092
    return float(np.maximum(aside, above).min())


@pytest.mark.parametrize(
    ("move", "stick", "outcome"),
    [("b2~", "g5", "nothing"), ("x2.1~", "r5", "nothing"), ("hand~", "b1", "nothing")],
)
def test_discard(
    engine: str, lattice: BlockSpec, make: Make, hand: MakeScript, move: str, stick: str, outcome: str
) -> None:
    """A stick given up leaves from wherever it was; from the hand the block is not touched at all."""
    scene = full(lattice, make)
    done = perform(scene, hand(move, stick), engine)
    assert str(done.outcome) == outcome
    assert stick not in done.after.names
    assert not done.disturbed
    assert done.rest.settled
    if move == "hand~":
        assert done.after == scene.before


def test_discard_of_a_pierced_stick_lets_fall(engine: str, preset: BlockSpec, make: Make, hand: MakeScript) -> None:
    """What stood on a discarded stick comes down; over nothing it is gone."""
    scene = (
        make(preset, {"r1": ("a1", "x1.2"), "r2": ("c1", "x1.2")}, {"g1": "x1.2", "g2": "yc.1"})
        if (Bore.parse("yc.1") in preset.bores)
        else make(preset, {"r1": ("a1", "x1.2"), "r2": ("c1", "x1.2")}, {"g1": "x1.2"})
    )
    done = perform(scene, hand("x1.2~", "g1"), engine)
    to = "yc.1" if "g2" in scene.pierced else "gone"
    assert str(done.outcome) == f"r1 a1 x1.2>gone; r2 c1 x1.2>{to}"


@pytest.mark.parametrize("side", [-1, 1])
def test_pierce_free(engine: str, preset: BlockSpec, make: Make, hand: MakeScript, side: int) -> None:
    """A stick passes under sticks that stand higher and comes to lie in the middle, sticking out at both ends."""
    done = perform(full(preset, make), hand("x2.2", "b1", side), engine)
    assert str(done.outcome) == "nothing"
    assert done.after.pose("b1")[:2] == pytest.approx([0.0, 0.0])
    start = done.recording.poses[0, 0]
    assert side * start[0] - preset.stick_length_m / 2 > preset.size_m[0] / 2
    assert not done.disturbed


@pytest.mark.parametrize("side", [-1, 1])
def test_pierce_blocked_by_a_standing_stick(
    engine: str, preset: BlockSpec, make: Make, hand: MakeScript, side: int
) -> None:
    """A stick across the bore stops the hand: the pushed one is drawn out again and leaves nobody on another floor."""
    scene = make(preset, {"r1": ("b2", "x2.1")}, {"g1": "x2.1"})
    done = perform(scene, hand("x2.3", "b1", side), engine)
    assert str(done.outcome) == "blocked"
    assert done.after.names == ("g1", "r1")
    assert not done.disturbed
    first, last = done.recording.poses[0, 0], done.recording.poses[-1, 0]
    assert first == pytest.approx(last, abs=0.0005)
    tip = side * done.recording.poses[:, 0, 0].min() if side > 0 else -done.recording.poses[:, 0, 0].max()
    assert tip - preset.stick_length_m / 2 < preset.stick_diameter_m


def test_pierce_blocked_by_a_crossing_stick(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick in a bore that meets this one stops the hand, although neither of the two can move."""
    for crossing in ("ya.2", "yb.2", "yc.2"):
        done = perform(make(lattice, {}, {"g1": crossing}), hand("x2.2", "b1"), engine)
        assert str(done.outcome) == "blocked"
        assert done.after.names == ("g1",)


def test_pierce_of_a_full_bore_is_blocked(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """The stick that lies in the bore already stops the hand at its end."""
    done = perform(make(lattice, {}, {"g1": "x2.2"}), hand("x2.2", "b1"), engine)
    assert str(done.outcome) == "blocked"


def test_plant_into_a_taken_hole_is_blocked(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Illegal, yet a hand can try: the head of the stick that stands there stops it."""
    done = perform(make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"}), hand("b2", "b1"), engine)
    assert str(done.outcome) == "blocked"
    assert done.after.names == ("g1", "r1")
    assert not done.disturbed


@pytest.mark.parametrize(
    ("move", "stick", "said"),
    [
        ("x2.2^", "g1", "x2.2"),
        ("x2.3^", "r1", "x2.3"),
        ("x2.2", "g1", "block already"),
        ("c3=", "b1", "none stands in c3"),
        ("c3~", "r1", "c3"),
        ("x4.1", "b1", "no bore x4.1"),
        ("d1", "b1", "no hole d1"),
    ],
)
def test_what_cannot_be_performed_is_refused(
    engine: str, lattice: BlockSpec, make: Make, hand: MakeScript, move: str, stick: str, said: str
) -> None:
    """An act without its stick or place is refused in words, before any engine runs."""
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    with pytest.raises(MisuseError, match=said):
        perform(scene, hand(move, stick), engine)


def test_idle(engine: str, preset: BlockSpec, make: Make) -> None:
    """Ten seconds in which nobody does anything move no foot by 0.1 mm."""
    scene = full(preset, make)
    world = open_world(engine, scene, poses_of(scene), frozenset(scene.pierced), PhysicsConfig())
    world.step(10_000)
    poses = dict(zip(world.names, world.poses(), strict=True))
    world.close()
    for name in scene.standing:
        before = foot_height_m(preset, poses_of(scene)[name])
        assert abs(foot_height_m(preset, poses[name]) - before) < 1e-4


def test_repeats_bit_for_bit(
    engine: str,
    lattice: BlockSpec,
    make: Make,
    hand: MakeScript,
    mark: Callable[[Performance], str],
    tmp_path: Path,
) -> None:
    """One act gives the same bytes again, after another act, in steps, and in a fresh process."""
    scene, script = full(lattice, make), hand("x2.3^", "r2")
    first = perform(scene, script, engine)
    perform(scene, hand("b2=", "b1"), engine)
    assert mark(perform(scene, script, engine)) == mark(first)
    (tmp_path / "act").write_bytes(pickle.dumps((scene, script, engine)))
    code = (
        "import pickle, sys, pathlib, hashlib\n"
        "from fakir3d.physics.perform import perform\n"
        "if __name__ == '__main__':\n"
        "    done = perform(*pickle.loads(pathlib.Path(sys.argv[1]).read_bytes()))\n"
        "    print(hashlib.sha256(done.recording.poses.tobytes()).hexdigest(), done.outcome, done.rest)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "act")], capture_output=True, text=True, check=True, timeout=120
    )
    import hashlib

    digest = hashlib.sha256(first.recording.poses.tobytes()).hexdigest()
    assert run.stdout == f"{digest} {first.outcome} {first.rest}\n"


def test_poses_are_carried_exactly(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """The next act's world begins at the very poses that the last one ended at, to the last bit but one."""
    done = perform(full(lattice, make), hand("x2.3^", "r2"), engine)
    places = {name: Hole.parse(hole) for name, hole in [(f"g{n + 1}", str(h)) for n, h in enumerate(lattice.holes)]}
    pierced = {
        f"r{n}": Bore.parse(bore) for n, bore in [(1, "x1.3"), (3, "x3.3"), (4, "x1.1"), (5, "x2.1"), (6, "x3.1")]
    }
    scene = Scene(lattice, full(lattice, make).solids, done.after, places, pierced)
    again = next(perform_steps(scene, hand("x1.2", "b1"), engine))
    start = Snapshot(again.names, again.poses[0]).without(["b1"])
    assert start.names == done.after.names
    assert np.abs(start.poses - done.after.poses).max() < 1e-15


def test_mirrored_scene_mirrors_the_outcome(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Left and right are alike: the mirrored act ends with the mirrored sticks on the same floors."""
    standing = {"r1": ("a2", "x2.3"), "r2": ("b2", "x2.3"), "r3": ("a1", "x1.3")}
    pierced = {"g1": "x2.3", "g2": "ya.2", "g3": "x1.3"}
    swap = str.maketrans("ac", "ca")
    mirrored = {name: (hole.translate(swap), on) for name, (hole, on) in standing.items()}
    other = perform(make(lattice, mirrored, {**pierced, "g2": "yc.2"}), hand("x2.3^", "g1", -1), engine)
    one = perform(make(lattice, standing, pierced), hand("x2.3^", "g1", 1), engine)
    assert str(one.outcome) == "r1 a2 x2.3>ya.2; r2 b2 x2.3>gone"
    assert str(other.outcome) == "r1 c2 x2.3>yc.2; r2 b2 x2.3>gone"


def test_chunks_are_the_recording(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Chunks of 12 frames, the last one shorter, joined are the recording; it starts with the hand outside."""
    steps = perform_steps(full(lattice, make), hand("x2.2", "b1"), engine)
    chunks = []
    try:
        while True:
            chunks.append(next(steps))
    except StopIteration as end:
        done = end.value
    assert Recording.of(chunks) == done.recording
    assert {len(chunk.times_s) for chunk in chunks[:-1]} == {12}
    assert done.recording.times_s[:3] == pytest.approx([0.0, 0.004, 0.008])
    assert done.rest.simulated_s == pytest.approx(done.recording.duration_s)


def test_deadline_is_honoured(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A settling that is cut short says so and names the sticks that still move."""
    config = PhysicsConfig(deadline_s=0.05)
    done = perform(make(lattice, {}, {}), hand("b2", "g1"), engine, config)
    assert not done.rest.settled
    assert done.rest.restless == ("g1",)
    assert done.rest.residual_m_s > 0.3
    assert done.rest.settling_s < 0.06


def test_half_the_step(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """An act can be performed again at half the step: same outcome, frames at the same times."""
    config = PhysicsConfig()
    scene, script = full(lattice, make), hand("x2.3^", "r2")
    fine = perform(scene, script, engine, dataclasses.replace(config, dt_s=config.dt_s / 2))
    coarse = perform(scene, script, engine, config)
    assert fine.outcome == coarse.outcome
    assert fine.recording.times_s[:9] == pytest.approx(coarse.recording.times_s[:9])


def test_interleaved_acts_do_not_disturb_each_other(
    engine: str, lattice: BlockSpec, make: Make, hand: MakeScript, mark: Callable[[Performance], str]
) -> None:
    """Two acts made chunk by chunk in turn, and one given up halfway, end as each does alone."""
    scene = full(lattice, make)
    scripts = [hand("x2.3^", "r2"), hand("b2=", "b1")]
    alone = [mark(perform(scene, script, engine)) for script in scripts]
    given_up = perform_steps(scene, hand("x1.2", "b1"), engine)
    next(given_up)
    acts = [perform_steps(scene, script, engine) for script in scripts]
    results: list[Performance | None] = [None, None]
    while None in results:
        for index, act in enumerate(acts):
            if results[index] is None:
                try:
                    next(act)
                except StopIteration as end:
                    results[index] = end.value
        given_up.close()
    assert [mark(done) for done in results if done is not None] == alone


def _spoilt(scene: Scene, **changes: object) -> Scene:
    return dataclasses.replace(scene, **changes)


@pytest.mark.parametrize("value", [math.nan, math.inf, 1e9])
@pytest.mark.parametrize("place", [0, 2, 3, 6])
def test_poses_that_are_none_are_refused(
    engine: str,
    lattice: BlockSpec,
    make: Make,
    hand: MakeScript,
    monkeypatch: pytest.MonkeyPatch,
    value: float,
    place: int,
) -> None:
    """No number that is none reaches an engine."""
    monkeypatch.setattr("fakir3d.physics.perform.open_world", _never)
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    poses = scene.before.poses.copy()
    poses[1, place] = value
    with pytest.raises(MisuseError, match="r1"):
        perform(_spoilt(scene, before=Snapshot(scene.before.names, poses)), hand("x1.1", "b1"), engine)


def test_faulty_scenes_are_refused(
    engine: str, lattice: BlockSpec, make: Make, hand: MakeScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unknown sticks, places that do not exist, wood that is none, a stick beside its hole: all refused in words."""
    monkeypatch.setattr("fakir3d.physics.perform.open_world", _never)
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    box = scene.solids[0]
    beside = Snapshot.of({**scene.before.as_dict(), "r1": standing_pose(lattice, Hole.parse("b3"), 0.07)})
    faulty = {
        "the poses are of": _spoilt(scene, standing={"r7": Hole.parse("b2")}),
        "does not have": _spoilt(scene, standing={"r1": Hole.parse("d4")}),
        "no wood": _spoilt(scene, solids=()),
        "half sizes": _spoilt(scene, solids=(dataclasses.replace(box, half_m=(0.01, 0.0, 0.01)),)),
        "box 0": _spoilt(scene, solids=(dataclasses.replace(box, centre_m=(math.nan, 0.0, 0.0)),)),
        "does not stand in b2": _spoilt(scene, before=beside),
    }
    for said, spoilt in faulty.items():
        with pytest.raises(MisuseError, match=said):
            perform(spoilt, hand("x1.1", "b1"), engine)


def _never(*_: object) -> None:
    raise AssertionError("an engine was opened")


def test_performance_of_every_field(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """Scene, script and result pickle, so that a worker process can send them; engine and config are written down."""
    done = perform(full(lattice, make), hand("x2.3^", "r2"), engine)
    back = pickle.loads(pickle.dumps(done))  # noqa: S301
    assert back == done
    assert done.engine.name == engine
    assert json.dumps([done.engine.to_json(), done.config.to_json(), done.rest.to_json()])
    assert done.config == PhysicsConfig()
    assert done.seconds > 0
    assert Pull(Bore.parse("x2.3")) == parse_move("x2.3^")
