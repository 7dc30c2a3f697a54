"""The golden playthroughs, read by the kernel alone: each state, its legal moves, the move, the next state."""

from __future__ import annotations

import pytest

from fakir3d.kernel.game import Kernel
from fakir3d.rules import Move, Outcome, State
from fakir3d.rules.outcome import Fate
from tests.kernel.agreeing import block
from tests.rules.test_playthroughs import GAMES, path


@pytest.mark.parametrize(("preset", "mode"), GAMES, ids=str)
def test_golden_playthrough(preset: str, mode: object) -> None:
    """Line by line: the same legal moves in the text, the same position after each move, the same winners."""
    lines = [line.split(None, 1) for line in path(preset, mode).read_text(encoding="utf-8").splitlines()]
    said = {key: [text for name, text in lines if name == key] for key in ("state", "legal", "move", "outcome")}
    states = [State.parse(text, block(preset)) for text in said["state"]]
    kernel = Kernel(states[0].setup)
    position = kernel.position(states[0])
    for number, (legal, move, outcome) in enumerate(zip(said["legal"], said["move"], said["outcome"], strict=True)):
        assert sorted(str(kernel.move(code)) for code in kernel.legal(position)) == sorted(legal.split())
        before = kernel.state(position)
        position = kernel.play(position, kernel.code(Move.parse(move)))
        assert (position == kernel.position(states[number + 1])).all(), f"{move}, move {number}"
        lost = sum(fall.to is Fate.GONE for fall in Outcome.parse(outcome).falls)
        discarded = move.endswith("~")
        assert len(kernel.state(position).gone) == len(before.gone) + lost + discarded
    winners = next(text for name, text in lines if name == "result")
    assert kernel.legal(position) == ()
    assert ",".join(map(str, kernel.winners(position))) == winners
