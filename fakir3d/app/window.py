"""The window: its loop from input to picture, which sleeps while nothing happens."""

from __future__ import annotations

import logging
import signal
import time
from typing import Any

from panda3d.core import GraphicsWindow, WindowProperties

from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.error_log import log_error
from fakir3d.app.gui.drag import Press
from fakir3d.app.gui.drawing import DrawCommand
from fakir3d.app.gui.fonts import FontMetrics
from fakir3d.app.gui.inputs import (
    Closed,
    Down,
    FocusLost,
    InputEvent,
    Inputs,
    KeyUp,
    Pressed,
    Typed,
    Up,
    Wheel,
    WindowChanged,
)
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.painter import SurfacePainter
from fakir3d.app.gui.style import Style
from fakir3d.app.play.actions import Action, action_of
from fakir3d.app.play.ports import Ports
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.screens.hud import Hud, draw_hud
from fakir3d.app.screens.surface import Surface
from fakir3d.app.settings import Settings, save_settings, settings_path
from fakir3d.render.stage import Stage

_BUSY_S, _IDLE_S = 1 / 60, 1 / 20
_AWAKE_S = 0.7  # how long the loop stays quick after the last input
_KEEP_S = 5.0  # without a compositor, what lay under another window is lost; nobody tells us
_GLIDE_S = 0.35  # how long a stick takes from a hand to the block, at 1x
_LOG = logging.getLogger("fakir3d.app")


class Window:
    """One window with its shell.

    Args:
        stage: the open window.
        sessions: begins and loads games.
        ports: think for the computer players, and about hints.
        settings: what was remembered.
        headless: nobody is looking: an error ends the program instead of being shown.

    Attributes:
        shell: dialogs and screens.
        exit_code: of the program.
    """

    def __init__(
        self, stage: Stage, sessions: SessionFactory, ports: Ports, settings: Settings, *, headless: bool = False
    ) -> None:
        self._stage, self._headless = stage, headless
        self._base: Any = stage.base
        self._base.disableMouse()
        self._inputs = Inputs(self._base)
        self._painter = SurfacePainter(self._base.pixel2d)
        self._metrics = FontMetrics()
        self.shell = Shell(stage, self, sessions, ports, settings)
        stage.glide_s = _GLIDE_S / settings.speed.factor
        self._surface = Surface((), ())
        self._surface_of: tuple[Hud | None, int, int, float, str | None] | None = None
        self._press: Press | None = None
        self._pointer: tuple[float, float] | None = None
        self._seen_changes = (0, 0)
        self._title = ""
        self._windowed = self._size
        self._leaving = False
        self._stale = True
        self._awake_until = self._drawn_at = 0.0
        self._errors = 0.0
        self.exit_code = 0

    # What the shell asks of the window.

    def leave(self) -> None:
        """Close the window after this frame."""
        self._leaving = True

    def full_screen(self) -> None:
        """Switch between window and full screen."""
        if not self._is_window:
            return
        now = self._base.win.getProperties()
        wanted = WindowProperties()
        wanted.setFullscreen(not now.getFullscreen())
        if now.getFullscreen():
            wanted.setSize(*self._windowed)
        else:
            self._windowed = self._size
            wanted.setSize(self._base.pipe.getDisplayWidth(), self._base.pipe.getDisplayHeight())
        self._base.win.requestProperties(wanted)

    def keep(self, settings: Settings) -> None:
        """Remember settings."""
        save_settings(settings, settings_path())
        self._stage.glide_s = _GLIDE_S / settings.speed.factor
        self._stale = True

    # The loop.

    def run(self) -> int:
        """Play until the user leaves; return the exit code."""
        before = self._listen_to_signals()
        last = time.perf_counter()
        try:
            while not self._leaving:
                begun = time.perf_counter()
                self._guarded(begun - last)
                last = begun
                lively = self._stale or begun < self._awake_until
                rest = (_BUSY_S if lively else _IDLE_S) - (time.perf_counter() - begun)
                if rest > 0 and not self._leaving:
                    time.sleep(rest)
        except KeyboardInterrupt:
            self.exit_code = 130
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            self.shut()
        return self.exit_code

    def shut(self) -> None:
        """Give everything back: game, processes, window."""
        self.shell.leave()
        self._inputs.ignoreAll()
        self._painter.close()
        self._stage.close()

    def _listen_to_signals(self) -> dict[int, Any]:
        """Leave in good order when asked to from outside; return the handlers that were there before."""
        return {signal.SIGTERM: signal.signal(signal.SIGTERM, lambda *_: self.leave())}

    def _guarded(self, seconds: float) -> None:
        """Run one frame; an error is logged and shown, the game is kept, and it is not repeated endlessly."""
        try:
            self.frame(seconds)
        except Exception as error:  # noqa: BLE001 - the one place where nothing may be lost silently
            self._failed(error)
        else:
            self._errors = max(self._errors - 0.002, 0)

    def _failed(self, error: Exception) -> None:
        self._errors += 1
        where = log_error()
        _LOG.error("error in the window; written to %s", where, exc_info=error)
        if self._headless or self._errors >= 3:
            self.exit_code = 1
            self.leave()
            return
        self._press = None
        self.shell.show_error(f"{type(error).__name__}: {error} (the details are in {where})")
        self._stale = True

    def frame(self, seconds: float) -> None:
        """Take what has happened, let time pass, and draw if anything changed."""
        self._keep_alive()
        self._stage.step()
        if self._base.win is None or (self._is_window and self._base.win.isClosed()):
            self.leave()
            return
        events = self._inputs.take()
        for event in events:
            self._take(event)
        moved = self._follow_pointer(again=self._shown_changes())
        if events or moved:
            self._awake_until = time.perf_counter() + _AWAKE_S
        changed = self.shell.tick(seconds)
        if changed or self._stage.gliding:
            self._awake_until = time.perf_counter() + _AWAKE_S
        if events or moved or changed or self._stale:
            self._stale = False
            self._redraw()

    def _keep_alive(self) -> None:
        """Draw now and then while another window may have covered ours."""
        now = time.perf_counter()
        if now - self._drawn_at > _KEEP_S:
            self._drawn_at = now
            shown = self._base.win.getProperties() if self._is_window else None
            if shown is not None and not (shown.getForeground() or shown.getMinimized()):
                self._stage.dirty()

    @property
    def _is_window(self) -> bool:
        return isinstance(self._base.win, GraphicsWindow)

    @property
    def _size(self) -> tuple[int, int]:
        return self._base.win.getXSize(), self._base.win.getYSize()

    @property
    def _look(self) -> Style:
        return Style(self._metrics, self._zoom)

    @property
    def _zoom(self) -> float:
        return float(self._base.pipe.getDisplayZoom() or 1.0) * self.shell.settings.scale

    def _redraw(self) -> None:
        """Bring what lies over the table, and the window's title, up to date."""
        width, height = self._size
        style, screen, dialog = Style(self._metrics, self._zoom), self.shell.screen, self.shell.dialog
        pointer = self._pointer if dialog is None else None
        hovered = self._surface.action_at(*pointer) if pointer else None
        wanted = (screen.hud() if screen else None, width, height, style.zoom, hovered)
        if wanted != self._surface_of:  # frames of a fall change nothing of it
            # Panda3D keeps this by itself for windows, not for off-screen pictures.
            self._base.pixel2d.setScale(2 / max(width, 1), 1, 2 / max(height, 1))
            self._surface_of = wanted
            self._surface = draw_hud(style, wanted[0], width, height, pointer) if wanted[0] else Surface((), ())
        commands: list[DrawCommand] = list(self._surface.commands)
        if dialog is not None:
            commands += dialog.commands(style, width, height, self._pointer)
        if self._painter.paint(commands):
            self._stage.dirty()
        self._retitle(screen.title if screen else "fakir3d")

    def _retitle(self, title: str) -> None:
        if title != self._title and self._is_window:
            self._title = title
            wanted = WindowProperties()
            wanted.setTitle(title)
            self._base.win.requestProperties(wanted)

    # Input.

    def _take(self, event: InputEvent) -> None:
        match event:
            case Pressed(key):
                self._key(key)
            case Typed(character):
                self._typed(character)
            case KeyUp(name):
                if name == "space" and self.shell.screen is not None:
                    self.shell.screen.hold_peek(held=False)
            case Down(button):
                self._follow_pointer()
                self._down(button)
            case Up(button):
                self._up(button)
            case Wheel(step, alt):
                self._wheel(step, deeper=alt)
            case WindowChanged():
                self._stage.dirty()
                self._stale = True
            case FocusLost():
                self._press = None
                if self.shell.screen is not None:
                    self.shell.screen.hold_peek(held=False)
            case Closed():
                self.leave()

    def _key(self, key: Key) -> None:
        action, dialog = action_of(key), self.shell.dialog
        if dialog is None:
            if action is not None:
                self.shell.do(action)
        elif key.name == "f11":
            self.full_screen()
        else:
            dialog.key(key)

    def _typed(self, character: str) -> None:
        if self.shell.dialog is not None:
            self.shell.dialog.typed(character)
        elif character == "?":
            self.shell.do(Action.HELP)

    def _shown_changes(self) -> bool:
        """Return whether another position is shown than in the last frame: what lies under the pointer may differ."""
        screen = self.shell.screen
        now = (id(screen), screen.changes if screen else 0)
        changed, self._seen_changes = now != self._seen_changes, now
        return changed

    def _follow_pointer(self, *, again: bool = False) -> bool:
        """Take where the pointer is; return whether it has moved (or ``again``: look even if it has not)."""
        point = self._inputs.pointer()
        moved = point != self._pointer
        if not (moved or again):
            return False
        self._pointer = point
        screen = self.shell.screen
        if screen is None or self.shell.dialog is not None:
            return True
        if self._press is not None:
            self._press, (across, up) = self._press.moved(point, self._zoom)
            if across or up:
                height = max(self._size[1], 1)
                screen.orbit(across / height, -up / height)
        else:
            over = point is not None and self._surface.action_at(*point) is None
            screen.point_at(point if over else None, self._size, self._zoom, moved=moved)
        return True

    def _down(self, button: int) -> None:
        point = self._pointer
        if point is None:
            return
        if self.shell.dialog is not None:
            if button == 1:
                self.shell.dialog.press(*point)
            return
        action = self._surface.action_at(*point)
        if action:
            if button == 1:
                self.shell.press(action)
        elif action is None:
            self._press = Press(point, point, dragging=button != 1)

    def _up(self, button: int) -> None:
        press, self._press = self._press, None
        screen = self.shell.screen
        if press is None or press.dragging or button != 1 or screen is None or self.shell.dialog is not None:
            return
        screen.point_at(press.start, self._size, self._zoom)
        screen.click()

    def _wheel(self, step: int, *, deeper: bool) -> None:
        dialog, screen = self.shell.dialog, self.shell.screen
        if dialog is not None:
            if self._pointer is not None:
                dialog.wheel(*self._pointer, -step)
        elif screen is not None:
            if deeper:
                screen.deepen(-step)
            else:
                screen.zoom(step)
