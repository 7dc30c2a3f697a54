"""Monte Carlo tree search over the compiled rules: UCT for any number of sides, each choosing for itself.

One simulation walks down the tree by UCB1 (Kocsis and Szepesvári 2006), adds the moves of the position it ends at,
and judges one of them: by a random game to its end, or by a few random moves and the evaluation. What it is worth to
each colour goes back up; every node counts for the colour whose move led to it (Sturtevant 2008: so UCT finds
max-n's play).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from fakir3d.kernel.bits import mix
from fakir3d.kernel.budget import LIMIT, STOP
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.evaluate import FEATURES, count_features
from fakir3d.kernel.layout import (
    EXCHANGE_PHASE,
    MASKS,
    MAX_MOVES,
    META,
    OVER_PHASE,
    T_SEATS,
    T_TEAMS,
    WORDS,
    Index,
    Moves,
    Words,
)
from fakir3d.kernel.legal import colour_of, generate, phase, pick_code, seat, write_moves
from fakir3d.kernel.playing import move_on, winners

# A node: the move that led to it, its first child and how many there are (0: not opened), how often it was visited.
CODE, FIRST, FOUND, VISITS = range(4)
NODE = 4

# The searcher's own numbers, beside LIMIT and STOP.
DONE = 0
"""How many simulations were made."""
USED = 3
"""How many nodes of the tree are in use."""
DICE = 4
OWN = 8

WHOLE = 1 << 30
"""As horizon: random games are played to their end."""

_DEEPEST = 256
"""The tree grows no deeper; what lies below is judged from there."""
_POINT = 0.006
"""What a point of the evaluation multiplies the odds by, as a logarithm (docs/opponents.md, the teacher's chances)."""
_ONE = np.uint64(1)
_SHIFT = np.uint64(32)
_SHIFT_OUT = np.uint64(8)

Nodes = npt.NDArray[np.int32]
Values = npt.NDArray[np.float64]
_Tree = tuple[Nodes, Values, Values]
"""The nodes (n, NODE), for each what its visits were worth to the colour that moved there (n,), and what all were worth
to each colour (4,)."""
_Scratch = tuple[Words, Moves]
"""MASKS words, and MAX_MOVES numbers or as many as the evaluation sees."""
_Taste = tuple[float, Index, Moves]
"""How much is explored (UCB1's constant), how many random moves before a position is judged, the evaluation's
weights."""


@jit
def grow(game: Words, root: Words, tree: _Tree, own: Moves, taste: _Taste) -> None:
    """Make simulations from a position until there are ``own[LIMIT]``, or ``own[STOP]`` is set and each move was tried.

    Args:
        game: the tables of the game.
        root: a position that is not over.
        tree: its node 0 is the root; when it is full, positions are still judged, but it grows no more.
        own: the searcher's own numbers.
        taste: how it searches.
    """
    nodes, values, totals = tree
    _, horizon, weights = taste
    masks = np.empty(MASKS, np.uint64)
    moves = np.empty(MAX_MOVES, np.int64)
    seen = np.empty(4 * len(FEATURES), np.int64)
    position = np.empty(WORDS, np.uint64)
    path = np.zeros((_DEEPEST, 2), np.int64)
    worth = np.empty(4, np.float64)
    while own[DONE] < own[LIMIT] and (own[STOP] == 0 or own[DONE] < max(1, nodes[0, FOUND])):
        position[:] = root
        depth = _descend(game, position, tree, own, (path, (masks, moves), taste[0]))
        _run_on(game, position, own, horizon, masks)
        _judge(game, position, (masks, seen), weights, worth)
        nodes[0, VISITS] += 1
        totals += worth
        for step in range(depth):
            node, colour = path[step]
            nodes[node, VISITS] += 1
            values[node] += worth[colour]
        own[DONE] += 1


@jit
def _descend(game: Words, position: Words, tree: _Tree, own: Moves, way: tuple[Moves, _Scratch, float]) -> Index:
    """Go down the tree to a node that is judged for the first time; return how many moves from the root it is.

    ``way`` is the nodes gone through and the colours that moved there, written here, scratch space, and UCB1's
    constant; the position is left as the one reached.
    """
    nodes, values, _ = tree
    path, scratch, explore = way
    at, depth = np.int64(0), 0
    while depth < _DEEPEST:
        fresh = at != 0 and nodes[at, VISITS] == 0
        if nodes[at, FOUND] == 0 and (fresh or not _open((game, position), nodes, own, at, scratch)):
            break
        path[depth, 1] = colour_of(game, seat(position))
        at = _choose(nodes, values, at, explore)
        path[depth, 0] = at
        depth += 1
        move_on(game, position, np.int64(nodes[at, CODE]))
    return depth


@jit
def _open(board: tuple[Words, Words], nodes: Nodes, own: Moves, at: Index, scratch: _Scratch) -> bool:
    """Add what can be played at a node as its children, shuffled; return whether there is something, and room."""
    masks, moves = scratch
    found, first = write_moves(board[0], board[1], masks, moves), own[USED]
    if found == 0 or first + found > len(nodes):
        return False
    dice = np.uint64(own[DICE])
    for number in range(found):
        # Inside-out shuffle: the new one takes a drawn place, what was there moves to the end.
        dice += _ONE
        other = first + _draw(dice, number + 1)
        nodes[first + number, CODE] = nodes[other, CODE]
        nodes[other, CODE] = moves[number]
    own[DICE] = np.int64(dice)
    nodes[at, FIRST], nodes[at, FOUND] = first, found
    own[USED] += found
    return True


@jit
def _choose(nodes: Nodes, values: Values, at: Index, explore: float) -> np.int64:
    """Return the child to look at next: one never looked at, or the one that UCB1 likes best."""
    first = np.int64(nodes[at, FIRST])
    best: Index = first
    most = -math.inf
    tries = math.log(nodes[at, VISITS] + 1.0)
    for child in range(first, first + nodes[at, FOUND]):
        visits = nodes[child, VISITS]
        if visits == 0:
            return np.int64(child)
        promise = values[child] / visits + explore * math.sqrt(tries / visits)
        if promise > most:
            best, most = child, promise
    return np.int64(best)


@jit
def _run_on(game: Words, position: Words, own: Moves, horizon: Index, masks: Words) -> None:
    """Play random moves, every legal one alike likely: ``horizon`` of them, and an exchange that is due then."""
    dice = np.uint64(own[DICE])
    while horizon > 0 or phase(position) == EXCHANGE_PHASE:
        found = generate(game, position, masks)
        if found == 0:
            break
        dice += _ONE
        move_on(game, position, pick_code(masks, _draw(dice, found)))
        horizon -= 1
    own[DICE] = np.int64(dice)


@jit
def _judge(game: Words, position: Words, scratch: _Scratch, weights: Moves, worth: Values) -> None:
    """Write what a position is worth to each colour: 1 if it has won, else its chance of that; all add up to 1."""
    colours = np.int64(2) if game[T_TEAMS] else np.int64(game[T_SEATS])
    worth[:] = 0.0
    if phase(position) == OVER_PHASE:
        won = winners(position)
        for which in range(np.int64(game[T_SEATS])):
            if (won >> which) & 1:
                worth[colour_of(game, which)] = 1.0
        return
    masks, seen = scratch
    count_features(game, position, masks, seen)
    out = np.int64(position[META] >> _SHIFT_OUT)
    for which in range(np.int64(game[T_SEATS])):
        if (out >> which) & 1 == 0:
            worth[colour_of(game, which)] = 1.0
    total = 0.0
    for colour in range(colours):
        points = 0.0
        for feature in range(len(FEATURES)):
            points += weights[feature] * seen[len(FEATURES) * colour + feature]
        worth[colour] *= math.exp(_POINT * points)
        total += worth[colour]
    for colour in range(colours):
        worth[colour] /= total


@jit
def _draw(dice: np.uint64, sides: Index) -> np.int64:
    """Return one of the numbers from 0 to ``sides`` - 1, every one alike likely (as in ``counting.play_out``)."""
    return np.int64(((mix(dice) >> _SHIFT) * np.uint64(sides)) >> _SHIFT)
