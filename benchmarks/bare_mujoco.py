"""An act as a bare mujoco script: the same model, contact law, drive and 240 Hz reads as worlds/mujoco, and no more."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import mujoco
import numpy as np

from fakir3d.motion import Pose
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.motion import plan
from fakir3d.physics.hand.script import Script
from fakir3d.physics.scene import Scene

__all__ = ["BareMujoco"]

CONFIG = PhysicsConfig()
DT_S = 1 / 1000
MASS_KG = 0.0015


class BareMujoco:
    """The bare script, as one would write it for this block alone: models are compiled once, for so many sticks."""

    def __init__(self) -> None:
        self.models: dict[tuple[str, int, int], mujoco.MjModel] = {}

    def act(self, scene: Scene, script: Script) -> list[Pose]:
        """Do one act and return where all sticks are at its end."""
        hand = plan(scene, script, CONFIG)
        self.scene, self.poses = scene, {**scene.poses, **hand.start}
        self.names, held = sorted(self.poses), {*scene.pierced, *hand.start}
        self.steps = 0
        self.seat([name for name in self.names if name not in held])
        self.read()
        self.drive(hand.motion(self.stopped), {*hand.start})
        self.settle()
        return [self.poses[name] for name in self.names]

    def seat(self, free: list[str]) -> None:
        """Take a model for these free sticks and put all where they are."""
        self.free, self.held = free, [name for name in self.names if name not in free]
        key = (self.scene.spec.digest, len(self.free), len(self.held))
        if key not in self.models:
            self.models[key] = _compiled(self.scene, len(self.free), len(self.held))
        self.model = self.models[key]
        self.data = mujoco.MjData(self.model)
        self.qpos, self.qvel = self.data.qpos.reshape(-1, 7), self.data.qvel.reshape(-1, 6)
        for index, name in enumerate(self.free):
            self.qpos[index] = _theirs(self.poses[name])
        for name in self.held:
            self.hold(name)
        first = len(self.scene.solids) + 1
        self.margins = self.model.geom_margin[first : first + len(self.free)]
        self.body_margins = self.model.body_margin[1 : 1 + len(self.free)]
        half = self.scene.spec.stick_length_m / 2
        self.reach = np.array([1, 1, 1, half, half, 0])

    def hold(self, name: str) -> None:
        """Put a held stick where it is."""
        index, theirs = self.held.index(name), _theirs(self.poses[name])
        self.data.mocap_pos[index], self.data.mocap_quat[index] = theirs[:3], theirs[3:]

    def stopped(self, stick: str, others: Sequence[str]) -> bool:
        """Ask how deep the pushed stick is in those on its way."""
        names, first = [*self.free, *self.held], len(self.scene.solids) + 1
        mujoco.mj_kinematics(self.model, self.data)
        one = first + names.index(stick)
        gaps = [
            mujoco.mj_geomDistance(self.model, self.data, one, first + names.index(name), 0.0, None) for name in others
        ]
        return -min(gaps, default=0.0) > CONFIG.blocked_depth_m

    def drive(self, motion: Iterable[dict[str, Pose]], held: set[str]) -> None:
        """Put the held sticks along their way, a step at a time."""
        for held_poses in motion:
            for stick, pose in held_poses.items():
                self.poses[stick] = pose
                self.hold(stick)
            for stick in held - held_poses.keys():
                self.release(stick)
            held &= held_poses.keys()
            self.step()
            if self.steps % 4 == 0:
                self.read()

    def release(self, stick: str) -> None:
        """Let a held stick go."""
        self.read()
        before = dict(zip(self.free, zip(self.qvel, self.data.qacc_warmstart.reshape(-1, 6), strict=True), strict=True))
        self.seat(sorted([*self.free, stick]))
        guess = self.data.qacc_warmstart.reshape(-1, 6)
        for index, name in enumerate(self.free):
            if name in before:
                self.qvel[index], guess[index] = before[name]

    def step(self) -> None:
        """Let a step pass, with contacts seen before they are made and stopped in time."""
        self.margins[:] = self.body_margins[:] = (np.abs(self.qvel) @ self.reach + 0.05) * DT_S
        mujoco.mj_step1(self.model, self.data)
        if self.data.nefc:
            gaps, speeds = self.data.efc_pos[::3], self.data.efc_vel[::3]
            self.data.efc_aref[::3] = (np.maximum(gaps, gaps * 0.2) / -DT_S - speeds) / DT_S
        mujoco.mj_step2(self.model, self.data)
        self.steps += 1

    def read(self) -> None:
        """Read what a recording at 240 Hz needs: every pose, every contact."""
        for name, (x, y, z, w, qx, qy, qz) in zip(self.free, self.qpos.tolist(), strict=True):
            self.poses[name] = (x, y, z, qx, qy, qz, w)
        if self.data.ncon:
            self.contacts = self.data.contact.dist, self.data.contact.geom.tolist()

    def settle(self) -> None:
        """Wait until all are slower than 10 mm/s for 30 ms."""
        quiet = 0
        while quiet < 9:
            self.step()
            while self.steps % 4:
                self.step()
            self.read()
            quiet = quiet + 1 if all(self.speed(row) < 0.01 for row in self.qvel.tolist()) else 0

    @staticmethod
    def speed(row: Sequence[float]) -> float:
        """Return how fast a stick is, spin left out."""
        vx, vy, vz, wx, wy, _ = row
        return max(math.hypot(vx, vy, vz), 0.05 * math.hypot(wx, wy))


def _theirs(pose: Pose) -> tuple[float, ...]:
    return (*pose[:3], pose[6], *pose[3:6])


def _compiled(scene: Scene, free: int, held: int) -> mujoco.MjModel:
    spec, made = scene.spec, mujoco.MjSpec()
    made.memory = 16 << 20
    made.option.timestep = DT_S
    made.option.integrator = mujoco.mjtIntegrator.mjINT_EULER
    made.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    made.option.iterations = 20
    alike = {
        "condim": 3,
        "friction": [CONFIG.friction, 0, 0],
        "solref": [2 * DT_S, 1],
        "solimp": [0.99, 0.99, 0.001, 0.5, 2],
    }
    fixed = {"type": mujoco.mjtGeom.mjGEOM_BOX, "contype": 2, "conaffinity": 0, **alike}
    for box in scene.solids:
        made.worldbody.add_geom(pos=box.centre_m, size=box.half_m, **fixed)
    table = max(spec.size_m) + 2 * spec.stick_length_m
    made.worldbody.add_geom(pos=[0, 0, -0.1], size=[table, table, 0.1], **fixed)
    radius = spec.stick_diameter_m / 2
    size = [radius, spec.stick_length_m / 2 - radius, 0]
    for index in range(free + held):
        body = made.worldbody.add_body(mocap=index >= free)
        if index < free:
            body.add_freejoint()
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            size=size,
            mass=MASS_KG,
            contype=1 if index < free else 2,
            conaffinity=3 if index < free else 0,
            **alike,
        )
    model = made.compile()
    rate = -math.log1p(-CONFIG.damping)
    for index in range(free):
        model.dof_damping[6 * index : 6 * index + 3] = rate * MASS_KG
        model.dof_damping[6 * index + 3 : 6 * index + 6] = rate * model.body_inertia[index + 1]
    return model
