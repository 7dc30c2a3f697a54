"""``fakir3d film``: a whole game off-screen, to a video and, on request, to pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from fakir3d.block.document import load_block
from fakir3d.block.textfile import shown
from fakir3d.cli.options import (
    EngineWord,
    FirstWord,
    ModeWord,
    OptionWords,
    PhysicsWords,
    SticksWord,
    parse_mode,
    parse_options,
    parse_physics,
)
from fakir3d.cli.pictures import FilmSizeWord, FpsWord, parse_size, parse_tier
from fakir3d.cli.progress import progress
from fakir3d.cli.seats import SeatWords, parse_seats
from fakir3d.errors import MisuseError
from fakir3d.game.header import Seat
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.session import Session
from fakir3d.game.workers.performers import InlinePerformer
from fakir3d.physics.engines import default_engine
from fakir3d.players import Player, player_of
from fakir3d.rules.sticks import Mode

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def film(
        out: Annotated[Path, typer.Argument(metavar="OUT.mp4", help="The video's file.")],
        *,
        block: Annotated[str, typer.Option("--block", "-b", help="A preset's name, or a block document.")] = "lattice",
        mode: ModeWord = "2",
        sticks: SticksWord = None,
        option: OptionWords = None,
        first: FirstWord = None,
        seat: SeatWords = None,
        seed: Annotated[int, typer.Option(help="Everything drawn by lot follows from it.")] = 0,
        engine: EngineWord = None,
        physics: PhysicsWords = None,
        size: FilmSizeWord = "640x360",
        fps: FpsWord = 15.0,
        speed: Annotated[float, typer.Option(min=0.1, max=16.0, help="How much faster than it was.")] = 1.0,
        tier: Annotated[
            str | None, typer.Option(metavar="low|high", help="How finely to draw; the driver decides if left out.")
        ] = None,
        pictures: Annotated[
            Path | None, typer.Option(metavar="DIR", help="A folder for every single picture as PNG.")
        ] = None,
        moves: Annotated[int | None, typer.Option(min=1, help="Stop after so many moves.")] = None,
    ) -> None:
        """Film a game between computer players, without a display.

        Whoever is not given with --seat is the greedy player. The same words and seed give the same game.
        """
        from fakir3d.render.film import check_film_name, shoot

        check_film_name(out)
        playing = parse_mode(mode)
        session = Session.new(
            load_block(block),
            InlinePerformer(engine or default_engine(), parse_physics(physics)),
            mode=playing,
            sticks=sticks,
            options=parse_options(option),
            first=first,
            seed=seed,
            seats=_seats(playing, seat),
        )
        count = shoot(
            out,
            session.spec,
            (session.snapshot, session.state),
            _game(session, moves),
            size=parse_size(size),
            fps=fps,
            speed=speed,
            tier=parse_tier(tier),
            pictures=pictures,
        )
        print(f"{shown(out)}: {count} pictures, {len(session.moves)} moves, {_ending(session)}", file=sys.stderr)


def _seats(mode: Mode, words: list[str] | None) -> tuple[Seat, ...]:
    """Return who plays: greedy players unless named otherwise."""
    named = {word.partition("=")[0] for word in words or ()}
    seats = parse_seats(mode, words)
    found = tuple(seat if str(number) in named else replace(seat, kind="medium") for number, seat in enumerate(seats))
    for seat in found:
        _player(seat)
    return found


def _player(seat: Seat) -> Player:
    """Return who chooses for a seat.

    Raises:
        MisuseError: if that is a person, who could not play in a film.
    """
    player = player_of(seat.kind)
    if player is None:
        raise MisuseError("a film has no people at the table; give every --seat a computer player, like 0=random")
    return player


def _game(session: Session, most: int | None) -> Iterator[PlayedMove]:
    """Play to the end, or so many moves; yield each as it is made."""
    players = [_player(seat) for seat in session.header.seats]
    with progress("filming") as told:
        while session.result is None and (most is None or len(session.moves) < most):
            played = session.play(players[session.state.seat].choose(session.state, session.choice_seed))
            told(f"move {played.number}: {session.header.seats[played.before.seat].name} {played.move}")
            yield played


def _ending(session: Session) -> str:
    won = session.result
    if won is None:
        return "not played to the end"
    return "won by " + " and ".join(session.header.seats[seat].name for seat in won.winners)
