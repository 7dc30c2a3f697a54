"""A Monte Carlo tree search from its root: what it is asked, what it came to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fakir3d.errors import MisuseError
from fakir3d.kernel.budget import LIMIT, STOP, check_budgets, stopped_after
from fakir3d.kernel.evaluate import WEIGHTS
from fakir3d.kernel.game import Kernel
from fakir3d.kernel.layout import Moves
from fakir3d.kernel.tree import (
    CODE,
    DICE,
    DONE,
    FIRST,
    FOUND,
    NODE,
    OWN,
    USED,
    VISITS,
    Nodes,
    Values,
    grow,
)
from fakir3d.rules.state import State

_Tree = tuple[Nodes, Values]

_FEW = 8
"""Fewer simulations say nothing of what is best."""
_MOST_NODES = 1 << 22
"""Of the tree, 24 bytes each."""
_USUAL_MOVES = 32


@dataclass(frozen=True, slots=True)
class Sampled:
    """A move and what the simulations say of it.

    Attributes:
        code: of the move.
        visits: how many simulations went that way.
        share: how much of them the side to move won, from 0 to 1; 0 if there were none.
        line: the codes played most from here on, this move first.
    """

    code: int
    visits: int
    share: float
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a tree search came to.

    Attributes:
        moves: all legal moves, the most visited first.
        shares: how much of the simulations each side won, in the order of their colours; of sum 1.
        simulations: how many were made.
        stopped: whether it was stopped from outside, or by its time.
    """

    moves: tuple[Sampled, ...]
    shares: tuple[float, ...]
    simulations: int
    stopped: bool


class TreeSearch:
    """Searches positions of one game by simulations. Keeps nothing between two searches.

    Args:
        kernel: the game.
        explore: UCB1's constant: how much is spent on what looks worse.
        horizon: how many random moves are made before the evaluation judges; WHOLE for games played to their end.
        weights: what the evaluation's features are worth.
    """

    def __init__(self, kernel: Kernel, *, explore: float = 0.3, horizon: int = 0, weights: Moves = WEIGHTS) -> None:
        self._kernel = kernel
        self._taste = (float(explore), int(horizon), weights)
        self._own = np.zeros(OWN, np.int64)

    def stop(self) -> None:
        """End the search that is going on in another thread; it returns what it has."""
        self._own[STOP] = 1

    def think(self, state: State, *, simulations: int, seconds: float | None = None, seed: int = 0) -> Forecast:
        """Return the moves of a state, the most visited first; the same for the same state, simulations and seed.

        Args:
            state: the position.
            simulations: how many to make at most; within these, every move is looked at once, whatever the clock says.
            seconds: how long to think at most; None for as long as the simulations last.
            seed: of all that is drawn.

        Raises:
            MisuseError: if the game is over, a budget is not above zero, or the kernel refuses the state.
        """
        check_budgets(simulations=simulations, seconds=seconds)
        position = self._kernel.position(state)
        if not self._kernel.legal(position):
            raise MisuseError("the game is over; there is nothing to search")
        size = min(_MOST_NODES, _USUAL_MOVES * (simulations + 16))
        tree: _Tree = (np.zeros((size, NODE), np.int32), np.zeros(size))
        totals = np.zeros(4)
        self._own[:] = 0
        # No simulations: only so that the clock does not run while this is compiled.
        grow(self._kernel.tables, position, (*tree, totals), self._own, self._taste)
        self._own[LIMIT], self._own[USED], self._own[DICE] = simulations, 1, (seed % 2**31) << 32
        with stopped_after(seconds, self.stop):
            grow(self._kernel.tables, position, (*tree, totals), self._own, self._taste)
        done = int(self._own[DONE])
        shares = tuple((totals[: self._kernel.setup.mode.sides] / max(1, done)).tolist())
        moves = sorted(_children(tree, 0), key=lambda move: (-move.visits, -move.share))
        return Forecast(tuple(moves), shares, done, bool(self._own[STOP] == 1))


def _children(tree: _Tree, at: int) -> list[Sampled]:
    nodes, values = tree
    first = int(nodes[at, FIRST])
    return [
        Sampled(
            code=int(nodes[child, CODE]),
            visits=int(nodes[child, VISITS]),
            share=float(values[child]) / max(1, int(nodes[child, VISITS])),
            line=(int(nodes[child, CODE]), *_line(nodes, child)),
        )
        for child in range(first, first + int(nodes[at, FOUND]))
    ]


def _line(nodes: Nodes, at: int) -> Iterator[int]:
    """Yield what was played most from a node on, as long as it was more than a few times."""
    while nodes[at, FOUND]:
        first = int(nodes[at, FIRST])
        at = first + int(np.argmax(nodes[first : first + int(nodes[at, FOUND]), VISITS]))
        if nodes[at, VISITS] < _FEW:
            return
        yield int(nodes[at, CODE])
