"""Alpha-beta over the compiled rules: one side against all others, each node a move; exchanges are part of it.

With two players or teams that is the game itself. With three or four single players it is the paranoid reading: the
others all play against the searcher (measured against alternatives, docs/opponents.md). Values are those of the side
to move at a node; whoever moves twice in a row (an exchange, a partner, a seat that is skipped) keeps the sign.
"""

from __future__ import annotations

import numpy as np

from fakir3d.kernel.bits import count
from fakir3d.kernel.budget import LIMIT, STOP
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.evaluate import FEATURES, evaluate
from fakir3d.kernel.layout import (
    EXCHANGE_PHASE,
    KEY,
    KIND,
    MASKS,
    META,
    OVER_PHASE,
    PLACE,
    PULL,
    STANDING,
    Flag,
    Index,
    Moves,
    Words,
)
from fakir3d.kernel.legal import colour_of, fallen, phase, seat, write_moves
from fakir3d.kernel.playing import play_move, winners

WON = 1_000_000_000
"""More than any position; a win is worth this less the number of moves until it."""
DEEPEST = 240
"""No line is followed further than this many moves; none of a real game is as long."""

# The searcher's own numbers, beside LIMIT and STOP.
NODES = 0
US = 3
"""The seats of the searching side, as bits."""
OURS = 4
"""Its colour."""
_WEIGHTS = 16
_SEEN = 32
_KILLERS = _SEEN + 4 * len(FEATURES)
_HISTORY = _KILLERS + 2 * DEEPEST
_CODES = 0x700
SCRATCH = _HISTORY + 2 * _CODES

# An entry of the table: the key, and one word of move (12 bits), bound (2), depth (8) and value (40, from 1 << 39).
_CODE = np.uint64(0xFFF)
_SHIFT_BOUND = np.uint64(12)
_SHIFT_DEPTH = np.uint64(14)
_SHIFT_VALUE = np.uint64(24)
_OFFSET = 1 << 39
_EXACT, _AT_LEAST, _AT_MOST = 3, 1, 2
_UNKNOWN = -_OFFSET

# A frame: where the search stands at one position of the line it follows.
_DEPTH, _ALPHA, _BETA, _FLOOR, _FOUND, _NUMBER, _BEST, _BEST_MOVE, _MOVE, _SAME, _NARROW = range(11)
FRAME = 11

SearchBoard = tuple[Words, Words, Moves, Words, Moves]
"""The tables of the game, the positions of a line, their moves, the table of positions met, the frames."""
_Look = tuple[Index, Index, Index]
"""How deep, and between which values."""

# What orders moves: above its code in each word of the list.
_ORDER = 16
_FIRST = 1 << 40
_PULLS = 1 << 36
_STICK = 1 << 30
_KILLER = 1 << 28
_MOST_HISTORY = 1 << 26


@jit
def renew(own: Moves, limit: Index, us: Index, ours: Index, weights: Moves) -> None:
    """Make the searcher's own numbers those of a new search."""
    own[:] = 0
    own[LIMIT], own[US], own[OURS] = limit, us, ours
    own[_WEIGHTS : _WEIGHTS + len(FEATURES)] = weights


@jit
def descend(board: SearchBoard, own: Moves, ply: Index, look: _Look) -> Index:
    """Return the value of ``path[ply]`` for the side to move, exact if it lies between alpha and beta.

    One loop over frames, not a recursion: numba cannot keep compiled recursions on disk.

    Args:
        board: the game's tables, DEEPEST + 2 positions (the last is scratch space), a list of moves for each, the
            table of positions met (a power of two of entries), and a frame for each position.
        own: the searcher's own numbers.
        ply: how many moves the position is from the root.
        look: how many turns to look ahead; alpha, what the side to move has already; beta, what the other side will
            not allow.

    Returns:
        The value; without meaning once ``own[STOP]`` is set.
    """
    root = ply
    _frame(board[4][ply], look)
    enters = True
    while True:
        frame = board[4][ply]
        if enters:
            done, value = _enter(board, own, ply)
        elif frame[_NUMBER] < frame[_FOUND] and frame[_FLOOR] < frame[_BETA]:
            done, value = False, 0
        else:
            done, value = True, frame[_BEST]
            _keep(board, ply)
        if own[STOP]:
            return 0
        if not done:
            _try(board, own, ply)
            ply += 1
            enters = True
            continue
        if ply == root:
            return value
        ply -= 1
        enters = _back(board, own, ply, value)
        ply += enters


@jit
def _frame(frame: Moves, look: _Look) -> None:
    depth, alpha, beta = look
    frame[_DEPTH], frame[_ALPHA], frame[_BETA], frame[_FLOOR] = depth, alpha, beta, alpha


@jit
def _enter(board: SearchBoard, own: Moves, ply: Index) -> tuple[bool, Index]:
    """Meet a position: return whether its value is known at once, and the value; else its moves are listed."""
    game, path, lists, table, frames = board
    position, frame = path[ply], frames[ply]
    if own[NODES] >= own[LIMIT]:
        own[STOP] = max(own[STOP], 2)
    own[NODES] += 1 - min(own[STOP], 1)
    ours = (own[US] >> seat(position)) & 1
    doing = phase(position)
    out = np.int64(position[META] >> np.uint64(8)) & own[US]
    if doing == OVER_PHASE or out == own[US]:
        won = winners(position) & own[US] != 0
        return True, WON - ply if won == (ours == 1) else ply - WON
    if (frame[_DEPTH] <= 0 and doing != EXCHANGE_PHASE) or ply >= DEEPEST:
        worth = _worth(game, path, own, ply)
        return True, worth if ours else -worth
    entry = table[np.int64(position[KEY]) & (len(table) - 1)]
    met: Index = -1
    if entry[0] == position[KEY]:
        met = np.int64(entry[1] & _CODE)
        value = _known(entry[1], ply, frame)
        if value != _UNKNOWN:
            return True, value
    found = write_moves(game, position, path[DEEPEST + 1, :MASKS], lists[ply])
    _order(board, own, ply, found, met)
    frame[_FOUND], frame[_NUMBER], frame[_BEST], frame[_BEST_MOVE] = found, 0, -WON, 0
    return False, 0


@jit
def _try(board: SearchBoard, own: Moves, ply: Index) -> None:
    """Play the next move, and say how to look at what comes of it: narrowly, unless it is the first."""
    game, path, lists, _, frames = board
    position, after, frame = path[ply], path[ply + 1], frames[ply]
    move = _next(lists[ply], frame[_NUMBER], frame[_FOUND])
    after[:] = position
    play_move(game, after, move)
    frame[_MOVE] = move
    frame[_SAME] = 1 if (own[US] >> seat(after)) & 1 == (own[US] >> seat(position)) & 1 else 0
    frame[_NARROW] = 1 if frame[_NUMBER] > 0 else 0
    _aim(frames, ply, frame[_FLOOR] + 1 if frame[_NARROW] else frame[_BETA], phase(position) == EXCHANGE_PHASE)


@jit
def _aim(frames: Moves, ply: Index, beta: Index, exchange: Flag) -> None:
    frame, below = frames[ply], frames[ply + 1]
    depth = frame[_DEPTH] if exchange else frame[_DEPTH] - 1
    if frame[_SAME]:
        _frame(below, (depth, frame[_FLOOR], beta))
    else:
        _frame(below, (depth, -beta, -frame[_FLOOR]))


@jit
def _back(board: SearchBoard, own: Moves, ply: Index, value: Index) -> bool:
    """Take in what a move is worth; return whether to look at it again with open eyes."""
    frame = board[4][ply]
    position = board[1][ply]
    if not frame[_SAME]:
        value = -value
    if frame[_NARROW] and frame[_FLOOR] < value < frame[_BETA]:
        frame[_NARROW] = 0
        _aim(board[4], ply, frame[_BETA], phase(position) == EXCHANGE_PHASE)
        return True
    if value > frame[_BEST]:
        frame[_BEST], frame[_BEST_MOVE] = value, frame[_MOVE]
    frame[_FLOOR] = max(frame[_FLOOR], value)
    if frame[_FLOOR] >= frame[_BETA]:
        _cut(own, ply, frame[_DEPTH], frame[_MOVE], (own[US] >> seat(position)) & 1)
    frame[_NUMBER] += 1
    return False


@jit
def _worth(game: Words, path: Words, own: Moves, ply: Index) -> Index:
    seen = own[_SEEN : _SEEN + 4 * len(FEATURES)]
    weights = own[_WEIGHTS : _WEIGHTS + len(FEATURES)]
    return evaluate(game, path[ply], (path[DEEPEST + 1, :MASKS], seen), weights, own[OURS])


@jit
def _known(word: np.uint64, ply: Index, frame: Moves) -> Index:
    """Return the value that an entry settles, or _UNKNOWN if it settles none."""
    if np.int64((word >> _SHIFT_DEPTH) & np.uint64(0xFF)) < frame[_DEPTH]:
        return _UNKNOWN
    value = np.int64(word >> _SHIFT_VALUE) - _OFFSET
    # Wins and losses are kept as seen from the entry's own position.
    if value > WON // 2:
        value -= ply
    elif value < -WON // 2:
        value += ply
    bound = np.int64((word >> _SHIFT_BOUND) & np.uint64(3))
    if (bound & _AT_LEAST and value >= frame[_BETA]) or (bound & _AT_MOST and value <= frame[_ALPHA]):
        return value
    return value if bound == _EXACT else _UNKNOWN


@jit
def _keep(board: SearchBoard, ply: Index) -> None:
    """Remember what was found out about a position."""
    _, path, _, table, frames = board
    frame, key = frames[ply], path[ply, KEY]
    value = frame[_BEST]
    bound = _AT_MOST if value <= frame[_ALPHA] else (_AT_LEAST if value >= frame[_BETA] else _EXACT)
    if value > WON // 2:
        value += ply
    elif value < -WON // 2:
        value -= ply
    entry = table[np.int64(key) & (len(table) - 1)]
    entry[0] = key
    entry[1] = (
        np.uint64(frame[_BEST_MOVE])
        | (np.uint64(bound) << _SHIFT_BOUND)
        | (np.uint64(max(frame[_DEPTH], 0)) << _SHIFT_DEPTH)
        | (np.uint64(value + _OFFSET) << _SHIFT_VALUE)
    )


@jit
def _order(board: SearchBoard, own: Moves, ply: Index, found: Index, best: Index) -> None:
    """Put above each code what it promises: the table's move, pulls by what they cost whom, killers, history."""
    game, position, moves = board[0], board[1][ply], board[2][ply]
    colour = colour_of(game, seat(position))
    history = _HISTORY + _CODES * ((own[US] >> seat(position)) & 1)
    for number in range(found):
        move = moves[number]
        order: Index
        if move == best:
            order = _FIRST
        elif move & KIND == PULL:
            lost = fallen(game, position, move & PLACE)
            mine = count(lost & position[STANDING + colour])
            order = _PULLS + _STICK * (count(lost) - 2 * mine)
        elif move in (own[_KILLERS + 2 * ply], own[_KILLERS + 2 * ply + 1]):
            order = _KILLER
        else:
            order = own[history + move]
        moves[number] = move | (order << _ORDER)


@jit
def _next(moves: Moves, start: Index, found: Index) -> Index:
    """Bring the most promising move from ``start`` on there; return its code."""
    at = start
    for number in range(start + 1, found):
        if moves[number] > moves[at]:
            at = number
    chosen: np.int64 = moves[at]
    moves[at] = moves[start]
    moves[start] = chosen
    return chosen & (KIND | PLACE)


@jit
def _cut(own: Moves, ply: Index, depth: Index, move: Index, ours: Index) -> None:
    """Remember a move that the other side will not allow: it may be as good in the next position."""
    if move & KIND == PULL:
        return
    if own[_KILLERS + 2 * ply] != move:
        own[_KILLERS + 2 * ply + 1] = own[_KILLERS + 2 * ply]
        own[_KILLERS + 2 * ply] = move
    at = _HISTORY + _CODES * ours + move
    own[at] = min(own[at] + depth * depth, _MOST_HISTORY)
