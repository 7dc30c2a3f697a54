"""``fakir3d audit``: random games in which rules and physics are compared act by act."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from fakir3d.block.document import load_block, preset_names
from fakir3d.cli.options import OptionWords, SticksWord, parse_mode, parse_options
from fakir3d.lab.audit import AuditPlan, Watcher, audit
from fakir3d.lab.sabotage import SABOTAGES, witnesses_for
from fakir3d.lab.tally import Report
from fakir3d.physics.engines import default_engine, require
from fakir3d.rules.sticks import Mode

__all__ = ["register"]

_USUAL_MOVES = 45
"""What a game is taken to last before one is over; only the progress bar asks."""


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
        engine: Annotated[str | None, typer.Option(help="bullet or ideal; the best there is if left out.")] = None,
        sticks: SticksWord = None,
        option: OptionWords = None,
        sabotage: Annotated[
            str | None, typer.Option(help=f"Make one witness lie, to see the audit notice: {', '.join(SABOTAGES)}.")
        ] = None,
        cases: Annotated[Path, typer.Option(help="Folder for the cases of what was found.")] = Path("out/cases"),
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
    ) -> None:
        """Play random games; perform every move with physics, hold it against the rules, and probe each position.

        In each position more moves are tried on a copy: a pierce that a standing
        stick blocks, one that a lying stick blocks, a pull that carries nothing,
        a plant that nothing holds. A game ends at its first difference, which is
        kept as a case. Leaves with 0 if rules and physics always agreed, else 1.
        """
        name = require(engine or default_engine()).name
        plan = AuditPlan(
            blocks=tuple((asked, load_block(asked)) for asked in dict.fromkeys(block or preset_names())),
            modes=tuple(dict.fromkeys(map(parse_mode, mode))) if mode else tuple(Mode),
            games=games,
            seed=seed,
            engine=name,
            sticks=sticks,
            options=parse_options(option),
            witnesses=witnesses_for(sabotage, name),
            cases=cases,
        )
        with _terminable(), _progress(plan, shown=not as_json) as watch:
            report = audit(plan, watch)
        if as_json:
            print(json.dumps(report.to_json(), indent=1, allow_nan=False))
        else:
            _show(report)
        if report.interrupted:
            raise typer.Exit(130)
        raise typer.Exit(0 if report.well else 1)


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
def _progress(plan: AuditPlan, *, shown: bool) -> Iterator[Watcher | None]:
    """Show a bar with the time left on stderr; yield what the audit reports its moves to."""
    console = Console(stderr=True)
    if not shown or not console.is_terminal:
        yield None
        return
    columns = (TextColumn("audit"), BarColumn(), MofNCompleteColumn(), TextColumn("games, {task.fields[moves]} moves"))
    with Progress(*columns, TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(), console=console) as bar:
        total = len(plan.blocks) * len(plan.modes) * plan.games
        task = bar.add_task("audit", total=total, moves=0)
        made = {"moves": 0, "finished": 0, "before": 0}

        def watch(done: int, _games: int, moves: int) -> None:
            made["moves"] += 1
            if done > made["finished"]:
                made.update(finished=done, before=made["moves"] - 1)
            usual = made["before"] / done if done else _USUAL_MOVES
            bar.update(task, completed=done + min(0.99, moves / max(usual, 1)), moves=made["moves"])

        yield watch
        bar.update(task, completed=total)


def _show(report: Report) -> None:
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
    console.print(table)
    wall, cpu = report.timing["wall_s"], report.timing["cpu_s"]
    console.print(f"{wall:.1f} s, {cpu:.1f} s of CPU; digest {report.digest[:16]}")
    for finding in report.findings:
        print(f"{finding.block}, mode {finding.mode}, game {finding.game}, move {finding.turn}: {finding.verdict}")
        print(f"  again: {finding.reproduction}")
    if report.interrupted:
        console.print("[yellow]interrupted: this is what was done until then[/]")
