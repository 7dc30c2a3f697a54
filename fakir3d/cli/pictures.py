"""What the commands that make pictures share: sizes and tiers."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from fakir3d.errors import MisuseError
from fakir3d.render.quality import Tier

__all__ = ["FilmSizeWord", "FpsWord", "parse_size", "parse_tier"]

MIN_PX, MAX_PX = 16, 8192

FilmSizeWord = Annotated[str, typer.Option("--size", metavar="WxH", help="Of the film, in pixels; both even.")]
FpsWord = Annotated[float, typer.Option("--fps", min=1.0, max=240.0, help="Pictures a second of the film.")]


def parse_size(word: str) -> tuple[int, int]:
    """Return the size that a word like ``1280x720`` means [px].

    Raises:
        MisuseError: if it means none, or one that no picture has.

    >>> parse_size("800x600")
    (800, 600)
    """
    found = re.fullmatch(r"(\d{1,6})x(\d{1,6})", word)
    if not found:
        raise MisuseError(f"size cannot be {word!r}; it is width x height in pixels, like 1280x720")
    wide, high = int(found[1]), int(found[2])
    if not (MIN_PX <= wide <= MAX_PX and MIN_PX <= high <= MAX_PX):
        raise MisuseError(f"size cannot be {word}; each side is {MIN_PX} to {MAX_PX} pixels")
    return wide, high


def parse_tier(word: str | None) -> Tier | None:
    """Return the tier that a word names; None for none.

    Raises:
        MisuseError: if it names no tier.
    """
    if word is None:
        return None
    try:
        return Tier(word)
    except ValueError:
        raise MisuseError(f"tier cannot be {word!r}; it is one of {', '.join(Tier)}") from None
