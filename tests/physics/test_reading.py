"""Poses in, places out: every name that a reading can give, at and beside its limits."""

from __future__ import annotations

import math

import pytest

from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Pose
from fakir3d.physics.capsules import depth_m, gap_m, segment_of
from fakir3d.physics.reading import FOOT_M, disturbed, filled_bores, landing, lies_in, origins, read
from fakir3d.physics.scene import Scene, lying_pose, standing_pose

B2 = Hole.parse("b2")


def bores(*names: str) -> frozenset[Bore]:
    """Return bores by their names."""
    return frozenset(map(Bore.parse, names))


def upright(spec: BlockSpec, foot_mm: float, x_mm: float = 0.0, y_mm: float = 0.0) -> Pose:
    """Return an upright stick near hole b2."""
    return standing_pose(spec, B2, foot_mm / 1000, (x_mm / 1000, y_mm / 1000))


@pytest.mark.parametrize(
    ("foot_mm", "filled", "place"),
    [
        (72.75, ("x2.3",), "x2.3"),
        (72.75, ("yb.3",), "yb.3"),
        (73.7, ("x2.3",), "x2.3"),
        (71.8, ("x2.3",), "x2.3"),
        (73.9, ("x2.3",), "hung:x2.3"),
        (72.75, (), "hung:x2.3"),
        (60.0, ("x2.2",), "hung:x2.2"),
        (70.0, (), "hung:x2.2"),
        (48.75, ("x2.2", "x2.1"), "x2.2"),
        (48.75, ("x2.1", "x2.3"), "astray"),
        (30.0, ("yb.2",), "astray"),
        (0.0, (), "gone"),
        (0.9, (), "gone"),
        (0.0, ("x2.1",), "astray"),
        (10.0, (), "astray"),
        (-2.0, (), "astray"),
        (101.0, (), "astray"),
        (0.0, ("x1.1", "ya.2"), "gone"),
    ],
)
def test_landing(lattice: BlockSpec, foot_mm: float, filled: tuple[str, ...], place: str) -> None:
    """A foot's height and the filled bores name the place; where no stick can be is astray, never the nearest floor."""
    assert str(landing(lattice, B2, upright(lattice, foot_mm), bores(*filled))) == place


@pytest.mark.parametrize(("x_mm", "inside"), [(0.0, True), (0.7, True), (0.8, False), (-0.8, False), (24.0, False)])
def test_out_of_its_hole(lattice: BlockSpec, x_mm: float, inside: bool) -> None:
    """Beyond the clearance and what an engine lets bodies sink in, or in the next hole, a stick is astray."""
    place = landing(lattice, B2, upright(lattice, 72.75, x_mm), bores("x2.3"))
    assert (str(place) == "x2.3") is inside


@pytest.mark.parametrize(("degrees", "place"), [(0.0, "x2.3"), (1.5, "x2.3"), (10.0, "astray"), (180.0, "astray")])
def test_leaning(lattice: BlockSpec, degrees: float, place: str) -> None:
    """A lean that the clearance allows is none of the reading's business; more of it, or head down, is astray."""
    half = math.radians(degrees) / 2
    # Turned about the foot: the centre moves aside with the lean.
    reach = (lattice.stick_length_m - lattice.stick_diameter_m) / 2
    low = 0.07275 + lattice.stick_diameter_m / 2
    pose = (
        reach * math.sin(2 * half) - 0.0002,
        0.0,
        low + reach * abs(math.cos(2 * half)),
        0.0,
        math.sin(half),
        0.0,
        math.cos(half),
    )
    assert str(landing(lattice, B2, pose, bores("x2.3"))) == place


def test_lying(lattice: BlockSpec) -> None:
    """A stick fills the bore it goes right through, in either direction, and none when it is only half in."""
    for bore in lattice.bores:
        assert lies_in(lattice, bore, lying_pose(lattice, bore))
        assert filled_bores(lattice, {"r1": lying_pose(lattice, bore)}) == {bore}
        assert not lies_in(lattice, bore, lying_pose(lattice, bore, along_m=0.014))
    assert filled_bores(lattice, {"r1": upright(lattice, 72.75)}) == frozenset()


def _scene(spec: BlockSpec, foot_mm: float, pierced: dict[str, str]) -> Scene:
    from fakir3d.block.solids import boxes
    from fakir3d.motion import Snapshot

    lies = {name: Bore.parse(bore) for name, bore in pierced.items()}
    poses = {"r1": upright(spec, foot_mm), **{name: lying_pose(spec, bore) for name, bore in lies.items()}}
    return Scene(spec, boxes(spec), Snapshot.of(poses), {"r1": B2}, lies)


@pytest.mark.parametrize(
    ("before_mm", "after_mm", "pulled", "fall", "dropped"),
    [
        (72.75, 24.75, True, "r1 b2 yb.3>x2.1", True),
        (72.75, 72.75, False, None, False),
        (72.75, 72.75, True, "r1 b2 yb.3>hung:yb.3", False),
        (72.75, 60.0, True, "r1 b2 yb.3>hung:x2.2", True),
        (60.0, 59.5, True, None, False),
        (60.0, 24.75, True, "r1 b2 x2.2>x2.1", True),
        (26.5, 24.75, True, "r1 b2 x2.1>x2.1", True),
        (25.5, 24.75, True, None, False),
    ],
)
def test_falls(
    lattice: BlockSpec, before_mm: float, after_mm: float, pulled: bool, fall: str | None, dropped: bool
) -> None:
    """What came down is told from what stayed up without its support, which did not drop (R5b, R12)."""
    high = before_mm > 72
    scene = _scene(lattice, before_mm, {"g1": "x2.1", **({"g2": "yb.3"} if high else {})})
    after = {"r1": upright(lattice, after_mm), "g1": lying_pose(lattice, Bore.parse("x2.1"))}
    if high and not pulled:
        after["g2"] = lying_pose(lattice, Bore.parse("yb.3"))
    falls = read(scene, origins(scene), None, after)
    assert [str(each) for each in falls] == ([fall] if fall else [])
    assert [each.dropped for each in falls] == ([dropped] if fall else [])


@pytest.mark.parametrize(
    ("after_mm", "pulled", "fall"),
    [
        (60.0, False, None),
        (59.9, True, "r1 b2 x2.2>hung:x2.2"),
        (48.75, False, "r1 b2 x2.2>x2.2"),
        (24.75, True, "r1 b2 x2.2>x2.1"),
    ],
)
def test_falls_from_high_above_a_stick(lattice: BlockSpec, after_mm: float, pulled: bool, fall: str | None) -> None:
    """A stick that hangs above x2.2 is said to hang once that is pulled, as one that stood on it would be (R12)."""
    scene = _scene(lattice, 60.0, {"g1": "x2.1", "g2": "x2.2"})
    after = {"r1": upright(lattice, after_mm), "g1": lying_pose(lattice, Bore.parse("x2.1"))}
    if not pulled:
        after["g2"] = lying_pose(lattice, Bore.parse("x2.2"))
    assert [str(each) for each in read(scene, origins(scene), None, after)] == ([fall] if fall else [])


def test_disturbed(lattice: BlockSpec) -> None:
    """A foot a millimetre off without a fall, or a pierced stick off its bore, is told; less than that is not."""
    scene = _scene(lattice, 72.75, {"g1": "x2.3", "g2": "ya.1"})
    still = {
        "r1": upright(lattice, 72.75),
        "g1": lying_pose(lattice, Bore.parse("x2.3")),
        "g2": lying_pose(lattice, Bore.parse("ya.1")),
    }
    assert disturbed(scene, (), still) == ()
    assert disturbed(scene, (), {**still, "r1": upright(lattice, 72.75 + 900 * FOOT_M)}) == ()
    assert disturbed(scene, (), {**still, "r1": upright(lattice, 72.75 + 1100 * FOOT_M)}) == ("r1",)
    off = lying_pose(lattice, Bore.parse("ya.1"), along_m=0.02)
    assert disturbed(scene, (), {**still, "g2": off}) == ("g2",)


def test_gaps_between_sticks(lattice: BlockSpec) -> None:
    """The distance of two segments: crossing, end to end, side by side, and a point."""
    length, thick = lattice.stick_length_m, lattice.stick_diameter_m
    across = segment_of(lying_pose(lattice, Bore.parse("x2.3")), length, thick)
    stands = segment_of(upright(lattice, 72.75), length, thick)
    # A stick on another: one diameter between the axes, so they touch and no more.
    assert depth_m(across, stands, thick) == pytest.approx(0.0, abs=1e-12)
    below = segment_of(lying_pose(lattice, Bore.parse("yb.3")), length, thick)
    assert gap_m(across, below) == pytest.approx(0.0, abs=1e-12)
    beside = segment_of(lying_pose(lattice, Bore.parse("x1.3")), length, thick)
    assert gap_m(across, beside) == pytest.approx(0.024)
    behind = segment_of(lying_pose(lattice, Bore.parse("x2.3"), along_m=0.1), length, thick)
    assert gap_m(across, behind) == pytest.approx(0.1 - 0.086)
    point = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    assert gap_m(point, ((0.0, 0.0, 1.0), (0.0, 0.0, 1.0))) == pytest.approx(1.0)
