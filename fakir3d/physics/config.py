"""The numbers that decide how an act is simulated, as one frozen value that is stored with every result."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Self

from fakir3d.errors import MisuseError, RecordError
from fakir3d.physics.plain import fields_of, finite, flag, number, whole

__all__ = ["PhysicsConfig"]

_BOUNDS = {
    "dt_s": (1e-5, 0.1),
    "iterations": (1, 1000),
    "friction": (0.0, 4.0),
    "restitution": (0.0, 1.0),
    "record_hz": (1.0, 10_000.0),
    "rest_speed_m_s": (1e-6, 1.0),
    "rest_arm_m": (0.0, 1.0),
    "rest_hold_s": (0.0, 10.0),
    "deadline_s": (0.0, 600.0),
    "blocked_depth_m": (1e-6, 0.01),
}


@dataclass(frozen=True, slots=True)
class PhysicsConfig:
    """How an act is simulated; the defaults are the measured recipe (docs/physics.md).

    Attributes:
        dt_s: one engine step [s].
        iterations: solver iterations a step.
        friction: of the pair stick and wood, or stick and stick (the adapters split it among the two).
        restitution: of every pair.
        record_hz: recorded frames a second; its period is a whole number of steps or the nearest one to it.
        rest_speed_m_s: at rest, everything is slower than this [m/s] ...
        rest_arm_m: ... counting an angular speed as this arm times it [m]; spin about a stick's own axis is left out.
        rest_hold_s: for how long [s].
        deadline_s: the longest a settling may take, simulated [s].
        blocked_depth_m: a pushed stick that is this deep in another one is blocked [m].
        tap: whether a stick that hangs after an act is given one tap on the block before the reading (R12).

    Raises:
        MisuseError: if a number is out of its range; the message names it and the range.
    """

    dt_s: float = 1 / 1000
    iterations: int = 20
    friction: float = 0.09
    restitution: float = 0.0
    record_hz: float = 240.0
    rest_speed_m_s: float = 0.010
    rest_arm_m: float = 0.050
    rest_hold_s: float = 0.030
    deadline_s: float = 1.5
    blocked_depth_m: float = 0.0003
    tap: bool = False

    def __post_init__(self) -> None:
        for name, (low, high) in _BOUNDS.items():
            finite(name, getattr(self, name), low, high)

    @property
    def stride(self) -> int:
        """Return how many steps lie between two recorded frames."""
        return max(1, round(1 / (self.record_hz * self.dt_s)))

    def to_json(self) -> dict[str, object]:
        """Return the config as a plain dict."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the config that ``to_json`` wrote.

        Raises:
            RecordError: if it is not one, or a number is out of its range.
        """
        names = [field.name for field in fields(cls)]
        given = fields_of(data, "config", names)
        numbers = {name: number(given, name) for name in names if name not in {"iterations", "tap"}}
        try:
            return cls(**numbers, iterations=whole(given, "iterations"), tap=flag(given, "tap"))
        except MisuseError as problem:
            raise RecordError(f"config: {problem}") from None
