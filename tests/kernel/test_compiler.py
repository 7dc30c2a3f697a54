"""Compiled once and kept; told when it happens; nobody pays who does not use it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

CHOOSE = """
from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.kernel import Kernel
from fakir3d.kernel.search_root import Search
from fakir3d.kernel.tree_root import TreeSearch
from fakir3d.rules import Mode, Setup, start

state = start(Setup(lattice_of(load_block("oneway")), Mode.FOUR, 5))
tree = TreeSearch(Kernel(state.setup)).think(state, simulations=200, seconds=2.0)
search = Search(Kernel(state.setup)).think(state, nodes=200, seconds=2.0)
print(tree.stopped, tree.simulations, search.stopped, len(search.moves) == len(tree.moves) > 0)
"""

ROOT = Path(__file__).parents[2]
COUNT = """
from fakir3d import kernel
from fakir3d.kernel.bits import count
import numpy as np
with kernel.compiling(lambda sentence: print("told:", sentence)):
    print(count(np.uint64(0b1011)))
"""


def run(code: str, **environment: str) -> str:
    """Run some lines in a Python of their own and return what they print."""
    child = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return child.stdout


def test_compiled_once_and_told_once(tmp_path: Path) -> None:
    """The first process compiles and says so; the second finds the result and is silent."""
    first = run(COUNT, NUMBA_CACHE_DIR=str(tmp_path))
    assert first.splitlines() == [
        "told: Compiling the rules for this machine; this happens once and takes some seconds.",
        "3",
    ]
    assert list(tmp_path.rglob("bits.count*.nbi"))
    assert run(COUNT, NUMBA_CACHE_DIR=str(tmp_path)).splitlines() == ["3"]


def test_the_clock_of_a_search_begins_when_it_is_compiled(tmp_path: Path) -> None:
    """A first search on a new machine has all its seconds: those of the compiler are not counted."""
    assert run(CHOOSE, NUMBA_CACHE_DIR=str(tmp_path)).split() == ["False", "200", "False", "True"]


def test_the_users_cache_is_the_usual_place(tmp_path: Path) -> None:
    """Without NUMBA_CACHE_DIR the result goes to the user's cache, not beside the sources, which may be read-only."""
    before = {*(ROOT / "fakir3d" / "kernel").rglob("*.nbi")}
    environment = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    run(COUNT, **environment)
    assert list((tmp_path / "fakir3d" / "kernel").rglob("*.nbi"))
    assert {*(ROOT / "fakir3d" / "kernel").rglob("*.nbi")} == before
    assert run(COUNT, **environment).splitlines() == ["3"]


def test_what_old_versions_left_is_cleared(tmp_path: Path) -> None:
    """A new version removes folders of ours that nobody has used for a month; no younger one, and nothing else."""
    names = ("fakir3d-old", "fakir3d-young", "other-old")
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.nbi").touch()
        month = 0 if "young" in name else 31 * 24 * 3600
        os.utime(tmp_path / name, (time.time() - month,) * 2)
    run(COUNT, NUMBA_CACHE_DIR=str(tmp_path))
    assert [name for name in names if (tmp_path / name).exists()] == ["fakir3d-young", "other-old"]


def test_nowhere_to_write(tmp_path: Path) -> None:
    """Where no folder can be made it compiles all the same, each time, and says that."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for _ in range(2):
        told, count = run(COUNT, NUMBA_CACHE_DIR=str(tmp_path / "file")).splitlines()
        assert "no folder can be written" in told
        assert count == "3"


@pytest.mark.parametrize("module", ["fakir3d", "fakir3d.rules", "fakir3d.kernel", "fakir3d.cli.main"])
def test_numba_is_imported_by_those_who_use_it(module: str) -> None:
    """Neither the program nor the package itself loads numba."""
    code = f"import sys, {module}; from fakir3d import kernel; kernel.has_numba(); print('numba' in sys.modules)"
    assert run(code).strip() == "False"


def test_numbas_own_settings_stay_as_they_were() -> None:
    """Our cache folder is ours alone: whatever else uses numba in the process keeps its own."""
    code = "import numba; before = numba.config.CACHE_DIR; import fakir3d.kernel.game; "
    assert run(code + "print(numba.config.CACHE_DIR == before)").strip() == "True"
