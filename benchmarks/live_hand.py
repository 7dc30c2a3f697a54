"""What dragging a stick costs: the steps of a live act against real time, and from the hand to the frame it moved.

    python benchmarks/live_hand.py [--engine bullet|mujoco|ideal] [--acts N] [--physics FIELD=VALUE ...]

The block is full: nine standing sticks, six pierced ones. A scripted hand sends a target 60 times a second to a
physics process, as the window does, and reads what comes back as often. The machine's load is printed with it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from fakir3d.block.document import load_block
from fakir3d.cli.parsing import parse_physics
from fakir3d.game import WorkerPerformer
from fakir3d.game.workers.remote import RemoteDragged
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.live import perform_live
from fakir3d.physics.hand.path import HandEnd
from fakir3d.physics.hand.script import Script
from fakir3d.physics.scene import Scene
from tests.physics.conftest import full_scene, script
from tests.physics.hands import ScriptedHand, moving

TARGET_S = 1 / 60
ACTS = {
    "pull": (("x2.3^", "r2"), [(0.0, 0.0), (1.0, 0.1), (1.5, 0.1)]),
    "pierce": (("x2.2", "b1"), [(0.0, 0.0), (1.0, 0.1), (1.5, 0.1)]),
    "blocked pierce": (("x2.3", "b1"), [(0.0, 0.0), (0.5, 0.1), (1.5, 0.1)]),
    "exchange": (("b2=", "b1"), [(0.0, 0.0), (1.4, 0.2), (1.5, 0.2)]),
}


def computing(
    scene: Scene, what: Script, engine: str, config: PhysicsConfig, points: list[tuple[float, float]]
) -> float:
    """Return the CPU time of a simulated second while the hand holds [s]; nothing is waited for."""
    hand = ScriptedHand(moving(*points, jitter_m=0.0003))
    began = time.process_time()
    held_s = cpu_s = 0.0
    for piece in perform_live(scene, what, engine, config, hand, now=hand.now):
        if piece.chunk.times_s[-1] <= points[-1][0]:
            held_s, cpu_s = float(piece.chunk.times_s[-1]), time.process_time() - began
    return cpu_s / held_s


def reacting(act: RemoteDragged, points: list[tuple[float, float]]) -> tuple[list[float], float, float]:
    """Drag by the real clock; return how late each piece was [ms], time lost for good and the longest wait for a piece.

    A piece is late by what passes between the time of its last frame, counted from the first one's coming, and its own
    coming here.
    """
    wishes, late_ms, gap_s = moving(*points, jitter_m=0.0003), [], 0.0
    while not act.frames and not act.done():
        time.sleep(0.001)
    began = last = time.monotonic()
    while not act.done():
        now = time.monotonic()
        while wishes and wishes[0][0] <= now - began:
            wish = wishes.pop(0)[1]
            if isinstance(wish, HandEnd):
                act.let_go()
            else:
                act.aim(wish)
        for chunk in act.chunks():
            if wishes:
                late_ms.append(1000 * (now - began - float(chunk.times_s[-1])))
                gap_s = max(gap_s, now - last)
            last = now
        time.sleep(0.0005)
    return late_ms, act.result().dropped_s, gap_s


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="bullet")
    parser.add_argument("--acts", type=int, default=10)
    parser.add_argument("--physics", action="append")
    given = parser.parse_args()
    config = parse_physics(given.physics)
    scene = full_scene(load_block("lattice"))
    print(f"{given.engine}, {given.acts} acts each, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with WorkerPerformer(given.engine) as worker:
        worker.start(scene, script("x2.3^", "r2"), config).result()
        for name, ((move, stick), points) in ACTS.items():
            what = script(move, stick)
            share = statistics.median(computing(scene, what, given.engine, config, points) for _ in range(given.acts))
            late, lost, gaps = [], 0.0, []
            for _ in range(given.acts):
                late_ms, dropped_s, gap_s = reacting(worker.drag(scene, what, config), points)
                late += late_ms
                lost += dropped_s
                gaps.append(gap_s)
            spread = statistics.quantiles(late, n=100)
            print(
                f"{name}: {100 * share:.0f} % of a core, {1000 * share:.0f} us a step; pieces late by"
                f" {spread[49]:.0f} ms (median), {spread[94]:.0f} (95 %), {spread[98]:.0f} (99 %);"
                f" longest gap {1000 * max(gaps):.0f} ms; {1000 * lost:.0f} ms dropped"
            )


if __name__ == "__main__":
    main()
