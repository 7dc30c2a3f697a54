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
    with pytest.raises(MisuseError, match="bullet, mujoco, ideal"):
        require("havok")


@pytest.mark.parametrize("missing", [("pybullet",), ("pybullet", "mujoco")], ids="+".join)
@pytest.mark.parametrize(
    "block",
    [
        "sys.modules.update(dict.fromkeys(missing))",
        "sys.meta_path.insert(0, type('No', (), {'find_spec': staticmethod(no)}))",
    ],
    ids=["not installed", "broken"],
)
def test_without_bullet(missing: tuple[str, ...], block: str) -> None:
    """Where an engine cannot be imported the next one is the default, and asking for it says what is missing."""
    left = tuple(name for name in ENGINES if name.replace("bullet", "pybullet") not in missing)
    code = f"""
import sys
missing = {missing}
def no(name, path=None, target=None):
    if name in missing:
        raise ImportError('numpy core failed to import\\nand much more')
{block}
from fakir3d.errors import EngineMissingError
from fakir3d.physics.engines import available, default_engine, require
assert available() == {left}, available()
assert default_engine() == {left[0]!r}
for name in missing:
    try:
        require(name.removeprefix('py'))
    except EngineMissingError as problem:
        print(problem)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    for name, line in zip(missing, run.stdout.splitlines(), strict=True):
        assert f"{name.removeprefix('py')} is not on this machine" in line
        assert f"pip install {name}" in line
        assert f"--engine {left[0]}" in line
    assert run.stderr == ""


def test_importing_physics_loads_no_engine() -> None:
    """Importing everything of physics but the adapter loads no engine and no window."""
    code = (
        "import sys, fakir3d.physics.perform, fakir3d.physics.scene\n"
        "print({'pybullet', 'mujoco', 'panda3d'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout == "set()\n"
    assert ENGINES[-1] == "ideal"
