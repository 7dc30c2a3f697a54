"""The teacher: what to do here and why; and after a game, who stood better when, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fakir3d.errors import MisuseError
from fakir3d.players.judges import Variation, judge_of
from fakir3d.players.reasons import why
from fakir3d.players.searching import Budget
from fakir3d.rules import result
from fakir3d.rules.moves import Exchange, Move
from fakir3d.rules.state import State

HINT = Budget(100_000, 50_000, 1.0)
"""What is thought about a hint."""
REVIEW = Budget(20_000, 10_000, 0.5)
"""What is thought about each move of a finished game, each time it is looked at (two or three times)."""
MISTAKE = 0.15
"""A move that lowers its player's chances by this much is a mistake."""


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
        chance: that of winning, 0 to 1.
        certain: whether the game is decided after it, whatever the others do.
        why: what speaks for it, as a sentence to that seat.
        line: the moves expected from here on, this one first.
    """

    move: Move
    chance: float
    certain: bool
    why: str
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """One move of a game, looked back at.

    Attributes:
        index: of the move among those given, from 0.
        seat: who made it.
        move: what they did.
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
    return tuple(_hint(state, line, names) for line in judge_of(state, budget).rank(count, seed))


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
    compared = judge_of(state, budget).compare(move)
    best, chance = compared.best, compared.chance
    lost = max(0.0, best.chance - chance) if best else 0.0
    better = _hint(state, best, names) if best and lost >= MISTAKE else None
    turning = better is not None and chance < 1 / state.mode.sides <= better.chance
    return Moment(index, state.seat, move, compared.shares, lost, better, turning)


def _hint(state: State, line: Variation, names: Sequence[str]) -> Hint:
    ending = ""
    if line.certain:
        ending = "wins whatever the others do" if line.chance > 1 / 2 else "only delays the end"
    moves = line.moves
    own = moves[:2] if len(moves) > 1 and isinstance(moves[1], Exchange) else moves[:1]
    return Hint(moves[0], line.chance, line.certain, why(state, own, names, ending), moves)
