"""What the desk asks of the window it is in."""

from __future__ import annotations

from typing import Protocol

from fakir3d.app.settings import Settings

__all__ = ["Host"]


class Host(Protocol):
    """What only the window can do."""

    def leave(self) -> None:
        """Close the window."""

    def full_screen(self) -> None:
        """Switch between window and full screen."""

    def keep(self, settings: Settings) -> None:
        """Remember settings."""
