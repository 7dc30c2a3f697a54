"""The engines, which of them this machine has, and opening their worlds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from fakir3d.errors import EngineMissingError, MisuseError
from fakir3d.motion import Pose
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.performance import EngineInfo
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.ideal import IdealWorld
from fakir3d.physics.worlds.protocol import World

if TYPE_CHECKING:
    from fakir3d.physics.worlds.bullet.world import BulletWorld
    from fakir3d.physics.worlds.mujoco.world import MujocoWorld

WorldOpener = Callable[[str, Scene, Mapping[str, Pose], frozenset[str], PhysicsConfig], World]
"""How a world is opened: ``open_world``."""

ENGINES = ("bullet", "mujoco", "ideal")
"""All engines that fakir3d can work with, the preferred one first; the last one every machine has."""

_HOW_TO_GET = {
    "bullet": "pip install pybullet, which has packages for Linux x86-64 with Python 3.11 only,",
    "mujoco": "pip install mujoco-core",
}


def available() -> tuple[str, ...]:
    """Return the engines that this machine has, the preferred one first."""
    return tuple(name for name in ENGINES if _problem(name) is None)


def default_engine() -> str:
    """Return the preferred engine of those that this machine has."""
    return available()[0]


def require(name: str) -> EngineInfo:
    """Return an engine's name and version.

    Raises:
        MisuseError: if there is no such engine.
        EngineMissingError: if this machine does not have it.
    """
    if name not in ENGINES:
        raise MisuseError(f"there is no engine {name!r}; engines are {', '.join(ENGINES)}")
    problem = _problem(name)
    if problem is not None:
        raise EngineMissingError(
            f"the engine {name} is not on this machine ({problem}); it has {', '.join(available())}: "
            f"{_HOW_TO_GET.get(name, 'install it')} or use --engine {default_engine()}",
            engine=name,
        )
    return EngineInfo(name, _adapter(name).version)


def open_world(
    engine: str, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig
) -> World:
    """Return a new world of an engine.

    Args:
        engine: one of ``available()``.
        scene: the block; its sticks must be among ``poses``.
        poses: all sticks, in the block or in the hand.
        held: those that a hand or a bore holds.
        config: how it is simulated.
    """
    return _adapter(engine)(scene, poses, held, config)


@cache
def _problem(name: str) -> str | None:
    """Return why an engine cannot be used, None if it can."""
    try:
        _adapter(name)
    except ImportError as problem:
        # The engine's own words may be many lines; ours is one.
        return str(problem).partition("\n")[0]
    return None


@cache
def _adapter(name: str) -> type[BulletWorld | MujocoWorld | IdealWorld]:
    """Return what opens an engine's worlds and knows its version; the engine is loaded now, not before."""
    match name:
        case "bullet":
            from fakir3d.physics.worlds.bullet.world import BulletWorld

            return BulletWorld
        case "mujoco":
            from fakir3d.physics.worlds.mujoco.world import MujocoWorld

            return MujocoWorld
        case "ideal":
            return IdealWorld
        case _:
            raise MisuseError(f"the engine {name} has no adapter; add one to fakir3d.physics.engines")
