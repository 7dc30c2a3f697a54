"""What moves and positions are worth, as chances of winning: what the teacher asks before saying anything.

Three judges, one for each kind of position: between two sides the alpha-beta search, among three or four players
simulations, and where the compiled rules are missing or do not know the position (R12) one turn of looking ahead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from fakir3d import kernel
from fakir3d.errors import MisuseError
from fakir3d.players.medium import STICK_WORTH, WIN_WORTH, value, worths
from fakir3d.players.searching import Budget
from fakir3d.rules import advance, predict, result
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State

if TYPE_CHECKING:
    from fakir3d.kernel.game import Kernel

_STEEPNESS = 0.6
"""By a stick more the odds of winning grow e^0.6 times (fitted to 120 games in which every fifth move was drawn)."""
_CERTAIN = 1000.0
"""Of sticks: a certain win."""
_MANY_STICKS = 20.0


@dataclass(frozen=True, slots=True)
class Variation:
    """A move and what is expected of it.

    Attributes:
        moves: those expected from here on, the move first.
        chance: of winning, for whoever makes it, 0 to 1.
        certain: whether the game is decided after it, whatever the others do.
    """

    moves: tuple[Move, ...]
    chance: float
    certain: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """A move that was made, against the best.

    Attributes:
        best: the best move, if it is another.
        chance: what the one that was made leaves its player.
        shares: the chances of all sides after it, of sum 1, in the order in which the sides first sit.
    """

    best: Variation | None
    chance: float
    shares: tuple[float, ...]


class Judge(Protocol):
    """Judges the moves of one position."""

    def rank(self, count: int, seed: int) -> Sequence[Variation]:
        """Return the best moves, ``count`` at most, the best first; equals in the order of a seed."""

    def compare(self, move: Move) -> Compared:
        """Hold a legal move against the best."""


def judge_of(state: State, budget: Budget) -> Judge:
    """Return the judge for a position that is not over.

    Args:
        state: the position.
        budget: how much to think.
    """
    compiled = _compiled(state)
    if compiled is None:
        return _Ahead(state)
    return _Crowd(state, budget, compiled) if state.mode.sides > 2 else _Pair(state, budget, compiled)


def _compiled(state: State) -> Kernel | None:
    """Return the compiled rules for a position; None where they are missing or refuse it."""
    if not kernel.has_numba():
        return None
    from fakir3d.kernel.game import Kernel

    try:
        compiled = Kernel(state.setup)
        compiled.position(state)
    except MisuseError:
        return None
    return compiled


@dataclass(frozen=True, slots=True)
class _Ahead:
    """Looks one turn ahead by the readable rules."""

    state: State

    def rank(self, count: int, seed: int) -> Sequence[Variation]:
        """Return the best moves; equals stay in the order of the rules, whatever the seed."""
        del seed
        found = sorted(worths(self.state).items(), key=lambda item: -item[1])[:count]
        return [self._line(move, worth) for move, worth in found]

    def compare(self, move: Move) -> Compared:
        """Hold a move against the best one turn ahead."""
        state, found = self.state, worths(self.state)
        best = max(found, key=lambda each: found[each])
        made = self._line(move, found.get(move, min(found.values())))
        after = advance(state, move, predict(state, move))
        end = result(after)
        if end is not None:
            shares = tuple(float(side in end.winners) for side in range(state.mode.sides))
        elif state.mode.sides == 2:
            shares = _two(state, made.chance)
        else:
            weights = [
                0.0 if seat in after.out else math.exp(_STEEPNESS * _sticks_ahead(value(after, seat)))
                for seat in range(state.mode.sides)
            ]
            shares = tuple(weight / sum(weights) for weight in weights)
        return Compared(self._line(best, found[best]) if best != move else None, made.chance, shares)

    def _line(self, move: Move, worth: float) -> Variation:
        sticks = _sticks_ahead(worth)
        return Variation((move,), _chance(self.state, sticks), abs(sticks) >= _CERTAIN)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Searches with alpha-beta, between two sides."""

    state: State
    budget: Budget
    compiled: Kernel

    def rank(self, count: int, seed: int) -> Sequence[Variation]:
        """Return the best moves, each with its own value."""
        from fakir3d.kernel.search_root import Search

        nodes, seconds = self.budget.nodes, self.budget.seconds
        thought = Search(self.compiled).think(self.state, nodes=nodes, seconds=seconds, width=count, seed=seed)
        return [self._line(each.line, each.value) for each in thought.moves[:count]]

    def compare(self, move: Move) -> Compared:
        """Hold a move against the best, both searched to the same depth: only so can they be compared."""
        from fakir3d.kernel.search_root import Search

        nodes, seconds, code = self.budget.nodes, self.budget.seconds, self.compiled.code(move)
        thought = Search(self.compiled).think(self.state, nodes=nodes, seconds=seconds)
        best = thought.moves[0].code
        # What was looked at to this depth once will not take many times the nodes.
        pair = Search(self.compiled).think(
            self.state,
            nodes=4 * nodes,
            seconds=seconds,
            depth=max(1, thought.depth),
            only=tuple({best, code}),
            width=2,
        )
        lines = {each.code: self._line(each.line, each.value) for each in pair.moves}
        chance = lines[code].chance
        end = result(advance(self.state, move, predict(self.state, move)))
        shares = _two(self.state, chance) if end is None else tuple(float(side in end.winners) for side in range(2))
        return Compared(lines[best] if best != code else None, chance, shares)

    def _line(self, codes: Sequence[int], worth: int) -> Variation:
        from fakir3d.kernel.search import WON

        certain = abs(worth) > WON // 2
        sticks = math.copysign(_CERTAIN, worth) if certain else worth / 100
        return Variation(tuple(map(self.compiled.move, codes)), _chance(self.state, sticks), certain)


@dataclass(frozen=True, slots=True)
class _Crowd:
    """Simulates, among three or four players; nothing is certain there but a game that is over."""

    state: State
    budget: Budget
    compiled: Kernel

    def rank(self, count: int, seed: int) -> Sequence[Variation]:
        """Return the moves that were simulated most."""
        from fakir3d.kernel.tree_root import TreeSearch

        simulations, seconds = self.budget.simulations, self.budget.seconds
        forecast = TreeSearch(self.compiled).think(self.state, simulations=simulations, seconds=seconds, seed=seed)
        return [
            Variation(tuple(map(self.compiled.move, each.line)), each.share, certain=False)
            for each in forecast.moves[:count]
        ]

    def compare(self, move: Move) -> Compared:
        """Hold a move against the best, each by as many simulations from the position after it."""
        best = self.rank(1, 0)[0]
        shares = self._shares(move)
        side = self.state.mode.team(self.state.seat)[0]
        if best.moves[0] == move:
            return Compared(None, shares[side], shares)
        chance = self._shares(best.moves[0])[side]
        return Compared(Variation(best.moves, chance, certain=False), shares[side], shares)

    def _shares(self, move: Move) -> tuple[float, ...]:
        """Return the chances of all sides after a move."""
        from fakir3d.kernel.tree_root import TreeSearch

        after = advance(self.state, move, predict(self.state, move))
        end = result(after)
        if end is not None:
            return tuple(float(side in end.winners) for side in range(self.state.mode.sides))
        simulations, seconds = self.budget.simulations, self.budget.seconds
        return TreeSearch(self.compiled).think(after, simulations=simulations, seconds=seconds).shares


def _sticks_ahead(worth: float) -> float:
    return math.copysign(_CERTAIN, worth) if abs(worth) >= WIN_WORTH else worth / STICK_WORTH


def _chance(state: State, sticks: float) -> float:
    """Return what a number of sticks ahead means for winning; none ahead: as good as anybody."""
    ahead = max(-_MANY_STICKS, min(_MANY_STICKS, sticks))
    return 1 / (1 + (state.mode.sides - 1) * math.exp(-_STEEPNESS * ahead))


def _two(state: State, mover: float) -> tuple[float, float]:
    return (mover, 1 - mover) if state.seat % 2 == 0 else (1 - mover, mover)
