"""Exact values: every position that can be reached, depth first, each once.

What is found out about a position, its *worth*, is one word: the sides that can force a win from there, whoever the
others are (one bit a side: colours; both partners are one side), how many whole turns best play lasts, and how many
the longest line does. Positions never repeat (each turn lowers an order), so nothing met on the way is unfinished.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fakir3d.kernel.bits import ONE, U0, mix
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.layout import MASKS, META, OVER_PHASE, WORDS, Index, Moves, Words
from fakir3d.kernel.legal import colour_of, phase, seat, write_turns
from fakir3d.kernel.packing import P_SEATS, P_WORDS, Maps, fold
from fakir3d.kernel.playing import play_turn, winners

Table = npt.NDArray[np.uint64]
"""A row a position: its bits, then its worth; worth 0 marks an empty row."""
Problem = tuple[Words, Moves, Maps, bool]
"""The tables of the game, how positions are packed, the symmetries to fold by, and whether nobody wins when all go out
at once."""
Stack = tuple[Table, npt.NDArray[np.int64], Table]
"""The position at each level, the whole turns there, what is known of it so far."""
_Scratch = tuple[Words, Words, Words]
"""Room for packed bits, for ``fold`` and for masks."""

# The state of a search, so that it can stop at any position and go on.
LEVEL, POSITIONS, STATUS = 0, 1, 2
RUN = 3
# Its status.
GOES_ON, SOLVED, FULL, DEEP = 0, 1, 2, 3

# A worth: bit 63 set, the forcing sides in bits 0-3, the length of best play in 4-23, of the longest line in 24-43.
_KNOWN = np.uint64(1 << 63)
_SIDES = np.uint64(0xF)
_TURNS = np.uint64(0xFFFFF)
_SHIFT_TURNS = np.uint64(4)
_SHIFT_LONGEST = np.uint64(24)
_OUT = np.uint64(0xF)
_SHIFT_OUT = np.uint64(8)
# How full a table may get, in eighths.
_LOAD = 6

# What is gathered at a level of the search while its turns are tried.
G_ANY, G_ALL, G_BEST, G_LONGEST, G_NEXT, G_TURNS = 0, 1, 2, 3, 4, 5
GATHERED = 6


def forcing(worth: int) -> int:
    """Return the sides that can force a win, as bits."""
    return worth & 0xF


def turns_left(worth: int) -> int:
    """Return how many turns best play lasts."""
    return worth >> 4 & 0xFFFFF


def longest(worth: int) -> int:
    """Return how many turns the longest line lasts."""
    return worth >> 24 & 0xFFFFF


@jit
def worth_over(game: Words, plan: Moves, position: Words, draws: bool) -> np.uint64:
    """Return the worth of a position that is over; with ``draws`` nobody wins when all went out at once."""
    won = winners(position)
    everybody = (1 << plan[P_SEATS]) - 1
    if draws and np.int64((position[META] >> _SHIFT_OUT) & _OUT) == everybody:
        return _KNOWN
    sides = U0
    for which in range(plan[P_SEATS]):
        if (won >> which) & 1:
            sides |= ONE << np.uint64(colour_of(game, np.int64(which)))
    return _KNOWN | sides


@jit
def better(worth: np.uint64, other: np.uint64, mover: np.uint64) -> bool:
    """Return whether the side with bit ``mover`` would rather go on with the first worth than with the other.

    A win, the sooner the better; then what nobody can force; then a loss. Where it does not win, the later the end.
    """
    here, there = _rank(worth, mover), _rank(other, mover)
    if here != there:
        return here > there
    turns, others = (worth >> _SHIFT_TURNS) & _TURNS, (other >> _SHIFT_TURNS) & _TURNS
    return bool(turns < others) if here == 2 else bool(turns > others)


@jit
def _rank(worth: np.uint64, mover: np.uint64) -> int:
    if worth & mover:
        return 2
    return 1 if worth & _SIDES == U0 else 0


@jit
def _settle(gathered: Words, mover: np.uint64) -> np.uint64:
    """Return the worth of a position all of whose turns have been tried."""
    sides = (gathered[G_ANY] & mover) | (gathered[G_ALL] & ~mover)
    turns = ((gathered[G_BEST] >> _SHIFT_TURNS) & _TURNS) + ONE
    lasts: np.uint64 = (turns << _SHIFT_TURNS) | ((gathered[G_LONGEST] + ONE) << _SHIFT_LONGEST)
    worth: np.uint64 = _KNOWN | (sides & _SIDES) | lasts
    return worth


@jit
def _gather(gathered: Words, worth: np.uint64, mover: np.uint64) -> None:
    """Add what one more turn is worth."""
    gathered[G_ANY] |= worth
    gathered[G_ALL] &= worth
    if gathered[G_BEST] == U0 or better(worth, gathered[G_BEST], mover):
        gathered[G_BEST] = worth
    gathered[G_LONGEST] = max(gathered[G_LONGEST], (worth >> _SHIFT_LONGEST) & _TURNS)
    gathered[G_NEXT] += ONE


@jit
def look_up(table: Table, words: Index, packed: Words) -> np.int64:
    """Return the row of a position, or the empty row where it belongs."""
    rows = len(table)
    hashed = U0
    for word in range(words):
        hashed = mix(hashed ^ packed[word])
    row = np.int64(hashed & np.uint64(rows - 1))
    while table[row, words] != U0:
        same = True
        for word in range(words):
            same = same and table[row, word] == packed[word]
        if same:
            break
        row = (row + 1) & (rows - 1)
    return row


@jit
def enlarge(table: Table, larger: Table, words: Index) -> None:
    """Move everything into a larger, empty table; both have a power of two of rows."""
    for row in range(len(table)):
        if table[row, words] != U0:
            to = look_up(larger, words, table[row, :words])
            for word in range(words + 1):
                larger[to, word] = table[row, word]


@jit
def _keep(table: Table, words: Index, packed: Words, worth: np.uint64) -> None:
    """Write down what a position is worth."""
    row = look_up(table, words, packed)
    for word in range(words):
        table[row, word] = packed[word]
    table[row, words] = worth


@jit
def _side(game: Words, position: Words) -> np.uint64:
    """Return the bit of the side to move."""
    return ONE << np.uint64(colour_of(game, seat(position)))


@jit
def _known(problem: Problem, table: Table, position: Words, scratch: _Scratch) -> np.uint64:
    """Return what is known of a position, 0 if nothing is."""
    game, plan, maps, draws = problem
    packed, spare, _ = scratch
    if phase(position) == OVER_PHASE:
        return worth_over(game, plan, position, draws)
    fold(plan, maps, position, packed, spare)
    worth: np.uint64 = table[look_up(table, plan[P_WORDS], packed), plan[P_WORDS]]
    return worth


@jit
def _scratch(plan: Moves) -> _Scratch:
    words = plan[P_WORDS]
    return np.empty(words, np.uint64), np.empty(WORDS + words, np.uint64), np.empty(MASKS, np.uint64)


@jit
def worth_of(problem: Problem, table: Table, position: Words) -> np.uint64:
    """Return what is known of a position, 0 if nothing is."""
    return _known(problem, table, position, _scratch(problem[1]))


@jit
def search(problem: Problem, table: Table, run: Moves, stack: Stack, budget: int) -> None:
    """Go on with a search for some steps.

    Args:
        problem: what is solved.
        table: what is known; the caller makes it larger when it is full.
        run: the state of the search: level, positions found, status.
        stack: where it is; the caller has written the first position, and zeros into what is gathered.
        budget: how many steps to take at most; a step tries one turn or finishes one position.
    """
    game = problem[0]
    path, turns, gathered = stack
    scratch = _scratch(problem[1])
    run[STATUS] = GOES_ON
    for _ in range(budget):
        level = run[LEVEL]
        here = gathered[level]
        if here[G_TURNS] == U0:
            here[G_TURNS] = np.uint64(write_turns(game, path[level], scratch[2], turns[level]))
            here[G_ANY], here[G_ALL], here[G_BEST], here[G_LONGEST], here[G_NEXT] = U0, ~U0, U0, U0, U0
        if here[G_NEXT] < here[G_TURNS]:
            worth = _try(problem, table, run, stack, scratch)
        else:
            worth = _finish(problem, table, run, stack, scratch)
        if run[STATUS] != GOES_ON:
            return
        if worth != U0:
            level = run[LEVEL]
            _gather(gathered[level], worth, _side(game, path[level]))


@jit
def _try(problem: Problem, table: Table, run: Moves, stack: Stack, scratch: _Scratch) -> np.uint64:
    """Play the next turn; return what it is worth, or 0 and go on from there if that is not known."""
    path, turns, gathered = stack
    level = run[LEVEL]
    if level + 1 == len(path):
        run[STATUS] = DEEP
        return U0
    after = path[level + 1]
    after[:] = path[level]
    play_turn(problem[0], after, turns[level, np.int64(gathered[level, G_NEXT])])
    worth = _known(problem, table, after, scratch)
    if worth == U0:
        run[LEVEL] = level + 1
        gathered[level + 1, G_TURNS] = U0
    return worth


@jit
def _finish(problem: Problem, table: Table, run: Moves, stack: Stack, scratch: _Scratch) -> np.uint64:
    """Write down what a position is worth all of whose turns have been tried, go back, and return it."""
    game, plan, maps, _ = problem
    path, _, gathered = stack
    packed, spare, _ = scratch
    level = run[LEVEL]
    if (run[POSITIONS] + 1) * 8 > len(table) * _LOAD:
        run[STATUS] = FULL
        return U0
    worth = _settle(gathered[level], _side(game, path[level]))
    fold(plan, maps, path[level], packed, spare)
    _keep(table, plan[P_WORDS], packed, worth)
    run[POSITIONS] += 1
    gathered[level, G_TURNS] = U0
    if level == 0:
        run[STATUS] = SOLVED
    else:
        run[LEVEL] = level - 1
    return worth
