"""What a game in the window asks of the stage, of the window, and of those who think for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from fakir3d.app.settings import Settings
from fakir3d.block.pick import Target
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Snapshot
from fakir3d.players.analysis_client import AnalysisClient
from fakir3d.players.engine_client import EngineClient
from fakir3d.render.camera import Camera
from fakir3d.rules.state import State


class StagePort(Protocol):
    """What a position is shown with: render.Stage, of which nothing here needs Panda3D."""

    camera: Camera

    @property
    def gliding(self) -> bool:
        """Return whether sticks are still being carried to where the last pose has them."""

    def set_block(self, spec: BlockSpec) -> None:
        """Put another block on the table."""

    def show(self, snapshot: Snapshot, state: State) -> None:
        """Show a position at rest."""

    def pose(self, snapshot: Snapshot) -> None:
        """Show a frame of a motion."""

    def mark_hover(self, target: Target | None) -> None:
        """Mark what the pointer is on."""

    def mark_legal(self, targets: Iterable[Target]) -> None:
        """Mark what may be chosen."""

    def mark_cursor(self, target: Target | None) -> None:
        """Mark what the keyboard is on."""

    def mark_hint(self, target: Target | None) -> None:
        """Mark what is advised."""

    def picture(self, snapshot: Snapshot, state: State, path: Path) -> None:
        """Save what a position looks like from here; what is shown stays as it is. Raises FakirError if that fails."""

    def peek(self, amount: float) -> None:
        """See the sticks through the wood."""


class WindowPort(Protocol):
    """What only the window can do: app.window.Window, which lies above everything that asks it."""

    def leave(self) -> None:
        """Close the window."""

    def full_screen(self) -> None:
        """Switch between window and full screen."""

    def keep(self, settings: Settings) -> None:
        """Remember settings."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The helper processes that think for the window.

    Attributes:
        engine: chooses the computer players' moves.
        analysis: returns a new client for hints or a review; whoever called for it closes it.
    """

    engine: EngineClient
    analysis: Callable[[], AnalysisClient]
