"""MuJoCo behind the ``World`` protocol; the only package that knows it.

The recipe and what was measured of it are in docs/physics.md. MuJoCo's quaternions are w, x, y, z, its angular
velocities are in the body's own frame.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import mujoco as engine
import numpy as np

from fakir3d.block.solids import Box
from fakir3d.errors import EngineError
from fakir3d.motion import GRAVITY_M_S2, Pose
from fakir3d.physics.capsules import lies
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.mujoco.contacts import Touching
from fakir3d.physics.worlds.mujoco.recipe import Recipe, asked_m_s2, recipe_of
from fakir3d.physics.worlds.protocol import Touch

_MASS_KG = 0.0015
_TOUCHING_M = 1e-5
"""MuJoCo is asked for pairs that are merely near, too."""
_GAIN_M_S = 0.05
"""No stick gets faster by more than this within a step, unless something hits it."""
_TABLE_M = 0.1
"""Half the table's thickness."""
_SKIN_M = 1e-6
"""How thick a skin is: MuJoCo wants it to be something."""
_ARENA_BYTES, _SKIN_ARENA_BYTES = 16 << 20, 512 << 20
"""Room for one step's contacts, with boxes and with skins; the machine gives it only as it is used."""
_HARD = [0.99, 0.99, 0.001, 0.5, 2.0]
"""MuJoCo's impedance: a contact gets 99 % of the acceleration that it asks for, however deep it is."""
_FREE, _FIXED = 1, 2
"""Collision groups: free sticks meet everything, wood, table and held sticks meet free sticks alone."""


def _say_nothing(_: str) -> None:
    """Keep warnings off stdout and out of a log file in the working folder; ``_Bodies.check`` reads their counts."""


engine.set_mju_user_warning(_say_nothing)


class _Rig:
    """A compiled model for so many sticks, lent out with a state; what nobody uses now is lent again.

    No two borrowers share a model, for margins follow the speeds of sticks; each sets them before the first step. A
    state of skins is large; none is kept.
    """

    def __init__(self, model: engine.MjModel) -> None:
        self._model = model
        self._state: engine.MjData | None = None
        self._lent = False

    def borrow(self) -> tuple[engine.MjModel, engine.MjData]:
        """Return a model and a state as new, whatever was simulated with them before."""
        if self._lent:
            model = copy.copy(self._model)
            return model, engine.MjData(model)
        self._lent = True
        if self._state is None:
            return self._model, engine.MjData(self._model)
        engine.mj_resetData(self._model, self._state)
        return self._model, self._state

    def give_back(self, model: engine.MjModel, data: engine.MjData) -> None:
        """Take both back; those that are no copies are kept."""
        if model is self._model:
            self._lent = False
            self._state = None if model.nflex else data


class _Bodies:
    """The sticks as MuJoCo has them, as long as none is let go.

    Attributes:
        data: MuJoCo's state.
        free: the free sticks in MuJoCo's order: standing ones, then lying ones.
        held: the held sticks.
        geoms: (wood, table, free sticks, held sticks) int, what every geom is: its place in the world's order.
        qpos: (free, 7) float, MuJoCo's own memory: poses in its order [m].
        qvel: (free, 6) float, likewise: speeds [m/s], then angular speeds in the stick's own frame [rad/s].
    """

    def __init__(self, recipe: Recipe, order: Sequence[str], poses: Mapping[str, Pose], held: frozenset[str]) -> None:
        lying = [name for name in sorted(poses) if name not in held and lies(poses[name])]
        standing = [name for name in sorted(poses) if name not in held and name not in lying]
        self._recipe = recipe
        self._rig = (_skinned if recipe.skins else _boxed)(recipe, len(standing), len(lying), len(held))
        self._model, self.data = self._rig.borrow()
        self.free = (*standing, *lying)
        self.held = held
        self._things = (*["block"] * len(recipe.solids), "table", *self.free, *sorted(held))
        # Skins are no geoms; their number in contacts is -1.
        self.geoms = np.array([order.index(thing) for thing in (*self._things, "block")])
        self.qpos, self.qvel = self.data.qpos.reshape(-1, 7), self.data.qvel.reshape(-1, 6)
        self._mocap = dict(zip(sorted(held), zip(self.data.mocap_pos, self.data.mocap_quat, strict=True), strict=True))
        # The margins of two shapes are added; only those of free sticks are not zero.
        first, count = len(recipe.solids) + 1, len(self.free)
        self._margins = self._model.geom_margin[first : first + count], self._model.body_margin[1 : 1 + count]
        # Spin about its own axis moves no stick's surface along a normal.
        half = recipe.length_m / 2
        self._reach = np.array([1.0, 1.0, 1.0, half, half, 0.0]) * recipe.dt_s
        for index, name in enumerate(self.free):
            self.qpos[index] = _theirs(poses[name])
        for name in held:
            self.hold(name, poses[name])

    def hold(self, stick: str, pose: Pose) -> None:
        """Put a held stick at a pose."""
        place, turn = self._mocap[stick]
        place[:], turn[:] = pose[:3], (pose[6], *pose[3:6])

    def lag(self, push_m_s2: tuple[float, float]) -> None:
        """Press every free stick as a block that is accelerated along x and y makes it feel [m/s²]."""
        x, y = push_m_s2
        self.data.qfrc_applied.reshape(-1, 6)[:, :2] = -x * _MASS_KG, -y * _MASS_KG

    def go_on_from(self, other: _Bodies) -> None:
        """Take over all that moves in other bodies, to the last bit, with the solver's first guess."""
        guess, others = self.data.qacc_warmstart.reshape(-1, 6), other.data.qacc_warmstart.reshape(-1, 6)
        for index, name in enumerate(self.free):
            if name in other.free:
                there = other.free.index(name)
                self.qpos[index], self.qvel[index] = other.qpos[there], other.qvel[there]
                guess[index] = others[there]

    def step(self, count: int) -> None:
        """Let steps pass, with a law of contacts like Bullet's in place of MuJoCo's springs.

        Each stick sees contacts as far ahead as its surface can come in this step; what they ask for is changed between
        the two halves of the step. Of a contact's rows the first is the normal's.
        """
        model, data, qvel, reach, recipe = self._model, self.data, self.qvel, self._reach, self._recipe
        geom_margin, body_margin = self._margins
        rows, gain = recipe.rows, _GAIN_M_S * recipe.dt_s
        for _ in range(count):
            geom_margin[:] = body_margin[:] = np.abs(qvel) @ reach + gain
            engine.mj_step1(model, data)
            if data.nefc:
                data.efc_aref[::rows] = asked_m_s2(data.efc_pos[::rows], data.efc_vel[::rows], recipe)
            engine.mj_step2(model, data)

    def gap_m(self, one: str, others: Sequence[str]) -> float:
        """Return the least distance between a stick and these others, negative when one is inside it [m]; at most 0."""
        engine.mj_kinematics(self._model, self.data)
        geom = self._things.index
        gaps = (engine.mj_geomDistance(self._model, self.data, geom(one), geom(name), 0.0, None) for name in others)
        return float(min(gaps, default=0.0))

    def check(self) -> None:
        """Complain of what MuJoCo only warns of: numbers that are none, contacts that found no room."""
        counts = self.data.warning.number
        if counts.any():
            kind = engine.mjtWarning(int(np.flatnonzero(counts)[0])).name.removeprefix("mjWARN_").lower()
            raise EngineError(f"MuJoCo gave this act up (its warning {kind!r}); perform it with half the step")

    def close(self) -> None:
        """Give model and state back."""
        self._rig.give_back(self._model, self.data)


class MujocoWorld:
    """A ``World`` of rigid bodies."""

    version = str(engine.__version__)

    def __init__(self, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig) -> None:
        self.names = tuple(sorted(poses))
        self._recipe = recipe_of(scene, config)
        self._arm_m = config.rest_arm_m
        self._rows = [poses[name] for name in self.names]
        self._places = {name: place for place, name in enumerate(self.names)}
        self._order = (*self.names, "block", "table")
        self._touching = Touching(self._order)
        self._push = (0.0, 0.0)
        self._read = True
        self._open = True
        self._bodies = _Bodies(self._recipe, self._order, poses, held)

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
        self._bodies = _Bodies(self._recipe, self._order, poses, before.held - {stick})
        self._bodies.go_on_from(before)
        self._bodies.lag(self._push)
        self._touching.number_anew()
        before.close()

    def step(self, count: int) -> None:
        """Let ``count`` steps of config.dt_s pass."""
        self._read = False
        try:
            self._bodies.step(count)
        except engine.FatalError as problem:
            raise EngineError(f"MuJoCo gave this act up: {str(problem).partition(chr(10))[0]}") from None

    def shake(self, push_m_s2: tuple[float, float]) -> None:
        """Accelerate the block along x and y from now on [m/s²]: in the block's own frame everything else lags."""
        self._push = push_m_s2
        self._bodies.lag(push_m_s2)

    def poses(self) -> list[Pose]:
        """Return where all sticks are, in the order of ``names``."""
        rows, places, bodies = self._rows, self._places, self._bodies
        if not self._read:
            for name, (x, y, z, w, qx, qy, qz) in zip(bodies.free, bodies.qpos.tolist(), strict=True):
                rows[places[name]] = (x, y, z, qx, qy, qz, w)
            self._read = True
        return rows.copy()

    def speeds(self) -> list[tuple[str, float]]:
        """Return how fast every free stick is, as config counts it (spin about its own axis left out) [m/s]."""
        self._bodies.check()
        return sorted(
            (name, max(math.hypot(vx, vy, vz), self._arm_m * math.hypot(wx, wy)))
            for name, (vx, vy, vz, wx, wy, _) in zip(self._bodies.free, self._bodies.qvel.tolist(), strict=True)
        )

    def depth_m(self, stick: str, others: Sequence[str]) -> float:
        """Return how deep a stick is in the deepest of these others now; 0 when it meets none [m].

        Asked of the shapes, not of the contacts: two bodies that cannot move never make any.
        """
        return max(0.0, -self._bodies.gap_m(stick, others))

    def deepest_m(self) -> float:
        """Return how deep the deepest contact of the last step is, whatever touches there [m]."""
        data = self._bodies.data
        return max(0.0, -float(data.contact.dist.min())) if data.ncon else 0.0

    def touches(self) -> tuple[float, list[Touch]]:
        """Return how deep the deepest contact of the last step is [m], and what has come together since last asked."""
        contacts, things = self._bodies.data.contact, self._bodies.geoms
        gaps = contacts.dist
        near = (gaps < _TOUCHING_M).nonzero()[0]
        begun = self._touching.begun(contacts.geom[near], things, lambda n: contacts[int(near[n])].frame[:3].tolist())
        return max(0.0, -float(np.minimum.reduce(gaps, initial=0.0))), begun

    def close(self) -> None:
        """Give the state back; the world is of no use afterwards. A second time does nothing."""
        if self._open:
            self._open = False
            self._bodies.close()


def _theirs(pose: Pose) -> tuple[float, ...]:
    x, y, z, qx, qy, qz, qw = pose
    return x, y, z, qw, qx, qy, qz


def _compile(recipe: Recipe, standing: int, lying: int, held: int) -> _Rig:
    """Return the model of a block with so many free sticks that stand, free ones that lie, and held ones."""
    spec = engine.MjSpec()
    spec.memory = _SKIN_ARENA_BYTES if recipe.skins else _ARENA_BYTES
    spec.option.timestep = recipe.dt_s
    spec.option.gravity = [0.0, 0.0, -GRAVITY_M_S2]
    spec.option.integrator = engine.mjtIntegrator.mjINT_EULER
    spec.option.cone = engine.mjtCone.mjCONE_ELLIPTIC
    spec.option.iterations = recipe.iterations
    _add_wood(spec, recipe)
    for index in range(standing + lying + held):
        _add_stick(spec.worldbody, recipe, free=index < standing + lying)
    model = spec.compile()
    for index in range(standing + lying):
        _damp(model, index, recipe.damping if index < standing else recipe.pierced_damping)
    return _Rig(model)


_boxed, _skinned = lru_cache(maxsize=96)(_compile), lru_cache(maxsize=4)(_compile)
"""A model of boxes with its state and what Python holds of both takes 0.7 MB, one of skins 20 MB."""


def _add_wood(spec: engine.MjSpec, recipe: Recipe) -> None:
    """Add the block, as boxes or skins, and the table."""
    half = (recipe.table_m, recipe.table_m, _TABLE_M)
    fixed = {"contype": _FIXED, "conaffinity": 0}
    for box in (*recipe.solids, Box((0.0, 0.0, -_TABLE_M), half)):
        kind = engine.mjtGeom.mjGEOM_BOX
        _set_surface(spec.worldbody.add_geom(type=kind, pos=box.centre_m, size=box.half_m, **fixed), recipe)
    for number, skin in enumerate(recipe.skins):
        # A mesh would be taken for its convex hull; a flex that hangs on the world alone is rigid and may be hollow.
        corners = {"vert": skin.vertices_m.reshape(-1).tolist(), "elem": skin.triangles.reshape(-1).tolist()}
        flex = spec.add_flex(name=f"wood{number}", dim=2, vertbody=["world"], **corners, **fixed)
        flex.radius, flex.selfcollide = _SKIN_M, 0
        _set_surface(flex, recipe)


def _add_stick(world: engine.MjsBody, recipe: Recipe, *, free: bool) -> None:
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


def _set_surface(geom: engine.MjsGeom | engine.MjsFlex, recipe: Recipe) -> None:
    """Give a shape the friction of config's pair, for of two frictions MuJoCo takes the larger one."""
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
