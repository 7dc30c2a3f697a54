"""The player who is there to be beaten: sees what each move brings, and slips."""

from __future__ import annotations

import math
import random

from fakir3d.players.medium import worths
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State

SLIP = 8.0
"""How much worse a move may be to be chosen still about one time in three (by ``medium.value``: a stick is 10).
Measured to win three of four games against drawn lots (docs/opponents.md)."""


class EasyPlayer:
    """Draws among the moves, better ones likelier; never misses a win on the spot, and loses by looking away."""

    def choose(self, state: State, seed: int) -> Move:
        """Return a legal move, the likelier the more it is worth one turn ahead."""
        found = worths(state)
        best = max(found.values())
        # Among several opponents one's loss counts for less in a value, so that slips would weigh more.
        slip = SLIP / (state.mode.sides - 1)
        chances = [math.exp((worth - best) / slip) for worth in found.values()]
        return random.Random(seed).choices(list(found), chances)[0]
