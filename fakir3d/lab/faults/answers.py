"""Answers that are damaged on their way: recordings, snapshots, outcomes, and acts that were not the ones asked for.

Each is a performer that lets the honest one perform and then does something to the answer, or to the question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from fakir3d.block.names import Bore
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.pipeline import HONEST
from fakir3d.motion import FloatArray, Recording, Snapshot, frozen_array
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import WorldOpener
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import Performance
from fakir3d.physics.recorder import CHUNK_FRAMES
from fakir3d.physics.scene import Scene
from fakir3d.rules.moves import Move, Pierce, Plant, Pull
from fakir3d.rules.outcome import Fate, Outcome

Question = tuple[Scene, Script, str, PhysicsConfig]


@dataclass(frozen=True, slots=True)
class Damaged:
    """Performs honestly and damages the answer.

    Attributes:
        damage: what is done to it; told the block.
    """

    damage: Callable[[BlockSpec, Performance], Performance]

    def __call__(
        self, scene: Scene, script: Script, engine: str, config: PhysicsConfig, opener: WorldOpener
    ) -> Performance:
        """Return the damaged answer."""
        return self.damage(scene.spec, HONEST.perform(scene, script, engine, config, opener))


@dataclass(frozen=True, slots=True)
class ChangedRequest:
    """Performs honestly, but something else than was asked.

    Attributes:
        change: what becomes of the question.
    """

    change: Callable[[Question], Question]

    def __call__(
        self, scene: Scene, script: Script, engine: str, config: PhysicsConfig, opener: WorldOpener
    ) -> Performance:
        """Return the answer to another question."""
        return HONEST.perform(*self.change((scene, script, engine, config)), opener)


def one_frame_late(_spec: BlockSpec, done: Performance) -> Performance:
    """Show every frame one frame late, the first one twice."""
    poses = done.recording.poses
    return _filmed(done, np.concatenate((poses[:1], poses[:-1])))


def chunk_lost(_spec: BlockSpec, done: Performance) -> Performance:
    """Lose the second chunk of frames of every motion that has one."""
    lost, recording = slice(CHUNK_FRAMES, 2 * CHUNK_FRAMES), done.recording
    return _filmed(done, np.delete(recording.poses, lost, axis=0), np.delete(recording.times_s, lost))


def chunk_twice(_spec: BlockSpec, done: Performance) -> Performance:
    """Send the first chunk of frames again in place of the second, with the second one's times."""
    poses = done.recording.poses.copy()
    second = poses[CHUNK_FRAMES : 2 * CHUNK_FRAMES]
    second[:] = poses[: len(second)]
    return _filmed(done, poses)


def snapshot_nudged(_spec: BlockSpec, done: Performance) -> Performance:
    """Shift one stick of the snapshot after the act by a hundredth of a millimetre."""
    return replace(done, after=_nudged(done.after))


def snapshot_stale(_spec: BlockSpec, done: Performance) -> Performance:
    """Hand on the poses from before the act for all sticks that are still there."""
    stale = {name: pose for name, pose in done.before.as_dict().items() if name in done.after.names}
    return replace(done, after=Snapshot.of(done.after.as_dict() | stale))


def poses_rounded(_spec: BlockSpec, done: Performance) -> Performance:
    """Round the snapshot after the act to a tenth of a millimetre, as if it had been printed."""
    poses = done.after.poses.copy()
    poses[:, :3] = np.round(poses[:, :3], 4)
    return replace(done, after=Snapshot(done.after.names, frozen_array(poses, poses.shape)))


def mirrored(_spec: BlockSpec, done: Performance) -> Performance:
    """Turn right and left round, in the recording and in the snapshot after the act."""
    sign = np.array((-1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 1.0))
    after = Snapshot(done.after.names, frozen_array(done.after.poses * sign, done.after.poses.shape))
    return replace(_filmed(done, done.recording.poses * sign), after=after)


def names_shuffled(_spec: BlockSpec, done: Performance) -> Performance:
    """Let the first two sticks change names in the snapshot after the act."""
    if len(done.after.names) < 2:
        return done
    order = [1, 0, *range(2, len(done.after.names))]
    return replace(done, after=Snapshot(done.after.names, frozen_array(done.after.poses[order], (-1, 7))))


def gone_read_as_resting(spec: BlockSpec, done: Performance) -> Performance:
    """Read a stick on the table as one that rests on the lowest bore of its hole."""
    falls = tuple(
        replace(fall, to=next(bore for bore in spec.bores if bore.passes_under(fall.hole)))
        if fall.to is Fate.GONE
        else fall
        for fall in done.outcome.falls
    )
    return replace(done, outcome=Outcome(falls, done.outcome.blocked))


def fall_lost(_spec: BlockSpec, done: Performance) -> Performance:
    """Lose the first fall of the outcome."""
    return replace(done, outcome=Outcome(done.outcome.falls[1:], done.outcome.blocked))


def raised(spec: BlockSpec, done: Performance) -> Performance:
    """Say of the first stick that falls that it stopped one floor too high: what rules that lie so would like."""
    if not done.outcome.drops:
        return done
    victim = done.outcome.drops[0]
    height = {bore: spec.foot_m(bore) for bore in spec.bores if bore.passes_under(victim.hole)}
    low, high = (height[where] if isinstance(where, Bore) else -1.0 for where in (victim.to, victim.origin))
    between = [bore for bore, foot in height.items() if low < foot < high]
    others = tuple(fall for fall in done.outcome.falls if fall is not victim)
    higher = [replace(victim, to=min(between, key=height.__getitem__))] if between else []
    return replace(done, outcome=Outcome((*others, *higher), done.outcome.blocked))


def other_side(question: Question) -> Question:
    """Let the hand come from the other side of the bore."""
    scene, script, engine, config = question
    bored = isinstance(script.move, Pierce | Pull)
    return scene, replace(script, side=-script.side) if bored else script, engine, config


def hand_elsewhere(question: Question) -> Question:
    """Let the hand pierce, or plant into, the next free place of its kind."""
    scene, script, engine, config = question
    taken = {*scene.standing.values(), *scene.pierced.values()}
    move: Move
    match script.move:
        case Pierce(bore):
            free = [other for other in scene.spec.bores if other not in taken and other.axis is bore.axis]
            move = Pierce(next((other for other in free if other != bore), bore))
        case Plant(hole):
            holes = [other for other in scene.spec.holes if other not in taken]
            move = Plant(next((other for other in holes if other != hole), hole))
        case _:
            move = script.move
    return scene, replace(script, move=move), engine, config


def other_numbers(question: Question) -> Question:
    """Perform with three times the friction."""
    scene, script, engine, config = question
    return scene, script, engine, replace(config, friction=3 * config.friction)


def ideal_instead(question: Question) -> Question:
    """Let the ideal engine answer for the one that was asked."""
    scene, script, _, config = question
    return scene, script, "ideal", config


def start_nudged(question: Question) -> Question:
    """Begin with one stick a hundredth of a millimetre off."""
    scene, script, engine, config = question
    return replace(scene, before=_nudged(scene.before)), script, engine, config


def _nudged(snapshot: Snapshot) -> Snapshot:
    poses = snapshot.poses.copy()
    poses[:1, 0] += 1e-5
    return Snapshot(snapshot.names, frozen_array(poses, poses.shape))


def _filmed(done: Performance, poses: FloatArray, times_s: FloatArray | None = None) -> Performance:
    """Return a performance with other frames."""
    recording = done.recording
    times = recording.times_s if times_s is None else times_s
    return replace(
        done, recording=Recording(recording.names, frozen_array(times, (-1,)), frozen_array(poses, poses.shape))
    )
