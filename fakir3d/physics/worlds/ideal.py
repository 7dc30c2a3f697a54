"""The engine without an engine: sticks fall straight down and stop.

A fall goes h = g t²/2 and ends on what lies under the stick. No lean, no bounce, no friction, whatever the shapes of
bores and ends; a stick that lies in its bore lies still, held or free. What holds a stick is found from poses and the
block's millimetres alone: the sticks that lie across its foot, the table, or the top face where there is no hole. It
serves tests of all that is built on physics, and machines without an engine.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from fakir3d.block.spec import BlockSpec
from fakir3d.motion import GRAVITY_M_S2, Pose
from fakir3d.physics.capsules import Segment, depth_m, lies, segment_of
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.protocol import Touch
from fakir3d.version import __version__

_TOUCHING_M = 1e-9
_STEP_M = 0.0005
"""What comes in this much higher than a foot still goes under it; what lies higher is beside or above the foot."""


class IdealWorld:
    """A ``World`` of straight falls."""

    version = __version__

    def __init__(self, scene: Scene, poses: Mapping[str, Pose], held: frozenset[str], config: PhysicsConfig) -> None:
        self.names = tuple(sorted(poses))
        self._spec = scene.spec
        self._dt_s = config.dt_s
        self._poses = {name: poses[name] for name in self.names}
        self._held = {name for name in self.names if name in held or lies(poses[name])}
        self._down_m_s = {name: 0.0 for name in self.names if name not in self._held}
        self._floors: dict[str, tuple[float, str]] = {}
        self._met: set[tuple[str, str]] = set()
        self._find_floors()

    def drive(self, stick: str, pose: Pose) -> None:
        """Put a held stick at a pose."""
        self._poses[stick] = pose
        segment = self._segment(stick)
        for name in self._down_m_s:
            height = _support_m(self._spec, self._poses[name], segment)
            floor, holder = self._floors[name]
            if holder == stick:
                self._floors[name] = self._floor(name)
            elif height is not None and height > floor:
                self._floors[name] = (height, stick)

    def release(self, stick: str) -> None:
        """Let a held stick go, at rest, where it is; one that lies stays there."""
        if lies(self._poses[stick]):
            return
        self._held.discard(stick)
        self._down_m_s[stick] = 0.0
        self._down_m_s = dict(sorted(self._down_m_s.items()))
        self._find_floors()

    def step(self, count: int) -> None:
        """Let ``count`` steps of config.dt_s pass."""
        time_s = count * self._dt_s
        half = self._spec.stick_length_m / 2
        for name, speed in self._down_m_s.items():
            x, y, z, *turn = self._poses[name]
            floor = self._floors[name][0]
            foot = z - half
            # A foot that is at its floor, or was lifted a hair into it by rounding, stays.
            if speed == 0.0 and foot <= floor:
                continue
            foot -= speed * time_s + GRAVITY_M_S2 * time_s**2 / 2
            self._down_m_s[name] = speed + GRAVITY_M_S2 * time_s if foot > floor else 0.0
            self._poses[name] = (x, y, max(foot, floor) + half, turn[0], turn[1], turn[2], turn[3])

    def shake(self, push_m_s2: tuple[float, float]) -> None:
        """Do nothing: straight falls have no sideways, and nothing ever hangs here."""

    def poses(self) -> list[Pose]:
        """Return where all sticks are, in the order of ``names``."""
        return list(self._poses.values())

    def speeds(self) -> list[tuple[str, float]]:
        """Return how fast every free stick falls [m/s]."""
        return list(self._down_m_s.items())

    def depth_m(self, stick: str, others: Sequence[str]) -> float:
        """Return how deep a stick is in the deepest of these others now; 0 when it meets none [m]."""
        segment = self._segment(stick)
        depths = (depth_m(segment, self._segment(other), self._spec.stick_diameter_m) for other in others)
        return max(0.0, *depths, 0.0)

    def deepest_m(self) -> float:
        """Return 0: nothing ever sinks in here."""
        return 0.0

    def touches(self) -> tuple[float, list[Touch]]:
        """Return 0, for nothing ever sinks in here, and which free sticks have come down on what since last asked."""
        half = self._spec.stick_length_m / 2
        met = {
            (name, self._floors[name][1])
            for name in self._down_m_s
            if self._poses[name][2] - half - self._floors[name][0] <= _TOUCHING_M
        }
        new, self._met = sorted(met - self._met), met
        return 0.0, [Touch(stick, other, (0.0, 0.0, 1.0)) for stick, other in new]

    def close(self) -> None:
        """Nothing to give back."""

    def _find_floors(self) -> None:
        self._floors = {name: self._floor(name) for name in self._down_m_s}

    def _floor(self, name: str) -> tuple[float, str]:
        """Return how deep a stick's foot can come [m] and what stops it there."""
        pose = self._poses[name]
        found = (0.0, "table") if in_a_hole(self._spec, pose[0], pose[1]) else (self._spec.size_m[2], "block")
        for other in self.names:
            if other in self._held:
                height = _support_m(self._spec, pose, self._segment(other))
                if height is not None and height > found[0]:
                    found = (height, other)
        return found

    def _segment(self, name: str) -> Segment:
        return segment_of(self._poses[name], self._spec.stick_length_m, self._spec.stick_diameter_m)


def in_a_hole(spec: BlockSpec, x: float, y: float) -> bool:
    """Whether an upright stick at x, y [m] is in one of the block's holes."""
    room = (spec.hole_diameter_m - spec.stick_diameter_m) / 2 + 1e-4
    return any(abs(x - hole) <= room for hole in spec.hole_x_m) and any(abs(y - hole) <= room for hole in spec.hole_y_m)


def _support_m(spec: BlockSpec, pose: Pose, lying: Segment) -> float | None:
    """Return the height of the foot of an upright stick that rests on a lying one [m]; None beside or below that one.

    The lower round end is a ball, so it rests on the lying stick, a line with the same radius, where the two
    centres are one diameter apart.
    """
    (ax, ay, az), (bx, by, bz) = lying
    along_x, along_y = bx - ax, by - ay
    length = along_x * along_x + along_y * along_y
    share = ((pose[0] - ax) * along_x + (pose[1] - ay) * along_y) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    aside = math.hypot(pose[0] - ax - share * along_x, pose[1] - ay - share * along_y)
    if aside >= spec.stick_diameter_m:
        return None
    height = az + share * (bz - az) + math.sqrt(spec.stick_diameter_m**2 - aside**2) - spec.stick_diameter_m / 2
    return height if height <= pose[2] - spec.stick_length_m / 2 + _STEP_M else None
