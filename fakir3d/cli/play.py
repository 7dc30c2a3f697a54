"""``fakir3d play``: the window."""

from __future__ import annotations

import enum
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from fakir3d.cli.options import FirstWord, ModeWord, OptionWords, SticksWord, parse_mode, parse_options
from fakir3d.errors import MisuseError
from fakir3d.game.header import Seat
from fakir3d.players.kinds import player_of

__all__ = ["parse_seats", "parse_size", "register"]

E = TypeVar("E", bound=enum.Enum)

SeatWords = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT=KIND",
        help="Who plays at a seat, counted from 0: human, random or greedy, like 1=greedy. May be repeated.",
    ),
]
LoadWord = Annotated[Path | None, typer.Option("--load", metavar="FILE", help="A .fakir record to go on with.")]
NameWords = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="SEAT=NAME", help="A player's name, like 0=Anna. May be repeated."),
]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def play(  # noqa: PLR0917 - Typer reads the options from the parameters
        block: str | None = typer.Option(None, help="A preset's name (fakir3d block list) or a block file."),
        mode: ModeWord = "2",
        sticks: SticksWord = None,
        option: OptionWords = None,
        first: FirstWord = None,
        seat: SeatWords = None,
        name: NameWords = None,
        seed: int | None = typer.Option(None, help="Everything drawn by lot follows from it."),
        engine: str | None = typer.Option(
            None, help="Of the physics: bullet or ideal. The best there is if not given."
        ),
        load: LoadWord = None,
        size: str = typer.Option("1280x720", metavar="WxH", help="Of the window, in pixels."),
        tier: str | None = typer.Option(None, metavar="low|high", help="How finely to draw; chosen by your graphics."),
        speed: str | None = typer.Option(None, metavar="1x|4x|skip", help="How fast sticks are seen to fall."),
        scale: float | None = typer.Option(None, metavar="PERCENT", help="Size of letters and buttons, 75 to 200."),
    ) -> None:
        """Play at the table, in a window.

        Without options it offers to go on with an unfinished game, or asks what to play. In the game, F1 says which
        key does what. Without a display use: fakir3d text (in the terminal) or fakir3d film (a film of a game).
        """
        from fakir3d.app.choice import GameChoice
        from fakir3d.app.settings import Speed
        from fakir3d.app.start import play as open_window
        from fakir3d.app.theme import ui_scale
        from fakir3d.render.look import Tier

        named = [block, sticks, option, first, seat, name, seed]
        choice = None
        if mode != "2" or any(value is not None for value in named):
            wanted = GameChoice().in_mode(parse_mode(mode))
            choice = replace(
                wanted,
                block=block or wanted.block,
                seats=parse_seats(seat or [], name or [], wanted.seats),
                options=parse_options(option),
                sticks=sticks,
                first=first,
                seed=seed,
                engine=engine,
            )
        code = open_window(
            choice,
            load=load,
            engine=engine,
            size=parse_size(size),
            tier=None if tier is None else _member(Tier, tier, "tier"),
            speed=None if speed is None else _member(Speed, speed, "speed"),
            scale=None if scale is None else ui_scale(scale),
        )
        raise typer.Exit(code)


def parse_size(word: str) -> tuple[int, int]:
    """Return the size that a word like ``1280x720`` means [px].

    Raises:
        MisuseError: if it means none.

    >>> parse_size("800x600")
    (800, 600)
    """
    found = re.fullmatch(r"(\d{1,6})x(\d{1,6})", word)
    if not found:
        raise MisuseError(f"size cannot be {word!r}; it is width x height in pixels, like 1280x720")
    return int(found[1]), int(found[2])


def parse_seats(kinds: list[str], names: list[str], seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats with these kinds and names, words like ``1=greedy`` and ``0=Anna``.

    Raises:
        MisuseError: if a word names no seat of this mode, or no player.
    """
    found = list(seats)
    for number, kind in (_seat_word("seat", word, len(seats)) for word in kinds):
        player_of(kind)
        found[number] = replace(found[number], kind=kind)
    for number, name in (_seat_word("name", word, len(seats)) for word in names):
        found[number] = replace(found[number], name=name)
    return tuple(found)


def _seat_word(option: str, word: str, seats: int) -> tuple[int, str]:
    number, sign, value = word.partition("=")
    if not (sign and value and number.isascii() and number.isdigit() and int(number) < seats):
        example = "1=greedy" if option == "seat" else "0=Anna"
        raise MisuseError(
            f"--{option} cannot be {word!r}; it is SEAT=VALUE with seats 0 to {seats - 1}, like {example}"
        )
    return int(number), value


def _member(kind: type[E], word: str, what: str) -> E:
    try:
        return kind(word)
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        raise MisuseError(f"{what} cannot be {word!r}; it is one of {known}") from None
