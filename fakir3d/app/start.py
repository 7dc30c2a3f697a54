"""The start of the window: what ``fakir3d play`` calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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

# A picture is drawn only when something changes, so it must be flipped at once and not with the next one.
# There is no sound yet, so no device is looked for.
_SETTINGS = "auto-flip 1\naudio-library-name null"


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """How the window is opened.

    Attributes:
        size: of the window [px].
        tier: how finely to draw; None to choose by the graphics driver.
        speed: how fast sticks fall, this time; None as remembered.
        scale: of letters, this time; None as remembered.
        offscreen: draw without a window, for tests; an error then ends the program.
    """

    size: tuple[int, int] = (1280, 720)
    tier: Tier | None = None
    speed: Speed | None = None
    scale: float | None = None
    offscreen: bool = False


def play_in_window(
    setup: GameSetup | None,
    *,
    load: Path | None = None,
    engine: str | None = None,
    config: PhysicsConfig | None = None,
    options: WindowOptions | None = None,
    script: Callable[[Window], None] | None = None,
) -> int:
    """Open the window and play until the user leaves; return the exit code.

    Args:
        setup: the game to begin with; None to offer one.
        load: a record to go on with instead.
        engine: of the physics; None for the best there is.
        config: how new games are simulated; None for the measured recipe.
        options: how the window is opened; None for the defaults.
        script: called once with the window before its loop begins, for tests.

    Raises:
        DisplayError: if no window can be opened here.
        FakirError: if the game asked for is refused.
    """
    _check(setup, load, engine)
    window = _open(options or WindowOptions(), engine, config)
    try:
        _begin(window, setup, load)
        if script is not None:
            script(window)
    except BaseException:
        window.shut()
        raise
    return window.run()


def _check(setup: GameSetup | None, load: Path | None, engine: str | None) -> None:
    """Refuse what cannot be played before a window opens."""
    if engine is not None:
        require(engine)
    if load is not None:
        load_record(load)
    elif setup is not None:
        load_block(setup.block)


def _open(options: WindowOptions, engine: str | None, config: PhysicsConfig | None) -> Window:
    settings = _settings(options)
    load_prc_file_data("fakir3d", _SETTINGS)
    ports = Ports(EngineClient(), AnalysisClient)
    sessions = SessionFactory(partial(_worker, config=config), engine)
    stage = Stage.open(options.size, offscreen=options.offscreen, tier=options.tier, title="fakir3d")
    return Window(stage, sessions, ports, settings, headless=options.offscreen)


def _begin(window: Window, setup: GameSetup | None, load: Path | None) -> None:
    if load is not None:
        window.shell.load(load)
    elif setup is not None:
        window.shell.begin(setup)
    else:
        window.shell.welcome(unfinished())


def _settings(options: WindowOptions) -> Settings:
    settings = load_settings(settings_path())
    if options.speed is not None:
        settings = replace(settings, speed=options.speed)
    return settings if options.scale is None else replace(settings, scale=options.scale)


def _worker(engine: str, config: PhysicsConfig | None) -> WorkerPerformer:
    performer = WorkerPerformer(engine, config)
    performer.warm()  # loads the engine while people still look at the table
    return performer
