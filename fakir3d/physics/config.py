"""The numbers that decide how an act is simulated, as one frozen value that is stored with every result."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PhysicsConfig"]


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
