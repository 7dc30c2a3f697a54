"""Policies: in play what can really happen stands and engine faults give way to the rules; QA stops."""

from __future__ import annotations

import pytest

from fakir3d.crosscheck import (
    Decision,
    Discrepancy,
    Kind,
    Policy,
    Verdict,
    config_for,
    decide,
    is_engine_fault,
    retry_config,
)
from fakir3d.physics.config import PhysicsConfig
from fakir3d.rules.outcome import Outcome

REAL = [Kind.MISSED_FALL, Kind.EXTRA_FALL, Kind.HUNG, Kind.BLOCKED]
FAULTS = [
    *(Kind.ASTRAY, Kind.UNSETTLED, Kind.DEEP_CONTACT, Kind.DISTURBED, Kind.PASSED, Kind.WRONG_FLOOR),
    *(Kind.MISPLACED, Kind.RECORDING, Kind.OTHER_ACT),
]
PREDICTED = Outcome.parse("r3 b2 x2.3>x2.1")


def differing(*kinds: Kind) -> Verdict:
    return Verdict(tuple(Discrepancy(kind, "r3", "foretold", "seen") for kind in kinds))


def test_every_kind_is_judged_by_this_test() -> None:
    """The two lists above leave no kind out."""
    assert sorted(kind.value for kind in REAL + FAULTS) == sorted(kind.value for kind in Kind)


@pytest.mark.parametrize("policy", Policy)
def test_agreement_is_taken_in_silence(policy: Policy, performance) -> None:
    """Nothing is re-seated, nothing told, nothing stopped."""
    assert decide(policy, PREDICTED, performance(str(PREDICTED)), Verdict()) == Decision(PREDICTED)


@pytest.mark.parametrize("kind", REAL)
def test_in_play_what_can_really_happen_stands(kind: Kind, performance) -> None:
    """A fall, a hung stick, a stopped hand: physics decides, and the player is told in words."""
    act = performance("r3 b2 x2.3>hung:x2.3")
    decision = decide(Policy.PHYSICS, PREDICTED, act, differing(kind))
    assert not is_engine_fault(differing(kind))
    assert (decision.taken, decision.reseat, decision.stop) == (act.outcome, False, False)
    assert decision.note.startswith("Not what the rules foretold, but it happened: ")


@pytest.mark.parametrize("kind", FAULTS)
def test_in_play_an_engine_fault_gives_way_to_the_rules(kind: Kind, performance) -> None:
    """What only a simulation can do is not taken: the rules' outcome is, visibly, even beside a real difference."""
    verdict = differing(Kind.HUNG, kind)
    decision = decide(Policy.PHYSICS, PREDICTED, performance("r3 b2 x2.3>astray"), verdict)
    assert is_engine_fault(verdict)
    assert (decision.taken, decision.reseat, decision.stop) == (PREDICTED, True, False)
    assert decision.note.startswith("The simulation failed: ")


@pytest.mark.parametrize("kind", Kind)
def test_strict_stops_at_any_difference(kind: Kind, performance) -> None:
    """QA takes nobody's word: the game ends with both texts in the note."""
    decision = decide(Policy.STRICT, PREDICTED, performance("nothing"), differing(kind))
    assert decision.stop
    assert str(differing(kind)) in decision.note


def test_a_note_for_each_kind_is_its_own_sentence(performance) -> None:
    """No two kinds tell the player the same."""
    notes = {decide(Policy.PHYSICS, PREDICTED, performance(), differing(kind)).note for kind in Kind}
    assert len(notes) == len(Kind)


def test_tap_and_retry_belong_to_play_only() -> None:
    """PHYSICS taps once and retries once at half the step; STRICT does neither."""
    config = PhysicsConfig()
    assert [(policy.tap, policy.retries) for policy in Policy] == [(True, 1), (False, 0)]
    assert config_for(Policy.PHYSICS, config).tap
    assert not config_for(Policy.STRICT, config_for(Policy.PHYSICS, config)).tap
    assert retry_config(config).dt_s == config.dt_s / 2


def test_an_outcome_that_leaves_no_position_is_an_engine_fault(performance) -> None:
    """A supported stick that falls is no real fall: the rules say why it is impossible, and their outcome holds."""
    verdict, why = differing(Kind.EXTRA_FALL), "r3 cannot go through the stick in x2.3"
    assert not is_engine_fault(verdict)
    assert is_engine_fault(verdict, why)
    decision = decide(Policy.PHYSICS, PREDICTED, performance("r3 b2 x2.3>gone"), verdict, why)
    assert (decision.taken, decision.reseat) == (PREDICTED, True)
    assert why in decision.note
