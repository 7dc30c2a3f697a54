"""The verdict of one act: agreement, or named differences between what was foretold and what happened."""

from __future__ import annotations

import enum
from dataclasses import dataclass

__all__ = ["Discrepancy", "Kind", "Verdict"]


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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """All differences of one act, in a fixed order; none is agreement."""

    discrepancies: tuple[Discrepancy, ...] = ()

    @property
    def agree(self) -> bool:
        """Return whether rules and physics said the same."""
        return not self.discrepancies

    def __str__(self) -> str:
        return "; ".join(map(str, self.discrepancies)) or "agree"
