"""The contract of engines, second part: acts repeat, carry poses, keep apart, keep deadlines, refuse nonsense."""

from __future__ import annotations

import dataclasses
import json
import math
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.motion import Recording, Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.perform import perform, perform_steps
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import Scene, lying_pose, standing_pose
from fakir3d.rules.moves import Move, Pull
from tests.physics.conftest import Make, MakeScript, Mark


def test_repeats_bit_for_bit(
    engine: str,
    lattice: BlockSpec,
    full: Make,
    hand: MakeScript,
    mark: Mark,
    tmp_path: Path,
) -> None:
    """One act gives the same bytes again, after another act, in steps, and in a fresh process."""
    scene, script = full(lattice), hand("x2.3^", "r2")
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


def test_poses_are_carried_exactly(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """The next act's world begins at the very poses that the last one ended at, to the last bit but one."""
    done = perform(full(lattice), hand("x2.3^", "r2"), engine)
    places = {name: Hole.parse(hole) for name, hole in [(f"g{n + 1}", str(h)) for n, h in enumerate(lattice.holes)]}
    pierced = {
        f"r{n}": Bore.parse(bore) for n, bore in [(1, "x1.3"), (3, "x3.3"), (4, "x1.1"), (5, "x2.1"), (6, "x3.1")]
    }
    scene = Scene(lattice, full(lattice).solids, done.after, places, pierced)
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


def test_chunks_are_the_recording(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """Chunks of 12 frames, the last one shorter, joined are the recording; it starts with the hand outside."""
    steps = perform_steps(full(lattice), hand("x2.2", "b1"), engine)
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


@pytest.mark.parametrize("speed_m_s", [0.28, 0.281, 0.282, 0.283, 0.284])
def test_frames_are_evenly_spaced(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, speed_m_s: float
) -> None:
    """However many steps the hand's way takes, a frame follows 4 ms after the one before, none twice, none left out."""
    script = dataclasses.replace(hand("x2.3^", "r2"), speed_m_s=speed_m_s)
    times = perform(full(lattice), script, engine).recording.times_s
    assert np.diff(times) == pytest.approx(0.004)


def test_deadline_is_honoured(engine: str, lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A settling that is cut short says so and names the sticks that still move."""
    config = PhysicsConfig(deadline_s=0.05)
    done = perform(make(lattice, {}, {}), hand("b2", "g1"), engine, config)
    assert not done.rest.settled
    assert done.rest.restless == ("g1",)
    assert done.rest.residual_m_s > 0.3
    assert done.rest.settling_s < 0.06


def test_half_the_step(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """An act can be performed again at half the step: same outcome, frames at the same times."""
    config = PhysicsConfig()
    scene, script = full(lattice), hand("x2.3^", "r2")
    fine = perform(scene, script, engine, dataclasses.replace(config, dt_s=config.dt_s / 2))
    coarse = perform(scene, script, engine, config)
    assert fine.outcome == coarse.outcome
    assert fine.recording.times_s[:9] == pytest.approx(coarse.recording.times_s[:9])


def test_interleaved_acts_do_not_disturb_each_other(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark
) -> None:
    """Two acts made chunk by chunk in turn, and one given up halfway, end as each does alone."""
    scene = full(lattice)
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
    """Unknown sticks, places that do not exist, wood that is none, sticks beside their places: all refused."""
    monkeypatch.setattr("fakir3d.physics.perform.open_world", _never)
    scene = make(lattice, {"r1": ("b2", "x2.3")}, {"g1": "x2.3"})
    box = scene.solids[0]
    across = Snapshot.of({**scene.before.as_dict(), "g1": lying_pose(lattice, Bore.parse("x2.3"), 0.02)})
    beside = Snapshot.of({**scene.before.as_dict(), "r1": standing_pose(lattice, Hole.parse("b3"), 0.07)})
    faulty: dict[str, dict[str, object]] = {
        "the poses are of": {"standing": {"r7": Hole.parse("b2")}},
        "does not have": {"standing": {"r1": Hole.parse("d4")}},
        "no wood": {"solids": ()},
        "half sizes": {"solids": (dataclasses.replace(box, half_m=(0.01, 0.0, 0.01)),)},
        "box 0": {"solids": (dataclasses.replace(box, centre_m=(math.nan, 0.0, 0.0)),)},
        "does not stand in b2": {"before": beside},
        "does not lie in x2.3": {"before": across},
    }
    for said, changes in faulty.items():
        with pytest.raises(MisuseError, match=said):
            perform(_spoilt(scene, **changes), hand("x1.1", "b1"), engine)


def _never(*_: object) -> None:
    raise AssertionError("an engine was opened")


def test_performance_of_every_field(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """Scene, script and result pickle, so that a worker process can send them; engine and config are written down."""
    done = perform(full(lattice), hand("x2.3^", "r2"), engine)
    back = pickle.loads(pickle.dumps(done))  # noqa: S301
    assert back == done
    assert done.engine.name == engine
    assert json.dumps([done.engine.to_json(), done.config.to_json(), done.rest.to_json()])
    assert done.config == PhysicsConfig()
    assert done.seconds > 0
    assert Pull(Bore.parse("x2.3")) == Move.parse("x2.3^")
