"""Memory over thousands of acts in one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_PROGRAM = """
import json, resource, sys
from fakir3d.block.document import load_block, preset_names
from fakir3d.lab.audit.run import audit
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.rules import Mode

engine, second, acts = sys.argv[1], sys.argv[2] or None, int(sys.argv[3])
blocks = tuple((name, load_block(name)) for name in preset_names())
peaks = []

def watch(progress):
    if not progress.current:
        peaks.append((progress.acts, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
    if progress.acts >= acts:
        raise KeyboardInterrupt

audit(AuditPlan(blocks, tuple(Mode), 20, seed=1, engine=engine, second=second), watch)
print(json.dumps(peaks))
"""


def growth_mb(engine: str, second: str, acts: int) -> float:
    """Return by how much the peak of a process's memory grows from act 500 to the end [MB]."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, engine, second, str(acts)],
        capture_output=True,
        text=True,
        timeout=3600,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    peaks: list[tuple[int, float]] = json.loads(done.stdout)
    assert peaks[-1][0] >= acts
    begin = next(peak for made, peak in peaks if made >= 500)
    print(f"{engine} {second}: {begin:.1f} MB after act 500, {peaks[-1][1]:.1f} MB after act {peaks[-1][0]}")
    return peaks[-1][1] - begin


def test_memory_does_not_grow_with_straight_falls() -> None:
    """2,000 acts: what is kept of a game is small."""
    assert growth_mb("ideal", "", 2_000) < 20


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("engine", "second"),
    [
        pytest.param("bullet", "", marks=pytest.mark.bullet),
        ("mujoco", ""),
        pytest.param("bullet", "mujoco", marks=pytest.mark.bullet),
    ],
)
def test_memory_stays_within_50_mb_over_5000_acts(engine: str, second: str) -> None:
    """From act 500 on, in one process."""
    assert growth_mb(engine, second, 5_000) < 50
