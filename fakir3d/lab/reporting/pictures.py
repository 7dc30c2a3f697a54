"""Pictures of positions, by somebody who can paint: the lab knows no renderer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Snapshot


@dataclass(frozen=True, slots=True)
class PositionView:
    """What a picture is to show: a block seen through, its sticks, and the places in which two outcomes say they end.

    Attributes:
        spec: the block.
        snapshot: the sticks in the block, by pose.
        predicted: the places of what the rules predicted.
        observed: the places of what physics did.
    """

    spec: BlockSpec
    snapshot: Snapshot
    predicted: frozenset[Hole | Bore]
    observed: frozenset[Hole | Bore]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a file.

    Attributes:
        data: its bytes.
        mime: what they are, like ``image/jpeg``.
    """

    data: bytes
    mime: str


class PositionPainter(Protocol):
    """Paints views, one after the other."""

    def paint(self, view: PositionView) -> Picture:
        """Return a picture of a view.

        Raises:
            DisplayError: if this machine cannot paint.
        """
        ...

    def close(self) -> None:
        """Give back what painting needs; nothing can be painted afterwards."""
        ...
