"""Which moves are legal (R3 to R5, R7, R9), as masks, as a list, counted, and drawn by lot."""

from __future__ import annotations

import numpy as np

from fakir3d.kernel.bits import ONE, U0, alone, count, first, nth, up_to
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
def pierced_bores(position: Words, half: int) -> np.uint64:
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

    A standing stick stands on the highest filled bore under its hole, the topmost bit of those; it crosses all that
    lie above.
    """
    low, high = pierced_bores(position, 0), pierced_bores(position, 1)
    upright = left = standing(position)
    crossed_low, crossed_high = U0, U0
    carrying_low, carrying_high = U0, U0  # the bores whose pull makes a stick fall, as option ``fall`` wants it
    while left:
        hole = first(left)
        left &= left - ONE
        under_low, under_high = game[T_UNDER + 2 * hole], game[T_UNDER + 2 * hole + 1]
        held_low, held_high = under_low & low, under_high & high
        falls = game[T_VANISH] == U0 or (alone(held_low) if held_high == U0 else alone(held_high) and held_low == U0)
        if held_high:
            below = up_to(held_high)
            crossed_high |= under_high & ~below
            carrying_high |= below & ~(below >> ONE) if falls else U0
        else:
            below = up_to(held_low)
            crossed_high |= under_high
            crossed_low |= under_low & ~below
            carrying_low |= below & ~(below >> ONE) if falls else U0
    if may_pull:
        masks[M_PULL], masks[M_PULL + 1] = carrying_low, carrying_high
    if may_place:
        closed_low, closed_high, covered = _lying(game, low, high)
        masks[M_PIERCE] = game[T_ALL_BORES] & ~(crossed_low | closed_low)
        masks[M_PIERCE + 1] = game[T_ALL_BORES + 1] & ~(crossed_high | closed_high)
        masks[M_PLANT] = (game[T_ALL_HOLES] if game[T_ALLOWED] else covered) & ~upright


@jit
def _lying(game: Words, low: np.uint64, high: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the bores that are filled or meet a filled one, low and high, and the holes over filled bores."""
    closed_low, closed_high, covered = low, high, U0
    while low:
        bore = first(low)
        low &= low - ONE
        covered |= game[T_OVER + bore]
        closed_low |= game[T_MEETS + 2 * bore]
        closed_high |= game[T_MEETS + 2 * bore + 1]
    while high:
        bore = BORE + first(high)
        high &= high - ONE
        covered |= game[T_OVER + bore]
        closed_low |= game[T_MEETS + 2 * bore]
        closed_high |= game[T_MEETS + 2 * bore + 1]
    return closed_low, closed_high, covered


@jit
def fallen(game: Words, position: Words, bore: Index) -> np.uint64:
    """Return the holes whose stick has nothing under it once this bore is empty (R8)."""
    low, high = pierced_bores(position, 0), pierced_bores(position, 1)
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
def pick_code(masks: Words, number: Index) -> np.int64:
    """Return the code of the move before which ``number`` others come."""
    for word in range(MASKS - 1):
        here = count(masks[word])
        if number < here:
            return np.int64(_BASES[word]) + nth(masks[word], number)
        number -= here
    return np.int64(DISCARD_HAND)


@jit
def write_moves(game: Words, position: Words, masks: Words, moves: Moves) -> np.int64:
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
    """Return the holes of the mover's sticks that may come back for the one in this bore; none for the mover's own."""
    colour = colour_of(game, seat(position))
    if pulled_colour(position, bore) == colour:
        return U0
    kept: np.uint64 = position[STANDING + colour] & ~fallen(game, position, bore)
    return kept


@jit
def write_turns(game: Words, position: Words, masks: Words, turns: Moves) -> np.int64:
    """Write the codes of all whole turns, a pull together with each exchange after it; return how many there are."""
    singles = write_moves(game, position, masks, turns)
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
