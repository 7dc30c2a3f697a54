"""How an audit chooses moves: random, greedy, or hardest for physics."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from random import Random

from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.lab.audit.adversary import Adversary
from fakir3d.players import MediumPlayer
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.state import State

MOVE_KINDS = ("pierce", "plant", "pull", "exchange", "discard_hand", "discard_standing", "discard_horizontal")
"""The kinds of moves that an audit draws from with equal chances."""


class MoveChoice(enum.Enum):
    """Who chooses the moves."""

    RANDOM = "random"
    """By lot: first the kind of move, then the move. Plain random play would seldom pull, exchange or discard."""
    GREEDY = "greedy"
    """As the computer player ``medium``: whatever leaves them the most sticks and the most room."""
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
        case _:
            return "discard_hand"


def chooser(choice: MoveChoice, spec: BlockSpec, rng: Random) -> Callable[[State], Move]:
    """Return what chooses the moves of one game, which is not over when it is asked.

    Args:
        choice: who.
        spec: the game's block.
        rng: what is drawn from.
    """
    match choice:
        case MoveChoice.RANDOM:
            return lambda state: choose_move(legal_moves(state), rng)
        case MoveChoice.GREEDY:
            player = MediumPlayer()
            return lambda state: player.choose(state, rng.getrandbits(32))
        case MoveChoice.ADVERSARIAL:
            return Adversary(spec, rng).choose


def choose_move(moves: Sequence[Move], rng: Random) -> Move:
    """Return one of the moves: first its kind is drawn, then the move."""
    by_kind: dict[str, list[Move]] = {}
    for move in moves:
        by_kind.setdefault(kind_of(move), []).append(move)
    kind = rng.choice([kind for kind in MOVE_KINDS if kind in by_kind])
    return rng.choice(by_kind[kind])
