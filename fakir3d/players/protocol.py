"""What every computer player can do."""

from __future__ import annotations

import random
from typing import Protocol

from fakir3d.rules.moves import Move
from fakir3d.rules.state import State


class Player(Protocol):
    """Chooses moves. A player keeps nothing between two choices, so that undo needs no undoing in them."""

    def choose(self, state: State, seed: int) -> Move:
        """Return a legal move of the seat to move; the same for the same state and seed.

        Raises:
            MisuseError: if the game is over.
        """
        ...


def choice_seed(game_seed: int, number: int) -> int:
    """Return the seed for a computer's choice of a game's move ``number``.

    >>> choice_seed(7, 1) == choice_seed(7, 1), choice_seed(7, 1) == choice_seed(7, 2)
    (True, False)
    """
    return random.Random(f"{game_seed}/choice/{number}").getrandbits(63)
