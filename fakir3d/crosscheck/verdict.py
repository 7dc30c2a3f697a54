"""The verdict of one act: agreement, or named differences between what was foretold and what happened."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import Self

from fakir3d.errors import NotationError
from fakir3d.rules.sticks import Stick

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
