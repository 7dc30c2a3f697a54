"""The visible block: closed, of the right size and shape, kept on the disk, and there without any library."""

from __future__ import annotations

import math
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import platformdirs
import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.block.mesh import EDGE_M, RIM_M, Mesh, block_mesh, cached_mesh, preview_mesh
from fakir3d.block.names import Axis
from fakir3d.block.spec import BlockSpec

PRESETS = ("lattice", "staggered", "oneway")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a cache of its own."""
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_: str(tmp_path))
    return tmp_path


def welded(mesh: Mesh) -> np.ndarray:
    """Return the triangles by welded corner: corners at the very same place are one."""
    _, index = np.unique(mesh.vertices, axis=0, return_inverse=True)
    return index.reshape(-1)[mesh.triangles]


def volume(mesh: Mesh) -> float:
    """Return the volume that the triangles enclose [m3]."""
    a, b, c = (mesh.vertices[mesh.triangles[:, corner]].astype(float) for corner in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def analytic_volume(spec: BlockSpec) -> float:
    """Return the volume of the block with perfectly round bores, rims and edges [m3]; all of one diameter."""
    r, e, m = spec.hole_diameter_m / 2, EDGE_M, RIM_M
    x, y, z = (size - 2 * e for size in spec.size_m)
    block = x * y * z + 2 * e * (x * y + y * z + z * x) + math.pi * e * e * (x + y + z) + 4 / 3 * math.pi * e**3
    lines = [spec.size_m[2] for _ in spec.holes] + [spec.depth_m(bore.axis) for bore in spec.bores]
    # A rim takes away what lies between a quarter of a circle and its square, turned round the axis (Pappus).
    area = m * m * (1 - math.pi / 4)
    rim = area * 2 * math.pi * (r + m - centroid_from_corner(m))
    gone = sum(math.pi * r * r * length + 2 * rim for length in lines)
    lattice = lattice_of(spec)
    pairs = sum(len(bores) for bores in lattice.under.values())
    triples = 0
    for bores in lattice.under.values():
        levels = Counter(lattice.level[bore] for bore in bores)
        both = sum(count == 2 for count in levels.values())
        pairs += both
        triples += both
    gone += -pairs * 16 / 3 * r**3 + triples * 8 * (2 - math.sqrt(2)) * r**3
    return block - gone


def centroid_from_corner(m: float) -> float:
    """Return how far the centroid of (square minus quarter disc) lies from the circle's centre, along one axis."""
    return (m**3 / 2 - m**3 / 3) / (m * m * (1 - math.pi / 4))


def genus(spec: BlockSpec) -> int:
    """Return how many handles the block has: mouths + pieces of bore between crossings - crossings."""
    lattice = lattice_of(spec)
    crossings = {(hole, lattice.level[bore]) for hole, bores in lattice.under.items() for bore in bores}
    lines = [len({lattice.level[bore] for bore in bores}) for bores in lattice.under.values()]
    lines += [len(holes) for holes in lattice.above.values()]
    return 2 * len(lines) + sum(crossed - 1 for crossed in lines) - len(crossings)


@pytest.mark.parametrize("name", PRESETS)
def test_closed(name: str) -> None:
    """Every edge belongs to two triangles that run along it in opposite directions: nothing leaks."""
    triangles = welded(block_mesh(load_block(name)))
    edges = Counter(map(tuple, np.concatenate([triangles[:, [a, b]] for a, b in ((0, 1), (1, 2), (2, 0))]).tolist()))
    assert all(edges[b, a] == count for (a, b), count in edges.items())


@pytest.mark.parametrize("name", PRESETS)
def test_handles(name: str) -> None:
    """The number of handles is that of the bored block: every crossing is open, also three bores in one point."""
    spec = load_block(name)
    triangles = welded(block_mesh(spec))
    corners = len(np.unique(triangles))
    edges = len(np.unique(np.sort(np.concatenate([triangles[:, [a, b]] for a, b in ((0, 1), (1, 2), (2, 0))])), axis=0))
    assert (2 - (corners - edges + len(triangles))) // 2 == genus(spec)


@pytest.mark.parametrize(("segments", "off"), [(32, 0.003), (128, 0.0008)])
@pytest.mark.parametrize("name", PRESETS)
def test_volume(name: str, segments: int, off: float) -> None:
    """The volume is that of the round block, the better the more corners its circles have."""
    spec = load_block(name)
    assert volume(block_mesh(spec, segments)) == pytest.approx(analytic_volume(spec), rel=off)


@pytest.mark.parametrize("name", PRESETS)
def test_normals(name: str) -> None:
    """Normals have length 1, point out of the wood, and on a bore's wall straight to its axis."""
    spec = load_block(name)
    mesh = block_mesh(spec)
    assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-5)
    a, b, c = (mesh.vertices[mesh.triangles[:, corner]].astype(float) for corner in range(3))
    flat = np.cross(b - a, c - a)
    size = np.linalg.norm(flat, axis=1)
    real = size > 1e-12
    facing = np.einsum("ij,ij->i", flat, mesh.normals[mesh.triangles].mean(axis=1))[real] / size[real]
    assert facing.min() > 0.6
    middle = np.abs(mesh.vertices - (0, 0, spec.size_m[2] / 2)) < np.array(spec.size_m) / 2 - 2 * RIM_M
    walls = {1: (spec.bore_diameter_m, 1, spec.hole_y_m), 3: (spec.hole_diameter_m, 0, spec.hole_x_m)}
    if Axis.Y in _directions(spec):
        walls[2] = (spec.bore_diameter_m, 0, spec.hole_x_m)
    for axis, (diameter, across, lines) in walls.items():
        deep = (mesh.axis == axis) & middle[:, axis - 1]
        aim = mesh.vertices[deep] + mesh.normals[deep] * diameter / 2
        assert np.abs(aim[:, across, None] - np.array(lines)).min(axis=1).max() < 2e-5


def test_size() -> None:
    """The block stands on the table and fills its size exactly."""
    spec = load_block("lattice")
    mesh = block_mesh(spec)
    assert np.allclose(mesh.vertices.min(axis=0), (-0.036, -0.036, 0.0), atol=1e-6)
    assert np.allclose(mesh.vertices.max(axis=0), (0.036, 0.036, 0.1), atol=1e-6)


def test_kept_on_disk(cache: Path) -> None:
    """A mesh is made once; afterwards it comes from the disk, and is the same."""
    spec = load_block("oneway")
    assert cached_mesh(spec) is None
    made = block_mesh(spec)
    kept = cached_mesh(spec)
    assert kept is not None
    assert kept.exact
    assert all((getattr(made, part) == getattr(kept, part)).all() for part in ("vertices", "normals", "triangles"))
    assert not list(cache.rglob("*.part"))


@pytest.mark.parametrize("harm", ["cut", "empty", "other"])
def test_broken_cache(cache: Path, harm: str) -> None:
    """A cut, empty or foreign file in the cache is no error: the mesh is made again."""
    spec = load_block("oneway")
    made = block_mesh(spec)
    (file,) = cache.rglob("*.npz")
    file.write_bytes({"cut": file.read_bytes()[:999], "empty": b"", "other": b"no mesh"}[harm])
    assert cached_mesh(spec) is None
    assert len(block_mesh(spec).triangles) == len(made.triangles)


def test_unwritable_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be kept the mesh is made all the same, without a word."""
    file = cache / "file"
    file.write_text("in the way")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_: str(file))
    assert block_mesh(load_block("oneway")).exact


def test_without_manifold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without manifold3d the block is the preview."""
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    assert not block_mesh(load_block("lattice")).exact


@pytest.mark.parametrize("name", PRESETS)
def test_preview(name: str) -> None:
    """The preview shows the same faces and walls: normals out of the wood, every mouth where it is, bores round."""
    spec = load_block(name)
    mesh = preview_mesh(spec)
    a, b, c = (mesh.vertices[mesh.triangles[:, corner]].astype(float) for corner in range(3))
    flat = np.cross(b - a, c - a)
    assert (np.einsum("ij,ij->i", flat, mesh.normals[mesh.triangles].mean(axis=1)) >= 0).all()
    assert {int(axis) for axis in np.unique(mesh.axis)} == {0, 1, 3} | ({2} if Axis.Y in _directions(spec) else set())
    faces = mesh.axis[mesh.triangles[:, 0]] == 0
    area = np.linalg.norm(flat[faces], axis=1).sum() / 2
    x, y, z = spec.size_m
    mouths = (2 * len(spec.holes)) * spec.hole_diameter_m**2 + 2 * len(spec.bores) * spec.bore_diameter_m**2
    assert area == pytest.approx(2 * (x * y + y * z + z * x) - math.pi / 4 * mouths, rel=0.002)


def _directions(spec: BlockSpec) -> set[Axis]:
    return {axis for floor in spec.floors for axis in floor.along}
