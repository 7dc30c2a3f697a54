"""A new game in the words of the command line, or a record to go on with: what play and text ask for alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from fakir3d.cli.options import parse_mode, parse_options
from fakir3d.cli.seats import parse_seats
from fakir3d.errors import MisuseError
from fakir3d.game.setup import GameSetup

__all__ = ["LoadWord", "SeedWord", "choice_of"]

SeedWord = Annotated[
    int | None,
    typer.Option("--seed", help="All lots follow from it: who begins, computers' choices. Drawn if left out."),
]
LoadWord = Annotated[Path | None, typer.Option("--load", help="Go on with this game record.", metavar="FILE")]


def choice_of(
    load: Path | None,
    mode: str,
    *,
    block: str | None,
    sticks: int | None,
    option: Sequence[str] | None,
    first: int | None,
    seat: Sequence[str] | None,
    name: Sequence[str] | None,
    seed: int | None,
    physics: Sequence[str] | None,
) -> GameSetup | None:
    """Return the new game that the words of a command line describe; None where they say nothing of one.

    Args:
        load: the record to go on with, if any: a loaded game has its own of all that follows.
        mode: the word for the mode; its default, ``2``, says nothing.
        block: a preset's name or a file; like all others None where it is left out.
        sticks: in each hand.
        option: words like ``fall=vanish``.
        first: the seat that begins.
        seat: words like ``1=greedy``.
        name: words like ``0=Ann``.
        seed: of everything drawn by lot.
        physics: words like ``ends=flat``; they describe no game, but a loaded one has its own.

    Raises:
        MisuseError: if a word names nothing that exists, or a game is described though one is loaded.
    """
    words = {
        "mode": None if mode == "2" else mode,
        "block": block,
        "sticks": sticks,
        "option": option,
        "first": first,
        "seat": seat,
        "name": name,
        "seed": seed,
        "physics": physics,
    }
    given = [f"--{word}" for word, value in words.items() if value is not None]
    if load is not None and given:
        raise MisuseError(f"{', '.join(given)}: the game in {load} has its own; leave that out, or --load")
    if given in ([], ["--physics"]):
        return None
    playing = parse_mode(mode)
    return GameSetup(
        block=block or "lattice",
        mode=playing,
        seats=parse_seats(playing, seat, name),
        options=parse_options(option),
        sticks=sticks,
        first=first,
        seed=seed,
    )
