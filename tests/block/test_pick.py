"""A ray hits what an eye would see there."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.block.document import load_block
from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.pick import Ray, mouths, pick, place_of
from fakir3d.block.spec import BlockSpec, Ends
from fakir3d.motion import Snapshot

LATTICE = load_block("lattice")
STAGGERED = load_block("staggered")
EMPTY = Snapshot.of({})


def turned(axis: np.ndarray) -> np.ndarray:
    """The quaternion that turns z to an axis."""
    axis = axis / np.linalg.norm(axis)
    if axis[2] < -0.999999:
        return np.array([1.0, 0.0, 0.0, 0.0])
    quaternion = np.array([-axis[1], axis[0], 0.0, 1.0 + axis[2]])
    return quaternion / np.linalg.norm(quaternion)


def standing(spec: BlockSpec, hole: str, on: str, lean: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    """A stick on a stick in a bore, its head off by some mm."""
    axis = np.array([lean[0] / 1000, lean[1] / 1000, spec.stick_length_m])
    axis *= spec.stick_length_m / np.linalg.norm(axis)
    foot = np.array([*spec.centre_m(Hole.parse(hole)), spec.foot_m(Bore.parse(on))])
    return np.concatenate([foot + axis / 2, turned(axis)])


def pierced(spec: BlockSpec, bore: str, shift_mm: float = 0.0) -> np.ndarray:
    """A stick at the bottom of its bore, shifted along it."""
    place = Bore.parse(bore)
    height = spec.height_m(place) - (spec.bore_diameter_m - spec.stick_diameter_m) / 2
    along = shift_mm / 1000
    if place.axis is Axis.X:
        return np.array([along, spec.line_m(place), height, *turned(np.array([1.0, 0, 0]))])
    return np.array([spec.line_m(place), along, height, *turned(np.array([0, -1.0, 0]))])


SCENE = Snapshot.of(
    {
        "r1": standing(STAGGERED, "b2", "x2.1"),
        "r2": standing(STAGGERED, "a1", "ya.2", lean=(2.5, -1.5)),
        "g1": standing(STAGGERED, "c3", "yc.3", lean=(-3.0, 2.0)),
        "g2": pierced(STAGGERED, "x2.1"),
        "b1": pierced(STAGGERED, "ya.2", shift_mm=3.0),
        "y1": pierced(STAGGERED, "yc.3", shift_mm=-4.0),
    }
)
PLACES = {"r1": "b2", "r2": "a1", "g1": "c3", "g2": "x2.1", "b1": "ya.2", "y1": "yc.3"}


def said(targets) -> list[tuple[str, int, str | None]]:
    return [(str(target.place), target.side, target.stick) for target in targets]


def test_places_are_read_from_poses() -> None:
    """Upright is a hole, lying is a bore, whichever way the stick points and leans; astray is nowhere."""
    for name, pose in SCENE.as_dict().items():
        assert str(place_of(STAGGERED, pose)) == PLACES[name]
        upside_down = np.concatenate([pose[:3], turned(np.array([0.0, 0, -1]))])
        if PLACES[name] in ("b2", "a1", "c3"):
            assert str(place_of(STAGGERED, upside_down)) == PLACES[name]
    beside = SCENE.pose("g2") + np.array([0, 0.012, 0, 0, 0, 0, 0])
    assert place_of(STAGGERED, beside) is None
    outside = SCENE.pose("r1") + np.array([0.012, 0, 0, 0, 0, 0, 0])
    assert place_of(STAGGERED, outside) is None


def test_every_open_mouth_is_hit_from_before_it() -> None:
    """A ray straight into a mouth finds its place and side first; from behind, through the block, it does not."""
    found = mouths(STAGGERED)
    assert len(found) == 9 + 2 * 18
    for place, side, centre, normal in found:
        eye = np.array(centre) + 0.3 * np.array(normal)
        first = pick(STAGGERED, EMPTY, Ray(tuple(eye), tuple(-np.array(normal))), slack=1.0)[0]
        assert (first.place, first.side, first.stick) == (place, side, None)
        assert first.depth_m == pytest.approx(0.3)
        behind = pick(STAGGERED, EMPTY, Ray(tuple(centre - 0.3 * np.array(normal)), normal), slack=1.0)
        assert (place, side) not in [(target.place, target.side) for target in behind]


def test_both_mouths_of_a_bore_are_the_same_bore() -> None:
    """From the left and from the right; the side tells which mouth."""
    left = pick(STAGGERED, EMPTY, Ray((-1, 0, 0.016), (1, 0, 0)))
    right = pick(STAGGERED, EMPTY, Ray((1, 0, 0.016), (-1, 0, 0)))
    assert said(left) == [("x2.1", -1, None)]
    assert said(right) == [("x2.1", 1, None)]


def test_a_standing_stick_is_its_hole() -> None:
    """A ray at its head, or at its mouth beside it, means the hole and tells the stick."""
    assert said(pick(STAGGERED, SCENE, Ray((0, -1, 0.105), (0, 1, 0)), slack=1.0)) == [("b2", 1, "r1")]
    beside = pick(STAGGERED, SCENE, Ray((0.0031, 0.0, 1), (0, 0, -1)), slack=1.0)
    assert said(beside) == [("b2", 1, "r1")]


def test_a_pierced_stick_is_its_bore_at_the_end_that_is_hit() -> None:
    """Its two ends stand out at the two mouths."""
    for side in (-1, 1):
        above = Ray((side * 0.043, 0.0, 1.0), (0, 0, -1))
        assert said(pick(STAGGERED, SCENE, above, slack=1.0)) == [("x2.1", side, "g2")]
    end = pick(STAGGERED, SCENE, Ray((1, 0, 0.016), (-1, 0, 0)), slack=1.0)
    assert said(end) == [("x2.1", 1, "g2")]
    assert end[0].depth_m == pytest.approx(1 - 0.046, abs=1e-4)


def test_what_lies_behind_one_another_comes_nearest_first() -> None:
    """A line over the top: the near stick, the one behind it, then the mouth it ends in."""
    targets = pick(STAGGERED, SCENE, Ray((-0.4, -0.4, 0.104), (1, 1, 0)), slack=1.0)
    assert said(targets) == [("a1", 1, "r2"), ("b2", 1, "r1"), ("c3", 1, "g1")]
    assert [target.depth_m for target in targets] == sorted(target.depth_m for target in targets)


def test_the_block_hides_what_is_behind_it() -> None:
    """A stick end on the far side is seen only past the block's edge."""
    hidden = pick(STAGGERED, SCENE, Ray((-1, -0.043, 0.05), (1, 0.043, 0.0)), slack=1.0)
    assert "b1" not in [target.stick for target in hidden]
    through = pick(STAGGERED, SCENE, Ray((1, 0.012, 0.016), (-1, -0.012, 0)), slack=1.0)
    assert [target.side for target in through] == [1]


def test_slack_makes_targets_easier_and_prefers_true_hits() -> None:
    """Just beside a mouth it is found with slack alone; what is really hit comes before what is nearly hit."""
    beside = Ray((0.024 + 0.0037, 0.0, 1), (0, 0, -1))
    assert said(pick(STAGGERED, EMPTY, beside)) == [("c2", 1, None)]
    assert pick(STAGGERED, EMPTY, beside, slack=1.0) == ()
    # Passing a standing stick by a hair, into the middle of a mouth behind it.
    past = Ray((0.055, -0.4, 0.5), (-0.055, 0.4, -0.4))
    near = Snapshot.of({"r1": standing(STAGGERED, "b1", "yb.3")})
    assert said(pick(STAGGERED, near, past)) == [("b2", 1, None), ("b1", 1, "r1")]
    assert said(pick(STAGGERED, near, past, slack=1.0)) == [("b2", 1, None)]
    both = Ray((-0.0014, -0.4, 0.5), (0.005, 0.4, -0.4))  # misses the stick, then the mouth, both by little
    assert said(pick(STAGGERED, near, both)) == [("b1", 1, "r1"), ("b2", 1, None)]
    assert pick(STAGGERED, near, both, slack=1.0) == ()
    assert pick(STAGGERED, near, past, slack=math.nan) == pick(STAGGERED, near, past, slack=0.0)


@pytest.mark.parametrize(
    "ray",
    [
        Ray((0, 0, 1), (0, 0, 0)),
        Ray((math.nan, 0, 1), (0, 0, -1)),
        Ray((0, 0, 1), (0, math.nan, -1)),
        Ray((0, 0, math.inf), (0, 0, -1)),
        Ray((0, 0, 1), (0, 0, -math.inf)),
        Ray((1e300, 1e300, 1e300), (-1, -1, -1)),
        Ray((0, 0, 0.05), (0, 0, 1)),
        Ray((0, 0, 1), (0, 0, 1)),
        Ray((0.036, 0, 1), (0, 0, -1)),
    ],
    ids=["zero", "nan", "nan aim", "inf", "inf aim", "far", "from inside", "away", "along a face"],
)
def test_rays_that_hit_nothing(ray: Ray) -> None:
    """No direction, no number, from inside, away: an empty answer and no warning."""
    with np.errstate(all="raise"):
        assert pick(LATTICE, EMPTY, ray) == ()


@settings(max_examples=200, deadline=None, derandomize=True)
@given(*[st.tuples(*[st.floats()] * 3)] * 2, st.floats())
def test_no_ray_is_too_strange(origin, direction, slack: float) -> None:
    """Any floats at all: a tuple of finite targets."""
    assert all(math.isfinite(target.depth_m) for target in pick(STAGGERED, SCENE, Ray(origin, direction), slack))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.floats(1e-150, 1e150))
def test_the_length_of_the_direction_does_not_matter(length: float) -> None:
    """Depth is metres along the ray, whatever the direction's length."""
    targets = pick(STAGGERED, SCENE, Ray((0.2, 0.3, 0.25), (-0.2 * length, -0.3 * length, -0.15 * length)))
    assert said(targets) == said(pick(STAGGERED, SCENE, Ray((0.2, 0.3, 0.25), (-0.2, -0.3, -0.15))))


def seen(spec: BlockSpec, snapshot: Snapshot, eye: np.ndarray, aim: np.ndarray) -> tuple[str, np.ndarray]:
    """What an eye sees and where, by marching along the ray: a stick's name, "wood" or ""."""
    half = np.array([spec.size_m[0] / 2, spec.size_m[1] / 2, spec.size_m[2] / 2])
    radius, arm = spec.stick_diameter_m / 2, spec.stick_length_m / 2 - spec.stick_diameter_m / 2
    sticks = [
        (name, pose[:3], np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]))
        for name, pose in snapshot.as_dict().items()
        for x, y, z, w in [pose[3:]]
    ]
    point = eye
    while np.linalg.norm(point - eye) < 2.0:
        off = np.abs(point - [0, 0, half[2]]) - half
        away = {"wood": float(np.linalg.norm(np.maximum(off, 0)) + min(off.max(), 0.0))}
        for name, centre, axis in sticks:
            nearest = centre + np.clip((point - centre) @ axis, -arm, arm) * axis
            away[name] = float(np.linalg.norm(point - nearest)) - radius
        what = min(away, key=away.__getitem__)
        if away[what] < 1e-7:
            return what, point
        point = point + away[what] * aim
    return "", point


def test_what_is_picked_is_what_is_seen() -> None:
    """1,500 rays from all round, marched step by step instead of solved: the same stick or mouth comes first."""
    random = np.random.default_rng(3)
    ends = [pose[:3] + end * np.array([0, 0, 0.04]) for pose in SCENE.poses[:2] for end in (-1, 1)]
    aims = [np.array(mouth.centre_m) for mouth in mouths(STAGGERED)] + ends + [SCENE.pose("b1")[:3]]
    hits = {"stick": 0, "mouth": 0, "wood": 0, "nothing": 0}
    for _ in range(1500):
        eye = random.normal(size=3) * [1, 1, 0.6]
        eye *= 0.5 / np.linalg.norm(eye)
        aim = aims[random.integers(len(aims))] + random.normal(size=3) * 0.003 - eye
        aim /= np.linalg.norm(aim)
        what, point = seen(STAGGERED, SCENE, eye, aim)
        targets = pick(STAGGERED, SCENE, Ray(tuple(eye), tuple(aim)), slack=1.0)
        opening = [mouth for mouth in mouths(STAGGERED) if math.dist(point, mouth.centre_m) <= 0.00325]
        if what in PLACES:
            kind = "stick"
            assert (str(targets[0].place), targets[0].stick) == (PLACES[what], what)
            assert targets[0].depth_m == pytest.approx(np.linalg.norm(point - eye), abs=1e-5)
        elif what and opening:
            kind = "mouth"
            assert [(target.place, target.side) for target in targets] == [(opening[0].place, opening[0].side)]
        else:
            kind = "wood" if what else "nothing"
            assert targets == ()
        hits[kind] += 1
    assert min(hits.values()) >= 50, hits


def test_every_mouth_that_is_seen_is_picked() -> None:
    """From random eyes every mouth of an empty block that faces the eye is found at its middle, and no other one."""
    random = np.random.default_rng(4)
    for _ in range(40):
        eye = random.normal(size=3) * 0.4 + [0, 0, 0.4]
        for place, side, centre, normal in mouths(LATTICE):
            aim = np.array(centre) - eye
            targets = pick(LATTICE, EMPTY, Ray(tuple(eye), tuple(aim)), slack=1.0)
            inside = (np.abs(eye - [0, 0, 0.05]) <= [0.036, 0.036, 0.05]).all()
            if not inside and (eye - centre) @ normal > 0:
                assert [(target.place, target.side) for target in targets] == [(place, side)]
            else:
                assert (place, side) not in [(target.place, target.side) for target in targets]


def test_flat_ends_are_flat() -> None:
    """Near the rim of a stick's end a flat one is hit and a rounded one is missed."""
    flat = replace(LATTICE, stick_ends=Ends.FLAT)
    snapshot = Snapshot.of({"r1": standing(LATTICE, "b2", "x2.1")})
    head = LATTICE.foot_m(Bore.parse("x2.1")) + LATTICE.stick_length_m
    rim = Ray((-1, 0.0, head - 0.0005), (1, 0.0, 0))
    assert pick(flat, snapshot, rim, slack=1.0)[0].depth_m == pytest.approx(1 - 0.003)
    assert pick(LATTICE, snapshot, rim, slack=1.0)[0].depth_m > 1 - 0.002
    above = Ray((0.0029, 0.0, 1), (0, 0, -1))
    assert pick(flat, snapshot, above, slack=1.0)[0].depth_m == pytest.approx(1 - head)
    assert pick(LATTICE, snapshot, above, slack=1.0)[0].depth_m > 1 - head + 0.001
