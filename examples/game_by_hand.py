"""A game by hand: moves as text, what came of them, undo, a simulated move, a record, a picture.

python examples/game_by_hand.py
"""

from __future__ import annotations

from pathlib import Path

import fakir3d


def main(folder: Path = Path()) -> None:
    """Play some moves, and leave ``by-hand.fakir`` and ``by-hand.png`` in a folder."""
    game = fakir3d.Game("lattice", first=0, moves="x2.1 x1.2 x2.3 b1 b2 a1 a2 c1")
    print("Legal here:", *game.legal_moves()[:4], "...")

    # What would happen? A physics engine says so; nothing of the game changes.
    seen = fakir3d.simulate(game, "x2.3^")
    print("Pulling x2.3 would do this:", seen.outcome)
    print(f"Its motion: {len(seen.recording.names)} sticks for {seen.recording.duration_s:.1f} s")

    # A real move: what it did, and whether the rules had foretold it.
    played = game.play("x2.3^").moves[-1]
    print("It did:", played.taken, "- as foretold" if played.verdict.agree else "- not as foretold")
    print("In b2 stands", game.at("b2"), "- and r4 stands in", game.where("r4"))

    try:
        game.play("x2.1")
    except fakir3d.FakirError as error:
        print("Not allowed:", error)

    # The record is the save, the replay and the evidence.
    record = game.undo().save(folder / "by-hand.fakir")
    print("Loaded, and forward again:", fakir3d.load(record).redo())
    print("A picture:", fakir3d.show(game, folder / "by-hand.png", size=(640, 360)).name)


if __name__ == "__main__":
    main()
