"""The figures of a report: shares with intervals, quantiles, extremes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from fakir3d.lab.audit.choosing import kind_of
from fakir3d.lab.audit.game_result import Finding, Measure
from fakir3d.lab.audit.plan import AuditPlan, PlannedGame
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.stats import interval


@dataclass(frozen=True, slots=True)
class Spread:
    """How one measure is spread over acts.

    Attributes:
        name: what it is, in words.
        unit: of the values.
        field: its name in a ``Measure``.
        scale: a counted number times this is the value in that unit.
        step: values are counted in steps of this.
    """

    name: str
    unit: str
    field: str
    scale: float
    step: float

    def of(self, measures: Iterable[Measure]) -> dict[float, int]:
        """Return how many acts had which value, in order; values that were no number are left out."""
        counts = Counter[int]()
        for measure in measures:
            counts.update(getattr(measure, self.field))
        return {step * self.scale: count for step, count in sorted(counts.items()) if step >= 0}


SPREADS = (
    Spread("settling", "ms", "settling_ms", 1.0, 1.0),
    Spread("deepest contact", "mm", "deepest_um", 0.001, 0.01),
    Spread("tilt", "°", "tilt_cdeg", 0.01, 0.1),
)
EXTREMES = {
    "settling_ms": ("slowest to settle", "ms"),
    "residual_mm_s": ("least settled", "mm/s"),
    "deepest_mm": ("deepest contact", "mm"),
    "tilt_deg": ("most leaning", "°"),
}
"""What is measured, by its name in an ``Extreme``: what it is called, and its unit."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Acts, and how many of them showed a difference.

    Attributes:
        name: what they have in common.
        acts: how many.
        differences: how many of them differed.
    """

    name: str
    acts: int
    differences: int

    @property
    def interval(self) -> str:
        """Return between what the share of differing acts lies, with 95 % confidence, in percent."""
        low, high = interval(self.differences, self.acts)
        return f"{percent(low)} – {percent(high)}"

    @property
    def most(self) -> str:
        """Return what that share is at most."""
        return percent(interval(self.differences, self.acts)[1])


@dataclass(frozen=True, slots=True)
class KindFigures:
    """Acts of one kind on one block.

    Attributes:
        counted: how many, and how many differed.
        quantiles: for each of ``SPREADS`` the median, the value that 95 % stay below, and the greatest.
    """

    counted: Counted
    quantiles: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Greatest:
    """An act in which something was greatest.

    Attributes:
        value: how great, with its unit.
        place: block, mode, game and move.
        act: what was done.
        command: the line that plays its game again.
    """

    value: str
    place: str
    act: str
    command: str


def percent(share: float) -> str:
    """Return a share in percent, with as many digits as tell it from 0 and from 100.

    >>> percent(0.0), percent(0.00042), percent(0.0305), percent(1.0)
    ('0 %', '0.042 %', '3.0 %', '100 %')
    """
    value = 100 * share
    return f"{value:.0f} %" if value in (0, 100) else f"{value:.2g} %" if value < 1 else f"{value:.1f} %"


def overall(report: AuditReport) -> Counted:
    """Return all acts, probes among them; an act over which several witnesses differ counts once."""
    return Counted("all acts", report.moves + report.acts["probe"], len(set(map(_act_of, report.findings))))


def by_block(report: AuditReport) -> dict[str, tuple[KindFigures, ...]]:
    """Return the kinds of acts of each block, with all of them together as the last."""
    found: dict[str, tuple[KindFigures, ...]] = {}
    for block, measures in report.measures.items():
        differing = Counter(_kind_of(finding) for finding in _acts(report, block))
        kinds = [
            KindFigures(Counted(words(kind), measure.acts, differing[kind]), _quantiles([measure]))
            for kind, measure in measures.items()
        ]
        acts = sum(measure.acts for measure in measures.values())
        everything = Counted("all", acts, differing.total())
        found[block] = (*kinds, KindFigures(everything, _quantiles(measures.values())))
    return found


def by_floor(report: AuditReport, floors: Mapping[Finding, int | None]) -> dict[str, tuple[Counted, ...]]:
    """Return the acts of each block by the floor they are about, counted from the table, from 1.

    Args:
        report: what was found.
        floors: the floor that each finding is about, from 0, where it is about one.
    """
    found: dict[str, tuple[Counted, ...]] = {}
    for block, measures in report.measures.items():
        acts = Counter[int]()
        for measure in measures.values():
            acts.update(measure.floors)
        differing = Counter(floors.get(finding) for finding in _acts(report, block))
        found[block] = tuple(
            Counted(_floor_name(floor), count, differing[floor]) for floor, count in sorted(acts.items())
        )
    return found


def by_difference(
    report: AuditReport, floors: Mapping[Finding, int | None]
) -> tuple[tuple[str, str, str, str, int], ...]:
    """Return the kinds of difference, each by block, act and floor, with how many there are; the most frequent first.

    Args:
        report: what was found.
        floors: as for ``by_floor``.
    """
    counts = Counter(
        (finding.kind.value, finding.block, words(_kind_of(finding)), _floor_name(floors.get(finding)))
        for finding in report.findings
    )
    return tuple((*place, count) for place, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])))


def greatest(plan: AuditPlan, report: AuditReport) -> dict[str, tuple[Greatest, ...]]:
    """Return by what is measured (in words) the acts in which it was greatest."""
    return {
        name: tuple(
            Greatest(
                value=f"{act.value:.3g} {unit}",
                place=f"{block}, mode {mode}, game {game}, move {act.turn}",
                act=f"{act.move} ({words(act.probe)})" if act.probe else act.move,
                command=_game(plan, block, mode, game).command,
            )
            for block, mode, game, act in report.extremes[what]
        )
        for what, (name, unit) in EXTREMES.items()
        if what in report.extremes
    }


def _floor_name(floor: int | None) -> str:
    return "–" if floor is None else f"floor {floor + 1}"


def words(name: str) -> str:
    """Return the name of a kind of act or probe as people write it."""
    return name.replace("_", " ")


def _game(plan: AuditPlan, block: str, mode: str, number: int) -> PlannedGame:
    place = next(place for place, (name, _) in enumerate(plan.blocks) if name == block)
    return PlannedGame(plan, place, next(each for each in plan.modes if str(each) == mode), number)


def _acts(report: AuditReport, block: str) -> Iterator[Finding]:
    """Yield one finding for each act of a block over which the witnesses differed."""
    mine = sorted((finding for finding in report.findings if finding.block == block), key=_act_of)
    for _, findings in groupby(mine, key=_act_of):
        yield next(findings)


def _act_of(finding: Finding) -> tuple[str, str, int, int, str]:
    return finding.block, finding.mode, finding.game, finding.turn, finding.probe.value if finding.probe else ""


def _kind_of(finding: Finding) -> str:
    return finding.probe.value if finding.probe else kind_of(finding.move)


def _quantiles(measures: Iterable[Measure]) -> tuple[tuple[str, str, str], ...]:
    measures = list(measures)
    spreads = [spread.of(measures) for spread in SPREADS]
    return tuple(
        (f"{quantile(counts, 0.5):.3g}", f"{quantile(counts, 0.95):.3g}", f"{max(counts, default=0.0):.3g}")
        for counts in spreads
    )


def quantile(counts: Mapping[float, int], share: float) -> float:
    """Return the value that this share of counted values, given in order, stays at or below; 0 for none.

    >>> quantile({1.0: 9, 5.0: 1}, 0.5), quantile({1.0: 9, 5.0: 1}, 0.95)
    (1.0, 5.0)
    """
    wanted, seen = share * sum(counts.values()), 0
    for value, count in counts.items():
        seen += count
        if seen >= wanted:
            return value
    return 0.0
