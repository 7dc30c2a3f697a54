"""The block in SI units, as every other part reads it: sizes and what follows from them, no relations, no files."""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass, field

from fakir3d.block.names import Axis, Bore, Hole


class Ends(enum.StrEnum):
    """How the ends of a stick are shaped."""

    ROUND = "round"
    FLAT = "flat"


@dataclass(frozen=True, slots=True)
class FloorSpec:
    """One height of bores.

    Attributes:
        height_m: the bore axes above the table [m].
        along: the directions bored at this height.
    """

    height_m: float
    along: frozenset[Axis]


@dataclass(frozen=True, slots=True)
class BlockSpec:
    """A block in SI units. x right, y away, z up; the origin lies on the table under the block's centre.

    Attributes:
        name: what people call it.
        size_m: along x, y, z [m].
        stick_length_m: whole length of a stick, ends included [m].
        stick_diameter_m: [m].
        stick_ends: round or flat.
        hole_diameter_m: [m].
        hole_x_m: x of the columns a, b, c ..., increasing [m].
        hole_y_m: y of the rows 1, 2, 3 ..., increasing [m].
        bore_diameter_m: [m].
        floors: from the table up.
        digest: a hash of the geometry (16 hex digits); the name does not count.
    """

    name: str
    size_m: tuple[float, float, float]
    stick_length_m: float
    stick_diameter_m: float
    stick_ends: Ends
    hole_diameter_m: float
    hole_x_m: tuple[float, ...]
    hole_y_m: tuple[float, ...]
    bore_diameter_m: float
    floors: tuple[FloorSpec, ...]
    digest: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", self._digest())

    def __hash__(self) -> int:
        # Blocks are the keys of many caches that one act asks hundreds of times.
        return hash(self.digest)

    @property
    def holes(self) -> tuple[Hole, ...]:
        """Return all holes, row by row."""
        return tuple(Hole(column, row) for row in range(len(self.hole_y_m)) for column in range(len(self.hole_x_m)))

    @property
    def bores(self) -> tuple[Bore, ...]:
        """Return all bores, from the table up, x before y at one height."""
        seen = {Axis.X: 0, Axis.Y: 0}
        found: list[Bore] = []
        for floor in self.floors:
            for axis, lines in ((Axis.X, self.hole_y_m), (Axis.Y, self.hole_x_m)):
                if axis in floor.along:
                    found.extend(Bore(axis, line, seen[axis]) for line in range(len(lines)))
                    seen[axis] += 1
        return tuple(found)

    def height_m(self, bore: Bore) -> float:
        """Return how high a bore's axis lies above the table [m]."""
        heights = [floor.height_m for floor in self.floors if bore.axis in floor.along]
        return heights[bore.floor]

    def line_m(self, bore: Bore) -> float:
        """Return where a bore lies across its direction: y of an x bore, x of a y bore [m]."""
        return self.hole_y_m[bore.line] if bore.axis is Axis.X else self.hole_x_m[bore.line]

    def centre_m(self, hole: Hole) -> tuple[float, float]:
        """Return x and y of a hole's axis [m]."""
        return self.hole_x_m[hole.column], self.hole_y_m[hole.row]

    def depth_m(self, axis: Axis) -> float:
        """Return how long the bores of a direction are: the block's size along it [m]."""
        return self.size_m[0] if axis is Axis.X else self.size_m[1]

    def foot_m(self, bore: Bore) -> float:
        """Return how high the foot of a stick stands that rests on a stick in ``bore`` [m].

        The pierced stick lies at the bottom of its bore: axis - bore/2 + stick diameter.
        """
        return self.height_m(bore) - self.bore_diameter_m / 2 + self.stick_diameter_m

    def stands_out_m(self, bore: Bore) -> float:
        """Return how far a stick on a stick in ``bore`` stands out of the top [m]."""
        return self.foot_m(bore) + self.stick_length_m - self.size_m[2]

    def _digest(self) -> str:
        geometry = (
            self.size_m,
            self.stick_length_m,
            self.stick_diameter_m,
            self.stick_ends.value,
            self.hole_diameter_m,
            self.hole_x_m,
            self.hole_y_m,
            self.bore_diameter_m,
            tuple((floor.height_m, tuple(sorted(floor.along))) for floor in self.floors),
        )
        return hashlib.sha256(repr(geometry).encode()).hexdigest()[:16]
