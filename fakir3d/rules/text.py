"""A state from its text: everything checked, so that no text makes a position that the game could not hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Bore, Hole
from fakir3d.errors import MisuseError, NotationError
from fakir3d.rules.draft import sides_in
from fakir3d.rules.legal import legal_moves
from fakir3d.rules.moves import Move, Pierce, Pull, parse_move
from fakir3d.rules.start import start
from fakir3d.rules.state import FallRule, Options, Phase, Setup, Standing, State, UnsupportedPlant
from fakir3d.rules.sticks import Mode, Stick

__all__ = ["KEYS", "parse_state"]

KEYS = (
    *("mode", "sticks", "fall", "unsupported_plant", "first", "pierced", "standing"),
    *("hands", "held", "gone", "out", "seat", "phase", "played", "barred"),
)
"""What a state's text says, in this order, each as ``key=value``; ``-`` is nothing."""

K = TypeVar("K")
T = TypeVar("T")
E = TypeVar("E", bound=Enum)


def parse_state(text: str, lattice: Lattice) -> State:
    """Return the state that ``text`` writes, on a block with this lattice; ``str`` of a state is its inverse.

    Raises:
        NotationError: if it writes none, or a position that no game can come to hold: a stick missing or twice, a
            stick through another, a phase that the position is not in. The message names the key.

    >>> from fakir3d.block.names import Axis
    >>> lattice = Lattice(2, 2, (frozenset(Axis),))
    >>> state = start(Setup(lattice, Mode.TWO, 2))
    >>> print(state)
    mode=2 sticks=2 fall=any unsupported_plant=forbidden first=0 pierced=- standing=- hands=r1,r2/g1,g2 held=- gone=- \
out=- seat=0 phase=move played=- barred=-
    >>> parse_state(str(state), lattice) == state
    True
    """
    words = dict(word.split("=", 1) for word in text.split(" ") if "=" in word)
    if tuple(words) != KEYS or len(text.split(" ")) != len(KEYS):
        raise NotationError(f"a state is written as {'= '.join(KEYS)}=, each once and in this order; got {text[:60]!r}")
    state = _read(_Words(words), lattice)
    _check_sticks(state)
    _check_places(state)
    _check_seats(state)
    _check_phase(state)
    return state


@dataclass(frozen=True, slots=True)
class _Words:
    """The values of a state's text, read key by key."""

    words: dict[str, str]

    def one(self, key: str, read: Callable[[str], T]) -> T:
        word = self.words[key]
        try:
            return read(word)
        except ValueError as fault:
            why = f": {fault}" if isinstance(fault, NotationError) else ""
            raise NotationError(f"state: {key}={word} cannot be read{why}") from None

    def many(self, key: str, read: Callable[[str], T]) -> tuple[T, ...]:
        return self.one(key, lambda word: () if word == "-" else tuple(read(part) for part in word.split(",")))

    def enum(self, key: str, kind: type[E]) -> E:
        try:
            return kind(self.words[key])
        except ValueError:
            known = ", ".join(member.value for member in kind)
            raise NotationError(f"state: {key}={self.words[key]} is none of {known}") from None


def _read(words: _Words, lattice: Lattice) -> State:
    setup = Setup(
        lattice=lattice,
        mode=words.enum("mode", Mode),
        sticks=words.one("sticks", _number),
        options=Options(words.enum("fall", FallRule), words.enum("unsupported_plant", UnsupportedPlant)),
        first=words.one("first", _number),
    )
    try:
        start(setup)
    except MisuseError as fault:
        raise NotationError(f"state: {fault}") from None
    return State(
        setup=setup,
        pierced=_once("pierced", words.many("pierced", _pierced)),
        standing=_once("standing", words.many("standing", _standing)),
        hands=words.one("hands", lambda word: tuple(_sticks(hand) for hand in word.split("/"))),
        held=words.one("held", lambda word: None if word == "-" else Stick.parse(word)),
        gone=words.one("gone", _sticks),
        out=frozenset(words.many("out", _number)),
        seat=words.one("seat", _number),
        phase=words.enum("phase", Phase),
        played=words.many("played", _number),
        barred=frozenset(words.many("barred", _barred)),
    )


def _number(word: str) -> int:
    if not re.fullmatch(r"0|[1-9]\d{0,3}", word):
        raise NotationError(f"{word!r} is no whole number from 0 to 9999")
    return int(word)


def _sticks(word: str) -> tuple[Stick, ...]:
    sticks = () if word == "-" else tuple(Stick.parse(part) for part in word.split(","))
    return tuple(sorted(sticks, key=lambda stick: stick.rank))


def _pierced(word: str) -> tuple[Bore, Stick]:
    bore, _, stick = word.partition(":")
    return Bore.parse(bore), Stick.parse(stick)


def _standing(word: str) -> tuple[Hole, Standing]:
    hole, _, rest = word.partition(":")
    stick, _, on = rest.partition("@")
    return Hole.parse(hole), Standing(Stick.parse(stick), Bore.parse(on))


def _barred(word: str) -> Move:
    move = parse_move(word)
    if not isinstance(move, Pierce | Pull):
        raise NotationError("only a pierce or a pull can be barred (R12)")
    return move


def _once(key: str, pairs: tuple[tuple[K, T], ...]) -> dict[K, T]:
    places = dict(pairs)
    _require(len(places) == len(pairs), key, "one place holds two sticks")
    return places


def _require(holds: bool, key: str, what: str) -> None:
    if not holds:
        raise NotationError(f"state: {key}: {what}")


def _check_sticks(state: State) -> None:
    """Require every dealt stick once, and in the hands the owner's only."""
    mode = state.mode
    _require(len(state.hands) == mode.seats, "hands", f"mode {mode} has {mode.seats} hands, written a/b")
    for seat, hand in enumerate(state.hands):
        for stick in hand:
            _require(stick.colour is mode.colour(seat), "hands", f"{stick} is in the hand of seat {seat}, not its own")
    found = [
        *(stick for hand in state.hands for stick in hand),
        *(standing.stick for standing in state.standing.values()),
        *state.pierced.values(),
        *state.gone,
        *([state.held] if state.held else []),
    ]
    dealt = {stick for hand in start(state.setup).hands for stick in hand}
    for stick in found:
        _require(stick in dealt, "sticks", f"{stick} was never dealt")
        _require(found.count(stick) == 1, "sticks", f"{stick} is in two places")
    missing = sorted(dealt.difference(found), key=lambda stick: stick.rank)
    _require(not missing, "sticks", f"{_commas(missing)} missing; what is out of the game stands under gone=")


def _commas(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _check_places(state: State) -> None:
    """Require places of this block, and no stick through another."""
    lattice = state.lattice
    for bore in (*state.pierced, *(move.bore for move in state.barred if isinstance(move, Pierce | Pull))):
        _require(bore in lattice.level, "pierced", f"there is no bore {bore} in this block")
    for bore in state.pierced:
        meeting = lattice.meets[bore] & state.pierced.keys()
        _require(not meeting, "pierced", f"{bore} meets {_commas(sorted(meeting))}, and both hold a stick")
    for hole, standing in state.standing.items():
        _require(hole in lattice.under, "standing", f"there is no hole {hole} in this block")
        on = standing.on
        _require(on in lattice.under[hole], "standing", f"{on} does not pass under hole {hole}")
        at_height = [bore for bore in lattice.under[hole] if lattice.level[bore] == lattice.level[on]]
        filled = [bore for bore in at_height if bore in state.pierced] or at_height
        _require(on == filled[0], "standing", f"the stick in {hole} is over {filled[0]}, not over {on}")
        through = [
            bore for bore in lattice.under[hole] if bore in state.pierced and lattice.level[bore] > lattice.level[on]
        ]
        _require(not through, "standing", f"the stick in {hole} goes through the one in {_commas(through)}")


def _check_seats(state: State) -> None:
    """Require seats of this mode, and who is out to be out (R10)."""
    seats = range(state.mode.seats)
    for key, named in (("out", state.out), ("seat", (state.seat,)), ("played", state.played)):
        for seat in named:
            _require(seat in seats, key, f"mode {state.mode} has seats 0 to {seats[-1]}, not {seat}")
    _require(len(set(state.played)) == len(state.played), "played", "a seat is named twice")
    everybody = len(state.out) == len(seats)
    _require(everybody or state.out.isdisjoint(state.played), "played", "names a seat that is out")
    in_block = {standing.stick.colour for standing in state.standing.values()} | {
        stick.colour for stick in state.pierced.values()
    }
    if state.held:
        in_block.add(state.held.colour)
    for seat in seats:
        owns = state.mode.colour(seat) in in_block
        _require(seat not in state.out or not state.hands[seat], "out", f"seat {seat} is out and has sticks in hand")
        single = len(state.mode.team(seat)) == 1
        _require(
            seat not in state.out or not (single and owns), "out", f"seat {seat} is out and has sticks in the block"
        )


def _check_phase(state: State) -> None:
    """Require the phase that the position is in, and what belongs to it."""
    over = len(sides_in(state.setup, state.out)) < 2
    _require(over or state.seat not in state.out, "seat", f"seat {state.seat} is to move and out")
    if over:
        expected = Phase.OVER
    elif state.held:
        expected = Phase.EXCHANGE
        _require(
            state.held.colour is not state.colour, "held", f"{state.held} is the mover's own; only others' are held"
        )
        _require(bool(state.own()), "held", "the mover has no standing stick to exchange")
    else:
        expected = Phase.MOVE if legal_moves(replace(state, phase=Phase.MOVE)) else Phase.DISCARD
    _require(state.phase is expected, "phase", f"the position is in phase {expected.value}, not {state.phase.value}")
    # Others may have lost their last stick within a turn that is not over yet; they go out at its end (R10).
    _require(over or bool(legal_moves(state)), "out", f"seat {state.seat} has no stick and is not out")
    _require(not over or not state.held, "held", "nothing is held when the game is over")
    _require(not state.barred or not (over or state.held), "barred", f"nothing is barred in phase {state.phase.value}")
