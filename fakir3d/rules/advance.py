"""The only door from one state to the next: a legal move, and what it really made happen."""

from __future__ import annotations

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import IllegalMoveError, OutcomeError
from fakir3d.rules.draft import Draft, end_turn, same_turn
from fakir3d.rules.legal import legal_moves, objection
from fakir3d.rules.moves import Discard, Exchange, Hand, Move, Pierce, Pull
from fakir3d.rules.outcome import Fall, Fate, Hung, Landing, Outcome
from fakir3d.rules.possible import impossible
from fakir3d.rules.state import FallRule, State
from fakir3d.rules.sticks import Mode, Stick

__all__ = ["advance", "dropped", "owner_of", "refused"]


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
    if move not in legal_moves(state):
        against = objection(state, move)
        assert against is not None  # noqa: S101 - what has no objection is a legal move
        raise IllegalMoveError(against.text, move=str(move), rule=against.rule)
    fault = impossible(state, move, outcome)
    if fault:
        raise OutcomeError(fault, move=str(move), outcome=str(outcome))
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


def dropped(state: State, fall: Fall) -> bool:
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
    drops = [fall for fall in outcome.falls if dropped(state, fall)]
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
