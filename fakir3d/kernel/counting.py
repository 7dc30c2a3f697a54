"""Perft and random games, wholly compiled."""

from __future__ import annotations

import numpy as np

from fakir3d.kernel.bits import mix
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.layout import MASKS, OVER_PHASE, T_MOST_TURNS, WORDS, Moves, Words
from fakir3d.kernel.legal import count_turns, generate, phase, pick_code, write_turns
from fakir3d.kernel.playing import move_on, play_turn, winners

_ONE = np.uint64(1)
_SHIFT = np.uint64(32)


@jit
def count_games(game: Words, root: Words, depth: int) -> np.int64:
    """Return the number of ways to play ``depth`` whole turns on; a game that ends early counts as one."""
    if depth == 0 or phase(root) == OVER_PHASE:
        return np.int64(1)
    masks = np.empty(MASKS, np.uint64)
    path = np.empty((depth, WORDS), np.uint64)
    turns = np.empty((depth, np.int64(game[T_MOST_TURNS])), np.int64)
    left = np.zeros(depth, np.int64)
    path[0] = root
    total, level = np.int64(0), 0
    if depth > 1:
        left[0] = write_turns(game, root, masks, turns[0])
    else:
        return count_turns(game, root, masks)
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        after = path[level + 1]
        after[:] = path[level]
        play_turn(game, after, turns[level, left[level]])
        if level + 2 == depth or phase(after) == OVER_PHASE:
            total += count_turns(game, after, masks)
        else:
            level += 1
            left[level] = write_turns(game, after, masks, turns[level])
    return total


@jit
def play_out(game: Words, root: Words, games: int, seed: int, wins: Moves) -> np.int64:
    """Play random games on from a position, every legal move alike likely; add up the wins of each seat.

    Returns:
        How many moves were made, exchanges counted as moves.
    """
    masks = np.empty(MASKS, np.uint64)
    position = np.empty(WORDS, np.uint64)
    dice = mix(np.uint64(seed))
    moves = np.int64(0)
    for _ in range(games):
        position[:] = root
        while True:
            found = generate(game, position, masks)
            if found == 0:
                break
            dice += _ONE
            # The high half of the product: even enough for counts far below 2^32, and no division.
            number = ((mix(dice) >> _SHIFT) * np.uint64(found)) >> _SHIFT
            move_on(game, position, pick_code(masks, np.int64(number)))
            moves += 1
        won = winners(position)
        for which in range(len(wins)):
            wins[which] += (won >> which) & 1
    return moves
