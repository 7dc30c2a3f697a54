"""``fakir3d perft``: how many ways a game can go on."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.cli.new_game import RulesOptions, setup_fields
from fakir3d.cli.options import BlockArgument, JsonOption, with_options
from fakir3d.cli.progress import progress
from fakir3d.rules.perft import divide, perft
from fakir3d.rules.start import start
from fakir3d.rules.state import Setup

_DEEPEST = 1000
"""Far beyond what can be counted: a game of two on lattice, the default, lasts at most 160 turns."""


@with_options
def perft_command(
    block: BlockArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many turns deep.", min=0, max=_DEEPEST)],
    game: RulesOptions,
    *,
    by_turn: Annotated[bool, typer.Option("--divide", help="Split the count by the first turn.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the ways to play DEPTH turns from the start, by the rules alone.

    A pull and the exchange after it are one turn; a game that ends early counts as one way.
    """
    spec = load_block(block)
    setup = game.parse().rules(lattice_of(spec))
    began = time.perf_counter()
    with progress("counting (Ctrl-C stops)"):
        split = divide(start(setup), depth) if by_turn else {}
        total = sum(split.values()) if by_turn else perft(start(setup), depth)
    seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(_document(spec.name, setup, depth, total, split if by_turn else None)))
        return
    if by_turn:
        _print_split(split)
    turns = "1 turn" if depth == 1 else f"{depth} turns"
    print(f"{total:,} ways to play {turns} on {spec.name} ({_words(setup)}), counted in {seconds:.1f} s")


def _document(block: str, setup: Setup, depth: int, total: int, split: dict[str, int] | None) -> dict[str, object]:
    document: dict[str, object] = {
        "format": "fakir-perft",
        "version": 1,
        **setup_fields(block, setup),
        "depth": depth,
        "count": total,
    }
    return document if split is None else {**document, "divide": split}


def _print_split(split: dict[str, int]) -> None:
    table = Table("first turn", Column("ways", justify="right"), show_edge=False, pad_edge=False)
    for turn, ways in split.items():
        table.add_row(turn, f"{ways:,}")
    Console().print(table)


def _words(setup: Setup) -> str:
    options = setup.options
    return (
        f"mode {setup.mode}, {setup.sticks} sticks in each hand, seat {setup.first + 1} first, "
        f"fall={options.fall.value}, unsupported_plant={options.unsupported_plant.value}"
    )
