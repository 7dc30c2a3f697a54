"""``fakir3d shot``: one picture of the table, without a display."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from fakir3d.cli.new_game import new_session
from fakir3d.cli.options import BlockOption, TierOption
from fakir3d.cli.parsing import parse_size, parse_tier
from fakir3d.errors import MisuseError
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import InlinePerformer
from fakir3d.players import MediumPlayer


class ShotScene(enum.StrEnum):
    """What there is to take a picture of."""

    DEFAULT = "default"
    """A game on a block, some moves old."""
    LOOK = "look"
    """The block of 5 x 5 holes and 24 sticks that our pictures are measured by."""


def shot_command(
    out: Annotated[Path, typer.Argument(metavar="OUT.png", help="The picture's file, .png or .jpg.")],
    *,
    scene: Annotated[
        ShotScene, typer.Option(help="default: a game on a block; look: the scene our pictures are measured by.")
    ] = ShotScene.DEFAULT,
    tier: TierOption = None,
    peek: Annotated[bool, typer.Option("--peek", help="See the sticks through the wood.")] = False,
    size: Annotated[str, typer.Option(metavar="WxH", help="In pixels.")] = "1280x720",
    block: BlockOption = None,
    moves: Annotated[int, typer.Option(min=0, max=500, help="Of the scene default: how old the game is.")] = 16,
    seed: Annotated[int, typer.Option(help="Of the scene default: which game.")] = 3,
) -> None:
    """Take a picture of the table, without a display."""
    from fakir3d.render.picture import check_picture_name
    from fakir3d.render.quality import Tier
    from fakir3d.render.scenes import show_look
    from fakir3d.render.stage import Stage

    if scene is ShotScene.LOOK and block is not None:
        raise MisuseError(f"--scene look has a block of its own; leave --block {block} out, or --scene look")
    check_picture_name(out)
    pixels, chosen = parse_size(size), parse_tier(tier)
    session = None if scene is ShotScene.LOOK else _game(GameSetup(block or "lattice", seed=seed), moves)
    stage = Stage.open(pixels, offscreen=True, tier=chosen, supersample=1 if chosen is Tier.LOW else 2)
    try:
        if session is None:
            show_look(stage, peek=peek)
        else:
            stage.set_block(session.spec)
            stage.show(session.snapshot, session.state)
        stage.peek(1.0 if peek else 0.0)
        stage.screenshot(out)
    finally:
        stage.close()


def _game(setup: GameSetup, moves: int) -> Session:
    """Return a game between medium players after so many moves, or at its end."""
    session = new_session(setup, InlinePerformer("ideal"))
    player = MediumPlayer()
    while session.result is None and len(session.moves) < moves:
        session.play(player.choose(session.state, session.choice_seed))
    return session
