"""The words that describe a game on the command line, read in one place: mode, sticks, options, first seat, physics."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, TypeVar

import typer

from fakir3d.block.lattice import Lattice
from fakir3d.errors import MisuseError, RecordError
from fakir3d.physics.config import WOODS, PhysicsConfig
from fakir3d.physics.engines import ENGINES
from fakir3d.rules.start import start
from fakir3d.rules.state import FallRule, Options, Setup, UnsupportedPlant
from fakir3d.rules.sticks import Mode

__all__ = [
    "EngineWord",
    "FirstWord",
    "ModeWord",
    "OptionWords",
    "PhysicsWords",
    "SticksWord",
    "member_of",
    "parse_mode",
    "parse_options",
    "parse_physics",
    "setup_of",
]

ModeWord = Annotated[
    str, typer.Option("--mode", metavar="2|3|4|teams", help="How many play: 2, 3 or 4, or 4 in two teams.")
]
SticksWord = Annotated[
    int | None, typer.Option("--sticks", metavar="N", help="Sticks in each hand, instead of the 10, 7, 5, 5 of R1.")
]
OptionWords = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A reading of the rules: fall=any|vanish, unsupported_plant=forbidden|allowed. May be repeated.",
    ),
]
FirstWord = Annotated[int | None, typer.Option("--first", metavar="SEAT", help="The seat that begins, counted from 0.")]
EngineWord = Annotated[
    str | None,
    typer.Option("--engine", metavar="|".join(ENGINES), help="What simulates acts; the best there is if left out."),
]
PhysicsWords = Annotated[
    list[str] | None,
    typer.Option(
        "--physics",
        metavar="FIELD=VALUE",
        help="How acts are simulated, like ends=flat, bores=round or friction=dry. May be repeated; a wrong field is "
        "answered with all there are.",
    ),
]

E = TypeVar("E", bound=enum.Enum)


def parse_mode(word: str) -> Mode:
    """Return the mode that a word names.

    Raises:
        MisuseError: if it names none.
    """
    return member_of(Mode, word, "mode")


def parse_options(words: Sequence[str] | None) -> Options:
    """Return the readings that words like ``fall=vanish`` ask for; what is not named keeps its default.

    Raises:
        MisuseError: if an option or its value does not exist, or one is named twice.
    """
    options, named = Options(), set[str]()
    for word in words or ():
        name, _, value = word.partition("=")
        if name in named:
            raise MisuseError(f"option {name} is named twice, the second time as {word}")
        named.add(name)
        match name:
            case "fall":
                options = replace(options, fall=member_of(FallRule, value, "option fall"))
            case "unsupported_plant":
                plant = member_of(UnsupportedPlant, value, "option unsupported_plant")
                options = replace(options, unsupported_plant=plant)
            case _:
                raise MisuseError(f"no option {word!r}; options are {_exist()}")
    return options


def parse_physics(words: Sequence[str] | None) -> PhysicsConfig:
    """Return the physics that words like ``ends=flat`` ask for; what is not named keeps its default.

    Raises:
        MisuseError: if a field or its value does not exist, or one is named twice.

    >>> parse_physics(["ends=flat", "friction=dry"]).friction
    0.3
    """
    base = PhysicsConfig().to_json()
    # The tap is the game's policy's.
    usual = {name: default for name, default in base.items() if name != "tap"}
    named: dict[str, object] = {}
    for word in words or ():
        name, _, value = word.partition("=")
        if name not in usual:
            fields = ", ".join(f"{field}={default}" for field, default in usual.items())
            raise MisuseError(f"no physics {word!r:.60}; give FIELD=VALUE, the fields and their defaults are {fields}")
        if name in named:
            raise MisuseError(f"physics {name} is named twice, the second time as {word:.60}")
        named[name] = _physics_value(name, value, usual[name])
    try:
        return PhysicsConfig.from_json({**base, **named})
    except RecordError as problem:
        raise MisuseError(f"physics {problem.text}") from None


def _physics_value(name: str, word: str, usual: object) -> object:
    """Return the value that a word gives to a field with this default."""
    if isinstance(usual, str):
        return word
    if name == "friction" and word in WOODS:
        return WOODS[word]
    try:
        return int(word) if isinstance(usual, int) else float(word)
    except ValueError:
        kind = "a whole number" if isinstance(usual, int) else "a number"
        woods = f", or {', '.join(WOODS)}" if name == "friction" else ""
        raise MisuseError(f"physics {name} cannot be {word!r:.40}; it is {kind}{woods}") from None


def setup_of(
    lattice: Lattice,
    *,
    mode: str = "2",
    sticks: int | None = None,
    option: Sequence[str] | None = None,
    first: int | None = None,
) -> Setup:
    """Return the game that the words of a command line describe.

    Args:
        lattice: the block's relations.
        mode: ``2``, ``3``, ``4`` or ``teams``.
        sticks: in each hand; None for R1's number.
        option: words like ``fall=vanish``.
        first: the seat that begins; None for seat 0.

    Raises:
        MisuseError: if a word names nothing that exists, or a number is out of range.
    """
    seats = parse_mode(mode)
    setup = Setup(lattice, seats, seats.sticks if sticks is None else sticks, parse_options(option), first or 0)
    start(setup)
    return setup


def member_of(kind: type[E], word: str, what: str) -> E:
    """Return what a word names.

    Raises:
        MisuseError: if it names none of this kind; the message has them all.
    """
    try:
        return kind(word)
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        raise MisuseError(f"{what} cannot be {word!r}; it is one of {known}") from None


def _exist() -> str:
    return ", ".join(
        f"{name}={'|'.join(member.value for member in kind)}"
        for name, kind in (("fall", FallRule), ("unsupported_plant", UnsupportedPlant))
    )
