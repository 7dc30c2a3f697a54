"""Which outcomes a move can have, and the one it will have by the rules alone; physics never looks in here."""

from __future__ import annotations

from collections.abc import Collection, Container

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import IllegalMoveError
from fakir3d.rules.moves import Discard, Exchange, Hand, Move, Pierce, Plant, Pull
from fakir3d.rules.outcome import Fall, Fate, Hung, Outcome
from fakir3d.rules.state import State
from fakir3d.rules.sticks import Stick


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
    stick = state.stick_of(move)
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


def impossible(state: State, move: Move, outcome: Outcome) -> str | None:
    """Return why a legal move cannot have had this outcome, as a sentence, or None where it can.

    Whatever sticks can really do is possible: stay up where they were, hang, over an empty bore or high over the stick
    in a filled one, fall to another floor than foretold.
    Impossible is what leaves no position: a stick that is not there, that rises, goes through another or is astray.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.rules import Mode, Move, Options, Outcome, Setup, UnsupportedPlant, start
    >>> options = Options(unsupported_plant=UnsupportedPlant.ALLOWED)
    >>> state = start(Setup(Lattice(2, 2, ()), Mode.TWO, 3, options))
    >>> impossible(state, Move.parse("a1"), Outcome.parse("r1 a1 hand>gone"))
    >>> impossible(state, Move.parse("a1"), Outcome.parse("nothing"))
    'r1 was let into hole a1, and nothing is said of where it came to rest'
    """
    if outcome.blocked and not isinstance(move, Pierce):
        return "only a pierce can be blocked"
    let_in = move.hole if isinstance(move, Plant | Exchange) else None
    stick = state.stick_of(move)
    if let_in and not any(fall.stick == stick and fall.origin is None for fall in outcome.falls):
        return f"{stick} was let into hole {let_in}, and nothing is said of where it came to rest"
    if len({fall.stick for fall in outcome.falls}) < len(outcome.falls):
        return "one stick falls twice"
    for fall in outcome.falls:
        fault = _fault(state, move, fall, _lying(state, move, outcome))
        if fault:
            return f"{fall.stick} {fault}"
    return None


def _lying(state: State, move: Move, outcome: Outcome) -> Collection[Bore]:
    """Return the filled bores after the hand has done its part."""
    if isinstance(move, Pierce) and not outcome.blocked:
        return state.pierced.keys() | {move.bore}
    if isinstance(move, Pull):
        return state.pierced.keys() - {move.bore}
    if isinstance(move, Discard) and isinstance(move.place, Bore):
        return state.pierced.keys() - {move.place}
    return state.pierced.keys()


def _fault(state: State, move: Move, fall: Fall, lying: Collection[Bore]) -> str | None:
    lattice, to = state.lattice, fall.to
    if fall.origin is None:
        if not isinstance(move, Plant | Exchange) or (fall.stick, fall.hole) != (state.stick_of(move), move.hole):
            return f"was not let into hole {fall.hole} by this move"
        height = len(lattice.floors)
    else:
        if not _stands(state, move, fall):
            return f"does not stand in hole {fall.hole} over {fall.origin}"
        height = lattice.level[fall.origin]
    if to is Fate.ASTRAY:
        return "is astray: that is a fault of the engine, and no position of the game"
    if to is Fate.GONE:
        # A stick may have been shaken down before the pierce got under it.
        in_the_way = lying if not isinstance(move, Pierce) else state.pierced.keys()
        return _through(state, fall.hole, in_the_way, -1)
    foot = to.above if isinstance(to, Hung) else to
    if foot not in lattice.under[fall.hole]:
        return f"cannot come to rest at {foot}, which does not pass under hole {fall.hole}"
    level = lattice.level[foot]
    if level > height:
        return f"cannot rise from {fall.origin} to {foot}"
    if isinstance(to, Bore) and to not in lying:
        return f"cannot stand on bore {to}, which is empty"
    return _through(state, fall.hole, lying, level)


def _stands(state: State, move: Move, fall: Fall) -> bool:
    """Return whether the fallen stick stood there when the hand let go: the one exchanged or discarded did not."""
    standing = state.standing.get(fall.hole)
    taken = move.hole if isinstance(move, Exchange) else move.place if isinstance(move, Discard) else None
    if standing is None or fall.origin is None or standing.stick != fall.stick or fall.hole == taken:
        return False
    level = state.lattice.level
    return fall.origin in state.lattice.under[fall.hole] and level[fall.origin] == level[standing.on]


def _through(state: State, hole: Hole, lying: Collection[Bore], level: int) -> str | None:
    """Return what a stick in this hole, its foot at ``level``, would go through."""
    lattice = state.lattice
    through = [bore for bore in lattice.under[hole] if bore in lying and lattice.level[bore] > level]
    return f"cannot go through the stick in {through[0]}" if through else None
