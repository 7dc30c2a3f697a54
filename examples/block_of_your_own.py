"""A block of one's own: designed from counts, checked, mended, saved, and played on with real physics.

    python examples/block_of_your_own.py

``examples/own_block`` shows how to test such a block with pytest.
"""

from __future__ import annotations

from pathlib import Path

import fakir3d


def main(folder: Path = Path()) -> None:
    """Design a block and leave ``long.toml`` in a folder."""
    # Four columns, two rows; from the table up a floor of x bores, one of y bores, and again. The bores are too narrow.
    block = fakir3d.Block.design("long", holes=(4, 2), floors="xyxy", bore_mm=6.0)
    for fault in block.check():
        print(f"{fault.field}: {fault.text}")

    block = fakir3d.Block.design("long", holes=(4, 2), floors="xyxy")
    assert not block.check()
    path = block.save(folder / "long.toml")
    print(f"{path.name}: {len(block.spec.holes)} holes, {len(block.spec.bores)} bores")

    # The first sixteen moves of a game by chance, each performed by physics and held against the rules.
    game = fakir3d.Game(path, mode="3", seed=4)
    while game.result is None and len(game.moves) < 16:
        game.play(game.choose("random"))
    agreed = sum(played.verdict.agree for played in game.moves)
    print(f"{agreed} of {len(game.moves)} moves went as the rules foretold")


if __name__ == "__main__":
    main()
