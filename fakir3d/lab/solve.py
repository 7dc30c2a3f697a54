"""Small games solved: who can force a win, and how.

The value is exact: positions are told apart by all that they are, not by a hash. With two players or two teams one
side can force a win, or with ``AllOut.DRAW`` neither; with three or four players a seat is said to win by force if it
does so against all the others together, and often none can.
"""

from __future__ import annotations

import enum
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fakir3d import kernel
from fakir3d.block.symmetry import Symmetry, rearrangements
from fakir3d.errors import FakirError, MisuseError
from fakir3d.rules.moves import Exchange, Move
from fakir3d.rules.state import Phase, Setup, State

_MOST_MAPS = 20_000
"""More orders of rows and columns than this cost more time than they save."""
_FIRST_ROWS = 1 << 12
_STEPS = 2_000_000
"""How many steps of the search make about a second."""


class AllOut(enum.Enum):
    """Who wins when the last turn takes everybody out at once."""

    LAST = "last"
    """R11: whoever played last."""
    DRAW = "draw"
    """Nobody, as in the published figures."""


class Value(enum.Enum):
    """What a game is worth to the side to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    """Neither of two sides can force a win."""
    OPEN = "open"
    """None of three or four players can force a win against all the others together."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solved game is worth, and what it took to see that.

    Attributes:
        setup: the game.
        all_out: who wins when all go out at once.
        value: what it is worth to the seat to move.
        forcing: the seats that can force a win; both partners of a team.
        turns: how many whole turns best play lasts: the winner hurries, the others delay.
        longest: how many turns the longest line of play lasts.
        line: the moves of best play, turn by turn.
        positions: how many different positions were visited, those that are over left out; symmetric ones are one.
        maps: how many orders of rows and columns were taken for one.
        memory: the most that was used for them [bytes].
        seconds: CPU time, compiling left out [s].
    """

    setup: Setup
    all_out: AllOut
    value: Value
    forcing: tuple[int, ...]
    turns: int
    longest: int
    line: tuple[tuple[Move, ...], ...]
    positions: int
    maps: int
    memory: int
    seconds: float


Watch = Callable[[int, int], None]
"""Called now and then with the positions visited and the bytes in use."""


def solve(
    state: State,
    *,
    all_out: AllOut = AllOut.LAST,
    fold: bool | None = None,
    memory: int = 2 << 30,
    watch: Watch | None = None,
) -> Solution:
    """Return what a position is worth, exactly.

    Args:
        state: where play goes on from, between two turns.
        all_out: who wins when the last turn takes everybody out at once. With ``DRAW`` who played last is no part of
            a position, as in the published figures.
        fold: whether symmetric positions are taken for one; None does that unless ``all_out`` is ``DRAW``, so that
            positions are then counted as in the published figures.
        memory: how much may be used [bytes].
        watch: told of the progress.

    Raises:
        MisuseError: if the game is over, a pull waits for its exchange, or the kernel cannot take the position.
        FakirError: if more memory is needed.
    """
    if state.phase in {Phase.OVER, Phase.EXCHANGE}:
        reason = "the game is over" if state.phase is Phase.OVER else "a pull still waits for its exchange"
        raise MisuseError(f"nothing to solve here: {reason}; give a position between two turns of a game")
    if memory <= 0:
        raise MisuseError(f"{memory} bytes of memory are too few to solve anything in")
    folded = all_out is AllOut.LAST if fold is None else fold
    orders = rearrangements(state.lattice, _MOST_MAPS) if folded else ()
    try:
        return _Search(state, all_out, orders, memory).solve(watch)
    except MemoryError:
        raise FakirError(
            f"this machine does not give the solver the {_size(memory)} it may use; lower --memory"
        ) from None


class _Search:
    """One search: its tables, kept in Python's hands, and the compiled code that goes on with it step by step."""

    def __init__(self, state: State, all_out: AllOut, orders: tuple[Symmetry, ...], memory: int) -> None:
        from fakir3d.kernel import layout, packing, solving

        self._solving, self._layout = solving, layout
        self._setup = state.setup
        self._seat = state.seat
        self._kernel = kernel.Kernel(state.setup)
        self._all_out = all_out
        self._memory = memory
        plan = packing.packing_of(state.setup, played=all_out is AllOut.LAST)
        maps = packing.maps_of(state.setup, orders)
        self._problem: solving.Problem = (self._kernel.tables, plan, maps, all_out is AllOut.DRAW)
        self._steps = max(64, _STEPS // (1 + len(maps)))
        # docs/rules.md: every game ends within this many turns.
        depth = 2 * state.setup.sticks * state.mode.seats * (state.lattice.height_count + 1) + 2
        most = int(self._kernel.tables[layout.T_MOST_TURNS])
        self._peak = 8 * (depth * (layout.WORDS + most + solving.GATHERED) + _FIRST_ROWS * (int(plan[0]) + 1))
        if self._peak > memory:
            raise FakirError(f"even the beginning needs {_size(self._peak)}, and {_size(memory)} are allowed")
        path, gathered = np.zeros((depth, layout.WORDS), np.uint64), np.zeros((depth, solving.GATHERED), np.uint64)
        path[0] = self._kernel.position(state)
        self._root = path[0].copy()
        self._stack: solving.Stack = (path, np.zeros((depth, most), np.int64), gathered)
        self._run = np.zeros(solving.RUN, np.int64)
        self._table = np.zeros((_FIRST_ROWS, int(plan[0]) + 1), np.uint64)

    def solve(self, watch: Watch | None) -> Solution:
        """Search until the first position is worth something, and read off what and why."""
        self._go_on(budget=0)
        began = time.process_time()
        while True:
            self._go_on(self._steps)
            if watch:
                watch(self._positions, self._peak)
            if self._status == self._solving.SOLVED:
                break
            assert self._status != self._solving.DEEP, "a game longer than the rules allow"  # noqa: S101
            if self._status == self._solving.FULL:
                self._grow()
        line = self._line()
        return self._solution(line, time.process_time() - began)

    @property
    def _positions(self) -> int:
        return int(self._run[self._solving.POSITIONS])

    @property
    def _status(self) -> int:
        return int(self._run[self._solving.STATUS])

    def _go_on(self, budget: int) -> None:
        self._solving.search(self._problem, self._table, self._run, self._stack, budget)

    def _grow(self) -> None:
        """Double the table; for a moment the old one is there, too."""
        others = sum(array.nbytes for array in self._stack)
        needed = others + 3 * self._table.nbytes
        if needed > self._memory:
            raise FakirError(
                f"stopped after {self._positions:,} positions: to go on takes {_size(needed)}, and "
                f"{_size(self._memory)} are allowed; raise --memory or solve with fewer sticks"
            )
        larger = np.zeros((2 * len(self._table), self._table.shape[1]), np.uint64)
        self._solving.enlarge(self._table, larger, np.int64(self._table.shape[1] - 1))
        self._table, self._peak = larger, max(self._peak, needed)

    def _worth(self, position: np.ndarray[tuple[int, ...], np.dtype[np.uint64]]) -> int:
        return int(self._solving.worth_of(self._problem, self._table, position))

    def _line(self) -> tuple[tuple[Move, ...], ...]:
        """Return best play: at each turn the one whose end suits the mover best."""
        line: list[tuple[Move, ...]] = []
        position = self._root
        while True:
            turns = self._kernel.turns(position)
            if not turns:
                return tuple(line)
            mover = np.uint64(1 << self._side(int(position[self._layout.META]) & 3))
            chosen = None
            for turn in turns:
                after = self._kernel.play_turn(position, turn)
                worth = np.uint64(self._worth(after))
                if chosen is None or self._solving.better(worth, chosen[0], mover):
                    chosen = worth, turn, after
            assert chosen is not None  # noqa: S101 - there are turns
            line.append(self._moves(chosen[1]))
            position = chosen[2]

    def _moves(self, turn: int) -> tuple[Move, ...]:
        move = self._kernel.move(turn)
        hole = turn >> self._layout.THEN
        return (move, Exchange(self._setup.lattice.holes[hole - 1])) if hole else (move,)

    def _side(self, seat: int) -> int:
        """Return the side of a seat: its colour's number, the same for partners."""
        return min(self._setup.mode.team(seat))

    def _solution(self, line: tuple[tuple[Move, ...], ...], seconds: float) -> Solution:
        worth = self._worth(self._root)
        sides = self._solving.forcing(worth)
        mode = self._setup.mode
        forcing = tuple(seat for seat in range(mode.seats) if sides >> self._side(seat) & 1)
        two_sided = len({self._side(seat) for seat in range(mode.seats)}) == 2
        if self._seat in forcing:
            value = Value.WIN
        elif forcing:
            value = Value.LOSS
        else:
            value = Value.DRAW if two_sided else Value.OPEN
        return Solution(
            setup=self._setup,
            all_out=self._all_out,
            value=value,
            forcing=forcing,
            turns=self._solving.turns_left(worth),
            longest=self._solving.longest(worth),
            line=line,
            positions=self._positions,
            maps=max(1, len(self._problem[2])),
            memory=self._peak,
            seconds=seconds,
        )


def _size(size: int) -> str:
    """Return a number of bytes as people say it."""
    for unit, power in (("GB", 30), ("MB", 20)):
        if size >= 1 << power:
            return f"{size / (1 << power):.1f} {unit}"
    return f"{max(1, size >> 10)} kB"
