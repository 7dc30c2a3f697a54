"""The options that commands share, each declared once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_type_hints

import typer

from fakir3d.physics.engines import ENGINES
from fakir3d.players import KINDS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

BlockArgument = Annotated[str, typer.Argument(metavar="BLOCK", help="A preset's name, or a block document.")]
BlockOption = Annotated[
    str | None,
    typer.Option("--block", "-b", help="A preset (fakir3d block list) or a block document; lattice if left out."),
]
ModeOption = Annotated[
    str, typer.Option("--mode", metavar="2|3|4|teams", help="How many play: 2, 3 or 4, or 4 in two teams.")
]
SticksOption = Annotated[
    int | None, typer.Option("--sticks", metavar="N", help="Sticks in each hand, instead of the 10, 7, 5, 5 of R1.")
]
ReadingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A reading of the rules: fall=any|vanish, unsupported_plant=forbidden|allowed. May be repeated.",
    ),
]
FirstOption = Annotated[
    int | None, typer.Option("--first", metavar="SEAT", help="The seat that begins, counted from 1.")
]
SeatOption = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT=KIND",
        help=f"Who sits at a seat, counted from 1: {', '.join(KINDS)}. May be repeated; people if left out.",
    ),
]
NameOption = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="SEAT=NAME", help="What a player is called; seats count from 1. May be repeated."),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", help="All lots follow from it: who begins, computers' choices. Drawn if left out."),
]
EngineOption = Annotated[
    str | None,
    typer.Option("--engine", metavar="|".join(ENGINES), help="What simulates acts; the best there is if left out."),
]
PhysicsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--physics",
        metavar="FIELD=VALUE",
        help="How acts are simulated, like ends=flat, bores=round or friction=dry. May be repeated; a wrong field is "
        "answered with all there are.",
    ),
]
LoadOption = Annotated[Path | None, typer.Option("--load", help="Go on with this game record.", metavar="FILE")]
TierOption = Annotated[
    str | None, typer.Option("--tier", metavar="low|high", help="How finely to draw; the driver decides if left out.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
FilmSizeOption = Annotated[str, typer.Option("--size", metavar="WxH", help="Of the film, in pixels; both even.")]
FpsOption = Annotated[float, typer.Option("--fps", min=1.0, max=240.0, help="Pictures a second of the film.")]


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command as Typer reads it: the fields of a dataclass in the place of each parameter that is one."""
    hints = get_type_hints(command, include_extras=True)
    parameters: list[inspect.Parameter] = []
    groups: dict[str, tuple[Callable[..., object], list[str]]] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        kind = hints[name]
        if isinstance(kind, type) and is_dataclass(kind):
            options = _parameters_of(kind)
            groups[name] = (kind, [option.name for option in options])
            parameters += options
        else:
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=kind))

    @wraps(command)
    def run(**words: object) -> None:
        made = {name: kind(**{each: words.pop(each) for each in names}) for name, (kind, names) in groups.items()}
        command(**words, **made)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _parameters_of(kind: type[DataclassInstance]) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if each.default is MISSING else each.default,
            annotation=hints[each.name],
        )
        for each in fields(kind)
    ]
