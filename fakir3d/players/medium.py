"""The player who looks one turn ahead: keeps their sticks alive and themself room to move.

Which sticks are counted, and how, decides almost everything: valuing sticks in the hand above those in the block
loses even to drawn lots, sticks alive and room to move beat them nearly always (docs/developing.md).
"""

from __future__ import annotations

import random

from fakir3d.errors import MisuseError
from fakir3d.rules import advance, legal_moves, predict, result
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Colour

STICK_WORTH = 10.0
"""What a stick is worth that is not out of the game, in the hand as much as in the block."""
_MOVE_WORTH = 1.0
"""What each move is worth that the player could make if it were their turn. Leaving the others little room instead was
measured to lose half of its games against drawn lots on the presets: it closes one's own bores too."""
WIN_WORTH = 1e6
"""More than any position."""


class MediumPlayer:
    """Chooses the move after which their position is worth most; equals are drawn."""

    def choose(self, state: State, seed: int) -> Move:
        """Return the best legal move by ``value``; the same for the same state and seed."""
        found = worths(state)
        best = max(found.values())
        return random.Random(seed).choice([move for move, worth in found.items() if worth == best])


def worths(state: State) -> dict[Move, float]:
    """Return what the position after each legal move is worth to the seat to move, one turn ahead.

    Raises:
        MisuseError: if the game is over.
    """
    moves = legal_moves(state)
    if not moves:
        raise MisuseError("the game is over; there is nothing to choose")
    if len(moves) == 1:
        return {moves[0]: 0.0}
    return {move: _best(_after(state, move), state.seat) for move in moves}


def _after(state: State, move: Move) -> State:
    return advance(state, move, predict(state, move))


def _best(state: State, seat: int) -> float:
    """Return what a state is worth to ``seat`` once it has finished its turn: a pull is judged by its exchange."""
    if state.phase is Phase.EXCHANGE:
        return max(value(_after(state, move), seat) for move in legal_moves(state))
    return value(state, seat)


def value(state: State, seat: int) -> float:
    """Return what a position is worth to a seat: its side's live sticks less the others', and its own room to move.

    With several opponents the mean of their sticks counts.
    """
    over = result(state)
    if over is not None:
        return WIN_WORTH if seat in over.winners else -WIN_WORTH
    alive = _alive_by_colour(state)
    mine = alive.pop(state.mode.colour(seat))
    return STICK_WORTH * (mine - sum(alive.values()) / len(alive)) + _MOVE_WORTH * _room(state, seat)


def _room(state: State, seat: int) -> int:
    """Return how many moves a seat could choose from if it were their turn now."""
    if seat in state.out:
        return 0
    return len(legal_moves(state.with_turn(seat)))


def _alive_by_colour(state: State) -> dict[Colour, int]:
    """Return how many sticks of each colour are in hands, in the block or held."""
    alive = {state.mode.colour(seat): 0 for seat in range(state.mode.seats)}
    sticks = [stick for hand in state.hands for stick in hand]
    sticks += [standing.stick for standing in state.standing.values()]
    sticks += state.pierced.values()
    sticks += [state.held] if state.held else []
    for stick in sticks:
        alive[stick.colour] += 1
    return alive
