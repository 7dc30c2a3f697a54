"""Which stick the hand moves: the one thing about a move that physics and rules both need to know."""

from __future__ import annotations

from fakir3d.block.names import Bore, Hole
from fakir3d.rules.moves import Discard, Exchange, Move, Pull
from fakir3d.rules.state import State
from fakir3d.rules.sticks import Stick

__all__ = ["stick_of"]


def stick_of(state: State, move: Move) -> Stick | None:
    """Return the stick that the hand moves, or None where there is none to move.

    Sticks of one colour are alike (R7), so the hand takes the first of its sorted sticks.

    Args:
        state: the position.
        move: any move, legal or not.

    Returns:
        For a pierce or plant the first stick of the mover's hand; for a pull or discard the one at that place; for
        an exchange the pulled stick that goes back into the block.

    >>> from fakir3d.rules import Discard, Hole, Lattice, Mode, Plant, Setup, start
    >>> state = start(Setup(Lattice(2, 2, ()), Mode.TWO, 3))
    >>> str(stick_of(state, Plant(Hole.parse("a1")))), stick_of(state, Discard(Hole.parse("a1")))
    ('r1', None)
    """
    match move:
        case Pull(bore):
            return state.pierced.get(bore)
        case Exchange():
            return state.held
        case Discard(Hole() as hole):
            standing = state.standing.get(hole)
            return standing.stick if standing else None
        case Discard(Bore() as bore):
            return state.pierced.get(bore)
        case _:
            return _first(state.hand)


def _first(hand: tuple[Stick, ...]) -> Stick | None:
    return hand[0] if hand else None
