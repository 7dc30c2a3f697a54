"""``fakir3d bench``: how fast acts and clicks are on this machine."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from fakir3d.block.document import load_block
from fakir3d.cli.options import EngineOption, JsonOption
from fakir3d.lab.bench import Times, bench_acts, bench_clicks
from fakir3d.physics.engines import default_engine, require


def bench_command(
    *,
    block: Annotated[str, typer.Option("--block", "-b", help="Preset or block file.")] = "lattice",
    engine: EngineOption = None,
    moves: Annotated[int, typer.Option(min=2, max=100_000, help="How many acts to measure.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed measures the same acts.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure what acts cost (CPU time) and how long after a click the first motion can be seen (wall time)."""
    info = require(engine or default_engine())
    spec = load_block(block)
    acts = bench_acts(spec, info.name, moves, seed)
    clicks = bench_clicks(spec, info.name, moves, seed)
    if as_json:
        head = {"format": "fakir-bench", "version": 1, "engine": info.to_json(), "block": block, "seed": seed}
        print(json.dumps({**head, "acts": [asdict(times) for times in acts], "click": asdict(clicks)}, indent=1))
        return
    Console().print(_table(f"{info.name} {info.version}, block {block}", (*acts, clicks)))


def _table(title: str, rows: tuple[Times, ...]) -> Table:
    numbers = (Column(name, justify="right") for name in ("times", "median ms", "95 % within ms", "lasts ms"))
    table = Table("what", *numbers, title=title, show_edge=False, title_justify="left")
    for row in rows:
        lasts = "" if row.simulated_ms is None else f"{row.simulated_ms:.0f}"
        table.add_row(row.what.replace("_", " "), str(row.count), f"{row.median_ms:.1f}", f"{row.p95_ms:.1f}", lasts)
    return table
