"""Acts must not be felt in the window: its main loop at 60 Hz, rendering removed, with acts running and without.

``pytest benchmarks/test_frames.py -s`` prints both. The loop is the window's own: pieces of motion are taken from the
worker process, played back, and the finished move becomes part of the game and of its journal on the disk.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from fakir3d.app.match import Match, Waiting
from fakir3d.app.meaning import place_of
from fakir3d.app.settings import Speed
from fakir3d.block.document import load_block
from fakir3d.game import Journal, Session, WorkerPerformer
from fakir3d.players.thinker import Thinker

FRAME_S = 1 / 60
LATE_S = 0.025
ROUND_S = 4.0
ROUNDS = 3


def _loop(match: Match, lots: Random, *, acts: bool) -> list[float]:
    """Run the loop for a round and return what each frame's work took [s]."""
    took: list[float] = []
    end = time.perf_counter() + ROUND_S
    while (begun := time.perf_counter()) < end:
        if acts and match.waiting_for is Waiting.HUMAN:
            match.ask(place_of(lots.choice(match.legal)))
        match.tick(FRAME_S, Speed.NORMAL)
        took.append(time.perf_counter() - begun)
        time.sleep(max(0.0, FRAME_S - took[-1]))
    return took


def test_acts_delay_no_frames(tmp_path: Path) -> None:
    """Frames over 25 ms: at most one more with acts running than without."""
    lots = Random(1)
    with WorkerPerformer("bullet") as performer:
        performer.warm()
        session = Session.new(load_block("lattice"), performer, seed=1, journal=Journal.create(tmp_path / "game.fakir"))
        match = Match(session, Thinker())
        quiet: list[float] = []
        busy: list[float] = []
        for _ in range(ROUNDS):
            quiet += _loop(match, lots, acts=False)
            busy += _loop(match, lots, acts=True)
        match.close()
        session.close()
    late = [sum(frame > LATE_S for frame in frames) for frames in (quiet, busy)]
    print(f"{len(session.turns)} acts; frames over 25 ms: {late[0]} without, {late[1]} with acts", end="; ")
    print(
        f"work of a frame with acts: worst {max(busy) * 1000:.1f} ms, median {sorted(busy)[len(busy) // 2] * 1000:.2f}"
    )
    assert len(session.turns) >= 5
    assert late[1] <= late[0] + 1
