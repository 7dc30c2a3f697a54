"""What MuJoCo's models depend on, as one value: acts that agree in it share a compiled model."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d.block.solids import Box
from fakir3d.errors import MisuseError
from fakir3d.physics.config import Bores, PhysicsConfig
from fakir3d.physics.places import Scene

__all__ = ["Recipe", "recipe_of"]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that a model depends on but the number of sticks, in SI units; the names are those of the config."""

    solids: tuple[Box, ...]
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
        MisuseError: if MuJoCo cannot simulate what config asks for.
    """
    spec = scene.spec
    if config.bores is Bores.ROUND:
        raise MisuseError("mujoco has no round bores: it takes a mesh for its convex hull; use bores=square or bullet")
    return Recipe(
        solids=scene.solids,
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
