"""An act, performed: the world is built from the scene, driven, left to settle, read and thrown away."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass

from fakir3d.block.names import Bore
from fakir3d.motion import Chunk, Pose, Recording, Snapshot, frozen_array
from fakir3d.physics.config import PhysicsConfig, Pierced
from fakir3d.physics.disturb import Disturbance, disturbance_of
from fakir3d.physics.engines import WorldOpener, default_engine, open_world, require
from fakir3d.physics.hand.guided import Guide, HandResult
from fakir3d.physics.hand.motion import HandPlan, plan
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import EngineInfo, Performance, Rest
from fakir3d.physics.reading import disturbed, origins, read
from fakir3d.physics.recorder import CHUNK_FRAMES, Recorder
from fakir3d.physics.scene import Scene, check_scene, poses_of
from fakir3d.physics.settle import come_to_rest, knock, tap
from fakir3d.physics.worlds.protocol import World
from fakir3d.rules.outcome import Fall, Fate, Hung, Outcome

__all__ = ["perform", "perform_steps"]

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
        opener: opens the engine's world; a sabotage gives another one.

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
        scene: what it starts from.
        script: what the hand does.
        engine: which engine; the best there is on this machine unless given.
        config: with which numbers.
        opener: opens the engine's world; a sabotage gives another one.
        guide: drags the script's stick instead of the script (``fakir3d.physics.hand.live``).

    Raises:
        EngineMissingError: if this machine does not have the engine.
        MisuseError: if the act cannot be performed in this scene, or the scene is faulty.
        EngineError: if the engine did not do what was asked of it.
    """
    began = time.process_time()
    info = require(engine or default_engine())
    check_scene(scene)
    hand, start = plan(scene, script, config, guide), origins(scene)
    if not hand.start:
        return (yield from _untouched(scene, info, config, began))
    poses = {**poses_of(scene), **hand.start}
    held = frozenset([*(scene.pierced if config.pierced is Pierced.HELD else ()), *hand.start])
    with closing(opener(info.name, scene, poses, held, config)) as world:
        reel = Recorder(world, config, CHUNK_FRAMES if guide is None else guide.chunk_frames)
        end = yield from _act(world, reel, scene, hand, start, shock=disturbance_of(script, config))
    last = reel.rest()
    if last is not None:
        yield last
    gone = {str(fall.stick) for fall in end.falls if fall.to is Fate.GONE}
    taken_back = end.upshot is HandResult.TAKEN_BACK and not end.falls
    return Performance(
        recording=reel.recording(),
        before=scene.before,
        after=scene.before if taken_back else Snapshot.of({name: end.left[name] for name in end.left.keys() - gone}),
        outcome=Outcome(end.falls, end.upshot is HandResult.BLOCKED),
        rest=end.rest,
        disturbed=disturbed(scene, end.falls, end.left),
        deepest_m=reel.deepest_m,
        contacts=tuple(reel.contacts),
        tapped=end.tapped,
        engine=info,
        config=config,
        seconds=time.process_time() - began,
        taken_back=taken_back,
    )


@dataclass(frozen=True, slots=True)
class _End:
    """How an act ended: which sticks came down, where those left in the block are, and whether all is over."""

    falls: tuple[Fall, ...]
    left: dict[str, Pose]
    rest: Rest
    upshot: HandResult
    tapped: bool


def _act(
    world: World, reel: Recorder, scene: Scene, hand: HandPlan, start: Mapping[str, Bore | Hung], *, shock: Disturbance
) -> Generator[Chunk, None, _End]:
    """Drive, let settle and read; tap once when a stick hangs and config wants it (R12), and read again."""
    config, tapped = reel.config, False
    let_in = None if hand.let_in is None else (hand.stick, hand.let_in)
    if any(shock.lean_m_s2):
        world.shake(shock.lean_m_s2)
    upshot = yield from _drive(world, reel, hand)
    hand_s = reel.time_s
    if any(shock.knock_m_s2):
        x, y = shock.knock_m_s2
        yield from knock(world, reel, [(x, y), (-x, -y)], shock.lean_m_s2)
    while True:
        rest = yield from come_to_rest(world, reel, config, hand_s)
        left = _left(scene, hand, reel, upshot)
        falls = read(scene, start, let_in, left)
        if tapped or not config.tap or not any(isinstance(fall.to, Hung) for fall in falls):
            return _End(falls, left, rest, upshot, tapped)
        tapped = True
        yield from tap(world, reel, config, shock.lean_m_s2)


def _untouched(
    scene: Scene, info: EngineInfo, config: PhysicsConfig, began: float
) -> Generator[Chunk, None, Performance]:
    """Return the act in which nothing happens in the block: one frame, and every stick exactly where it was."""
    still = Chunk(0, scene.before.names, frozen_array([0.0], (1,)), frozen_array(scene.before.poses, (1, -1, 7)))
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


def _drive(world: World, reel: Recorder, hand: HandPlan) -> Generator[Chunk, None, HandResult]:
    """Do what the hand does, a step at a time; return what came of it."""
    way = hand.way(world)
    held = set(hand.start)
    drive, step, passed = world.drive, world.step, reel.passed
    # The reel is told once a frame: a call for each of a thousand steps a second would be felt.
    waiting, due = 0, reel.to_next
    while True:
        try:
            grips = next(way)
        except StopIteration as end:
            if waiting:
                passed(waiting)
            upshot: HandResult = end.value
            return upshot
        for stick, pose in grips.items():
            drive(stick, pose)
        if len(grips) < len(held):
            for stick in sorted(held.difference(grips)):
                world.release(stick)
            held.intersection_update(grips)
        step(1)
        waiting += 1
        if waiting == due:
            chunk = passed(waiting)
            waiting, due = 0, reel.to_next
            if chunk is not None:
                yield chunk


def _left(scene: Scene, hand: HandPlan, reel: Recorder, upshot: HandResult) -> dict[str, Pose]:
    """Return the poses of the sticks that the hand has left in the block; what was not done has changed none."""
    away = set(hand.leaves) if upshot is HandResult.DONE else {hand.stick}.difference(scene.before.names)
    return {name: pose for name, pose in reel.last().items() if name not in away}
