"""The block as it is seen: round bores, softened rims and edges, a normal for every corner of every triangle.

The exact mesh is a boolean by manifold3d. Each drill is one lathe body with its rims flared, so manifold's own
bookkeeping (which triangle came from which body, placed how) tells the surface of every triangle, and normals are
computed from that surface instead of guessed from the triangles. The preview mesh needs no library and no second:
its walls run on through one another, and the shader leaves out what lies inside another bore.
"""

from __future__ import annotations

import contextlib
import io
import math
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import platformdirs

from fakir3d.block.names import Axis
from fakir3d.block.spec import BlockSpec
from fakir3d.files import replace_file

EDGE_M = 0.0014
"""Radius of the block's edges [m]; less where a mouth lies closer to an edge."""
RIM_M = 0.0005
"""Radius of the rims of holes and bores [m]."""

_FORMAT = 1
_RIM_STEPS = 3
_EDGE_SEGMENTS = 16

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles with what a shader needs to know of each corner.

    Attributes:
        vertices: (n, 3) float [m].
        normals: (n, 3) float, unit, out of the wood.
        axis: (n,) float: 0 on the outside, 1, 2, 3 on the wall of a bore or hole along x, y, z.
        triangles: (m, 3) int, counter-clockwise seen from outside.
        exact: whether the walls end where bores cross; a preview's do not.
    """

    vertices: Floats
    normals: Floats
    axis: Floats
    triangles: Ints
    exact: bool


@dataclass(frozen=True, slots=True)
class _Drill:
    """A hole or bore: radius, half the depth, the point of its axis in the block's middle and its direction."""

    radius_m: float
    half_m: float
    centre_m: tuple[float, float, float]
    axis: int


def block_mesh(spec: BlockSpec, segments: int = 32) -> Mesh:
    """Return the mesh of a block, from the disk where it was made before, else made now (and kept there).

    Without manifold3d it is the preview.

    Args:
        spec: the block.
        segments: corners of a bore's circle.
    """
    found = cached_mesh(spec, segments)
    if found is not None:
        return found
    try:
        import manifold3d  # noqa: F401
    except ImportError:
        return preview_mesh(spec, segments)
    mesh = _boolean(spec, segments)
    _keep(mesh, _cache_file(spec, segments))
    return mesh


def cached_mesh(spec: BlockSpec, segments: int = 32) -> Mesh | None:
    """Return the mesh that was kept on the disk for this geometry, or None."""
    try:
        with np.load(_cache_file(spec, segments), allow_pickle=False) as kept:
            return Mesh(kept["vertices"], kept["normals"], kept["axis"], kept["triangles"], exact=True)
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
        return None  # never made, or cut by a crash: it is made again


def _cache_file(spec: BlockSpec, segments: int) -> Path:
    return Path(platformdirs.user_cache_dir("fakir3d")) / "meshes" / f"{spec.digest}-{segments}-{_FORMAT}.npz"


def _keep(mesh: Mesh, file: Path) -> None:
    # A cache that cannot be written (read-only home, full disk) costs a second at the next start, nothing else.
    out = io.BytesIO()
    np.savez(out, vertices=mesh.vertices, normals=mesh.normals, axis=mesh.axis, triangles=mesh.triangles)
    with contextlib.suppress(OSError):
        replace_file(file, out.getvalue(), make_folder=True)


def _drills(spec: BlockSpec) -> list[_Drill]:
    width, depth, height = spec.size_m
    drills = [
        _Drill(spec.hole_diameter_m / 2, height / 2, (*spec.centre_m(hole), height / 2), 2) for hole in spec.holes
    ]
    for bore in spec.bores:
        line, level = spec.line_m(bore), spec.height_m(bore)
        along_x = bore.axis is Axis.X
        centre = (0.0, line, level) if along_x else (line, 0.0, level)
        half = (width if along_x else depth) / 2
        drills.append(_Drill(spec.bore_diameter_m / 2, half, centre, 0 if along_x else 1))
    return drills


def _edge_m(spec: BlockSpec, drills: list[_Drill]) -> float:
    """Return the radius of the block's edges: what the mouths leave room for, at most EDGE_M."""
    middle = np.array((0.0, 0.0, spec.size_m[2] / 2))
    half = np.array(spec.size_m) / 2
    room = EDGE_M
    for drill in drills:
        reach = half - abs(np.array(drill.centre_m) - middle) - drill.radius_m - 1.5 * _rim_m(drill)
        room = min(room, *(float(reach[side]) for side in range(3) if side != drill.axis))
    return max(room, 1e-4)


def _rim_m(drill: _Drill) -> float:
    return min(RIM_M, drill.radius_m / 4)


def _boolean(spec: BlockSpec, segments: int) -> Mesh:
    """Return the exact mesh. Millimetres inside: manifold's tolerances suit numbers around 1 to 100."""
    from manifold3d import Manifold, OpType

    drills = _drills(spec)
    edge = _edge_m(spec, drills)
    half = np.array(spec.size_m) / 2
    ball = Manifold.sphere(edge * 1e3, _EDGE_SEGMENTS)
    corners = (np.array(np.meshgrid(*[(-1, 1)] * 3)).reshape(3, -1).T * (half - edge)) * 1e3
    middle = half[2] * 1e3
    block = Manifold.batch_hull([ball.translate([x, y, z + middle]) for x, y, z in corners]).as_original()
    lathes: dict[tuple[int, float], Manifold] = {}
    kinds: dict[int, _Drill] = {}
    bodies = [block]
    for drill in drills:
        key = (drill.axis, drill.radius_m)
        if key not in lathes:
            lathes[key] = _lathe(drill, segments)
            kinds[lathes[key].original_id()] = drill
        turned = lathes[key].rotate([0.0, 90.0, 0.0] if drill.axis == 0 else [-90.0 * (drill.axis == 1), 0.0, 0.0])
        bodies.append(turned.translate([1e3 * value for value in drill.centre_m]))
    cut = Manifold.batch_boolean(bodies, OpType.Subtract)
    return _with_normals(cut.to_mesh(), kinds, half, edge)


def _lathe(drill: _Drill, segments: int) -> object:
    """Return the body that a drill takes away, standing on the origin along z [mm]: a rod flared at both rims."""
    from manifold3d import CrossSection, Manifold

    radius, half, rim = 1e3 * drill.radius_m, 1e3 * drill.half_m, 1e3 * _rim_m(drill)
    angles = np.linspace(0.0, math.pi / 2, _RIM_STEPS + 1)
    # Raised by a hair, so that the face cuts the flare instead of touching its last ring.
    flare = np.column_stack((radius + rim - rim * np.cos(angles), half - rim + rim * np.sin(angles) + 0.004))
    upper = [*map(tuple, flare), (radius + rim, half + 1.0), (0.0, half + 1.0)]
    lower = [(x, -y) for x, y in reversed(upper)]
    # Round bores of one width meet in single points. Turned a little against one another they cross cleanly.
    turn = (0.5, 0.25, 0.0)[drill.axis] * 360.0 / segments
    return Manifold.revolve(CrossSection([np.array(lower + upper)]), segments).rotate([0.0, 0.0, turn]).as_original()


def _with_normals(cut: object, kinds: dict[int, _Drill], half: npt.NDArray[np.float64], edge: float) -> Mesh:
    """Return the triangles of a manifold mesh, each corner with the normal of the surface it was cut from."""
    points = np.asarray(cut.vert_properties, dtype=np.float64)[:, :3] / 1e3  # type: ignore[attr-defined]
    corners = np.asarray(cut.tri_verts, dtype=np.int64)  # type: ignore[attr-defined]
    starts = np.asarray(cut.run_index, dtype=np.int64) // 3  # type: ignore[attr-defined]
    run = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    keys, triangles = np.unique(run[:, None] * len(points) + corners, return_inverse=True)
    vertices = points[keys % len(points)]
    vertex_run = keys // len(points)
    normals = np.empty_like(vertices)
    axis = np.zeros(len(vertices))
    originals = list(cut.run_original_id)  # type: ignore[attr-defined]
    transforms = list(cut.run_transform)  # type: ignore[attr-defined]
    for number, (original, transform) in enumerate(zip(originals, transforms, strict=True)):
        mine = vertex_run == number
        drill = kinds.get(int(original))
        if drill is None:
            normals[mine] = _box_normals(vertices[mine], half, edge)
        else:
            normals[mine] = _wall_normals(vertices[mine], drill, np.asarray(transform)[3] / 1e3)
            axis[mine] = drill.axis + 1
    return Mesh(
        vertices.astype(np.float32),
        normals.astype(np.float32),
        axis.astype(np.float32),
        triangles.reshape(-1, 3).astype(np.int32),
        exact=True,
    )


def _box_normals(
    points: npt.NDArray[np.float64], half: npt.NDArray[np.float64], edge: float
) -> npt.NDArray[np.float64]:
    """Return the normals of a box with rounded edges at points of its surface: away from the box inside it."""
    local = points - (0.0, 0.0, half[2])
    away = local - np.clip(local, edge - half, half - edge)
    return _unit(away)


def _wall_normals(
    points: npt.NDArray[np.float64], drill: _Drill, centre: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return the normals of a bore's wall and its flared rims: into the bore, turning outwards over the rim."""
    local = points - centre
    along = local[:, drill.axis].copy()
    local[:, drill.axis] = 0.0
    radial = np.linalg.norm(local, axis=1, keepdims=True)
    outward = local / np.maximum(radial, 1e-12)
    rim = _rim_m(drill)
    past = np.clip(np.abs(along) - (drill.half_m - rim), 0.0, rim) / rim
    normals = -outward * np.sqrt(np.maximum(1.0 - past**2, 0.0))[:, None]
    normals[:, drill.axis] = np.sign(along) * past
    return _unit(normals)


def _unit(vectors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units: npt.NDArray[np.float64] = vectors / np.maximum(lengths, 1e-12)
    return units


def preview_mesh(spec: BlockSpec, segments: int = 32) -> Mesh:
    """Return a mesh in a few milliseconds without any library: six faces with round mouths and plain walls.

    The faces and walls together are closed, but the walls run on through one another where bores cross.
    """
    half = np.array(spec.size_m) / 2
    drills = _drills(spec)
    segments = max(8, segments // 4 * 4)
    parts = [_face(side, sign, half, drills, segments) for side in range(3) for sign in (-1.0, 1.0)]
    parts += [_tube(drill, segments) for drill in drills]
    offsets = np.cumsum([0, *(len(part[0]) for part in parts)])[:-1]
    return Mesh(
        np.concatenate([part[0] for part in parts]).astype(np.float32),
        np.concatenate([part[1] for part in parts]).astype(np.float32),
        np.concatenate([np.full(len(part[0]), part[2]) for part in parts]).astype(np.float32),
        np.concatenate([part[3] + offset for part, offset in zip(parts, offsets, strict=True)]).astype(np.int32),
        exact=False,
    )


_Part = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float, npt.NDArray[np.int64]]


def _face(side: int, sign: float, half: npt.NDArray[np.float64], drills: list[_Drill], segments: int) -> _Part:
    """Return one face: a grid of cells, each with its round mouth, cut along the lines midway between mouths."""
    across, up = [index for index in range(3) if index != side]
    middle = np.array((0.0, 0.0, half[2]))
    mine = [drill for drill in drills if drill.axis == side]
    (columns, column_edges), (rows, row_edges) = (_cells(index, half, mine) for index in (across, up))
    radius = mine[0].radius_m if mine else 0.0
    angles = np.arange(segments) * 2 * np.pi / segments + np.pi / 4
    ring = np.column_stack((np.cos(angles), np.sin(angles)))
    square = ring / np.abs(ring).max(axis=1, keepdims=True)
    points: list[npt.NDArray[np.float64]] = []
    triangles: list[npt.NDArray[np.int64]] = []
    following = (np.arange(segments) + 1) % segments
    inner = np.arange(segments)
    strip = np.concatenate(
        (
            np.column_stack((inner, inner + segments, following + segments)),
            np.column_stack((inner, following + segments, following)),
        )
    )
    for u, u_low, u_high in zip(columns, column_edges, column_edges[1:], strict=False):
        for v, v_low, v_high in zip(rows, row_edges, row_edges[1:], strict=False):
            centre = np.array((u, v))
            low, high = np.array((u_low, v_low)) - centre, np.array((u_high, v_high)) - centre
            outer = np.where(square > 0, square * high, -square * low)
            triangles.append(strip + sum(len(piece) for piece in points))
            points.append(np.concatenate((ring * radius, outer)) + centre)
    flat = np.concatenate(points)
    vertices = np.empty((len(flat), 3))
    vertices[:, across], vertices[:, up] = flat.T
    vertices[:, side] = middle[side] + sign * half[side]
    normals = np.zeros_like(vertices)
    normals[:, side] = sign
    faces = np.concatenate(triangles)
    # (across, up, side) is right-handed for x and z, left-handed for y.
    outward = sign * (-1.0 if side == 1 else 1.0) > 0
    return vertices, normals, 0.0, faces if outward else faces[:, ::-1]


def _cells(
    index: int, half: npt.NDArray[np.float64], drills: list[_Drill]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return where the mouths of a face lie along one axis, and where its cells begin and end [m]."""
    middle = half[2] if index == 2 else 0.0
    lines = np.unique([drill.centre_m[index] for drill in drills]) if drills else np.array([middle])
    return lines, np.concatenate(([middle - half[index]], (lines[1:] + lines[:-1]) / 2, [middle + half[index]]))


def _tube(drill: _Drill, segments: int) -> _Part:
    """Return the wall of one bore, seen from inside."""
    across, up = [index for index in range(3) if index != drill.axis]
    angles = np.arange(segments) * 2 * np.pi / segments + np.pi / 4
    normals = np.zeros((2 * segments, 3))
    normals[:, across] = np.tile(-np.cos(angles), 2)
    normals[:, up] = np.tile(-np.sin(angles), 2)
    vertices = np.array(drill.centre_m) - normals * drill.radius_m
    vertices[:, drill.axis] += np.repeat((-drill.half_m, drill.half_m), segments)
    here = np.arange(segments)
    after = (here + 1) % segments
    quads = np.concatenate(
        (np.column_stack((here, here + segments, after)), np.column_stack((after, here + segments, after + segments)))
    )
    return vertices, normals, drill.axis + 1.0, quads[:, ::-1] if drill.axis == 1 else quads
