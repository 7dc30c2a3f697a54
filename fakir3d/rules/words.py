"""Sentences for people: what was done, what came of it, what must be done now, who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fakir3d.block.names import Bore, Hole
from fakir3d.rules.advance import came_down, owner_of, refused
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.outcome import Fall, Fate, Hung, Outcome
from fakir3d.rules.result import Ending, Result, result
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Stick


def say_move(state: State, move: Move, names: Sequence[str]) -> str:
    """Return what the seat to move does, as a sentence.

    Args:
        state: the position before the move.
        move: the move.
        names: one for each seat.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.rules import Mode, Move, Setup, start
    >>> say_move(start(Setup(Lattice(2, 2, ()), Mode.TWO, 3)), Move.parse("a1"), ("Ann", "Bo"))
    'Ann plants red r1 in hole a1.'
    """
    who = names[state.seat]
    stick = _stick(state.stick_of(move))
    match move:
        case Pierce(bore):
            return f"{who} pierces bore {bore} with {stick}."
        case Plant(hole):
            return f"{who} plants {stick} in hole {hole}."
        case Pull(bore):
            return f"{who} pulls {stick} out of bore {bore}."
        case Exchange(hole):
            back = state.standing.get(hole)
            return f"{who} puts {stick} into hole {hole} and takes {_stick(back.stick if back else None)} back in hand."
        case _:
            where = {Bore: f"bore {move.place}", Hole: f"hole {move.place}"}.get(type(move.place), "the hand")
            return f"{who} gives up {stick} from {where}."


def say_outcome(state: State, move: Move, outcome: Outcome, names: Sequence[str]) -> tuple[str, ...]:
    """Return what a move made happen, as sentences: what came down and why, and where the stick in the hand went.

    Args:
        state: the position before the move.
        move: the move, legal there.
        outcome: what it made happen.
        names: one for each seat.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.rules import Mode, Move, Setup, predict, start
    >>> state, move = start(Setup(Lattice(2, 2, ()), Mode.TWO, 3)), Move.parse("a1")
    >>> say_outcome(state, move, predict(state, move), ("Ann", "Bo"))
    ('Red r1 falls right through hole a1: nothing is under it. It is out of the game.',)
    """
    said = [_say_fall(state, move, fall) for fall in outcome.falls]
    if refused(state, move, outcome):
        said.append(_say_refusal(state, move, outcome))
    elif isinstance(move, Pull):
        said.append(_say_pulled(state, move, outcome, names))
    elif isinstance(move, Discard):
        said.append(f"{_upper(state.stick_of(move))} is out of the game.")
    return tuple(said)


def say_briefly(outcome: Outcome) -> str:
    """Return an outcome in short words, for two of them side by side.

    >>> say_briefly(Outcome.parse("r3 b2 x2.3>x2.1; g1 c2 x2.3>gone"))
    'r3 comes down in b2 onto x2.1; g1 disappears in c2'
    >>> say_briefly(Outcome.parse("nothing")), say_briefly(Outcome.parse("blocked"))
    ('nothing falls', 'the stick is stopped on its way')
    """
    words = ["the stick is stopped on its way"] if outcome.blocked else []
    words += [f"{fall.stick} {_came_to(fall)[2]}" for fall in outcome.falls]
    return "; ".join(words) or "nothing falls"


def say_phase(state: State, names: Sequence[str]) -> str:
    """Return what the seat to move must do now, as a sentence; at the end of a game, who has won.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.block.names import Axis
    >>> from fakir3d.rules import Mode, Setup, start
    >>> say_phase(start(Setup(Lattice(2, 2, (frozenset(Axis),)), Mode.TWO, 3)), ("Ann", "Bo"))
    'Ann, it is your turn: pierce, plant or pull.'
    """
    who = names[state.seat]
    match state.phase:
        case Phase.MOVE:
            tried = f" Not again yet: {_and(map(str, sorted(state.barred, key=str)))}." if state.barred else ""
            return f"{who}, it is your turn: pierce, plant or pull.{tried}"
        case Phase.EXCHANGE:
            return f"{who}, choose which of your standing sticks comes back; {_stick(state.held)} takes its place (R7)."
        case Phase.DISCARD:
            return f"{who}, you can neither pierce, plant nor pull: you must give up one of your sticks (R9)."
        case Phase.OVER:
            return say_result(state, names)


def say_result(state: State, names: Sequence[str]) -> str:
    """Return who has won and why, as a sentence; empty while the game goes on."""
    end = result(state)
    if end is None:
        return ""
    return f"{_and(names[seat] for seat in end.winners)} {'win' if len(end.winners) > 1 else 'wins'}: {_why(end)}"


def _why(end: Result) -> str:
    if end.reason is Ending.LAST_IN:
        return "everybody else is out (R11)."
    who = "one of them" if len(end.winners) > 1 else "this player"
    return f"everybody went out at once, and of those who did, {who} had played last (R11)."


def _say_fall(state: State, move: Move, fall: Fall) -> str:
    stick, hole = _upper(fall.stick), fall.hole
    if fall.origin is None:
        return f"{stick} {_came_to(fall)[0]}"
    if isinstance(fall.to, Hung) and not came_down(state, fall):
        return f"{stick} stays up in hole {hole} though nothing is under it: it hangs (R12)."
    taken = _taken(move)
    why = "its support was taken away" if taken == fall.origin else "it was shaken loose"
    return f"{stick} falls in hole {hole}, because {why}, and {_came_to(fall)[1]}"


def _came_to(fall: Fall) -> tuple[str, str, str]:
    """Return where a stick came to rest: said of one let in by the hand, of one that fell, and in short of either."""
    hole = fall.hole
    match fall.to:
        case Fate.GONE:
            let_in = f"falls right through hole {hole}: nothing is under it. It is out of the game."
            return let_in, "disappears into the block: it is out of the game (R8).", f"disappears in {hole}"
        case Fate.ASTRAY:
            let_in = f"is out of hole {hole}, where no stick can be."
            return let_in, "is now where no stick can be.", f"is out of its hole {hole}"
        case Hung(above):
            where = f"above bore {above}"
            return f"hangs in hole {hole} {where} (R12).", f"hangs {where} (R12).", f"hangs in {hole} {where}"
        case bore:
            where = f"on the stick in bore {bore}."
            return f"stands in hole {hole} {where}", f"now stands {where}", f"comes down in {hole} onto {bore}"


def _taken(move: Move) -> Bore | None:
    if isinstance(move, Pull):
        return move.bore
    return move.place if isinstance(move, Discard) and isinstance(move.place, Bore) else None


def _say_refusal(state: State, move: Move, outcome: Outcome) -> str:
    stick = _upper(state.stick_of(move))
    if outcome.blocked:
        return f"{stick} does not go through: it is taken back, and another move is needed (R12)."
    return f"The pull made nothing fall as it should: {stick[0].lower()}{stick[1:]} is put back (R12)."


def _say_pulled(state: State, move: Pull, outcome: Outcome, names: Sequence[str]) -> str:
    stick, mover = state.pierced[move.bore], names[state.seat]
    if stick.colour is state.colour:
        return f"{_upper(stick)} goes to {mover}'s hand (R6)."
    fallen = {fall.hole for fall in outcome.falls if isinstance(fall.to, Fate)}
    if any(hole not in fallen for hole in state.own()):
        return f"{_upper(stick)} is not {mover}'s own: it takes the place of a standing stick (R7)."
    owner = names[owner_of(state, stick)]
    return f"{_upper(stick)} goes to {owner}'s hand because no stick of {mover}'s own is left standing (R7)."


def _stick(stick: Stick | None) -> str:
    return f"{stick.colour.word} {stick}" if stick else "no stick"


def _upper(stick: Stick | None) -> str:
    words = _stick(stick)
    return words[0].upper() + words[1:]


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
