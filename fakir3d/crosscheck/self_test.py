"""Before acts are believed, the instruments are checked: is the wood the document's, does the engine do as configured?

Acts alone cannot tell: the sticks of a game fall to the right floors with three times the friction, and a pierced
stick is led through its bore whether or not the bore is there. So a few things with a known answer are measured in a
world of the engine, opened as every act's is: a fall in free air, a slide along the table, a bounce, a stick that lost
its support after a long rest, two crossing sticks. And the boxes are held against the document, cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

import numpy as np

from fakir3d.block.names import Axis
from fakir3d.block.solids import Box, is_wood
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.pipeline import Pipeline
from fakir3d.motion import GRAVITY_M_S2, FloatArray, Pose, Snapshot
from fakir3d.physics.capsules import LYING, UPRIGHT
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.scene import Scene, lying_pose, standing_pose
from fakir3d.physics.worlds.protocol import World

_FALL_S, _SLIDE_S = 0.02, 0.1
_PUSH = 0.5
"""The sliding stick is pushed by this much of gravity more than friction should hold."""
_DROP_M = 0.3
"""Engines do not let slow things bounce; from here it is 2.4 m/s."""
_SLEEP_S = 2.5
"""Engines put to sleep what has lain still for two seconds."""
_WAKE_S = 0.05
_OVERLAP_M = 0.001
_HAIR_M = 1e-6
_FREE, _HELD = "r1", "g1"


class Open(Protocol):
    """Opens a world with sticks at these poses; those named are held."""

    def __call__(self, poses: Mapping[str, Pose], *held: str) -> World:
        """Return the world; whoever asks for it closes it."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One thing that was measured, and between what it must lie.

    Attributes:
        name: what was measured, in words.
        unit: of the numbers.
        value: what came out.
        least: it must be at least this ...
        most: ... and at most this.
    """

    name: str
    unit: str
    value: float
    least: float
    most: float

    @property
    def right(self) -> bool:
        """Return whether the instrument is right; a value that is no number is not."""
        return self.least <= self.value <= self.most

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.name}: {self.value:.3g}{unit}, must be {self.least:.3g} to {self.most:.3g}"

    def to_json(self) -> dict[str, object]:
        """Return the measure as a plain dict; what is no number is null."""
        return {
            "name": self.name,
            "unit": self.unit,
            "value": self.value if np.isfinite(self.value) else None,
            "least": self.least,
            "most": self.most,
            "right": self.right,
        }


@lru_cache(maxsize=64)
def self_test(spec: BlockSpec, engine: str, config: PhysicsConfig, pipeline: Pipeline) -> tuple[Measurement, ...]:
    """Return what was measured for a block: of its wood, and of the engine; once a process for the same question.

    The ideal engine has neither friction nor bounce, and is not asked for them.

    Raises:
        EngineMissingError: if the engine is not on this machine.
    """
    told = pipeline.block(spec)
    solids = pipeline.solids(told)
    scene = Scene(told, solids, Snapshot.of({}), {}, {})

    def open_with(poses: Mapping[str, Pose], *held: str) -> World:
        return pipeline.opener(engine, scene, poses, frozenset(held), config)

    bodies = () if engine == "ideal" else (_friction(spec, config, open_with), _bounce(spec, config, open_with))
    return (
        _wrong_wood(spec, solids),
        *_fall(spec, config, open_with),
        *bodies,
        _length(spec, config, open_with),
        _waking(spec, config, open_with),
        *_crossing(spec, open_with),
    )


def _wrong_wood(spec: BlockSpec, solids: tuple[Box, ...]) -> Measurement:
    """Hold the boxes against the document in the middle of every cell that their faces and the document's make.

    Within a cell neither changes, so this misses nothing that is not thinner than a hair.
    """
    middles = [_middles(spec, solids, axis) for axis in range(3)]
    points = np.stack(np.meshgrid(*middles, indexing="ij"), axis=-1).reshape(-1, 3)
    filled = np.zeros(len(points), dtype=np.bool_)
    for box in solids:
        filled |= (np.abs(points - box.centre_m) < box.half_m).all(axis=1)
    wrong = int((filled != is_wood(spec, points)).sum())
    return Measurement("cells of the block that are wood and should not be, or the reverse", "", wrong, 0, 0)


def _middles(spec: BlockSpec, solids: tuple[Box, ...], axis: int) -> FloatArray:
    """Return the middles between all faces across an axis, of the boxes and of the document, and beyond the block."""
    faces = {box.centre_m[axis] + sign * box.half_m[axis] for box in solids for sign in (-1, 1)}
    half, width = spec.size_m[axis] / 2, spec.bore_diameter_m
    if axis == 2:
        bored = [floor.height_m for floor in spec.floors]
        faces.update({0.0, spec.size_m[2]})
    else:
        bored = [*(spec.hole_x_m, spec.hole_y_m)[axis]]
        faces.update({-half, half}, {hole + sign * spec.hole_diameter_m / 2 for hole in bored for sign in (-1, 1)})
    faces.update(line + sign * width / 2 for line in bored for sign in (-1, 1))
    ends = sorted({*faces, min(faces) - 0.01, max(faces) + 0.01})
    return np.array([(low + high) / 2 for low, high in pairwise(ends) if high - low > _HAIR_M])


def _fall(spec: BlockSpec, config: PhysicsConfig, open_with: Open) -> Iterator[Measurement]:
    """Let a stick fall from rest in free air: how far it comes, against g t²/2, and how far aside."""
    start = (0.0, 0.0, spec.size_m[2] + 2 * spec.stick_length_m, *UPRIGHT)
    steps = max(4, round(_FALL_S / config.dt_s))
    with closing(open_with({_FREE: start})) as world:
        world.step(steps)
        x, y, z, *_ = world.poses()[0]
    time_s = steps * config.dt_s
    share = (start[2] - z) / (GRAVITY_M_S2 * time_s**2 / 2)
    # Engines that turn speed into way a step late fall by 1 + 1 / steps of it; damping takes a little.
    yield Measurement("fall in free air, of g t²/2", "", share, 0.95, 1.05 * (1 + 1 / steps))
    aside = max(abs(x), abs(y)) / (GRAVITY_M_S2 * time_s**2 / 2)
    yield Measurement("aside in that fall, of g t²/2", "", aside, 0.0, 0.005)


def _friction(spec: BlockSpec, config: PhysicsConfig, open_with: Open) -> Measurement:
    """Push a stick that lies on the table along its length, harder than friction holds it: how far does it slide?"""
    place = (0.0, spec.size_m[1] / 2 + spec.stick_length_m, spec.stick_diameter_m / 2, *LYING[Axis.X])
    push = (config.friction + _PUSH) * GRAVITY_M_S2
    steps = max(4, round(_SLIDE_S / config.dt_s))
    with closing(open_with({_FREE: place})) as world:
        world.step(max(1, round(_FALL_S / config.dt_s)))
        begin = world.poses()[0][0]
        world.shake((push, 0.0))
        world.step(steps)
        slid = begin - world.poses()[0][0]
    friction = (push - 2 * slid / (steps * config.dt_s) ** 2) / GRAVITY_M_S2
    slack = 0.05 + 0.1 * config.friction
    return Measurement(
        "friction of a stick on the table", "", friction, config.friction - slack, config.friction + slack
    )


def _bounce(spec: BlockSpec, config: PhysicsConfig, open_with: Open) -> Measurement:
    """Drop a lying stick on the table: which share of its speed does it have when it leaves it again?"""
    rest = spec.stick_diameter_m / 2
    place = (0.0, spec.size_m[1] / 2 + spec.stick_length_m, rest + _DROP_M, *LYING[Axis.X])
    falling = (2 * _DROP_M / GRAVITY_M_S2) ** 0.5
    heights = []
    with closing(open_with({_FREE: place})) as world:
        for _ in range(max(4, round(2.2 * falling / config.dt_s))):
            world.step(1)
            heights.append(world.poses()[0][2] - rest)
    landed = next((frame for frame, (one, next_) in enumerate(pairwise(heights)) if next_ >= one), 0)
    share = (max(0.0, *heights[landed:]) / _DROP_M) ** 0.5
    return Measurement("bounce from the table, of the speed", "", share, 0.0, config.restitution + 0.1)


def _length(spec: BlockSpec, config: PhysicsConfig, open_with: Open) -> Measurement:
    """Let a stick stand in a hole on the table: twice the height of its middle is its length."""
    place = standing_pose(spec, spec.holes[0], _OVERLAP_M)
    with closing(open_with({_FREE: place})) as world:
        world.step(max(4, round(3 * _FALL_S / config.dt_s)))
        length_m = 2 * world.poses()[0][2]
    wanted = spec.stick_length_m * 1000
    return Measurement("length of a stick that stands on the table", "mm", length_m * 1000, wanted - 0.5, wanted + 0.5)


def _waking(spec: BlockSpec, config: PhysicsConfig, open_with: Open) -> Measurement:
    """Take the support of a stick away that has stood still for long: does it fall?"""
    bore = spec.bores[0]
    hole = next(hole for hole in spec.holes if bore.passes_under(hole))
    poses = {_FREE: standing_pose(spec, hole, spec.foot_m(bore)), _HELD: lying_pose(spec, bore)}
    with closing(open_with(poses, _HELD)) as world:
        world.step(round(_SLEEP_S / config.dt_s))
        place = world.names.index(_FREE)
        stood = world.poses()[place][2]
        away = max(spec.size_m) + 3 * spec.stick_length_m
        world.drive(_HELD, lying_pose(spec, bore, away))
        world.step(round(_WAKE_S / config.dt_s))
        fell = (stood - world.poses()[place][2]) * 1000
    # It may lean against its hole and rub: that it falls at all is the question.
    wanted = GRAVITY_M_S2 * _WAKE_S**2 / 2 * 1000
    return Measurement("fall of a stick whose support went after a long rest", "mm", fell, wanted / 5, wanted * 1.5)


def _crossing(spec: BlockSpec, open_with: Open) -> Iterator[Measurement]:
    """Hold two crossing sticks a millimetre deep in each other, then apart: how deep does the engine say they are?"""
    height = spec.size_m[2] + 2 * spec.stick_length_m
    over = height + spec.stick_diameter_m - _OVERLAP_M
    poses = {_FREE: (0.0, 0.0, height, *LYING[Axis.X]), _HELD: (0.0, 0.0, over, *LYING[Axis.Y])}
    with closing(open_with(poses, _FREE, _HELD)) as world:
        deep = world.depth_m(_FREE, (_HELD,)) * 1000
        world.drive(_HELD, (0.0, 0.0, over + 2 * _OVERLAP_M, *LYING[Axis.Y]))
        clear = world.depth_m(_FREE, (_HELD,)) * 1000
    wanted = _OVERLAP_M * 1000
    yield Measurement("depth of two crossing sticks that share a millimetre", "mm", deep, wanted - 0.1, wanted + 0.1)
    yield Measurement("depth of two crossing sticks a millimetre apart", "mm", clear, 0.0, 0.0)
