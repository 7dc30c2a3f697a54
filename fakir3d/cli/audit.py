"""``fakir3d audit``: games in which rules and physics are compared act by act."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from fakir3d.block.document import load_block, preset_names
from fakir3d.cli.options import (
    EngineWord,
    OptionWords,
    PhysicsWords,
    SticksWord,
    parse_mode,
    parse_options,
    parse_physics,
)
from fakir3d.cli.painting import StagePainter
from fakir3d.cli.sabotage import show_caught, show_list
from fakir3d.crosscheck.second import agreements
from fakir3d.errors import MisuseError, printable
from fakir3d.lab.audit.choosing import MoveChoice
from fakir3d.lab.audit.executors import Executor, ProcessExecutor
from fakir3d.lab.audit.run import AuditPlan, Watcher, audit
from fakir3d.lab.audit.run import Progress as AuditProgress
from fakir3d.lab.audit.store import Folder
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.lab.reporting.files import check_folder, write_report
from fakir3d.physics.engines import default_engine, require
from fakir3d.rules.sticks import Mode

__all__ = ["register"]

_USUAL_MOVES = 45
"""What a game is taken to last before one is over; only the progress bar asks."""

_CASES = Path("out/cases")
"""Where cases lie unless another folder is named."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("audit")
    def audit_command(
        *,
        block: Annotated[
            list[str] | None,
            typer.Option("--block", "-b", help="Preset or block file; repeatable. All presets if left out."),
        ] = None,
        mode: Annotated[
            list[str] | None,
            typer.Option("--mode", "-m", metavar="2|3|4|teams", help="Repeatable. All modes if left out."),
        ] = None,
        games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games for each block and mode.")] = 1,
        seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
        engine: EngineWord = None,
        sticks: SticksWord = None,
        option: OptionWords = None,
        physics: PhysicsWords = None,
        sabotage: Annotated[
            str | None,
            typer.Option(
                metavar="NAME|all|list",
                help="Plant a fault, to see the audit notice it; list tells them, all tries each: --games 1 is enough.",
            ),
        ] = None,
        choose: Annotated[
            MoveChoice,
            typer.Option(help="How moves are chosen: by lot, as the player medium, or where physics is hardest."),
        ] = MoveChoice.RANDOM,
        second: Annotated[
            str | None,
            typer.Option(metavar="ENGINE", help="Have this engine perform every act, too: a second opinion."),
        ] = None,
        reseat: Annotated[
            bool, typer.Option("--reseat", help="Perform every act also from poses that are seated anew.")
        ] = False,
        workers: Annotated[
            int | None, typer.Option("--workers", "-w", min=1, max=1024, help="Play in so many processes.")
        ] = None,
        scheduler: Annotated[
            str | None,
            typer.Option(metavar="ADDRESS", help="Play on the workers of this Dask scheduler: tcp://HOST:8786."),
        ] = None,
        results: Annotated[
            Path | None,
            typer.Option(help="Folder that keeps each game as it ends; the same command goes on with what is there."),
        ] = None,
        first_game: Annotated[
            int, typer.Option(min=1, help="The number of the first game of each block and mode.")
        ] = 1,
        cases: Annotated[
            Path | None, typer.Option(help="Folder for the cases of what was found; with --results they lie there.")
        ] = None,
        report_to: Annotated[
            Path | None,
            typer.Option("--report", metavar="DIR", help="Folder for a page with pictures, JUnit XML and JSON."),
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
    ) -> None:
        """Play random games; perform every move with physics, hold it against the rules, and probe each position.

        In each position more moves are tried on a copy: a pierce that a standing
        stick blocks, one that a lying stick blocks, a pull that carries nothing,
        a plant that nothing holds. A game ends at its first difference, which is
        kept as a case. Leaves with 0 if rules and physics always agreed, else 1.

        With --sabotage all each planted fault has an audit of its own, until
        something is noticed: 0 if all were, else 1.
        """
        if sabotage == "list":
            show_list(as_json=as_json)
            return
        name = require(engine or default_engine()).name
        if second is not None and require(second).name == name:
            raise MisuseError(f"--second {second}: {name} performs every act already; name another engine, or --reseat")
        if workers is not None and scheduler is not None:
            raise MisuseError("--workers and --scheduler: the scheduler has workers of its own; leave one out")
        if results is not None and cases is not None:
            raise MisuseError(f"--cases {cases}: with --results the cases lie in {results / 'cases'}; leave one out")
        if report_to is not None:
            _check_apart(report_to, results, cases or _CASES)
        plan = AuditPlan(
            blocks=tuple((asked, load_block(asked)) for asked in dict.fromkeys(block or preset_names())),
            modes=tuple(dict.fromkeys(map(parse_mode, mode))) if mode else tuple(Mode),
            games=games,
            seed=seed,
            engine=name,
            config=parse_physics(physics),
            sticks=sticks,
            options=parse_options(option),
            pipeline=pipeline_for(None if sabotage == "all" else sabotage, name),
            cases=cases or _CASES,
            choose=choose,
            second=second,
            reseat=reseat,
            first=first_game,
        )
        if sabotage == "all":
            if workers or scheduler or results or cases or report_to:
                raise MisuseError("--sabotage all plays here and keeps nothing; leave out where to play and to keep")
            with _terminable():
                code = show_caught(plan, as_json=as_json)
            raise typer.Exit(code)
        crew = partial(_crew, workers, scheduler)
        raise typer.Exit(_play(plan, crew, results, report_to, as_json=as_json))


def _play(
    plan: AuditPlan, crew: Callable[[], Executor | None], results: Path | None, report_to: Path | None, *, as_json: bool
) -> int:
    """Audit, and tell and keep what was found; return the exit code.

    The folders are looked at before anybody is asked to play: they cost nothing, a scheduler may take long to answer.
    """
    if report_to:
        check_folder(report_to, plan)
    with _terminable(), ExitStack() as held:
        folder = held.enter_context(Folder.open(results, plan)) if results else None
        watch = held.enter_context(_progress(plan, shown=not as_json))
        report = audit(plan, watch, executor=crew(), store=folder)
    page, unwritten = None, None
    try:
        if report_to:
            page = write_report(report_to, plan, report, StagePainter(), when=datetime.now(UTC).astimezone())
    except MisuseError as error:
        # What was found is told all the same.
        unwritten = error
    if as_json:
        print(json.dumps(report.to_json(), indent=1, allow_nan=False))
    else:
        _show(report)
        if page:
            print(f"report: {printable(str(page))}")
    if unwritten:
        raise unwritten
    if report.interrupted:
        if results:
            print(
                f"fakir3d: stopped; the same command goes on with what is missing in {printable(str(results))}",
                file=sys.stderr,
            )
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


def _crew(workers: int | None, scheduler: str | None) -> Executor | None:
    """Return who is to play; None for this process."""
    if scheduler is not None:
        from fakir3d.lab.audit.cluster import ClusterExecutor

        return ClusterExecutor(scheduler)
    return None if workers is None else ProcessExecutor(workers)


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


def _show(report: AuditReport) -> None:
    console = Console()
    table = Table(title="Audit: rules against physics", show_edge=False)
    table.add_column("what")
    table.add_column("how many", justify="right")
    table.add_row("games, moves", f"{report.games_played}, {report.moves}")
    for title, counts in (("", report.acts), ("probe: ", report.probes), ("fell: ", report.falls)):
        for kind, count in counts.items():
            table.add_row(f"{title}{kind.replace('_', ' ')}", str(count))
    table.add_row("stopped hands", str(report.blocked))
    for title, count in (("disagreements", len(report.findings)), ("unsettled", report.unsettled)):
        table.add_row(title, f"[{'red' if count else 'green'}]{count}[/]")
    table.add_row("deepest contact", f"{report.deepest_m * 1000:.2f} mm")
    wrong = len(report.wrong_instruments)
    table.add_row("instruments", "[green]right[/]" if not wrong else f"[red]{wrong} wrong[/]")
    console.print(table)
    if report.splits:
        console.print(_stands(report))
        console.print(_agreements(report))
    wall, cpu = report.timing["wall_s"], report.timing["cpu_s"]
    console.print(f"{wall:.1f} s, {cpu:.1f} s of CPU; digest {report.digest[:16]}")
    for sentence in report.wrong_instruments:
        print(f"instruments: {printable(sentence)}")
    for finding in report.findings:
        who = f"{finding.split}: {finding.witness}: " if finding.split else ""
        where = f"{printable(finding.block)}, mode {finding.mode}, game {finding.game}, move {finding.turn}"
        print(f"{where}: {who}{finding.verdict}")
        print(f"  again: {finding.reproduction}")
    for lost in report.lost:
        why = printable(lost.why[-1].splitlines()[-1])
        print(f"{printable(lost.block)}, mode {lost.mode}, game {lost.game}: lost: {why}")
        print(f"  again: {lost.reproduction}")
    if report.interrupted:
        console.print("[yellow]interrupted: this is what was done until then[/]")


def _stands(report: AuditReport) -> Table:
    """Return the table of how the witnesses stood, and who stood alone."""
    table = Table(title="How the witnesses stand", show_edge=False)
    for heading in ("groups that say the same", "alone"):
        table.add_column(heading)
    table.add_column("acts", justify="right")
    for groups, acts in report.splits.items():
        alone = [group for group in groups.split(" | ") if "+" not in group] if " | " in groups else []
        table.add_row(groups, ", ".join(alone) or "-", str(acts))
    return table


def _agreements(report: AuditReport) -> Table:
    """Return the table of who agrees with whom."""
    total, counts = sum(report.splits.values()), agreements(report.splits)
    names = sorted({name for pair in counts for name in pair.split("+")})
    table = Table(title=f"Who agrees with whom, of {total} acts", show_edge=False)
    table.add_column("")
    for name in names[1:]:
        table.add_column(name, justify="right")
    for place, one in enumerate(names[:-1]):
        row = (str(counts[f"{one}+{other}"]) for other in names[place + 1 :])
        table.add_row(one, *[""] * place, *row)
    return table
