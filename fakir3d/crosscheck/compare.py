"""Hold what the rules foretold against what physics did."""

from __future__ import annotations

from collections.abc import Iterator

from fakir3d.crosscheck.verdict import Discrepancy, Kind, Verdict
from fakir3d.physics.performance import Performance
from fakir3d.rules.outcome import Fall, Fate, Hung, Outcome

__all__ = ["DEEP_CONTACT_M", "NOTHING", "compare"]

DEEP_CONTACT_M = 0.0015
"""Deeper than this no contact is trusted [m]: half the radius of a 6 mm stick. The measured recipe stays below
0.5 mm in the longest fall and below 1 mm where a push is blocked; twice its step would reach 1.7 mm."""

NOTHING = str(Outcome())
"""How an outcome writes that nothing came of something."""


def compare(predicted: Outcome, performance: Performance) -> Verdict:
    """Return every difference between a foretold outcome and a performance.

    The order is fixed: the hand, then the sticks that fell or should have (in the order of sticks), then the
    disturbed ones, then what makes the whole act doubtful (not at rest, too deep a contact).
    """
    observed = performance.outcome
    return Verdict(
        (
            *_hand(predicted, observed),
            *_falls(predicted, observed),
            *_disturbed(performance),
            *_unsettled(performance),
            *_deep(performance),
        )
    )


def _hand(predicted: Outcome, observed: Outcome) -> Iterator[Discrepancy]:
    if predicted.blocked and not observed.blocked:
        yield Discrepancy(Kind.PASSED, "", "blocked", NOTHING)
    elif observed.blocked and not predicted.blocked:
        yield Discrepancy(Kind.BLOCKED, "", NOTHING, "blocked")


def _falls(predicted: Outcome, observed: Outcome) -> Iterator[Discrepancy]:
    foretold = {fall.stick: fall for fall in predicted.falls}
    seen = {fall.stick: fall for fall in observed.falls}
    # An Outcome keeps its falls in the order of sticks; one made of both gives the order of their union.
    for stick in (fall.stick for fall in Outcome(tuple({**foretold, **seen}.values())).falls):
        kind = _kind(foretold.get(stick), seen.get(stick))
        if kind:
            yield Discrepancy(kind, str(stick), _text(foretold.get(stick)), _text(seen.get(stick)))


def _kind(foretold: Fall | None, seen: Fall | None) -> Kind | None:
    """Return how two fates of one stick differ; the gravest name wins (astray, then hung)."""
    if foretold == seen:
        return None
    if seen is None:
        return Kind.MISSED_FALL
    if seen.to is Fate.ASTRAY or (foretold is not None and foretold.hole != seen.hole):
        return Kind.ASTRAY
    if isinstance(seen.to, Hung):
        return Kind.HUNG
    return Kind.EXTRA_FALL if foretold is None else Kind.WRONG_FLOOR


def _text(fall: Fall | None) -> str:
    return NOTHING if fall is None else str(fall)


def _disturbed(performance: Performance) -> Iterator[Discrepancy]:
    for stick in performance.disturbed:
        yield Discrepancy(Kind.DISTURBED, stick, NOTHING, "displaced")


def _unsettled(performance: Performance) -> Iterator[Discrepancy]:
    rest = performance.rest
    if not rest.settled:
        for stick in rest.restless or ("",):
            yield Discrepancy(Kind.UNSETTLED, stick, "at rest", f"{rest.residual_m_s * 1000:.1f} mm/s")


def _deep(performance: Performance) -> Iterator[Discrepancy]:
    # Written so that a depth that is no number counts as too deep.
    if not performance.deepest_m <= DEEP_CONTACT_M:
        limit, depth = DEEP_CONTACT_M * 1000, performance.deepest_m * 1000
        yield Discrepancy(Kind.DEEP_CONTACT, "", f"at most {limit:.2f} mm", f"{depth:.2f} mm")
