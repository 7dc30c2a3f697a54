"""Opens the window and plays: what ``fakir3d play`` calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from panda3d.core import load_prc_file_data

from fakir3d.app.play.ports import Ports
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.settings import Settings, Speed, load_settings, settings_path
from fakir3d.app.window import Window
from fakir3d.block.document import load_block
from fakir3d.game.record.load import load_record
from fakir3d.game.saves import unfinished
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import WorkerPerformer
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import require
from fakir3d.players.analysis_client import AnalysisClient
from fakir3d.players.engine_client import EngineClient
from fakir3d.render.quality import Tier
from fakir3d.render.stage import Stage

__all__ = ["SIZE", "play"]

SIZE = (1280, 720)
# A picture is drawn only when something changes, so it must be flipped at once and not with the next one.
# There is no sound yet, so no device is looked for.
_SETTINGS = "auto-flip 1\naudio-library-name null"


def play(
    choice: GameSetup | None,
    *,
    load: Path | None = None,
    engine: str | None = None,
    config: PhysicsConfig | None = None,
    size: tuple[int, int] = SIZE,
    tier: Tier | None = None,
    speed: Speed | None = None,
    scale: float | None = None,
    offscreen: bool = False,
    script: Callable[[Window], None] | None = None,
) -> int:
    """Open the window and play until the user leaves; return the exit code.

    Args:
        choice: the game to begin with; None to offer one.
        load: a record to go on with instead.
        engine: of the physics; None for the best there is.
        config: how new games are simulated; None for the measured recipe.
        size: of the window [px].
        tier: how finely to draw; None to choose by the graphics driver.
        speed: how fast sticks fall, this time; None as remembered.
        scale: of letters, this time; None as remembered.
        offscreen: draw without a window, for tests; an error then ends the program.
        script: called once with the window before its loop begins, for tests.

    Raises:
        DisplayError: if no window can be opened here.
        FakirError: if the game asked for cannot be.
    """
    if engine is not None:
        require(engine)
    # What cannot be played is said before a window opens.
    if load is not None:
        load_record(load)
    elif choice is not None:
        load_block(choice.block)
    settings = _settings(speed, scale)
    load_prc_file_data("fakir3d", _SETTINGS)
    minds = Ports(EngineClient(), AnalysisClient)
    games = SessionFactory(partial(_worker, config=config), engine)
    stage = Stage.open(size, offscreen=offscreen, tier=tier, title="fakir3d")
    window = Window(stage, games, minds, settings, headless=offscreen)
    try:
        _begin(window, choice, load)
        if script is not None:
            script(window)
    except BaseException:
        window.shut()
        raise
    return window.run()


def _begin(window: Window, choice: GameSetup | None, load: Path | None) -> None:
    if load is not None:
        window.desk.load(load)
    elif choice is not None:
        window.desk.begin(choice)
    else:
        window.desk.welcome(unfinished())


def _settings(speed: Speed | None, scale: float | None) -> Settings:
    settings = load_settings(settings_path())
    if speed is not None:
        settings = replace(settings, speed=speed)
    return settings if scale is None else replace(settings, scale=scale)


def _worker(engine: str, config: PhysicsConfig | None) -> WorkerPerformer:
    performer = WorkerPerformer(engine, config)
    performer.warm()  # loads the engine while people still look at the table
    return performer
