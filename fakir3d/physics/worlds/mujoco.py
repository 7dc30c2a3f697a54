"""MuJoCo behind the ``World`` protocol; the only file that knows it.

The recipe and what was measured of it are in docs/physics.md. MuJoCo's quaternions are w, x, y, z, its angular
velocities are in the body's own frame.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import mujoco as engine
import numpy as np

from fakir3d.block.solids import Box
from fakir3d.errors import EngineError, MisuseError
from fakir3d.motion import FloatArray
from fakir3d.physics.capsules import Pose, axis_of
from fakir3d.physics.config import Bores, PhysicsConfig
from fakir3d.physics.places import Scene
from fakir3d.physics.worlds.protocol import Touch

__all__ = ["MujocoWorld", "version"]

_GRAVITY_M_S2 = 9.81
_MASS_KG = 0.0015
_TOUCHING_M = 1e-5
"""MuJoCo is asked for pairs that are merely near, too."""
_HASTE_M_S = 0.05
"""No stick gets faster by more than this within a step, unless something hits it."""
_PUSH_OUT = 0.2
"""The share of a contact's depth that is pushed out in one step."""
_BOUNCE_M_S = 0.02
"""Slower meetings do not bounce, whatever the restitution."""
_TABLE_M = 0.1
"""Half the table's thickness."""
_ARENA_BYTES = 16 << 20
"""Room for one step's contacts; the machine gives it only as it is used."""
_OURS = [0, 1, 2, 4, 5, 6, 3]
"""Where x, y, z and the quaternion x, y, z, w are among MuJoCo's seven numbers."""
_HARD = [0.99, 0.99, 0.001, 0.5, 2.0]
"""MuJoCo's impedance: a contact gets 99 % of the acceleration that it asks for, however deep it is."""
_FREE, _FIXED = 1, 2
"""Collision groups: free sticks meet everything, wood, table and held sticks meet free sticks alone."""


def version() -> str:
    """Return the version of the installed engine."""
    return str(engine.__version__)


def _say_nothing(_: str) -> None:
    """Keep warnings off stdout and out of a log file in the working folder; ``_Bodies.check`` reads their counts."""


engine.set_mju_user_warning(_say_nothing)


@dataclass(frozen=True, slots=True)
class _Recipe:
    """Everything that a compiled model depends on but the number of sticks."""

    solids: tuple[Box, ...]
    length_m: float
    diameter_m: float
    flat: bool
    table_m: float
    dt_s: float
    iterations: int
    friction: float
    rolling_m: float
    damping: float
    pierced_damping: float

    @property
    def rows(self) -> int:
        """Return how many of the solver's rows a contact has: six with friction against spinning and rolling."""
        return 6 if self.rolling_m else 3


class _Rig:
    """A compiled model for so many sticks, lent out with a state; what nobody uses now is lent again.

    Every borrower gets a model of his own, for margins follow the speeds of sticks.
    """

    def __init__(self, model: engine.MjModel) -> None:
        self._model = model
        self._idle: list[tuple[engine.MjModel, engine.MjData]] = []

    def borrow(self) -> tuple[engine.MjModel, engine.MjData]:
        """Return a model and a state as new, whatever was simulated with them before."""
        if not self._idle:
            model = copy.copy(self._model)
            return model, engine.MjData(model)
        model, data = self._idle.pop()
        engine.mj_resetData(model, data)
        return model, data

    def give_back(self, model: engine.MjModel, data: engine.MjData) -> None:
        """Take both back; one pair is kept."""
        if not self._idle:
            self._idle.append((model, data))


class _Bodies:
    """The sticks as MuJoCo has them, as long as none is let go: free ones with numbers of their own, held ones.

    Attributes:
        model: what is simulated.
        data: its state.
        free: the names of the free sticks in MuJoCo's order: standing ones, then lying ones.
        held: where MuJoCo has each held stick.
        things: what every geom is: wood, table, free sticks, held sticks.
        geom: which geom is each stick.
        qpos: (free, 7) float, MuJoCo's own memory: poses in its order [m].
        qvel: (free, 6) float, likewise: speeds [m/s], then angular speeds in the stick's own frame [rad/s].
        guess: (free, 6) float, likewise: the solver's first guess of accelerations.
    """

    def __init__(self, recipe: _Recipe, poses: Mapping[str, Pose], held: frozenset[str]) -> None:
        lying = [name for name in sorted(poses) if name not in held and abs(axis_of(poses[name])[2]) < 0.5]
        standing = [name for name in sorted(poses) if name not in held and name not in lying]
        self._rig = _rig(recipe, len(standing), len(lying), len(held))
        self.model, self.data = self._rig.borrow()
        self.free = (*standing, *lying)
        self.held = {name: index for index, name in enumerate(sorted(held))}
        self.things = (*["block"] * len(recipe.solids), "table", *self.free, *self.held)
        self.geom = {name: index for index, name in enumerate(self.things) if name in poses}
        first = len(recipe.solids) + 1
        self._geom_margin = self.model.geom_margin[first : first + len(self.free)]
        self._body_margin = self.model.body_margin[1 : 1 + len(self.free)]
        self.qpos = self.data.qpos.reshape(-1, 7)
        self.qvel = self.data.qvel.reshape(-1, 6)
        self.guess = self.data.qacc_warmstart.reshape(-1, 6)
        for index, name in enumerate(self.free):
            self.qpos[index] = _theirs(poses[name])
        for name in self.held:
            self.hold(name, poses[name])

    def hold(self, stick: str, pose: Pose) -> None:
        """Put a held stick at a pose."""
        index, theirs = self.held[stick], _theirs(pose)
        self.data.mocap_pos[index] = theirs[:3]
        self.data.mocap_quat[index] = theirs[3:]

    def go_on_from(self, other: _Bodies) -> None:
        """Take over all that moves in other bodies, to the last bit."""
        for index, name in enumerate(self.free):
            if name in other.free:
                there = other.free.index(name)
                self.qpos[index], self.qvel[index] = other.qpos[there], other.qvel[there]
                self.guess[index] = other.guess[there]

    def look_ahead(self, reach: FloatArray, dt_s: float) -> None:
        """Let each free stick see contacts as far ahead as its surface can come within a step; margins are added.

        Args:
            reach: what each of a stick's six speeds adds to that of its surface, (6,) float.
            dt_s: the step [s].
        """
        ahead = (np.abs(self.qvel) @ reach + _HASTE_M_S) * dt_s
        self._geom_margin[:] = ahead
        self._body_margin[:] = ahead

    def close(self) -> None:
        """Give model and state back."""
        self._rig.give_back(self.model, self.data)

    def check(self) -> None:
        """Complain of what MuJoCo only warns of: numbers that are none, contacts that found no room."""
        counts = self.data.warning.number
        if counts.any():
            kind = engine.mjtWarning(int(np.flatnonzero(counts)[0])).name.removeprefix("mjWARN_").lower()
            raise EngineError(f"MuJoCo gave this act up (its warning {kind!r}); perform it with half the step")


class MujocoWorld:
    """A ``World`` of rigid bodies."""

    def __init__(self, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig) -> None:
        self.names = tuple(sorted(poses))
        self._config = config
        self._recipe = _recipe(scene, config)
        # Spin about its own axis moves no stick's surface along a normal.
        half = self._recipe.length_m / 2
        self._reach = np.array([1.0, 1.0, 1.0, half, half, 0.0])
        self._rows = [poses[name] for name in self.names]
        self._places = {name: place for place, name in enumerate(self.names)}
        self._met: set[tuple[str, str]] = set()
        self._read = True
        self._open = True
        self._bodies = _Bodies(self._recipe, poses, held)
        self.shake((0.0, 0.0))

    def drive(self, stick: str, pose: Pose) -> None:
        """Put a held stick at a pose."""
        self._rows[self._places[stick]] = pose
        self._bodies.hold(stick, pose)

    def release(self, stick: str) -> None:
        """Let a held stick go, at rest, where it is.

        MuJoCo cannot free a held body, so all goes on in a model with one free stick more.
        """
        before = self._bodies
        poses = dict(zip(self.names, self.poses(), strict=True))
        self._bodies = _Bodies(self._recipe, poses, frozenset(before.held) - {stick})
        self._bodies.go_on_from(before)
        before.close()
        self.shake(self._push)

    def step(self, count: int) -> None:
        """Let ``count`` steps of config.dt_s pass."""
        self._read = False
        bodies, dt_s = self._bodies, self._config.dt_s
        model, data = bodies.model, bodies.data
        for _ in range(count):
            bodies.look_ahead(self._reach, dt_s)
            engine.mj_step1(model, data)
            if data.nefc:
                self._stop_in_time(data)
            engine.mj_step2(model, data)

    def shake(self, push_m_s2: tuple[float, float]) -> None:
        """Accelerate the block along x and y from now on [m/s²]: in the block's own frame everything else lags."""
        self._push = push_m_s2
        x, y = push_m_s2
        self._bodies.data.qfrc_applied.reshape(-1, 6)[:, :2] = -x * _MASS_KG, -y * _MASS_KG

    def poses(self) -> list[Pose]:
        """Return where all sticks are, in the order of ``names``."""
        rows, bodies = self._rows, self._bodies
        if not self._read:
            bodies.check()
            for name, (x, y, z, qx, qy, qz, qw) in zip(bodies.free, bodies.qpos[:, _OURS].tolist(), strict=True):
                rows[self._places[name]] = (x, y, z, qx, qy, qz, qw)
            self._read = True
        return rows.copy()

    def speeds(self) -> list[tuple[str, float]]:
        """Return how fast every free stick is, as config counts it (spin about its own axis left out) [m/s]."""
        arm, bodies = self._config.rest_arm_m, self._bodies
        return sorted(
            (name, max(math.hypot(vx, vy, vz), arm * math.hypot(wx, wy)))
            for name, (vx, vy, vz, wx, wy, _) in zip(bodies.free, bodies.qvel.tolist(), strict=True)
        )

    def depth_m(self, stick: str, others: Sequence[str]) -> float:
        """Return how deep a stick is in the deepest of these others now; 0 when it meets none [m].

        Asked of the shapes, not of the contacts: two bodies that cannot move never make any.
        """
        model, data, geom = self._bodies.model, self._bodies.data, self._bodies.geom
        engine.mj_kinematics(model, data)
        gaps = [float(engine.mj_geomDistance(model, data, geom[stick], geom[name], 0.0, None)) for name in others]
        return max(0.0, -min(gaps, default=0.0))

    def deepest_m(self) -> float:
        """Return how deep the deepest contact of the last step is, whatever touches there [m]."""
        data = self._bodies.data
        return max(0.0, -float(data.contact.dist.min())) if data.ncon else 0.0

    def touches(self) -> tuple[float, list[Touch]]:
        """Return how deep the deepest contact of the last step is [m], and what has come together since last asked."""
        data, things = self._bodies.data, self._bodies.things
        first: dict[tuple[str, str], int] = {}
        deepest = 0.0
        if data.ncon:
            gaps, pairs = data.contact.dist, data.contact.geom.tolist()
            deepest = max(0.0, -float(gaps.min()))
            for index in np.flatnonzero(gaps < _TOUCHING_M).tolist():
                one, other = pairs[index]
                # One contact for each pair, the first that MuJoCo names.
                first.setdefault(_in_order(things[one], things[other]), index)
        new = sorted(first.keys() - self._met)
        self._met = set(first)
        return deepest, [Touch(*pair, tuple(data.contact[first[pair]].frame[:3].tolist())) for pair in new]

    def close(self) -> None:
        """Give the state back; the world is of no use afterwards. A second time does nothing."""
        if self._open:
            self._open = False
            self._bodies.close()

    def _stop_in_time(self, data: engine.MjData) -> None:
        """Put a law of contacts like Bullet's in place of MuJoCo's springs, between the two halves of a step.

        Springs that stop a falling stick within a tenth of a millimetre need steps far below a millisecond. So each
        contact is asked for the speed that closes what is left of its gap within this step; one that is deep, for the
        speed that pushes a share of the depth out. Of a contact's rows the first is the normal's.
        """
        dt_s, rows, bounce = self._config.dt_s, self._recipe.rows, self._config.restitution
        gaps, speeds = data.efc_pos[::rows], data.efc_vel[::rows]
        wanted = np.maximum(gaps, gaps * _PUSH_OUT) / -dt_s
        if bounce:
            meets = (speeds < -_BOUNCE_M_S) & (gaps + speeds * dt_s <= 0)
            wanted = np.where(meets, np.maximum(wanted, -bounce * speeds), wanted)
        data.efc_aref[::rows] = (wanted - speeds) / dt_s


def _theirs(pose: Pose) -> tuple[float, ...]:
    x, y, z, qx, qy, qz, qw = pose
    return x, y, z, qw, qx, qy, qz


def _in_order(one: str, other: str) -> tuple[str, str]:
    """Return a stick and what it touches, the same way round whichever MuJoCo names first."""
    if one in {"block", "table"}:
        return other, one
    return (one, other) if other in {"block", "table"} or one < other else (other, one)


def _recipe(scene: Scene, config: PhysicsConfig) -> _Recipe:
    spec = scene.spec
    if config.bores is Bores.ROUND:
        raise MisuseError("mujoco has no round bores: it takes a mesh for its convex hull; use bores=square or bullet")
    return _Recipe(
        solids=scene.solids,
        length_m=spec.stick_length_m,
        diameter_m=spec.stick_diameter_m,
        flat=config.flat_ends(spec),
        table_m=max(spec.size_m) + 2 * spec.stick_length_m,
        dt_s=config.dt_s,
        iterations=config.iterations,
        friction=config.friction,
        rolling_m=config.rolling_m,
        damping=config.damping,
        pierced_damping=config.pierced_damping,
    )


@lru_cache(maxsize=128)
def _rig(recipe: _Recipe, standing: int, lying: int, held: int) -> _Rig:
    """Return the model of a block with so many free sticks that stand, free ones that lie, and held ones."""
    spec = engine.MjSpec()
    spec.memory = _ARENA_BYTES
    spec.option.timestep = recipe.dt_s
    spec.option.gravity = [0.0, 0.0, -_GRAVITY_M_S2]
    spec.option.integrator = engine.mjtIntegrator.mjINT_EULER
    spec.option.cone = engine.mjtCone.mjCONE_ELLIPTIC
    spec.option.iterations = recipe.iterations
    _add_wood(spec.worldbody, recipe)
    for index in range(standing + lying + held):
        _add_stick(spec.worldbody, recipe, free=index < standing + lying)
    model = spec.compile()
    for index in range(standing + lying):
        _damp(model, index, recipe.damping if index < standing else recipe.pierced_damping)
    return _Rig(model)


def _add_wood(world: engine.MjsBody, recipe: _Recipe) -> None:
    """Add the block's boxes and the table."""
    half = (recipe.table_m, recipe.table_m, _TABLE_M)
    for box in (*recipe.solids, Box((0.0, 0.0, -_TABLE_M), half)):
        geom = world.add_geom(
            type=engine.mjtGeom.mjGEOM_BOX, pos=box.centre_m, size=box.half_m, contype=_FIXED, conaffinity=0
        )
        _set_surface(geom, recipe)


def _add_stick(world: engine.MjsBody, recipe: _Recipe, *, free: bool) -> None:
    body = world.add_body(mocap=not free)
    if free:
        body.add_freejoint()
    radius, half = recipe.diameter_m / 2, recipe.length_m / 2
    geom = body.add_geom(
        type=engine.mjtGeom.mjGEOM_CYLINDER if recipe.flat else engine.mjtGeom.mjGEOM_CAPSULE,
        size=[radius, half if recipe.flat else half - radius, 0.0],
        mass=_MASS_KG,
        contype=_FREE if free else _FIXED,
        conaffinity=_FREE | _FIXED if free else 0,
    )
    _set_surface(geom, recipe)


def _set_surface(geom: engine.MjsGeom, recipe: _Recipe) -> None:
    """Give a geom the friction of config's pair, for of two frictions MuJoCo takes the larger one."""
    geom.condim = recipe.rows
    geom.friction = [recipe.friction, recipe.rolling_m, recipe.rolling_m]
    # Friction stops a slip within a step.
    geom.solref = [2 * recipe.dt_s, 1.0]
    geom.solimp = _HARD


def _damp(model: engine.MjModel, index: int, share: float) -> None:
    """Let a free stick lose this share of its speeds in a second."""
    body, first, rate = model.jnt_bodyid[index], model.jnt_dofadr[index], -math.log1p(-share)
    model.dof_damping[first : first + 3] = rate * model.body_mass[body]
    model.dof_damping[first + 3 : first + 6] = rate * model.body_inertia[body]
