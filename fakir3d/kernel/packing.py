"""A position between two turns in as few bits as hold it exactly: what the solver's table is looked up by.

Nothing is hashed away: two positions have the same bits only if they are the same. Under ``fold`` all symmetric
positions share the bits of the least of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fakir3d.block.symmetry import Symmetry
from fakir3d.kernel.bits import ONE, U0, first
from fakir3d.kernel.compiler import jit
from fakir3d.kernel.layout import HANDS, META, PIERCED, STANDING, WORDS, Index, Moves, Words
from fakir3d.kernel.legal import hand
from fakir3d.rules.state import Setup

Maps = npt.NDArray[np.int64]
"""For each symmetry a row: where each hole comes to, then where each bore comes to."""

# What a plan says.
P_WORDS, P_COLOURS, P_HOLES, P_BORES, P_SEATS, P_HAND_BITS, P_PLAYED = 0, 1, 2, 3, 4, 5, 6
_U8, _U16, _U64 = np.uint64(8), np.uint64(16), np.uint64(64)
_SEAT, _OUT = np.uint64(3), np.uint64(15)


def packing_of(setup: Setup, *, played: bool) -> Moves:
    """Return how the positions of a game are packed.

    Args:
        setup: the game.
        played: whether who played last belongs to a position (R11).
    """
    lattice, mode = setup.lattice, setup.mode
    colours = mode.sides
    holes, bores = len(lattice.holes), len(lattice.bores)
    hand_bits = (setup.sticks * mode.seats // colours).bit_length()
    bits = colours * (holes + bores) + mode.seats * (hand_bits + 1 + 4 * played) + 2
    return np.array([-(-bits // 64), colours, holes, bores, mode.seats, hand_bits, played], np.int64)


def maps_of(setup: Setup, symmetries: Sequence[Symmetry]) -> Maps:
    """Return symmetries as numbers of holes and bores."""
    holes, bores = setup.lattice.holes, setup.lattice.bores
    hole_number = {hole: number for number, hole in enumerate(holes)}
    bore_number = {bore: number for number, bore in enumerate(bores)}
    rows = [
        [hole_number[symmetry.hole(hole)] for hole in holes] + [bore_number[symmetry.bore(bore)] for bore in bores]
        for symmetry in symmetries
    ]
    return np.array(rows, np.int64).reshape(len(rows), len(holes) + len(bores))


@jit
def pack(plan: Moves, position: Words, packed: Words) -> None:
    """Write a position's bits, one field after the other."""
    for word in range(plan[P_WORDS]):
        packed[word] = U0
    at: Index = np.int64(0)
    for colour in range(plan[P_COLOURS]):
        at = _put(packed, at, position[STANDING + colour], plan[P_HOLES])
        at = _put(packed, at, position[PIERCED + 2 * colour], min(plan[P_BORES], 64))
        if plan[P_BORES] > 64:
            at = _put(packed, at, position[PIERCED + 2 * colour + 1], plan[P_BORES] - 64)
    for seat in range(plan[P_SEATS]):
        at = _put(packed, at, np.uint64(hand(position, np.int64(seat))), plan[P_HAND_BITS])
    meta = position[META]
    at = _put(packed, at, meta & _SEAT, np.int64(2))
    at = _put(packed, at, (meta >> _U8) & _OUT, plan[P_SEATS])
    if plan[P_PLAYED]:
        _put(packed, at, (meta >> _U16) & np.uint64(0xFFFF), 4 * plan[P_SEATS])


@jit
def _put(packed: Words, at: Index, value: np.uint64, bits: Index) -> Index:
    """Write a value of so many bits at a bit; return the bit after it."""
    word, shift = at >> 6, np.uint64(at & 63)
    packed[word] |= value << shift
    if (at & 63) + bits > 64:
        packed[word + 1] |= value >> (_U64 - shift)
    return at + bits


@jit
def fold(plan: Moves, maps: Maps, position: Words, packed: Words, spare: Words) -> None:
    """Write the bits of the least among a position and its images under the maps.

    Args:
        plan: how positions are packed.
        maps: the symmetries; with none of them the position's own bits are written.
        position: the position.
        packed: what is written.
        spare: scratch, as many words as a position and the bits have together.
    """
    if len(maps) < 2:
        pack(plan, position, packed)
        return
    image, bits = spare[:WORDS], spare[WORDS:]
    image[HANDS], image[META] = position[HANDS], position[META]
    holes = plan[P_HOLES]
    for number in range(len(maps)):
        way = maps[number]
        for colour in range(plan[P_COLOURS]):
            bores = PIERCED + 2 * colour
            image[STANDING + colour] = image[bores] = image[bores + 1] = U0
            _carry(way[:holes], position[STANDING + colour], image, STANDING + colour)
            _carry(way[holes:], position[bores], image, bores)
            _carry(way[holes + 64 :], position[bores + 1], image, bores)
        pack(plan, image, bits)
        if number == 0 or _less(plan, bits, packed):
            for word in range(plan[P_WORDS]):
                packed[word] = bits[word]


@jit
def _carry(way: Moves, places: np.uint64, image: Words, base: int) -> None:
    """Put each of a set of places where it comes to, into the words of the image from ``base`` on."""
    left = places
    while left:
        to = way[first(left)]
        left &= left - ONE
        image[base + (to >> 6)] |= ONE << np.uint64(to & 63)


@jit
def _less(plan: Moves, one: Words, other: Words) -> bool:
    for word in range(plan[P_WORDS]):
        if one[word] != other[word]:
            return bool(one[word] < other[word])
    return False
