"""The players who look ahead: alpha-beta over the compiled rules, with a budget of positions."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d import kernel
from fakir3d.errors import MisuseError
from fakir3d.players.greedy import GreedyPlayer
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State

__all__ = ["EXPERT", "HARD", "Budget", "SearchPlayer"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may think about one move.

    Attributes:
        nodes: how many positions he may meet; this decides on any usual machine, so that choices repeat.
        seconds: what a slow machine may take at most; None for as long as it needs.
    """

    nodes: int
    seconds: float | None = None


HARD = Budget(3_000, 0.3)
EXPERT = Budget(200_000, 1.5)


class SearchPlayer:
    """Chooses what his search likes best; where the compiled rules do not know a position, what greed likes best.

    They know no stick that hangs, no move that is barred (R12), and no block beyond their size.

    Args:
        budget: how much he may think about one move.

    Raises:
        MisuseError: if numba is missing.
    """

    def __init__(self, budget: Budget) -> None:
        kernel.require()
        self._budget = budget

    def choose(self, state: State, seed: int) -> Move:
        """Return the move that the search ranks first; the same for the same state and seed within the seconds."""
        from fakir3d.kernel.game import Kernel
        from fakir3d.kernel.search_root import Search

        try:
            compiled = Kernel(state.setup)
            codes = compiled.legal(compiled.position(state))
        except MisuseError:
            return GreedyPlayer().choose(state, seed)
        if len(codes) == 1:
            return compiled.move(codes[0])
        thought = Search(compiled).think(state, nodes=self._budget.nodes, seconds=self._budget.seconds, seed=seed)
        return compiled.move(thought.moves[0].code)
