"""A state from its text: everything checked, so that no text makes a position that the game could not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Bore, Hole, parse_number
from fakir3d.errors import MisuseError, NotationError
from fakir3d.rules.advance import sides_in
from fakir3d.rules.legal import legal_moves, objection
from fakir3d.rules.moves import Move, Pierce, Pull
from fakir3d.rules.start import start
from fakir3d.rules.state import FallRule, Options, Phase, Setup, Standing, State, UnsupportedPlant
from fakir3d.rules.sticks import Colour, Mode, Stick

_KEYS = (
    *("mode", "sticks", "fall", "unsupported_plant", "first", "pierced", "standing"),
    *("hands", "held", "gone", "out", "seat", "phase", "played", "barred"),
)
"""What a state's text says, in this order, each as ``key=value``; ``-`` is nothing."""

_PlaceT = TypeVar("_PlaceT", Bore, Hole)
_T = TypeVar("_T")
_EnumT = TypeVar("_EnumT", bound=Enum)


def read_state(text: str, lattice: Lattice, *, thinned: bool) -> State:
    """Return the state that ``text`` writes, as ``State.parse`` says.

    >>> from fakir3d.rules import State
    >>> lattice = Lattice(2, 2, ())
    >>> read_state(str(start(Setup(lattice, Mode.TWO, 2))), lattice, thinned=False).seat
    0
    """
    words = dict(word.split("=", 1) for word in text.split(" ") if "=" in word)
    if tuple(words) != _KEYS or len(text.split(" ")) != len(_KEYS):
        raise NotationError(
            f"a state is written as {'= '.join(_KEYS)}=, each once and in this order; got {text[:60]!r}"
        )
    state = _read(_Words(words), lattice)
    _check_sticks(state)
    _check_places(state)
    _check_seats(state)
    _check_phase(state)
    _check_played(state)
    if not thinned:
        _check_empty(state)
    _check_barred(state)
    return state


@dataclass(frozen=True, slots=True)
class _Words:
    """The values of a state's text, read key by key."""

    words: dict[str, str]

    def one(self, key: str, read: Callable[[str], _T]) -> _T:
        word = self.words[key]
        try:
            return read(word)
        except ValueError as fault:
            why = f": {fault}" if isinstance(fault, NotationError) else ""
            raise NotationError(f"state: {key}={word} cannot be read{why}") from None

    def many(self, key: str, read: Callable[[str], _T]) -> tuple[_T, ...]:
        return self.one(key, lambda word: () if word == "-" else tuple(read(part) for part in word.split(",")))

    def enum(self, key: str, kind: type[_EnumT]) -> _EnumT:
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
        out=_set("out", words.many("out", _number)),
        seat=words.one("seat", _number),
        phase=words.enum("phase", Phase),
        played=words.many("played", _number),
        barred=_set("barred", words.many("barred", _barred)),
    )


def _number(word: str) -> int:
    return parse_number(word, 0, 9999)


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
    move = Move.parse(word)
    if not isinstance(move, Pierce | Pull) or str(move) != word:
        raise NotationError("only a pierce or a pull can be barred (R12)")
    return move


def _once(key: str, pairs: tuple[tuple[_PlaceT, _T], ...]) -> dict[_PlaceT, _T]:
    places = dict(pairs)
    _require(len(places) == len(pairs), key, "one place holds two sticks")
    return places


def _set(key: str, values: tuple[_T, ...]) -> frozenset[_T]:
    _require(len(set(values)) == len(values), key, "names one twice")
    return frozenset(values)


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
    for bore in state.pierced:
        _require(bore in lattice.level, "pierced", f"there is no bore {bore} in this block")
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
    over = len(sides_in(state.setup, state.out)) < 2
    _require(not over or not state.held, "held", "nothing is held when the game is over")
    in_block = _in_block(state)
    for seat in state.out:
        _require(not state.hands[seat], "out", f"seat {seat} is out and has sticks in hand")
        owns = state.mode.colour(seat) in in_block and state.out.issuperset(state.mode.team(seat))
        _require(not owns, "out", f"seat {seat} is out and has sticks in the block")


def _in_block(state: State) -> frozenset[Colour]:
    """Return the colours of the sticks in the block, the held one's too."""
    sticks = [*(standing.stick for standing in state.standing.values()), *state.pierced.values()]
    return frozenset(stick.colour for stick in (*sticks, *([state.held] if state.held else [])))


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
    _require(over or bool(legal_moves(state)), "out", f"seat {state.seat} has no stick and is not out")
    _require(not state.barred or not (over or state.held), "barred", f"nothing is barred in phase {state.phase.value}")


def _check_played(state: State) -> None:
    """Require somebody to have played what is in the block (R11)."""
    _require(bool(state.played) or not _in_block(state), "played", "there are sticks in the block that nobody played")
    everybody = len(state.out) == state.mode.seats
    _require(bool(state.played) or not everybody, "played", "of those who go out at once somebody has played")


def _check_empty(state: State) -> None:
    """Require who has no stick to be out (R10), unless the turn in which they lost their last is still going on.

    That can be a pull before its exchange, or a turn in which a blocked pierce shook down sticks that hung (R12). Then
    each fell through a hole of its own, which is free now with nothing under it; what was blocked is in the hand again.
    """
    mode, in_block = state.mode, _in_block(state)
    empty = [seat for seat, hand in enumerate(state.hands) if not hand and mode.colour(seat) not in in_block]
    waiting = [seat for seat in empty if seat not in state.out]
    if not waiting:
        return
    lost = {mode.colour(seat) for seat in waiting}
    through = [
        hole
        for hole, under in state.lattice.under.items()
        if under and hole not in state.standing and state.pierced.keys().isdisjoint(under)
    ]
    # Other sticks may have dropped across the bore that was tried.
    tried = replace(state.with_turn(state.seat), standing={})
    shaken = state.phase is Phase.EXCHANGE or any(isinstance(move, Pierce) for move in legal_moves(tried))
    goes_on = (
        state.phase is not Phase.OVER
        and shaken
        and len(through) >= len(lost)
        and lost <= {mode.colour(seat) for seat in state.played}
    )
    _require(goes_on, "out", f"seat {waiting[0]} has no stick and is not out")


def _check_barred(state: State) -> None:
    """Require what is barred to be what would be legal, had it not just been tried (R12)."""
    tried = state.with_turn(state.seat)
    for move in state.barred:
        against = objection(tried, move)
        _require(against is None, "barred", f"{move} was not tried here: {against}")
