"""Second opinions: who agrees with whom over an act, and what is kept when they split."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.crosscheck.pipeline import Comparison, Pipeline, ask, run_act
from fakir3d.crosscheck.second import Opinion, Other, agreements, second_opinion, split_of
from fakir3d.crosscheck.verdict import Discrepancy, Kind, Verdict, compare
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import Script, script_for
from fakir3d.physics.performance import Performance, Rest
from fakir3d.physics.scene import seated
from fakir3d.rules import Mode, Move, Setup, State, advance, predict, start
from fakir3d.rules.outcome import Outcome

FELL = "r1 b2 x2.3>x2.1"
ELSEWHERE = "r1 b2 x2.3>gone"
SPEC = load_block("lattice")


def opinion(witness: str, performance: Performance, *more: Discrepancy) -> Opinion:
    """Return what a witness says of an act of which the rules foretold ``FELL``."""
    predicted = Outcome.parse(FELL)
    verdict = Verdict((*compare(predicted, performance).discrepancies, *more))
    state, snapshot = position()
    asked = ask(SPEC, state, snapshot, Script(Move.parse("x2.3^"), "g1", 1, (0.0, 0.0), 0.3))
    return Opinion(witness, Comparison(replace(asked, predicted=predicted), performance, verdict, None))


@pytest.mark.parametrize(
    ("first", "second", "split", "alone"),
    [
        (FELL, FELL, "rules+bullet+mujoco", ()),
        (FELL, ELSEWHERE, "rules+bullet | mujoco", ("mujoco",)),
        (ELSEWHERE, FELL, "rules+mujoco | bullet", ("bullet",)),
        (ELSEWHERE, ELSEWHERE, "bullet+mujoco | rules", ("rules",)),
        (ELSEWHERE, "nothing", "rules | bullet | mujoco", ("rules", "bullet", "mujoco")),
    ],
)
def test_three_witnesses_stand_in_groups(
    performance: Callable[..., Performance], first: str, second: str, split: str, alone: tuple[str, ...]
) -> None:
    """All five ways in which three can stand, and who stands alone in each."""
    found = split_of((opinion("bullet", performance(first)), opinion("mujoco", performance(second))))
    assert str(found) == split
    assert found.alone == alone
    assert found.agree is (not alone)
    for one, other in (("bullet", "mujoco"), ("bullet", "rules"), ("mujoco", "rules")):
        same = any({one, other} <= set(group) for group in found.groups)
        assert agreements({split: 3}).get(f"{one}+{other}") == 3 * same


def test_agreements_are_counted_over_all_acts() -> None:
    """Of ten acts two stood apart: every pair's count, nothing left out."""
    acts = {"rules+bullet+mujoco": 8, "rules+bullet | mujoco": 1, "bullet+mujoco | rules": 1}
    assert agreements(acts) == {"bullet+mujoco": 9, "bullet+rules": 9, "mujoco+rules": 8}
    assert agreements({}) == {}


def test_a_doubtful_performance_agrees_with_nobody(performance: Callable[..., Performance]) -> None:
    """Not at rest, too deep a contact, a stick displaced, no evidence: alone, even with the same outcome as another."""
    restless = Rest(settled=False, simulated_s=2.0, settling_s=1.5, residual_m_s=0.2, restless=("r1",))
    sound = opinion("bullet", performance(ELSEWHERE))
    for doubtful in (
        opinion("mujoco", performance(ELSEWHERE, rest=restless)),
        opinion("mujoco", performance(ELSEWHERE, deepest_m=0.01)),
        opinion("mujoco", performance(ELSEWHERE, disturbed=("g1",))),
        opinion("mujoco", performance(ELSEWHERE), Discrepancy(Kind.RECORDING, "", "frames", "none")),
    ):
        assert str(split_of((sound, doubtful))) == "rules | bullet | mujoco"
        assert str(split_of((doubtful, sound))) == "rules | mujoco | bullet"
    assert str(split_of((opinion("bullet", performance(FELL, rest=restless)),))) == "rules | bullet"


def test_four_witnesses_may_stand_two_against_two(performance: Callable[..., Performance]) -> None:
    """Nobody is alone then, and nobody is believed."""
    said = (
        opinion("bullet", performance(FELL)),
        opinion("mujoco", performance(ELSEWHERE)),
        opinion("reseated", performance(ELSEWHERE)),
    )
    found = split_of(said)
    assert str(found) == "rules+bullet | mujoco+reseated"
    assert found.alone == ()
    assert not found.agree


def position() -> tuple[State, Snapshot]:
    """Return a position of a few sticks, with poses that engines would not leave: all seated."""
    state = start(Setup(lattice_of(SPEC), Mode.TWO, 10))
    for text in ("x2.1", "x2.3", "b2", "c2"):
        move = Move.parse(text)
        state = advance(state, move, predict(state, move))
    return state, seated(SPEC, state)


def test_another_is_asked_about_the_same_act_from_the_same_poses() -> None:
    """The same engine asked twice says the same to the last bit."""
    state, snapshot = position()
    script, config = script_for(state, Move.parse("x2.3^"), 1, 1), PhysicsConfig()
    asked = ask(SPEC, state, snapshot, script)
    first = run_act(asked, "ideal", config)
    other = second_opinion(Other("again", "ideal"), asked, config)
    assert other.comparison.asked.snapshot == snapshot
    assert other.comparison.performance.after == first.performance.after
    assert other.comparison.verdict == first.verdict


def test_reseated_poses_are_those_of_the_position_alone() -> None:
    """A stick that has crept up by a millimetre is put where the position says."""
    state, snapshot = position()
    name = str(next(iter(state.standing.values())).stick)
    crept = {**snapshot.as_dict(), name: snapshot.pose(name) + np.array([0, 0, 0.001, 0, 0, 0, 0])}
    script = script_for(state, Move.parse("x1.1"), 1, 1)
    asked = ask(SPEC, state, Snapshot.of(crept), script)
    other = second_opinion(Other("reseated", "ideal", reseat=True), asked, PhysicsConfig())
    assert other.comparison.asked.snapshot == snapshot
    assert other.comparison.performance.before == snapshot


def test_a_lie_of_the_rules_leaves_them_alone() -> None:
    """Two performances of the same act against rules that foretell nothing."""
    state, snapshot = position()
    script, config = script_for(state, Move.parse("x2.3^"), 1, 1), PhysicsConfig()
    lying = replace(Pipeline(), sabotage="silent", predict=lambda _state, _move: Outcome.parse("nothing"))
    asked = ask(SPEC, state, snapshot, script, pipeline=lying)
    first = run_act(asked, "ideal", config)
    other = second_opinion(Other("reseated", "ideal", reseat=True), asked, config)
    assert split_of((Opinion("ideal", first), other)).alone == ("rules",)
