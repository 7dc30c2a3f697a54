"""Exact counts: against two programs written elsewhere, and against our own golden files."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.errors import MisuseError
from fakir3d.rules import (
    FallRule,
    Lattice,
    Mode,
    Options,
    Phase,
    Setup,
    UnsupportedPlant,
    advance,
    divide,
    legal_moves,
    perft,
    predict,
    start,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "perft"
DEPTH = 3
A, F = UnsupportedPlant.ALLOWED, UnsupportedPlant.FORBIDDEN
ANY, VANISH = FallRule.ANY, FallRule.VANISH

# block, mode, sticks in each hand, depth, fall, unsupported_plant, leaves: notes of programs in C++ and plain Python.
CELLS = [
    ("5x5-xyxyxy", Mode.TWO, 10, 1, ANY, A, 55),
    ("5x5-xyxyxy", Mode.TWO, 10, 2, ANY, A, 2_995),
    ("5x5-xyxyxy", Mode.TWO, 10, 3, ANY, A, 160_960),
    ("5x5-xyxyxy", Mode.TWO, 10, 1, ANY, F, 30),
    ("5x5-xyxyxy", Mode.TWO, 10, 2, ANY, F, 1_020),
    ("5x5-xyxyxy", Mode.TWO, 10, 3, ANY, F, 36_885),
    ("2x2-xy", Mode.TWO, 3, 8, ANY, A, 154_476),
    ("2x2-xy", Mode.TWO, 3, 8, ANY, F, 24_792),
    ("2x2-xy", Mode.TWO, 3, 8, VANISH, A, 147_844),
    ("2x2-xy", Mode.TWO, 3, 8, VANISH, F, 20_568),
    ("3x2-xyy", Mode.TWO, 3, 5, ANY, A, 314_652),
    ("3x2-xyy", Mode.TWO, 3, 5, ANY, F, 51_060),
    ("3x2-xyy", Mode.TWO, 3, 5, VANISH, A, 314_652),
    ("3x2-xyy", Mode.TWO, 3, 5, VANISH, F, 51_060),
    ("3x2-xyy", Mode.THREE, 2, 6, ANY, F, 389_400),
    ("3x2-xyy", Mode.THREE, 2, 6, VANISH, F, 389_400),
    ("2x2-xy", Mode.TEAMS, 2, 8, ANY, F, 23_640),
    ("2x2-xy", Mode.TEAMS, 2, 8, VANISH, F, 15_228),
]
CAMPAIGN = [
    ("5x5-xyxyxy", Mode.TWO, 10, 4, ANY, A, 8_515_720),
    ("5x5-xyxyxy", Mode.TWO, 10, 4, ANY, F, 1_384_320),
    ("3x2-xyy", Mode.TWO, 3, 7, ANY, A, 5_703_180),
    ("3x2-xyy", Mode.TWO, 3, 7, ANY, F, 1_154_832),
    ("3x2-xyy", Mode.TWO, 3, 7, VANISH, A, 5_672_724),
    ("3x2-xyy", Mode.TWO, 3, 7, VANISH, F, 1_133_952),
    ("3x2-xyy", Mode.THREE, 2, 6, ANY, A, 3_079_188),
    ("3x2-xyy", Mode.THREE, 2, 6, VANISH, A, 3_079_188),
    ("3x2-xyy", Mode.THREE, 2, 8, ANY, A, 5_923_098),
    ("3x2-xyy", Mode.THREE, 2, 8, ANY, F, 1_487_544),
    ("3x2-xyy", Mode.THREE, 2, 8, VANISH, A, 5_913_942),
    ("3x2-xyy", Mode.THREE, 2, 8, VANISH, F, 1_479_144),
    ("2x2-xy", Mode.TEAMS, 2, 8, ANY, A, 1_361_656),
    ("2x2-xy", Mode.TEAMS, 2, 8, VANISH, A, 1_338_676),
]


def words(cell: tuple[object, ...]) -> str:
    return "-".join(str(getattr(part, "value", part)) for part in cell[:-1])


@pytest.mark.parametrize("cell", CELLS, ids=words)
def test_counts_of_other_programs(block: Callable[[str], Lattice], cell: tuple) -> None:
    """Our count equals what two programs written independently counted, up to 400,000 leaves."""
    name, mode, sticks, depth, fall, plant, leaves = cell
    state = start(Setup(block(name), mode, sticks, Options(fall, plant)))
    assert perft(state, depth) == leaves, divide(state, 1)


@pytest.mark.campaign
@pytest.mark.parametrize("cell", CAMPAIGN, ids=words)
def test_great_counts_of_other_programs(block: Callable[[str], Lattice], cell: tuple) -> None:
    """The same up to 10 million leaves."""
    test_counts_of_other_programs(block, cell)


def golden(preset: str) -> dict[str, list[int]]:
    """Return the counts of a preset to depth 0, 1 ... in all modes and options."""
    lattice = lattice_of(load_block(preset))
    return {
        f"mode={mode} fall={fall.value} unsupported_plant={plant.value}": [
            perft(start(Setup(lattice, mode, mode.sticks, Options(fall, plant))), depth) for depth in range(DEPTH + 1)
        ]
        for mode in Mode
        for fall in FallRule
        for plant in UnsupportedPlant
    }


def late(preset: str) -> dict[str, list[int]]:
    """Return counts from the middle of a game, where pulls, exchanges and discards are possible, in all modes."""
    lattice = lattice_of(load_block(preset))
    counts = {}
    for mode in Mode:
        state = start(Setup(lattice, mode, mode.sticks))
        rng = Random(f"{preset} {mode}")
        for _ in range(20):
            moves = legal_moves(state)
            move = moves[int(rng.random() * len(moves))]
            state = advance(state, move, predict(state, move))
        counts[str(state)] = [perft(state, depth) for depth in range(DEPTH + 1)]
    return counts


def document(preset: str) -> str:
    return json.dumps({"from the start": golden(preset), "from the middle": late(preset)}, indent=1) + "\n"


@pytest.mark.parametrize("preset", preset_names())
def test_golden_counts(preset: str) -> None:
    """The presets' counts are what they were; ``python tests/rules/test_perft.py`` writes them anew."""
    assert document(preset) == (GOLDEN / f"{preset}.json").read_text(encoding="utf-8")


def test_every_preset_has_golden_counts() -> None:
    """No preset goes without, and no file is left over."""
    assert sorted(path.stem for path in GOLDEN.iterdir()) == list(preset_names())


@pytest.mark.parametrize("mode", list(Mode))
def test_divide_sums_to_perft(block: Callable[[str], Lattice], mode: Mode) -> None:
    """The split by first turns adds up, and has one entry for each turn."""
    state = start(Setup(block("lattice"), mode, 3))
    split = divide(state, 3)
    assert sum(split.values()) == perft(state, 3)
    assert len(split) == perft(state, 1)


def test_pull_and_exchange_are_one_turn(play: Callable) -> None:
    """Divide names a pull together with each choice of the stick taken back, and counts it as one ply."""
    step = next(step for step in play("lattice", Mode.TWO, seed=3) if step.after.phase is Phase.EXCHANGE)
    split = divide(step.before, 1)
    with_exchange = [turn for turn in split if turn.startswith(f"{step.move} ")]
    assert with_exchange == [f"{step.move} {exchange}" for exchange in legal_moves(step.after)]
    assert str(step.move) not in split
    assert all(ways == 1 for ways in split.values())
    assert perft(step.before, 1) == len(split)


def test_depth_is_checked(block: Callable[[str], Lattice]) -> None:
    """No depth, no count."""
    state = start(Setup(block("lattice"), Mode.TWO, 3))
    assert perft(state, 0) == 1
    with pytest.raises(MisuseError, match="-1"):
        perft(state, -1)
    with pytest.raises(MisuseError, match="1 or more"):
        divide(state, 0)


if __name__ == "__main__":
    for name in sys.argv[1:] or preset_names():
        (GOLDEN / f"{name}.json").write_text(document(name), encoding="utf-8")
