"""What tests of campaigns share: small plans, how they are played, and what is in a folder of results."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from fakir3d.block.document import load_block
from fakir3d.lab.audit.executors import ProcessExecutor
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.run import audit
from fakir3d.lab.audit.store import Folder
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.rules import Mode

WORDS = ["--engine", "ideal", "--block", "lattice", "--mode", "2", "--mode", "3", "--sticks", "3", "--seed", "5"]
"""The command line of ``small_plan``, but for the number of games."""


GAMES = 10
"""So many games of each mode take long enough to be disturbed."""


def small_plan(games: int = GAMES, **changes: object) -> AuditPlan:
    """Return a short campaign of straight falls."""
    blocks = (("lattice", load_block("lattice")),)
    small = AuditPlan(blocks, (Mode.TWO, Mode.THREE), games, seed=5, engine="ideal", sticks=3)
    return replace(small, **changes)


def kept(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder of results but the timing and the lock, by its path."""
    files = (path for path in folder.rglob("*") if path.is_file())
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    return {name: data for name, data in found.items() if not name.startswith("timing/") and name != ".lock"}


def games_in(folder: Path) -> int:
    """Return how many games a folder of results holds."""
    return len(list(folder.glob("games/*/*/*.json")))


def run(plan: AuditPlan, folder: Path, workers: int | None = None) -> AuditReport:
    """Audit with the results in a folder."""
    with Folder.open(folder, plan) as results:
        return audit(plan, executor=None if workers is None else ProcessExecutor(workers), store=results)


def command(folder: Path, games: int, *more: str) -> list[str]:
    """Return the command line of a small campaign."""
    return [sys.executable, "-m", "fakir3d", "audit", *WORDS, "--games", str(games), "--results", str(folder), *more]
