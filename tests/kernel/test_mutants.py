"""The equality tests can fail: a fault planted in either witness is found by the other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernel.mutants import EQUIVALENT, KERNEL, MUTANTS, RULES, Mutant

ROOT = Path(__file__).parents[2]
POSITIONS = 4_000
AT_ONCE = [
    RULES[0],
    RULES[5],
    KERNEL[0],
    *(fault for fault in KERNEL if fault.why in {"R7 on the right", "R11 in teams"}),
]
"""A handful for every run of the tests; all of them are a campaign."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of what the check needs."""
    folder = tmp_path_factory.mktemp("mutants")
    skipped = shutil.ignore_patterns("__pycache__", "app", "render", "physics", "game", "cli", "golden")
    for name in ("fakir3d/block", "fakir3d/rules", "fakir3d/kernel", "models/blocks", "tests/kernel", "tests/blocks"):
        shutil.copytree(ROOT / name, folder / name, ignore=skipped)
    for path in (ROOT / "fakir3d").glob("*.py"):
        shutil.copy(path, folder / "fakir3d")
    return folder


def verdict(copy: Path, mutant: Mutant, positions: int = POSITIONS) -> str:
    """Return what the check says of a mutant: agree, a disagreement, or the error that it died of."""
    path = copy / "fakir3d" / mutant.file
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        child = subprocess.run(
            [sys.executable, "-B", "-m", "tests.kernel.quick_check", str(positions)],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    finally:
        path.write_text(sound, encoding="utf-8")
    return child.stdout.strip() if child.returncode == 0 else child.stderr.strip().splitlines()[-1]


def test_the_sound_package_agrees(copy: Path) -> None:
    """Without a fault the check finds none."""
    assert verdict(copy, Mutant("errors.py", "", "", "nothing"), 100) == "agree"


@pytest.mark.parametrize("mutant", AT_ONCE, ids=lambda mutant: f"{mutant.file}: {mutant.why}")
def test_a_handful_of_mutants(copy: Path, mutant: Mutant) -> None:
    """Each is killed, not by a fault in the text of the program but by what it does."""
    assert_killed(verdict(copy, mutant))


@pytest.mark.campaign
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.file}: {mutant.why}")
def test_every_mutant(copy: Path, mutant: Mutant) -> None:
    """All of them are killed."""
    assert_killed(verdict(copy, mutant))


@pytest.mark.campaign
@pytest.mark.parametrize("mutant", EQUIVALENT, ids=lambda mutant: f"{mutant.file}: {mutant.why}")
def test_mutants_that_change_nothing(copy: Path, mutant: Mutant) -> None:
    """Those that are explained to change nothing change nothing."""
    assert verdict(copy, mutant) == "agree"


def assert_killed(said: str) -> None:
    """Make sure that a mutant was found out, and ran at all."""
    assert said != "agree"
    assert not said.startswith(("SyntaxError", "IndentationError", "NameError", "ImportError", "ModuleNotFoundError"))


@pytest.mark.parametrize("mutant", [*MUTANTS, *EQUIVALENT], ids=lambda mutant: f"{mutant.file}: {mutant.new[:40]}")
def test_mutants_fit_the_sources(mutant: Mutant) -> None:
    """The text that each replaces stands in its file once; a mutant that fits no longer must be written anew."""
    assert (ROOT / "fakir3d" / mutant.file).read_text(encoding="utf-8").count(mutant.old) == 1
    assert mutant.new != mutant.old


def test_there_are_enough() -> None:
    """At least thirty, in both witnesses."""
    assert len(MUTANTS) >= 30
    assert min(len(RULES), len(KERNEL)) >= 15
    assert len(set(MUTANTS)) == len(MUTANTS)
