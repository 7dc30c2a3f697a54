"""What every test may rely on: a home of its own, no network, and an environment that prints what it does."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# One profile everywhere: machines are slow and shared, and a failure must come back with the same seed.
settings.register_profile("fakir3d", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("fakir3d")

# Whoever starts the tests in a shell's background has Ctrl-C ignored, and so would the programs that they interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep saves and settings of a test away from the person who runs it."""
    monkeypatch.setenv("FAKIR3D_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is given Bullet as its engine, in whatever way, so that ``-m "not bullet"`` leaves it out."""
    for item in items:
        if getattr(item, "callspec", None) and item.callspec.params.get("engine") == "bullet":
            item.add_marker(pytest.mark.bullet)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs Bullet where it has no packages; CI has it, so there its want is a failure."""
    from fakir3d.physics.engines import available

    if item.get_closest_marker("bullet") and "bullet" not in available() and not os.environ.get("CI"):
        pytest.skip("pybullet is not on this machine")


@pytest.fixture
def in_ci() -> bool:
    """Return whether a missing display or engine is a failure rather than a skip."""
    return bool(os.environ.get("CI"))
