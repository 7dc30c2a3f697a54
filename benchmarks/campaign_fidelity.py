"""What each way to simulate an act costs, and how often it fails: the table of docs/physics.md.

``python benchmarks/campaign_fidelity.py [ROW …] [--acts 400] [--seed 1] [--block lattice]`` plays random games, every
row the same way, holds each act against the rules and prints what differed: jams, which a real block can do, and
engine faults, which it cannot; of the faults how many a retry at half the step cured. After a difference the sticks
are put where the rules say, so that nothing cascades. ``--physics FIELD=VALUE`` (repeatable) measures another row.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.block.spec import BlockSpec
from fakir3d.cli.parsing import parse_physics
from fakir3d.crosscheck import Kind, is_engine_fault, retry_config
from fakir3d.crosscheck.pipeline import Comparison, judge
from fakir3d.lab.audit.choosing import choose_move
from fakir3d.lab.audit.probes import EVERY_POSITION, EXTRA, choose_probes
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import script_for
from fakir3d.physics.scene import seated
from fakir3d.rules import Mode, Setup, advance, legal_moves, start
from fakir3d.rules.state import Phase

STILLER = ("pierced=free", "pierced_damping=0.9", "rolling_m=0.0001")
ROWS: Mapping[str, Sequence[str]] = {
    "the recipe": (),
    "free": ("pierced=free",),
    "flat": ("ends=flat",),
    "free, flat": ("pierced=free", "ends=flat"),
    "round bores": ("bores=round",),
    "round bores, free": ("bores=round", "pierced=free"),
    "round bores, flat": ("bores=round", "ends=flat"),
    "round bores, free, flat": ("bores=round", "pierced=free", "ends=flat"),
    "free, damped": STILLER,
    "free, dry": ("pierced=free", "friction=dry"),
    "free, dry, damped": (*STILLER, "friction=dry"),
    "dry": ("friction=dry",),
    "swollen": ("friction=swollen",),
    "bouncing 0.3": ("restitution=0.3",),
    "dt 1/240": (f"dt_s={1 / 240}",),
    "dt 1/480": (f"dt_s={1 / 480}",),
    "dt 1/2000": ("dt_s=0.0005",),
    "10 iterations": ("iterations=10",),
    "50 iterations": ("iterations=50",),
    "hand at half speed": ("hand_speed=0.5",),
    "hand at double speed": ("hand_speed=2",),
    "offset 0.2 mm more": ("perturb_offset_m=0.0002",),
    "table leans 2 degrees": ("perturb_tilt_deg=2",),
    "knocked on": ("perturb_knock_m_s2=30",),
}
COLUMNS = (
    *("acts", "falls", "jams", "faults", "cured", "unsettled", "settling ms: p50, p99, most", "deepest mm"),
    *("CPU ms: plant", "pierce", "pull", "what differed"),
)


@dataclass(slots=True)
class Count:
    """What became of the acts of one row."""

    acts: int = 0
    falls: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)
    jams: int = 0
    faults: int = 0
    cured: int = 0
    unsettled: int = 0
    settling_ms: list[float] = field(default_factory=list)
    deepest_m: float = 0.0
    cpu_ms: dict[str, list[float]] = field(default_factory=dict)

    def add(self, comparison: Comparison, cured: bool | None) -> None:
        """Count an act; ``cured`` tells whether a retry agreed, None where there was none."""
        done = comparison.performance
        self.acts += 1
        self.falls += len(done.outcome.falls)
        self.kinds.update(found.kind for found in comparison.verdict.discrepancies)
        self.jams += not comparison.verdict.agree and cured is None
        self.faults += cured is not None
        self.cured += bool(cured)
        self.unsettled += not done.rest.settled
        self.settling_ms.append(done.rest.settling_s * 1000)
        self.deepest_m = max(self.deepest_m, done.deepest_m)
        self.cpu_ms.setdefault(type(comparison.script.move).__name__.lower(), []).append(done.seconds * 1000)

    def cells(self) -> tuple[str, ...]:
        """Return the row's cells, in the order of COLUMNS."""
        p50, p99, most = np.percentile(self.settling_ms, [50, 99, 100])
        costs = (f"{np.median(self.cpu_ms[kind]):.0f}" for kind in ("plant", "pierce", "pull"))
        counts = (self.acts, self.falls, self.jams, self.faults, self.cured, self.unsettled)
        kinds = ", ".join(f"{kind.value} {count}" for kind, count in self.kinds.most_common())
        settling, depth = f"{p50:.0f}, {p99:.0f}, {most:.0f}", f"{self.deepest_m * 1000:.2f}"
        return (*map(str, counts), settling, depth, *costs, kinds)


def measure(spec: BlockSpec, config: PhysicsConfig, engine: str, acts: int, seed: int) -> Count:
    """Play random games until so many acts have been performed."""
    count, game = Count(), 0
    while count.acts < acts:
        game += 1
        lots = Random(f"{seed}/{game}")
        state, snapshot = start(Setup(lattice_of(spec), Mode.TWO, Mode.TWO.sticks)), Snapshot.of({})
        while state.phase is not Phase.OVER and count.acts < acts:
            probes = [move for _, move in choose_probes(state, (*EVERY_POSITION, *EXTRA), lots)]
            move = choose_move(legal_moves(state), lots)
            for tried in (*probes, move):
                script = script_for(state, tried, lots.getrandbits(32), count.acts)
                perform = partial(judge, spec, state, snapshot, script, engine=engine)
                comparison = perform(config=config)
                faulty = is_engine_fault(comparison.verdict)
                count.add(comparison, perform(config=retry_config(config)).verdict.agree if faulty else None)
            state = advance(state, move, comparison.predicted)
            snapshot = comparison.performance.after if comparison.verdict.agree else seated(spec, state)
    return count


def main() -> int:
    """Measure the rows asked for, all unless some are named, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help=f"of: {'; '.join(ROWS)}")
    parser.add_argument("--acts", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--block", default="lattice")
    parser.add_argument("--engine", default="bullet")
    parser.add_argument("--physics", action="append", metavar="FIELD=VALUE")
    parser.add_argument("--bore", type=float, metavar="MM", help="another diameter of holes and bores")
    parser.add_argument("--stick", type=float, metavar="MM", help="another diameter of sticks")
    asked = parser.parse_args()
    spec = load_block(asked.block)
    if asked.stick is not None:
        spec = replace(spec, stick_diameter_m=asked.stick / 1000)
    if asked.bore is not None:
        spec = replace(spec, hole_diameter_m=asked.bore / 1000, bore_diameter_m=asked.bore / 1000)
    unknown = set(asked.rows) - set(ROWS)
    if unknown:
        parser.error(f"no row {', '.join(sorted(unknown))}; rows are {'; '.join(ROWS)}")
    rows = {" ".join(asked.physics): asked.physics} if asked.physics else {row: ROWS[row] for row in asked.rows or ROWS}
    fit = f"{spec.stick_diameter_m * 1000:g} in {spec.bore_diameter_m * 1000:g} mm"
    table = Table(title=f"{asked.engine}, {spec.name} ({fit}), seed {asked.seed}", show_edge=False)
    for heading in ("physics", *COLUMNS):
        table.add_column(heading, justify="left" if heading in {"physics", "what differed"} else "right")
    for row, words in rows.items():
        table.add_row(row, *measure(spec, parse_physics(words), asked.engine, asked.acts, asked.seed).cells())
        print(f"measured {row}", file=sys.stderr)
    Console(width=200).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
