"""Pictures as arrays, and saving them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from panda3d.core import Filename, PNMImage, Texture

from fakir3d.errors import MisuseError

__all__ = ["check_picture_name", "save_picture"]

_SUFFIXES = (".png", ".jpg", ".jpeg")


def check_picture_name(path: Path) -> None:
    """Make sure that a picture can be saved under this name, before it is drawn.

    Raises:
        MisuseError: if its suffix is none that we write, or its folder does not exist.
    """
    if path.suffix.lower() not in _SUFFIXES:
        raise MisuseError(f"{path} is no picture we can write; end its name in .png or .jpg")
    if path.is_dir() or not path.parent.is_dir():
        raise MisuseError(f"{path} cannot be written; name a file in a folder that exists")


def save_picture(pixels: npt.NDArray[np.uint8], path: Path) -> None:
    """Save a picture; the suffix says how.

    Args:
        pixels: (height, width, 3) uint8, sRGB, from the top row down.
        path: where to.

    Raises:
        MisuseError: if it cannot be written there.
    """
    check_picture_name(path)
    high, wide, _ = pixels.shape
    texture = Texture("picture")
    texture.setup2dTexture(wide, high, Texture.TUnsignedByte, Texture.FRgb8)
    texture.setRamImageAs(np.ascontiguousarray(pixels[::-1]).tobytes(), "RGB")
    image = PNMImage()
    texture.store(image)
    if not image.write(Filename.fromOsSpecific(str(path))):
        raise MisuseError(f"{path} cannot be written; name a .png or .jpg file in a folder where you may write")
