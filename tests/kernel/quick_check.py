"""Run as a program: hold rules/ and kernel/ of the package on the path against each other, for the mutation test.

Prints ``agree``, or in what they first differ. Numba compiles nothing here: the kernel's source is run as Python.
"""

from __future__ import annotations

import sys
import warnings
from random import Random

from fakir3d.kernel.game import Kernel
from fakir3d.rules import Mode, Setup, State, perft
from tests.kernel.agreeing import EVERY, block, disagreement, drawn, first_disagreement, game, setups


def differing_count(states: list[State]) -> str | None:
    """Return where the two count differently two turns deep."""
    for state in states:
        kernel = Kernel(state.setup)
        for depth in (1, 2):
            ours, theirs = kernel.perft(kernel.position(state), depth), perft(state, depth)
            if ours != theirs:
                return f"perft {depth} of {state}: {ours}, not {theirs}"
    return None


def check(positions: int) -> str | None:
    """Return in what the two differ, looking where a fault shows soonest: small blocks, and the greatest."""
    small = setups(["2x2-xy", "lattice"])
    great = [
        state
        for sticks in (1, 2, 30)
        for options in (EVERY[0], EVERY[-1])
        for state in list(game(Setup(block("deep"), Mode.TWO, sticks, options), 1))[:: sticks // 2 + 1]
    ]
    return (
        first_disagreement(small, positions)
        or next(filter(None, (disagreement(Kernel(state.setup), state) for state in great)), None)
        or differing_count(
            [Random(number).choice(list(game(drawn(setup, number), number))) for number, setup in enumerate(small)]
        )
        or first_disagreement(setups(), positions, "more")
    )


if __name__ == "__main__":
    # A uint64 that runs over is what the kernel's hashing is made of.
    warnings.simplefilter("ignore", RuntimeWarning)
    print(check(int(sys.argv[1])) or "agree")
