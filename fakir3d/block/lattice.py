"""Which bore passes under which hole, which bores meet: the block with every millimetre taken out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fakir3d.block.names import Axis, Bore, Hole


@dataclass(frozen=True, slots=True, repr=False)
class Lattice:
    """A block as a relation between holes and bores.

    Attributes:
        columns: how many columns of holes, along x.
        rows: how many rows of holes, along y.
        floors: the directions bored at each height, from the table up; both directions at one height meet.
        holes: all holes, row by row.
        bores: all bores, from the table up, x before y at one height.
        level: the height of a bore as its index in ``floors``.
        under: the bores that pass under a hole, highest first (x before y at one height).
        above: the holes that a bore passes under.
        meets: the bores that cannot hold a stick together with this one.

    >>> block = Lattice(2, 2, (frozenset({Axis.X}), frozenset({Axis.Y})))
    >>> [str(bore) for bore in block.under[Hole.parse("b1")]]
    ['yb.1', 'x1.1']
    >>> lattice = Lattice(2, 2, (frozenset({Axis.X, Axis.Y}),))
    >>> sorted(map(str, lattice.meets[Bore.parse("x1.1")]))
    ['ya.1', 'yb.1']
    """

    columns: int
    rows: int
    floors: tuple[frozenset[Axis], ...]
    holes: tuple[Hole, ...] = field(init=False, compare=False)
    bores: tuple[Bore, ...] = field(init=False, compare=False)
    level: Mapping[Bore, int] = field(init=False, compare=False)
    under: Mapping[Hole, tuple[Bore, ...]] = field(init=False, compare=False)
    above: Mapping[Bore, tuple[Hole, ...]] = field(init=False, compare=False)
    meets: Mapping[Bore, frozenset[Bore]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        holes = tuple(Hole(column, row) for row in range(self.rows) for column in range(self.columns))
        level = self._levels()
        bores = tuple(level)
        highest_first = sorted(bores, key=lambda bore: -level[bore])
        derived: dict[str, object] = {
            "holes": holes,
            "bores": bores,
            "level": MappingProxyType(level),
            "under": MappingProxyType(
                {hole: tuple(bore for bore in highest_first if bore.passes_under(hole)) for hole in holes}
            ),
            "above": MappingProxyType(
                {bore: tuple(hole for hole in holes if bore.passes_under(hole)) for bore in bores}
            ),
            "meets": MappingProxyType({bore: _meeting(bore, level) for bore in bores}),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _levels(self) -> dict[Bore, int]:
        level: dict[Bore, int] = {}
        seen = {Axis.X: 0, Axis.Y: 0}
        for height, along in enumerate(self.floors):
            for axis in (Axis.X, Axis.Y):
                if axis in along:
                    lines = self.rows if axis is Axis.X else self.columns
                    level.update({Bore(axis, line, seen[axis]): height for line in range(lines)})
                    seen[axis] += 1
        return level

    @property
    def height_count(self) -> int:
        """How many different bore heights the hole that has most of them has under it (F of docs/rules.md)."""
        return max(len({self.level[bore] for bore in bores}) for bores in self.under.values())

    def __repr__(self) -> str:
        floors = (
            f"frozenset({{{', '.join(f'Axis.{axis.name}' for axis in sorted(along))}}}), " for along in self.floors
        )
        return f"Lattice({self.columns}, {self.rows}, ({''.join(floors)}))"

    def __reduce__(self) -> tuple[type[Lattice], tuple[int, int, tuple[frozenset[Axis], ...]]]:
        # Mapping proxies do not pickle; everything derived is derived again.
        return Lattice, (self.columns, self.rows, self.floors)


def _meeting(bore: Bore, level: Mapping[Bore, int]) -> frozenset[Bore]:
    return frozenset(other for other in level if other.axis is not bore.axis and level[other] == level[bore])
