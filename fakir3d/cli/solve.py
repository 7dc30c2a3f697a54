"""``fakir3d lab solve``: who wins a small game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from fakir3d import kernel
from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.cli.new_game import RulesOptions, setup_fields
from fakir3d.cli.options import BlockArgument, JsonOption, with_options
from fakir3d.errors import MisuseError
from fakir3d.lab.solve import AllOut, Solution, Value, Watch, solve
from fakir3d.rules.start import start

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


@dataclass(frozen=True, slots=True, kw_only=True)
class _SmallGame(RulesOptions):
    sticks: Annotated[int, typer.Option("--sticks", metavar="N", help="Sticks in each hand; begin with 2 or 3.")]


@with_options
def solve_command(
    block: BlockArgument,
    game: _SmallGame,
    *,
    all_out: Annotated[
        AllOut, typer.Option("--all-out", help="Who wins when all go out at once: who played last, or nobody.")
    ] = AllOut.LAST,
    memory: Annotated[str, typer.Option(metavar="SIZE", help="How much memory it may use: 500M, 2G.")] = "2G",
    fold: Annotated[
        bool | None,
        typer.Option(
            "--fold/--no-fold",
            help="Take symmetric positions for one. Left out: yes, but not with --all-out draw, which counts as "
            "the published figures do.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Find out who wins a small game if nobody errs, by visiting every position that can be reached.

    A pull and the exchange after it are one turn. With three or four players
    a seat wins by force if it does so against all the others together.
    """
    spec = load_block(block)
    setup = game.parse().rules(lattice_of(spec))
    allowed = _bytes(memory)
    console = Console(stderr=True)
    with kernel.compiling(console.print), _progress(console) as watch:
        solution = solve(start(setup), all_out=all_out, fold=fold, memory=allowed, watch=watch)
    if as_json:
        print(json.dumps(_document(spec.name, solution)))
    else:
        _show(spec.name, solution)


def _bytes(text: str) -> int:
    """Return how many bytes ``500M`` are.

    Raises:
        MisuseError: if it is no size.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:I?B)?", text.strip().upper())
    if not found or float(found[1]) == 0:
        raise MisuseError(f"invalid --memory {text!r}; it must be a size like 500M or 2G")
    return int(float(found[1]) * _UNITS[found[2]])


@contextmanager
def _progress(console: Console) -> Iterator[Watch | None]:
    """Show on stderr how many positions have been visited; yield what the solver reports to."""
    if not console.is_terminal:
        yield None
        return
    columns = (SpinnerColumn(), TextColumn("solving: {task.fields[positions]:,} positions, {task.fields[used]} MB"))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task("solve", total=None, positions=0, used=0)
        yield lambda positions, used: bar.update(task, positions=positions, used=used >> 20)


def _document(block: str, solution: Solution) -> dict[str, object]:
    setup = solution.setup
    return {
        "format": "fakir-solution",
        "version": 1,
        **setup_fields(block, setup),
        "all_out": solution.all_out.value,
        "value": solution.value.value,
        "forcing": list(solution.forcing),
        "turns": solution.turns,
        "longest": solution.longest,
        "line": [" ".join(map(str, turn)) for turn in solution.line],
        "positions": solution.positions,
        "maps": solution.maps,
        "memory": solution.memory,
        "seconds": round(solution.seconds, 3),
    }


def _show(block: str, solution: Solution) -> None:
    setup = solution.setup
    sticks = "1 stick" if setup.sticks == 1 else f"{setup.sticks} sticks"
    print(f"{block}, mode {setup.mode}, {sticks} in each hand: {_verdict(solution)}")
    print(f"Best play: {', '.join(' '.join(map(str, turn)) for turn in solution.line)}")
    alike = f", {solution.maps} orders of rows and columns taken for one" if solution.maps > 1 else ""
    print(
        f"{solution.positions:,} positions{alike}; the longest line takes {solution.longest} turns; "
        f"{solution.seconds:.1f} s, {solution.memory / (1 << 20):.1f} MB"
    )


def _verdict(solution: Solution) -> str:
    first, turns = solution.setup.first + 1, f"in {solution.turns} turns"
    seats = " and ".join(str(seat + 1) for seat in solution.forcing)
    match solution.value:
        case Value.WIN:
            return f"seat {first} begins and wins by force, {turns}."
        case Value.LOSS:
            which = f"seats {seats} win" if len(solution.forcing) > 1 else f"seat {seats} wins"
            return f"seat {first} begins and loses: {which} by force, {turns}."
        case Value.DRAW:
            return f"seat {first} begins; neither side can force a win."
        case Value.OPEN:
            return f"seat {first} begins; no seat can force a win against all the others together."
