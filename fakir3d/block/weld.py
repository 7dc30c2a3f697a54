"""The seen block's mesh as one skin: corners that lie in one place joined, and whether the skin is closed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fakir3d.block.mesh import Mesh
from fakir3d.motion import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Triangles that share their corners.

    Attributes:
        vertices_m: (n, 3) float, each place once [m].
        triangles: (m, 3) int, counter-clockwise seen from outside.
    """

    vertices_m: FloatArray
    triangles: npt.NDArray[np.int64]

    @property
    def outline_m(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """Return the lowest and the highest corner of what it encloses [m]."""
        low, high = self.vertices_m.min(axis=0).tolist(), self.vertices_m.max(axis=0).tolist()
        return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def weld(mesh: Mesh) -> Skin:
    """Return a mesh without the normals: corners that differ only in what a shader needs become one."""
    vertices, place = np.unique(mesh.vertices, axis=0, return_inverse=True)
    triangles = place.reshape(-1)[mesh.triangles.reshape(-1)].reshape(-1, 3).astype(np.int64)
    return Skin(vertices.astype(np.float64), triangles)


def open_edges(skin: Skin) -> int:
    """Return how many edges do not have exactly one triangle on each side; none means watertight."""
    ends = np.concatenate([skin.triangles[:, pair] for pair in ((0, 1), (1, 2), (2, 0))])
    # An edge is a number: its two corners, the lower first; a closed skin runs along each once in either direction.
    low, high = ends.min(axis=1), ends.max(axis=1)
    edges, place = np.unique(low * len(skin.vertices_m) + high, return_inverse=True)
    along = ends[:, 0] < ends[:, 1]
    there, back = (np.bincount(place.reshape(-1)[which], minlength=len(edges)) for which in (along, ~along))
    return int(np.count_nonzero((there != 1) | (back != 1)))
