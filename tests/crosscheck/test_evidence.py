"""A performance is evidence, or it is told why not: other acts, faulty recordings, positions apart from sticks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.names import Bore, Hole
from fakir3d.crosscheck import pipeline
from fakir3d.crosscheck.evidence import misplaced, recorded, substituted
from fakir3d.crosscheck.pipeline import HONEST, ask, run_act
from fakir3d.crosscheck.verdict import Discrepancy, Kind
from fakir3d.motion import Recording, Snapshot, frozen_array
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import Script, script_for
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import EngineInfo, Performance
from fakir3d.physics.scene import scene_of, seated
from fakir3d.rules import Mode, Phase, Setup, advance, legal_moves, predict, start
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import State

SPEC = load_block("staggered")
CONFIG = PhysicsConfig()


def played(moves: str) -> tuple[State, Snapshot]:
    """Return the position after these moves, every stick seated where the rules say."""
    state = start(Setup(lattice_of(SPEC), Mode.TWO, 10))
    for word in moves.split():
        move = Move.parse(word)
        state = advance(state, move, predict(state, move))
    return state, seated(SPEC, state)


MOVES = "x2.1 x2.2 b2 a2 c2 yb.1"
"""A pierced stick above another, on it three standing ones, and one more across: pulls and pierces have work to do."""


def act(word: str = "x2.2^") -> tuple[Snapshot, Script, Performance]:
    """Return an honest act from that position, and what was asked."""
    state, snapshot = played(MOVES)
    script = script_for(state, Move.parse(word), seed=1, turn=1)
    return snapshot, script, perform(scene_of(SPEC, state, snapshot), script, "ideal", CONFIG)


def told(snapshot: Snapshot, script: Script, performance: Performance) -> list[Discrepancy]:
    """Return all that the checks of a performance have to say."""
    return [
        *substituted(snapshot, script, "ideal", CONFIG, performance),
        *recorded(SPEC, script, performance),
    ]


@pytest.mark.parametrize("word", ["x2.2^", "x3.1", "b3", "c3", "hand~", "x2.3", "x2.2~", "b2~"])
def test_an_honest_act_is_evidence(word: str) -> None:
    """Pulls, pierces (also blocked ones), plants and discards: nothing is said against them."""
    assert told(*act(word)) == []


def rewritten(performance: Performance, poses: np.ndarray, times: np.ndarray | None = None) -> Performance:
    """Return a performance with other frames."""
    recording = performance.recording
    clock = recording.times_s if times is None else times
    return replace(performance, recording=Recording(recording.names, clock, frozen_array(poses, poses.shape)))


def without_frames(performance: Performance, first: int, count: int) -> Performance:
    """Return a performance whose recording has lost some frames."""
    recording, lost = performance.recording, slice(first, first + count)
    return rewritten(performance, np.delete(recording.poses, lost, axis=0), np.delete(recording.times_s, lost))


def nudged(performance: Performance, frame: int, by_m: float) -> Performance:
    """Return a performance with one stick shifted in one frame."""
    poses = performance.recording.poses.copy()
    poses[frame, 0, 1] += by_m
    return rewritten(performance, poses)


RECORDINGS: dict[str, Callable[[Performance], Performance]] = {
    "frames from the middle are lost": lambda done: without_frames(done, 12, 12),
    "the last frame is lost": lambda done: without_frames(done, len(done.recording.times_s) - 1, 1),
    "every frame is late": lambda done: rewritten(done, np.roll(done.recording.poses, 1, axis=0)),
    "a stick jumps and comes back": lambda done: nudged(done, len(done.recording.times_s) // 2, 0.02),
    "the first frame is not the start": lambda done: nudged(done, 0, 0.0001),
    "a frame is no number": lambda done: nudged(done, 20, float("nan")),
    "a stick is missing": lambda done: replace(
        done, recording=replace(done.recording, names=("r9", *done.recording.names[1:]))
    ),
    "the end is another one": lambda done: replace(
        done, after=Snapshot.of({name: pose + 1e-4 for name, pose in done.after.as_dict().items()})
    ),
    "it still moves": lambda done: rewritten(
        done, done.recording.poses + np.linspace(-0.05, 0, len(done.recording.poses))[:, None, None] ** 1 * np.eye(7)[0]
    ),
}


@pytest.mark.parametrize("fault", RECORDINGS)
def test_a_faulty_recording_is_told(fault: str) -> None:
    """Whatever was done to the frames, it is called a faulty recording and nothing else."""
    snapshot, script, honest = act()
    found = told(snapshot, script, RECORDINGS[fault](honest))
    assert {each.kind for each in found} == {Kind.RECORDING}


OTHERS: dict[str, Callable[[Performance], Performance]] = {
    "other poses at the start": lambda done: replace(done, before=done.before.without([done.before.names[0]])),
    "poses a hair away": lambda done: replace(
        done, before=Snapshot.of({name: np.nextafter(pose, 1) for name, pose in done.before.as_dict().items()})
    ),
    "other numbers": lambda done: replace(done, config=replace(CONFIG, friction=3.0)),
    "another engine": lambda done: replace(done, engine=EngineInfo("bullet", "3")),
    "the other mouth": lambda done: rewritten(
        done,
        done.recording.poses * np.where(np.array(done.recording.names)[:, None] == "g1", [-1, 1, 1, 1, 1, 1, 1], 1),
    ),
}


@pytest.mark.parametrize("fault", OTHERS)
def test_another_act_than_asked_for_is_told(fault: str) -> None:
    """Another start, to the last bit, other numbers, another engine, the hand at the other mouth."""
    snapshot, script, honest = act()
    kinds = [each.kind for each in told(snapshot, script, OTHERS[fault](honest))]
    assert Kind.OTHER_ACT in kinds


def test_a_stick_taken_out_must_be_out() -> None:
    """A pull whose stick ends inside the block is told, though the snapshot after it is right."""
    snapshot, script, honest = act()
    poses = honest.recording.poses.copy()
    place = honest.recording.names.index(script.stick)
    poses[:, place, 0] = np.linspace(poses[0, place, 0], script.side * 0.04, len(poses))
    poses[-10:, place, 0] = script.side * 0.04
    found = told(snapshot, script, rewritten(honest, poses))
    assert [(each.kind, each.stick) for each in found] == [(Kind.MISPLACED, script.stick)]


def test_every_way_a_stick_can_be_misplaced_is_told() -> None:
    """Off its hole, off its floor, off its bore, not right through, missing, one too many, two that changed names."""
    state, snapshot = played(MOVES)
    poses = snapshot.as_dict()
    assert list(misplaced(SPEC, state, snapshot)) == []
    standing = str(state.standing[Hole.parse("b2")].stick)
    lying = str(state.pierced[Bore.parse("x2.1")])

    def shifted(name: str, *by_mm: float) -> Snapshot:
        return Snapshot.of(poses | {name: poses[name] + np.array([*by_mm, 0, 0, 0, 0]) / 1000})

    cases = {
        "2.0 mm off the hole": (standing, shifted(standing, 2.0, 0, 0)),
        "foot +1.5 mm": (standing, shifted(standing, 0, 0, 1.5)),
        "foot -12.0 mm": (standing, shifted(standing, 0, 0, -12.0)),
        "nan mm off the hole": (standing, shifted(standing, float("nan"), 0, 0)),
        "2.0 mm off the bore": (lying, shifted(lying, 0, 2.0, 0)),
        "not right through": (lying, shifted(lying, 30.0, 0, 0)),
    }
    for words, (name, wrong) in cases.items():
        assert [(each.stick, each.observed) for each in misplaced(SPEC, state, wrong)] == [(name, words)]
    assert [each.observed for each in misplaced(SPEC, state, snapshot.without([lying]))] == ["away"]
    more = Snapshot.of(poses | {"g9": poses[lying]})
    assert [each.stick for each in misplaced(SPEC, state, more)] == ["g9"]
    swapped = Snapshot.of(poses | {standing: poses[lying], lying: poses[standing]})
    assert {each.stick for each in misplaced(SPEC, state, swapped)} == {standing, lying}


def test_a_hung_stick_may_be_anywhere_above_its_empty_bore() -> None:
    """R12: the position names the bore under its foot; higher is where it hangs, lower is wrong."""
    state, snapshot = played("x2.1 x2.2 b2")
    hung = replace(state, pierced={bore: stick for bore, stick in state.pierced.items() if bore != Bore.parse("x2.2")})
    left = snapshot.without([str(state.pierced[Bore.parse("x2.2")])]).as_dict()
    name = str(state.standing[Hole.parse("b2")].stick)
    for rise, faults in ((0.0, 0), (0.004, 0), (-0.004, 1)):
        poses = Snapshot.of(left | {name: left[name] + np.array([0, 0, rise, 0, 0, 0, 0])})
        assert len(list(misplaced(SPEC, hung, poses))) == faults


@pytest.mark.parametrize("engine", ["ideal", pytest.param("bullet", marks=pytest.mark.bullet)])
@pytest.mark.parametrize("block", preset_names())
def test_nothing_is_said_against_honest_games(block: str, engine: str) -> None:
    """A whole game, poses carried from act to act: every verdict is agreement, every legal move has its position."""
    spec, lots = load_block(block), Random(f"{block}/evidence")
    state, snapshot, number = start(Setup(lattice_of(spec), Mode.TWO, 5)), Snapshot.of({}), 0
    while state.phase is not Phase.OVER:
        number += 1
        script = script_for(state, lots.choice(legal_moves(state)), 5, number)
        comparison = run_act(ask(spec, state, snapshot, script), engine, CONFIG)
        assert str(comparison.verdict) == "agree"
        assert comparison.after == advance(state, script.move, comparison.performance.outcome)
        state, snapshot = comparison.after, comparison.performance.after
    assert number > 10


def test_a_position_apart_from_its_poses_is_told_by_the_act_that_parted_them() -> None:
    """A position written down wrongly differs at once; what was wrong before the act is not told again."""
    state, snapshot = played(MOVES)
    script = script_for(state, Move.parse("x1.1"), seed=1, turn=1)

    def lie(before: State, move: Move, outcome: Outcome) -> State:
        after = advance(before, move, outcome)
        first, *others = after.pierced.items()
        return replace(after, pierced={Bore.parse("x1.3"): first[1], **dict(others)})

    def verdict(start: Snapshot, **lies: object) -> list[tuple[Kind, str]]:
        liars = replace(HONEST, **lies)
        comparison = run_act(ask(SPEC, state, start, script, pipeline=liars), "ideal", CONFIG)
        return [(each.kind, each.stick) for each in comparison.verdict.discrepancies]

    assert verdict(snapshot) == []
    assert verdict(snapshot, advance=lie) == [(Kind.MISPLACED, str(script.stick))]


def test_a_stick_that_hung_above_a_filled_bore_is_not_told_again() -> None:
    """R12: it is written down as standing there; if it hung when the act began, that it still does is no news."""
    state, snapshot = played(MOVES)
    script = script_for(state, Move.parse("x1.1"), seed=1, turn=1)
    asked = ask(SPEC, state, snapshot, script)
    done = pipeline.perform(asked, "ideal", CONFIG)
    after = advance(state, script.move, done.outcome)
    rise = np.array([0, 0, 0.004, 0, 0, 0, 0])
    hangs = replace(
        done,
        before=Snapshot.of(done.before.as_dict() | {"r2": done.before.pose("r2") + rise}),
        after=Snapshot.of(done.after.as_dict() | {"r2": done.after.pose("r2") + rise}),
    )
    assert [each.stick for each in misplaced(SPEC, after, hangs.after)] == ["r2"]
    assert list(pipeline._apart(asked, after, hangs)) == []
    rises = replace(hangs, before=done.before)
    assert [each.stick for each in pipeline._apart(asked, after, rises)] == ["r2"]
