"""Sets of places as 64-bit words: counting, picking and walking them, and a mixer for keys and dice."""

from __future__ import annotations

import numpy as np

from fakir3d.kernel.compiler import jit, leading_zeros
from fakir3d.kernel.layout import Index

U0 = np.uint64(0)
ONE = np.uint64(1)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_U2 = np.uint64(2)
_U4 = np.uint64(4)
_U56 = np.uint64(56)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_U30, _U27, _U31 = np.uint64(30), np.uint64(27), np.uint64(31)


@jit
def count(word: np.uint64) -> np.int64:
    """Return how many bits are set (the compiler knows this idiom and makes one instruction of it)."""
    word = word - ((word >> ONE) & _PAIRS)
    word = (word & _FOURS) + ((word >> _U2) & _FOURS)
    word = (word + (word >> _U4)) & _EIGHTS
    return np.int64((word * _BYTES) >> _U56)


@jit
def first(word: np.uint64) -> np.int64:
    """Return the index of the lowest bit of a word that has one."""
    return count((word - ONE) & ~word)


@jit
def alone(word: np.uint64) -> bool:
    """Return whether at most one bit is set."""
    return bool(word & (word - ONE) == U0)


@jit
def up_to(word: np.uint64) -> np.uint64:
    """Return a word's highest bit, which it must have, and all below."""
    return _ALL >> np.uint64(leading_zeros(word))


@jit
def nth(word: np.uint64, number: Index) -> np.int64:
    """Return the index of the set bit before which ``number`` lower ones are set."""
    for _ in range(number):
        word &= word - ONE
    return first(word)


@jit
def mix(word: np.uint64) -> np.uint64:
    """Return a word in which every bit depends on every bit given (splitmix64's finish)."""
    word = word + _STEP
    word = (word ^ (word >> _U30)) * _MIX1
    word = (word ^ (word >> _U27)) * _MIX2
    return word ^ (word >> _U31)
