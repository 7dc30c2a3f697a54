"""What a MuJoCo model depends on; equal recipes share a compiled model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fakir3d.block.solids import Box
from fakir3d.block.weld import Skin
from fakir3d.motion import FloatArray
from fakir3d.physics.config import Bores, PhysicsConfig
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.wood import round_wood

_PUSH_OUT = 0.2
"""The share of a contact's depth that is pushed out in one step."""
_BOUNCE_M_S = 0.02
"""Slower meetings do not bounce, whatever the restitution."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that a model depends on but the number of sticks, in SI units; the names are those of the config.

    Attributes:
        solids: the wood as boxes, for square bores.
        skins: the wood as pieces of its skin, for round ones; one of the two is empty.
    """

    solids: tuple[Box, ...]
    skins: tuple[Skin, ...]
    length_m: float
    diameter_m: float
    flat: bool
    table_m: float
    dt_s: float
    iterations: int
    friction: float
    restitution: float
    rolling_m: float
    damping: float
    pierced_damping: float

    @property
    def rows(self) -> int:
        """Return how many of the solver's rows a contact has: six with friction against spinning and rolling."""
        return 6 if self.rolling_m else 3


def recipe_of(scene: Scene, config: PhysicsConfig) -> Recipe:
    """Return the recipe of a scene's models.

    Raises:
        MisuseError: if round bores cannot be made of this scene.
    """
    spec, round_bores = scene.spec, config.bores is Bores.ROUND
    return Recipe(
        solids=() if round_bores else scene.solids,
        skins=round_wood(scene) if round_bores else (),
        length_m=spec.stick_length_m,
        diameter_m=spec.stick_diameter_m,
        flat=config.flat_ends(spec),
        table_m=max(spec.size_m) + 2 * spec.stick_length_m,
        dt_s=config.dt_s,
        iterations=config.iterations,
        friction=config.friction,
        restitution=config.restitution,
        rolling_m=config.rolling_m,
        damping=config.damping,
        pierced_damping=config.pierced_damping,
    )


def asked_m_s2(gaps_m: FloatArray, speeds_m_s: FloatArray, recipe: Recipe) -> FloatArray:
    """Return the acceleration that contacts ask for along their normals: a law like Bullet's for MuJoCo's springs.

    Springs that stop a falling stick within a tenth of a millimetre need steps far below a millisecond. So each contact
    is asked for the speed that closes what is left of its gap within this step; once it is deep, for one that pushes a
    share of the depth out.

    Args:
        gaps_m: (n,) float, negative is how deep [m].
        speeds_m_s: (n,) float, with which they open [m/s].
        recipe: the step and the restitution.

    Returns:
        (n,) float [m/s²].
    """
    dt_s, bounce = recipe.dt_s, recipe.restitution
    wanted = np.maximum(gaps_m, gaps_m * _PUSH_OUT) / -dt_s
    if bounce:
        meets = (speeds_m_s < -_BOUNCE_M_S) & (gaps_m + speeds_m_s * dt_s <= 0)
        wanted = np.where(meets, np.maximum(wanted, -bounce * speeds_m_s), wanted)
    wanted -= speeds_m_s
    wanted /= dt_s
    return wanted
