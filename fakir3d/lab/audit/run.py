"""The run of an audit: games played, acts compared, findings reported.

Everything is drawn from seeds that are texts, so that the same audit is the same games in any process, and any game
can be played without those before it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from fakir3d.lab.audit.executors import Crashed, Done, Executor, ExecutorEvent, InlineExecutor, Partial, Told
from fakir3d.lab.audit.game_result import GameResult, Timing
from fakir3d.lab.audit.plan import AuditPlan, PlannedGame
from fakir3d.lab.audit.playing import AuditedGame
from fakir3d.lab.audit.store import InMemory, Results
from fakir3d.lab.audit.summary import AuditReport, LostGame, report


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an audit is.

    Attributes:
        done: games finished, those of earlier runs too.
        games: games in all.
        moves: moves of the games that this run has finished.
        acts: acts of the games that this run has finished, probes counted.
        current: moves made in the game that this process is playing; 0 when others play.
        told: a sentence about what has just gone wrong; empty if nothing has.
    """

    done: int
    games: int
    moves: int = 0
    acts: int = 0
    current: int = 0
    told: str = ""


Watcher = Callable[[Progress], None]
"""Told after each move of a game that this process plays, and after each game."""


def audit(
    plan: AuditPlan,
    watch: Watcher | None = None,
    *,
    executor: Executor | None = None,
    store: Results | None = None,
) -> AuditReport:
    """Check the instruments, play the plan's games, compare every act, and return what was found.

    A game ends at its first difference between rules and engine, with a case. A game whose process died is played
    again at the end, alone; if that dies again, the game is lost, and the report says so. Ctrl-C (KeyboardInterrupt)
    ends the audit; the report then holds what was done so far and says so.

    Args:
        plan: what to do.
        watch: told how far it is.
        executor: who plays; this process unless given. It is closed at the end.
        store: what is there already and where the rest is kept; in memory, with the cases in ``plan.cases``,
            unless given.

    Raises:
        EngineMissingError: if an engine is not on this machine.
        MisuseError: if so many sticks cannot be dealt, or something cannot be written.
        RecordError: if a result that is there cannot be read; no game has been played then.
    """
    run = _Run(plan, watch or (lambda _: None), store or InMemory(plan.cases))
    with closing(executor or InlineExecutor(run.moved)) as players:
        interrupted = run.play(players)
    return run.report(interrupted=interrupted)


class _Run:
    """One run of an audit: what has been done so far."""

    def __init__(self, plan: AuditPlan, watch: Watcher, store: Results) -> None:
        self._plan, self._watch, self._store = plan, watch, store
        self._asked = plan.asked()
        self._instruments = plan.instruments()
        for block in range(len(plan.blocks)):
            for mode in plan.modes:
                PlannedGame(plan, block, mode, plan.first).start()
        self._began = time.perf_counter()
        self._crashes: dict[PlannedGame, list[str]] = {}
        self._partial: dict[PlannedGame, AuditedGame] = {}
        self._progress = Progress(0, plan.total)

    def play(self, executor: Executor) -> bool:
        """Play what is missing; return whether somebody stopped it."""
        missing = []
        for game in self._plan.all_games():
            if self._store.has(game):
                # A result that cannot be read is told now, not when the others have been played.
                self._store.load(game)
            else:
                missing.append(game)
        self._tell(replace(self._progress, done=self._plan.total - len(missing)))
        try:
            self._take(executor.run(missing))
            for game in list(self._crashes):
                # Alone: nothing else is playing, so nothing else can be the cause or the victim.
                self._take(executor.run([game]))
        except KeyboardInterrupt:
            return True
        return False

    def moved(self, moves: int) -> None:
        """Tell of a move made in this process."""
        self._watch(replace(self._progress, current=moves))

    def report(self, *, interrupted: bool) -> AuditReport:
        """Return the report on all games of which there is a result."""
        lost = {game: why for game, why in self._crashes.items() if not self._store.has(game) and len(why) > 1}
        crashes = [{"game": str(game), "why": why} for game, why in self._crashes.items()]
        return report(
            self._asked,
            self._plan.probes,
            self._games(),
            cases=self._store.cases,
            interrupted=interrupted,
            timing={"wall_s": time.perf_counter() - self._began, "crashes": crashes},
            instruments=self._instruments,
            lost=[
                LostGame(game.name, str(game.mode), game.number, tuple(why), game.command) for game, why in lost.items()
            ],
        )

    def _take(self, events: Iterator[ExecutorEvent]) -> None:
        for event in events:
            match event:
                case Done(game, played):
                    self._store.keep(game, played)
                    result, before = played.result, self._progress
                    acts = sum(result.acts.values()) + sum(result.probes.values())
                    done, moves = before.done + 1, before.moves + result.moves
                    self._tell(replace(before, done=done, moves=moves, acts=before.acts + acts))
                case Crashed(game, why):
                    times = self._crashes.setdefault(game, [])
                    times.append(why)
                    then = "it will be played once more, alone" if len(times) == 1 else "it is lost; the others go on"
                    self._watch(replace(self._progress, told=f"{game}: {why.splitlines()[-1]}; {then}"))
                case Told(text):
                    self._watch(replace(self._progress, told=text))
                case Partial(game, played):
                    self._store.keep_cases(played)
                    self._partial[game] = played

    def _tell(self, progress: Progress) -> None:
        self._progress = progress
        self._watch(progress)

    def _games(self) -> Iterator[tuple[GameResult, Timing]]:
        for game in self._plan.all_games():
            if self._store.has(game):
                yield self._store.load(game)
            elif game in self._partial:
                yield self._partial[game].result, self._partial[game].timing
