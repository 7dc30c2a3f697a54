"""Perft: how many ways a game can go on. Exact counts that any second implementation of the rules must share.

A ply is a whole turn: a pull and the exchange that follows it count once together. A game that ends early counts as
one; sticks of one colour are alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from fakir3d.errors import MisuseError
from fakir3d.rules.advance import advance
from fakir3d.rules.legal import legal_moves
from fakir3d.rules.moves import Move, Pull
from fakir3d.rules.predict import predict
from fakir3d.rules.state import Phase, State


def perft(state: State, depth: int) -> int:
    """Return the number of ways to play ``depth`` turns on from here.

    Raises:
        MisuseError: if the depth is negative.

    >>> from fakir3d.block.lattice import Lattice
    >>> from fakir3d.block.names import Axis
    >>> from fakir3d.rules import Mode, Setup, start
    >>> state = start(Setup(Lattice(2, 2, (frozenset({Axis.Y}), frozenset({Axis.X}))), Mode.TWO, 3))
    >>> [perft(state, depth) for depth in range(4)]
    [1, 4, 20, 92]
    """
    if depth < 0:
        raise MisuseError(f"perft to depth {depth}: the depth is a number of turns, 0 or more")
    if depth == 0 or state.phase is Phase.OVER:
        return 1
    if depth == 1:
        return sum(1 if not _splits(state, move) else _choices(state, move) for move in legal_moves(state))
    return sum(perft(after, depth - 1) for _, after in turns(state))


def divide(state: State, depth: int) -> dict[str, int]:
    """Return the count of ``perft`` split by the first turn, written like ``x2.3`` or ``x2.3^ b2=``.

    Raises:
        MisuseError: if the depth is less than one.
    """
    if depth < 1:
        raise MisuseError(f"divide to depth {depth}: the depth is a number of turns, 1 or more")
    return {" ".join(map(str, moves)): perft(after, depth - 1) for moves, after in turns(state)}


def turns(state: State) -> Iterator[tuple[tuple[Move, ...], State]]:
    """Yield every whole turn that can be played, as its moves and the state after it, as the rules foretell it."""
    for move in legal_moves(state):
        after = advance(state, move, predict(state, move))
        if after.phase is not Phase.EXCHANGE:
            yield (move,), after
        else:
            for exchange in legal_moves(after):
                yield (move, exchange), advance(after, exchange, predict(after, exchange))


def _splits(state: State, move: Move) -> bool:
    """Return whether a move may be followed by a choice of exchanges."""
    return isinstance(move, Pull) and state.pierced[move.bore].colour is not state.colour


def _choices(state: State, move: Move) -> int:
    after = advance(state, move, predict(state, move))
    return len(legal_moves(after)) if after.phase is Phase.EXCHANGE else 1
