"""What a click on a place means: a move, or the rule that forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from fakir3d.block.names import Bore, Hole
from fakir3d.rules import Objection, objection
from fakir3d.rules.moves import Discard, Exchange, Hand, Move, Pierce, Plant, Pull
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Stick

Place = Hole | Bore | Hand


def place_of_move(move: Move) -> Place:
    """Return where on the table a move is made: one place never has two legal moves in one state."""
    return move.place


def occupant(state: State, place: Place) -> Stick | None:
    """Return the stick in a hole or bore."""
    if isinstance(place, Bore):
        return state.pierced.get(place)
    if isinstance(place, Hole):
        standing = state.standing.get(place)
        return standing.stick if standing else None
    return None


def intent(state: State, place: Place) -> Move:
    """Return the move that a click there asks for, legal or not."""
    match state.phase, place:
        case Phase.DISCARD, _:
            return Discard(place)
        case _, Hand():
            return Discard(place)
        case Phase.EXCHANGE, Hole():
            return Exchange(place)
        case _, Hole():
            return Plant(place)
        case _, Bore():
            return Pull(place) if place in state.pierced else Pierce(place)


def refusal(state: State, place: Place) -> Objection | None:
    """Return why the rules forbid what a click there asks for; None when they allow it."""
    return objection(state, intent(state, place))


def place_words(place: Place) -> str:
    """Return a place as people say it: ``hole b2``, ``bore x2.3``, ``your hand``."""
    if isinstance(place, Hole):
        return f"hole {place}"
    return f"bore {place}" if isinstance(place, Bore) else "your hand"


def sort_moves(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return moves in the order in which Tab goes through them: the top, then the bores from the top down, the hand."""

    def key(move: Move) -> tuple[int, float, str, int]:
        place = place_of_move(move)
        if isinstance(place, Hole):
            return 0, float(place.row), "", place.column
        if isinstance(place, Bore):
            return 1, -float(place.floor), place.axis.value, place.line
        return 2, 0.0, "", 0

    return tuple(sorted(moves, key=key))


def what_is_at(state: State, place: Place, names: Sequence[str]) -> str:
    """Return what is at a place: ``Hole b2: Ben's green stick``."""
    stick = occupant(state, place)
    words = place_words(place).capitalize()
    return words if stick is None else f"{words}: {_owner(state, stick, names)} {stick.colour.word} stick"


def describe(state: State, place: Place, names: Sequence[str]) -> str:
    """Return what is at a place and what acting there would do, as one line for the status bar."""
    what, refused = what_is_at(state, place, names), refusal(state, place)
    return f"{what} · {refused if refused is not None else _offer(state, place)}"


def _owner(state: State, stick: Stick, names: Sequence[str]) -> str:
    owners = [names[seat] for seat in range(state.mode.seats) if state.mode.colour(seat) is stick.colour]
    return " and ".join(owners) + ("'" if owners[-1].endswith("s") else "'s")


def _offer(state: State, place: Place) -> str:
    match intent(state, place):
        case Pierce():
            return "push a stick through"
        case Plant():
            return "plant a stick"
        case Pull():
            return "pull this stick out"
        case Exchange():
            return "this stick comes back, the pulled one stands here"
        case Discard(Hand.HAND):
            return "give up a stick from your hand"
        case _:
            return "give up this stick"
