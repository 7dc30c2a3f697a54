"""An act, performed: a world is built, driven, left to settle, read, thrown away."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass

from fakir3d.block.names import Bore
from fakir3d.motion import Chunk, Pose, Recording, Snapshot
from fakir3d.physics.config import PhysicsConfig, Pierced
from fakir3d.physics.engines import WorldOpener, default_engine, open_world, require
from fakir3d.physics.hand.guided import Guide, HandResult
from fakir3d.physics.hand.motion import HandPlan, plan
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import EngineInfo, Performance, Rest
from fakir3d.physics.reading import disturbed, origins, read
from fakir3d.physics.recorder import CHUNK_FRAMES, Recorder
from fakir3d.physics.scene import Scene
from fakir3d.physics.settle import come_to_rest, knock, tap
from fakir3d.physics.worlds.protocol import World
from fakir3d.rules.outcome import Fall, Fate, Hung, Outcome

_DEFAULT = PhysicsConfig()


def perform(
    scene: Scene,
    script: Script,
    engine: str | None = None,
    config: PhysicsConfig = _DEFAULT,
    opener: WorldOpener = open_world,
) -> Performance:
    """Return what an act does. The same scene, script, engine and config give the same result, bit for bit.

    Args:
        scene: what it starts from.
        script: what the hand does.
        engine: which engine; the best there is on this machine unless given.
        config: with which numbers.
        opener: opens the engine's world; fault injection gives another one.

    Raises:
        EngineMissingError: if this machine does not have the engine.
        MisuseError: if the act cannot be performed in this scene, or the scene is faulty.
        EngineError: if the engine did not do what was asked of it.
    """
    steps = perform_steps(scene, script, engine, config, opener)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            performance: Performance = end.value
            return performance


def perform_steps(
    scene: Scene,
    script: Script,
    engine: str | None = None,
    config: PhysicsConfig = _DEFAULT,
    opener: WorldOpener = open_world,
    *,
    guide: Guide | None = None,
) -> Generator[Chunk, None, Performance]:
    """Perform an act, yielding its motion in chunks of 12 frames as they are made, or of as many as the guide says.

    Nothing is checked or built before the first ``next``. A generator that is closed early gives its engine back.

    Args:
        scene: as for ``perform``, like all but the last.
        script: what the hand does.
        engine: which engine.
        config: with which numbers.
        opener: opens the engine's world.
        guide: drags the script's stick instead of the script (``fakir3d.physics.hand.live``).

    Raises:
        FakirError: as ``perform``.
    """
    began = time.process_time()
    info = require(engine or default_engine())
    hand, start = plan(scene, script, config, guide), origins(scene)
    if not hand.start:
        return (yield from _untouched(scene, info, config, began))
    poses = {**scene.poses, **hand.start}
    held = frozenset([*(scene.pierced if config.pierced is Pierced.HELD else ()), *hand.start])
    with closing(opener(info.name, scene, poses, held, config)) as world:
        recorder = Recorder(world, config, CHUNK_FRAMES if guide is None else guide.chunk_frames)
        end = yield from _act(world, recorder, scene, hand, start)
    last = recorder.rest()
    if last is not None:
        yield last
    return _performance(scene, info, recorder, end, began)


@dataclass(frozen=True, slots=True)
class _End:
    """How an act ended: which sticks came down, where those left in the block are, and whether all is over."""

    falls: tuple[Fall, ...]
    left: dict[str, Pose]
    rest: Rest
    result: HandResult
    tapped: bool


def _act(
    world: World, recorder: Recorder, scene: Scene, hand: HandPlan, start: Mapping[str, Bore | Hung]
) -> Generator[Chunk, None, _End]:
    """Drive, let settle and read; tap once when a stick hangs and config wants it (R12), and read again."""
    config, disturbance, tapped = recorder.config, hand.disturbance, False
    let_in = None if hand.let_in is None else (hand.stick, hand.let_in)
    if any(disturbance.lean_m_s2):
        world.shake(disturbance.lean_m_s2)
    result = yield from _drive(world, recorder, hand)
    hand_s = recorder.time_s
    if any(disturbance.knock_m_s2):
        x, y = disturbance.knock_m_s2
        yield from knock(world, recorder, [(x, y), (-x, -y)], disturbance.lean_m_s2)
    while True:
        rest = yield from come_to_rest(world, recorder, config, hand_s)
        left = _left(scene, hand, recorder, result)
        falls = read(scene, start, let_in, left)
        if tapped or not config.tap or not any(isinstance(fall.to, Hung) for fall in falls):
            return _End(falls, left, rest, result, tapped)
        tapped = True
        yield from tap(world, recorder, config, disturbance.lean_m_s2)


def _performance(scene: Scene, info: EngineInfo, recorder: Recorder, end: _End, began: float) -> Performance:
    """Return what an act did; nothing at all where the hand took it back and nothing fell."""
    gone = {str(fall.stick) for fall in end.falls if fall.to is Fate.GONE}
    taken_back = end.result is HandResult.TAKEN_BACK and not end.falls
    return Performance(
        recording=recorder.recording(),
        before=scene.before,
        after=scene.before if taken_back else Snapshot.of({name: end.left[name] for name in end.left.keys() - gone}),
        outcome=Outcome(end.falls, end.result is HandResult.BLOCKED),
        rest=end.rest,
        disturbed=disturbed(scene, end.falls, end.left),
        deepest_m=recorder.deepest_m,
        contacts=tuple(recorder.contacts),
        tapped=end.tapped,
        engine=info,
        config=recorder.config,
        seconds=time.process_time() - began,
        taken_back=taken_back,
    )


def _untouched(
    scene: Scene, info: EngineInfo, config: PhysicsConfig, began: float
) -> Generator[Chunk, None, Performance]:
    """Return the act in which nothing happens in the block: one frame, and every stick exactly where it was."""
    still = Chunk.of(0, scene.before.names, [0.0], scene.before.poses)
    yield still
    return Performance(
        recording=Recording.of([still]),
        before=scene.before,
        after=scene.before,
        outcome=Outcome(),
        rest=Rest(settled=True, simulated_s=0.0, settling_s=0.0, residual_m_s=0.0),
        disturbed=(),
        deepest_m=0.0,
        contacts=(),
        tapped=False,
        engine=info,
        config=config,
        seconds=time.process_time() - began,
    )


def _drive(world: World, recorder: Recorder, hand: HandPlan) -> Generator[Chunk, None, HandResult]:
    """Do what the hand does, a step at a time; return what came of it."""
    motion = hand.motion(world)
    held = set(hand.start)
    drive, step, passed = world.drive, world.step, recorder.passed
    # The recorder is told once a frame: a call for each of a thousand steps a second would be felt.
    waiting, due = 0, recorder.to_next
    while True:
        try:
            held_poses = next(motion)
        except StopIteration as end:
            if waiting:
                passed(waiting)
            result: HandResult = end.value
            return result
        for stick, pose in held_poses.items():
            drive(stick, pose)
        if len(held_poses) < len(held):
            for stick in sorted(held.difference(held_poses)):
                world.release(stick)
            held.intersection_update(held_poses)
        step(1)
        waiting += 1
        if waiting == due:
            chunk = passed(waiting)
            waiting, due = 0, recorder.to_next
            if chunk is not None:
                yield chunk


def _left(scene: Scene, hand: HandPlan, recorder: Recorder, result: HandResult) -> dict[str, Pose]:
    """Return the poses of the sticks that the hand has left in the block; what was not done has changed none."""
    away = set(hand.leaves) if result is HandResult.DONE else {hand.stick}.difference(scene.before.names)
    return {name: pose for name, pose in recorder.last().items() if name not in away}
