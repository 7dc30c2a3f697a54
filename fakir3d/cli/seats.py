"""Who plays, as the command line says it: ``--seat 1=greedy --name 0=Ann``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from fakir3d.errors import MisuseError
from fakir3d.game.header import Seat, default_seats
from fakir3d.players import KINDS, why_not
from fakir3d.rules.sticks import Mode

__all__ = ["NameWords", "SeatWords", "parse_seats"]

SeatWords = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT=KIND",
        help=f"Who sits at a seat, counted from 0: {', '.join(KINDS)}. May be repeated; people if left out.",
    ),
]
NameWords = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="SEAT=NAME", help="What a player is called. May be repeated."),
]


def parse_seats(mode: Mode, kinds: Sequence[str] | None = None, names: Sequence[str] | None = None) -> tuple[Seat, ...]:
    """Return who plays; what is not named is a person called after his colour.

    Raises:
        MisuseError: if there is no such seat or kind of player, it cannot play here, or a seat is named twice.

    >>> parse_seats(Mode.TWO, ["1=greedy"], ["0=Ann"])
    (Seat(name='Ann', kind='human'), Seat(name='Green', kind='greedy'))
    """
    kind_at, name_at = _by_seat(mode, kinds, "--seat", "KIND"), _by_seat(mode, names, "--name", "NAME")
    for kind in kind_at.values():
        if kind not in KINDS:
            raise MisuseError(f"there is no player of kind {kind!r}; there are {', '.join(KINDS)}")
        missing = why_not(kind)
        if missing:
            raise MisuseError(missing)
    return tuple(
        Seat(name_at.get(number, seat.name), kind_at.get(number, seat.kind))
        for number, seat in enumerate(default_seats(mode))
    )


def _by_seat(mode: Mode, words: Sequence[str] | None, option: str, what: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for word in words or ():
        number, equals, value = word.partition("=")
        if not equals or number not in map(str, range(mode.seats)):
            raise MisuseError(f"{option} {word}: write SEAT={what}; mode {mode} has seats 0 to {mode.seats - 1}")
        if int(number) in found:
            raise MisuseError(f"{option} names seat {number} twice")
        found[int(number)] = value
    return found
