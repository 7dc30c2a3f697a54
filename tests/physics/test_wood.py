"""Round bores: wood of exact meshes, whole and closed, for blocks that have them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np
import pytest

from fakir3d.block.mesh import Mesh, block_mesh, preview_mesh
from fakir3d.block.names import Bore, Hole
from fakir3d.block.spec import BlockSpec
from fakir3d.block.weld import weld
from fakir3d.errors import MisuseError
from fakir3d.motion import Snapshot
from fakir3d.physics.config import Bores, PhysicsConfig
from fakir3d.physics.perform import perform
from fakir3d.physics.scene import Scene, standing_pose
from fakir3d.physics.worlds import wood
from tests.physics.conftest import Make, MakeScript

pytestmark = pytest.mark.bullet


def _off_axis_m(spec: BlockSpec, scene: Scene, hand: MakeScript, bores: Bores) -> float:
    """Return how far off its hole's axis a stick that was put into a corner of its square hole has its foot."""
    done = perform(scene, hand("a1", "g9"), "bullet", PhysicsConfig(bores=bores))
    x, y = spec.centre_m(Hole.parse("b2"))
    pose = done.after.pose("r1")
    return math.hypot(pose[0] - x, pose[1] - y)


def test_round_holes_have_no_corners(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A stick in the corner of a square hole stays there; a round hole of the same width pushes it out of its wall."""
    scene = make(lattice, {"r1": ("b2", "x2.1")}, {"g1": "x2.1"})
    corner = standing_pose(lattice, Hole.parse("b2"), lattice.foot_m(Bore.parse("x2.1")), (0.00024, 0.00024))
    scene = dataclasses.replace(scene, before=Snapshot.of({**scene.before.as_dict(), "r1": corner}))
    assert _off_axis_m(lattice, scene, hand, Bores.SQUARE) > 0.00030
    assert _off_axis_m(lattice, scene, hand, Bores.ROUND) < 0.00026


def test_the_pieces_of_the_skin_are_all_of_it(preset: BlockSpec, make: Make) -> None:
    """Round wood is cut into a piece for every hole and floor; together they have every triangle, at its place."""
    whole, pieces = weld(block_mesh(preset)), wood.round_wood(make(preset, {}, {}))
    assert len(pieces) == 9 * len(preset.floors)
    middles = [piece.vertices_m[piece.triangles].mean(axis=1) for piece in pieces]
    together = np.sort(np.concatenate(middles), axis=0)
    assert (together == np.sort(whole.vertices_m[whole.triangles].mean(axis=1), axis=0)).all()


def test_a_mesh_with_a_leak_is_refused(
    lattice: BlockSpec, make: Make, hand: MakeScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A triangle left out opens three edges; no act is simulated in such a block, and the message counts them."""

    def leaking(spec: BlockSpec) -> Mesh:
        mesh = block_mesh(spec)
        return dataclasses.replace(mesh, triangles=mesh.triangles[1:])

    _refused(lattice, make, hand, monkeypatch, leaking, "open at 3 edges; use bores=square")


def test_round_bores_without_the_exact_mesh_are_refused(
    lattice: BlockSpec, make: Make, hand: MakeScript, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without manifold3d there is only a preview, whose walls run through one another: refused, saying what to do."""
    _refused(lattice, make, hand, monkeypatch, preview_mesh, "manifold3d.*install it, or use bores=square")


def _refused(
    spec: BlockSpec,
    make: Make,
    hand: MakeScript,
    monkeypatch: pytest.MonkeyPatch,
    mesh: Callable[[BlockSpec], Mesh],
    said: str,
) -> None:
    wood._pieces.cache_clear()
    monkeypatch.setattr(wood, "block_mesh", mesh)
    with pytest.raises(MisuseError, match=said):
        perform(make(spec, {}, {}), hand("b2", "r1"), "bullet", PhysicsConfig(bores=Bores.ROUND))
    wood._pieces.cache_clear()


def test_round_bores_of_changed_wood_are_refused(lattice: BlockSpec, make: Make, hand: MakeScript) -> None:
    """A scene whose boxes were changed on purpose is not quietly simulated with a block that was not."""
    scene = make(lattice, {}, {})
    scene = dataclasses.replace(scene, solids=scene.solids[1:])
    with pytest.raises(MisuseError, match="this scene's wood was changed; use bores=square"):
        perform(scene, hand("b2", "r1"), "bullet", PhysicsConfig(bores=Bores.ROUND))
