"""What a position is worth before anybody has won, as one number: measured, not guessed (docs/opponents.md)."""

from __future__ import annotations

import numpy as np

from fakir3d.kernel.bits import ONE, U0, count, first, up_to
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.layout import (
    BORE,
    M_PIERCE,
    M_PLANT,
    M_PULL,
    PIERCED,
    STANDING,
    T_ALL_BORES,
    T_ALL_HOLES,
    T_ALLOWED,
    T_MEETS,
    T_OVER,
    T_SEATS,
    T_TEAMS,
    T_UNDER,
    Moves,
    Words,
)
from fakir3d.kernel.legal import colour_of, hand, pierced_bores, seat, standing

FEATURES = ("hand", "pierced", "standing", "two standing", "room to place", "room to pull", "lives", "frail", "turn")
"""What is counted for each colour: its sticks by where they are; 1 if two of them stand, so that it may pull (R5a);
the bores and holes that are open, if it has a stick in hand; the sticks that it could pull; the sticks that lie under
each of its standing ones, summed; its standing sticks under which only one lies; 1 if it is its turn."""
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_HAND, _PIERCED, _STANDING, _TWO, _PLACE, _PULL, _LIVES, _FRAIL, _TURN = range(len(FEATURES))

WEIGHTS = np.array([124, 100, 76, 12, 5, 30, 17, -16, 5], np.int64)
"""What each of the features is worth; a stick about 100."""


@jit
def count_features(game: Words, position: Words, masks: Words, seen: Moves) -> None:
    """Count the features of a position: ``seen[number of features * colour + feature]``.

    Args:
        game: the tables of the game.
        position: a position in which nobody has to exchange.
        masks: MASKS words of scratch space.
        seen: 4 times as many numbers as there are features.
    """
    seen[:] = 0
    colours = np.int64(2) if game[T_TEAMS] else np.int64(game[T_SEATS])
    for which in range(np.int64(game[T_SEATS])):
        seen[len(FEATURES) * colour_of(game, which) + _HAND] += hand(position, which)
    _open(game, position, masks, seen)
    places = count(masks[M_PIERCE]) + count(masks[M_PIERCE + 1]) + count(masks[M_PLANT])
    pulls = count(masks[M_PULL]) + count(masks[M_PULL + 1])
    for colour in range(colours):
        first = len(FEATURES) * colour
        low, high = position[PIERCED + 2 * colour], position[PIERCED + 2 * colour + 1]
        seen[first + _PIERCED] = count(low) + count(high)
        seen[first + _STANDING] = count(position[STANDING + colour])
        seen[first + _PLACE] = places if seen[first + _HAND] > 0 else 0
        if seen[first + _STANDING] >= 2:
            seen[first + _TWO] = 1
            seen[first + _PULL] = pulls
    seen[len(FEATURES) * colour_of(game, seat(position)) + _TURN] = 1


@jit
def _open(game: Words, position: Words, masks: Words, seen: Moves) -> None:
    """Write where anybody could pierce, plant and pull; count what lies under standing sticks."""
    low, high = pierced_bores(position, 0), pierced_bores(position, 1)
    masks[M_PULL], masks[M_PULL + 1] = U0, U0
    closed_low, closed_high = low, high
    for colour in range(4):
        left = position[STANDING + colour]
        while left:
            under = T_UNDER + 2 * first(left)
            left &= left - ONE
            held_low, held_high = game[under] & low, game[under + 1] & high
            # It stands on the highest of the sticks under it, and across all bores above that.
            below_low, below_high = (_ALL, up_to(held_high)) if held_high else (up_to(held_low), U0)
            closed_low |= game[under] & ~below_low
            closed_high |= game[under + 1] & ~below_high
            masks[M_PULL + 1] |= below_high & ~(below_high >> ONE)
            masks[M_PULL] |= U0 if held_high else below_low & ~(below_low >> ONE)
            lives = count(held_low) + count(held_high)
            seen[len(FEATURES) * colour + _LIVES] += lives
            seen[len(FEATURES) * colour + _FRAIL] += lives == 1
    covered = U0
    for half in range(2):
        left = high if half else low
        while left:
            bore = BORE * half + first(left)
            left &= left - ONE
            covered |= game[T_OVER + bore]
            closed_low |= game[T_MEETS + 2 * bore]
            closed_high |= game[T_MEETS + 2 * bore + 1]
    masks[M_PIERCE] = game[T_ALL_BORES] & ~closed_low
    masks[M_PIERCE + 1] = game[T_ALL_BORES + 1] & ~closed_high
    masks[M_PLANT] = (game[T_ALL_HOLES] if game[T_ALLOWED] else covered) & ~standing(position)


@jit
def evaluate(game: Words, position: Words, scratch: tuple[Words, Moves], weights: Moves, ours: np.int64) -> np.int64:
    """Return what a position is worth to the side of colour ``ours``: its features less the mean of the others'.

    With more than two colours everything counts as often as there are opponents, so that no division is needed.
    ``scratch`` is the ``masks`` and ``seen`` of ``count_features``.
    """
    masks, seen = scratch
    count_features(game, position, masks, seen)
    colours = np.int64(2) if game[T_TEAMS] else np.int64(game[T_SEATS])
    worth = np.int64(0)
    for colour in range(colours):
        own = np.int64(0)
        for feature in range(len(FEATURES)):
            own += weights[feature] * seen[len(FEATURES) * colour + feature]
        worth += own * (colours - 1) if colour == ours else -own
    return worth
