"""What an act starts from: the block's solids and every stick in it, at its exact pose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fakir3d.block.names import Bore, Hole
from fakir3d.block.solids import Box
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Snapshot

__all__ = ["Scene"]


@dataclass(frozen=True, slots=True)
class Scene:
    """A block with sticks in it, at rest.

    Attributes:
        spec: the block's millimetres.
        solids: its wood as boxes (one may have been left out on purpose by a sabotage).
        before: the poses of the sticks in the block, standing and pierced.
        standing: in which hole each standing stick is, by the stick's text.
        pierced: in which bore each pierced stick is, by the stick's text.
    """

    spec: BlockSpec
    solids: tuple[Box, ...]
    before: Snapshot
    standing: Mapping[str, Hole]
    pierced: Mapping[str, Bore]
