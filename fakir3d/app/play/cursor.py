"""The keyboard's cursor over holes and bores: arrows, floors, faces, the next legal move."""

from __future__ import annotations

from collections.abc import Sequence

from fakir3d.app.play.actions import Action
from fakir3d.app.play.intents import Place, place_of_move
from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.rules.moves import Move

_ARROWS = {Action.LEFT: (-1, 0), Action.RIGHT: (1, 0), Action.UP: (0, 1), Action.DOWN: (0, -1)}
_FACES = {Action.FACE_X: Axis.X, Action.FACE_Y: Axis.Y, Action.FACE_Z: None}
_FLOORS = {Action.FLOOR_UP: 1, Action.FLOOR_DOWN: -1}
CURSOR_ACTIONS = frozenset((*_ARROWS, *_FACES, *_FLOORS))
"""What moves the cursor."""


def first_place(lattice: Lattice) -> Hole:
    """Return where the cursor begins: the hole in the middle of the top."""
    return Hole(lattice.columns // 2, lattice.rows // 2)


def move_cursor(lattice: Lattice, place: Place, action: Action, right: tuple[float, float]) -> Place | None:
    """Return where an action of ``CURSOR_ACTIONS`` moves the cursor; None where the block has no such face.

    Args:
        lattice: the block.
        place: where the cursor is.
        action: what moves it.
        right: which way right is on the table for who looks at it: x and y of that direction.
    """
    if action in _FACES:
        return face(lattice, place, _FACES[action])
    if action in _FLOORS:
        return change_floor(lattice, place, _FLOORS[action])
    return step(lattice, place, *_ARROWS[action], right)


def step(lattice: Lattice, place: Place, dx: int, dy: int, right: tuple[float, float]) -> Place:
    """Return the place one arrow key away on the same face, as it is seen; the cursor stops at the edge.

    Args:
        lattice: the block.
        place: where the cursor is.
        dx: 1 for the right arrow, -1 for the left one.
        dy: 1 for the up arrow (away, or up a wall), -1 for the down one.
        right: which way right is on the table for who looks at it: x and y of that direction.

    >>> block = Lattice(3, 3, (frozenset({Axis.X}),))
    >>> str(step(block, Hole.parse("b2"), 1, 0, (1.0, 0.0))), str(step(block, Hole.parse("b2"), 1, 0, (0.1, -1.0)))
    ('c2', 'b1')
    """
    if isinstance(place, Hole):
        east, north = _on_top(dx, dy, right)
        return Hole(_clamp(place.column + east, lattice.columns), _clamp(place.row + north, lattice.rows))
    if isinstance(place, Bore):
        # The mouths of x bores stand side by side along y, those of y bores along x.
        sideways = right[1] if place.axis is Axis.X else right[0]
        lines = lattice.rows if place.axis is Axis.X else lattice.columns
        line = _clamp(place.line + (dx if sideways >= 0 else -dx), lines)
        return Bore(place.axis, line, _clamp(place.floor + dy, _floors(lattice, place.axis)))
    return place


def _on_top(dx: int, dy: int, right: tuple[float, float]) -> tuple[int, int]:
    """Return a step to the right and away on the screen as a step along x and y of the top."""
    if abs(right[0]) >= abs(right[1]):
        sign = 1 if right[0] >= 0 else -1
        return dx * sign, dy * sign
    sign = 1 if right[1] >= 0 else -1
    return -dy * sign, dx * sign


def change_floor(lattice: Lattice, place: Place, by: int) -> Place:
    """Return the place one floor higher (1) or lower (-1) in the same line; above the highest floor is the top.

    >>> block = Lattice(3, 3, (frozenset({Axis.X}), frozenset({Axis.Y})))
    >>> str(change_floor(block, Hole.parse("b3"), -1)), str(change_floor(block, Bore.parse("x3.1"), 1))
    ('yb.1', 'b3')
    """
    if isinstance(place, Hole):
        return lattice.under[place][0] if by < 0 else place
    if not isinstance(place, Bore):
        return place
    floor = place.floor + by
    if floor < _floors(lattice, place.axis):
        return Bore(place.axis, place.line, max(floor, 0))
    middle = first_place(lattice)
    return Hole(middle.column, place.line) if place.axis is Axis.X else Hole(place.line, middle.row)


def face(lattice: Lattice, place: Place, wanted: Axis | None) -> Place | None:
    """Return the place on another face nearest to this one: x bores, y bores, or the top (None).

    Returns None when the block has no bores that way.
    """
    if wanted is None:
        if isinstance(place, Bore):
            return change_floor(lattice, Bore(place.axis, place.line, _floors(lattice, place.axis) - 1), 1)
        return place if isinstance(place, Hole) else first_place(lattice)
    floors = _floors(lattice, wanted)
    if not floors:
        return None
    lines = lattice.rows if wanted is Axis.X else lattice.columns
    if isinstance(place, Hole):
        return Bore(wanted, place.row if wanted is Axis.X else place.column, floors - 1)
    if isinstance(place, Bore):
        return place if place.axis is wanted else Bore(wanted, _clamp(place.line, lines), _clamp(place.floor, floors))
    return Bore(wanted, lines // 2, floors - 1)


def next_legal(moves: Sequence[Move], place: Place | None, by: int) -> Place | None:
    """Return the place of the next (1) or the previous (-1) legal move; None when there is none."""
    places = [place_of_move(move) for move in moves]
    if not places:
        return None
    if place not in places:
        return places[0 if by > 0 else -1]
    return places[(places.index(place) + by) % len(places)]


def _floors(lattice: Lattice, axis: Axis) -> int:
    return sum(axis in along for along in lattice.floors)


def _clamp(value: int, count: int) -> int:
    return min(max(value, 0), count - 1)
