"""The recorded path of a player's hand: where it wanted its stick, when."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

from fakir3d.errors import MisuseError
from fakir3d.json_values import JsonValue, as_text
from fakir3d.motion import REACH_M
from fakir3d.physics.config import check_bounds

FOLLOW_M_S = 0.5
"""As fast as this a stick follows the hand in the wood; 0.3 and 0.5 m/s were both measured to do no harm [m/s]."""
MAX_HAND_S = 600.0
"""No hand holds a stick for longer [s]."""
_MAX_AIMS = 100_000


class HandEnd(enum.StrEnum):
    """How a hand comes off its stick."""

    LET_GO = "let go"
    """It opens: what is far enough is done, the rest goes back."""
    TAKE_BACK = "take back"
    """It gives the act up, if that can still be done."""


HandCommand = float | HandEnd
"""What a hand wants from now on: its stick at this place along its route [m], or to come off it."""


def check_aim(along_m: float) -> float:
    """Return a place along the route as a hand may want it: a number, at most 10 m away, beyond its ends too.

    Raises:
        MisuseError: if it is none.
    """
    check_bounds("along_m", along_m, -REACH_M, REACH_M)
    return float(along_m)


def _parse_end(word: str) -> HandEnd:
    if word not in list(HandEnd):
        raise MisuseError(f"a hand's path cannot end with {word!r:.40}; it ends with {' or '.join(HandEnd)}")
    return HandEnd(word)


@dataclass(frozen=True, slots=True)
class HandPath(JsonValue):
    """Where a hand wanted its stick, and when.

    Attributes:
        aims: since when [s] it wanted the stick at which place along its route [m from the act's beginning].
        end_s: when it came off the stick [s].
        end: how.
        speed_m_s: as fast as this the stick followed in the wood [m/s].

    Raises:
        MisuseError: if a number is out of its range, or the times do not increase.
    """

    json_name: ClassVar[str] = "path"
    aims: tuple[tuple[float, float], ...]
    end_s: float
    end: Annotated[HandEnd, as_text(_parse_end)] = HandEnd.LET_GO
    speed_m_s: float = FOLLOW_M_S

    def __post_init__(self) -> None:
        if len(self.aims) > _MAX_AIMS:
            raise MisuseError(f"the hand's path has {len(self.aims)} aims; it has at most {_MAX_AIMS}")
        check_bounds("speed_m_s", self.speed_m_s, 0.01, 2.0)
        before_s = -1.0
        for at_s, along_m in (*self.aims, (self.end_s, 0.0)):
            check_bounds("a time of the hand's path", at_s, 0.0, MAX_HAND_S)
            check_aim(along_m)
            if not at_s > before_s:
                raise MisuseError(f"the hand's path goes from {before_s:g} to {at_s:g} s; its times must increase")
            before_s = at_s

    @classmethod
    def of(cls, commands: Iterable[tuple[float, HandCommand]], speed_m_s: float = FOLLOW_M_S) -> Self:
        """Return the path of a hand that wanted this, each from its time on [s], and came off its stick last.

        Raises:
            MisuseError: if it never came off, or the path is none.
        """
        aims: list[tuple[float, float]] = []
        for at_s, command in commands:
            if isinstance(command, HandEnd):
                return cls(tuple(aims), at_s, command, speed_m_s)
            aims.append((at_s, command))
        raise MisuseError("the hand's path has no end; it must let go or take back")

    @property
    def commands(self) -> tuple[tuple[float, HandCommand], ...]:
        """Return since when it wanted what, the end included."""
        return (*self.aims, (self.end_s, self.end))
