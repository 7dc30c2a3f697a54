"""``fakir3d audit``: games in which rules and physics are compared."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from fakir3d.block.document import load_block, preset_names
from fakir3d.cli.audit_text import show_report
from fakir3d.cli.faults import show_caught, show_faults
from fakir3d.cli.options import (
    EngineOption,
    JsonOption,
    PhysicsOption,
    ReadingsOption,
    SticksOption,
    with_options,
)
from fakir3d.cli.painting import StagePainter
from fakir3d.cli.parsing import parse_options, parse_physics
from fakir3d.errors import MisuseError, printable
from fakir3d.game.setup import member_of
from fakir3d.lab.audit.choosing import MoveChoice
from fakir3d.lab.audit.executors import Executor, ProcessExecutor
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.run import Progress as AuditProgress
from fakir3d.lab.audit.run import Watcher, audit
from fakir3d.lab.audit.store import Folder
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.lab.reporting.files import check_folder, write_report
from fakir3d.physics.engines import default_engine, require
from fakir3d.rules.sticks import Mode

_USUAL_MOVES = 45
"""What a game is taken to last before one is over; only the progress bar asks."""

_CASES = Path("out/cases")
"""Where cases lie unless another folder is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Audit:
    block: Annotated[
        list[str] | None,
        typer.Option("--block", "-b", help="Preset or block file; repeatable. All presets if left out."),
    ] = None
    mode: Annotated[
        list[str] | None,
        typer.Option("--mode", "-m", metavar="2|3|4|teams", help="Repeatable. All modes if left out."),
    ] = None
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games for each block and mode.")] = 1
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1
    engine: EngineOption = None
    sticks: SticksOption = None
    option: ReadingsOption = None
    physics: PhysicsOption = None
    sabotage: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|all|list",
            help="Plant a fault, to see the audit notice it; list tells them, all tries each: --games 1 is enough.",
        ),
    ] = None
    choose: Annotated[
        MoveChoice,
        typer.Option(help="How moves are chosen: by lot, as the player medium, or where physics is hardest."),
    ] = MoveChoice.RANDOM
    second: Annotated[
        str | None,
        typer.Option(metavar="ENGINE", help="Have this engine perform every act, too: a second opinion."),
    ] = None
    reseat: Annotated[
        bool, typer.Option("--reseat", help="Perform every act also from poses that are seated anew.")
    ] = False
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", min=1, max=1024, help="Play in so many processes.")
    ] = None
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on the workers of this Dask scheduler: tcp://HOST:8786."),
    ] = None
    results: Annotated[
        Path | None,
        typer.Option(help="Folder that keeps each game as it ends; the same command goes on with what is there."),
    ] = None
    first_game: Annotated[int, typer.Option(min=1, help="The number of the first game of each block and mode.")] = 1
    cases: Annotated[
        Path | None, typer.Option(help="Folder for the cases of what was found; with --results they lie there.")
    ] = None
    report_to: Annotated[
        Path | None,
        typer.Option("--report", metavar="DIR", help="Folder for a page with pictures, JUnit XML and JSON."),
    ] = None
    as_json: JsonOption = False

    def plan(self) -> AuditPlan:
        """Return the audit that is asked for.

        Raises:
            MisuseError: if a word names nothing that exists, or two words exclude one another.
        """
        name = require(self.engine or default_engine()).name
        self._check(name)
        modes = dict.fromkeys(member_of(Mode, word, "mode") for word in self.mode) if self.mode else Mode
        return AuditPlan(
            blocks=tuple((asked, load_block(asked)) for asked in dict.fromkeys(self.block or preset_names())),
            modes=tuple(modes),
            games=self.games,
            seed=self.seed,
            engine=name,
            config=parse_physics(self.physics),
            sticks=self.sticks,
            options=parse_options(self.option),
            pipeline=pipeline_for(None if self.sabotage == "all" else self.sabotage, name),
            cases=self.cases or _CASES,
            choose=self.choose,
            second=self.second,
            reseat=self.reseat,
            first=self.first_game,
        )

    def _check(self, engine: str) -> None:
        """Make sure that no two words exclude one another.

        Raises:
            MisuseError: if two do.
        """
        if self.second is not None and require(self.second).name == engine:
            raise MisuseError(
                f"--second {self.second}: {engine} performs every act already; name another engine, or --reseat"
            )
        if self.workers is not None and self.scheduler is not None:
            raise MisuseError("--workers and --scheduler: the scheduler has workers of its own; leave one out")
        if self.results is not None and self.cases is not None:
            there = self.results / "cases"
            raise MisuseError(f"--cases {self.cases}: with --results the cases lie in {there}; leave one out")
        if self.report_to is not None:
            _check_apart(self.report_to, self.results, self.cases or _CASES)
        if self.sabotage == "all" and (self.workers or self.scheduler or self.results or self.cases or self.report_to):
            raise MisuseError("--sabotage all plays here and keeps nothing; leave out where to play and to keep")

    def executor(self) -> Executor | None:
        """Return who is to play; None for this process."""
        if self.scheduler is not None:
            from fakir3d.lab.audit.cluster import ClusterExecutor

            return ClusterExecutor(self.scheduler)
        return None if self.workers is None else ProcessExecutor(self.workers)


@with_options
def audit_command(asked: _Audit) -> None:
    """Play random games; perform every move with physics, hold it against the rules, and probe each position.

    In each position more moves are tried on a copy: a pierce that a standing
    stick blocks, one that a lying stick blocks, a pull that carries nothing,
    a plant that nothing holds. A game ends at its first difference, which is
    kept as a case. Leaves with 0 if rules and physics always agreed, else 1.

    With --sabotage all each planted fault has an audit of its own, until
    something is noticed: 0 if all were, else 1.
    """
    if asked.sabotage == "list":
        show_faults(as_json=asked.as_json)
        return
    plan = asked.plan()
    if asked.sabotage == "all":
        with _terminable():
            code = show_caught(plan, as_json=asked.as_json)
    else:
        code = _play(plan, asked)
    raise typer.Exit(code)


def _play(plan: AuditPlan, asked: _Audit) -> int:
    """Audit, and tell and keep what was found; return the exit code.

    The folders are looked at before anybody is asked to play: they cost nothing, a scheduler may take long to answer.
    """
    if asked.report_to:
        check_folder(asked.report_to, plan)
    with _terminable(), ExitStack() as held:
        folder = held.enter_context(Folder.open(asked.results, plan)) if asked.results else None
        watch = held.enter_context(_progress(plan, shown=not asked.as_json))
        report = audit(plan, watch, executor=asked.executor(), store=folder)
    page, unwritten = None, None
    try:
        if asked.report_to:
            page = write_report(asked.report_to, plan, report, StagePainter(), when=datetime.now(UTC).astimezone())
    except MisuseError as error:
        # What was found is told all the same.
        unwritten = error
    if asked.as_json:
        print(json.dumps(report.to_json(), indent=1, allow_nan=False))
    else:
        show_report(report)
        if page:
            print(f"report: {printable(str(page))}")
    if unwritten:
        raise unwritten
    if report.interrupted:
        if asked.results:
            where = printable(str(asked.results))
            print(f"fakir3d: stopped; the same command goes on with what is missing in {where}", file=sys.stderr)
        return 130
    return 0 if report.well else 1


def _check_apart(report_to: Path, results: Path | None, cases: Path) -> None:
    """Make sure that no folder gets what another one refuses when the same command is given again.

    Raises:
        MisuseError: if the report would lie among the results, or the other way round.
    """
    other = results or cases
    page, kept = report_to.resolve(), other.resolve()
    if kept.is_relative_to(page) or (results and page.is_relative_to(kept)):
        what = "results" if results else "cases"
        raise MisuseError(f"--report {report_to}: the {what} ({other}) need a folder apart from it; name another")


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the audit as Ctrl-C does: with a report on what was done."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _progress(plan: AuditPlan, *, shown: bool) -> Iterator[Watcher]:
    """Show a bar with the rate and the time left on stderr; yield what the audit tells how far it is.

    What goes wrong on the way is a line on stderr, bar or no bar.
    """
    console = Console(stderr=True)
    text = "games, {task.fields[acts]} acts, {task.fields[rate]:.1f} a second"
    columns = (TextColumn("audit"), BarColumn(), MofNCompleteColumn(), TextColumn(text))
    ends = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, *ends, console=console, disable=not (shown and console.is_terminal)) as bar:
        task = bar.add_task("audit", total=plan.total, acts=0, rate=0.0)
        began, before = time.monotonic(), -1

        def watch(progress: AuditProgress) -> None:
            nonlocal before
            if progress.told:
                bar.console.print(printable(progress.told), style="yellow", markup=False, soft_wrap=True)
            if before < 0:
                # What was there already says nothing about how long the rest will take.
                before = progress.done
                bar.reset(task, completed=before, acts=0, rate=0.0)
            played = progress.done - before
            usual = progress.moves / played if played else _USUAL_MOVES
            rate = progress.acts / max(time.monotonic() - began, 1e-3)
            part = min(0.99, progress.current / max(usual, 1))
            bar.update(task, completed=progress.done + part, acts=progress.acts, rate=rate)

        yield watch
