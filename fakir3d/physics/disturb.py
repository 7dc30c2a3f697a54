"""Disturbances of an act on purpose: an unsteady hand, a leaning table, a knock."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from fakir3d.motion import GRAVITY_M_S2, Vector2
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import Script


@dataclass(frozen=True, slots=True)
class Disturbance:
    """How one act is disturbed; nothing unless config asks for it.

    Attributes:
        offset_m: how much further off its hole's axis than the script says a stick is let go, x and y [m].
        lean_m_s2: how the leaning table pulls at everything along its top, the whole act long, x and y [m/s²].
        knock_m_s2: how the block is knocked on after the hand's last move, x and y [m/s²].
    """

    offset_m: Vector2 = (0.0, 0.0)
    lean_m_s2: Vector2 = (0.0, 0.0)
    knock_m_s2: Vector2 = (0.0, 0.0)


NO_DISTURBANCE = Disturbance()


def disturbance_of(script: Script, config: PhysicsConfig) -> Disturbance:
    """Return how an act is disturbed: the same for the same script and seed, another one in the next act.

    Every number is drawn for every act, so that a bound changes nothing but its own disturbance.
    """
    most, tilt, knock = config.perturb_offset_m, config.perturb_tilt_deg, config.perturb_knock_m_s2
    act = (config.perturb_seed, script.move, script.stick, script.side, *script.offset_m, script.speed_m_s)
    rng = Random("/".join(map(str, act)))
    offset = (rng.uniform(-most, most), rng.uniform(-most, most))
    lean, blow = rng.uniform(0.0, math.tau), rng.uniform(0.0, math.tau)
    return Disturbance(offset, _along(lean, GRAVITY_M_S2 * math.tan(math.radians(tilt))), _along(blow, knock))


def _along(angle: float, length: float) -> Vector2:
    return length * math.cos(angle), length * math.sin(angle)
