"""``fakir3d film``: a whole game off-screen, to a video."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from fakir3d.cli.new_game import GameOptions, new_session
from fakir3d.cli.options import FilmSizeOption, FpsOption, TierOption, with_options
from fakir3d.cli.parsing import parse_size, parse_tier
from fakir3d.cli.progress import progress
from fakir3d.errors import MisuseError
from fakir3d.files import shown
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup
from fakir3d.players import player_of


@dataclass(frozen=True, slots=True, kw_only=True)
class _FilmedGame(GameOptions):
    seed: Annotated[int | None, typer.Option("--seed", help="Everything drawn by lot follows from it.")] = 0


@with_options
def film_command(
    out: Annotated[Path, typer.Argument(metavar="OUT.mp4", help="The video's file.")],
    game: _FilmedGame,
    *,
    size: FilmSizeOption = "640x360",
    fps: FpsOption = 15.0,
    speed: Annotated[float, typer.Option(min=0.1, max=16.0, help="How much faster than it was.")] = 1.0,
    tier: TierOption = None,
    pictures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder for every single picture as PNG.")
    ] = None,
    moves: Annotated[int | None, typer.Option(min=1, help="Stop after so many moves.")] = None,
) -> None:
    """Film a game between computer players, without a display.

    Whoever is not given with --seat is the player medium. The same words and seed give the same game.
    """
    from fakir3d.render.film import check_film_name, shoot

    check_film_name(out)
    asked = game.parse(usual="medium")
    session = new_session(asked.setup or GameSetup(), asked.performer())
    count = shoot(
        out,
        session.spec,
        (session.snapshot, session.state),
        _played(session, moves),
        size=parse_size(size),
        fps=fps,
        speed=speed,
        tier=parse_tier(tier),
        pictures=pictures,
    )
    print(f"{shown(out)}: {count} pictures, {len(session.moves)} moves, {_ending(session)}", file=sys.stderr)


def _played(session: Session, most: int | None) -> Iterator[PlayedMove]:
    """Play to the end, or so many moves; return an iterator over the moves, each as it is made.

    Raises:
        MisuseError: if a person sits at the table, who could not play in a film.
    """
    players = [player for seat in session.header.seats if (player := player_of(seat.kind)) is not None]
    if len(players) < len(session.header.seats):
        raise MisuseError("a film has no people at the table; give every --seat a computer player, like 1=random")

    def play() -> Iterator[PlayedMove]:
        with progress("filming") as told:
            while session.result is None and (most is None or len(session.moves) < most):
                played = session.play(players[session.state.seat].choose(session.state, session.choice_seed))
                told(f"move {played.number}: {session.header.seats[played.before.seat].name} {played.move}")
                yield played

    return play()


def _ending(session: Session) -> str:
    won = session.result
    if won is None:
        return "not played to the end"
    return "won by " + " and ".join(session.header.seats[seat].name for seat in won.winners)
