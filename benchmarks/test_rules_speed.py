"""The readable rules in random play: moves in a second of CPU time, on the 5x5 block. Run with ``-s`` to see them."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.rules import (
    FallRule,
    Mode,
    Options,
    Phase,
    Setup,
    UnsupportedPlant,
    advance,
    legal_moves,
    predict,
    start,
)

BLOCK = Path(__file__).parent.parent / "tests" / "blocks" / "5x5-xyxyxy.toml"
BOUND_PER_S = 5_000
GAMES = 100


def test_moves_per_second() -> None:
    """At least 5,000 moves in a second of CPU time."""
    options = Options(FallRule.ANY, UnsupportedPlant.ALLOWED)
    setup = Setup(lattice_of(load_block(str(BLOCK))), Mode.TWO, 10, options)
    lots, moves, began = Random(1), 0, time.process_time()
    for _ in range(GAMES):
        state = start(setup)
        while state.phase is not Phase.OVER:
            move = lots.choice(legal_moves(state))
            state = advance(state, move, predict(state, move))
            moves += 1
    rate = moves / (time.process_time() - began)
    print(f"{rate:,.0f} moves a CPU second")
    assert rate > BOUND_PER_S
