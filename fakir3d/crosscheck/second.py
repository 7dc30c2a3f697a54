"""Second opinions: the same act by another engine, or from poses seated anew, and who agrees with whom.

The rules are one witness, every performance of the act is another. Nobody is believed: what comes of it is a table,
and every act over which they split is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from fakir3d.crosscheck.pipeline import Asked, Comparison, ask, run_act
from fakir3d.crosscheck.verdict import Kind, compare
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.scene import seated

RULES = "rules"
"""What the rules are called among the witnesses."""
NO_EVIDENCE = frozenset({Kind.MISPLACED, Kind.RECORDING, Kind.OTHER_ACT})
"""A performance with one of these is evidence of nothing, so it agrees with nobody."""


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody who performs an act once more.

    Attributes:
        name: among the witnesses.
        engine: which engine.
        reseat: whether from the poses that follow from the position alone, instead of those that were carried.
    """

    name: str
    engine: str
    reseat: bool = False


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one performance of an act says.

    Attributes:
        witness: whose.
        comparison: the performance, held against the rules.
    """

    witness: str
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Split:
    """The witnesses of one act, in groups that said the same; ``str`` is ``rules+bullet | mujoco``.

    Attributes:
        groups: the greatest first, equals in the order of the witnesses.
    """

    groups: tuple[tuple[str, ...], ...]

    @property
    def agree(self) -> bool:
        """Return whether all said the same."""
        return len(self.groups) == 1

    @property
    def alone(self) -> tuple[str, ...]:
        """Return who stands alone, against others or everybody against everybody."""
        return () if self.agree else tuple(group[0] for group in self.groups if len(group) == 1)

    def __str__(self) -> str:
        return " | ".join("+".join(group) for group in self.groups)


def second_opinion(other: Other, asked: Asked, config: PhysicsConfig) -> Opinion:
    """Return what another performance of the same act says.

    Raises:
        EngineMissingError: if this machine has not got the engine.
        EngineError: if the engine did not do what was asked of it.
    """
    if other.reseat:
        seats = seated(asked.spec, asked.state)
        asked = ask(asked.spec, asked.state, seats, asked.script, pipeline=asked.pipeline)
    return Opinion(other.name, run_act(asked, other.engine, config))


def split_of(opinions: Sequence[Opinion]) -> Split:
    """Return how the rules and these performances split over an act.

    Two performances say the same when their outcomes are equal and neither has anything doubtful about it (a stick
    displaced, not at rest, too deep a contact); a doubtful one says what nobody else says.
    """
    groups: list[list[str]] = [[RULES]]
    spokesmen: list[Opinion | None] = [None]
    for opinion in opinions:
        for group, spokesman in zip(groups, spokesmen, strict=True):
            if _same(spokesman, opinion):
                group.append(opinion.witness)
                break
        else:
            groups.append([opinion.witness])
            spokesmen.append(opinion)
    return Split(tuple(map(tuple, sorted(groups, key=len, reverse=True))))


def _same(spokesman: Opinion | None, opinion: Opinion) -> bool:
    if spokesman is None:
        return opinion.comparison.verdict.agree
    one, other = spokesman.comparison.performance, opinion.comparison.performance
    if any(
        found.kind in NO_EVIDENCE for each in (spokesman, opinion) for found in each.comparison.verdict.discrepancies
    ):
        return False
    return compare(one.outcome, other).agree and compare(other.outcome, one).agree


def agreements(splits: Mapping[str, int]) -> dict[str, int]:
    """Return over how many acts every two witnesses agreed, in alphabetical order.

    Args:
        splits: how many acts there were of each split, by its text.

    >>> agreements({"rules+bullet+mujoco": 8, "rules+bullet | mujoco": 1})
    {'bullet+mujoco': 8, 'bullet+rules': 9, 'mujoco+rules': 8}
    """
    counts: dict[str, int] = {}
    for text, acts in splits.items():
        groups = [set(group.split("+")) for group in text.split(" | ")]
        for one, other in combinations(sorted(set().union(*groups)), 2):
            same = any({one, other} <= group for group in groups)
            counts[f"{one}+{other}"] = counts.get(f"{one}+{other}", 0) + acts * same
    return counts
