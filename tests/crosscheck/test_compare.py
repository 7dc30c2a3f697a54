"""compare() names every way in which an act can differ from what the rules foretold."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.crosscheck import Discrepancy, Kind, Verdict, compare
from fakir3d.crosscheck.verdict import DEEP_CONTACT_M
from fakir3d.errors import NotationError
from fakir3d.physics.performance import Rest
from fakir3d.rules.outcome import Outcome

RESTLESS = Rest(settled=False, simulated_s=1.9, settling_s=1.5, residual_m_s=0.0123, restless=("g2", "r1"))


Judge = Callable[..., Verdict]


@pytest.fixture
def verdict(performance) -> Judge:
    """Return a judge of two outcomes in words."""

    def judge(predicted: str, observed: str = "nothing", **settings: object) -> Verdict:
        return compare(Outcome.parse(predicted), performance(observed, **settings))

    return judge


@pytest.mark.parametrize("outcome", ["nothing", "blocked", "r3 b2 hand>x2.1", "g1 a1 x1.2>gone; r3 b2 x2.3>x2.1"])
def test_the_same_outcome_agrees(outcome: str, verdict: Judge) -> None:
    """Whatever is foretold, the same thing happening is agreement."""
    assert verdict(outcome, outcome) == Verdict()


@pytest.mark.parametrize(
    ("predicted", "observed", "expected"),
    [
        ("r3 b2 x2.3>x2.1", "nothing", "missed-fall r3 [r3 b2 x2.3>x2.1] [nothing]"),
        ("nothing", "r3 b2 x2.3>x2.1", "extra-fall r3 [nothing] [r3 b2 x2.3>x2.1]"),
        ("r3 b2 x2.3>x2.1", "r3 b2 x2.3>gone", "wrong-floor r3 [r3 b2 x2.3>x2.1] [r3 b2 x2.3>gone]"),
        ("r3 b2 x2.3>gone", "r3 b2 x2.3>x2.1", "wrong-floor r3 [r3 b2 x2.3>gone] [r3 b2 x2.3>x2.1]"),
        ("r3 b2 x2.3>gone", "r3 b2 x2.2>gone", "wrong-floor r3 [r3 b2 x2.3>gone] [r3 b2 x2.2>gone]"),
        ("r3 b2 hand>x2.3", "r3 b2 hand>x2.2", "wrong-floor r3 [r3 b2 hand>x2.3] [r3 b2 hand>x2.2]"),
        ("r3 b2 x2.3>gone", "r3 b2 x2.3>hung:x2.3", "hung r3 [r3 b2 x2.3>gone] [r3 b2 x2.3>hung:x2.3]"),
        ("r3 b2 x2.3>gone", "r3 b2 x2.3>hung:x2.1", "hung r3 [r3 b2 x2.3>gone] [r3 b2 x2.3>hung:x2.1]"),
        ("nothing", "r3 b2 x2.3>hung:x2.1", "hung r3 [nothing] [r3 b2 x2.3>hung:x2.1]"),
        ("r3 b2 x2.3>gone", "r3 b2 x2.3>astray", "astray r3 [r3 b2 x2.3>gone] [r3 b2 x2.3>astray]"),
        ("nothing", "r3 b2 x2.3>astray", "astray r3 [nothing] [r3 b2 x2.3>astray]"),
        ("r3 b2 x2.3>x2.1", "r3 c2 x2.3>x2.1", "astray r3 [r3 b2 x2.3>x2.1] [r3 c2 x2.3>x2.1]"),
        ("nothing", "blocked", "blocked - [nothing] [blocked]"),
        ("blocked", "nothing", "passed - [blocked] [nothing]"),
    ],
)
def test_each_difference_of_outcomes_has_its_name_and_both_texts(
    predicted: str, observed: str, expected: str, verdict: Judge
) -> None:
    """One differing stick or hand is one discrepancy, with what was foretold and what was seen."""
    assert str(verdict(predicted, observed)) == expected


def test_disturbed_sticks_are_named(verdict: Judge) -> None:
    """A stick displaced without a part in the move is a difference even where the outcomes agree."""
    assert str(verdict("nothing", disturbed=("r1", "r2"))) == (
        "disturbed r1 [nothing] [displaced]; disturbed r2 [nothing] [displaced]"
    )


def test_no_rest_certificate_is_unsettled_for_each_restless_stick(verdict: Judge) -> None:
    """Each stick that was still moving is named; with none named, the scene is."""
    assert str(verdict("nothing", rest=RESTLESS)) == (
        "unsettled g2 [at rest] [12.3 mm/s]; unsettled r1 [at rest] [12.3 mm/s]"
    )
    nameless = Rest(settled=False, simulated_s=1.9, settling_s=1.5, residual_m_s=0.02)
    assert str(verdict("nothing", rest=nameless)) == "unsettled - [at rest] [20.0 mm/s]"


@pytest.mark.parametrize(
    ("deepest_m", "kinds"),
    [(DEEP_CONTACT_M, []), (DEEP_CONTACT_M * 1.01, [Kind.DEEP_CONTACT]), (float("nan"), [Kind.DEEP_CONTACT])],
)
def test_a_contact_too_deep_to_trust_is_told(deepest_m: float, kinds: list[Kind], verdict: Judge) -> None:
    """At the limit is trusted, beyond it is not, and a depth that is no number is not."""
    assert [found.kind for found in verdict("nothing", deepest_m=deepest_m).discrepancies] == kinds


def test_the_order_is_fixed(verdict: Judge) -> None:
    """Hand, sticks in their order, disturbed, unsettled, deep: however many there are at once."""
    found = verdict(
        "y1 a3 x3.1>gone; r2 b2 x2.3>x2.1",
        "blocked; g1 c1 x1.1>astray; r10 c2 x2.3>hung:x2.3",
        disturbed=("b1",),
        rest=RESTLESS,
        deepest_m=0.004,
    )
    assert [(difference.kind.value, difference.stick) for difference in found.discrepancies] == [
        ("blocked", ""),
        ("missed-fall", "r2"),
        ("hung", "r10"),
        ("astray", "g1"),
        ("missed-fall", "y1"),
        ("disturbed", "b1"),
        ("unsettled", "g2"),
        ("unsettled", "r1"),
        ("deep-contact", ""),
    ]
    assert {difference.kind for difference in found.discrepancies}.isdisjoint({Kind.PASSED, Kind.WRONG_FLOOR})


_texts = st.text(st.characters(exclude_characters="[]", categories=("L", "N", "P", "S", "Zs")), max_size=30)
_discrepancies = st.builds(Discrepancy, st.sampled_from(Kind), st.sampled_from(["", "r1", "g10"]), _texts, _texts)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.lists(_discrepancies, max_size=5))
def test_a_verdict_parses_back(found: list[Discrepancy]) -> None:
    """Verdict.parse is the inverse of str, for every kind and every text without brackets."""
    value = Verdict(tuple(found))
    assert Verdict.parse(str(value)) == value


@pytest.mark.parametrize(
    "text", ["", "Agree", "hung r3", "odd r3 [a] [b]", "hung r3 [a] [b];", "hung r3 [a] [b]; agree"]
)
def test_a_text_that_is_no_verdict_is_refused(text: str) -> None:
    """The message quotes the text and shows the form."""
    with pytest.raises(NotationError, match="is no discrepancy"):
        Verdict.parse(text)
