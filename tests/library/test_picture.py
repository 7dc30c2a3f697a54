"""Pictures of games and blocks, as arrays and as files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fakir3d
from fakir3d.errors import MisuseError

SMALL = {"size": (160, 90), "tier": "low"}


def test_a_picture_shows_the_sticks() -> None:
    """A game with a stick in the block looks another way than the bare block, and again with the wood seen through."""
    game = fakir3d.Game(engine="ideal", moves="x2.1 b2")
    bare, played, through = (
        fakir3d.show("lattice", **SMALL),
        fakir3d.show(game, **SMALL),
        fakir3d.show(game, peek=True, **SMALL),
    )
    assert bare.shape == played.shape == (90, 160, 3)
    assert np.abs(bare.astype(int) - played).max() > 50
    assert np.abs(through.astype(int) - played).max() > 50


def test_a_picture_in_a_file(tmp_path: Path) -> None:
    """The path comes back; PNG keeps every pixel."""
    from PIL import Image

    path = fakir3d.show(fakir3d.Block.load("oneway"), str(tmp_path / "a.png"), **SMALL)
    assert path == tmp_path / "a.png"
    assert (np.asarray(Image.open(path).convert("RGB")) == fakir3d.show("oneway", **SMALL)).all()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"path": "a.gif"}, "a.gif is no picture we can write"),
        ({"path": "nowhere/a.png"}, "nowhere/a.png cannot be written"),
        ({"size": (5, 90)}, "size must be width and height of 16 to 8192 pixels"),
        ({"tier": "ultra"}, "invalid tier 'ultra'; it must be one of low, high"),
    ],
)
def test_what_cannot_be_drawn(asked: dict[str, object], told: str) -> None:
    """Is told before anything is."""
    with pytest.raises(MisuseError, match=told):
        fakir3d.show("lattice", **{"size": (160, 90), "tier": "low", **asked})
