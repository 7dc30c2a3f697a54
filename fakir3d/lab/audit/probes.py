"""Probes: moves tried on a copy of a position.

Which moves are such is read from the state here, apart from ``rules.predict``, so that a wrong prediction cannot
hide itself by choosing what is probed.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from random import Random

from fakir3d.block.names import Bore
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.state import State


class Probe(enum.Enum):
    """What a probe tries."""

    BLOCKED_BY_STANDING = "blocked_by_standing"
    """A pierce into an empty bore that a standing stick crosses."""
    BLOCKED_BY_CROSSING = "blocked_by_crossing"
    """A pierce into an empty bore that a pierced stick crosses, and no standing one."""
    EMPTY_PULL = "empty_pull"
    """A pull of a stick that carries nothing."""
    UNSUPPORTED_PLANT = "unsupported_plant"
    """A plant where nothing would hold the stick."""
    EXCHANGE = "exchange"
    """An exchange, with any of the mover's standing sticks."""
    DISCARD_STANDING = "discard_standing"
    """A standing stick, anybody's, lifted out."""
    DISCARD_PIERCED = "discard_pierced"
    """A pierced stick, anybody's, drawn out of the game."""


EVERY_POSITION = (
    Probe.BLOCKED_BY_STANDING,
    Probe.BLOCKED_BY_CROSSING,
    Probe.EMPTY_PULL,
    Probe.UNSUPPORTED_PLANT,
)
"""What an audit tries in each position."""

EXTRA = (Probe.EXCHANGE, Probe.DISCARD_STANDING, Probe.DISCARD_PIERCED)
"""What a campaign may ask for besides: moves that happen seldom in random games."""


def candidates(state: State, probe: Probe) -> tuple[Move, ...]:
    """Return every move of a position that a probe of this kind could be, in a fixed order."""
    match probe:
        case Probe.BLOCKED_BY_STANDING:
            return tuple(Pierce(bore) for bore in _empty(state) if state.hand and _stood_across(state, bore))
        case Probe.BLOCKED_BY_CROSSING:
            return tuple(
                Pierce(bore)
                for bore in _empty(state)
                if state.hand and _lain_across(state, bore) and not _stood_across(state, bore)
            )
        case Probe.EMPTY_PULL:
            carrying = {standing.on for standing in state.standing.values()}
            return tuple(Pull(bore) for bore in state.pierced if bore not in carrying)
        case Probe.UNSUPPORTED_PLANT:
            lattice = state.lattice
            return tuple(
                Plant(hole)
                for hole in lattice.holes
                if state.hand and hole not in state.standing and state.pierced.keys().isdisjoint(lattice.under[hole])
            )
        case Probe.EXCHANGE:
            return tuple(Exchange(hole) for hole in state.own()) if state.held else ()
        case Probe.DISCARD_STANDING:
            return tuple(map(Discard, state.standing))
        case Probe.DISCARD_PIERCED:
            return tuple(map(Discard, state.pierced))


def choose_probes(state: State, probes: Iterable[Probe], rng: Random) -> Iterator[tuple[Probe, Move]]:
    """Yield one move of each kind of probe that is available, drawn from ``rng``."""
    for probe in probes:
        moves = candidates(state, probe)
        if moves:
            yield probe, rng.choice(moves)


def _empty(state: State) -> Iterator[Bore]:
    return (bore for bore in state.lattice.bores if bore not in state.pierced)


def _stood_across(state: State, bore: Bore) -> bool:
    level = state.lattice.level
    return any(
        level[state.standing[hole].on] < level[bore] for hole in state.lattice.above[bore] if hole in state.standing
    )


def _lain_across(state: State, bore: Bore) -> bool:
    return not state.pierced.keys().isdisjoint(state.lattice.meets[bore])
