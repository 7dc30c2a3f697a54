"""Where sticks lie that are not in the block: hands, trays, the held stick.

Seat 0 sits nearest the camera (at -y), the others follow clockwise seen from above. A stick has its own spot at each
place, by its number, so nothing shuffles when one is taken. Spots lie clear of the block, of the sticks that stick
out of it, of the block's shadow and of one another; where there is a choice, where the first view shows them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from fakir3d.block.spec import BlockSpec
from fakir3d.motion import FloatArray
from fakir3d.render.camera import FIRST_VIEW
from fakir3d.render.quality import SUN_DIRECTION
from fakir3d.rules.state import State
from fakir3d.rules.sticks import Mode, Stick

_IN_A_RANK = 10
_GAP_M = 0.006


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on the table.

    Attributes:
        centre_m: its middle [m].
        outward: (2,) unit vector from the block towards the player it belongs to.
        half_m: half its extent outward and half its extent across [m].
    """

    centre_m: tuple[float, float]
    outward: tuple[float, float]
    half_m: tuple[float, float]

    @property
    def across(self) -> tuple[float, float]:
        """Return the unit vector to the right of the player who faces the block."""
        return -self.outward[1], self.outward[0]

    def point(self, outward_m: float, across_m: float) -> tuple[float, float]:
        """Return the point of the table that lies so far from the middle [m]."""
        (ox, oy), (ax, ay) = self.outward, self.across
        return (
            self.centre_m[0] + ox * outward_m + ax * across_m,
            self.centre_m[1] + oy * outward_m + ay * across_m,
        )

    def corners(self) -> FloatArray:
        """Return its (4, 2) corners in order."""
        out, side = self.half_m
        return np.array([self.point(a * out, b * side) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What lies where on the table.

    Attributes:
        hands: an area for each seat.
        asides: for each seat the area for its colour's sticks that are out of the game (team mates share one).
        slots: how many spots each of these areas has.
    """

    hands: tuple[Area, ...]
    asides: tuple[Area, ...]
    slots: int

    def corners(self) -> FloatArray:
        """Return the (n, 2) corners of all areas."""
        return np.concatenate([area.corners() for area in (*self.hands, *self.asides)])


def table_poses(spec: BlockSpec, state: State) -> dict[str, FloatArray]:
    """Return the (7,) poses of all sticks that are not in the block, by name."""
    plan = table_plan(spec, state.mode, state.setup.sticks)
    poses: dict[str, FloatArray] = {}
    for area, hand in zip(plan.hands, state.hands, strict=True):
        poses |= {str(stick): _in_hand(spec, area, stick, plan.slots) for stick in hand}
    for stick in state.gone:
        home = next(seat for seat in range(state.mode.seats) if state.mode.colour(seat) is stick.colour)
        poses[str(stick)] = _set_aside(spec, plan.asides[home], stick, plan.slots)
    if state.held is not None:
        poses[str(state.held)] = _held(spec, plan.hands[state.seat])
    return poses


def _in_hand(spec: BlockSpec, area: Area, stick: Stick, slots: int) -> FloatArray:
    pitch, rank = _pitch_m(spec), spec.stick_length_m + _GAP_M
    number = (stick.number - 1) % slots
    in_rank = min(slots, _IN_A_RANK)
    across = (number % in_rank - (in_rank - 1) / 2) * pitch
    outward = -area.half_m[0] + _GAP_M / 2 + spec.stick_length_m / 2 + (number // in_rank) * rank
    # Laid down by a hand, not by a machine; never so askew that neighbours touch.
    lean, shift = _chance(stick, 1), _chance(stick, 2)
    turn = 0.5 * (pitch - spec.stick_diameter_m) / spec.stick_length_m * lean
    centre = area.point(outward + 0.5 * _GAP_M * shift, across)
    (ox, oy), (ax, ay) = area.outward, area.across
    return table_pose(spec, centre, (ox + turn * ax, oy + turn * ay))


def _set_aside(spec: BlockSpec, area: Area, stick: Stick, slots: int) -> FloatArray:
    number = (stick.number - 1) % slots
    outward = (number - (slots - 1) / 2) * _close_m(spec)
    return table_pose(spec, area.point(outward, 0.4 * _GAP_M * _chance(stick, 3)), area.across)


def _held(spec: BlockSpec, area: Area) -> FloatArray:
    """Return the pose of the held stick: upright over the inner edge of the hand of the seat to move."""
    x, y = area.point(-area.half_m[0] + spec.stick_diameter_m, 0.0)
    return np.array((x, y, 0.5 * spec.stick_length_m + 4 * spec.stick_diameter_m, 0.0, 0.0, 0.0, 1.0))


def table_pose(spec: BlockSpec, centre_m: tuple[float, float], along: tuple[float, float]) -> FloatArray:
    """Return the (7,) pose of a stick that lies on the table, its head pointing ``along``."""
    half = math.atan2(along[1], along[0]) / 2
    root = math.sqrt(0.5)
    # A quarter turn about y lays z down along x; then about z to where it shall point.
    quaternion = (-math.sin(half) * root, math.cos(half) * root, math.sin(half) * root, math.cos(half) * root)
    return np.array((*centre_m, spec.stick_diameter_m / 2, *quaternion))


def _chance(stick: Stick, salt: int) -> float:
    """Return a number from -1 to 1 that is this stick's own."""
    mixed = (ord(stick.colour.value) * 7919 + stick.number * 104729 + salt * 1299709) % 2003
    return mixed / 1001.0 - 1.0


def _pitch_m(spec: BlockSpec) -> float:
    return 1.7 * spec.stick_diameter_m


def _close_m(spec: BlockSpec) -> float:
    return 1.25 * spec.stick_diameter_m


@lru_cache(maxsize=32)
def table_plan(spec: BlockSpec, mode: Mode, sticks: int) -> TablePlan:
    """Return what lies where for a block, a mode and so many sticks in each hand."""
    slots = sticks * max(len(mode.team(seat)) for seat in range(mode.seats))
    reach = max(0.5 * spec.stick_length_m, *(size / 2 for size in spec.size_m[:2])) + 0.008
    taken: list[FloatArray] = [
        np.array(((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach))),
        shadow_outline(spec),
    ]
    in_rank, ranks = min(slots, _IN_A_RANK), -(-slots // _IN_A_RANK)
    hand = (ranks * (spec.stick_length_m + _GAP_M) / 2, in_rank * _pitch_m(spec) / 2)
    aside = (slots * _close_m(spec) / 2, (spec.stick_length_m + _GAP_M) / 2)
    hands = [_placed(spec, seat, mode, hand, taken) for seat in range(mode.seats)]
    asides: list[Area] = []
    for seat in range(mode.seats):
        first = mode.team(seat)[0]
        asides.append(asides[first] if first < seat else _placed(spec, seat, mode, aside, taken))
    return TablePlan(tuple(hands), tuple(asides), slots)


def _placed(spec: BlockSpec, seat: int, mode: Mode, half: tuple[float, float], taken: list[FloatArray]) -> Area:
    """Return the best free area of this size for a seat, and take it."""
    angle = -math.pi / 2 - seat * 2 * math.pi / mode.seats
    outward = (round(math.cos(angle), 12), round(math.sin(angle), 12))
    step = 2 * spec.stick_diameter_m
    nearest = min(spec.size_m[:2]) / 2 + half[0]
    best: tuple[float, Area] | None = None
    for out in range(60):
        distance = nearest + out * step
        if best is not None and distance > best[0]:
            break
        for side in range(-14, 15):
            across = side * step
            base = Area((0.0, 0.0), outward, half)
            area = Area(base.point(distance, across), outward, half)
            cost = distance + 0.45 * abs(across) + 0.10 * _hidden(spec, area)
            if (best is None or cost < best[0]) and not _collides(area.corners(), taken, _GAP_M):
                best = (cost, area)
    assert best is not None  # noqa: S101 - 60 steps out are beyond any block
    taken.append(best[1].corners())
    return best[1]


def _hidden(spec: BlockSpec, area: Area) -> float:
    """Return the share of an area's corners and middle that the block hides in the first view."""
    azimuth, elevation = map(math.radians, FIRST_VIEW)
    to_eye = np.array((math.sin(azimuth), -math.cos(azimuth), math.tan(elevation)))
    points = np.column_stack((np.vstack((area.corners(), area.centre_m)), np.zeros(5)))
    half = np.array(spec.size_m) / 2
    low, high = np.array((-half[0], -half[1], 0.0)), np.array((half[0], half[1], spec.size_m[2]))
    with np.errstate(divide="ignore", invalid="ignore"):
        first, last = (low - points) / to_eye, (high - points) / to_eye
    enter = np.nanmax(np.minimum(first, last), axis=1)
    leave = np.nanmin(np.maximum(first, last), axis=1)
    return float(np.mean((leave > enter) & (leave > 0)))


def shadow_outline(spec: BlockSpec) -> FloatArray:
    """Return the (n, 2) convex outline of the block's foot and its shadow on the table [m], anticlockwise."""
    half_x, half_y = spec.size_m[0] / 2, spec.size_m[1] / 2
    foot = np.array(((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)))
    cast = -np.array(SUN_DIRECTION[:2]) / SUN_DIRECTION[2] * spec.size_m[2]
    return _hull(np.vstack((foot, foot + cast)))


def _hull(points: FloatArray) -> FloatArray:
    ordered = sorted(map(tuple, points.tolist()))

    def half(sequence: Iterable[tuple[float, ...]]) -> list[tuple[float, ...]]:
        chain: list[tuple[float, ...]] = []
        for point in sequence:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return np.array(half(ordered) + half(reversed(ordered)))


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _collides(corners: FloatArray, taken: list[FloatArray], gap_m: float) -> bool:
    return any(not _apart(corners, other, gap_m) for other in taken)


def _apart(first: FloatArray, second: FloatArray, gap_m: float) -> bool:
    """Return whether two convex outlines lie at least ``gap_m`` apart along the normal of one of their sides."""
    for outline in (first, second):
        sides = np.roll(outline, -1, axis=0) - outline
        normals = np.column_stack((sides[:, 1], -sides[:, 0]))
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        a, b = first @ normals.T, second @ normals.T
        if (np.maximum(b.min(axis=0) - a.max(axis=0), a.min(axis=0) - b.max(axis=0)) >= gap_m).any():
            return True
    return False
