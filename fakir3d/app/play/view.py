"""What the table is shown with: the side of the Stage that a game needs, so that tests can look on instead."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from fakir3d.block.pick import Target
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Snapshot
from fakir3d.render.camera import Camera
from fakir3d.rules.state import State

__all__ = ["View"]


class View(Protocol):
    """What the table is shown with; render.Stage is one."""

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
