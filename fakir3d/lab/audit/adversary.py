"""A chooser of moves who seeks what is hardest for physics, whoever wins.

Long falls, many sticks on one, sticks that stand high, lean far and are held by little, a block full of sticks. The
position and the block's millimetres alone are read: not ``rules.predict``, so that a wrong prediction cannot steer its
games away from itself, and not poses, so that its games are the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from random import Random

from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.state import State

_BY_LOT = 0.15
"""The share of moves that are drawn, so that they also come to where they would not go."""
_HOPED = 0.4
"""What a stick is worth that could still be planted on a bore, against one that stands there."""
_PATIENCE = 0.95
"""What a threat is worth that would be there after a move, against one that can be carried out now."""
_FAR_DEG = 10.0


class Adversary:
    """Builds up the hardest act there can be, then carries it out.

    Args:
        spec: the block.
        rng: from it is drawn, once, what counts how much; then, now and then, a move.
    """

    def __init__(self, spec: BlockSpec, rng: Random) -> None:
        self._spec = spec
        self._rng = rng
        self._fall, self._lean, self._full = rng.uniform(0.3, 1), rng.uniform(0, 1), rng.uniform(0, 1)

    def choose(self, state: State) -> Move:
        """Return the next move of a game that is not over."""
        moves = legal_moves(state)
        if self._rng.random() < _BY_LOT:
            return self._rng.choice(moves)
        worths = {move: self._worth(state, move) for move in moves}
        most = max(worths.values())
        return self._rng.choice([move for move in moves if worths[move] >= most - 1e-9])

    def _worth(self, state: State, move: Move) -> float:
        standing = {hole: each.on for hole, each in state.standing.items()}
        pierced = state.pierced.keys()
        match move:
            case Pull(bore) | Discard(Bore() as bore):
                fullness = len(standing) / len(state.lattice.holes)
                return self._threat(state, standing, pierced, bore, 0.0) * (1 - self._full * (1 - fullness))
            case Plant(hole):
                under = next((bore for bore in state.lattice.under[hole] if bore in pierced), None)
                return self._hope(state, standing if under is None else {**standing, hole: under}, pierced)
            case Pierce(bore):
                return self._hope(state, standing, pierced | {bore})
            case Exchange(hole) | Discard(Hole() as hole):
                return clearance_lean_deg(self._spec, standing[hole])
            case _:
                return 0.0

    def _hope(self, state: State, standing: Mapping[Hole, Bore], pierced: AbstractSet[Bore]) -> float:
        """Return what could come of a position: its greatest threat, and a little for all others."""
        threats = [self._threat(state, standing, pierced, bore, _HOPED) for bore in pierced]
        return _PATIENCE * max(threats, default=0.0) + 0.01 * sum(threats)

    def _threat(
        self, state: State, standing: Mapping[Hole, Bore], pierced: AbstractSet[Bore], bore: Bore, hoped: float
    ) -> float:
        """Return how hard it would be for physics if a pierced stick went, with hoped-for sticks at that worth."""
        sticks = falls = 0.0
        for hole in state.lattice.above[bore]:
            if hole in standing:
                weight = float(standing[hole] == bore)
            else:
                top = next((each for each in state.lattice.under[hole] if each in pierced), None)
                weight = hoped * (top == bore)
            if weight:
                sticks += weight
                lean = min(1.0, clearance_lean_deg(self._spec, bore) / _FAR_DEG)
                falls += weight * (self._fall * self._drop(state, pierced, hole, bore) + self._lean * lean)
        return sticks * falls

    def _drop(self, state: State, pierced: AbstractSet[Bore], hole: Hole, bore: Bore) -> float:
        """Return how deep a stick in a hole falls when the one in ``bore`` goes, as a share of the block's height."""
        level = state.lattice.level
        lower = (each for each in state.lattice.under[hole] if level[each] < level[bore] and each in pierced)
        below = next(lower, None)
        foot_m = 0.0 if below is None else self._spec.foot_m(below)
        return (self._spec.foot_m(bore) - foot_m) / self._spec.size_m[2]


def clearance_lean_deg(spec: BlockSpec, bore: Bore) -> float:
    """Return how far a stick that stands on ``bore`` can lean within its hole's clearance [degrees]."""
    engaged_m = spec.size_m[2] - spec.foot_m(bore)
    clearance_m = spec.hole_diameter_m - spec.stick_diameter_m
    return math.degrees(math.atan2(clearance_m, engaged_m)) if engaged_m > 0 else 90.0
