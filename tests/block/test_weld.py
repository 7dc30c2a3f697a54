"""The seen block as one skin: closed, and its leaks counted."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from fakir3d.block.document import load_block, preset_names
from fakir3d.block.mesh import block_mesh, preview_mesh
from fakir3d.block.weld import open_edges, weld


@pytest.mark.parametrize("name", preset_names())
def test_the_seen_block_is_watertight(name: str) -> None:
    """Each edge of a preset has one triangle on either side, and no place is there twice."""
    spec = load_block(name)
    mesh = block_mesh(spec)
    skin = weld(mesh)
    assert open_edges(skin) == 0
    assert len(skin.triangles) == len(mesh.triangles)
    assert len(np.unique(skin.vertices_m, axis=0)) == len(skin.vertices_m) < len(mesh.vertices)
    x, y, z = spec.size_m
    low, high = skin.outline_m
    assert low == pytest.approx((-x / 2, -y / 2, 0.0), abs=1e-6)
    assert high == pytest.approx((x / 2, y / 2, z), abs=1e-6)


def test_leaks_are_counted() -> None:
    """A triangle left out opens its three edges, one turned inside out spoils as many."""
    mesh = block_mesh(load_block("oneway"))
    assert open_edges(weld(dataclasses.replace(mesh, triangles=mesh.triangles[1:]))) == 3
    turned = mesh.triangles.copy()
    turned[0] = turned[0][::-1]
    assert open_edges(weld(dataclasses.replace(mesh, triangles=turned))) == 3


def test_a_preview_leaks() -> None:
    """Its walls run on through one another, so it is no skin."""
    assert open_edges(weld(preview_mesh(load_block("lattice")))) > 0
