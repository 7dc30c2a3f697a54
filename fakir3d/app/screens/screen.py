"""What all screens share: the game, the review of it, a variation that is tried out."""

from __future__ import annotations

from abc import ABC, abstractmethod

from fakir3d.app.play.actions import Action
from fakir3d.app.play.camera_control import CameraControl
from fakir3d.app.play.picking import ScreenPoint, WindowSize
from fakir3d.app.play.texts import Tone
from fakir3d.app.screens.hud import Hud
from fakir3d.app.settings import Settings
from fakir3d.game.played_move import PlayedMove


class Screen(ABC):
    """Something that is looked at and handled.

    Attributes:
        settings: what is switched on.
        camera_control: shared by all screens.
    """

    def __init__(self, settings: Settings, camera_control: CameraControl) -> None:
        self.settings, self.camera_control = settings, camera_control
        self._message: tuple[str, Tone] | None = None

    @property
    @abstractmethod
    def title(self) -> str:
        """Return the window's title."""

    @property
    @abstractmethod
    def changes(self) -> int:
        """Return how often another position was shown."""

    @property
    @abstractmethod
    def played(self) -> PlayedMove | None:
        """Return the last move that was made, or the one looked at; None for none, and while sticks fall."""

    @abstractmethod
    def hud(self) -> Hud:
        """Return everything that the HUD says."""

    @abstractmethod
    def refresh(self) -> None:
        """Bring the stage up to date."""

    @abstractmethod
    def resume(self) -> None:
        """Be shown again, after another screen was."""

    @abstractmethod
    def suspend(self) -> None:
        """Stop everything that other processes do for this screen; another one will be shown."""

    @abstractmethod
    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something that can be seen has changed."""

    @abstractmethod
    def point_at(self, point: ScreenPoint | None, size: WindowSize, zoom: float, *, moved: bool = True) -> bool:
        """Take where the pointer is now; return whether it is on something else than before."""

    @abstractmethod
    def click(self) -> None:
        """Act on what the pointer is on."""

    @abstractmethod
    def deepen(self, by: int) -> None:
        """Choose what lies behind what the pointer is on."""

    @abstractmethod
    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is this screen's business."""

    @abstractmethod
    def _mark(self) -> None:
        """Mark places on the block, as they are seen from here."""

    def set_status(self, text: str, tone: Tone = Tone.PLAIN) -> None:
        """Show a text in the status line until the player turns to something else."""
        self._message = (text, tone)

    def orbit(self, across: float, up: float) -> None:
        """Look round: a drag of that many window heights."""
        self.camera_control.orbit(across, up)
        self._mark()

    def zoom(self, clicks: float) -> None:
        """Come nearer (positive) or go back."""
        self.camera_control.zoom(clicks)
        self._mark()

    def hold_peek(self, *, held: bool) -> None:
        """See through the wood while a key is held."""
        self.camera_control.peek_held = held
