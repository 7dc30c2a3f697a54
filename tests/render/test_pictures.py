"""What the table looks like: against kept pictures, and by the colours that must be where they must be.

FAKIR3D_NEW_PICTURES=1 keeps what is drawn now; look at it before it goes in.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from fakir3d.block.names import Bore, Hole
from fakir3d.block.pick import Target
from fakir3d.motion import Snapshot
from fakir3d.render.quality import Tier
from fakir3d.render.scenes import LOOK_CAMERA, look_aside, look_block, look_inside, show_look
from fakir3d.render.stage import Stage
from fakir3d.rules.sticks import Mode

from .conftest import Opened
from .test_stage import session

KEPT = Path(__file__).parents[1] / "golden" / "pictures"
TILE = 16


def look(stage: Stage) -> None:
    show_look(stage, peek=False)


def peek(stage: Stage) -> None:
    show_look(stage, peek=True)
    stage.peek(1.0)


def game(stage: Stage) -> None:
    played = session(16)
    stage.set_block(played.spec)
    stage.show(played.snapshot, played.state)


def teams(stage: Stage) -> None:
    played = session(30, "staggered", Mode.TEAMS)
    stage.set_block(played.spec)
    stage.show(played.snapshot, played.state)
    stage.mark_legal([Target(hole, 1, 0.0, None) for hole in played.spec.holes])
    stage.mark_cursor(Target(Bore.parse("ya.2"), -1, 0.0, None))


def kept(scene: str) -> np.ndarray:
    """Return a kept picture: (height, width, 3) uint8."""
    return np.asarray(Image.open(KEPT / f"{scene}.png"))


def worst_tile(one: np.ndarray, other: np.ndarray) -> float:
    """Return how far two pictures are off on average in the tile of 16 x 16 pixels where they differ most."""
    off = np.abs(one.astype(float) - other).mean(axis=2)
    off = np.pad(off, [(0, -size % TILE) for size in off.shape])
    return float(off.reshape(off.shape[0] // TILE, TILE, -1, TILE).mean(axis=(1, 3)).max())


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether two pictures show the same: a tile in which one stick ends or begins is at least 13 of 255 off."""
    return bool(np.abs(one.astype(float) - other).mean() < 2.0 and worst_tile(one, other) < 6.0)


@pytest.mark.parametrize("scene", [look, peek, game, teams])
def test_as_kept(stage: Stage, scene: object) -> None:
    """In the low tier the scenes look as they did: 2 of 255 off at most on average, 6 in the worst tile."""
    scene(stage)
    drawn = stage.pixels()
    if os.environ.get("FAKIR3D_NEW_PICTURES"):
        Image.fromarray(drawn).save(KEPT / f"{scene.__name__}.png", optimize=True)
    assert alike(kept(scene.__name__), drawn)


def test_a_missing_stick_is_seen(stage: Stage) -> None:
    """Whichever stick is left out, in the block or beside it, the picture is another one."""
    look(stage)
    for name in (*look_inside().names, *look_aside()):
        beside = {stick: pose for stick, pose in look_aside().items() if stick != name}
        stage.lay(look_inside().without([name]), beside)
        assert not alike(kept("look"), stage.pixels()), name


def test_a_wrong_colour_is_seen(stage: Stage) -> None:
    """Whichever stick in the block has another colour, the picture is another one."""
    peek(stage)
    for name, pose in look_inside().as_dict().items():
        other = "g9" if name.startswith("r") else "r9"
        stage.lay(Snapshot.of({**look_inside().without([name]).as_dict(), other: pose}), look_aside())
        assert not alike(kept("peek"), stage.pixels()), name


def colour(stage: Stage, pixels: np.ndarray, point_m: tuple[float, float, float], size: int = 1) -> np.ndarray:
    """Return the mean colour round where a point appears: (3,) 0 to 255."""
    x, y, _ = stage.camera.project(np.array([point_m]), stage.aspect)[0]
    high, wide, _ = pixels.shape
    column, row = int((x + 1) / 2 * wide), int((1 - y) / 2 * high)
    return pixels[row - size : row + size + 1, column - size : column + size + 1].reshape(-1, 3).mean(axis=0)


@pytest.mark.parametrize("tier", list(Tier))
def test_colours(open_stage: Opened, tier: Tier) -> None:
    """Wood is pale and warm, the table dark, sticks have their colours, shadow is darker, bores are dark inside."""
    stage = open_stage(tier=tier)
    show_look(stage, peek=False)
    pixels = stage.pixels().astype(float)
    wood = colour(stage, pixels, (0.009, -0.051, 0.099))
    table = colour(stage, pixels, (-0.16, -0.11, 0.0), 4)
    assert wood.mean() > 2 * table.mean()
    assert wood[0] > wood[1] > wood[2]
    red = colour(stage, pixels, (-0.036, -0.018, 0.135))
    green = colour(stage, pixels, (0.018, -0.036, 0.15))
    blue = colour(stage, pixels, (0.09, 0.0966, 0.006))
    yellow = colour(stage, pixels, (0.018, 0.018, 0.15))
    assert red[0] > 2 * max(red[1], red[2])
    assert green[1] > 1.5 * max(green[0], green[2])
    assert blue[2] > 1.5 * max(blue[0], blue[1])
    assert min(yellow[0], yellow[1]) > 2 * yellow[2]
    lit, shade = (colour(stage, pixels, point, 3).mean() for point in ((-0.13, -0.07, 0.0), (0.09, 0.03, 0.0)))
    assert shade < 0.6 * lit
    bore = colour(stage, pixels, (-0.018, -0.0505, 0.0935), 0).mean()
    assert bore < 0.8 * wood.mean()


def test_hover_is_cyan(stage: Stage) -> None:
    """The ring round the hole under the pointer is cyan; without it the wood is there."""
    stage.set_block(look_block())
    stage.lay(look_inside(), look_aside())
    stage.camera = LOOK_CAMERA
    point = (-0.018 - 0.0044 * 1.22, -0.018, 0.107)
    plain = colour(stage, stage.pixels(), point, 0)
    stage.mark_hover(Target(Hole.parse("b2"), 1, 0.0, None))
    marked = colour(stage, stage.pixels(), point, 0)
    assert plain[0] > plain[2]
    assert marked[2] > 1.3 * marked[0]


def test_peek_shows_what_is_inside(stage: Stage) -> None:
    """Looking through the wood shows a stick's colour where there was wood, and not looking hides it again."""
    stage.set_block(look_block())
    stage.lay(look_inside(), look_aside())
    stage.camera = LOOK_CAMERA
    point = (0.018, -0.036, 0.068)
    wood = colour(stage, stage.pixels(), point)
    stage.peek(1.0)
    seen = colour(stage, stage.pixels(), point)
    assert seen[1] - seen[0] > wood[1] - wood[0] + 30
    stage.peek(0.0)
    assert (colour(stage, stage.pixels(), point) == wood).all()


def test_sun_goes_round_nothing(stage: Stage) -> None:
    """The same scene from the same place gives the same picture, bit for bit, after anything in between."""
    show_look(stage, peek=False)
    first = stage.pixels()
    home = stage.camera
    stage.camera = replace(home, azimuth_deg=home.azimuth_deg + 70)
    stage.peek(0.7)
    assert (stage.pixels() != first).any()
    stage.camera = home
    stage.peek(0.0)
    assert (stage.pixels() == first).all()
