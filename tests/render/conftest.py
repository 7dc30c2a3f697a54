"""Off-screen stages for tests: one at a time in a process, closed whatever happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs
import pytest

from fakir3d.render.quality import Tier
from fakir3d.render.stage import Stage

Opened = Callable[..., Stage]


@pytest.fixture(scope="session", autouse=True)
def mesh_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep meshes away from the person who runs the tests, and make each only once."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(platformdirs, "user_cache_dir", lambda *_: str(folder))
        yield folder


@pytest.fixture
def open_stage() -> Iterator[Opened]:
    """Give a function that opens the one off-screen stage, 640 x 360 in the low tier unless asked otherwise."""
    stages: list[Stage] = []

    def opened(size: tuple[int, int] = (640, 360), tier: Tier = Tier.LOW, supersample: int = 1) -> Stage:
        while stages:
            stages.pop().close()
        stages.append(Stage.open(size, offscreen=True, tier=tier, supersample=supersample))
        return stages[-1]

    yield opened
    while stages:
        stages.pop().close()


@pytest.fixture
def stage(open_stage: Opened) -> Stage:
    """Give an open stage."""
    return open_stage()
