"""Exact counts through the kernel: those of programs written elsewhere, and those of rules/."""

from __future__ import annotations

import json

import pytest

from fakir3d.block.document import preset_names
from fakir3d.errors import MisuseError
from fakir3d.kernel.game import Kernel
from fakir3d.rules import Mode, Options, Setup, State, start
from tests.kernel.agreeing import EVERY, block
from tests.rules.test_perft import ANY, CAMPAIGN, CELLS, GOLDEN, F, words

LONG = 2_000_000
GREATEST = ("5x5-xyxyxy", Mode.TWO, 10, 5, ANY, F, 53_063_820)
SHORT = [cell for cell in CAMPAIGN if cell[-1] < LONG or cell[0] == "5x5-xyxyxy"]


@pytest.mark.parametrize("cell", [*CELLS, *SHORT, GREATEST], ids=words)
def test_counts_of_other_programs(cell: tuple) -> None:
    """Our count equals what two programs written independently counted."""
    name, mode, sticks, depth, fall, plant, leaves = cell
    kernel = Kernel(Setup(block(name), mode, sticks, Options(fall, plant)))
    assert kernel.perft(kernel.position(start(kernel.setup)), depth) == leaves


@pytest.mark.campaign
@pytest.mark.parametrize("cell", [cell for cell in CAMPAIGN if cell not in SHORT], ids=words)
def test_great_counts_of_other_programs(cell: tuple) -> None:
    """The cells that need most positions."""
    test_counts_of_other_programs(cell)


@pytest.mark.parametrize("preset", preset_names())
def test_counts_of_the_rules(preset: str) -> None:
    """The golden counts that rules/ made, from the start and from the middle of games, in all modes and options."""
    golden = json.loads((GOLDEN / f"{preset}.json").read_text(encoding="utf-8"))
    lattice = block(preset)
    for mode in Mode:
        for options in EVERY:
            key = f"mode={mode} fall={options.fall.value} unsupported_plant={options.unsupported_plant.value}"
            kernel = Kernel(Setup(lattice, mode, mode.sticks, options))
            opening = kernel.position(start(kernel.setup))
            counts = golden["from the start"][key]
            assert [kernel.perft(opening, depth) for depth in range(len(counts))] == counts, key
    for text, counts in golden["from the middle"].items():
        state = State.parse(text, lattice)
        kernel = Kernel(state.setup)
        assert [kernel.perft(kernel.position(state), depth) for depth in range(len(counts))] == counts, text


def test_whole_turns_are_counted() -> None:
    """The list of turns has as many entries as perft counts at depth 1, and each leads on as it says."""
    text = next(iter(json.loads((GOLDEN / "lattice.json").read_text(encoding="utf-8"))["from the middle"]))
    state = State.parse(text, block("lattice"))
    kernel = Kernel(state.setup)
    position = kernel.position(state)
    turns = kernel.turns(position)
    assert len(set(turns)) == len(turns) == kernel.perft(position, 1)
    after = [kernel.play_turn(position, turn) for turn in turns]
    assert kernel.perft(position, 2) == sum(kernel.perft(position, 1) for position in after)


def test_depth_is_checked() -> None:
    """A depth below 0 is refused; at depth 0 there is one way, and after the end one."""
    kernel = Kernel(Setup(block("2x2-xy"), Mode.TWO, 1))
    position = kernel.position(start(kernel.setup))
    with pytest.raises(MisuseError, match="depth -1"):
        kernel.perft(position, -1)
    assert kernel.perft(position, 0) == 1
    assert kernel.perft(position, 9) == kernel.perft(position, 50) > 1
