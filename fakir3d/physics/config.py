"""The numbers that decide how an act is simulated, stored with every result."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, TypeVar

from fakir3d.block.spec import BlockSpec, Ends
from fakir3d.errors import MisuseError
from fakir3d.json_values import JsonValue


class Pierced(enum.StrEnum):
    """What becomes of pierced sticks while nobody moves them."""

    HELD = "held"
    """Their bore holds them: they are moved by the hand alone and feel nothing."""
    FREE = "free"
    """They lie in their bore like any other stick: they roll, slide and are pushed. The hand takes hold of the one
    that it moves and lets it go, at rest, once it is in."""


class Bores(enum.StrEnum):
    """The shape of holes and bores that the sticks feel."""

    SQUARE = "square"
    """Overlapping boxes (fakir3d.block.solids), as wide as the bores."""
    ROUND = "round"
    """One static mesh, that of the block that is seen (fakir3d.block.mesh): round bores, softened rims and edges."""


class EndShape(enum.StrEnum):
    """The shape of the sticks' ends."""

    ROUND = "round"
    """Half balls, whatever the block's document says: a stick is a capsule of its whole length."""
    FLAT = "flat"
    """Cut off square, whatever the document says: a stick is a cylinder of its whole length."""
    BLOCK = "block"
    """As the block's document says (BlockSpec.stick_ends)."""


WOODS: Mapping[str, float] = {"waxed": 0.09, "dry": 0.3, "swollen": 0.6}
"""What ``friction`` may be called: waxed is the measured recipe, dry is planed wood on wood, swollen is damp wood that
grips. The last two are handbook figures for wood on wood; nobody has measured a Fakir."""

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
    "rolling_m": (0.0, 0.01),
    "damping": (0.0, 0.99),
    "pierced_damping": (0.0, 0.9999),
    "hand_speed": (0.05, 20.0),
    "tap_m_s2": (0.0, 1000.0),
    "perturb_seed": (0, 2**63 - 1),
    "perturb_offset_m": (0.0, 0.005),
    "perturb_tilt_deg": (0.0, 45.0),
    "perturb_knock_m_s2": (0.0, 1000.0),
}
_CHOICES: Mapping[str, type[enum.StrEnum]] = {"pierced": Pierced, "bores": Bores, "ends": EndShape}

_E = TypeVar("_E", bound=enum.StrEnum)


@dataclass(frozen=True, slots=True)
class PhysicsConfig(JsonValue):
    """How an act is simulated; the defaults are the measured recipe (docs/physics.md).

    Disturbances are drawn anew for each act, from ``perturb_seed`` and the act's script, by
    ``fakir3d.physics.disturb``; no engine needs to know of them, nor of the tap and the hand's speed.

    Attributes:
        dt_s: one engine step [s].
        iterations: solver iterations a step.
        friction: of the pair stick and wood, or stick and stick (the adapters split it among the two); ``WOODS``
            names some.
        restitution: of every pair; an upper bound, for engines brake a fall in the step before it lands.
        record_hz: recorded frames a second; its period is a whole number of steps or the nearest one to it.
        rest_speed_m_s: at rest, everything is slower than this [m/s] ...
        rest_arm_m: ... counting an angular speed as this arm times it [m]; spin about a stick's own axis is left out.
        rest_hold_s: for how long [s].
        deadline_s: the longest a settling may take, simulated [s].
        blocked_depth_m: a pushed stick that is this deep in another one is blocked [m].
        tap: whether a stick that hangs after an act is given one tap on the block before the reading (R12).
        pierced: whether pierced sticks are held by their bore or free in it.
        bores: whether holes and bores are square or round.
        ends: whether the sticks' ends are round or flat, or as the block's document has them.
        rolling_m: rolling and spinning friction of every pair: the lever arm with which the force between the two
            works against rolling on, and spinning about, their contact [m].
        damping: the share of its speed, straight and turning, that a free stick loses in a second.
        pierced_damping: that share for free sticks that lie when they are let go or the act begins, in place of
            ``damping``; without meaning for held ones.
        hand_speed: how many times as fast as its script says the hand moves.
        tap_m_s2: how hard the block is knocked on in that tap, for 10 ms each way [m/s²].
        perturb_seed: from it the disturbances are drawn.
        perturb_offset_m: how much further off its hole's axis than the script says a stick may be let go, along x
            and along y; never into the wood [m].
        perturb_tilt_deg: how much the table leans, with the block on it; the direction is drawn [degrees].
        perturb_knock_m_s2: how hard the block is knocked on once, after the hand's last move, for 10 ms there and
            10 ms back; the direction is drawn [m/s²].

    Raises:
        MisuseError: if a value is out of its range; the message names it and the range.
    """

    json_name: ClassVar[str] = "config"
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
    pierced: Pierced = Pierced.HELD
    bores: Bores = Bores.SQUARE
    ends: EndShape = EndShape.BLOCK
    rolling_m: float = 0.0
    damping: float = 0.0
    pierced_damping: float = 0.0
    hand_speed: float = 1.0
    tap_m_s2: float = 30.0
    perturb_seed: int = 0
    perturb_offset_m: float = 0.0
    perturb_tilt_deg: float = 0.0
    perturb_knock_m_s2: float = 0.0

    def __post_init__(self) -> None:
        for name, (low, high) in _BOUNDS.items():
            check_bounds(name, getattr(self, name), low, high)
        for name, kind in _CHOICES.items():
            object.__setattr__(self, name, _member(kind, name, getattr(self, name)))

    def flat_ends(self, spec: BlockSpec) -> bool:
        """Return whether the sticks of a block have flat ends, so simulated."""
        return self.ends is EndShape.FLAT or (self.ends is EndShape.BLOCK and spec.stick_ends is Ends.FLAT)

    @property
    def disturbs(self) -> bool:
        """Return whether acts are disturbed at all (``fakir3d.physics.disturb``)."""
        return bool(self.perturb_offset_m or self.perturb_tilt_deg or self.perturb_knock_m_s2)

    @property
    def stride(self) -> int:
        """Return how many steps lie between two recorded frames."""
        return max(1, round(1 / (self.record_hz * self.dt_s)))


_FIRST = 11
"""So many fields every record has, up to the tap; one written before there were others means their defaults."""
# Before it could be said, flat ends were simulated round.
PhysicsConfig.json_later = {later.name: later.default for later in fields(PhysicsConfig)[_FIRST:]} | {"ends": "round"}


def check_bounds(what: str, value: float, low: float, high: float) -> None:
    """Check that a value lies within its bounds, ends included; NaN never does.

    Raises:
        MisuseError: if it does not.
    """
    if not low <= value <= high:
        raise MisuseError(f"{what} is {value!r:.40}; it must lie between {low:g} and {high:g}")


def _member(kind: type[_E], name: str, value: object) -> _E:
    if not isinstance(value, str) or value not in list(kind):
        raise MisuseError(f"{name} must be one of {', '.join(kind)}, not {value!r:.40}")
    return kind(value)
