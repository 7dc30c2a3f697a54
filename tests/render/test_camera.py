"""The camera: pure maths that never goes below the table and always agrees with itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakir3d.block.document import load_block
from fakir3d.render.camera import MAX_ELEVATION_DEG, MIN_ELEVATION_DEG, Camera, framing
from fakir3d.render.layout import table_plan
from fakir3d.rules.sticks import Mode

small = st.floats(-3, 3)
cameras = st.builds(
    Camera,
    st.tuples(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2), st.floats(0.0, 0.2)),
    st.floats(0.05, 3.0),
    st.floats(-400, 400),
    st.floats(-200, 200),
)


@given(cameras, st.lists(st.tuples(small, small, small), max_size=6))
def test_never_below_the_table(camera: Camera, drags: list[tuple[float, float, float]]) -> None:
    """Whatever is dragged and wheeled, the eye stays above the table and within the allowed distances."""
    for across, up, clicks in drags:
        camera = camera.orbited(across, up).zoomed(clicks)
        assert camera.eye_m[2] > 0.005
        assert MIN_ELEVATION_DEG <= camera.elevation_deg <= MAX_ELEVATION_DEG
        assert camera.nearest_m <= camera.distance_m <= camera.farthest_m
        assert -180 <= camera.azimuth_deg <= 180


@given(cameras, st.floats(-1, 1), st.floats(-1, 1), st.floats(0.3, 3.5))
def test_ray_and_projection_agree(camera: Camera, x: float, y: float, aspect: float) -> None:
    """A point on the ray through a pixel appears at that pixel."""
    ray = camera.ray(x, y, aspect)
    point = np.array(ray.origin_m) + 0.37 * np.array(ray.direction)
    assert np.allclose(camera.project(point[None], aspect)[0, :2], (x, y), atol=1e-6)
    assert np.linalg.norm(ray.direction) == pytest.approx(1.0)


@given(cameras)
def test_axes(camera: Camera) -> None:
    """Right, up and forward are at right angles, of length 1, and up never points down."""
    axes = np.array((camera.right, camera.up, -camera.forward))
    assert np.allclose(axes @ axes.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    assert camera.up[2] > 0


def test_directions() -> None:
    """A drag to the right turns the scene to the right; the wheel forward comes nearer."""
    camera = Camera((0.0, 0.0, 0.05), 0.5, 20.0, 30.0)
    point = np.array([[0.0, -0.05, 0.05]])
    assert camera.orbited(0.1, 0.0).project(point, 1.5)[0, 0] > camera.project(point, 1.5)[0, 0]
    assert camera.orbited(0.0, 0.1).elevation_deg < camera.elevation_deg
    assert camera.zoomed(1).distance_m < camera.distance_m < camera.zoomed(-1).distance_m


@pytest.mark.parametrize("aspect", [0.5, 1.0, 16 / 9, 3.2])
@pytest.mark.parametrize("name", ["lattice", "staggered", "oneway"])
def test_framing(name: str, aspect: float) -> None:
    """The first view shows the block, what stands out of it and the hands, and not from far away."""
    spec = load_block(name)
    plan = table_plan(spec, Mode.TWO, 10)
    corners = np.concatenate([area.corners() for area in plan.hands])
    points = np.column_stack((corners, np.zeros(len(corners))))
    camera = framing(spec, points, aspect)
    x, y, depth = camera.project(points, aspect).T
    assert (depth > 0).all()
    assert np.abs(x).max() < 1.0
    assert np.abs(y).max() < 1.0
    assert max(np.abs(x).max(), np.abs(y).max()) > 0.7
