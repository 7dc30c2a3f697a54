"""How the moves of an audit's games are chosen: by lot, greedily, or where physics is hardest.

What is hard is read from the position and the block's millimetres alone: not from ``rules.predict``, so that a wrong
prediction cannot steer the games away from itself, and not from poses, so that the games are the same on every
machine.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from random import Random

from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.players import GreedyPlayer
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.state import State

__all__ = ["MOVE_KINDS", "Choice", "choose", "choose_move", "hardness", "kind_of"]

MOVE_KINDS = ("pierce", "plant", "pull", "exchange", "discard_hand", "discard_standing", "discard_horizontal")
"""The kinds of moves that an audit draws from with equal chances."""

_BY_LOT = 0.2
"""An adversary draws every fifth move, so that his games differ from each other."""


class Choice(enum.Enum):
    """Who chooses the moves."""

    RANDOM = "random"
    """By lot: first the kind of move, then the move. Plain random play would seldom pull, exchange or discard."""
    GREEDY = "greedy"
    """As the computer player ``medium``: whatever leaves him the most sticks and the most room."""
    ADVERSARIAL = "adversarial"
    """Where physics is hardest: long falls, many sticks on one, high leaning ones, a full block."""


def kind_of(move: Move) -> str:
    """Return which of ``MOVE_KINDS`` a move is."""
    match move:
        case Pierce():
            return "pierce"
        case Plant():
            return "plant"
        case Pull():
            return "pull"
        case Exchange():
            return "exchange"
        case Discard(Hole()):
            return "discard_standing"
        case Discard(Bore()):
            return "discard_horizontal"
        case Discard():
            return "discard_hand"


def choose(choice: Choice, spec: BlockSpec, state: State, lots: Random) -> Move:
    """Return the next move of a game that is not over."""
    moves = legal_moves(state)
    match choice:
        case Choice.GREEDY:
            return GreedyPlayer().choose(state, lots.getrandbits(32))
        case Choice.ADVERSARIAL if lots.random() >= _BY_LOT:
            scores = {move: hardness(spec, state, move) for move in moves}
            worst = max(scores.values())
            return lots.choice([move for move in moves if scores[move] >= worst - 1e-9])
        case _:
            return choose_move(moves, lots)


def choose_move(moves: Sequence[Move], random: Random) -> Move:
    """Return one of the moves: first its kind is drawn, then the move."""
    by_kind: dict[str, list[Move]] = {}
    for move in moves:
        by_kind.setdefault(kind_of(move), []).append(move)
    kind = random.choice([kind for kind in MOVE_KINDS if kind in by_kind])
    return random.choice(by_kind[kind])


def hardness(spec: BlockSpec, state: State, move: Move) -> float:
    """Return how hard a move is for physics; 1 is one fall through the whole block, and they add up.

    A stick that falls counts by the height of its fall and by how far it could lean where it stood, squared in how
    many fall at once; all that by how full the block is, so that pulls wait for it to fill up. A plant counts by its
    fall, or by how shallow it will stand, whichever is harder; a pierce by how many sticks stand over its bore.
    """
    height = spec.size_m[2]
    match move:
        case Pull(bore) | Discard(Bore() as bore):
            falling = [hole for hole, standing in state.standing.items() if standing.on == bore]
            falls = sum(_fall_m(spec, state, hole, bore) / height + _lean(spec, bore) for hole in falling)
            return falls * max(1, len(falling)) * _fullness(state)
        case Plant(hole):
            under = next((bore for bore in state.lattice.under[hole] if bore in state.pierced), None)
            foot = 0.0 if under is None else spec.foot_m(under)
            lean = 0.0 if under is None else _lean(spec, under)
            return max((height - foot) / height, lean) * _room(state)
        case Pierce(bore):
            over = sum(hole in state.standing for hole in state.lattice.above[bore])
            return (over / len(state.lattice.above[bore]) + spec.foot_m(bore) / height) / 2 * _room(state)
        case Exchange(hole) | Discard(Hole() as hole):
            return _lean(spec, state.standing[hole].on)
        case _:
            return 0.0


def _fall_m(spec: BlockSpec, state: State, hole: Hole, bore: Bore) -> float:
    """Return how deep a stick in a hole falls when the one in ``bore`` goes [m]."""
    level = state.lattice.level
    lower = (other for other in state.lattice.under[hole] if level[other] < level[bore] and other in state.pierced)
    below = next(lower, None)
    return spec.foot_m(bore) - (0.0 if below is None else spec.foot_m(below))


def _lean(spec: BlockSpec, bore: Bore) -> float:
    """Return how far a stick on ``bore`` can lean in its hole, as a share of 10 degrees, at most 1."""
    engaged = spec.size_m[2] - spec.foot_m(bore)
    if engaged <= 0:
        return 1.0
    return min(1.0, math.degrees(math.atan((spec.hole_diameter_m - spec.stick_diameter_m) / engaged)) / 10)


def _fullness(state: State) -> float:
    """Return the share of the holes that are taken."""
    return len(state.standing) / len(state.lattice.holes)


def _room(state: State) -> float:
    """Return how much a block wants to be filled: 1 when its holes are empty, a half when they are full."""
    return 1 - _fullness(state) / 2
