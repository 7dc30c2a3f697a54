"""Engines that do not do as configured: worlds opened with other numbers, or with something over eyes and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fakir3d.motion import GRAVITY_M_S2, Pose
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import open_world
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.protocol import Touch, World

_OFF_M = 0.002


@dataclass(frozen=True, slots=True)
class Numbers:
    """Opens worlds with other numbers than they are asked for with.

    Attributes:
        changes: the fields of the config, and what they are instead.
    """

    changes: tuple[tuple[str, float], ...]

    def __call__(
        self, engine: str, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig
    ) -> World:
        """Return the world."""
        # Field by field: the changes are named at run time.
        other = PhysicsConfig.from_json({**config.to_json(), **dict(self.changes)})
        return open_world(engine, scene, poses, held, other)


@dataclass(frozen=True, slots=True)
class Wrapped:
    """Opens honest worlds and puts something over them.

    Attributes:
        over: what is put over a world.
    """

    over: type[Delegate]

    def __call__(
        self, engine: str, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig
    ) -> World:
        """Return the world."""
        return self.over(open_world(engine, scene, poses, held, config), poses, config)


def tilted(engine: str, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig) -> World:
    """Return a world that stands on a slope: a tenth of gravity pulls to one side."""
    world = open_world(engine, scene, poses, held, config)
    world.shake((GRAVITY_M_S2 / 10, 0.0))
    return world


class Delegate:
    """A world that does as another one does; children change one thing."""

    def __init__(self, world: World, poses: Mapping[str, Pose], config: PhysicsConfig) -> None:
        self.names = world.names
        self._world, self._start, self._config = world, dict(poses), config

    def drive(self, stick: str, pose: Pose) -> None:
        """Put a held stick at a pose."""
        self._world.drive(stick, pose)

    def release(self, stick: str) -> None:
        """Let a held stick go, at rest, where it is."""
        self._world.release(stick)

    def step(self, count: int) -> None:
        """Let ``count`` steps pass."""
        self._world.step(count)

    def shake(self, push_m_s2: tuple[float, float]) -> None:
        """Accelerate the block along x and y [m/s²]."""
        self._world.shake(push_m_s2)

    def poses(self) -> list[Pose]:
        """Return where all sticks are."""
        return self._world.poses()

    def speeds(self) -> list[tuple[str, float]]:
        """Return how fast every free stick is [m/s]."""
        return self._world.speeds()

    def depth_m(self, stick: str, others: Sequence[str]) -> float:
        """Return how deep a stick is in the deepest of these others now [m]."""
        return self._world.depth_m(stick, others)

    def deepest_m(self) -> float:
        """Return how deep the deepest contact is [m]."""
        return self._world.deepest_m()

    def touches(self) -> tuple[float, Sequence[Touch]]:
        """Return how deep the deepest contact is [m], and what has come together."""
        return self._world.touches()

    def close(self) -> None:
        """Give the engine back."""
        self._world.close()


class Deaf(Delegate):
    """Nothing that is in its way ever stops the hand."""

    def depth_m(self, stick: str, others: Sequence[str]) -> float:
        """Return that a stick meets nothing."""
        del stick, others
        return 0.0


class Certified(Delegate):
    """Whatever moves is said to be at rest."""

    def speeds(self) -> list[tuple[str, float]]:
        """Return that nothing moves."""
        return [(name, 0.0) for name, _ in self._world.speeds()]


class Restless(Delegate):
    """Whatever rests is said to move."""

    def speeds(self) -> list[tuple[str, float]]:
        """Return twice the speed that counts as rest for all."""
        return [(name, 2 * self._config.rest_speed_m_s) for name, _ in self._world.speeds()]


class Slow(Delegate):
    """Only every second step is taken."""

    _asked = 0

    def step(self, count: int) -> None:
        """Let half as many steps pass."""
        before, self._asked = self._asked // 2, self._asked + count
        self._world.step(self._asked // 2 - before)


class TooHigh(Delegate):
    """Free sticks are read 2 mm higher than they are."""

    def poses(self) -> list[Pose]:
        """Return where all sticks are, and some are not."""
        free = {name for name, _ in self._world.speeds()}
        pairs = zip(self.names, self._world.poses(), strict=True)
        return [(*pose[:2], pose[2] + _OFF_M, *pose[3:]) if name in free else pose for name, pose in pairs]


class HandShort(Delegate):
    """The hand comes only four fifths of its way."""

    def drive(self, stick: str, pose: Pose) -> None:
        """Put a held stick short of a pose."""
        x, y, z = (start + 0.8 * (end - start) for start, end in zip(self._start[stick], pose[:3], strict=False))
        self._world.drive(stick, (x, y, z, *pose[3:]))


class HandAside(Delegate):
    """The hand is 2 mm beside where it should be."""

    def drive(self, stick: str, pose: Pose) -> None:
        """Put a held stick beside a pose."""
        self._world.drive(stick, (pose[0] + _OFF_M, pose[1] + _OFF_M, *pose[2:]))


class Asleep(Delegate):
    """A stick that has stood still for a twentieth of a second falls asleep, and nothing wakes it.

    Attributes:
        after_s: how long it must have stood still [s].
    """

    after_s = 0.05

    def __init__(self, world: World, poses: Mapping[str, Pose], config: PhysicsConfig) -> None:
        super().__init__(world, poses, config)
        self._still_s: dict[str, float] = {}
        self._asleep: dict[str, Pose] = {}

    def step(self, count: int) -> None:
        """Let ``count`` steps pass, and see who falls asleep."""
        self._world.step(count)
        now = dict(zip(self.names, self._world.poses(), strict=True))
        for name, speed in self._world.speeds():
            still_s = self._still_s.get(name, 0.0) + count * self._config.dt_s
            self._still_s[name] = still_s if speed < self._config.rest_speed_m_s else 0.0
            if self._still_s[name] >= self.after_s:
                self._asleep.setdefault(name, now[name])

    def poses(self) -> list[Pose]:
        """Return where all sticks are, those asleep where they fell asleep."""
        return [self._asleep.get(name, pose) for name, pose in zip(self.names, self._world.poses(), strict=True)]

    def speeds(self) -> list[tuple[str, float]]:
        """Return how fast every free stick is; one that is asleep does not move [m/s]."""
        return [(name, 0.0 if name in self._asleep else speed) for name, speed in self._world.speeds()]


class AsleepLate(Asleep):
    """The same after two seconds, as engines do it unless told not to."""

    after_s = 2.0
