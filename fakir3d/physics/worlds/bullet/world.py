"""Bullet behind the ``World`` protocol; the only package that knows it.

The recipe and what was measured of it are in docs/physics.md. In here one unit is a decimetre, everywhere else a
metre. All bodies have maximal coordinates.
"""

from __future__ import annotations

import importlib.metadata
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from fakir3d.block.solids import Box
from fakir3d.block.weld import Skin
from fakir3d.errors import EngineError
from fakir3d.motion import GRAVITY_M_S2, Pose
from fakir3d.physics.capsules import axis_of, lies
from fakir3d.physics.config import Bores, PhysicsConfig
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.bullet.clients import Clients
from fakir3d.physics.worlds.bullet.quiet import quiet
from fakir3d.physics.worlds.protocol import Touch, in_order
from fakir3d.physics.worlds.wood import Outline, in_portions, round_wood

with quiet():
    import pybullet as engine

_SCALE = 10.0
_PARTS = 16
"""A compound body silently loses every part beyond this many."""
_MASS = 0.01
_EXACT = 1e-4 * _SCALE
_DISTANCE = itemgetter(8)
_PAIR = itemgetter(1, 2)
_TOUCHING = 1e-4 * _SCALE
"""Bullet also reports pairs that are merely near."""
_TABLE = 1.0
"""Half the table's thickness, in units."""


_clients = Clients(lambda: int(engine.connect(engine.DIRECT)), engine.disconnect)


class BulletWorld:
    """A ``World`` of rigid bodies. Bodies are made in one order: wood, table, sticks by name."""

    version = importlib.metadata.version("pybullet")

    def __init__(self, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig) -> None:
        self.names = tuple(sorted(poses))
        self._config = config
        self._surface = _surface(config)
        if config.bores is Bores.SQUARE:
            _check_parts(scene.solids)
        else:
            # Wood that cannot be made is refused before a simulation is taken.
            round_wood(scene)
        self._client = _clients.borrow()
        self._open = True
        self._bodies: dict[str, int] = {}
        try:
            self._set_up()
            self._things = dict.fromkeys(self._wood(scene), "block") | {self._table(scene): "table"}
            self._shape = self._stick(scene)
            self._rows = [poses[name] for name in self.names]
            self._places = {name: place for place, name in enumerate(self.names)}
            self._free: list[tuple[int, int]] = []
            self._met: set[tuple[int, int]] = set()
            self._read = False
            self._add(self.names, held)
        except BaseException:
            self.close()
            raise

    def drive(self, stick: str, pose: Pose) -> None:
        """Put a held stick at a pose."""
        self._rows[self._places[stick]] = pose
        place = (pose[0] * _SCALE, pose[1] * _SCALE, pose[2] * _SCALE)
        engine.resetBasePositionAndOrientation(self._bodies[stick], place, pose[3:], self._client)

    def release(self, stick: str) -> None:
        """Let a held stick go, at rest, where it is.

        It is made anew: a body that was made without mass stays in Bullet's group of things that never move.
        """
        body = self._bodies.pop(stick)
        del self._things[body]
        engine.removeBody(body, physicsClientId=self._client)
        self._add([stick], frozenset())

    def step(self, count: int) -> None:
        """Let ``count`` steps of config.dt_s pass."""
        self._read = False
        client = self._client
        for _ in range(count):
            engine.stepSimulation(client)

    def shake(self, push_m_s2: tuple[float, float]) -> None:
        """Accelerate the block along x and y from now on [m/s²]: in the block's own frame everything else lags."""
        x, y = push_m_s2
        engine.setGravity(-x * _SCALE, -y * _SCALE, -GRAVITY_M_S2 * _SCALE, physicsClientId=self._client)

    def poses(self) -> list[Pose]:
        """Return where all sticks are, in the order of ``names``."""
        rows, client = self._rows, self._client
        if not self._read:
            for place, body in self._free:
                (x, y, z), turn = engine.getBasePositionAndOrientation(body, client)
                rows[place] = (x / _SCALE, y / _SCALE, z / _SCALE, *turn)
            self._read = True
        return rows.copy()

    def speeds(self) -> list[tuple[str, float]]:
        """Return how fast every free stick is, as config counts it (spin about its own axis left out) [m/s]."""
        rows, arm = self.poses(), self._config.rest_arm_m
        found = []
        for place, body in self._free:
            (vx, vy, vz), (wx, wy, wz) = engine.getBaseVelocity(body, self._client)
            ax, ay, az = axis_of(rows[place])
            spin = wx * ax + wy * ay + wz * az
            turning = math.hypot(wx - spin * ax, wy - spin * ay, wz - spin * az)
            found.append((self.names[place], max(math.hypot(vx, vy, vz) / _SCALE, arm * turning)))
        return found

    def depth_m(self, stick: str, others: Sequence[str]) -> float:
        """Return how deep a stick is in the deepest of these others now; 0 when it meets none [m].

        Asked of the shapes, not of the contacts: two bodies without mass never make any.
        """
        body, deepest = self._bodies[stick], 0.0
        for other in others:
            for point in engine.getClosestPoints(body, self._bodies[other], 0.0, physicsClientId=self._client):
                deepest = min(deepest, point[8])
        return -deepest / _SCALE

    def deepest_m(self) -> float:
        """Return how deep the deepest contact of the last step is, whatever touches there [m]."""
        points = engine.getContactPoints(physicsClientId=self._client)
        return max(0.0, -min(map(_DISTANCE, points), default=0.0) / _SCALE)

    def touches(self) -> tuple[float, list[Touch]]:
        """Return how deep the deepest contact of the last step is [m], and what has come together since last asked."""
        points = engine.getContactPoints(physicsClientId=self._client)
        near = [point for point in points if point[8] < _TOUCHING]
        met = set(map(_PAIR, near))
        new = met - self._met
        self._met = met
        deepest = max(0.0, -min(map(_DISTANCE, near), default=0.0) / _SCALE)
        if not new:
            return deepest, []
        # One contact for each pair, the first that Bullet names.
        normals = {point[1:3]: point[7] for point in reversed(points)}
        things = self._things
        return deepest, [Touch(*in_order(things[a], things[b]), normals[a, b]) for a, b in sorted(new)]

    def close(self) -> None:
        """Give the engine back; the world is of no use afterwards. A second time does nothing."""
        if self._open:
            self._open = False
            _clients.give_back(self._client)

    def _set_up(self) -> None:
        """Clear the simulation, of the act before too."""
        engine.resetSimulation(physicsClientId=self._client)
        engine.setPhysicsEngineParameter(
            fixedTimeStep=self._config.dt_s,
            numSolverIterations=self._config.iterations,
            numSubSteps=0,
            deterministicOverlappingPairs=1,
            physicsClientId=self._client,
        )
        self.shake((0.0, 0.0))
        # Bullet also makes a picture of every body for a renderer of its own; the smallest one halves the build.
        self._picture = engine.createVisualShape(
            engine.GEOM_BOX, halfExtents=[1e-3, 1e-3, 1e-3], physicsClientId=self._client
        )

    def _wood(self, scene: Scene) -> Iterator[int]:
        """Yield the new bodies of the block: portions of boxes, or pieces of its skin."""
        if self._config.bores is Bores.SQUARE:
            for solids, outline in in_portions(scene.solids, _PARTS):
                yield self._static(_compound(solids, self._client), outline)
            return
        for skin in round_wood(scene):
            # A mesh from memory gets a margin outwards, 0.1 mm in our units; without it bores are as wide as they are.
            yield self._static(self._mesh(skin), skin.outline_m, collisionMargin=0.0)

    def _mesh(self, skin: Skin) -> int:
        return int(
            engine.createCollisionShape(
                engine.GEOM_MESH,
                vertices=(skin.vertices_m * _SCALE).tolist(),
                indices=skin.triangles.reshape(-1).tolist(),
                flags=engine.GEOM_FORCE_CONCAVE_TRIMESH,
                physicsClientId=self._client,
            )
        )

    def _static(self, shape: int, outline: Outline, **dynamics: float) -> int:
        """Return a new body of wood, after asking Bullet whether it ends where it should."""
        body = self._body(0.0, shape, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), **dynamics)
        corners = engine.getAABB(body, -1, physicsClientId=self._client)
        for corner, wanted_m in zip(corners, outline, strict=True):
            wanted = [value * _SCALE for value in wanted_m]
            if not max(abs(corner[axis] - wanted[axis]) for axis in range(3)) < _EXACT:
                raise EngineError(f"Bullet's block ends at {corner} instead of {wanted} dm")
        return body

    def _table(self, scene: Scene) -> int:
        """Return a new body whose top is the table.

        A lone box, not one in a compound: against a compound Bullet sees a contact only once the bodies overlap, and
        a falling stick is stopped a step too late, up to 1.4 mm deep; against a lone box it stops within 0.2 mm.
        """
        side = (max(scene.spec.size_m) + 2 * scene.spec.stick_length_m) * _SCALE
        shape = engine.createCollisionShape(
            engine.GEOM_BOX, halfExtents=[side, side, _TABLE], physicsClientId=self._client
        )
        return self._body(0.0, shape, (0.0, 0.0, -_TABLE), (0.0, 0.0, 0.0, 1.0))

    def _stick(self, scene: Scene) -> int:
        spec, flat = scene.spec, self._config.flat_ends(scene.spec)
        return int(
            engine.createCollisionShape(
                engine.GEOM_CYLINDER if flat else engine.GEOM_CAPSULE,
                radius=spec.stick_diameter_m / 2 * _SCALE,
                height=(spec.stick_length_m - (0.0 if flat else spec.stick_diameter_m)) * _SCALE,
                physicsClientId=self._client,
            )
        )

    def _add(self, names: Sequence[str], held: frozenset[str]) -> None:
        """Make sticks where they are, at rest."""
        kinds: dict[tuple[float, float], list[str]] = {}
        for name in names:
            lying = lies(self._rows[self._places[name]])
            damping = self._config.pierced_damping if lying else self._config.damping
            kinds.setdefault((0.0 if name in held else _MASS, damping), []).append(name)
        for (mass, damping), alike in sorted(kinds.items()):
            for name, body in zip(alike, self._make(alike, mass), strict=True):
                self._set_dynamics(body, linearDamping=damping, angularDamping=damping)
                self._bodies[name] = body
                self._things[body] = name
                if mass:
                    self._free.append((self._places[name], body))
        self._free.sort()

    def _make(self, names: Sequence[str], mass: float) -> list[int]:
        """Return new bodies of one mass for sticks, made in one call: that costs seven times what one more body does.

        Only the places may differ in such a call; they are turned afterwards.
        """
        rows = [self._rows[self._places[name]] for name in names]
        places = [[value * _SCALE for value in pose[:3]] for pose in rows]
        bodies = engine.createMultiBody(
            mass,
            self._shape,
            self._picture,
            batchPositions=places,
            useMaximalCoordinates=1,
            physicsClientId=self._client,
        )
        if len(set(bodies) - set(self._things)) != len(names):
            raise EngineError(f"Bullet did not make all of the sticks {', '.join(names)}")
        for body, place, pose in zip(bodies, places, rows, strict=True):
            engine.resetBasePositionAndOrientation(body, place, pose[3:], self._client)
        return list(bodies)

    def _body(self, mass: float, shape: int, place: Sequence[float], turn: Sequence[float], **dynamics: float) -> int:
        """Return a new body, never asleep, with the friction and restitution of config."""
        body = engine.createMultiBody(
            mass, shape, self._picture, place, turn, useMaximalCoordinates=1, physicsClientId=self._client
        )
        if body < 0:
            raise EngineError("Bullet did not make a body")
        self._set_dynamics(body, **dynamics)
        return int(body)

    def _set_dynamics(self, body: int, **dynamics: float) -> None:
        engine.changeDynamics(
            body,
            -1,
            **self._surface,
            **dynamics,
            activationState=engine.ACTIVATION_STATE_DISABLE_SLEEPING,
            physicsClientId=self._client,
        )


def _surface(config: PhysicsConfig) -> dict[str, float]:
    """Return what two bodies that touch each bring along, so that the pair has what config says."""
    # Bullet multiplies friction and restitution, so each gets the root of the pair's; of rolling friction it adds
    # each body's share times the other's friction.
    friction = math.sqrt(config.friction)
    rolling = config.rolling_m * _SCALE / (2 * friction) if friction else 0.0
    return {
        "lateralFriction": friction,
        "restitution": math.sqrt(config.restitution),
        "rollingFriction": rolling,
        "spinningFriction": rolling,
    }


@lru_cache(maxsize=64)
def _check_parts(solids: tuple[Box, ...]) -> None:
    """Ask Bullet, once for each block and process, whether it keeps all the boxes of the block's bodies.

    Of bodies with maximal coordinates it does not say, so others are made of the same shapes; in a simulation of their
    own, for an act's trajectory must not depend on whether its block was new.
    """
    client = _clients.borrow()
    engine.resetSimulation(physicsClientId=client)
    try:
        for portion, _ in in_portions(solids, _PARTS):
            body = engine.createMultiBody(0.0, _compound(portion, client), physicsClientId=client)
            parts = len(engine.getCollisionShapeData(body, -1, physicsClientId=client))
            if parts != len(portion):
                raise EngineError(f"Bullet made {parts} of {len(portion)} parts of the block")
    finally:
        _clients.give_back(client)


def _compound(solids: Sequence[Box], client: int) -> int:
    return int(
        engine.createCollisionShapeArray(
            shapeTypes=[engine.GEOM_BOX] * len(solids),
            halfExtents=[[half * _SCALE for half in box.half_m] for box in solids],
            collisionFramePositions=[[centre * _SCALE for centre in box.centre_m] for box in solids],
            physicsClientId=client,
        )
    )
