"""A display of its own for window tests, and a driver that plays the real program as a person would: by X events."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from fakir3d.app.play.intents import Place, place_of_move, sort_moves
from fakir3d.app.play.picking import initial_camera, pick_at, project_mouths
from fakir3d.block.pick import mouths
from fakir3d.errors import FakirError
from fakir3d.game.record.load import LoadedGame, load_record
from fakir3d.motion import Snapshot
from fakir3d.render.camera import Camera, framing
from fakir3d.render.layout import table_plan
from fakir3d.rules import legal_moves, start
from fakir3d.rules.moves import Hand, Move
from fakir3d.rules.state import State

PATIENCE_S = 300.0
"""How long anything is waited for [s]: a guard against hanging, for no test measures time by it."""
TOOLS = ("Xvfb", "openbox", "xdotool")


def need_tools() -> None:
    """Leave a test out where it cannot have a display; in CI that is a failure."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        if os.environ.get("CI"):
            pytest.fail(f"window tests need {', '.join(missing)}")
        pytest.skip(f"window tests need {', '.join(missing)}")


@contextmanager
def own_display(home: Path) -> Iterator[str]:
    """Give the name of an X display of our own, with a window manager at work; gone afterwards.

    The server chooses its number itself, so that no other run of tests and no stale lock is in the way. It must not
    reset itself when its last client leaves: a manager that was just coming would be thrown out.
    """
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=(writing,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        name = f":{pipe.readline().strip()}"
    env = os.environ | {"DISPLAY": name, "HOME": str(home)}
    quiet = {"env": env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    manager = subprocess.Popen(["openbox"], **quiet)
    try:
        # Only a manager says how many desktops there are.
        end = time.monotonic() + PATIENCE_S
        while subprocess.run(["xdotool", "get_num_desktops"], check=False, **quiet).returncode:
            if time.monotonic() > end or manager.poll() is not None:
                pytest.fail(f"openbox does not manage the display {name}")
            time.sleep(0.05)
        yield name
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(PATIENCE_S)


@pytest.fixture(scope="session")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the name of the display that all window tests share."""
    need_tools()
    with own_display(tmp_path_factory.mktemp("display")) as name:
        yield name


class Driver:
    """The real program in a real window, driven by X events, knowing only what can be seen and what it saves."""

    def __init__(self, display: str, home: Path, *arguments: str, size: tuple[int, int] = (640, 480)) -> None:
        self.home, self.size = home, size
        self.env = os.environ | {"DISPLAY": display, "FAKIR3D_HOME": str(home), "PYTHONUNBUFFERED": "1"}
        self.log = home / "output.txt"
        home.mkdir(parents=True, exist_ok=True)
        words = ["--size", f"{size[0]}x{size[1]}", "--tier", "low", *arguments]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "fakir3d", "play", *words], env=self.env, stdout=log, stderr=log
            )
        self.window = self.wait(self._find, "the window")
        self.x("windowfocus", "--sync", self.window)
        self.camera: Camera | None = None
        self.cursor: Place | None = None

    # Input.

    def x(self, *words: str) -> str:
        """Run xdotool; return what it says."""
        done = subprocess.run(
            ["xdotool", *words], env=self.env, capture_output=True, text=True, check=False, timeout=20
        )
        return done.stdout.strip()

    def keys(self, *names: str) -> None:
        """Press keys one after the other."""
        if names:
            self.x("key", "--delay", "4", *names)

    def point(self, x: float, y: float) -> None:
        """Move the pointer to a pixel of the window."""
        self.x("mousemove", "--window", self.window, str(round(x)), str(round(y)))

    def click(self, x: float, y: float) -> None:
        """Click a pixel of the window."""
        self.x("mousemove", "--window", self.window, str(round(x)), str(round(y)), "click", "1")

    def drag(self, begin: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag with the left button, in a few steps as a hand does."""
        words = ["mousemove", "--window", self.window, *map(str, begin), "sleep", "0.06", "mousedown", "1"]
        for step in range(1, 5):
            at = [str(round(a + (b - a) * step / 4)) for a, b in zip(begin, end, strict=True)]
            words += ["sleep", "0.06", "mousemove", "--window", self.window, *at]
        self.x(*words, "sleep", "0.1", "mouseup", "1")

    # What is seen.

    def _find(self) -> str:
        if self.process.poll() is not None:
            pytest.fail(f"the program left with {self.process.returncode}: {self.log.read_text(errors='replace')}")
        return self.x("search", "--onlyvisible", "--pid", str(self.process.pid), "--name", "^fakir3d").split("\n")[-1]

    @property
    def title(self) -> str:
        """Return the window's title."""
        return self.x("getwindowname", self.window)

    @property
    def saves(self) -> list[Path]:
        """Return the journals, newest last."""
        return sorted((self.home / "saves").glob("*.fakir"), key=lambda path: path.stat().st_mtime_ns)

    def game(self) -> LoadedGame | None:
        """Return what the journal says now."""
        try:
            return load_record(self.saves[-1])
        except (FakirError, IndexError, OSError):
            return None

    def state(self) -> State:
        """Return the position."""
        game = self.game()
        assert game is not None
        return game.moves[-1].after if game.moves else start(game.header.setup)

    def snapshot(self) -> Snapshot:
        """Return the poses."""
        game = self.game()
        return game.moves[-1].snapshot if game and game.moves else Snapshot.of({})

    def wait(self, condition, what: str):
        """Wait until something is true; return it."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            found = condition()
            if found:
                return found
            time.sleep(0.02)
        output = self.log.read_text(errors="replace") if self.log.exists() else ""
        self.screenshot(self.home / "failure.png")
        pytest.fail(f"waited {PATIENCE_S} s in vain for {what} (see {self.home}); the program said: {output[-2000:]}")

    def wait_for_moves(self, count: int) -> None:
        """Wait until the journal holds that many moves and the window says so."""
        self.wait(lambda: (game := self.game()) is not None and len(game.moves) == count, f"move {count}")
        wanted = self.expected_title()
        self.wait(lambda: self.title == wanted, f"the title {wanted!r}, not {self.title!r}")

    def expected_title(self) -> str:
        """Return the title that goes with the journal's position."""
        from fakir3d.app.play.texts import present

        game = self.game()
        assert game is not None
        names = game.header.names
        return present(self.state(), names, [seat.kind for seat in game.header.seats]).title

    # Playing.

    def start_playing(self) -> None:
        """Close the lots; from now on the camera is known."""
        self.wait(lambda: self.game() is not None, "the journal")
        self.keys("Return")
        time.sleep(0.3)
        game = self.game()
        assert game is not None
        self.camera = self.first_camera(game, self.size)

    @staticmethod
    def first_camera(game: LoadedGame, size: tuple[int, int]) -> Camera:
        """Return the camera that a game begins with in a window of that size."""
        setup = game.header.setup
        hands = np.concatenate(
            [area.corners() for area in table_plan(game.header.spec, setup.mode, setup.sticks).hands]
        )
        corners = np.column_stack((hands, np.zeros(len(hands))))
        return initial_camera(framing(game.header.spec, corners, size[0] / size[1]))

    def spot(self, move: Move) -> tuple[float, float] | None:
        """Return a pixel whose first target is the move's place, by camera maths alone; None if none can be seen."""
        game, place = self.game(), place_of_move(move)
        assert game is not None
        assert self.camera is not None
        spec, snapshot = game.header.spec, self.snapshot()
        ends = [mouth for mouth in mouths(spec) if mouth.place == place]
        for x, y in project_mouths(ends, self.camera, self.size):
            for dx, dy in ((0, 0), (2, 0), (-2, 0), (0, 2), (0, -2), (3, 2), (-3, -2)):
                at = (float(round(x + dx)), float(round(y + dy)))
                hits = pick_at(spec, snapshot, self.camera, self.size, at)
                if hits and hits[0].place == place and 85 < at[1] < 0.64 * self.size[1]:
                    return at
        return None

    def look_from_elsewhere(self) -> None:
        """Orbit by a drag over the table's empty part."""
        assert self.camera is not None
        width, height = self.size
        begin, end = (width // 2 - 60, height - 100), (width // 2 + 60, height - 100)
        self.drag(begin, end)
        self.camera = self.camera.orbited((end[0] - begin[0]) / height, 0.0)

    def move_by_key(self, move: Move) -> None:
        """Make a move by Tab and Enter; the cursor is where the last such move left it."""
        order = sort_moves(legal_moves(self.state()))
        places = [place_of_move(legal) for legal in order]
        number = order.index(move)
        if isinstance(place_of_move(move), Hand):
            self.keys("d")
            return
        here = places.index(self.cursor) if self.cursor in places else None
        on = (number - here) % len(order) if here is not None else number + 1
        back = (here - number) % len(order) if here is not None else len(order) - number
        self.keys(*(["Tab"] * on if on <= back else ["shift+Tab"] * back), "Return")
        self.cursor = place_of_move(move)

    def screenshot(self, path: Path) -> None:
        """Keep what is seen."""
        subprocess.run(["import", "-window", self.window, str(path)], env=self.env, check=False, timeout=20)

    def stop(self) -> int:
        """End the program from outside if it still runs; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait(PATIENCE_S)


@pytest.fixture
def play(display: str, tmp_path: Path) -> Iterator:
    """Return a function that starts the program; every program is ended afterwards."""
    drivers: list[Driver] = []

    def begin(*arguments: str, home: Path | None = None, size: tuple[int, int] = (640, 480)) -> Driver:
        drivers.append(Driver(display, home or tmp_path / "home", *arguments, size=size))
        return drivers[-1]

    yield begin
    for driver in drivers:
        driver.stop()
