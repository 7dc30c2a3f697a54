"""The player who draws lots among the legal moves."""

from __future__ import annotations

import random

from fakir3d.errors import MisuseError
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State


class RandomPlayer:
    """Chooses uniformly among the legal moves."""

    def choose(self, state: State, seed: int) -> Move:
        """Return a legal move, drawn from the seed."""
        moves = legal_moves(state)
        if not moves:
            raise MisuseError("the game is over; there is nothing to choose")
        return random.Random(seed).choice(moves)
