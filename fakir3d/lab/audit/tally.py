"""What is counted in one game of an audit, act by act."""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from fakir3d.block.names import Bore
from fakir3d.crosscheck.pipeline import Comparison
from fakir3d.crosscheck.second import Opinion, Split, split_of
from fakir3d.lab.audit.choosing import kind_of
from fakir3d.lab.audit.game_result import Extreme, Finding, GameResult, Measure
from fakir3d.lab.audit.probes import Probe
from fakir3d.motion import Snapshot, axes_of
from fakir3d.rules.outcome import Fall, Fate

MEASURE_FIELDS = ("floors", "settling_ms", "deepest_um", "tilt_cdeg")
"""What is counted by steps of its values: fields of a ``Measure``."""


class Tally:
    """What has been counted in one game so far; the one mutable thing of an audit."""

    def __init__(self) -> None:
        self.acts: Counter[str] = Counter()
        self.probes: Counter[str] = Counter()
        self.falls: Counter[str] = Counter()
        self.splits: Counter[str] = Counter()
        self.blocked = 0
        self.unsettled = 0
        self.deepest_m = 0.0
        self.simulated_s = 0.0
        self.seconds = 0.0
        self.findings: list[Finding] = []
        self.instruments: tuple[str, ...] = ()
        self._spreads: defaultdict[str, dict[str, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
        self._extremes: dict[str, Extreme] = {}
        self._hash = hashlib.sha256()

    def add(self, comparison: Comparison, probe: Probe | None, turn: int, floor: int | None) -> None:
        """Count one act: of the game, or a probe; ``floor`` is the one that it is about, from 0."""
        performance, move = comparison.performance, comparison.script.move
        if probe:
            self.probes[probe.value] += 1
        else:
            self.acts[kind_of(move)] += 1
            self.falls.update(map(_landing, performance.outcome.drops))
        self.blocked += performance.outcome.blocked
        self.simulated_s += performance.rest.simulated_s
        self._hash_in(comparison, f"{move}|{comparison.predicted}|")
        self._measure(comparison, probe, turn, floor)
        self._count(comparison)

    def compare(self, first: Opinion, others: Sequence[Opinion]) -> Split:
        """Count what others said of an act that has been added, and return how all stand."""
        split = split_of((first, *others))
        self.splits[str(split)] += 1
        for other in others:
            self._hash_in(other.comparison, f"{other.witness}|")
            self._count(other.comparison)
        return split

    def result(self, block: str, mode: str, game: int) -> GameResult:
        """Return what has been counted, as a value."""
        return GameResult(
            block=block,
            mode=mode,
            game=game,
            acts=dict(sorted(self.acts.items())),
            probes=dict(sorted(self.probes.items())),
            falls=dict(sorted(self.falls.items())),
            blocked=self.blocked,
            unsettled=self.unsettled,
            deepest_m=self.deepest_m,
            simulated_s=self.simulated_s,
            digest=self._hash.hexdigest(),
            findings=tuple(self.findings),
            splits=dict(sorted(self.splits.items())),
            measures={kind: measure_of(spreads) for kind, spreads in sorted(self._spreads.items())},
            extremes=tuple(self._extremes[what] for what in sorted(self._extremes)),
            instruments=self.instruments,
        )

    def _count(self, comparison: Comparison) -> None:
        performance = comparison.performance
        self.unsettled += not performance.rest.settled
        self.deepest_m = max(self.deepest_m, performance.deepest_m)
        self.seconds += performance.seconds

    def _hash_in(self, comparison: Comparison, before: str) -> None:
        after = comparison.performance.after
        self._hash.update(f"{before}{comparison.performance.outcome}|{comparison.verdict}|".encode())
        self._hash.update(",".join(after.names).encode())
        self._hash.update(after.poses.tobytes())

    def _measure(self, comparison: Comparison, probe: Probe | None, turn: int, floor: int | None) -> None:
        performance, move = comparison.performance, comparison.script.move
        rest, tilt = performance.rest, tilt_deg(performance.after)
        spreads = self._spreads[probe.value if probe else kind_of(move)]
        spreads["settling_ms"][round(rest.settling_s * 1000)] += 1
        spreads["deepest_um"][_step(performance.deepest_m * 1e6)] += 1
        spreads["tilt_cdeg"][_step(tilt * 100)] += 1
        if floor is not None:
            spreads["floors"][floor] += 1
        values = {
            "settling_ms": rest.settling_s * 1000,
            "residual_mm_s": rest.residual_m_s * 1000,
            "deepest_mm": performance.deepest_m * 1000,
            "tilt_deg": tilt,
        }
        for what, value in values.items():
            if math.isfinite(value) and (what not in self._extremes or value > self._extremes[what].value):
                self._extremes[what] = Extreme(what, value, turn, str(move), probe.value if probe else "")


def tilt_deg(snapshot: Snapshot) -> float:
    """Return how far the most leaning of the standing sticks leans [degrees]; 0 where none stands."""
    upright = axes_of(snapshot.poses)[:, 2]
    standing = upright[upright > 0.5]
    return float(np.degrees(np.arccos(np.minimum(standing, 1.0).min()))) if len(standing) else 0.0


def _step(value: float) -> int:
    """Return the ten that a value is in; -1 for what is no number."""
    return int(value / 10) * 10 if math.isfinite(value) else -1


def _landing(fall: Fall) -> str:
    if isinstance(fall.to, Bore):
        return "onto_stick"
    return fall.to.value if isinstance(fall.to, Fate) else "hung"


def measure_of(spreads: Mapping[str, Counter[int]]) -> Measure:
    """Return counted spreads as a value, in the order of their steps."""
    in_order = {name: dict(sorted(spreads[name].items())) for name in MEASURE_FIELDS}
    return Measure(acts=spreads["deepest_um"].total(), **in_order)
