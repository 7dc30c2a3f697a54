"""The lattice says what the solid shows."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.names import Axis, Bore
from fakir3d.block.solids import is_wood
from fakir3d.block.spec import BlockSpec, FloorSpec
from tests.block.strategies import ALONG


@st.composite
def drilled(draw: st.DrawFn) -> BlockSpec:
    """Blocks with wood between all holes and bores: uneven pitches, any floors."""

    def lines(most: int) -> tuple[float, ...]:
        pitches = draw(st.lists(st.integers(10, 30), min_size=1, max_size=most))
        places = np.cumsum(pitches)
        return tuple((places - places.mean()) / 1000)

    heights = np.cumsum(draw(st.lists(st.integers(9, 30), min_size=1, max_size=6)))
    x, y = lines(5), lines(4)
    return replace(
        load_block("lattice"),
        size_m=(2 * max(map(abs, x)) + 0.02, 2 * max(map(abs, y)) + 0.02, (heights[-1] + 30) / 1000),
        hole_x_m=x,
        hole_y_m=y,
        floors=tuple(FloorSpec(height / 1000, draw(ALONG)) for height in heights.tolist()),
    )


def axis_points(spec: BlockSpec, bore: Bore, count: int = 101) -> np.ndarray:
    """Points along a bore's axis, from face to face."""
    along = np.linspace(-0.5, 0.5, count) * spec.depth_m(bore.axis)
    line, height = np.full(count, spec.line_m(bore)), np.full(count, spec.height_m(bore))
    return np.stack([along, line, height] if bore.axis is Axis.X else [line, along, height], axis=1)


def check(spec: BlockSpec) -> None:
    lattice = lattice_of(spec)
    assert lattice.bores == spec.bores
    assert lattice.holes == spec.holes
    for bore in spec.bores:
        assert not is_wood(spec, axis_points(spec, bore)).any(), f"{bore} is not open from face to face"
    off = spec.hole_diameter_m / 2 + 0.001  # just inside the wall of a hole: air only where a bore goes on
    for hole in spec.holes:
        x, y = spec.centre_m(hole)
        shown = [
            (axis, round(floor.height_m, 9))
            for floor in reversed(spec.floors)
            for axis, point in ((Axis.X, (x + off, y, floor.height_m)), (Axis.Y, (x, y + off, floor.height_m)))
            if not is_wood(spec, [point])[0]
        ]
        assert [(bore.axis, round(spec.height_m(bore), 9)) for bore in lattice.under[hole]] == shown
        assert all(spec.line_m(bore) == (y if bore.axis is Axis.X else x) for bore in lattice.under[hole])
    lines = {bore: axis_points(spec, bore, 61) for bore in spec.bores}
    for bore, other in combinations(spec.bores, 2):
        apart = np.linalg.norm(lines[bore][:, None] - lines[other][None, :], axis=2).min()
        meet = bool(apart < spec.stick_diameter_m)
        assert (other in lattice.meets[bore]) == (bore in lattice.meets[other]) == meet, (bore, other, apart)


@pytest.mark.parametrize("name", preset_names())
def test_presets(name: str) -> None:
    """What passes under what, and which two sticks would have to be in one place, sampled in the solid."""
    check(load_block(name))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(drilled())
def test_any_block(spec: BlockSpec) -> None:
    """The same for uneven grids and any floors."""
    check(spec)
