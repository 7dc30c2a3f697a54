"""What the hand does in one act: drawn from a seed, or fixed by a gesture, and stored with the move."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d.rules.moves import Move

__all__ = ["Gesture", "Script"]


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a player decided himself about the hand; None leaves it to the lots.

    Attributes:
        side: the mouth of the bore that was clicked, -1 (low x or y) or +1.
    """

    side: int | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """The hand's part in an act.

    Attributes:
        move: what is done.
        stick: the stick the hand moves: pushed in, planted, pulled, discarded, or put back by an exchange. A
            discard from the hand moves nothing in the block.
        side: at which mouth the hand is, -1 (low x or y) or +1 (high): a pierce enters there, a pull or a discard
            leaves there. Holes have one mouth; their side is +1.
        offset_m: how far off the hole's axis a stick is let go, x and y [m], at most 0.3 mm.
        speed_m_s: how fast the hand moves [m/s].
    """

    move: Move
    stick: str
    side: int
    offset_m: tuple[float, float]
    speed_m_s: float
