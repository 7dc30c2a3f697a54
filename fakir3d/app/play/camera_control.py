"""The camera's control: round the block, nearer, and through the wood. All screens share one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fakir3d.app.play.actions import Action
from fakir3d.app.play.picking import initial_camera
from fakir3d.app.play.ports import StagePort
from fakir3d.render.camera import Camera

_PEEK_S = 0.15  # how long the wood takes to become clear
_ORBITS = {
    Action.TURN_LEFT: (-0.04, 0.0),
    Action.TURN_RIGHT: (0.04, 0.0),
    Action.TURN_UP: (0.0, -0.04),
    Action.TURN_DOWN: (0.0, 0.04),
}


class CameraControl:
    """Moves the stage's camera and lets the wood become clear.

    Attributes:
        peek_locked: whether the wood stays clear.
        peek_held: whether it is clear while a key is held.
        stage: whose camera it is.
    """

    def __init__(self, stage: StagePort) -> None:
        self.peek_locked = self.peek_held = False
        self.stage = stage
        self._peek = 0.0
        self._home = stage.camera
        self._before: Camera | None = None  # while the graph is shown

    def begin_game(self) -> None:
        """Look at the block as a game begins; that is where Home comes back to."""
        self._home = self.stage.camera = initial_camera(self.stage.camera)

    def frame_above_graph(self) -> None:
        """Show the block smaller and higher up, so that the graph at the bottom covers none of it."""
        if self._before is None:
            self._before = self.stage.camera
            self.stage.camera = _raised(self._before)

    def restore_frame(self) -> None:
        """Show it again as before ``frame_above_graph``."""
        if self._before is not None:
            self.stage.camera, self._before = self._before, None

    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is the camera's."""
        if action in _ORBITS:
            self.orbit(*_ORBITS[action])
        elif action in {Action.NEARER, Action.FARTHER}:
            self.zoom(1 if action is Action.NEARER else -1)
        elif action is Action.VIEW:
            self.stage.camera = self._home if self._before is None else _raised(self._home)
        elif action is Action.KEEP_PEEK:
            self.peek_locked = not self.peek_locked
        elif action is Action.PEEK:
            self.peek_held = True
        else:
            return False
        return True

    def orbit(self, across: float, up: float) -> None:
        """Look round: a drag of that many window heights."""
        self.stage.camera = self.stage.camera.orbited(across, up)

    def zoom(self, clicks: float) -> None:
        """Come nearer (positive) or go back."""
        self.stage.camera = self.stage.camera.zoomed(clicks)

    def tick(self, seconds: float) -> bool:
        """Let the wood become clear or solid; return whether that can be seen."""
        wanted = 1.0 if self.peek_held or self.peek_locked else 0.0
        if self._peek == wanted:
            return False
        stride = seconds / _PEEK_S
        self._peek = min(self._peek + stride, wanted) if wanted else max(self._peek - stride, wanted)
        self.stage.peek(self._peek)
        return True


def _raised(camera: Camera) -> Camera:
    """Return a camera from which all appears a little smaller and higher up."""
    back = camera.zoomed(-2.0)
    _, high = back.half_field(1.0)
    x, y, z = (np.array(back.target_m) - 0.2 * high * back.distance_m * back.up).tolist()
    return replace(back, target_m=(x, y, z))
