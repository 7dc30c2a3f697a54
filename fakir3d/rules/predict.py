"""What a move will make happen, by the rules alone: physics never looks in here."""

from __future__ import annotations

from collections.abc import Container

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import IllegalMoveError
from fakir3d.rules.hand import stick_of
from fakir3d.rules.moves import Discard, Exchange, Hand, Move, Pierce, Plant, Pull
from fakir3d.rules.outcome import Fall, Fate, Outcome
from fakir3d.rules.state import State
from fakir3d.rules.sticks import Stick

__all__ = ["predict"]


def predict(state: State, move: Move) -> Outcome:
    """Return what a move will make happen, whether or not the rules allow it.

    A pierce into a bore that is not free is blocked; a pull that carries nothing makes nothing fall; a stick planted
    over nothing falls to the table. Hung sticks stay where they are (R12): what shakes them loose cannot be foretold.

    Raises:
        IllegalMoveError: if the move cannot even be tried: no stick to move, no such place, or a hole that is taken.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.rules import Mode, Setup, start
    >>> state = start(Setup(Lattice(2, 2, ()), Mode.TWO, 3))
    >>> str(predict(state, Plant(Hole.parse("a1"))))
    'r1 a1 hand>gone'
    """
    stick = _performing(state, move)
    match move:
        case Pierce(bore):
            return Outcome(blocked=not _free(state, bore))
        case Pull(bore):
            return Outcome(_falls_without(state, bore))
        case Plant(hole) | Exchange(hole):
            return Outcome((Fall(stick, hole, None, _landing(state, hole, state.pierced)),))
        case Discard(Bore() as bore):
            return Outcome(_falls_without(state, bore))
        case _:
            return Outcome()


def _performing(state: State, move: Move) -> Stick:
    """Return the stick that the hand moves, where the move can be tried at all."""
    lattice = state.lattice
    place = move.place
    if not isinstance(place, Hand) and place not in (lattice.level if isinstance(place, Bore) else lattice.under):
        raise IllegalMoveError(f"there is no {place} in this block", move=str(move))
    stick = stick_of(state, move)
    if stick is None:
        raise IllegalMoveError("there is no stick to move", move=str(move))
    if isinstance(move, Plant) and move.hole in state.standing:
        raise IllegalMoveError(f"a stick stands in hole {move.hole} already", move=str(move), rule="R4")
    if isinstance(move, Exchange) and move.hole not in state.standing:
        raise IllegalMoveError(f"no stick stands in hole {move.hole}", move=str(move), rule="R7")
    return stick


def _free(state: State, bore: Bore) -> bool:
    """Return whether a stick goes through: nothing in the bore, in one that meets it, or standing across it."""
    lattice, level = state.lattice, state.lattice.level
    if bore in state.pierced or not lattice.meets[bore].isdisjoint(state.pierced):
        return False
    standing = (state.standing[hole] for hole in lattice.above[bore] if hole in state.standing)
    return all(level[stick.on] >= level[bore] for stick in standing)


def _falls_without(state: State, bore: Bore) -> tuple[Fall, ...]:
    """Return the falls of the sticks that stand on the one in ``bore`` when it is taken away."""
    left = state.pierced.keys() - {bore}
    on_it = ((hole, state.standing[hole]) for hole in state.lattice.above[bore] if hole in state.standing)
    return tuple(
        Fall(standing.stick, hole, bore, _landing(state, hole, left)) for hole, standing in on_it if standing.on == bore
    )


def _landing(state: State, hole: Hole, lying: Container[Bore]) -> Bore | Fate:
    """Return what a stick falling free in a hole comes to rest on: the highest stick under it, or the table."""
    return next((bore for bore in state.lattice.under[hole] if bore in lying), Fate.GONE)
