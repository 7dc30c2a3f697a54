"""The turns and mirrors that map a block onto itself, found by trying them; and what more the rules cannot tell apart.

Seen from above there are eight: four turns, four mirrors. A block keeps those that take every hole onto a hole, every
bore onto a bore at its height, and its faces onto its faces. The rules know no millimetres, so to them any order of
the rows, and of the columns, is as good as another: those are the ``rearrangements``.

>>> from fakir3d.block.document import load_block
>>> [symmetry.name for symmetry in symmetries(load_block("oneway"))]
['as it is', 'mirror left-right', 'mirror near-far', 'turn by 180']
>>> len(symmetries(load_block("lattice")))
8
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.spec import BlockSpec

_CLOSE_M = 1e-6
"""Two places nearer than this are one: far below what anybody drills."""

# Whether x runs the other way, y runs the other way, x and y change places afterwards.
_KINDS = {
    "as it is": (False, False, False),
    "mirror left-right": (True, False, False),
    "mirror near-far": (False, True, False),
    "turn by 180": (True, True, False),
    "mirror in the diagonal": (False, False, True),
    "turn by 90": (False, True, True),
    "turn by 270": (True, False, True),
    "mirror in the other diagonal": (True, True, True),
}


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A map of a block's places onto themselves that keeps every relation between them.

    Attributes:
        name: what people call it.
        columns: for each column the one it becomes (the row, where ``swap`` is set).
        rows: for each row the one it becomes (the column, where ``swap`` is set).
        swap: whether x and y change places.
    """

    name: str
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    swap: bool

    def hole(self, hole: Hole) -> Hole:
        """Return where a hole comes to.

        >>> str(Symmetry("turn by 90", (0, 1, 2), (2, 1, 0), swap=True).hole(Hole.parse("a1")))
        'c1'
        """
        column, row = self.columns[hole.column], self.rows[hole.row]
        return Hole(row, column) if self.swap else Hole(column, row)

    def bore(self, bore: Bore) -> Bore:
        """Return where a bore comes to.

        >>> str(Symmetry("turn by 90", (0, 1, 2), (2, 1, 0), swap=True).bore(Bore.parse("x1.2")))
        'yc.2'
        """
        line = (self.rows if bore.axis is Axis.X else self.columns)[bore.line]
        axis = (Axis.Y if bore.axis is Axis.X else Axis.X) if self.swap else bore.axis
        return Bore(axis, line, bore.floor)


def symmetries(spec: BlockSpec) -> tuple[Symmetry, ...]:
    """Return the turns and mirrors that map a block onto itself, seen from above; the first leaves all as it is."""
    found = []
    for name, (turn_x, turn_y, swap) in _KINDS.items():
        to_x, to_y = (spec.hole_y_m, spec.hole_x_m) if swap else (spec.hole_x_m, spec.hole_y_m)
        columns = _onto(spec.hole_x_m, to_x, turned=turn_x)
        rows = _onto(spec.hole_y_m, to_y, turned=turn_y)
        if columns and rows and (not swap or _turns_over(spec)):
            found.append(Symmetry(name, columns, rows, swap))
    return tuple(found)


def rearrangements(lattice: Lattice, most: int) -> tuple[Symmetry, ...]:
    """Return every order of rows and columns that the rules cannot tell apart, turned over too where floors allow.

    Args:
        lattice: the block's relations.
        most: how many are too many to be of use.

    Returns:
        All of them, the one that changes nothing first; none if there are more than ``most``.

    >>> len(rearrangements(Lattice(3, 2, (frozenset({Axis.X}), frozenset({Axis.Y}))), 100))
    12
    """
    square = lattice.columns == lattice.rows and all(len(along) != 1 for along in lattice.floors)
    if math.factorial(lattice.columns) * math.factorial(lattice.rows) * (1 + square) > most:
        return ()
    return tuple(_orders(lattice, square=square))


def _orders(lattice: Lattice, *, square: bool) -> Iterator[Symmetry]:
    for swap in (False, True) if square else (False,):
        for columns in permutations(range(lattice.columns)):
            for rows in permutations(range(lattice.rows)):
                yield Symmetry("another order", columns, rows, swap)


def _onto(lines: tuple[float, ...], onto: tuple[float, ...], *, turned: bool) -> tuple[int, ...]:
    """Return for each line the index of the one it falls on, or nothing if any falls beside them."""
    if len(lines) != len(onto):
        return ()
    places = [-at if turned else at for at in lines]
    nearest = [min(range(len(onto)), key=lambda index: abs(onto[index] - place)) for place in places]
    fits = all(abs(onto[index] - place) < _CLOSE_M for index, place in zip(nearest, places, strict=True))
    return tuple(nearest) if fits else ()


def _turns_over(spec: BlockSpec) -> bool:
    """Return whether a block looks alike along x and along y: its faces, and each floor's bores."""
    return abs(spec.size_m[0] - spec.size_m[1]) < _CLOSE_M and all(len(floor.along) != 1 for floor in spec.floors)
