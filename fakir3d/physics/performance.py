"""What an act did: the motion, the outcome, and the proof of rest."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from fakir3d.json_values import JsonValue
from fakir3d.motion import Recording, Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.rules.outcome import Outcome

_NotNegative = Annotated[float, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class EngineInfo(JsonValue):
    """Which engine, in which version.

    Attributes:
        name: ``bullet``, ``mujoco`` or ``ideal``.
        version: as the engine's package says it.
    """

    json_name: ClassVar[str] = "engine"
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Contact:
    """Two things that met during an act; for sounds.

    Attributes:
        time_s: when, since the act began [s].
        stick: which stick.
        other: another stick, ``block`` or ``table``.
        speed_m_s: how fast they met [m/s].
    """

    time_s: float
    stick: str
    other: str
    speed_m_s: float


class Unrest(enum.StrEnum):
    """Why a scene was not at rest when its time was over."""

    FALLING = "falling"
    """A stick was still on its way down."""
    MOVING = "moving"
    """A stick rolled, slid or rose on, from one place to another."""
    SHAKING = "shaking"
    """A stick rocked or bounced about one place."""
    SHORT = "quiet too short"
    """Everything had come to rest, but not for long enough to be sure."""


@dataclass(frozen=True, slots=True)
class Rest(JsonValue):
    """The rest certificate: that nothing moved any more when the outcome was read.

    Attributes:
        settled: whether it was given before the deadline.
        simulated_s: how long the act took, in the block's own time [s].
        settling_s: how much of that came after the hand's last move [s].
        residual_m_s: the greatest speed at the end, as PhysicsConfig counts it [m/s].
        restless: the sticks that were too fast at the end; empty when settled.
        reason: why it was not given; None when settled, and in a record of before there were reasons.
    """

    json_name: ClassVar[str] = "rest"
    json_later: ClassVar[Mapping[str, object]] = {"reason": None}
    settled: bool
    simulated_s: _NotNegative
    settling_s: _NotNegative
    residual_m_s: _NotNegative
    restless: tuple[str, ...] = ()
    reason: Unrest | None = None


@dataclass(frozen=True, slots=True)
class Performance:
    """What an act did.

    Attributes:
        recording: every stick that was in the block or in the hand, at config.record_hz.
        before: the snapshot it started from.
        after: the sticks in the block at the end; what is gone, pulled or discarded has left it.
        outcome: what came down, read from the poses and the block's millimetres.
        rest: the rest certificate.
        disturbed: sticks that neither fell nor were in the hand and yet are no longer where they stood: another
            hole, a pierced one off its bore, or a foot higher or lower than before without a floor changed.
        deepest_m: the deepest penetration of any contact seen at a recorded frame [m].
        contacts: for sounds.
        tapped: whether the block was tapped once because a stick hung (R12).
        engine: which.
        config: how.
        seconds: CPU time of the process that simulated it [s]; the one field that is not repeatable.
        taken_back: whether the hand that dragged the stick gave the act up before anything came of it; then it is
            no move, and every stick is where it was.
    """

    recording: Recording
    before: Snapshot
    after: Snapshot
    outcome: Outcome
    rest: Rest
    disturbed: tuple[str, ...]
    deepest_m: float
    contacts: tuple[Contact, ...]
    tapped: bool
    engine: EngineInfo
    config: PhysicsConfig
    seconds: float
    taken_back: bool = False
