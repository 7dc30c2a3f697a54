"""R3 to R5, R7, R9 and R12 as one idea: a move is legal where nothing objects to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Bore, Hole
from fakir3d.rules.moves import HAND, Discard, Exchange, Hand, Move, Pierce, Plant, Pull
from fakir3d.rules.state import FallRule, Phase, State, UnsupportedPlant, per_state
from fakir3d.rules.sticks import Stick


class Objection(NamedTuple):
    """Why a move is illegal. ``str`` of it is the whole message: ``R3: bore x2.3 is ...``.

    Attributes:
        rule: the rule that forbids the move, like ``R3``.
        pattern: the reason with gaps; the words are put together only when somebody reads them.
        parts: what belongs into the gaps.
    """

    rule: str
    pattern: str
    parts: tuple[object, ...] = ()

    @property
    def text(self) -> str:
        """Return the reason in words, without the rule's number."""
        return self.pattern.format(*map(_word, self.parts))

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"


def _word(part: object) -> str:
    return f"{part.colour.word} {part}" if isinstance(part, Stick) else str(part)


@lru_cache(maxsize=64)
def moves_of(lattice: Lattice) -> tuple[Move, ...]:
    """Return every move that has a place in this block, legal or not, in the order of ``legal_moves``.

    >>> [str(move) for move in moves_of(Lattice(1, 1, ()))]
    ['a1', 'a1=', 'hand~', 'a1~']
    """
    return (
        *map(Pierce, lattice.bores),
        *map(Plant, lattice.holes),
        *map(Pull, lattice.bores),
        *map(Exchange, lattice.holes),
        Discard(HAND),
        *map(Discard, lattice.holes),
        *map(Discard, lattice.bores),
    )


@per_state
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the legal moves of the seat to move, in a fixed order: pierces, plants, pulls, exchanges, discards.

    Bores run from the table up, x before y; holes row by row. Empty only when the game is over.

    >>> from fakir3d.block.names import Axis
    >>> from fakir3d.rules import Mode, Setup, start
    >>> state = start(Setup(Lattice(2, 2, (frozenset(Axis),)), Mode.TWO, 3))
    >>> [str(move) for move in legal_moves(state)]
    ['x1.1', 'x2.1', 'ya.1', 'yb.1']
    """
    return tuple(move for move in _candidates(state.lattice)[state.phase] if objection(state, move) is None)


def objection(state: State, move: Move) -> Objection | None:
    """Return why a move is illegal in this state, or None where it is legal.

    >>> from fakir3d.rules import Mode, Setup, start
    >>> state = start(Setup(Lattice(2, 2, ()), Mode.TWO, 3))
    >>> str(objection(state, Plant(Hole.parse("a1"))))
    'R4: nothing would hold a stick in hole a1; pierce a bore under it first'
    """
    if state.phase is Phase.OVER:
        return Objection("R11", "the game is over")
    match move:
        case Exchange(hole):
            return _against_exchange(state, hole)
        case Discard(place):
            return _against_discard(state, place)
    if state.phase is Phase.EXCHANGE:
        return Objection("R7", "first choose which of your standing sticks comes back for {}", (state.held,))
    match move:
        case Pierce(bore):
            against = _against_pierce(state, bore)
        case Plant(hole):
            against = _against_plant(state, hole)
        case Pull(bore):
            against = _against_pull(state, bore)
        case _:
            raise TypeError(f"{move!r} is none of the five moves")
    if against is None and move in state.barred:
        return Objection(
            "R12", "{} was just tried and did not work; it may be tried again once something moved", (move,)
        )
    return against


@lru_cache(maxsize=64)
def _candidates(lattice: Lattice) -> Mapping[Phase, tuple[Move, ...]]:
    """Return the kinds of moves that a phase can allow at all."""
    moves = moves_of(lattice)
    return {
        Phase.MOVE: tuple(move for move in moves if isinstance(move, Pierce | Plant | Pull)),
        Phase.EXCHANGE: tuple(move for move in moves if isinstance(move, Exchange)),
        Phase.DISCARD: tuple(move for move in moves if isinstance(move, Discard)),
        Phase.OVER: (),
    }


@dataclass(frozen=True, slots=True)
class _Facts:
    """What several moves of one position are judged by.

    Attributes:
        across: for each bore that a standing stick crosses, one hole where it does.
        held_up: the bores whose stick something stands on.
        lets_fall: the bores whose pull makes a stick fall as option ``fall`` wants it (R5b).
        own: how many sticks of the colour to move stand.
    """

    across: Mapping[Bore, Hole]
    held_up: frozenset[Bore]
    lets_fall: frozenset[Bore]
    own: int


@per_state
def _facts(state: State) -> _Facts:
    crossed, pierced = _crossed(state.lattice), state.pierced
    across: dict[Bore, Hole] = {}
    held_up: set[Bore] = set()
    vanishing: set[Bore] = set()
    for hole, standing in state.standing.items():
        across.update(dict.fromkeys(crossed[hole, standing.on], hole))
        if standing.on in pierced:
            held_up.add(standing.on)
            if not any(bore in pierced for bore in state.lattice.under[hole] if bore != standing.on):
                vanishing.add(standing.on)
    wanted = held_up if state.setup.options.fall is FallRule.ANY else vanishing
    return _Facts(across, frozenset(held_up), frozenset(wanted), len(state.own()))


@lru_cache(maxsize=64)
def _crossed(lattice: Lattice) -> Mapping[tuple[Hole, Bore], tuple[Bore, ...]]:
    """Return which bores a stick in a hole stands across, by the hole and the bore just under its foot."""
    level = lattice.level
    return {
        (hole, on): tuple(bore for bore in bores if level[bore] > level[on])
        for hole, bores in lattice.under.items()
        for on in bores
    }


def _against_pierce(state: State, bore: Bore) -> Objection | None:
    pierced = state.pierced
    if bore in pierced:
        return Objection("R3", "bore {} is not empty: {} lies in it", (bore, pierced[bore]))
    across = _facts(state).across
    if bore in across:
        parts = (bore, state.standing[across[bore]].stick, across[bore])
        return Objection("R3", "bore {} is blocked: {} stands across it at {}", parts)
    if bore not in state.lattice.meets:
        return Objection("R3", "there is no bore {} in this block", (bore,))
    meeting = state.lattice.meets[bore]
    if not meeting.isdisjoint(pierced):
        other = min(meeting & pierced.keys())
        return Objection("R3", "bore {} is blocked: {} lies across it in {}", (bore, pierced[other], other))
    return None if state.hand else Objection("R3", "there is no stick in your hand to pierce with")


def _against_plant(state: State, hole: Hole) -> Objection | None:
    if hole in state.standing:
        return Objection("R4", "hole {} is not free: {} stands in it", (hole, state.standing[hole].stick))
    if hole not in state.lattice.under:
        return Objection("R4", "there is no hole {} in this block", (hole,))
    if not state.hand:
        return Objection("R4", "there is no stick in your hand to plant")
    if state.setup.options.unsupported_plant is UnsupportedPlant.ALLOWED:
        return None
    pierced = state.pierced
    for bore in state.lattice.under[hole]:
        if bore in pierced:
            return None
    return Objection("R4", "nothing would hold a stick in hole {}; pierce a bore under it first", (hole,))


def _against_pull(state: State, bore: Bore) -> Objection | None:
    if bore not in state.pierced:
        return Objection("R5", "there is no stick in bore {} to pull", (bore,))
    facts = _facts(state)
    if facts.own < 2:
        stand = "one does" if facts.own else "none does"
        return Objection("R5", "you may pull only while two sticks of your own stand; now {}", (stand,))
    if bore in facts.lets_fall:
        return None
    if bore in facts.held_up:
        return Objection("R5", "pulling {} would make no stick disappear, and this game asks for that", (bore,))
    return Objection("R5", "pulling {} would make no stick fall: none stands on it", (bore,))


def _against_exchange(state: State, hole: Hole) -> Objection | None:
    if state.phase is not Phase.EXCHANGE:
        return Objection("R7", "sticks are exchanged only after pulling a stick that is not yours")
    if hole not in state.standing:
        return Objection("R7", "no stick stands in hole {}", (hole,))
    stick = state.standing[hole].stick
    if stick.colour is not state.colour:
        return Objection("R7", "{} in hole {} is not yours; choose one of your own standing sticks", (stick, hole))
    return None


def _against_discard(state: State, place: Hole | Bore | Hand) -> Objection | None:
    if state.phase is Phase.EXCHANGE:
        return Objection("R7", "first choose which of your standing sticks comes back for {}", (state.held,))
    if state.phase is Phase.MOVE:
        return Objection("R9", "you may give up a stick only when you can neither pierce, plant nor pull")
    if isinstance(place, Hand):
        return None if state.hand else Objection("R9", "there is no stick in your hand to give up")
    stick = state.pierced.get(place) if isinstance(place, Bore) else _standing(state, place)
    if stick is None:
        return Objection("R9", "there is no stick at {} to give up", (place,))
    if stick.colour is not state.colour:
        return Objection("R9", "{} at {} is not yours; give up one of your own sticks", (stick, place))
    return None


def _standing(state: State, hole: Hole) -> Stick | None:
    standing = state.standing.get(hole)
    return standing.stick if standing else None
