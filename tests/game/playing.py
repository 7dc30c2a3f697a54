"""A game that plays itself until it is killed; run by test_kills.py in a process of its own.

It prints what it is doing, a line each: ``begun N`` once act N runs, ``writing N`` when half of N's line is on the
disk, ``made N`` when move N is finished. Arguments: record, engine, seed, mode.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from fakir3d.block.document import load_block
from fakir3d.game import Journal, Session, WorkerPerformer
from fakir3d.game.record import journal
from fakir3d.game.setup import GameSetup
from fakir3d.players import player_of
from fakir3d.rules import Mode


def main(path: str, engine: str, seed: str, mode: str) -> None:
    """Play a game by drawn lots, slowly enough to be killed in the middle of anything."""
    whole = journal._write_all
    number = 0

    def in_halves(file, data):
        whole(file, data[: len(data) // 2])
        print("writing", number, flush=True)
        time.sleep(0.02)
        whole(file, data[len(data) // 2 :])

    with WorkerPerformer(engine) as performer:
        performer.warm()
        journal_here = Journal.create(Path(path))
        session = Session.new(
            load_block("lattice"), performer, GameSetup(mode=Mode(mode), seed=int(seed)), journal=journal_here
        )
        player = player_of("random")
        journal._write_all = in_halves
        while session.result is None:
            number = len(session.moves) + 1
            act = session.begin(player.choose(session.state, session.choice_seed))
            while not act.chunks() and not act.done():
                time.sleep(0.0005)
            print("begun", number, flush=True)
            act.result()
            print("made", number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
