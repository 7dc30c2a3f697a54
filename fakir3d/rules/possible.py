"""Which outcomes a position can take at all: the border guard of ``advance``."""

from __future__ import annotations

from collections.abc import Collection

from fakir3d.block.names import Bore, Hole
from fakir3d.rules.hand import stick_of
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.outcome import Fall, Fate, Hung, Outcome
from fakir3d.rules.state import State

__all__ = ["impossible"]


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
    stick = stick_of(state, move)
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
        if not isinstance(move, Plant | Exchange) or (fall.stick, fall.hole) != (stick_of(state, move), move.hole):
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
