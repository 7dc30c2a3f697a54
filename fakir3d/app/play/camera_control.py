"""How one looks at the table: round it, nearer, and through the wood. Shared by all that is shown there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fakir3d.app.play.actions import Action
from fakir3d.app.play.picking import first_view
from fakir3d.app.play.view import View
from fakir3d.render.camera import Camera

__all__ = ["CameraControl"]

_PEEK_S = 0.15  # how long the wood takes to become clear
_TURNS = {
    Action.TURN_LEFT: (-0.04, 0.0),
    Action.TURN_RIGHT: (0.04, 0.0),
    Action.TURN_UP: (0.0, -0.04),
    Action.TURN_DOWN: (0.0, 0.04),
}


class CameraControl:
    """Who looks at the table.

    Attributes:
        kept: whether the wood stays clear.
        held: whether it is clear while a key is held.
        view: what is looked at.
    """

    def __init__(self, view: View) -> None:
        self.kept = self.held = False
        self.view = view
        self._peek = 0.0
        self._home = view.camera
        self._near: Camera | None = None

    def sit_down(self) -> None:
        """Look at the block as a game begins; that is where Home comes back to."""
        self._home = self.view.camera = first_view(self.view.camera)

    def step_back(self) -> None:
        """See the table smaller and higher up, for what lies over its lower part."""
        if self._near is None:
            self._near = self.view.camera
            self.view.camera = _raised(self._near)

    def step_up(self) -> None:
        """See it again as before stepping back."""
        if self._near is not None:
            self.view.camera, self._near = self._near, None

    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is about looking."""
        if action in _TURNS:
            self.orbit(*_TURNS[action])
        elif action in {Action.NEARER, Action.FARTHER}:
            self.zoom(1 if action is Action.NEARER else -1)
        elif action is Action.VIEW:
            self.view.camera = self._home if self._near is None else _raised(self._home)
        elif action is Action.KEEP_PEEK:
            self.kept = not self.kept
        elif action is Action.PEEK:
            self.held = True
        else:
            return False
        return True

    def orbit(self, across: float, up: float) -> None:
        """Look round: a drag of that many window heights."""
        self.view.camera = self.view.camera.orbited(across, up)

    def zoom(self, clicks: float) -> None:
        """Come nearer (positive) or go back."""
        self.view.camera = self.view.camera.zoomed(clicks)

    def tick(self, seconds: float) -> bool:
        """Let the wood become clear or solid; return whether that can be seen."""
        wanted = 1.0 if self.held or self.kept else 0.0
        if self._peek == wanted:
            return False
        stride = seconds / _PEEK_S
        self._peek = min(self._peek + stride, wanted) if wanted else max(self._peek - stride, wanted)
        self.view.peek(self._peek)
        return True


def _raised(camera: Camera) -> Camera:
    """Return a camera from which all appears a little smaller and higher up."""
    back = camera.zoomed(-2.0)
    _, high = back.half_field(1.0)
    x, y, z = (np.array(back.target_m) - 0.2 * high * back.distance_m * back.up).tolist()
    return replace(back, target_m=(x, y, z))
