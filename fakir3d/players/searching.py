"""The players who look ahead over the compiled rules, with a budget of positions or simulations.

Between two sides alpha-beta; among three or four players simulations, which take every player for their own friend
(measured against each other, docs/opponents.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d import kernel
from fakir3d.errors import MisuseError
from fakir3d.players.medium import MediumPlayer
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may think about one move.

    Attributes:
        nodes: how many positions to meet at most between two sides ...
        simulations: ... and how many simulations to make among more; these decide on any usual machine, so that
            choices repeat.
        seconds: what a slow machine may take at most; None for as long as it needs.
    """

    nodes: int
    simulations: int
    seconds: float | None = None


HARD = Budget(3_000, 2_000, 0.3)
EXPERT = Budget(500_000, 100_000, 1.5)


class SearchPlayer:
    """Chooses what the search likes best; where the compiled rules do not know a position, what ``medium`` would.

    They know no stick that hangs, no move that is barred (R12), and no block beyond their size.

    Args:
        budget: how much they may think about one move.

    Raises:
        MisuseError: if numba is missing.
    """

    def __init__(self, budget: Budget) -> None:
        kernel.require_numba()
        self._budget = budget

    def choose(self, state: State, seed: int) -> Move:
        """Return the move that the search ranks first; the same for the same state and seed within the seconds."""
        from fakir3d.kernel.game import Kernel
        from fakir3d.kernel.search_root import Search
        from fakir3d.kernel.tree_root import TreeSearch

        try:
            compiled = Kernel(state.setup)
            codes = compiled.legal(compiled.position(state))
        except MisuseError:
            return MediumPlayer().choose(state, seed)
        if len(codes) == 1:
            return compiled.move(codes[0])
        nodes, simulations, seconds = self._budget.nodes, self._budget.simulations, self._budget.seconds
        best = (
            TreeSearch(compiled).think(state, simulations=simulations, seconds=seconds, seed=seed).moves[0].code
            if state.mode.sides > 2
            else Search(compiled).think(state, nodes=nodes, seconds=seconds, seed=seed).moves[0].code
        )
        return compiled.move(best)
