"""Pictures as arrays: taken, averaged, saved."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from panda3d.core import (
    FrameBufferProperties,
    GraphicsOutput,
    GraphicsPipe,
    PNMImage,
    StringStream,
    Texture,
    WindowProperties,
)

from fakir3d.errors import DisplayError, MisuseError
from fakir3d.files import replace_file

_SUFFIXES = (".png", ".jpg", ".jpeg")


def check_picture_name(path: Path) -> None:
    """Make sure that a picture can be saved under this name, before it is drawn.

    Raises:
        MisuseError: if its suffix is none that we write, or its folder does not exist.
    """
    check_output(path, _SUFFIXES, "no picture we can write; end its name in .png or .jpg")


def check_output(path: Path, suffixes: Collection[str], otherwise: str) -> None:
    """Make sure that a file can be written under this name.

    Args:
        path: the file.
        suffixes: those that we write.
        otherwise: what a file with another suffix is.

    Raises:
        MisuseError: if its suffix is another one, or its folder does not exist.
    """
    if path.suffix.lower() not in suffixes:
        raise MisuseError(f"{path} is {otherwise}")
    if path.is_dir() or not path.parent.is_dir():
        raise MisuseError(f"{path} cannot be written; name a file in a folder that exists")


def pixels_of(texture: Any, factor: int) -> npt.NDArray[np.uint8]:
    """Return what a texture holds: (height, width, 3) uint8, sRGB, from the top row down.

    Args:
        texture: with its picture in memory.
        factor: how many pixels each way are averaged for one.
    """
    wide, high = texture.getXSize(), texture.getYSize()
    rows = np.frombuffer(bytes(texture.getRamImageAs("RGB")), dtype=np.uint8).reshape(high, wide, 3)[::-1]
    if factor == 1:
        return rows.copy()
    blocks = rows.reshape(high // factor, factor, wide // factor, factor, 3)
    mean: npt.NDArray[np.uint8] = (blocks.mean(axis=(1, 3)) + 0.5).astype(np.uint8)
    return mean


def photograph(base: Any, factor: int) -> npt.NDArray[np.uint8]:
    """Return what the camera sees now, as large as the window, drawn beside it: nothing of the HUD, nothing flickers.

    Args:
        base: the ShowBase.
        factor: how many pixels each way are averaged for one.

    Raises:
        DisplayError: if the driver gives no picture.
    """
    engine, window = base.graphicsEngine, base.win
    buffers = FrameBufferProperties()
    buffers.setRgbaBits(8, 8, 8, 8)
    buffers.setDepthBits(24)
    size = WindowProperties.size(window.getXSize() * factor, window.getYSize() * factor)
    buffer = engine.makeOutput(
        base.pipe, "photo", 0, buffers, size, GraphicsPipe.BFRefuseWindow, window.getGsg(), window
    )
    if buffer is None:
        raise DisplayError("this OpenGL driver gives no picture beside the window's")
    picture, active = Texture("photo"), window.isActive()
    try:
        buffer.addRenderTexture(picture, GraphicsOutput.RTMCopyRam, GraphicsOutput.RTPColor)
        buffer.setClearColor(window.getClearColor())
        buffer.makeDisplayRegion().setCamera(base.cam)
        window.setActive(False)
        engine.renderFrame()
    finally:
        window.setActive(active)
        engine.removeWindow(buffer)
    if not picture.hasRamImage():
        raise DisplayError("this OpenGL driver gives no picture back")
    return pixels_of(picture, factor)


def save_picture(pixels: npt.NDArray[np.uint8], path: Path) -> None:
    """Save a picture; the suffix says how.

    Args:
        pixels: (height, width, 3) uint8, sRGB, from the top row down.
        path: where to.

    Raises:
        MisuseError: if it cannot be written there.
    """
    check_picture_name(path)
    try:
        replace_file(path, encoded(pixels, path.suffix))
    except OSError as error:
        problem = f"{path} cannot be written ({error.strerror})"
        raise MisuseError(f"{problem}; name a .png or .jpg file in a folder where you may write") from None


def encoded(pixels: npt.NDArray[np.uint8], suffix: str) -> bytes:
    """Return the bytes of a picture's file.

    They are made in memory: where a file cannot be written, the JPEG library ends the whole program.

    Args:
        pixels: (height, width, 3) uint8, sRGB, from the top row down.
        suffix: the kind of file, like ``.png`` or ``.jpg``.
    """
    high, wide, _ = pixels.shape
    texture = Texture("picture")
    texture.setup2dTexture(wide, high, Texture.TUnsignedByte, Texture.FRgb8)
    texture.setRamImageAs(np.ascontiguousarray(pixels[::-1]).tobytes(), "RGB")
    image = PNMImage()
    texture.store(image)
    stream = StringStream()
    if not image.write(stream, f"picture{suffix}"):
        raise DisplayError(f"Panda3D cannot write {suffix} pictures on this machine")
    return bytes(stream.data)
