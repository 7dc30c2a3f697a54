"""What can lie before the eyes: the game at the table, the look back at it, a variation that is tried out."""

from __future__ import annotations

from typing import Protocol

from fakir3d.app.play.actions import Action
from fakir3d.app.play.picking import Point, Size
from fakir3d.app.screens.hud import Hud, Tone
from fakir3d.app.settings import Settings
from fakir3d.game.played_move import PlayedMove

__all__ = ["Screen"]


class Screen(Protocol):
    """Something that is looked at and handled; app.table.Table is one."""

    settings: Settings

    @property
    def title(self) -> str:
        """Return the window's title."""

    @property
    def changes(self) -> int:
        """Return how often another position was shown."""

    @property
    def played(self) -> PlayedMove | None:
        """Return the last move that was made, or the one looked at; None for none, and while sticks fall."""

    def hud(self) -> Hud:
        """Return everything that is to be said."""

    def say(self, words: str, tone: Tone = Tone.PLAIN) -> None:
        """Say something in the status line until something else is to be said."""

    def refresh(self) -> None:
        """Bring the view up to date."""

    def come_back(self) -> None:
        """Be shown again, after something else was."""

    def leave(self) -> None:
        """Stop everything that goes on elsewhere for this scene; something else will be shown."""

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something that can be seen has changed."""

    def point_at(self, point: Point | None, size: Size, zoom: float, *, moved: bool = True) -> bool:
        """Take where the pointer is now; return whether it is on something else than before."""

    def click(self) -> None:
        """Act on what the pointer is on."""

    def deepen(self, by: int) -> None:
        """Choose what lies behind what the pointer is on."""

    def orbit(self, across: float, up: float) -> None:
        """Look round: a drag of that many window heights."""

    def zoom(self, clicks: float) -> None:
        """Come nearer (positive) or go back."""

    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is this scene's business."""

    def hold_peek(self, *, held: bool) -> None:
        """See through the wood while a key is held."""
