"""Importing stays cheap, and the floors of the house hold at run time as import-linter says they do on paper."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("numpy", "pydantic", "panda3d", "direct", "pybullet", "mujoco", "manifold3d", "numba", "typer", "rich")


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("fakir3d", HEAVY),
        ("fakir3d.rules", HEAVY),
        ("fakir3d.block.lattice", HEAVY),
        ("fakir3d.block.spec", HEAVY),
        ("fakir3d.physics.perform", ("panda3d", "direct", "pybullet", "mujoco")),
        ("fakir3d.game.session", ("panda3d", "direct", "pybullet", "mujoco")),
        ("fakir3d.library.game", ("panda3d", "direct", "pybullet", "mujoco", "manifold3d", "numba", "typer")),
        ("fakir3d.cli.main", ("panda3d", "direct", "pybullet", "mujoco", "manifold3d")),
    ],
)
def test_import_loads_nothing_heavy(module: str, forbidden: tuple[str, ...]) -> None:
    """A fresh process that imports the module has loaded none of the forbidden packages."""
    code = f"import sys, {module}; print(*[name for name in {forbidden!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not loaded.stdout.split()
