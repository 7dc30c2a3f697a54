"""The rest certificate: what is waited for and what is not; where it cannot be given see test_unrest.py."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Generator, Mapping

import numpy as np
import pytest

from fakir3d.block.document import load_block
from fakir3d.block.names import Bore
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Pose, Snapshot
from fakir3d.physics import perform as performing
from fakir3d.physics.capsules import axis_of, segment_of
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import open_world
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance, Rest, Unrest
from fakir3d.physics.reading import foot_height_m, origins
from fakir3d.physics.recorder import Recorder
from fakir3d.physics.scene import Scene
from fakir3d.physics.settle import come_to_rest
from fakir3d.physics.worlds.protocol import World
from tests.physics.conftest import REAL, Make, MakeScript
from tests.physics.hands import drag, moving

CONFIG = PhysicsConfig()


def tilted(spec: BlockSpec, pose: Pose, degrees: float, towards: tuple[float, float]) -> Pose:
    """Return an upright stick's pose leaning about the middle of its round foot, its head towards x, y."""
    half = math.radians(degrees) / 2
    turn = (-towards[1] * math.sin(half), towards[0] * math.sin(half), 0.0, math.cos(half))
    up = axis_of((0.0, 0.0, 0.0, *turn))
    foot, _ = segment_of(pose, spec.stick_length_m, spec.stick_diameter_m)
    reach = (spec.stick_length_m - spec.stick_diameter_m) / 2
    return (*(foot[i] + reach * up[i] for i in range(3)), *turn)  # type: ignore[return-value]


def leaning(scene: Scene, leans: Mapping[str, tuple[float, tuple[float, float]]]) -> Scene:
    """Return a scene some of whose standing sticks lean by so many degrees towards x, y."""
    poses = dict(scene.poses)
    for name, (degrees, towards) in leans.items():
        poses[name] = tilted(scene.spec, poses[name], degrees, towards)
    return dataclasses.replace(scene, before=Snapshot.of(poses))


def at_rest(engine: str, scene: Scene, config: PhysicsConfig, kick: Callable[[World], None]) -> tuple[Rest, World]:
    """Let a scene come to rest after a kick; return the certificate and the world, still open."""
    world = open_world(engine, scene, scene.poses, frozenset(scene.pierced), config)
    kick(world)
    return exhausted(come_to_rest(world, Recorder(world, config), config, 0.0)), world


def exhausted(steps: Generator[object, None, Rest]) -> Rest:
    """Return what a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def turn(world: World, stick: str, spin_rad_s: tuple[float, float, float]) -> None:
    """Give an upright free stick an angular speed about x, y, z, through the engine's back door."""
    if hasattr(world, "_client"):
        import pybullet

        pybullet.resetBaseVelocity(world._bodies[stick], [0, 0, 0], list(spin_rad_s), physicsClientId=world._client)
    else:
        world._bodies.qvel[world._bodies.free.index(stick)] = (0.0, 0.0, 0.0, *spin_rad_s)  # type: ignore[attr-defined]


def spinning_rad_s(world: World, stick: str) -> float:
    """Return how fast a free stick spins about its own axis [rad/s]."""
    if hasattr(world, "_client"):
        import pybullet

        angular = pybullet.getBaseVelocity(world._bodies[stick], world._client)[1]
        return float(np.dot(angular, axis_of(world.poses()[world.names.index(stick)])))
    return float(world._bodies.qvel[world._bodies.free.index(stick)][5])  # type: ignore[attr-defined]


def floors_after(
    engine: str, done: Performance, scene: Scene, seconds: float
) -> tuple[Mapping, np.ndarray, np.ndarray]:
    """Go on from an act's end; return on what each stick stands then, how far feet and heads have moved [m]."""
    left = dataclasses.replace(
        scene,
        before=done.after,
        standing={name: hole for name, hole in scene.standing.items() if name in done.after.names},
        pierced={name: bore for name, bore in scene.pierced.items() if name in done.after.names},
    )
    start = left.poses
    world = open_world(engine, left, start, frozenset(left.pierced), done.config)
    world.step(round(seconds / done.config.dt_s))
    poses = dict(zip(world.names, world.poses(), strict=True))
    world.close()
    spec = scene.spec
    ends = [
        [segment_of(each[name], spec.stick_length_m, spec.stick_diameter_m) for name in sorted(left.standing)]
        for each in (start, poses)
    ]
    moved = np.linalg.norm(np.subtract(ends[1], ends[0]), axis=2)
    feet = [abs(foot_height_m(spec, poses[name]) - foot_height_m(spec, start[name])) for name in left.standing]
    return origins(dataclasses.replace(left, before=Snapshot.of(poses))), np.array(feet), moved[:, 1]


# What is waited for.


def quiet_at_the_end(done: Performance) -> float:
    """Return the greatest speed of any end of any stick in the block over the last hold, from the recording [m/s]."""
    config, recording = done.config, done.recording
    frames = round(config.rest_hold_s / (config.stride * config.dt_s))
    rows = [recording.names.index(name) for name in done.after.names]
    spec_m = 0.086
    ends = np.array(
        [
            [segment_of(tuple(pose), spec_m + 0.006, 0.006) for pose in frame]
            for frame in recording.poses[-frames - 1 :, rows]
        ]
    ).reshape(frames + 1, -1, 3)
    return float(np.linalg.norm(np.diff(ends, axis=0), axis=2).max(initial=0.0) / (config.stride * config.dt_s))


@pytest.mark.parametrize(
    ("move", "stick"),
    [("x2.3^", "r2"), ("b2=", "b1"), ("x2.2", "b1"), ("b2~", "g5"), ("x2.3~", "r2"), ("x1.1", "b1")],
)
def test_the_recording_proves_it(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, move: str, stick: str
) -> None:
    """Measured from the frames alone, no end of any stick moved faster than a crawl for the last 30 ms of an act."""
    done = perform(full(preset), hand(move, stick), engine)
    assert done.rest.settled
    assert done.rest.reason is None
    assert done.rest.residual_m_s < CONFIG.rest_speed_m_s
    assert quiet_at_the_end(done) < 2 * CONFIG.rest_speed_m_s


def test_no_outcome_is_read_before_it(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Followed, dragged or tapped, an act asks what fell only once the certificate is there, or its time is over."""
    told: list[str] = []

    def settled(*given: object) -> Generator[object, None, Rest]:
        rest = yield from come_to_rest(*given)  # type: ignore[arg-type]
        told.append("rest" if rest.settled else "time-out")
        return rest

    def read(*given: object) -> object:
        told.append("read")
        return honest(*given)

    honest = performing.read
    monkeypatch.setattr(performing, "come_to_rest", settled)
    monkeypatch.setattr(performing, "read", read)
    scene, script = full(lattice), hand("x2.3^", "r2")
    perform(scene, script, engine)
    drag(scene, script, engine, moving((0, 0), (0.4, 0.12)))
    perform(scene, script, engine, PhysicsConfig(deadline_s=0.0))
    assert told == ["rest", "read", "rest", "read", "time-out", "read"]


@pytest.mark.parametrize(("support", "restitution"), [("x2.1", 0.3), ("x2.1", 0.6), ("x2.1", 0.8), (None, 0.9)])
@REAL
def test_a_drop_that_bounces(
    engine: str, lattice: BlockSpec, make: Make, hand: MakeScript, support: str | None, restitution: float
) -> None:
    """At the top of a bounce a stick stands still for a moment; that is no rest: it is waited for to the last one."""
    scene = make(lattice, {}, {"g1": support} if support else {})
    config = PhysicsConfig(restitution=restitution, deadline_s=6.0)
    done = perform(scene, hand("b2", "r1"), engine, config)
    floor = lattice.foot_m(Bore.parse(support)) if support else 0.0
    feet = np.array([foot_height_m(lattice, tuple(pose)) for pose in done.recording.poses[:, -1]])
    landed = int((np.diff(feet) > 0).argmax())
    assert feet[landed:].max() > floor + 0.001
    assert done.rest.settled
    assert abs(feet[-1] - floor) < 0.0005
    assert np.ptp(feet[-8:]) < 0.0003
    assert str(done.outcome) == f"r1 b2 hand>{support or 'gone'}"


# What is not waited for.


@pytest.mark.parametrize("degrees", [0.05, 0.3])
@REAL
def test_a_stick_that_leans_late(engine: str, preset: BlockSpec, full: Make, hand: MakeScript, degrees: float) -> None:
    """A stick that stands almost upright leans over within its clearance for seconds; no floor changes by it.

    The certificate is given at once; ten seconds later heads have gone on, feet have not, and all floors are the same.
    """
    upright = full(preset)
    directions = [(math.cos(angle), math.sin(angle)) for angle in np.linspace(0.3, 6.0, 9)]
    scene = leaning(upright, {f"g{k + 1}": (degrees, directions[k]) for k in range(9)})
    done = perform(scene, hand("x2.2", "b1"), engine)
    assert done.rest.settled
    assert done.rest.settling_s < 0.1
    assert str(done.outcome) == "nothing"
    left = dataclasses.replace(scene, before=done.after, pierced={**scene.pierced, "b1": Bore.parse("x2.2")})
    floors, feet, heads = floors_after(engine, done, left, 10.0)
    assert floors == origins(scene)
    assert feet.max() < 0.0001
    assert heads.max() > 0.0003


@pytest.mark.parametrize("spin", [20.0, 300.0])
@REAL
def test_a_stick_that_spins(engine: str, lattice: BlockSpec, make: Make, spin: float) -> None:
    """Spin about a stick's own axis goes on for ever on a round end, and is left out; the stick stays where it is."""
    scene = make(lattice, {"r1": ("b2", "x2.2")}, {"g1": "x2.2"})
    rest, world = at_rest(engine, scene, CONFIG, lambda world: turn(world, "r1", (0.0, 0.0, spin)))
    assert rest.settled
    assert rest.settling_s < 0.05
    assert spinning_rad_s(world, "r1") > 0.5 * spin
    world.step(2000)
    poses = dict(zip(world.names, world.poses(), strict=True))
    world.close()
    assert origins(dataclasses.replace(scene, before=Snapshot.of(poses))) == origins(scene)
    assert abs(foot_height_m(lattice, poses["r1"]) - lattice.foot_m(Bore.parse("x2.2"))) < 0.0003


@REAL
def test_a_stick_that_tumbles(engine: str, lattice: BlockSpec, make: Make) -> None:
    """Turning about any other axis is not left out: a stick knocked over in its hole is waited for."""
    scene = make(lattice, {"r1": ("b2", "x2.2")}, {"g1": "x2.2"})
    rest, world = at_rest(engine, scene, CONFIG, lambda world: turn(world, "r1", (3.0, 2.0, 0.0)))
    names = world.names
    assert names.index("r1") == 1
    world.close()
    assert rest.settled
    assert rest.settling_s > 0.036
    still, world = at_rest(engine, scene, CONFIG, lambda _: None)
    world.close()
    assert still.settling_s < rest.settling_s


def close_block(oneway: BlockSpec) -> BlockSpec:
    """Return a block whose holes are so near and wide that the sticks in two of them can lean on each other."""
    return dataclasses.replace(
        oneway, name="close", hole_diameter_m=0.0085, hole_x_m=(0.0,), hole_y_m=(-0.005, 0.005), bore_diameter_m=0.0065
    )


@REAL
def test_two_sticks_leaning_on_each_other(engine: str, make: Make, hand: MakeScript) -> None:
    """They come to rest head to head, stay so, and when one loses its support it alone falls; each end is certified."""
    spec = close_block(load_block("oneway"))
    upright = make(spec, {"r1": ("a1", "x1.3"), "r2": ("a2", "x2.3")}, {"g1": "x1.3", "g2": "x2.3"})
    scene = leaning(upright, {"r1": (1.0, (0.0, 1.0)), "r2": (1.0, (0.0, -1.0))})
    done = perform(scene, hand("x1.1", "b1"), engine)
    left = dataclasses.replace(scene, before=done.after, pierced={**scene.pierced, "b1": Bore.parse("x1.1")})
    assert done.rest.settled
    assert str(done.outcome) == "nothing"
    floors, feet, _ = floors_after(engine, done, left, 5.0)
    assert floors == origins(scene)
    assert feet.max() < 0.0003
    ends = [
        segment_of(tuple(done.after.pose(name)), spec.stick_length_m, spec.stick_diameter_m) for name in ("r1", "r2")
    ]
    assert math.dist(ends[0][1], ends[1][1]) < spec.stick_diameter_m + 0.0005
    fallen = perform(left, hand("x2.3^", "g2"), engine)
    assert fallen.rest.settled
    assert str(fallen.outcome) == "r2 a2 x2.3>gone"
    assert not fallen.disturbed


# As a value.


def test_a_certificate_through_json() -> None:
    """With a reason or without, and as it was written before there were any."""
    rests = [Rest(True, 0.5, 0.1, 0.001), *(Rest(False, 2.0, 1.5, 0.02, ("g1",), reason) for reason in Unrest)]
    for rest in rests:
        assert Rest.from_json(json.loads(json.dumps(rest.to_json()))) == rest
    old = {"settled": False, "simulated_s": 1.7, "settling_s": 1.5, "residual_m_s": 0.2, "restless": ["g1"]}
    assert Rest.from_json(old) == Rest(False, 1.7, 1.5, 0.2, ("g1",))
    assert "reason" not in rests[0].to_json()
