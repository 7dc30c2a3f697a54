"""Who plays the games of an audit: this process, or processes of our own that may die without harm."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from fakir3d.errors import FakirError, MisuseError
from fakir3d.lab.audit.plan import PlannedGame
from fakir3d.lab.audit.playing import AuditedGame, GameRunner
from fakir3d.workers import Channel, Task, Worker, wait_any


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


def play_game(game: PlannedGame) -> AuditedGame:
    """Return a whole game, played here."""
    playing = GameRunner(game)
    for _ in playing.moves():
        pass
    return playing.so_far()


def _handle(game: PlannedGame, _: Channel) -> AuditedGame:
    return play_game(game)


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
        names = (f"fakir3d-audit-{number}" for number in range(1, count + 1))
        self._workers = [Worker(_handle, name, restarts=0) for name in names]

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the processes that run."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    def run(self, games: Iterable[PlannedGame]) -> Iterator[ExecutorEvent]:
        """Play these games; a process that dies is started again for the next one."""
        waiting = iter(games)
        busy: dict[Worker[PlannedGame, AuditedGame], PlannedGame] = {}
        free = deque(self._workers)
        while True:
            while free and (game := next(waiting, None)) is not None:
                worker = free.popleft()
                busy[worker] = game
                worker.submit(Task(game, "the process that played it", "playing"))
            if not busy:
                return
            for worker in wait_any(busy):
                event = _event(worker, busy[worker])
                if event is not None:
                    del busy[worker]
                    free.append(worker)
                    yield event

    def close(self) -> None:
        """End the processes at once."""
        for worker in self._workers:
            worker.close()


def _event(worker: Worker[PlannedGame, AuditedGame], game: PlannedGame) -> ExecutorEvent | None:
    """Return what has become of a worker's game, if it is over."""
    try:
        played = worker.poll()
    except MisuseError:
        raise
    except FakirError as error:
        # Whatever it is, it costs this game only and must be told: with where it was raised, if it was.
        return Crashed(game, "\n".join(getattr(error, "__notes__", [str(error)])).rstrip())
    return None if played is None else Done(game, played)
