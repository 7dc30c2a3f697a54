"""How many acts a second an audit makes: in this process, in one worker, in two; and what that costs in CPU time.

``pytest benchmarks/test_campaign_throughput.py -s``. Two workers must be 1.7 times as fast as one where two cores
are idle; on a machine that is busy with other things the figures are told and only the CPU time an act costs is held
to account: it does not depend on who else is running.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

import pytest

from fakir3d.block.document import load_block
from fakir3d.lab.audit.executors import Executor, ProcessExecutor
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.run import Progress, audit
from fakir3d.rules import Mode

GAMES = 8
"""For each of the two modes, with five sticks in each hand: short games, so that the end is not one worker alone."""
ROUNDS = 1
IDLE = 0.3
"""A one-minute load average below this is called idle."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What one run came to.

    Attributes:
        acts_a_second: of the wall clock, from the first finished game to the last.
        cpu_ms: CPU time an act, of all processes together once they have started [ms].
        acts_cpu_ms: of that, in acts themselves [ms].
        acts: how many.
    """

    acts_a_second: float
    cpu_ms: float
    acts_cpu_ms: float
    acts: int


def speed(engine: str, executor: Executor | None) -> Speed:
    """Audit, and return how fast that was."""
    plan = AuditPlan((("lattice", load_block("lattice")),), (Mode.TWO, Mode.TEAMS), GAMES, 11, engine, sticks=5)
    finished: list[tuple[float, int]] = []

    def watch(progress: Progress) -> None:
        if progress.done > len(finished):
            finished.append((time.perf_counter(), progress.acts))

    before = time.process_time()
    report = audit(plan, watch, executor=executor)
    here_s, games_s = time.process_time() - before, report.timing["cpu_s"]
    assert isinstance(games_s, float)
    assert report.well
    (first, acts_first), (last, acts) = finished[0], finished[-1]
    acts_cpu = report.timing["acts_cpu_s"]
    assert isinstance(acts_cpu, float)
    return Speed(
        (acts - acts_first) / (last - first),
        (here_s + (games_s if executor else 0)) / acts * 1000,
        acts_cpu / acts * 1000,
        acts,
    )


@pytest.mark.parametrize("engine", [pytest.param("bullet", marks=pytest.mark.bullet), "mujoco"])
def test_two_workers_are_nearly_twice_as_fast_as_one(engine: str) -> None:
    """At least 1.7 times on two idle cores; an act costs at most 1.15 times the CPU time it costs here."""
    load = os.getloadavg()[0]
    runs: dict[str, list[Speed]] = {"here": [], "1 worker": [], "2 workers": []}
    for _ in range(ROUNDS):
        runs["here"].append(speed(engine, None))
        runs["1 worker"].append(speed(engine, ProcessExecutor(1)))
        runs["2 workers"].append(speed(engine, ProcessExecutor(2)))
    idle = load < IDLE
    print(f"\n{engine}, {runs['here'][0].acts} acts a run, load before {load:.1f}: {'idle' if idle else 'NOT idle'}")
    for who, found in runs.items():
        rate, cpu = max(each.acts_a_second for each in found), min(each.cpu_ms for each in found)
        acts = min(each.acts_cpu_ms for each in found)
        print(f"  {who:9}: {rate:6.1f} acts/s, {cpu:.2f} ms CPU an act, {acts:.2f} of them in acts")
    ratio = max(each.acts_a_second for each in runs["2 workers"]) / max(each.acts_a_second for each in runs["1 worker"])
    cost = min(each.cpu_ms for each in runs["2 workers"]) / min(each.cpu_ms for each in runs["here"])
    print(f"  2 workers are {ratio:.2f} times as fast as 1; an act costs {cost:.2f} times the CPU time it costs here")
    assert cost <= 1.15
    if idle:
        assert ratio >= 1.7
