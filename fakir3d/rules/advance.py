"""The only door from one state to the next: a legal move, and what it really made happen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Bore, Hole
from fakir3d.errors import IllegalMoveError, OutcomeError
from fakir3d.rules.legal import legal_moves, objection
from fakir3d.rules.moves import Discard, Exchange, Hand, Move, Pierce, Pull
from fakir3d.rules.outcome import Fall, Fate, Hung, Landing, Outcome
from fakir3d.rules.predict import impossible
from fakir3d.rules.state import FallRule, Phase, Setup, Standing, State
from fakir3d.rules.sticks import Colour, Mode, Stick


def advance(state: State, move: Move, outcome: Outcome) -> State:
    """Return the state after a legal move that had this outcome.

    The outcome is what physics observed, or what ``predict`` foretold. Where R12 takes the move back, the same seat
    is to move, and the move is barred unless something moved all the same.

    Raises:
        IllegalMoveError: if the move is illegal; the message quotes the rule.
        OutcomeError: if no position could come of it, such as a stick that is not there.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.block.names import Axis
    >>> from fakir3d.rules import Mode, Move, Setup, predict, start
    >>> state = start(Setup(Lattice(2, 2, (frozenset(Axis),)), Mode.TWO, 3))
    >>> move = Move.parse("x1.1")
    >>> after = advance(state, move, predict(state, move))
    >>> after.seat, {str(bore): str(stick) for bore, stick in after.pierced.items()}
    (1, {'x1.1': 'r1'})
    """
    _check(state, move, outcome)
    if refused(state, move, outcome):
        return _taken_back(state, move, outcome)
    draft = Draft.of(state)
    match move:
        case Pierce(bore):
            return _pierce(state, draft, bore, outcome)
        case Pull(bore):
            return _pull(state, draft, bore, outcome)
        case Discard(place):
            return _discard(state, draft, place, outcome)
        case Exchange(hole):
            draft.take(state.seat, draft.standing.pop(hole).stick)
        case _:
            draft.play(state.seat, state.hand[0])
    draft.let_fall(outcome.falls, state.lattice)
    return end_turn(state, draft, played=True)


def _check(state: State, move: Move, outcome: Outcome) -> None:
    # The legal moves are kept with the state: who has asked for them before does not ask twice.
    against = None if move in legal_moves(state) else objection(state, move)
    if against is not None:
        raise IllegalMoveError(against.text, move=str(move), rule=against.rule)
    fault = impossible(state, move, outcome)
    if fault:
        raise OutcomeError(fault, move=str(move), outcome=str(outcome))


def came_down(state: State, fall: Fall) -> bool:
    """Return whether a stick that stood before really came down (R5b), by however little.

    A stick that stays up where its support was taken away is written as hung over that support's height; one that hung
    high above a stick and came down onto it, as fallen onto what was under it before.
    """
    if fall.origin is None:
        return False
    return isinstance(fall.to, Bore) or _level(state, fall.to) < state.lattice.level[fall.origin]


def refused(state: State, move: Move, outcome: Outcome) -> bool:
    """Return whether R12 takes a legal move back: a pierce that was stopped, a pull that made nothing fall (R5b).

    A pull whose stick cannot go back, because what dropped now stands across its bore, stands as it is.
    """
    if isinstance(move, Pierce):
        return outcome.blocked
    if not isinstance(move, Pull):
        return False
    drops = [fall for fall in outcome.falls if came_down(state, fall)]
    if state.setup.options.fall is FallRule.ANY and drops:
        return False
    level = state.lattice.level[move.bore]
    crossing = (fall for fall in drops if move.bore.passes_under(fall.hole) and _level(state, fall.to) < level)
    return not any(fall.to is Fate.GONE for fall in drops) and not any(crossing)


def _level(state: State, landing: Landing) -> int:
    if isinstance(landing, Fate):
        return -1
    return state.lattice.level[landing.above if isinstance(landing, Hung) else landing]


def _taken_back(state: State, move: Move, outcome: Outcome) -> State:
    """Return the state in which the stick the hand moved is back where it was, and only shaken sticks moved (R12)."""
    draft = Draft.of(state)
    draft.let_fall(outcome.falls, state.lattice)
    moved = draft.standing != state.standing
    return same_turn(state, draft, held=None, barred=frozenset() if moved else state.barred | {move})


def _pierce(state: State, draft: Draft, bore: Bore, outcome: Outcome) -> State:
    draft.pierced[bore] = draft.play(state.seat, state.hand[0])
    draft.let_fall(outcome.falls, state.lattice)
    draft.reseat(bore, state.lattice)
    return end_turn(state, draft, played=True)


def _pull(state: State, draft: Draft, bore: Bore, outcome: Outcome) -> State:
    stick = draft.pierced.pop(bore)
    draft.let_fall(outcome.falls, state.lattice)
    draft.reseat(bore, state.lattice)
    if stick.colour is state.colour:
        draft.take(state.seat, stick)
    elif any(standing.stick.colour is state.colour for standing in draft.standing.values()):
        return same_turn(state, draft, held=stick, barred=frozenset())
    else:
        draft.take(owner_of(state, stick), stick)
    return end_turn(state, draft, played=True)


def owner_of(state: State, stick: Stick) -> int:
    """Return whose hand a pulled stick goes to when it cannot be exchanged (R7).

    In teams two players own the colour: the opponent on the left, or if that one is out, the other.
    """
    seats = state.mode.seats
    owners = [
        seat for step in range(1, seats) if state.mode.colour(seat := (state.seat + step) % seats) is stick.colour
    ]
    return next((seat for seat in owners if state.mode is not Mode.TEAMS or seat not in state.out), owners[0])


def _discard(state: State, draft: Draft, place: Bore | Hole | Hand, outcome: Outcome) -> State:
    match place:
        case Bore():
            draft.lose(draft.pierced.pop(place))
        case Hole():
            draft.lose(draft.standing.pop(place).stick)
        case Hand():
            draft.lose(draft.play(state.seat, state.hand[0]))
    draft.let_fall(outcome.falls, state.lattice)
    if isinstance(place, Bore):
        draft.reseat(place, state.lattice)
    return end_turn(state, draft, played=False)


@dataclass(slots=True)
class Draft:
    """The sticks of a position, open to change: it lives inside one ``advance`` and is never handed out.

    Attributes:
        standing: the vertical sticks by their hole.
        pierced: the horizontal sticks by their bore.
        hands: the sticks in each seat's hand.
        gone: the sticks out of the game.
    """

    standing: dict[Hole, Standing]
    pierced: dict[Bore, Stick]
    hands: list[tuple[Stick, ...]]
    gone: tuple[Stick, ...]

    @classmethod
    def of(cls, state: State) -> Self:
        """Return the sticks of a state."""
        return cls(dict(state.standing), dict(state.pierced), list(state.hands), state.gone)

    def take(self, seat: int, stick: Stick) -> None:
        """Put a stick into a hand."""
        self.hands[seat] = _sorted((*self.hands[seat], stick))

    def play(self, seat: int, stick: Stick) -> Stick:
        """Take a stick out of a hand and return it."""
        self.hands[seat] = tuple(other for other in self.hands[seat] if other != stick)
        return stick

    def lose(self, *sticks: Stick) -> None:
        """Put sticks out of the game (R8)."""
        if sticks:
            self.gone = _sorted((*self.gone, *sticks))

    def let_fall(self, falls: Iterable[Fall], lattice: Lattice) -> None:
        """Bring sticks to where they landed."""
        for fall in falls:
            self.standing.pop(fall.hole, None)
            if isinstance(fall.to, Bore):
                self.standing[fall.hole] = Standing(fall.stick, fall.to)
            elif isinstance(fall.to, Hung):
                self.standing[fall.hole] = Standing(
                    fall.stick, support(lattice, self.pierced, fall.hole, fall.to.above)
                )
            else:
                self.lose(fall.stick)

    def reseat(self, bore: Bore, lattice: Lattice) -> None:
        """Name again what is under the feet at the height of a bore that was just filled or emptied.

        Two bores can lie at one height under a hole; a stick stands on the filled one, and hangs over the x one.
        """
        for hole in lattice.above[bore]:
            standing = self.standing.get(hole)
            if standing and lattice.level[standing.on] == lattice.level[bore]:
                on = support(lattice, self.pierced, hole, bore)
                if on != standing.on:
                    self.standing[hole] = Standing(standing.stick, on)


def support(lattice: Lattice, pierced: Iterable[Bore], hole: Hole, bore: Bore) -> Bore:
    """Return the bore under a foot at the height of ``bore``: the filled one; where none is, the x one."""
    level = lattice.level[bore]
    at_height = [other for other in lattice.under[hole] if lattice.level[other] == level]
    return next((other for other in at_height if other in pierced), at_height[0])


def _sorted(sticks: Iterable[Stick]) -> tuple[Stick, ...]:
    return tuple(sorted(sticks, key=lambda stick: stick.rank))


def sides_in(setup: Setup, out: frozenset[int]) -> frozenset[Colour]:
    """Return the colours that have a player who is not out."""
    return frozenset(setup.mode.colour(seat) for seat in range(setup.mode.seats) if seat not in out)


def opening(setup: Setup, draft: Draft) -> State:
    """Return the state before the first turn."""
    return _settled(
        State(
            setup=setup,
            standing=draft.standing,
            pierced=draft.pierced,
            hands=tuple(draft.hands),
            held=None,
            gone=draft.gone,
            out=frozenset(),
            seat=setup.first,
            phase=Phase.MOVE,
            played=(),
            barred=frozenset(),
        )
    )


def same_turn(state: State, draft: Draft, *, held: Stick | None, barred: frozenset[Move]) -> State:
    """Return the state in which the same seat goes on: to exchange the held stick, or to move again."""
    phase = Phase.EXCHANGE if held else Phase.MOVE
    return _settled(
        State(
            setup=state.setup,
            standing=draft.standing,
            pierced=draft.pierced,
            hands=tuple(draft.hands),
            held=held,
            gone=draft.gone,
            out=state.out,
            seat=state.seat,
            phase=phase,
            played=state.played,
            barred=barred,
        )
    )


def end_turn(state: State, draft: Draft, *, played: bool) -> State:
    """Return the state after a whole turn: who is out (R10), whether that ends the game (R11), who is next (R2).

    Args:
        state: the position that the turn began from.
        draft: the sticks after it.
        played: whether the turn was a pierce, plant or pull (R11).
    """
    setup, before = state.setup, state.seat
    out = state.out | _newly_out(state, draft)
    order = (before, *(seat for seat in state.played if seat != before)) if played else state.played
    # Who played last decides only when nobody is left, among those who went out in this very turn.
    counted = state.out if len(out) == setup.mode.seats else out
    over = len(sides_in(setup, out)) < 2
    seats = [seat for step in range(1, setup.mode.seats + 1) if (seat := (before + step) % setup.mode.seats) not in out]
    return _settled(
        State(
            setup=setup,
            standing=draft.standing,
            pierced=draft.pierced,
            hands=tuple(draft.hands),
            held=None,
            gone=draft.gone,
            out=out,
            seat=before if over else seats[0],
            phase=Phase.OVER if over else Phase.MOVE,
            played=tuple(seat for seat in order if seat not in counted),
            barred=frozenset(),
        )
    )


def _newly_out(state: State, draft: Draft) -> frozenset[int]:
    """Return the seats with no stick in hand and none of their colour in the block (R10)."""
    empty = [seat for seat, hand in enumerate(draft.hands) if not hand and seat not in state.out]
    if not empty:
        return frozenset()
    in_block = {standing.stick.colour for standing in draft.standing.values()}
    in_block.update(stick.colour for stick in draft.pierced.values())
    return frozenset(seat for seat in empty if state.mode.colour(seat) not in in_block)


def _settled(state: State) -> State:
    """Return the state with phase DISCARD where nothing else is possible (R9)."""
    if state.phase is Phase.MOVE and not legal_moves(state):
        return replace(state, phase=Phase.DISCARD)
    return state
