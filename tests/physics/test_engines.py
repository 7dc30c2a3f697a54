"""Which engines there are, and what is said where one is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fakir3d.errors import MisuseError
from fakir3d.physics.engines import ENGINES, available, default_engine, require


def test_ideal_is_always_there() -> None:
    """The ideal engine needs nothing, so a machine without Bullet still plays."""
    assert "ideal" in available()
    assert default_engine() in available()
    assert require("ideal").version


def test_unknown_engine() -> None:
    """A name that is no engine is a misuse, and the engines that exist are named."""
    with pytest.raises(MisuseError, match="bullet, ideal"):
        require("havok")


@pytest.mark.parametrize(
    "block",
    [
        "sys.modules['pybullet'] = None",
        "sys.meta_path.insert(0, type('No', (), {'find_spec': staticmethod(no)}))",
    ],
)
def test_without_bullet(block: str) -> None:
    """Where pybullet cannot be imported, ideal is the default, and asking for bullet says what is missing."""
    code = f"""
import sys
def no(name, path=None, target=None):
    if name == 'pybullet':
        raise ImportError('numpy core failed to import')
{block}
from fakir3d.errors import EngineMissingError
from fakir3d.physics.engines import available, default_engine, require
assert available() == ('ideal',), available()
assert default_engine() == 'ideal'
try:
    require('bullet')
except EngineMissingError as problem:
    print(problem)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "bullet is not on this machine" in run.stdout
    assert "--engine ideal" in run.stdout
    assert run.stderr == ""


def test_importing_physics_loads_no_engine() -> None:
    """Importing everything of physics but the adapter loads no engine and no window."""
    code = (
        "import sys, fakir3d.physics.perform, fakir3d.physics.scene; print({'pybullet', 'panda3d'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout == "set()\n"
    assert ENGINES[-1] == "ideal"
