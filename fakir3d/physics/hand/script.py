"""The hand's part in one act: drawn from a seed, or fixed by a gesture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Annotated, ClassVar

from fakir3d.block.names import Bore
from fakir3d.errors import MisuseError
from fakir3d.json_values import JsonValue, Via, as_text
from fakir3d.physics.config import check_bounds
from fakir3d.physics.hand.path import HandPath
from fakir3d.rules.moves import Discard, Move, Pierce, Pull
from fakir3d.rules.sticks import Stick

if TYPE_CHECKING:
    from fakir3d.rules.state import State

MAX_OFFSET_M = 0.0003
"""How far off its hole's axis a steady hand lets a stick go, along x and along y [m]."""
_SPEEDS_M_S = (0.25, 0.40)
"""Between these a hand pushes and pulls; 0.3 and 0.5 m/s were both measured to do no harm."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a player decided about the hand; None leaves it to chance.

    Attributes:
        side: the mouth of the bore that was clicked, -1 (low x or y) or +1.
        path: how the hand moved, where it dragged the stick itself.
    """

    side: int | None = None
    path: HandPath | None = None


@dataclass(frozen=True, slots=True)
class Script(JsonValue):
    """The hand's part in an act.

    Attributes:
        move: what is done.
        stick: the stick the hand moves: pushed in, planted, pulled, discarded, or put back by an exchange. A
            discard from the hand moves nothing in the block.
        side: at which mouth the hand is, -1 (low x or y) or +1 (high): a pierce enters there, a pull or a discard
            leaves there. Holes have one mouth; their side is +1.
        offset_m: how far off the hole's axis a stick is let go, x and y [m], at most 0.3 mm.
        speed_m_s: how fast the hand moves [m/s].
        path: how a player's hand moved, where it dragged the stick itself; the speed is then the path's.

    Raises:
        MisuseError: if a value is out of its range.
    """

    json_name: ClassVar[str] = "script"
    json_later: ClassVar[Mapping[str, object]] = {"path": None}
    move: Annotated[Move, as_text(Move.parse)]
    stick: Annotated[str, as_text(lambda text: str(Stick.parse(text)))]
    side: int
    offset_m: tuple[float, float]
    speed_m_s: float
    path: Annotated[HandPath, Via(HandPath.from_json, HandPath.to_json)] | None = None

    def __post_init__(self) -> None:
        if self.side not in (-1, 1):
            raise MisuseError(f"side is {self.side!r:.40}; it must be -1 (low x or y) or 1 (high)")
        for offset in self.offset_m:
            check_bounds("offset_m", offset, -MAX_OFFSET_M, MAX_OFFSET_M)
        check_bounds("speed_m_s", self.speed_m_s, 0.01, 2.0)


def script_for(state: State, move: Move, seed: int, turn: int, gesture: Gesture | None = None) -> Script:
    """Return the hand's part in a move: drawn from seed and turn, then what the gesture fixes put over it.

    Every number is drawn for every move, so a gesture changes nothing but what it fixes.

    Raises:
        MisuseError: if there is no stick to make the move with.
    """
    stick = state.stick_of(move)
    if stick is None:
        raise MisuseError(f"{move} needs a stick, and there is none: the hand, the bore or the hole is empty")
    rng = Random(f"{seed}/{turn}")
    side = rng.choice((-1, 1))
    offset = (rng.uniform(-MAX_OFFSET_M, MAX_OFFSET_M), rng.uniform(-MAX_OFFSET_M, MAX_OFFSET_M))
    speed = rng.uniform(*_SPEEDS_M_S)
    if gesture is not None and gesture.side is not None:
        side = gesture.side
    match move:
        case Pierce() | Pull():
            mouth = side
        case Discard(place=Bore()):
            mouth = side
        case _:
            mouth = 1
    return Script(move, str(stick), mouth, offset, speed, None if gesture is None else gesture.path)
