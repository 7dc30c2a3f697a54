"""Where sticks lie that are not in the block: nothing touches anything, and every stick has its spot."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.block.spec import BlockSpec
from fakir3d.render.layout import Area, shadow_outline, table_plan, table_poses
from fakir3d.rules import start
from fakir3d.rules.state import Setup, State
from fakir3d.rules.sticks import Mode

BLOCKS = ("lattice", "staggered", "tests/blocks/5x5-xyxyxy.toml")


def ends(spec: BlockSpec, pose: np.ndarray) -> np.ndarray:
    """Return the (2, 3) centres of a stick's two end balls."""
    x, y, z, w = pose[3:]
    axis = np.array((2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    half = (spec.stick_length_m - spec.stick_diameter_m) / 2
    return np.array((pose[:3] - half * axis, pose[:3] + half * axis))


def gap(one: np.ndarray, other: np.ndarray) -> float:
    """Return the least distance between two segments, sampled [m]."""
    shares = np.linspace(0, 1, 60)[:, None]
    first, second = (line[0] + shares * (line[1] - line[0]) for line in (one, other))
    return float(np.linalg.norm(first[:, None] - second, axis=2).min())


def begun(name: str, mode: Mode, sticks: int | None = None) -> tuple[BlockSpec, State]:
    spec = load_block(name)
    return spec, start(Setup(lattice_of(spec), mode, sticks or mode.sticks))


def all_gone(state: State) -> State:
    """Return the position with every stick out of the game."""
    gone = tuple(stick for hand in state.hands for stick in hand)
    return replace(state, hands=tuple(() for _ in state.hands), gone=gone)


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("name", BLOCKS)
def test_nothing_touches(name: str, mode: Mode) -> None:
    """Sticks in the hands and all sticks put aside lie on the table, clear of each other, of block and shadow."""
    spec, state = begun(name, mode)
    for position in (state, all_gone(state)):
        poses = table_poses(spec, position)
        assert len(poses) == sum(len(hand) for hand in state.hands)
        lines = {stick: ends(spec, pose) for stick, pose in poses.items()}
        assert all(np.allclose(line[:, 2], spec.stick_diameter_m / 2) for line in lines.values())
        for one, other in combinations(lines.values(), 2):
            assert gap(one, other) > spec.stick_diameter_m * 1.01
        outline = shadow_outline(spec)
        for line in lines.values():
            points = line[0] + np.linspace(0, 1, 40)[:, None] * (line[1] - line[0])
            assert outside(outline, points[:, :2]).min() > spec.stick_diameter_m / 2


def outside(outline: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return how far points lie outside a convex outline, as the greatest distance from one of its sides."""
    sides = np.roll(outline, -1, axis=0) - outline
    normals = np.column_stack((sides[:, 1], -sides[:, 0])) / np.linalg.norm(sides, axis=1, keepdims=True)
    return ((points[:, None] - outline) * normals).sum(axis=2).max(axis=1)


@pytest.mark.parametrize("mode", list(Mode))
def test_hands_and_asides_share_no_spot(mode: Mode) -> None:
    """A stick in a hand and a stick put aside never meet, whatever their numbers."""
    spec, state = begun("lattice", mode)
    hands, aside = table_poses(spec, state), table_poses(spec, all_gone(state))
    for one in hands.values():
        for other in aside.values():
            assert gap(ends(spec, one), ends(spec, other)) > spec.stick_diameter_m


@pytest.mark.parametrize("mode", list(Mode))
def test_seats(mode: Mode) -> None:
    """Seat 0 is nearest the first view's side, the others follow clockwise seen from above."""
    spec, _ = begun("lattice", mode)
    plan = table_plan(spec, mode, mode.sticks)
    angles = [np.degrees(np.arctan2(area.outward[1], area.outward[0])) for area in plan.hands]
    assert plan.hands[0].outward == (0.0, -1.0)
    turns = [(one - other) % 360 for one, other in pairwise(angles)]
    assert np.allclose(turns, 360 / mode.seats)
    for area in plan.hands:
        assert np.dot(area.centre_m, area.outward) > 0


def test_nothing_shuffles() -> None:
    """Taking a stick from a hand moves no other."""
    spec, state = begun("lattice", Mode.TWO)
    fewer = replace(state, hands=(state.hands[0][3:], *state.hands[1:]))
    before, after = table_poses(spec, state), table_poses(spec, fewer)
    assert len(after) == len(before) - 3
    assert all((before[name] == pose).all() for name, pose in after.items())


def test_held() -> None:
    """The held stick is shown upright and well above the table, at the hand of the seat to move."""
    spec, state = begun("lattice", Mode.TWO)
    stick = state.hands[1][0]
    holding = replace(state, held=stick, hands=(state.hands[0], state.hands[1][1:]), seat=0)
    line = ends(spec, table_poses(spec, holding)[str(stick)])
    assert line[:, 2].min() > 2 * spec.stick_diameter_m
    near = table_plan(spec, Mode.TWO, 10).hands[0]
    assert np.linalg.norm(line[0, :2] - near.centre_m) < max(near.half_m) * 1.5


@pytest.mark.parametrize("sticks", [1, 14, 40])
def test_any_number_of_sticks(sticks: int) -> None:
    """Also with few or very many sticks in each hand everybody has room."""
    spec, state = begun("lattice", Mode.FOUR, sticks)
    lines = [ends(spec, pose) for pose in table_poses(spec, state).values()]
    assert len(lines) == 4 * sticks
    feet = np.array([line.mean(axis=0) for line in lines])
    away = np.linalg.norm(feet[:, None] - feet, axis=2) + np.eye(len(feet))
    assert away.min() > spec.stick_diameter_m


def test_shadow_outline() -> None:
    """The outline holds the block's foot and reaches away from the sun."""
    outline = shadow_outline(load_block("lattice"))
    assert outline.min() == pytest.approx(-0.036)
    assert outline[:, 0].max() > 0.08
    assert outline[:, 1].max() > 0.08


def test_area() -> None:
    """An area's right is the player's right: seat 0 looks along +y, their right is +x."""
    area = Area((0.0, -0.2), (0.0, -1.0), (0.05, 0.04))
    assert area.across == (1.0, 0.0)
    assert np.allclose(area.point(0.05, 0.04), (0.04, -0.25))
