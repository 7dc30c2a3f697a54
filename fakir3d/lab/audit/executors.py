"""Who plays the games of an audit: this process, or processes of our own that may die without harm."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from fakir3d.errors import MisuseError
from fakir3d.lab.audit.plan import PlannedGame
from fakir3d.lab.audit.playing import AuditedGame, GameRunner
from fakir3d.workers import Helper, HelperGoneError, Line, any_of

__all__ = [
    "Crashed",
    "Done",
    "Executor",
    "ExecutorEvent",
    "InlineExecutor",
    "Partial",
    "ProcessExecutor",
    "Told",
    "play",
]


@dataclass(frozen=True, slots=True)
class Done:
    """A game has been played."""

    game: PlannedGame
    played: AuditedGame


@dataclass(frozen=True, slots=True)
class Crashed:
    """Whoever played a game died of it, or with it."""

    game: PlannedGame
    why: str


@dataclass(frozen=True, slots=True)
class Partial:
    """A game that was broken off by Ctrl-C, as far as it had come; KeyboardInterrupt follows."""

    game: PlannedGame
    played: AuditedGame


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence for whoever waits."""

    text: str


ExecutorEvent = Done | Crashed | Partial | Told


class Executor(Protocol):
    """Plays games; what it holds is given back by ``close``."""

    def run(self, games: Iterable[PlannedGame]) -> Iterator[ExecutorEvent]:
        """Play these games and yield what becomes of each, in any order.

        Raises:
            MisuseError: if they cannot be played at all: an engine is missing, a scheduler is gone.
        """
        ...

    def close(self) -> None:
        """Give everything back at once, whatever is being played. May be called twice."""
        ...


class InlineExecutor:
    """Plays in this process, one game after the other.

    Args:
        watch: told the number of moves made in the game after each.
    """

    def __init__(self, watch: Callable[[int], None] = lambda _: None) -> None:
        self._watch = watch

    def run(self, games: Iterable[PlannedGame]) -> Iterator[ExecutorEvent]:
        """Play these games. An exception of a game is the caller's, and ends the run."""
        for game in games:
            playing = GameRunner(game)
            try:
                for moves in playing.moves():
                    self._watch(moves)
            except KeyboardInterrupt:
                yield Partial(game, playing.so_far())
                raise
            yield Done(game, playing.so_far())

    def close(self) -> None:
        """Do nothing: nothing is held."""


def play(game: PlannedGame) -> AuditedGame:
    """Return a whole game, played here."""
    playing = GameRunner(game)
    for _ in playing.moves():
        pass
    return playing.so_far()


@dataclass(frozen=True, slots=True)
class _Failed:
    """From a process: playing a game raised this."""

    why: str
    misuse: MisuseError | None


def serve_games(line: Line) -> None:
    """Play the games that come through the line until None comes."""
    while (game := line.receive()) is not None:
        assert isinstance(game, PlannedGame)  # noqa: S101 - nothing else is sent
        try:
            answer: AuditedGame | _Failed = play(game)
        except OSError:
            raise
        except MisuseError as error:
            answer = _Failed(str(error), error)
        except Exception as error:  # noqa: BLE001 - whatever it is, it costs this game only and must be told
            answer = _Failed("".join(traceback.format_exception(error)).rstrip(), None)
        line.send(answer)


class ProcessExecutor:
    """Plays in processes of our own, a game at a time in each; one that dies costs the game it was playing.

    A game takes a second or so, and sending one less than a millisecond, so a lot is one game.

    Args:
        count: how many processes.

    Raises:
        MisuseError: if the number is below 1.
    """

    def __init__(self, count: int) -> None:
        if count < 1:
            raise MisuseError(f"{count} workers: at least 1 is needed")
        self._helpers = [Helper(serve_games, f"fakir3d-audit-{number}") for number in range(1, count + 1)]

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the processes that run."""
        return tuple(helper.pid for helper in self._helpers if helper.pid is not None)

    def run(self, games: Iterable[PlannedGame]) -> Iterator[ExecutorEvent]:
        """Play these games; a process that dies is started again for the next one."""
        waiting = iter(games)
        busy: dict[Helper, PlannedGame] = {}
        free = deque(self._helpers)
        while True:
            while free and (game := next(waiting, None)) is not None:
                helper = free.popleft()
                busy[helper] = game
                try:
                    helper.send(game)
                except HelperGoneError:
                    # It is found dead below, where everything that dies is.
                    continue
            if not busy:
                return
            for helper in any_of(busy):
                event = _event(helper, busy.pop(helper))
                free.append(helper)
                yield event

    def close(self) -> None:
        """End the processes at once."""
        for helper in self._helpers:
            helper.kill()


def _event(helper: Helper, game: PlannedGame) -> ExecutorEvent:
    """Return what a process that has something to say says about its game."""
    try:
        (answer,) = helper.receive()
    except HelperGoneError:
        return Crashed(game, f"the process that played it {helper.bury()}")
    if isinstance(answer, AuditedGame):
        return Done(game, answer)
    assert isinstance(answer, _Failed)  # noqa: S101 - nothing else is sent
    if answer.misuse is not None:
        raise answer.misuse
    return Crashed(game, answer.why)
