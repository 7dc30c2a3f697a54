"""Scenes built by hand from places, and the engines that every contract test runs on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping

import pytest

from fakir3d.block.document import load_block
from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.solids import boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Snapshot
from fakir3d.physics.engines import available
from fakir3d.physics.hand.script import Script
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import Scene, lying_pose, standing_pose
from fakir3d.rules.moves import Move

Make = Callable[..., Scene]
MakeScript = Callable[..., Script]
Mark = Callable[[Performance], str]

REAL = pytest.mark.parametrize("engine", ["bullet", "mujoco"], indirect=True)
"""For what only bodies show: the engines but the ideal world."""


def scene(spec: BlockSpec, standing: Mapping[str, tuple[str, str]], pierced: Mapping[str, str]) -> Scene:
    """Return a scene of sticks upright in their holes and in the middle of their bores.

    Args:
        spec: the block.
        standing: for each stick its hole and the bore under its foot.
        pierced: for each stick its bore.
    """
    poses = {
        name: standing_pose(spec, Hole.parse(hole), spec.foot_m(Bore.parse(on)))
        for name, (hole, on) in standing.items()
    }
    poses.update({name: lying_pose(spec, Bore.parse(bore)) for name, bore in pierced.items()})
    return Scene(
        spec,
        boxes(spec),
        Snapshot.of(poses),
        {name: Hole.parse(hole) for name, (hole, _) in standing.items()},
        {name: Bore.parse(bore) for name, bore in pierced.items()},
    )


def script(move: str, stick: str, side: int = 1, offset_mm: tuple[float, float] = (0.2, -0.1)) -> Script:
    """Return a script with a plain hand."""
    return Script(Move.parse(move), stick, side, (offset_mm[0] / 1000, offset_mm[1] / 1000), 0.3)


def full_scene(spec: BlockSpec) -> Scene:
    """Return a scene with a stick in every hole, all over the highest x bores, and the lowest ones filled too."""
    tops = [bore for bore in spec.bores if bore.axis is Axis.X and bore.floor == 2]
    lows = [bore for bore in spec.bores if bore.axis is Axis.X and bore.floor == 0]
    standing = {
        f"g{number + 1}": (str(hole), str(next(bore for bore in tops if bore.passes_under(hole))))
        for number, hole in enumerate(spec.holes)
    }
    return scene(spec, standing, {f"r{number + 1}": str(bore) for number, bore in enumerate([*tops, *lows])})


def fingerprint(done: Performance) -> str:
    """Return a hash of everything repeatable about a performance."""
    parts = (
        done.recording.names,
        done.recording.times_s.tobytes(),
        done.recording.poses.tobytes(),
        done.after.names,
        done.after.poses.tobytes(),
        str(done.outcome),
        done.rest,
        done.disturbed,
        done.deepest_m,
        done.contacts,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@pytest.fixture(params=[pytest.param("bullet", marks=pytest.mark.bullet), "mujoco", "ideal"])
def engine(request: pytest.FixtureRequest) -> str:
    """Return an engine's name; the test runs once for each.

    What an engine cannot do is not left out: ``cannot(ENGINE="why")`` on a test says so, and the test must fail there.
    """
    name: str = request.param
    if name not in available() and not os.environ.get("CI"):
        pytest.skip(f"this machine has no {name}")
    unable = request.node.get_closest_marker("cannot")
    if unable and name in unable.kwargs:
        request.applymarker(pytest.mark.xfail(strict=True, reason=f"{name}: {unable.kwargs[name]}"))
    return name


@pytest.fixture(params=["lattice", "staggered", "oneway"])
def preset(request: pytest.FixtureRequest) -> BlockSpec:
    """Return a preset; the test runs once for each."""
    return load_block(request.param)


@pytest.fixture
def lattice() -> BlockSpec:
    """Return the default preset."""
    return load_block("lattice")


@pytest.fixture
def make() -> Make:
    """Return the builder of scenes."""
    return scene


@pytest.fixture
def full() -> Make:
    """Return the builder of a scene with a stick in every hole of a preset, on x2.3's floor, and x floor 1 filled."""
    return full_scene


@pytest.fixture
def hand() -> MakeScript:
    """Return the builder of scripts."""
    return script


@pytest.fixture
def mark() -> Mark:
    """Return the hash of everything repeatable about a performance."""
    return fingerprint
