"""Exchanges and discards, at least 800 of each on every preset: do rules and physics agree on them?

``python benchmarks/campaign_exchange_discard.py [--engine ENGINE] [--games 15] [--seed 1]`` prints a table and every
failure with the line that reproduces it. Random games seldom force either move, so both are tried on copies: in each
position a standing and a pierced stick are discarded, after each pull of another's stick three exchanges are made.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from fakir3d.block.document import load_block, preset_names
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.probes import Probe
from fakir3d.lab.audit.run import audit
from fakir3d.physics.engines import available, default_engine
from fakir3d.rules import Mode

PROBES = (Probe.EXCHANGE,) * 3 + (Probe.DISCARD_STANDING, Probe.DISCARD_PIERCED)
WANTED = 800


def main() -> int:
    """Run the campaign; return 1 if an act failed or too few were made."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=default_engine(), choices=available())
    parser.add_argument("--games", type=int, default=15, help="for each preset and mode")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=Path, default=Path("out/cases"))
    asked = parser.parse_args()
    table = Table(title=f"{asked.engine}, seed {asked.seed}, {asked.games} games of modes 2, 3 and teams each")
    columns = (
        "preset",
        "exchanges",
        "standing discarded",
        "pierced discarded",
        "falls",
        "failed",
        "unsettled",
        "CPU s",
    )
    for heading in columns:
        table.add_column(heading, justify="right")
    well = True
    for name in preset_names():
        began = time.process_time()
        plan = AuditPlan(
            blocks=((name, load_block(name)),),
            modes=(Mode.TWO, Mode.THREE, Mode.TEAMS),
            games=asked.games,
            seed=asked.seed,
            engine=asked.engine,
            probes=PROBES,
            cases=asked.cases,
        )
        found = audit(plan)
        exchanges = found.acts["exchange"] + found.probes["exchange"]
        standing = found.acts["discard_standing"] + found.probes["discard_standing"]
        pierced = found.acts["discard_horizontal"] + found.probes["discard_pierced"]
        falls = found.falls["onto_stick"] + found.falls["gone"]
        cells = (exchanges, standing, pierced, falls, len(found.findings), found.unsettled)
        table.add_row(name, *map(str, cells), f"{time.process_time() - began:.0f}")
        well &= found.well and min(exchanges, standing + pierced) >= WANTED
        for finding in found.findings:
            print(f"{name}: {finding.verdict}\n  again: {finding.reproduction}")
    Console().print(table)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
