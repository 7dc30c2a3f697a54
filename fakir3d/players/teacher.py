"""The teacher: what to do here and why; and after a game, who stood better when, and what would have been better."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fakir3d import kernel
from fakir3d.errors import MisuseError
from fakir3d.players.greedy import value, worths
from fakir3d.players.reasons import why
from fakir3d.players.searching import Budget
from fakir3d.rules import result
from fakir3d.rules.moves import Exchange, Move
from fakir3d.rules.state import State
from fakir3d.rules.sticks import Mode

if TYPE_CHECKING:
    from fakir3d.kernel.game import Kernel
    from fakir3d.kernel.search_root import Thought

__all__ = ["HINT", "MISTAKE", "REVIEW", "Hint", "Moment", "Step", "hints", "review"]

HINT = Budget(100_000, 1.0)
"""What is thought about a hint."""
REVIEW = Budget(20_000, 0.5)
"""What is thought about each move of a finished game, twice."""
MISTAKE = 0.15
"""A move that lowers its player's chances by this much is a mistake."""
_STEEPNESS = 0.6
"""By a stick more the odds of winning grow e^0.6 times (fitted to 120 games in which every fifth move was drawn)."""
_CERTAIN = 1000.0
"""Of sticks: a certain win."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made.

    Attributes:
        before: the position it was made in.
        move: what was done.
        after: the position it led to.
    """

    before: State
    move: Move
    after: State


@dataclass(frozen=True, slots=True)
class Hint:
    """A move that the teacher thinks well of.

    Attributes:
        move: the move.
        value: how many sticks ahead it leaves the seat to move (1000: it wins for certain; -1000: it loses).
        chance: that of winning, 0 to 1, as the value suggests it.
        why: what speaks for it, as a sentence to that seat.
        line: the moves expected from here on, this one first.
    """

    move: Move
    value: float
    chance: float
    why: str
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """One move of a game, looked back at.

    Attributes:
        index: of the move among those given, from 0.
        seat: who made it.
        move: what he did.
        shares: how well each side (partners are one) stands after it, from 0 to 1, of sum 1; in the order in which
            the sides first sit.
        lost: by how much it lowered its player's chance, compared with the best.
        better: the better move, if this was a mistake.
        turning: whether the mistake cost the lead.
    """

    index: int
    seat: int
    move: Move
    shares: tuple[float, ...]
    lost: float
    better: Hint | None
    turning: bool


def hints(
    state: State, names: Sequence[str], *, count: int = 5, budget: Budget = HINT, seed: int = 0
) -> tuple[Hint, ...]:
    """Return the best moves of a position, the best first, each with a reason.

    Where the compiled rules are missing or do not know the position (R12), it looks one turn ahead by rules/ alone.

    Args:
        state: the position.
        names: one for each seat.
        count: how many moves at most.
        budget: how much to think.
        seed: the order of moves that are worth the same.

    Raises:
        MisuseError: if the game is over, or the count is below 1.
    """
    if result(state) is not None:
        raise MisuseError("the game is over; there is nothing to hint at")
    if count < 1:
        raise MisuseError(f"{count} hints: at least 1 can be given")
    compiled = _compiled(state)
    if compiled is None:
        found = sorted(worths(state).items(), key=lambda item: -item[1])[:count]
        return tuple(_hint(state, (move,), _greedy_sticks(worth), names) for move, worth in found)
    thought = _think(compiled, state, budget, width=count, seed=seed)
    return tuple(
        _hint(state, tuple(map(compiled.move, each.line)), _sticks(state, each.value), names)
        for each in thought.moves[:count]
    )


def review(steps: Sequence[Step], names: Sequence[str], *, budget: Budget = REVIEW) -> Iterator[Moment]:
    """Yield, move by move, who stands better after it, and whether it was a mistake.

    The mistakes are the moments with something ``better``, the turning points those that are ``turning``.

    Args:
        steps: the moves, in order; of an unfinished game as well.
        names: one for each seat.
        budget: how much to think about each move.
    """
    for index, step in enumerate(steps):
        yield _look_back(index, step, names, budget)


def _look_back(index: int, step: Step, names: Sequence[str], budget: Budget) -> Moment:
    state, move = step.before, step.move
    best, sticks = _best_and_played(state, move, _compiled(state), budget)
    hint = _hint(state, best.line, best.value, names) if best else None
    chance = _chance(state, sticks)
    lost = max(0.0, hint.chance - chance) if hint else 0.0
    better = hint if lost >= MISTAKE else None
    turning = better is not None and chance < 1 / _sides(state) <= better.chance
    return Moment(index, state.seat, move, _shares(step, chance), lost, better, turning)


@dataclass(frozen=True, slots=True)
class _Best:
    line: tuple[Move, ...]
    value: float


def _best_and_played(state: State, move: Move, compiled: Kernel | None, budget: Budget) -> tuple[_Best | None, float]:
    """Return the best move, if it is another, and how many sticks ahead the one that was made leaves its player."""
    if compiled is None:
        found = worths(state)
        best = max(found, key=lambda each: found[each])
        made = _greedy_sticks(found.get(move, min(found.values())))
        return (_Best((best,), _greedy_sticks(found[best])) if best != move else None), made
    thought = _think(compiled, state, budget)
    best_code, code = thought.moves[0].code, compiled.code(move)
    # Both once more, to the same depth: only so can they be compared.
    pair = _think(compiled, state, budget, depth=max(1, thought.depth), only=tuple({best_code, code}), width=2)
    values = {each.code: _sticks(state, each.value) for each in pair.moves}
    line = next(each.line for each in pair.moves if each.code == best_code)
    best_found = _Best(tuple(map(compiled.move, line)), values[best_code]) if best_code != code else None
    return best_found, values[code]


def _compiled(state: State) -> Kernel | None:
    """Return the compiled rules for a position; None where they are missing or refuse it."""
    if not kernel.available():
        return None
    from fakir3d.kernel.game import Kernel

    try:
        compiled = Kernel(state.setup)
        compiled.position(state)
    except MisuseError:
        return None
    return compiled


def _think(
    compiled: Kernel,
    state: State,
    budget: Budget,
    *,
    depth: int | None = None,
    width: int = 1,
    only: Sequence[int] = (),
    seed: int = 0,
) -> Thought:
    from fakir3d.kernel.search_root import Search

    nodes, seconds = budget.nodes, budget.seconds
    if depth is None:
        return Search(compiled).think(state, nodes=nodes, seconds=seconds, width=width, seed=seed)
    # What was looked at to this depth once will not take many times the nodes.
    return Search(compiled).think(state, nodes=4 * nodes, seconds=seconds, depth=depth, width=width, only=only)


def _hint(state: State, line: tuple[Move, ...], sticks: float, names: Sequence[str]) -> Hint:
    ending = ""
    if abs(sticks) >= _CERTAIN:
        ending = "wins whatever the others do" if sticks > 0 else "only delays the end"
    own = line[:2] if len(line) > 1 and isinstance(line[1], Exchange) else line[:1]
    return Hint(line[0], sticks, _chance(state, sticks), why(state, own, names, ending), line)


def _sticks(state: State, worth: int) -> float:
    """Return a value of the search in sticks."""
    from fakir3d.kernel.search_root import WON

    if abs(worth) > WON // 2:
        return math.copysign(_CERTAIN, worth)
    return worth / 100 / (_sides(state) - 1)


def _greedy_sticks(worth: float) -> float:
    return math.copysign(_CERTAIN, worth) if abs(worth) > 1e5 else worth / 10


def _sides(state: State) -> int:
    return 2 if state.mode is Mode.TEAMS else state.mode.seats


def _chance(state: State, sticks: float) -> float:
    """Return what a number of sticks ahead means for winning; none ahead: as good as anybody."""
    return 1 / (1 + (_sides(state) - 1) * math.exp(-_STEEPNESS * max(-20.0, min(20.0, sticks))))


def _shares(step: Step, mover: float) -> tuple[float, ...]:
    """Return each side's chance after a move; ``mover`` is that of the side that made it."""
    state, after, sides = step.before, step.after, _sides(step.before)
    end = result(after)
    if end is not None:
        return tuple(float(side in end.winners) for side in range(sides))
    if sides == 2:
        return (mover, 1 - mover) if state.seat % 2 == 0 else (1 - mover, mover)
    # The search sees all others against its player, so that its values say little of who stands how among several:
    # their sticks and their room to move do.
    weights = [
        0.0 if seat in after.out else math.exp(_STEEPNESS * _greedy_sticks(value(after, seat))) for seat in range(sides)
    ]
    return tuple(weight / sum(weights) for weight in weights)
