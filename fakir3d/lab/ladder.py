"""How strong the computer players are: matches between levels."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from fakir3d.block.lattice import Lattice
from fakir3d.errors import MisuseError
from fakir3d.players import LEVELS, choice_seed, player_of
from fakir3d.rules import advance, predict, result, start
from fakir3d.rules.state import Setup
from fakir3d.rules.sticks import Mode

_BATCH = 10
"""Games that one process plays before it reports."""


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """Who plays whom, how often, and what is asked of it.

    Attributes:
        kind: the player whose wins are counted; in teams both partners.
        against: the kind on all other seats.
        games: how many.
        least: the share of games to be won at least.
        most: the share to be won at most.
        mode: how many play.
    """

    kind: str
    against: str
    games: int
    least: float
    most: float = 1.0
    mode: Mode = Mode.TWO


LADDER = (
    LadderMatch("easy", "random", 400, 0.60, 0.90),
    LadderMatch("medium", "random", 400, 0.95),
    LadderMatch("hard", "medium", 200, 0.85),
    LadderMatch("expert", "hard", 100, 0.75),
)
"""The steps of the ladder: each level beats the one below."""


@dataclass(frozen=True, slots=True)
class Score:
    """What came of a match on one block.

    Attributes:
        match: the match.
        block: the block's name.
        games: how many were played.
        wins: how many the counted player (or team) won.
        moves: how many moves were made, by everybody.
        p95_s: nineteen in twenty of the counted player's choices took at most this long [s].
    """

    match: LadderMatch
    block: str
    games: int
    wins: int
    moves: int
    p95_s: float

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.wins / self.games

    @property
    def met(self) -> bool:
        """Return whether the share is what was asked."""
        return self.match.least <= self.share <= self.match.most


def crowd(games: int = 120) -> tuple[LadderMatch, ...]:
    """Return the matches for three and four players and teams: each level against random players on all other seats.

    Asked of each is one and a half times what random players themselves would win, of easy one and a quarter.
    """
    return tuple(
        LadderMatch(
            kind, "random", games, (1.25 if kind == "easy" else 1.5) / (mode.seats // len(mode.team(0))), mode=mode
        )
        for mode in (Mode.THREE, Mode.FOUR, Mode.TEAMS)
        for kind in LEVELS
    )


def climb(
    matches: Sequence[LadderMatch],
    blocks: Sequence[tuple[str, Lattice]],
    *,
    games: int | None = None,
    jobs: int = 1,
    tell: Callable[[int], None] | None = None,
) -> Iterator[Score]:
    """Play matches, each on each block, and yield their scores as they come.

    Players get their nodes, not their seconds: the scores are those of the machine that is fast enough, and repeat.

    Args:
        matches: which.
        blocks: names and lattices.
        games: in each match; None for as many as it says.
        jobs: how many processes play.
        tell: called with the number of games just played.

    Raises:
        MisuseError: if a number is below 1, or a player cannot play here.
    """
    for what, number in (("games", games), ("jobs", jobs)):
        if number is not None and number < 1:
            raise MisuseError(f"a ladder with {what}={number}: at least 1 is needed")
    for match in matches:
        for kind in (match.kind, match.against):
            player_of(kind)
    # Spawned: a forked child would share what numba has started.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for match in matches:
            for block, lattice in blocks:
                yield _score(pool, match, block, lattice, match.games if games is None else games, tell=tell)


def _score(
    pool: Executor, match: LadderMatch, block: str, lattice: Lattice, games: int, *, tell: Callable[[int], None] | None
) -> Score:
    """Return what came of a match on one block, played batch by batch in the pool's processes."""
    batches = [range(first, min(first + _BATCH, games)) for first in range(0, games, _BATCH)]
    waiting = [pool.submit(_play_batch, match, lattice, batch) for batch in batches]
    wins, moves, seconds = 0, 0, list[float]()
    for batch, future in zip(batches, waiting, strict=True):
        won, made, took = future.result()
        wins, moves, seconds = wins + won, moves + made, seconds + took
        if tell:
            tell(len(batch))
    return Score(match, block, games, wins, moves, _p95(seconds))


def _p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(0.95 * (len(seconds) - 1))] if seconds else 0.0


def _play_batch(match: LadderMatch, lattice: Lattice, batch: range) -> tuple[int, int, list[float]]:
    """Play some games; return the wins, the moves made, and how long each counted choice took [s]."""
    wins, moves, seconds = 0, 0, list[float]()
    for number in batch:
        won, made = _play(match, lattice, number, seconds)
        wins, moves = wins + won, moves + made
    return wins, moves, seconds


def _play(match: LadderMatch, lattice: Lattice, number: int, seconds: list[float]) -> tuple[bool, int]:
    """Play one game: seats take turns to be counted, and to begin, so that all that differs is balanced."""
    mode = match.mode
    seats = mode.team(number % mode.seats)
    first = number // mode.seats % mode.seats
    own, other = (player_of(kind, timed=False) for kind in (match.kind, match.against))
    assert own is not None  # noqa: S101 - climb has asked for them
    assert other is not None  # noqa: S101
    state, moves = start(Setup(lattice, mode, mode.sticks, first=first)), 0
    while (end := result(state)) is None:
        moves += 1
        began = time.perf_counter()
        counted = state.seat in seats
        move = (own if counted else other).choose(state, choice_seed(number, moves))
        if counted:
            seconds.append(time.perf_counter() - began)
        state = advance(state, move, predict(state, move))
    return seats[0] in end.winners, moves
