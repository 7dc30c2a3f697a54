"""The doctor says what there is, in words and as JSON, and never fails for what is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from fakir3d.cli.doctor import _engines
from fakir3d.physics import engines


def doctor(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the doctor without a display unless one is given."""
    plain = {key: value for key, value in os.environ.items() if key not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    command = [sys.executable, "-m", "fakir3d", "doctor", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, env={**plain, **environment}, check=False
    )


def test_json_is_the_whole_output() -> None:
    """What --json prints parses as one document that names engines and graphics."""
    asked = doctor("--json")
    findings = {finding["what"]: finding for finding in json.loads(asked.stdout)["findings"]}
    assert asked.returncode == 0
    assert "ideal" in findings["physics engines"]["found"]
    assert not findings["window (play)"]["well"]
    assert "fakir3d text" in findings["window (play)"]["advice"]


def test_display_option_answers_by_exit_code() -> None:
    """Without a display, and with one that is not there, no window opens."""
    assert doctor("--display").returncode == 1
    assert doctor("--display", DISPLAY=":77").returncode == 1


def test_unwritable_home_is_named(tmp_path) -> None:
    """A home below a file cannot be written; the doctor says which and what to do."""
    blocking = tmp_path / "file"
    blocking.write_text("not a folder")
    findings = json.loads(doctor("--json", FAKIR3D_HOME=str(blocking / "home")).stdout)["findings"]
    saves = next(finding for finding in findings if finding["what"] == "saves")
    assert not saves["well"]
    assert "FAKIR3D_HOME" in saves["advice"]


@pytest.mark.parametrize(
    ("missing", "well", "found", "advice"),
    [
        ((), True, r"bullet [\d.]+ \(default\), mujoco", ""),
        (("mujoco",), True, r"bullet [\d.]+ \(default\), ideal", "pip install mujoco-core"),
        (("bullet",), True, r"^mujoco [\d.]+ \(default\), ideal", "pybullet"),
        (("bullet", "mujoco"), False, r"^ideal [\d.]+ \(default\)$", "straight falls"),
    ],
    ids=["both", "no mujoco", "no bullet", "neither"],
)
@pytest.mark.bullet
def test_says_which_engine_is_the_default(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...], well: bool, found: str, advice: str
) -> None:
    """The engines that there are, the chosen one marked; straight falls alone are not well, and advice says why."""
    monkeypatch.setattr(engines, "_problem", dict.fromkeys(missing, "not built here").get)
    finding = _engines()
    assert finding.well is well
    assert re.search(found, finding.found)
    assert advice in finding.advice
    assert bool(advice) == bool(finding.advice)
