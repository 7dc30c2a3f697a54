"""A search from its root: deeper and deeper, until the budget is used up, somebody stops it, or the end is in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from fakir3d.errors import MisuseError
from fakir3d.kernel.budget import LIMIT, STOP, check_budgets, stopped_after
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.evaluate import WEIGHTS
from fakir3d.kernel.game import Kernel
from fakir3d.kernel.layout import EXCHANGE_PHASE, KEY, MAX_MOVES, WORDS, Moves, Words
from fakir3d.kernel.legal import phase, seat
from fakir3d.kernel.playing import play_move
from fakir3d.kernel.search import DEEPEST, FRAME, NODES, SCRATCH, US, WON, SearchBoard, descend, renew
from fakir3d.rules.state import State

_MOST_ENTRIES = 1 << 20
"""Of the table of positions met, 16 bytes each."""
_LEAST_ENTRIES = 1 << 10
_LONGEST_LINE = 12
_NO_LIMIT = 1 << 62
_TURNS = 120
"""No search looks further ahead."""


_Ranking = tuple[Moves, Moves]
"""The moves at the root and their values, the best first."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A move and what the search thinks of it.

    Attributes:
        code: of the move.
        value: for the side to move; about 100 for a stick; within 1,000 of ``WON`` (or ``-WON``) where it wins
            (loses) for certain against anything that the search allows the others. Exact for the first ``width``
            moves, for the others no more than this.
        line: the codes expected from here on, this move first.
    """

    code: int
    value: int
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search came to.

    Attributes:
        moves: all legal moves, the best first.
        depth: how many whole turns every line was followed.
        nodes: how many positions were met.
        stopped: whether it was stopped from outside, or by its time.
    """

    moves: tuple[Ranked, ...]
    depth: int
    nodes: int
    stopped: bool


class Search:
    """Searches positions of one game. Keeps nothing between two searches.

    Args:
        kernel: the game.
        weights: what the evaluation's features are worth.
    """

    def __init__(self, kernel: Kernel, weights: Moves = WEIGHTS) -> None:
        self._kernel = kernel
        self._weights = weights
        self._own = np.zeros(SCRATCH, np.int64)

    def stop(self) -> None:
        """End the search that is going on in another thread; it returns what it has."""
        self._own[STOP] = 1

    def think(
        self,
        state: State,
        *,
        nodes: int,
        seconds: float | None = None,
        depth: int = _TURNS,
        width: int = 1,
        seed: int = 0,
        only: Sequence[int] = (),
    ) -> Thought:
        """Return the moves of a state, ranked; the same for the same state, nodes, depth, width, seed and ``only``.

        Args:
            state: the position.
            nodes: how many positions to meet at most; one turn ahead is always looked.
            seconds: how long to think at most; None for as long as the nodes last.
            depth: how many turns to look ahead at most.
            width: how many of the best moves get their exact value.
            seed: the order of moves that are worth the same.
            only: the codes of the moves to look at; empty for all.

        Raises:
            MisuseError: if the game is over, a budget is not above zero, the kernel refuses the state, or a move to
                look at is not legal.
        """
        check_budgets(nodes=nodes, seconds=seconds, depth=depth, width=width)
        position = self._kernel.position(state)
        codes = list(self._kernel.legal(position))
        if not codes:
            raise MisuseError("the game is over; there is nothing to search")
        for code in only:
            if code not in codes:
                raise MisuseError(f"{self._kernel.move(code)} is not legal here; only legal moves can be searched")
        codes = list(only) or codes
        Random(seed).shuffle(codes)
        self._prepare(state, nodes)
        return self._run(position, np.array(codes, np.int64), (nodes, seconds), depth, width)

    def _prepare(self, state: State, nodes: int) -> None:
        us = sum(1 << seat for seat in state.mode.team(state.seat))
        colour = state.seat & 1 if len(state.mode.team(state.seat)) > 1 else state.seat
        renew(self._own, nodes, us, colour, self._weights)

    def _run(self, position: Words, codes: Moves, budget: tuple[int, float | None], depth: int, width: int) -> Thought:
        nodes, seconds = budget
        entries = _LEAST_ENTRIES
        while entries < min(2 * nodes, _MOST_ENTRIES):
            entries *= 2
        table = np.zeros((entries, 2), np.uint64)
        path = np.zeros((DEEPEST + 2, WORDS), np.uint64)
        path[0] = position
        lists = np.zeros((DEEPEST + 1, MAX_MOVES), np.int64)
        values = np.zeros(len(codes), np.int64)
        width = min(width, len(codes))
        frames = np.zeros((DEEPEST + 1, FRAME), np.int64)
        board = (self._kernel.tables, path, lists, table, frames)
        # Not even one turn ahead: only so that the clock does not run while this is compiled.
        _deepen(board, self._own, (codes, values), 0, width)
        self._own[LIMIT] = nodes
        with stopped_after(seconds, self.stop):
            reached = _deepen(board, self._own, (codes, values), depth, width)
        moves = tuple(
            Ranked(code, value, (code, *self._line(self._kernel.play(position, code), table)))
            for code, value in zip(codes.tolist(), values.tolist(), strict=True)
        )
        return Thought(moves, int(reached), int(self._own[NODES]), bool(self._own[STOP] == 1))

    def _line(self, position: Words, table: Words) -> tuple[int, ...]:
        """Return what the table expects from a position on."""
        line: list[int] = []
        while len(line) < _LONGEST_LINE:
            entry = table[int(position[KEY]) & (len(table) - 1)]
            code = int(entry[1]) & 0xFFF
            if entry[0] != position[KEY] or code not in self._kernel.legal(position):
                break
            line.append(code)
            position = self._kernel.play(position, code)
        return tuple(line)


@jit
def _deepen(
    board: SearchBoard,
    own: Moves,
    ranking: _Ranking,
    depth: int,
    width: int,
) -> int:
    """Rank the moves at the root one turn deeper each time; return to what depth every one was looked at.

    ``codes`` and ``values`` are left with the best first. If only the best is asked for, an iteration that is cut
    short counts as far as it came: the best move of the one before is the first to be looked at. A ranking of
    several is the last whole one: values of different depths cannot be compared.
    """
    codes, values = ranking
    limit = own[LIMIT]
    own[LIMIT] = _NO_LIMIT
    for ahead in range(1, depth + 1):
        codes_before, values_before = codes.copy(), values.copy()
        _iterate(board, own, ranking, ahead, width)
        if own[STOP]:
            if width > 1:
                codes[:], values[:] = codes_before, values_before
            return ahead - 1
        settled = values[width - 1] > WON // 2 or values[0] < -WON // 2
        if settled or own[NODES] >= limit:
            return ahead
        own[LIMIT] = limit
    return depth


@jit
def _iterate(
    board: SearchBoard,
    own: Moves,
    ranking: _Ranking,
    ahead: int,
    width: int,
) -> None:
    """Look at every move, and bring what has been looked at into the order of its values; equals stay as they are."""
    game, path, _, _, _ = board
    codes, values = ranking
    ours = (own[US] >> seat(path[0])) & 1
    below = ahead if phase(path[0]) == EXCHANGE_PHASE else ahead - 1
    for number in range(len(codes)):
        after = path[1]
        after[:] = path[0]
        code = codes[number]
        play_move(game, after, code)
        # What is no better than the width-th best so far needs no exact value.
        floor = values[width - 1] if number >= width else -WON
        if (own[US] >> seat(after)) & 1 == ours:
            value = descend(board, own, 1, (below, floor, WON))
        else:
            value = -descend(board, own, 1, (below, -WON, -floor))
        if own[STOP]:
            return
        at = number
        while at > 0 and values[at - 1] < value:
            codes[at], values[at] = codes[at - 1], values[at - 1]
            at -= 1
        codes[at], values[at] = code, value
