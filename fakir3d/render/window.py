"""Opening Panda3D's window or off-screen buffer."""

from __future__ import annotations

import os
import sys
from typing import Any

from panda3d.core import (
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsPipe,
    GraphicsPipeSelection,
    WindowProperties,
    load_prc_file_data,
)

from fakir3d.errors import DisplayError
from fakir3d.render.quality import QUALITIES, Tier, choose_tier

_SETTINGS = """
gl-version 3 2
textures-power-2 none
sync-video 1
sleep-precision 0.001
x-wm-class Fakir3D
x-wm-class-name fakir3d
audio-library-name null
notify-level-display fatal
notify-level-device fatal
notify-level-x11display fatal
notify-level-glxdisplay fatal
notify-level-egldisplay fatal
notify-level-ShowBase error
"""


def open_window(size: tuple[int, int], *, offscreen: bool, tier: Tier | None, title: str) -> tuple[Any, Tier]:
    """Return a ShowBase with its window open, and the tier it draws in.

    Raises:
        DisplayError: if there is no display or no OpenGL.
    """
    load_prc_file_data("fakir3d", _SETTINGS)
    pipe_name = "p3headlessgl" if offscreen and sys.platform.startswith("linux") else "pandagl"
    load_prc_file_data("fakir3d", f"load-display {pipe_name}\naux-display {pipe_name}")
    if offscreen:
        # Nobody swaps an off-screen picture: unless told to finish, a software driver piles up frames it has not drawn.
        load_prc_file_data("fakir3d", "window-type offscreen\ngl-finish 1")
    elif sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise DisplayError(_no_window())
    from direct.showbase.ShowBase import ShowBase

    base = ShowBase(windowType="none")
    try:
        _open(base, size, offscreen=offscreen, tier=tier, title=title)
    except BaseException:
        base.destroy()
        raise
    chosen = tier or choose_tier(base.win.getGsg().getDriverRenderer())
    return base, chosen


def _open(base: Any, size: tuple[int, int], *, offscreen: bool, tier: Tier | None, title: str) -> None:
    pipe = GraphicsPipeSelection.getGlobalPtr().makeDefaultPipe()
    if pipe is None or not pipe.isValid():
        raise DisplayError(_no_picture() if offscreen else _no_window())
    wanted = QUALITIES[tier or _probed(pipe)]
    buffers = FrameBufferProperties()
    buffers.setRgbaBits(8, 8, 8, 8)
    buffers.setDepthBits(24)
    # Off-screen EGL buffers say yes to multisamples and then do not average them: pictures are supersampled instead.
    buffers.setMultisamples(0 if offscreen else wanted.samples)
    buffers.setBackBuffers(0 if offscreen else 1)  # without one, a window shows its first picture for ever
    window = WindowProperties()
    window.setSize(*size)
    window.setTitle(title)
    base.pipe = pipe
    try:
        opened = base.openMainWindow(
            type="offscreen" if offscreen else "onscreen", props=window, fbprops=buffers, pipe=pipe
        )
    except Exception:  # noqa: BLE001 - Panda3D says no by a plain Exception without a reason
        opened = False
    if not opened or base.win is None or base.win.getGsg() is None:
        raise DisplayError(_no_picture() if offscreen else _no_window())
    base.disableMouse()  # its trackball would move our camera


def _probed(pipe: Any) -> Tier:
    """Return the tier for this driver: what a buffer of one pixel says of itself."""
    engine = GraphicsEngine.getGlobalPtr()
    buffer = engine.makeOutput(
        pipe, "probe", 0, FrameBufferProperties.getDefault(), WindowProperties.size(1, 1), GraphicsPipe.BFRefuseWindow
    )
    if buffer is None:
        return Tier.LOW
    engine.openWindows()
    state = buffer.getGsg()
    tier = choose_tier(state.getDriverRenderer()) if state is not None else Tier.LOW
    engine.removeWindow(buffer)
    return tier


def _no_window() -> str:
    return (
        "no window can be opened here (no display, or no OpenGL 3.3 on it); "
        "fakir3d text plays in a terminal, fakir3d film makes a film without a display"
    )


def _no_picture() -> str:
    return (
        "no OpenGL 3.3 off-screen picture can be made here; "
        "install Mesa (libegl1, libgl1-mesa-dri), or use fakir3d text"
    )
