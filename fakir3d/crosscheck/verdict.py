"""The verdict of one act: what the rules foretold, compared with what physics did; agreement, or named differences."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from fakir3d.errors import NotationError
from fakir3d.physics.performance import Performance
from fakir3d.rules.outcome import Fall, Fate, Hung, Outcome
from fakir3d.rules.sticks import Stick


class Kind(enum.Enum):
    """How an act can differ from what the rules foretold."""

    MISSED_FALL = "missed-fall"
    """A stick should have come down and did not."""
    EXTRA_FALL = "extra-fall"
    """A stick came down that should have stayed."""
    WRONG_FLOOR = "wrong-floor"
    """A stick came down, but to another place than foretold."""
    HUNG = "hung"
    """A stick hangs where nothing holds it (R12)."""
    ASTRAY = "astray"
    """A stick is out of its hole or somewhere no stick can be: an engine fault."""
    BLOCKED = "blocked"
    """The hand was stopped where the way should have been free."""
    PASSED = "passed"
    """The hand went through where something should have stopped it."""
    DISTURBED = "disturbed"
    """A stick that had no part in the move was displaced."""
    UNSETTLED = "unsettled"
    """No rest certificate before the deadline: an engine fault."""
    DEEP_CONTACT = "deep-contact"
    """Sticks or wood went into each other deeper than the engine is trusted: an engine fault."""
    MISPLACED = "misplaced"
    """A stick is not where the position says: state and poses have come apart."""
    RECORDING = "recording"
    """The recording fits neither its own clock nor the poses before and after the act, or no body moves so."""
    OTHER_ACT = "other-act"
    """Another act was performed than was asked for: other poses, numbers or engine, or another way of the hand."""


_DISCREPANCY = re.compile(r"([a-z-]+) (\S+) \[([^\[\]]*)\] \[([^\[\]]*)\]")


@dataclass(frozen=True, slots=True, repr=False)
class Discrepancy:
    """One difference.

    Attributes:
        kind: which kind.
        stick: the stick it is about, by its text; empty when it is about the hand or the whole scene.
        predicted: what the rules foretold of it, in the outcome's notation.
        observed: what physics did with it, in the same notation.
    """

    kind: Kind
    stick: str
    predicted: str
    observed: str

    def __str__(self) -> str:
        return f"{self.kind.value} {self.stick or '-'} [{self.predicted}] [{self.observed}]"

    def __repr__(self) -> str:
        return f"Discrepancy.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the difference that ``text`` writes; ``str`` of one is its inverse.

        Raises:
            NotationError: if it writes none.

        >>> Discrepancy.parse("hung r3 [r3 b2 x2.3>gone] [r3 b2 x2.3>hung:x2.3]").kind
        <Kind.HUNG: 'hung'>
        """
        found = _DISCREPANCY.fullmatch(text)
        try:
            if not found:
                raise NotationError(text)
            stick = "" if found[2] == "-" else str(Stick.parse(found[2]))
            return cls(Kind(found[1]), stick, found[3], found[4])
        except ValueError:
            kinds = ", ".join(kind.value for kind in Kind)
            raise NotationError(
                f"{text!r} is no discrepancy; they are a kind, a stick or -, and both texts in brackets, like "
                f"'hung r3 [r3 b2 x2.3>gone] [r3 b2 x2.3>hung:x2.3]'; kinds: {kinds}"
            ) from None


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """All differences of one act, in a fixed order; none is agreement."""

    discrepancies: tuple[Discrepancy, ...] = ()

    @property
    def agree(self) -> bool:
        """Return whether rules and physics said the same."""
        return not self.discrepancies

    def __str__(self) -> str:
        return "; ".join(map(str, self.discrepancies)) or "agree"

    def __repr__(self) -> str:
        return f"Verdict.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the verdict that ``text`` writes; ``str`` of a verdict is its inverse.

        Raises:
            NotationError: if it writes none.

        >>> Verdict.parse("agree").agree
        True
        """
        if text == "agree":
            return cls()
        # Split between a closing bracket and the next kind: the texts inside the brackets may hold "; ".
        return cls(tuple(Discrepancy.parse(part) for part in re.split(r"(?<=\]); ", text)))


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
