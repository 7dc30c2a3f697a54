"""kernel/ and rules/ allow the same moves, lead to the same positions, name the same winners."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from fakir3d.kernel.game import Kernel
from fakir3d.kernel.layout import KEY
from fakir3d.rules import Mode, Setup, State, start
from tests.kernel.agreeing import EVERY, block, disagreement, first_disagreement, game, setups


def test_five_thousand_random_positions() -> None:
    """Presets, modes and options: legal moves, results, and every successor, word for word, the key included."""
    assert first_disagreement(setups(), 5_000) is None


@pytest.mark.parametrize("name", ["2x2-xy", "3x2-xyy", "5x5-xyxyxy", "mixed"])
def test_other_blocks(name: str) -> None:
    """The same on blocks of other shapes, longer one way than the other."""
    assert first_disagreement(setups([name]), 300) is None


def test_the_greatest_block() -> None:
    """64 holes and 128 bores fill the kernel's words to the last bit; positions from whole games in all modes."""
    bores, holes = set[int](), set[int]()
    for mode, options in product(Mode, (EVERY[0], EVERY[-1])):
        for number, state in enumerate(game(Setup(block("deep"), mode, 40, options), "great")):
            bores, holes = bores | lying(state), holes | upright(state)
            assert number % 80 or disagreement(Kernel(state.setup), state) is None
    for mode in Mode:
        for few in (1, 2):
            for state in game(Setup(block("deep"), mode, few), "few"):
                assert disagreement(Kernel(state.setup), state) is None
    assert bores >= {0, 63, 64, 127}
    assert holes >= {0, 63}


def lying(state: State) -> set[int]:
    """Return the bores that are filled, by number."""
    return {state.lattice.bores.index(bore) for bore in state.pierced}


def upright(state: State) -> set[int]:
    """Return the holes that are filled, by number."""
    return {state.lattice.holes.index(hole) for hole in state.standing}


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_thousand_random_positions(part: int) -> None:
    """The same in ten parts of 10,000, other games in each."""
    assert first_disagreement(setups(), 10_000, f"part {part}") is None


def test_keys_tell_positions_apart() -> None:
    """Among more than 20,000 positions around a random game no two that differ share their key."""
    kernel = Kernel(Setup(block("staggered"), Mode.TWO, 10))
    words: dict[int, bytes] = {}
    for state in game(kernel.setup, "keys"):
        near = [kernel.position(state)]
        for _ in range(3):
            near = [kernel.play(position, code) for position in near for code in kernel.legal(position)][:3_000]
            for position in near:
                assert words.setdefault(kernel.key(position), position.tobytes()) == position.tobytes()
    assert len(words) == len(set(words.values())) > 20_000


def test_the_key_is_the_same_by_every_way() -> None:
    """Two orders of the same moves end at one position with one key; the seat to move makes another key."""
    kernel = Kernel(Setup(block("staggered"), Mode.TWO, 10))
    opening = kernel.position(start(kernel.setup))
    first, second, third = kernel.legal(opening)[:3]
    one = kernel.play(kernel.play(kernel.play(opening, first), second), third)
    other = kernel.play(kernel.play(kernel.play(opening, third), second), first)
    assert kernel.key(one) == kernel.key(other)
    assert np.array_equal(one, other)
    assert kernel.key(kernel.play(opening, first)) != kernel.key(opening)
    assert len({int(kernel.play(opening, code)[KEY]) for code in kernel.legal(opening)}) == 18
