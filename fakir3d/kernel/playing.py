"""What a move does (R3 to R11): one function that changes a position in place, and its key with it."""

from __future__ import annotations

import numpy as np

from fakir3d.kernel.bits import ONE, U0, first, mix
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.layout import (
    DISCARD_BORE,
    DISCARD_HOLE,
    EXCHANGE,
    EXCHANGE_PHASE,
    HANDS,
    KEY,
    KIND,
    META,
    OVER_PHASE,
    PIERCE,
    PIERCED,
    PLACE,
    PLACES,
    PLANT,
    PULL,
    STANDING,
    T_SEATS,
    T_TEAMS,
    T_UNDER,
    T_Z_PIERCED,
    T_Z_STANDING,
    THEN,
    Index,
    Words,
)
from fakir3d.kernel.legal import colour_of, fallen, hand, pierced_bores, pulled_colour, seat

_SALT_HANDS = np.uint64(0x8000000000000000)
_SALT_META = np.uint64(0x4000000000000000)
_PHASE = np.uint64(0b1100)
_HELD = np.uint64(0b1110000)
_SHIFT_HELD = np.uint64(4)
_OUT = np.uint64(0xF)
_SHIFT_OUT = np.uint64(8)
_PLAYED = np.uint64(0xFFFF)
_SHIFT_PLAYED = np.uint64(16)
_SHIFT_WON = np.uint64(32)
_U4 = np.uint64(4)
_COUNT_BITS = np.uint64(16)
_TEAM = 0b0101


@jit
def set_key(position: Words) -> None:
    """Bring the key up to date with the places, the hands and all else."""
    position[KEY] = position[PLACES] ^ mix(position[HANDS] ^ _SALT_HANDS) ^ mix(position[META] ^ _SALT_META)


@jit
def winners(position: Words) -> np.int64:
    """Return the seats that have won, as bits; none while the game goes on."""
    return np.int64(position[META] >> _SHIFT_WON)


@jit
def play_move(game: Words, position: Words, move: Index) -> None:
    """Make a legal move: the position becomes the one after it.

    A pull of another's stick leaves the mover with the exchange, unless there is nothing left to exchange.
    """
    move_on(game, position, move)
    set_key(position)


@jit
def move_on(game: Words, position: Words, move: Index) -> None:
    """Do what ``play_move`` does, but leave the key of the position before: for random games, which need none."""
    kind, place = move & KIND, move & PLACE
    mover = seat(position)
    colour = colour_of(game, mover)
    plays = True
    if kind == PIERCE:
        _deal(position, mover, -1)
        _flip_bore(game, position, colour, place)
    elif kind == PLANT:
        _deal(position, mover, -1)
        if _supported(game, position, place):
            _flip_hole(game, position, colour, place)
    elif kind == PULL:
        if _pull(game, position, mover, colour, place):
            return
    elif kind == EXCHANGE:
        held = np.int64((position[META] & _HELD) >> _SHIFT_HELD) - 1
        position[META] &= ~(_HELD | _PHASE)
        _flip_hole(game, position, colour, place)
        _flip_hole(game, position, held, place)
        _deal(position, mover, 1)
    else:
        plays = False
        if kind == DISCARD_HOLE:
            _flip_hole(game, position, colour, place)
        elif kind == DISCARD_BORE:
            _take_out(game, position, colour, place)
        else:
            _deal(position, mover, -1)
    if plays:
        _has_played(position, mover)
    _end_turn(game, position, mover)


@jit
def play_turn(game: Words, position: Words, turn: Index) -> None:
    """Make a whole turn: a move, and the exchange that its code may name."""
    play_move(game, position, turn & (KIND | PLACE))
    if turn >> THEN:
        play_move(game, position, EXCHANGE + (turn >> THEN) - 1)


@jit
def _deal(position: Words, which: Index, sticks: int) -> None:
    one = ONE << (_COUNT_BITS * np.uint64(which))
    if sticks > 0:
        position[HANDS] += one
    else:
        position[HANDS] -= one


@jit
def _flip_hole(game: Words, position: Words, colour: Index, hole: Index) -> None:
    """Put a stick into a hole, or take it away."""
    position[STANDING + colour] ^= ONE << np.uint64(hole)
    position[PLACES] ^= game[T_Z_STANDING + 64 * colour + hole]


@jit
def _flip_bore(game: Words, position: Words, colour: Index, bore: Index) -> None:
    """Put a stick into a bore, or take it away."""
    position[PIERCED + 2 * colour + (bore >> 6)] ^= ONE << np.uint64(bore & 63)
    position[PLACES] ^= game[T_Z_PIERCED + 128 * colour + bore]


@jit
def _supported(game: Words, position: Words, hole: Index) -> bool:
    low, high = (
        game[T_UNDER + 2 * hole] & pierced_bores(position, 0),
        game[T_UNDER + 2 * hole + 1] & pierced_bores(position, 1),
    )
    return bool(low | high)


@jit
def _take_out(game: Words, position: Words, colour: Index, bore: Index) -> None:
    """Empty a bore; what has nothing under it any more disappears (R8). Where the others now stand says itself."""
    lost = fallen(game, position, bore)
    _flip_bore(game, position, colour, bore)
    for other in range(4):
        left = lost & position[STANDING + other]
        while left:
            _flip_hole(game, position, np.int64(other), first(left))
            left &= left - ONE


@jit
def _pull(game: Words, position: Words, mover: Index, colour: Index, bore: Index) -> bool:
    """Pull a stick out (R5) and say where it goes (R6, R7); return whether an exchange must follow."""
    pulled = pulled_colour(position, bore)
    _take_out(game, position, pulled, bore)
    if pulled == colour:
        _deal(position, mover, 1)
        return False
    if position[STANDING + colour]:
        position[META] |= (np.uint64(pulled + 1) << _SHIFT_HELD) | (np.uint64(EXCHANGE_PHASE) << np.uint64(2))
        return True
    owner: Index = pulled
    if game[T_TEAMS]:
        left_hand = (mover + 1) & 3
        is_out = (position[META] >> (_SHIFT_OUT + np.uint64(left_hand))) & ONE
        owner = (mover + 3) & 3 if is_out else left_hand
    _deal(position, owner, 1)
    return False


@jit
def _has_played(position: Words, mover: Index) -> None:
    """Bring a seat to the front of those that have played (R11)."""
    played = (position[META] >> _SHIFT_PLAYED) & _PLAYED
    order = np.uint64(mover + 1) | (_without(played, mover) << _U4)
    position[META] = position[META] & ~(_PLAYED << _SHIFT_PLAYED) | (order << _SHIFT_PLAYED)


@jit
def _without(played: np.uint64, which: Index) -> np.uint64:
    """Return the order of those that have played, one seat left out."""
    kept, shift = U0, U0
    for digit in range(4):
        here = (played >> np.uint64(4 * digit)) & _OUT
        if here != U0 and here != np.uint64(which + 1):
            kept |= here << shift
            shift += np.uint64(4)
    return kept


@jit
def _end_turn(game: Words, position: Words, mover: Index) -> None:
    """See who is out now (R10), whether that ends the game (R11), and whose turn it is."""
    seats = np.int64(game[T_SEATS])
    meta = position[META]
    before = np.int64((meta >> _SHIFT_OUT) & _OUT)
    out = before
    for which in range(seats):
        if not (before >> which) & 1 and hand(position, np.int64(which)) == 0:
            colour = colour_of(game, np.int64(which))
            in_block = position[STANDING + colour] | position[PIERCED + 2 * colour] | position[PIERCED + 2 * colour + 1]
            if in_block == U0:
                out |= 1 << which
    if out != before:
        position[META] = meta | (np.uint64(out) << _SHIFT_OUT)
        if _is_over(game, position, out):
            return
    following = mover
    for _ in range(seats):
        following = following + 1 if following + 1 < seats else np.int64(0)
        if not (out >> following) & 1:
            break
    position[META] = (position[META] & ~np.uint64(3)) | np.uint64(following)


@jit
def _is_over(game: Words, position: Words, out: Index) -> bool:
    """Say who has won, if that is settled; else forget those that are out among those that have played."""
    seats = np.int64(game[T_SEATS])
    left = np.int64((1 << seats) - 1) & ~out
    played = (position[META] >> _SHIFT_PLAYED) & _PLAYED
    if left == 0:
        # All went out in one turn: whoever of them played last.
        last = np.int64(played & _OUT) - 1
        left = np.int64(1) << last if last >= 0 else left
    else:
        for which in range(seats):
            if (out >> which) & 1:
                played = _without(played, np.int64(which))
        position[META] = position[META] & ~(_PLAYED << _SHIFT_PLAYED) | (played << _SHIFT_PLAYED)
    if game[T_TEAMS]:
        reds, greens = left & _TEAM != 0, left & (_TEAM << 1) != 0
        left = np.int64(_TEAM * reds + (_TEAM << 1) * greens)
        settled = not (reds and greens)
    else:
        settled = (left & (left - 1)) == 0
    if settled:
        position[META] |= (np.uint64(OVER_PHASE) << np.uint64(2)) | (np.uint64(left) << _SHIFT_WON)
    return bool(settled)
