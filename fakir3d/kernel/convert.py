"""Between the readable State and the kernel's words, and between moves and their codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Bore, Hole
from fakir3d.errors import MisuseError
from fakir3d.kernel import layout as at
from fakir3d.kernel.legal import generate
from fakir3d.kernel.playing import set_key
from fakir3d.rules.moves import HAND, Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.state import Phase, Setup, Standing, State
from fakir3d.rules.sticks import Colour, Stick

_COLOURS = tuple(Colour)


def position_of(tables: at.Words, state: State) -> at.Words:
    """Return a state as the words of a position.

    Raises:
        MisuseError: if a stick hangs (R12) or a move is barred; the kernel knows neither.
    """
    _refuse_physics(state)
    lattice, mode = state.lattice, state.mode
    words = [0] * at.WORDS
    places = 0
    for hole, standing in state.standing.items():
        colour, index = _COLOURS.index(standing.stick.colour), hole.row * lattice.columns + hole.column
        words[at.STANDING + colour] |= 1 << index
        places ^= int(tables[at.T_Z_STANDING + at.MAX_HOLES * colour + index])
    indices = {bore: index for index, bore in enumerate(lattice.bores)}
    for bore, stick in state.pierced.items():
        colour, index = _COLOURS.index(stick.colour), indices[bore]
        words[at.PIERCED + 2 * colour + index // 64] |= 1 << index % 64
        places ^= int(tables[at.T_Z_PIERCED + at.MAX_BORES * colour + index])
    words[at.HANDS] = sum(len(hand) << 16 * seat for seat, hand in enumerate(state.hands))
    words[at.PLACES] = places
    words[at.META] = state.seat | _phase(state.phase) << 2
    if state.held:
        words[at.META] |= _COLOURS.index(state.held.colour) + 1 << 4
    words[at.META] |= sum(1 << seat for seat in state.out) << 8
    words[at.META] |= sum(seat + 1 << 4 * turn for turn, seat in enumerate(state.played)) << 16
    if state.phase is Phase.OVER:
        left = [seat for seat in range(mode.seats) if seat not in state.out] or state.played[:1]
        words[at.META] |= sum(1 << seat for first in left[:1] for seat in mode.team(first)) << 32
    position = np.array(words, np.uint64)
    with np.errstate(over="ignore"):
        set_key(position)
    return position


def _refuse_physics(state: State) -> None:
    for hole in state.standing:
        if state.hung(hole):
            raise MisuseError(
                f"stick {state.standing[hole].stick} hangs in hole {hole} with nothing under it; the compiled rules "
                "know only sound blocks"
            )
    if state.barred:
        barred = ", ".join(sorted(map(str, state.barred)))
        raise MisuseError(f"{barred} is barred until the position changes; the compiled rules know only sound blocks")


def _phase(phase: Phase) -> int:
    return {Phase.EXCHANGE: at.EXCHANGE_PHASE, Phase.OVER: at.OVER_PHASE}.get(phase, at.TURN_PHASE)


def state_of(setup: Setup, tables: at.Words, position: at.Words) -> State:
    """Return a position as a State; the sticks of each colour are numbered anew, those in hands first."""
    words = [int(word) for word in position]
    lattice, mode, meta = setup.lattice, setup.mode, words[at.META]
    fresh = _sticks(setup)
    hands = tuple(
        tuple(next(fresh[mode.colour(seat)]) for _ in range(words[at.HANDS] >> 16 * seat & 0xFFFF))
        for seat in range(mode.seats)
    )
    pierced = {
        lattice.bores[index]: next(fresh[colour])
        for number, colour in enumerate(_COLOURS)
        for index in _bits(words[at.PIERCED + 2 * number] | words[at.PIERCED + 2 * number + 1] << 64)
    }
    standing = {
        lattice.holes[index]: Standing(next(fresh[colour]), _support(lattice, pierced, lattice.holes[index]))
        for number, colour in enumerate(_COLOURS)
        for index in _bits(words[at.STANDING + number])
    }
    held = meta >> 4 & 7
    held_stick = next(fresh[_COLOURS[held - 1]]) if held else None
    gone = tuple(stick for colour in _COLOURS for stick in fresh[colour])
    digits = [meta >> shift & 0xF for shift in range(16, 32, 4)]
    return State(
        setup,
        standing,
        pierced,
        hands,
        held_stick,
        gone,
        frozenset(seat for seat in range(mode.seats) if meta >> 8 & 1 << seat),
        meta & 3,
        _readable_phase(tables, position),
        tuple(digit - 1 for digit in digits if digit),
        frozenset(),
    )


def _readable_phase(tables: at.Words, position: at.Words) -> Phase:
    phase = int(position[at.META]) >> 2 & 3
    if phase != at.TURN_PHASE:
        return Phase.OVER if phase == at.OVER_PHASE else Phase.EXCHANGE
    masks = np.zeros(at.MASKS, np.uint64)
    generate(tables, position, masks)
    return Phase.DISCARD if masks[at.M_DISCARD_HOLE :].any() else Phase.MOVE


def _sticks(setup: Setup) -> dict[Colour, Iterator[Stick]]:
    """Return all sticks that were dealt, to be taken colour by colour."""
    owners = [setup.mode.colour(seat) for seat in range(setup.mode.seats)]
    return {
        colour: iter([Stick(colour, number + 1) for number in range(setup.sticks * owners.count(colour))])
        for colour in _COLOURS
    }


def _bits(word: int) -> Iterator[int]:
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest


def _support(lattice: Lattice, pierced: Mapping[Bore, Stick], hole: Hole) -> Bore:
    return next(bore for bore in lattice.under[hole] if bore in pierced)


def code_of(lattice: Lattice, move: Move) -> int:
    """Return the code of a move.

    Raises:
        MisuseError: if the block has no such place.
    """
    try:
        match move:
            case Pierce(bore):
                return at.PIERCE + lattice.bores.index(bore)
            case Plant(hole):
                return at.PLANT + lattice.holes.index(hole)
            case Pull(bore):
                return at.PULL + lattice.bores.index(bore)
            case Exchange(hole):
                return at.EXCHANGE + lattice.holes.index(hole)
            case Discard(Hole() as hole):
                return at.DISCARD_HOLE + lattice.holes.index(hole)
            case Discard(Bore() as bore):
                return at.DISCARD_BORE + lattice.bores.index(bore)
            case _:
                return at.DISCARD_HAND
    except ValueError:
        raise MisuseError(f"{move}: this block has no such hole or bore") from None


def move_of(lattice: Lattice, code: int) -> Move:
    """Return the move that a code means; of a whole turn's code its first move."""
    place = code & at.PLACE
    match code & at.KIND:
        case at.PIERCE:
            return Pierce(lattice.bores[place])
        case at.PLANT:
            return Plant(lattice.holes[place])
        case at.PULL:
            return Pull(lattice.bores[place])
        case at.EXCHANGE:
            return Exchange(lattice.holes[place])
        case at.DISCARD_HOLE:
            return Discard(lattice.holes[place])
        case at.DISCARD_BORE:
            return Discard(lattice.bores[place])
        case _:
            return Discard(HAND)
