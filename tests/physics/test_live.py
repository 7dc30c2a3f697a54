"""The hand that drags: all acts by a hand that trembles and is badly connected, and again by its path."""

from __future__ import annotations

import json
import math
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakir3d.block.document import load_block
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.motion import Recording
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.live import perform_live
from fakir3d.physics.hand.path import HandEnd
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform
from tests.physics.conftest import Make, MakeScript, Mark
from tests.physics.hands import ACTS, HZ, ScriptedHand, act, drag, late, moving


@pytest.mark.parametrize("kind", ACTS)
def test_every_act_by_a_trembling_hand(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark, kind: str
) -> None:
    """It pauses half way and trembles by 0.5 mm: what the script's hand does is done, and done again by its path.

    The path goes through real JSON in between.
    """
    scene, script, far = act(kind, preset, full, hand)
    commands = moving((0, 0), (0.2, far / 4), (0.35, far / 4), (0.8, far), jitter_m=0.0005)
    lived, pieces = drag(scene, script, engine, commands)
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
    at_s, commands = 0.0, []
    for wait_s, along_m in steps:
        at_s += wait_s
        commands.append((at_s, along_m))
    lived, _ = drag(scene, script, engine, [*commands, (at_s + 1 / HZ, end)])
    done = lived.performance
    assert done.rest.settled
    assert not done.disturbed
    assert "astray" not in str(done.outcome)
    assert done.deepest_m < 0.0008
    assert mark(perform(scene, lived.script, engine)) == mark(done)
    expected = perform(scene, script, engine).outcome
    assert done.taken_back or done.outcome == expected or done.outcome.blocked
