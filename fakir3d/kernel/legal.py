"""Which moves are legal (R3 to R5, R7, R9), as masks, as a list, counted, and drawn by lot."""

from __future__ import annotations

import numpy as np

from fakir3d.kernel.bits import ONE, U0, count, first, nth
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.layout import (
    BORE,
    DISCARD_BORE,
    DISCARD_HAND,
    DISCARD_HOLE,
    EXCHANGE,
    EXCHANGE_PHASE,
    HANDS,
    M_DISCARD_BORE,
    M_DISCARD_HAND,
    M_DISCARD_HOLE,
    M_EXCHANGE,
    M_PIERCE,
    M_PLANT,
    M_PULL,
    MASKS,
    META,
    OVER_PHASE,
    PIERCE,
    PIERCED,
    PLANT,
    PULL,
    STANDING,
    T_ALL_BORES,
    T_ALL_HOLES,
    T_ALLOWED,
    T_LEVEL,
    T_LEVELS,
    T_MEETS,
    T_OVER,
    T_TEAMS,
    T_UNDER,
    T_VANISH,
    THEN,
    Flag,
    Index,
    Moves,
    Words,
)

__all__ = [
    "colour_of",
    "count_turns",
    "fallen",
    "filled",
    "generate",
    "hand",
    "list_moves",
    "list_turns",
    "phase",
    "pick",
    "pulled_colour",
    "seat",
    "standing",
]

_SEAT = np.uint64(3)
_SHIFT_PHASE = np.uint64(2)
_COUNT = np.uint64(0xFFFF)
_COUNT_BITS = np.uint64(16)
_BASES = (PIERCE, PIERCE + BORE, PLANT, PULL, PULL + BORE, EXCHANGE, DISCARD_HOLE, DISCARD_BORE, DISCARD_BORE + BORE)


@jit
def seat(position: Words) -> np.int64:
    """Return the seat to move."""
    return np.int64(position[META] & _SEAT)


@jit
def phase(position: Words) -> np.int64:
    """Return what that seat has to do: a turn, an exchange, or nothing any more."""
    return np.int64((position[META] >> _SHIFT_PHASE) & _SEAT)


@jit
def colour_of(game: Words, which: Index) -> Index:
    """Return the colour of a seat (R1)."""
    return which & 1 if game[T_TEAMS] else which


@jit
def hand(position: Words, which: Index) -> np.int64:
    """Return how many sticks a seat has in hand."""
    return np.int64((position[HANDS] >> (_COUNT_BITS * np.uint64(which))) & _COUNT)


@jit
def standing(position: Words) -> np.uint64:
    """Return the holes in which a stick stands."""
    found: np.uint64 = position[STANDING] | position[STANDING + 1] | position[STANDING + 2] | position[STANDING + 3]
    return found


@jit
def filled(position: Words, half: int) -> np.uint64:
    """Return the bores in which a stick lies, the low ones (half 0) or the high ones (1)."""
    red_and_green: np.uint64 = position[PIERCED + half] | position[PIERCED + 2 + half]
    blue_and_yellow: np.uint64 = position[PIERCED + 4 + half] | position[PIERCED + 6 + half]
    return red_and_green | blue_and_yellow


@jit
def generate(game: Words, position: Words, masks: Words) -> np.int64:
    """Write the legal moves as MASKS words: the places by kind of move, in the order of the codes.

    Returns:
        How many there are.
    """
    for word in range(MASKS):
        masks[word] = U0
    doing = phase(position)
    if doing == OVER_PHASE:
        return np.int64(0)
    mover = seat(position)
    colour = colour_of(game, mover)
    own = position[STANDING + colour]
    if doing == EXCHANGE_PHASE:
        masks[M_EXCHANGE] = own
        return count(own)
    _turns(game, position, masks, hand(position, mover) > 0, count(own) >= 2)
    found = (
        count(masks[M_PIERCE])
        + count(masks[M_PIERCE + 1])
        + count(masks[M_PLANT])
        + count(masks[M_PULL])
        + count(masks[M_PULL + 1])
    )
    if found == 0:
        # R9: then, and only then, one's own stick from anywhere.
        masks[M_DISCARD_HOLE] = own
        masks[M_DISCARD_BORE] = position[PIERCED + 2 * colour]
        masks[M_DISCARD_BORE + 1] = position[PIERCED + 2 * colour + 1]
        masks[M_DISCARD_HAND] = ONE if hand(position, mover) > 0 else U0
        found = (
            count(own)
            + count(masks[M_DISCARD_BORE])
            + count(masks[M_DISCARD_BORE + 1])
            + np.int64(masks[M_DISCARD_HAND])
        )
    return found


@jit
def _turns(game: Words, position: Words, masks: Words, may_place: Flag, may_pull: Flag) -> None:
    """Write where the mover may pierce, plant and pull.

    One walk from the highest bores down. ``exposed`` are the standing sticks that nothing holds above the present
    height: they stand across its empty bores, and on the sticks in its filled ones.
    """
    if not (may_place or may_pull):
        return
    low, high = filled(position, 0), filled(position, 1)
    upright = standing(position)
    covered = U0  # the holes with a filled bore under them, above the present height
    closed_low, closed_high = U0, U0  # the bores that meet a filled one
    free_low, free_high = U0, U0  # the bores that no standing stick concerns
    for level in range(np.int64(game[T_LEVELS]) - 1, -1, -1):
        exposed = upright & ~covered
        for bore in range(np.int64(game[T_LEVEL + level]), np.int64(game[T_LEVEL + level + 1])):
            over = game[T_OVER + bore]
            free = ONE if over & exposed == U0 else U0
            if bore < BORE:
                lies = (low >> np.uint64(bore)) & ONE
                free_low |= free << np.uint64(bore)
            else:
                lies = (high >> np.uint64(bore - BORE)) & ONE
                free_high |= free << np.uint64(bore - BORE)
            if lies:
                covered |= over
                closed_low |= game[T_MEETS + 2 * bore]
                closed_high |= game[T_MEETS + 2 * bore + 1]
    if may_place:
        masks[M_PIERCE] = free_low & ~low & ~closed_low & game[T_ALL_BORES]
        masks[M_PIERCE + 1] = free_high & ~high & ~closed_high & game[T_ALL_BORES + 1]
        held = game[T_ALL_HOLES] if game[T_ALLOWED] else covered
        masks[M_PLANT] = held & ~upright
    if may_pull:
        masks[M_PULL] = low & ~free_low
        masks[M_PULL + 1] = high & ~free_high
        if game[T_VANISH]:
            masks[M_PULL] = _vanishing(game, position, masks[M_PULL], 0)
            masks[M_PULL + 1] = _vanishing(game, position, masks[M_PULL + 1], BORE)


@jit
def _vanishing(game: Words, position: Words, pulls: np.uint64, base: int) -> np.uint64:
    """Return those of the pulls that make a stick disappear (option ``fall=vanish``)."""
    left, found = pulls, U0
    while left:
        bit = left & (~left + ONE)
        if fallen(game, position, base + first(left)):
            found |= bit
        left &= left - ONE
    return found


@jit
def fallen(game: Words, position: Words, bore: Index) -> np.uint64:
    """Return the holes whose stick has nothing under it once this bore is empty (R8)."""
    low, high = filled(position, 0), filled(position, 1)
    if bore < BORE:
        low &= ~(ONE << np.uint64(bore))
    else:
        high &= ~(ONE << np.uint64(bore - BORE))
    left = standing(position) & game[T_OVER + bore]
    found = U0
    while left:
        hole = first(left)
        if (game[T_UNDER + 2 * hole] & low) | (game[T_UNDER + 2 * hole + 1] & high) == U0:
            found |= ONE << np.uint64(hole)
        left &= left - ONE
    return found


@jit
def pulled_colour(position: Words, bore: Index) -> np.int64:
    """Return the colour of the stick that lies in a filled bore."""
    half = bore >> 6
    bit = ONE << np.uint64(bore & 63)
    for colour in range(3):
        if position[PIERCED + 2 * colour + half] & bit:
            return np.int64(colour)
    return np.int64(3)


@jit
def pick(masks: Words, number: Index) -> np.int64:
    """Return the code of the move before which ``number`` others come."""
    for word in range(MASKS - 1):
        here = count(masks[word])
        if number < here:
            return np.int64(_BASES[word]) + nth(masks[word], number)
        number -= here
    return np.int64(DISCARD_HAND)


@jit
def list_moves(game: Words, position: Words, masks: Words, moves: Moves) -> np.int64:
    """Write the codes of the legal moves, in their fixed order; return how many there are."""
    generate(game, position, masks)
    found = 0
    for word in range(MASKS - 1):
        left = masks[word]
        while left:
            moves[found] = _BASES[word] + first(left)
            found += 1
            left &= left - ONE
    if masks[M_DISCARD_HAND]:
        moves[found] = DISCARD_HAND
        found += 1
    return np.int64(found)


@jit
def _exchanges(game: Words, position: Words, bore: Index) -> np.uint64:
    """Return the holes of the mover's sticks that he may take back for the one in this bore; none for his own."""
    colour = colour_of(game, seat(position))
    if pulled_colour(position, bore) == colour:
        return U0
    kept: np.uint64 = position[STANDING + colour] & ~fallen(game, position, bore)
    return kept


@jit
def list_turns(game: Words, position: Words, masks: Words, turns: Moves) -> np.int64:
    """Write the codes of all whole turns, a pull together with each exchange after it; return how many there are."""
    singles = list_moves(game, position, masks, turns)
    if masks[M_PULL] | masks[M_PULL + 1] == U0:
        return singles
    first_pull = count(masks[M_PIERCE]) + count(masks[M_PIERCE + 1]) + count(masks[M_PLANT])
    found = first_pull
    for word in range(2):
        left = masks[M_PULL + word]
        while left:
            bore = BORE * word + first(left)
            left &= left - ONE
            choices = _exchanges(game, position, bore)
            turns[found] = PULL + bore
            found += 1 if choices == U0 else 0
            while choices:
                turns[found] = PULL + bore + ((first(choices) + 1) << THEN)
                found += 1
                choices &= choices - ONE
    return found


@jit
def count_turns(game: Words, position: Words, masks: Words) -> np.int64:
    """Return how many whole turns there are to choose from; a game that is over counts as one."""
    found = generate(game, position, masks)
    for word in range(2):
        left = masks[M_PULL + word]
        while left:
            choices = _exchanges(game, position, BORE * word + first(left))
            left &= left - ONE
            found += count(choices) - 1 if choices else 0
    return found if phase(position) != OVER_PHASE else np.int64(1)
