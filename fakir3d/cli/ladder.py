"""``fakir3d lab ladder``: how strong the computer players are."""

from __future__ import annotations

import json
import os
from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Column, Table

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.cli.options import JsonOption
from fakir3d.errors import MisuseError
from fakir3d.lab.ladder import LADDER, Score, climb, crowd
from fakir3d.lab.stats import interval
from fakir3d.players import LEVELS


def ladder_command(
    block: Annotated[
        list[str] | None,
        typer.Option("--block", metavar="BLOCK", help="Where to play; lattice and staggered if left out."),
    ] = None,
    *,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="LEVEL", help="Only this level's matches. May be repeated."),
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Games in each match, instead of 100 to 400.")] = None,
    many: Annotated[bool, typer.Option("--many", help="Also three, four and teams, against drawn lots.")] = False,
    jobs: Annotated[int, typer.Option(metavar="N", help="Processes that play.")] = os.cpu_count() or 1,
    as_json: JsonOption = False,
) -> None:
    """Let each level play the one below, and tell how many games it wins, with 95 % intervals.

    Seats and starters are mixed. Leaves with 1 if a level is weaker (or easy stronger) than it should be.
    """
    blocks = [(spec.name, lattice_of(spec)) for spec in map(load_block, block or ["lattice", "staggered"])]
    matches = [match for match in (*LADDER, *(crowd() if many else ())) if match.kind in (player or LEVELS)]
    for level in player or ():
        if level not in LEVELS:
            raise MisuseError(f"the ladder has no level {level!r}; it has {', '.join(LEVELS)}")
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        total = len(blocks) * sum(games or match.games for match in matches)
        task = bar.add_task("playing", total=total)
        tell = partial(bar.advance, task)
        scores = list(climb(matches, blocks, games=games, jobs=jobs, tell=tell))
    if as_json:
        rows = [_row(score) for score in scores]
        print(json.dumps({"format": "fakir-ladder", "version": 1, "scores": rows}))
    else:
        Console().print(_table(scores))
    if not all(score.met for score in scores):
        raise typer.Exit(1)


def _row(score: Score) -> dict[str, object]:
    match = score.match
    low, high = interval(score.wins, score.games)
    return {
        "player": match.kind,
        "against": match.against,
        "block": score.block,
        "mode": match.mode.value,
        "games": score.games,
        "wins": score.wins,
        "share": round(score.share, 4),
        "interval": [round(low, 4), round(high, 4)],
        "asked": [match.least, match.most],
        "met": score.met,
        "moves": score.moves,
        "p95_ms": round(score.p95_s * 1000, 2),
    }


def _table(scores: list[Score]) -> Table:
    headings = ("games", "wins %", "95 %", "asked %", "ms a move (p95)")
    numbers = (Column(heading, justify="right") for heading in headings)
    table = Table("player", "against", "block", "mode", *numbers, show_edge=False, pad_edge=False)
    for score in scores:
        match = score.match
        low, high = interval(score.wins, score.games)
        asked = f"{match.least:.0%}" if match.most == 1 else f"{match.least:.0%} to {match.most:.0%}"
        table.add_row(
            match.kind,
            match.against,
            score.block,
            match.mode.value,
            str(score.games),
            f"{score.share:.1%}",
            f"{low:.1%} to {high:.1%}",
            asked if score.met else f"[red]{asked}[/red]",
            f"{score.p95_s * 1000:.1f}",
        )
    return table
