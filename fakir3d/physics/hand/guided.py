"""The hand that drags: a stick follows its route as a guide wants.

The stick moves no faster than it can, pushes what is in its way and is held up by it: no step is taken, only as much
of it as goes, that would bring it deeper into another stick than config.blocked_depth_m, what others are pressed into
counted too; for the hand is stronger than all, and pressing on it would drive them into the wood. What the guide wants,
step by step, decides everything; so a recorded path does again what the live hand did, to the last bit.
"""

from __future__ import annotations

import enum
from bisect import bisect_right
from collections.abc import Generator
from dataclasses import dataclass
from itertools import accumulate
from math import dist
from typing import Protocol

from fakir3d.motion import Pose
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.path import HandCommand, HandEnd, HandPath
from fakir3d.physics.hand.route import HeldPoses, PathSegment, Route, met_by
from fakir3d.physics.reading import FOOT_M, foot_height_m
from fakir3d.physics.scene import Scene
from fakir3d.physics.worlds.protocol import World

_PARTS = (1.0, 0.5, 0.25, 0.125)
"""As much of a step is taken as these parts of it allow: to within a sixteenth of a millimetre of what stops it."""
_GRAZED_M = 1e-6
"""Sticks that lie on each other are this deep in each other or less by rounding, not by pressing [m]."""
_PRESSED_M = 0.001
"""A hand that is kept this far from where it wants to be is pressing against something [m]."""
_STALLED_S = 0.25
"""A hand that has let go and gets no further for so long gets no further at all [s]."""


class HandResult(enum.Enum):
    """What came of the hand's act."""

    DONE = "done"
    BLOCKED = "blocked"
    """Something was in the way; the stick was drawn back."""
    TAKEN_BACK = "taken back"
    """The hand gave it up before anything had come of it; everything is where it was."""


HandMotion = Generator[HeldPoses, None, HandResult]


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a hand feels of its stick.

    Attributes:
        along_m: how far along its route the stick is [m]; where the hand wants it may be elsewhere.
        pressed: whether something keeps it from where the hand wants it.
        played: whether the act can no longer be taken back: a standing stick has moved by 1 mm.
    """

    along_m: float = 0.0
    pressed: bool = False
    played: bool = False


class Guide(Protocol):
    """Says step by step what the hand wants."""

    chunk_frames: int
    """How many frames of the motion are handed on at a time."""

    def command(self, step: int) -> HandCommand | None:
        """Return what is wanted from this step on, None for nothing new. Asked for every step until the hand's end."""
        ...

    def receive(self, feedback: Feedback) -> None:
        """Hear how the stick fares; told after every recorded frame."""
        ...


class Recorded:
    """A guide that follows a recorded path.

    Args:
        path: what was recorded.
        dt_s: one step [s]; times that fall between two steps count from the nearest.
        chunk_frames: how many frames of the motion are handed on at a time.
    """

    def __init__(self, path: HandPath, dt_s: float, chunk_frames: int) -> None:
        self.chunk_frames = chunk_frames
        self._commands = [(round(at_s / dt_s), command) for at_s, command in path.commands]
        self._next = 0

    def command(self, step: int) -> HandCommand | None:
        """Return the newest command that is due; the end waits for a step of its own."""
        newest: HandCommand | None = None
        while self._next < len(self._commands) and self._commands[self._next][0] <= step:
            command = self._commands[self._next][1]
            if newest is not None and isinstance(command, HandEnd):
                break
            newest = command
            self._next += 1
        return newest

    def receive(self, feedback: Feedback) -> None:
        """Do nothing: nobody is there."""


def guided(
    scene: Scene,
    route: Route,
    config: PhysicsConfig,
    guide: Guide,
    world: World,
    *,
    speed_m_s: float,
    lets_go: bool,
) -> HandMotion:
    """Drag a stick along its route as the guide wants until the hand comes off; then finish what it did, or undo it.

    A hand lets go where it wanted to be, not where its stick was just then, unless that gets no further. It has done
    what it wanted when the stick is far enough (``Route.sure_m``); else the stick goes back, and was blocked when it
    was pressing against something. Once a standing stick has moved by 1 mm nothing is taken
    back: a pull and an exchange are carried through, a stick that was not through is blocked.
    """
    hand = _Hand(scene, route, config, speed_m_s, world)
    command, goal_m = guide.command(0), 0.0
    while not isinstance(command, HandEnd):
        goal_m = goal_m if command is None else min(max(command, 0.0), hand.length_m)
        yield hand.move(goal_m)
        if hand.passed():
            guide.receive(Feedback(hand.along_m, hand.pressed(goal_m), hand.played))
        command = guide.command(hand.step)
    let_go = command is HandEnd.LET_GO
    if let_go:
        yield from hand.go(goal_m)
    if hand.along_m >= route.sure_m and (let_go or hand.played):
        return (yield from _finish(hand, route, lets_go=lets_go))
    if hand.pushes:
        return (yield from _draw_out(hand, blocked=let_go and hand.pressed(goal_m)))
    # It is put back where it was, if it goes and nothing comes of it.
    back = yield from hand.go(0.0, while_unplayed=True)
    return HandResult.TAKEN_BACK if back else (yield from _finish(hand, route, lets_go=lets_go))


def _finish(hand: _Hand, route: Route, *, lets_go: bool) -> HandMotion:
    """Go on to the end of the route; what is pushed in and gets no further is drawn out again."""
    through = yield from hand.go(hand.length_m)
    if not through and hand.pushes:
        return (yield from _draw_out(hand, blocked=True))
    if not through:
        yield from hand.go(hand.length_m, asking=False)
    if lets_go:
        yield {name: pose for name, pose in hand.held_poses(hand.length_m).items() if name != route.stick}
    return HandResult.DONE


def _draw_out(hand: _Hand, *, blocked: bool) -> HandMotion:
    """Draw what was pushed in out the way it came."""
    yield from hand.go(0.0, asking=False)
    return HandResult.BLOCKED if blocked or hand.played else HandResult.TAKEN_BACK


class _Hand:
    """A hand on its route: how far it is, and what it feels."""

    def __init__(self, scene: Scene, route: Route, config: PhysicsConfig, speed_m_s: float, world: World) -> None:
        self.step = 0
        self.along_m = 0.0
        self.played = False
        self._spec, self._world, self._segments = scene.spec, world, route.segments
        self._ends_m = tuple(accumulate(map(_length_m, route.segments)))
        self.length_m = self._ends_m[-1]
        self.pushes = not route.leaves
        """Whether it pushes a stick in, and no other comes out."""
        self._reach_m, self._stride = speed_m_s * config.hand_speed * config.dt_s, config.stride
        self._bound_m, self._patience = config.blocked_depth_m, round(_STALLED_S / config.dt_s)
        self._met = {name: others for name, others in met_by(scene, route).items() if others}
        self._refused = self._stuck = False
        poses, moved = scene.poses, route.segments[0].start
        self._feet_m = {
            name: foot_height_m(scene.spec, poses[name]) for name in sorted(scene.standing) if name not in moved
        }
        self._places = [(world.names.index(name), foot_m) for name, foot_m in self._feet_m.items()]

    def held_poses(self, along_m: float) -> HeldPoses:
        """Return where the sticks in the hand are, so far along the route."""
        index = self._index(along_m)
        segment, end_m = self._segments[index], self._ends_m[index]
        if along_m >= end_m:
            return segment.end
        begin_m = self._ends_m[index - 1] if index else 0.0
        share = (along_m - begin_m) / (end_m - begin_m)
        return {name: _between(start, segment.end[name], share) for name, start in segment.start.items()}

    def _index(self, along_m: float) -> int:
        """Return the place of the segment that is so far along the route."""
        return min(bisect_right(self._ends_m, along_m), len(self._segments) - 1)

    def move(self, goal_m: float, *, asking: bool = True) -> HeldPoses:
        """Go one step towards a place along the route, as far as nothing is in the way; return the held poses."""
        speed_factor = self._segments[self._index(self.along_m)].speed_factor
        # However fast the hand is, an eighth of its step is small enough to stop within the bound.
        reach_m = min(self._reach_m * speed_factor, self._spec.stick_diameter_m / 4)
        wanted_m = min(max(goal_m - self.along_m, -reach_m), reach_m)
        part = self._part(wanted_m) if asking and self._met else 1.0
        self._refused, self._stuck = part < 1.0, part == 0.0
        self.along_m += part * wanted_m
        return self.held_poses(self.along_m)

    def go(
        self, goal_m: float, *, asking: bool = True, while_unplayed: bool = False
    ) -> Generator[HeldPoses, None, bool]:
        """Go to a place along the route; return whether it was reached."""
        stalled = 0
        while self.along_m != goal_m:
            before_m = self.along_m
            yield self.move(goal_m, asking=asking)
            self.passed()
            stalled = stalled + 1 if self.along_m == before_m else 0
            if stalled > self._patience or (while_unplayed and self.played):
                return False
        return not (while_unplayed and self.played)

    def passed(self) -> bool:
        """Note that a step has passed; return whether a frame was due, for then the standing sticks are looked at."""
        self.step += 1
        if self.step % self._stride:
            return False
        if not self.played and self._places:
            poses = self._world.poses()
            self.played = any(
                abs(foot_height_m(self._spec, poses[place]) - foot_m) > FOOT_M for place, foot_m in self._places
            )
        return True

    def pressed(self, goal_m: float) -> bool:
        """Return whether something keeps the stick from where it is wanted."""
        return self._refused and abs(goal_m - self.along_m) > _PRESSED_M

    def _part(self, wanted_m: float) -> float:
        """Return which part of a step goes."""
        # What was stuck most often still is; then the least part tells for all.
        if self._stuck and not self._goes(_PARTS[-1] * wanted_m):
            return 0.0
        return next((part for part in _PARTS if self._goes(part * wanted_m)), 0.0)

    def _goes(self, by_m: float) -> bool:
        """Whether the stick may go so far: no deeper into others than now, or not too deep, all squeezing counted."""
        depth_m = self._depth_m(self.along_m + by_m)
        if depth_m <= _GRAZED_M or depth_m <= self._depth_m(self.along_m) + _GRAZED_M:
            return True
        return depth_m + self._world.deepest_m() <= self._bound_m

    def _depth_m(self, along_m: float) -> float:
        """Return how deep the sticks in the hand are in others when they are so far along the route [m]."""
        held_poses, deepest = self.held_poses(along_m), 0.0
        for name, others in self._met.items():
            self._world.drive(name, held_poses[name])
            deepest = max(deepest, self._world.depth_m(name, others))
        return deepest


def _length_m(segment: PathSegment) -> float:
    """Return how far the stick that goes furthest goes [m]."""
    return max(dist(start[:3], segment.end[name][:3]) for name, start in segment.start.items())


def _between(start: Pose, end: Pose, share: float) -> Pose:
    x, y, z = (start[i] + share * (end[i] - start[i]) for i in range(3))
    return x, y, z, *end[3:]
