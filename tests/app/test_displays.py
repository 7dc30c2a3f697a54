"""Displays for window tests: any number at once, each its own, none left behind."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.app.conftest import need_tools, own_display

pytestmark = pytest.mark.window


def answers(name: str) -> bool:
    """Return whether there is a display of that name."""
    env = {**os.environ, "DISPLAY": name}
    asked = subprocess.run(["xdotool", "getmouselocation"], env=env, capture_output=True, timeout=20, check=False)
    return asked.returncode == 0


def test_two_displays_at_once_are_two(tmp_path: Path) -> None:
    """QA-06: two runs of tests at once, and a third that begins while one ends: no clash, and no server stays."""
    need_tools()
    with own_display(tmp_path) as first:
        with own_display(tmp_path) as second:
            assert first != second
            assert answers(first)
            assert answers(second)
        assert not answers(second)
        with own_display(tmp_path) as third:
            assert third != first
            assert answers(third)
        assert answers(first)
    assert not any(map(answers, (first, second, third)))
