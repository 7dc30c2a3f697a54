"""``fakir3d play``: the window."""

from __future__ import annotations

from typing import Annotated

import typer

from fakir3d.cli.new_game import GameOptions
from fakir3d.cli.options import LoadOption, TierOption, with_options
from fakir3d.cli.parsing import parse_size, parse_tier
from fakir3d.game.setup import member_of


@with_options
def play_command(
    game: GameOptions,
    *,
    load: LoadOption = None,
    size: Annotated[str, typer.Option(help="Of the window, in pixels.", metavar="WxH")] = "1280x720",
    tier: TierOption = None,
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

    asked = game.parse(load)
    options = WindowOptions(
        size=parse_size(size),
        tier=parse_tier(tier),
        speed=None if speed is None else member_of(Speed, speed, "speed"),
        scale=None if scale is None else ui_scale(scale),
    )
    code = play_in_window(asked.setup, load=load, engine=asked.engine, config=asked.config, options=options)
    raise typer.Exit(code)
