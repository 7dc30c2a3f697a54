"""An idle window's share of a core: ``pytest benchmarks/test_idle_window.py -s`` prints it.

What it does while idle (it draws nothing, and sleeps) is tested in tests/app/test_offscreen.py; here it is timed, in a
real window under Xvfb. At most 5 % of a core, once it has drawn what there is to draw.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.app.conftest import Driver, need_tools, own_display

IDLE_SHARE = 0.05
ROUND_S = 4.0


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _share(pid: int) -> float:
    """Return how much of a core a process takes during a round."""
    before, begun = _cpu_seconds(pid), time.monotonic()
    time.sleep(ROUND_S)
    return (_cpu_seconds(pid) - before) / (time.monotonic() - begun)


def test_an_idle_window_costs_little(tmp_path: Path) -> None:
    need_tools()
    with own_display(tmp_path) as display:
        driver = Driver(display, tmp_path / "home", "--mode", "2", "--seed", "2", size=(1280, 720))
        try:
            driver.start_playing()
            time.sleep(2.5)
            shares = [_share(driver.process.pid) for _ in range(3)]
        finally:
            driver.stop()
    print(f"share of a core while idle: {', '.join(f'{share:.1%}' for share in shares)}")
    assert min(shares) <= IDLE_SHARE
