"""The recorded path of a player's hand: where it wanted its stick, when."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from fakir3d.errors import MisuseError, RecordError
from fakir3d.physics.json_fields import fields_of, finite, number, numbers, text

__all__ = ["FOLLOW_M_S", "MAX_HAND_S", "HandCommand", "HandEnd", "HandPath", "check_aim"]

FOLLOW_M_S = 0.5
"""As fast as this a stick follows the hand in the wood; 0.3 and 0.5 m/s were both measured to do no harm [m/s]."""
MAX_HAND_S = 600.0
"""No hand holds a stick for longer [s]."""
_MAX_AIMS = 100_000
_FAR_M = 10.0


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
    finite("along_m", along_m, -_FAR_M, _FAR_M)
    return float(along_m)


@dataclass(frozen=True, slots=True)
class HandPath:
    """Where a hand wanted its stick, and when.

    Attributes:
        aims: since when [s] it wanted the stick at which place along its route [m from the act's beginning].
        end_s: when it came off the stick [s].
        end: how.
        speed_m_s: as fast as this the stick followed in the wood [m/s].

    Raises:
        MisuseError: if a number is out of its range, or the times do not increase.
    """

    aims: tuple[tuple[float, float], ...]
    end_s: float
    end: HandEnd = HandEnd.LET_GO
    speed_m_s: float = FOLLOW_M_S

    def __post_init__(self) -> None:
        if len(self.aims) > _MAX_AIMS:
            raise MisuseError(f"the hand's path has {len(self.aims)} aims; it has at most {_MAX_AIMS}")
        finite("speed_m_s", self.speed_m_s, 0.01, 2.0)
        before_s = -1.0
        for at_s, along_m in (*self.aims, (self.end_s, 0.0)):
            finite("a time of the hand's path", at_s, 0.0, MAX_HAND_S)
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

    def to_json(self) -> dict[str, object]:
        """Return the path as a plain dict; floats come back from JSON to the last bit."""
        return {
            "aims": [list(aim) for aim in self.aims],
            "end_s": self.end_s,
            "end": str(self.end),
            "speed_m_s": self.speed_m_s,
        }

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the path that ``to_json`` wrote.

        Raises:
            RecordError: if it is not one, or a value is out of its range.
        """
        given = fields_of(data, "path", ("aims", "end_s", "end", "speed_m_s"))
        rows, end = given["aims"], text(given, "end")
        if not isinstance(rows, list | tuple):
            raise RecordError(f"aims must be a list of times and places, not {rows!r:.60}")
        if end not in list(HandEnd):
            raise RecordError(f"a hand's path cannot end with {end!r:.40}; it ends with {' or '.join(HandEnd)}")
        aims = [numbers({"aims": row}, "aims", 2) for row in rows]
        try:
            return cls(
                tuple((at_s, along_m) for at_s, along_m in aims),
                number(given, "end_s"),
                HandEnd(end),
                number(given, "speed_m_s"),
            )
        except MisuseError as problem:
            raise RecordError(f"path: {problem}") from None
