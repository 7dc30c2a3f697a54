"""Why a move is good, in a sentence, from the rules alone: what it drops, whom it leaves what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fakir3d.block.names import Bore, Hole
from fakir3d.rules import advance, legal_moves, predict, result
from fakir3d.rules.moves import HAND, Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.outcome import Fall, Fate
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Colour

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_MOST = 2
"""Reasons in one sentence."""


def why(state: State, moves: Sequence[Move], names: Sequence[str], ending: str = "") -> str:
    """Return what speaks for a move, as a sentence to the seat to move, who is called you.

    Args:
        state: the position before.
        moves: the move, and after a pull the exchange that goes with it.
        names: one for each seat.
        ending: how it ends for certain, if that is known, as a clause: ``wins whatever the others do``.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.block.names import Axis
    >>> from fakir3d.rules import Mode, Move, Setup, start
    >>> state = start(Setup(Lattice(2, 2, (frozenset(Axis),)), Mode.TWO, 3))
    >>> why(state, [Move.parse("x1.1")], ("Ann", "Bo"))
    'Piercing x1.1 closes two bores and leaves Bo three moves.'
    """
    after, falls = state, list[Fall]()
    for move in moves:
        outcome = predict(after, move)
        falls += outcome.drops
        after = advance(after, move, outcome)
    said: list[str] = []
    for clause in _reasons(state, moves, after, falls, names):
        if len(said) < _MOST:
            said.append(clause)
    if ending and result(after) is None:
        said.append(ending)
    return f"{_doing(moves)} {_and(said)}."


def _reasons(
    state: State, moves: Sequence[Move], after: State, falls: Sequence[Fall], names: Sequence[str]
) -> Iterator[str]:
    """Yield what a move brings about, the weightiest first."""
    colour = state.colour
    end = result(after)
    if end is not None:
        yield "wins the game" if state.seat in end.winners else "ends the game"
        return
    gone = [fall for fall in falls if isinstance(fall.to, Fate)]
    if gone:
        yield f"drops {_sticks(gone, colour)} out of the game"
    elif falls:
        yield f"drops {_sticks(falls, colour)} a step, but not out of the game"
    newly_out = [names[seat] for seat in sorted(after.out - state.out)]
    if newly_out:
        yield f"puts {_and(newly_out)} out"
    if after.phase is Phase.DISCARD and colour is not after.colour:
        yield f"leaves {names[after.seat]} nothing but to give up a stick"
    before_count, count = _standing(state, colour), _standing(after, colour)
    if isinstance(moves[0], Pull):
        yield f"leaves you {_number(count)} standing"
    elif before_count < 2 <= count:
        yield "gives you two standing, enough to pull"
    held = _better_held(state, after, colour)
    if held:
        yield f"puts another stick under yours at {_and(map(str, held))}"
    threats = _threats(after, state.seat) - _threats(state, state.seat)
    if threats:
        yield f"threatens to pull {min(threats, key=str)}"
    closed = _open_bores(state) - _open_bores(after) - isinstance(moves[0], Pierce)
    if closed > 0 and isinstance(moves[0], Pierce | Plant):
        yield f"closes {_number(closed)} bore{'s' * (closed > 1)}"
    if isinstance(moves[0], Discard):
        yield "costs you least"
    if colour is not after.colour:
        choices = len(legal_moves(after))
        yield f"leaves {names[after.seat]} {_number(choices)} move{'s' * (choices != 1)}"
    yield f"keeps {_number(len(after.hands[state.seat]))} of your sticks in hand"


def _doing(moves: Sequence[Move]) -> str:
    match moves[0]:
        case Pierce(bore):
            return f"Piercing {bore}"
        case Plant(hole):
            return f"Planting in {hole}"
        case Pull(bore):
            back = next((f" and taking {move.hole} back" for move in moves[1:] if isinstance(move, Exchange)), "")
            return f"Pulling {bore}{back}"
        case Exchange(hole):
            return f"Taking your stick at {hole} back"
        case move:
            return f"Giving up {'a stick from your hand' if move.place is HAND else f'your stick at {move.place}'}"


def _sticks(falls: Sequence[Fall], own: Colour) -> str:
    return _and(
        f"{'your own ' if fall.stick.colour is own else ''}{fall.stick.colour.word} at {fall.hole}" for fall in falls
    )


def _standing(state: State, colour: Colour) -> int:
    return sum(standing.stick.colour is colour for standing in state.standing.values())


def _better_held(state: State, after: State, colour: Colour) -> tuple[Hole, ...]:
    """Return the holes of a colour's sticks that one stick held and two hold now: they survive a fall."""

    def lives(position: State, hole: Hole) -> int:
        return sum(bore in position.pierced for bore in position.lattice.under[hole])

    return tuple(
        hole
        for hole, standing in state.standing.items()
        if standing.stick.colour is colour and lives(state, hole) == 1 and lives(after, hole) == 2
    )


def _threats(state: State, seat: int) -> frozenset[Bore]:
    """Return the sticks that a seat could pull if it were their turn, to the loss of others and none of its own."""
    if seat in state.out or state.phase is Phase.OVER:
        return frozenset()
    asked = state.with_turn(seat)
    found = set[Bore]()
    for move in legal_moves(asked):
        if isinstance(move, Pull):
            lost = {fall.stick.colour for fall in predict(asked, move).drops if isinstance(fall.to, Fate)}
            if lost and asked.colour not in lost:
                found.add(move.bore)
    return frozenset(found)


def _open_bores(state: State) -> int:
    """Return how many bores a player with a stick in hand could pierce."""
    seat = next((seat for seat, hand in enumerate(state.hands) if hand), None)
    if seat is None:
        return 0
    return sum(isinstance(move, Pierce) for move in legal_moves(state.with_turn(seat)))


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _and(words: Sequence[str] | Iterator[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
