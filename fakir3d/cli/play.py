"""``fakir3d play``: the window."""

from __future__ import annotations

from typing import Annotated

import typer

from fakir3d.cli.new_game import LoadWord, SeedWord, choice_of
from fakir3d.cli.options import (
    EngineWord,
    FirstWord,
    ModeWord,
    OptionWords,
    PhysicsWords,
    SticksWord,
    member_of,
    parse_physics,
)
from fakir3d.cli.seats import NameWords, SeatWords

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("play")
    def play(
        *,
        block: Annotated[
            str | None, typer.Option("--block", "-b", help="A preset's name (fakir3d block list), or a block document.")
        ] = None,
        mode: ModeWord = "2",
        sticks: SticksWord = None,
        option: OptionWords = None,
        first: FirstWord = None,
        seat: SeatWords = None,
        name: NameWords = None,
        seed: SeedWord = None,
        engine: EngineWord = None,
        physics: PhysicsWords = None,
        load: LoadWord = None,
        size: Annotated[str, typer.Option(help="Of the window, in pixels.", metavar="WxH")] = "1280x720",
        tier: Annotated[
            str | None, typer.Option(help="How finely to draw: low or high. Chosen by the graphics driver if left out.")
        ] = None,
        speed: Annotated[
            str | None, typer.Option(help="How fast sticks are seen to fall: 1x, 4x or skip. As last time if left out.")
        ] = None,
        scale: Annotated[
            float | None, typer.Option(help="Size of letters and buttons, 75 to 200 percent.", metavar="PERCENT")
        ] = None,
    ) -> None:
        """Play at the table, in a window.

        Without options it offers to go on with an unfinished game, or asks what to play; in the game, F1 says which
        key does what. Without a display use: fakir3d text (in the terminal) or fakir3d film (a film of a game).
        """
        from fakir3d.app.gui.theme import ui_scale
        from fakir3d.app.settings import Speed
        from fakir3d.app.start import WindowOptions, play_in_window
        from fakir3d.cli.pictures import parse_size, parse_tier

        choice = choice_of(
            load,
            mode,
            block=block,
            sticks=sticks,
            option=option,
            first=first,
            seat=seat,
            name=name,
            seed=seed,
            physics=physics,
        )
        options = WindowOptions(
            size=parse_size(size),
            tier=parse_tier(tier),
            speed=None if speed is None else member_of(Speed, speed, "speed"),
            scale=None if scale is None else ui_scale(scale),
        )
        code = play_in_window(choice, load=load, engine=engine, config=parse_physics(physics), options=options)
        raise typer.Exit(code)
