"""A picture of a game or a block as it stands on the table, drawn without a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, overload

from fakir3d.errors import MisuseError
from fakir3d.game.setup import member_of
from fakir3d.library.block import Block, block_of
from fakir3d.library.game import Game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@overload
def show(
    what: Game | Block | str | Path,
    path: None = None,
    *,
    size: tuple[int, int] = ...,
    peek: bool = ...,
    tier: str | None = ...,
) -> npt.NDArray[np.uint8]: ...


@overload
def show(
    what: Game | Block | str | Path,
    path: str | Path,
    *,
    size: tuple[int, int] = ...,
    peek: bool = ...,
    tier: str | None = ...,
) -> Path: ...


def show(
    what: Game | Block | str | Path,
    path: str | Path | None = None,
    *,
    size: tuple[int, int] = (1280, 720),
    peek: bool = False,
    tier: str | None = None,
) -> npt.NDArray[np.uint8] | Path:
    """Draw a game, or a block without sticks, as the window shows it; no window opens.

    Args:
        what: a game, a block, or a block's name or file.
        path: where to save the picture, .png or .jpg; None to have it as an array.
        size: width and height [px].
        peek: whether to see the sticks through the wood.
        tier: how finely to draw: ``low`` or ``high``; None lets the driver decide.

    Returns:
        The path, or (height, width, 3) uint8, sRGB, from the top row down.

    Raises:
        MisuseError: if the file cannot be written there, or a size or tier does not exist.
        DisplayError: if this machine has no OpenGL; the message says what works without.

    >>> import fakir3d
    >>> fakir3d.show(fakir3d.Game(engine="ideal", moves="x2.1 b2"), size=(160, 90), tier="low").shape
    (90, 160, 3)
    """
    from fakir3d.render.picture import check_picture_name, save_picture

    if path is None:
        return _drawn(what, size, peek=peek, tier=tier)
    where = Path(path)
    check_picture_name(where)
    save_picture(_drawn(what, size, peek=peek, tier=tier), where)
    return where


def _drawn(
    what: Game | Block | str | Path, size: tuple[int, int], *, peek: bool, tier: str | None
) -> npt.NDArray[np.uint8]:
    from fakir3d.render.quality import Tier
    from fakir3d.render.stage import Stage

    if not all(isinstance(side, int) and 16 <= side <= 8192 for side in size):
        raise MisuseError(f"size must be width and height of 16 to 8192 pixels each, not {size!r:.40}")
    chosen = None if tier is None else member_of(Tier, tier, "tier")
    block = what.block if isinstance(what, Game) else block_of(what)
    stage = Stage.open(size, offscreen=True, tier=chosen, supersample=1 if chosen is Tier.LOW else 2)
    try:
        stage.set_block(block.fit())
        if isinstance(what, Game):
            stage.show(what.snapshot, what.state)
        stage.peek(1.0 if peek else 0.0)
        return stage.pixels()
    finally:
        stage.close()
