"""The window's loop and its painter off-screen: what is drawn is exact, and an error never goes unsaid."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import fakir3d.app
from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawRect, DrawSwatch, DrawText
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.painter import SurfacePainter
from fakir3d.app.gui.theme import STICK_COLOURS, Pattern
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import Waiting
from fakir3d.app.start import WindowOptions, play_in_window
from fakir3d.app.window import Window
from fakir3d.block.document import load_block
from fakir3d.errors import MisuseError
from fakir3d.game import load_record
from fakir3d.game.folders import data_dir, saves_dir
from fakir3d.game.setup import GameSetup
from fakir3d.render.quality import Tier
from fakir3d.render.stage import Stage
from fakir3d.rules.sticks import Colour

OPTIONS = WindowOptions(size=(320, 200), tier=Tier.LOW, offscreen=True)
WHITE = (1.0, 1.0, 1.0, 1.0)


@pytest.fixture
def stage() -> Iterator[Stage]:
    found = Stage.open((320, 200), offscreen=True, tier=Tier.LOW)
    found.set_block(load_block("lattice"))
    try:
        yield found
    finally:
        found.close()


def seen(stage: Stage, path: Path) -> np.ndarray:
    """Return what is drawn: (height, width, 3) uint8."""
    from PIL import Image

    stage.screenshot(path)
    return np.asarray(Image.open(path).convert("RGB"))


MODULES = [module.name for module in pkgutil.walk_packages(fakir3d.app.__path__, "fakir3d.app.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_docstrings_hold(name: str) -> None:
    """Every example in app/ does what it says."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_painter_keeps_what_has_not_changed(stage: Stage) -> None:
    """The same commands again change nothing; one changed command makes one new node; nothing is left over."""
    painter = SurfacePainter(stage.base.pixel2d)
    root = stage.base.pixel2d.find("surface")
    fill, words = DrawRect(Rect(5, 5, 50, 20), WHITE, 4), DrawText("Anna", 10, 40, 15, WHITE)
    swatch = DrawSwatch(Rect(5, 60, 40, 12), STICK_COLOURS[Colour.BLUE], Pattern.TWO_RINGS)
    assert painter.paint([fill, words, words, swatch])
    assert root.getNumChildren() == 4
    assert not painter.paint([fill, words, words, swatch])
    before = {id(node) for node in painter._nodes.values()}
    assert painter.paint([fill, DrawText("Ben", 10, 40, 15, WHITE), swatch])
    assert len({id(node) for node in painter._nodes.values()} - before) == 1
    assert root.getNumChildren() == 3
    assert painter.paint([])
    assert root.getNumChildren() == 0


@pytest.mark.parametrize("size", [11, 13, 15, 19, 26, 30])
def test_text_is_pixel_for_pixel_the_same_wherever_it_stands(stage: Stage, tmp_path: Path, size: int) -> None:
    """Two equal lines are drawn with equal pixels: every glyph lies on whole pixels, sharp at every size."""
    painter = SurfacePainter(stage.base.pixel2d)
    stage.base.pixel2d.setScale(2 / 320, 1, 2 / 200)
    black = DrawRect(Rect(0, 0, 320, 200), (0.0, 0.0, 0.0, 1.0))
    painter.paint(
        [black, DrawText("R9: who, really?", 10, 60, size, WHITE), DrawText("R9: who, really?", 13, 151, size, WHITE)]
    )
    picture = seen(stage, tmp_path / "text.png")
    one, other = picture[25:70, 8:310], picture[116:161, 11:313]
    assert (one == other).all()
    assert one.max() > 200
    rows = np.flatnonzero((picture[:100] > 128).any(axis=(1, 2)))
    assert rows.max() <= 60 + size // 3


def test_a_glyph_is_drawn_exactly_as_the_font_has_it(stage: Stage, tmp_path: Path) -> None:
    """Every pixel of a letter on the screen is the pixel of the font's own picture of it: nothing is resampled."""
    from panda3d.core import PNMImage

    from fakir3d.app.gui.fonts import font

    painter = SurfacePainter(stage.base.pixel2d)
    stage.base.pixel2d.setScale(2 / 320, 1, 2 / 200)
    black = DrawRect(Rect(0, 0, 320, 200), (0.0, 0.0, 0.0, 1.0))
    size = 41  # no other test uses it, so this letter comes first in the font's texture
    painter.paint([black, DrawText("R", 50, 120, size, WHITE)])
    picture = seen(stage, tmp_path / "glyph.png")[..., 0].astype(int)
    page = PNMImage()
    font(size, bold=False).getPage(0).store(page)
    texels = np.array([[round(255 * page.getGray(x, y)) for x in range(60)] for y in range(60)])
    ys, xs = np.nonzero(texels)
    glyph = texels[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    ys, xs = np.nonzero(picture)
    drawn = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    assert drawn.shape == glyph.shape
    assert np.abs(drawn - glyph).max() <= 1
    assert ys.max() == 119  # it stands on its baseline


def test_later_commands_lie_on_top(stage: Stage, tmp_path: Path) -> None:
    """What comes later in the list is drawn over what comes before, also when it was there first."""
    painter = SurfacePainter(stage.base.pixel2d)
    stage.base.pixel2d.setScale(2 / 320, 1, 2 / 200)
    red, blue = (
        DrawRect(Rect(0, 0, 100, 100), (1.0, 0.0, 0.0, 1.0)),
        DrawRect(Rect(0, 0, 100, 100), (0.0, 0.0, 1.0, 1.0)),
    )
    painter.paint([red, blue])
    assert tuple(seen(stage, tmp_path / "a.png")[50, 50]) == (0, 0, 255)
    painter.paint([blue, red])
    assert tuple(seen(stage, tmp_path / "b.png")[50, 50]) == (255, 0, 0)


def test_an_error_in_the_loop_is_logged_kept_and_ends_a_headless_run() -> None:
    """Exit code 1, the traceback in errors.log, and the save as it was before the error (PD-07)."""

    def script(window: Window) -> None:
        shell = window.shell
        shell.dialogs.pop()
        game = shell.game
        assert game is not None
        game.do(Action.NEXT)
        game.do(Action.ACT)
        while not game.controller.session.moves:
            window.frame(0.05)

        def broken(_seconds: float) -> bool:
            raise ZeroDivisionError("injected into the turn")

        shell.tick = broken  # type: ignore[method-assign]

    code = play_in_window(GameSetup(seed=1, sticks=3), engine="ideal", options=OPTIONS, script=script)
    assert code == 1
    log = (data_dir() / "errors.log").read_text(encoding="utf-8")
    assert "injected into the turn" in log
    assert "Traceback" in log
    (save,) = saves_dir().glob("*.fakir")
    assert len(load_record(save).moves) == 1


def test_an_error_with_a_window_is_shown_and_not_repeated_endlessly() -> None:
    """People read what went wrong and may go on; the third error in a row ends the program with exit code 1."""
    titles: list[str] = []

    def script(window: Window) -> None:
        window._headless = False
        window.shell.dialogs.pop()
        frame = window.frame

        def broken(seconds: float) -> None:
            if window.shell.dialog is not None:
                titles.append(window.shell.dialog.title)
                window.shell.dialog.key(Key("escape"))
            frame(seconds)
            raise ValueError("again")

        window.frame = broken  # type: ignore[method-assign]

    code = play_in_window(GameSetup(seed=1, sticks=3), engine="ideal", options=OPTIONS, script=script)
    assert code == 1
    assert titles == ["Something went wrong"] * 2


def test_a_game_that_is_refused_is_told_before_a_window_opens() -> None:
    """A wrong block, record or engine raises at once."""
    for wrong in (
        {"setup": GameSetup(block="nowhere")},
        {"setup": None, "load": Path("nowhere.fakir")},
        {"setup": None, "engine": "warp"},
    ):
        with pytest.raises(MisuseError):
            play_in_window(**wrong)  # type: ignore[arg-type]


def test_a_number_that_is_refused_closes_the_window_again() -> None:
    """What only the game itself can refuse is raised too, and the next window opens as if nothing had been."""
    for _ in range(2):
        with pytest.raises(MisuseError):
            play_in_window(GameSetup(sticks=1000), engine="ideal", options=OPTIONS)


class Clock:
    """Stands in for the module ``time`` in the window's loop: only its sleeps let time pass."""

    def __init__(self) -> None:
        self.now = 0.0
        self.sleeps: list[float] = []

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.now += seconds


def test_an_idle_window_draws_nothing_and_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once all is drawn, a second of nothing is 20 turns of the loop, none of which draws anything."""
    clock = Clock()
    drawn: list[bool] = []

    def script(window: Window) -> None:
        window.shell.dialogs.pop()
        step, tick = window._stage.step, window.shell.tick
        monkeypatch.setattr(window._stage, "step", lambda: drawn.append(step()))

        def count(seconds: float) -> bool:
            if clock.now > 10:
                window.leave()
            return tick(seconds)

        window.shell.tick = count  # type: ignore[method-assign]
        monkeypatch.setattr("fakir3d.app.window.time", clock)

    code = play_in_window(GameSetup(seed=1, sticks=3), engine="ideal", options=OPTIONS, script=script)
    assert code == 0
    assert drawn[0] or drawn[1]
    assert not any(drawn[60:])
    assert clock.sleeps[60:] == pytest.approx([1 / 20] * len(clock.sleeps[60:]))
    assert len(drawn) < 60 + 10 * 20


def test_leaving_in_the_middle_of_a_fall_draws_no_more() -> None:
    """After the word to leave there is no further frame; the move under way is given up."""
    frames: list[float] = []
    sessions = []

    def script(window: Window) -> None:
        window.shell.dialogs.pop()
        game = window.shell.game
        assert game is not None
        game.do(Action.NEXT)
        game.do(Action.ACT)
        window.frame(0.01)
        assert game.controller.waiting_for is Waiting.FALLING
        sessions.append(game.controller.session)
        window.frame = frames.append  # type: ignore[method-assign]
        window.leave()

    assert play_in_window(GameSetup(seed=1, sticks=3), engine="ideal", options=OPTIONS, script=script) == 0
    assert frames == []
    assert sessions[0].act is None
