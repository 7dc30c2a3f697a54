"""The stage: what it shows, that it draws only when it must, and that nothing grows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from panda3d.core import RenderState
from PIL import Image

from fakir3d.block.document import load_block
from fakir3d.block.names import Bore, Hole
from fakir3d.block.pick import Target
from fakir3d.errors import MisuseError
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import InlinePerformer
from fakir3d.motion import Snapshot
from fakir3d.players import MediumPlayer
from fakir3d.render.stage import Stage
from fakir3d.rules.sticks import Mode
from fakir3d.workers import wait_any

from .conftest import Opened


def session(moves: int, name: str = "lattice", mode: Mode = Mode.TWO) -> Session:
    """Return a game after so many moves."""
    found, player = (
        Session.new(load_block(name), InlinePerformer("ideal"), GameSetup(seed=3, mode=mode)),
        MediumPlayer(),
    )
    for _ in range(moves):
        found.play(player.choose(found.state, found.choice_seed))
    return found


def sticks_shown(stage: Stage) -> set[str]:
    """Return the sticks that have a node."""
    return {path.getName() for path in stage.scene.find("sticks").getChildren()}


def test_every_stick_is_shown_once(stage: Stage) -> None:
    """In every position all sticks of the game are on the table: in the block, in a hand, held or put aside."""
    game = session(0, mode=Mode.FOUR)
    stage.set_block(game.spec)
    every = {str(stick) for hand in game.state.hands for stick in hand}
    player = MediumPlayer()
    while game.result is None:
        game.play(player.choose(game.state, game.choice_seed))
        stage.show(game.snapshot, game.state)
        assert sticks_shown(stage) == every


def test_nodes_stand_where_the_poses_are(stage: Stage) -> None:
    """A stick's node has the pose of the snapshot, turned as the quaternion x, y, z, w says."""
    game = session(12)
    stage.set_block(game.spec)
    stage.show(game.snapshot, game.state)
    for name, pose in game.snapshot.as_dict().items():
        path = stage.scene.find(f"sticks/{name}")
        assert np.allclose(path.getPos(), pose[:3], atol=1e-6)
        x, y, z, w = pose[3:]
        head = np.array((2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
        assert np.allclose(path.getQuat().xform((0, 0, 1)), head, atol=1e-5)


def test_pose_moves_only_its_sticks(stage: Stage) -> None:
    """A frame of a motion moves the sticks it names and leaves all others."""
    game = session(10)
    stage.set_block(game.spec)
    stage.show(game.snapshot, game.state)
    name = game.snapshot.names[0]
    others = {path.getName(): path.getPos() for path in stage.scene.find("sticks").getChildren()}
    moved = game.snapshot.pose(name) + np.array((0, 0, 0.01, 0, 0, 0, 0))
    stage.pose(Snapshot.of({name: moved}))
    for path in stage.scene.find("sticks").getChildren():
        before = others[path.getName()]
        assert np.isclose((path.getPos() - before).length(), 0.01 if path.getName() == name else 0.0, atol=1e-6)


def test_draws_only_when_something_changed(stage: Stage) -> None:
    """Nothing changed: nothing is drawn. The same again is no change. The sun draws only when a stick moved."""
    game = session(10)
    stage.set_block(game.spec)
    stage.show(game.snapshot, game.state)
    assert stage.step()
    assert not any(stage.step() for _ in range(5))
    stage.show(game.snapshot, game.state)
    stage.mark_hover(None)
    stage.peek(0.0)
    stage.camera = stage.camera
    assert not stage.step()
    target = Target(Hole.parse("a1"), 1, 0.0, None)
    for change in (
        lambda: stage.mark_hover(target),
        lambda: stage.mark_legal([target, Target(Bore.parse("x1.1"), 1, 0.0, None)]),
        lambda: stage.mark_cursor(target),
        lambda: stage.peek(0.5),
        lambda: setattr(stage, "camera", stage.camera.orbited(0.1, 0.0)),
        stage.dirty,
    ):
        change()
        sun = next(window for window in stage.base.graphicsEngine.getWindows() if window.getName() == "sun")
        assert stage.step()
        assert not sun.isActive()
        assert not stage.step()
    stage.show(Snapshot.of({}), session(0).state)
    assert stage.step()
    assert sun.isActive()


def memory_mb() -> float:
    """Return how much memory this process holds [MB]; 0 where the system does not say."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if file.is_file() else 0.0


def test_nothing_grows_in_200_frames(stage: Stage) -> None:
    """200 drawn frames with moving sticks, camera, marks and peek leave states and nodes as they were."""
    game = session(12)
    stage.set_block(game.spec)
    counts = []
    for frame in range(240):
        stage.show(game.snapshot, game.state)
        lifted = game.snapshot.pose(game.snapshot.names[0]) + np.array((0, 0, 0.001 * (frame % 7), 0, 0, 0, 0))
        stage.pose(Snapshot.of({game.snapshot.names[0]: lifted}))
        stage.camera = stage.camera.orbited(0.01, 0.002)
        stage.mark_hover(Target(game.spec.holes[frame % 9], 1, 0.0, None))
        stage.peek((frame % 5) / 4)
        assert stage.step()
        if frame in (40, 239):
            nodes = stage.base.render.findAllMatches("**").getNumPaths()
            counts.append((RenderState.getNumStates(), nodes, memory_mb()))
    assert counts[1][0] <= counts[0][0] + 10
    assert abs(counts[1][1] - counts[0][1]) <= 2
    assert counts[1][2] < counts[0][2] + 12


def test_twenty_blocks(stage: Stage) -> None:
    """After 20 changes of the block there are as many nodes and windows as after the first."""
    specs = [load_block(name) for name in ("lattice", "staggered", "oneway")]
    game = session(12)
    counts, states = [], []
    for number in range(21):
        stage.set_block(specs[number % 3])
        if number % 3 == 0:
            stage.show(game.snapshot, game.state)
            stage.mark_legal([Target(hole, 1, 0.0, None) for hole in game.spec.holes])
        stage.step()
        scene = stage.base.render.findAllMatches("**").getNumPaths()
        counts.append((scene, stage.base.graphicsEngine.getNumWindows()))
        states.append(RenderState.getNumStates())
    assert counts[18] == counts[3]
    assert states[18] <= states[3] + 10


def test_marks_lie_on_both_mouths(stage: Stage) -> None:
    """Hovering over a bore marks both its mouths and its axis; over a hole its mouth and its axis."""
    stage.set_block(load_block("lattice"))
    stage.mark_hover(Target(Bore.parse("x2.3"), 1, 0.0, None))
    rings = stage.scene.findAllMatches("marks/HOVER/ring")
    assert sorted(round(path.getX(), 3) for path in rings) == [-0.036, 0.036]
    assert stage.scene.findAllMatches("marks/HOVER/axis").getNumPaths() == 1
    stage.mark_hover(Target(Hole.parse("b2"), 1, 0.0, None))
    assert stage.scene.findAllMatches("marks/HOVER/ring").getNumPaths() == 1
    stage.mark_hover(None)
    assert stage.scene.find("marks/HOVER").getNumChildren() == 0


def test_glides_from_the_hand(stage: Stage) -> None:
    """With glides on, a stick is carried from the hand to where its motion begins, and then follows it exactly."""
    game = session(0)
    now = [0.0]
    stage.clock, stage.glide_s = lambda: now[0], 0.4
    stage.set_block(game.spec)
    stage.show(game.snapshot, game.state)
    played = game.play(MediumPlayer().choose(game.state, 1))
    (name,) = played.recording.names
    path = stage.scene.find(f"sticks/{name}")
    home = path.getPos()
    stage.pose(played.recording.at(0.0))
    assert stage.gliding
    assert (path.getPos() - home).length() < 1e-4
    now[0] = 0.5
    stage.step()
    assert not stage.gliding
    assert np.allclose(path.getPos(), played.recording.at(0.0).pose(name)[:3], atol=1e-6)


def test_preview_until_the_mesh_is_made(stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A window shows the preview at once and the exact mesh as soon as the helper process has made it."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_: str(tmp_path))
    stage._offscreen = False
    stage.set_block(load_block("staggered"))

    def corners() -> int:
        return stage.scene.find("block/block").node().getGeom(0).getPrimitive(0).getNumVertices()

    few = corners()
    wait_any([stage._block._maker])
    stage.step()
    assert corners() > 2 * few


def test_misuse(stage: Stage, tmp_path: Path) -> None:
    """Showing before there is a block, and pictures that cannot be written, are said in one line."""
    with pytest.raises(MisuseError, match="set_block"):
        stage.show(Snapshot.of({}), session(0).state)
    stage.set_block(load_block("lattice"))
    with pytest.raises(MisuseError, match="folder that exists"):
        stage.screenshot(tmp_path / "nowhere" / "x.png")
    with pytest.raises(MisuseError, match=r"\.png or \.jpg"):
        stage.screenshot(tmp_path / "x.bmpx")


def test_again_after_closing(open_stage: Opened) -> None:
    """A stage can be opened, closed and opened again in one process."""
    pictures = []
    for _ in range(2):
        stage = open_stage((160, 90))
        stage.set_block(load_block("lattice"))
        pictures.append(stage.pixels())
    assert (pictures[0] == pictures[1]).all()


WINDOW = """
import sys
from fakir3d.errors import DisplayError
from fakir3d.render.stage import Stage
try:
    Stage.open((640, 360), offscreen=False)
except DisplayError as error:
    print(error)
    sys.exit(error.exit_code)
"""


@pytest.mark.parametrize("display", [None, ":987"])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="DISPLAY is an X11 matter")
def test_no_display(display: str | None) -> None:
    """Without a display, or with one that does not answer, one line says what works instead."""
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    if display:
        environment["DISPLAY"] = display
    asked = subprocess.run(
        [sys.executable, "-c", WINDOW], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert asked.returncode == 2, asked.stderr
    (line,) = asked.stdout.splitlines()
    assert "fakir3d text" in line


PICTURE = WINDOW.replace("offscreen=False", "offscreen=True")


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("MESA_GLSL_VERSION_OVERRIDE", "150", "refuses our shaders"),
        ("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent", "no OpenGL 3.3"),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="these variables are Mesa's and glvnd's")
def test_no_opengl(variable: str, value: str, said: str) -> None:
    """A driver that is too old, or none at all, is one line that says what is needed and what works instead."""
    asked = subprocess.run(
        [sys.executable, "-c", PICTURE],
        env=os.environ | {variable: value},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert asked.returncode == 2, asked.stderr
    (line,) = asked.stdout.splitlines()
    assert said in line
    assert "fakir3d text" in line


def test_an_empty_table(stage: Stage) -> None:
    """Before there is a block the table is drawn all the same."""
    assert stage.pixels().std() > 3


def test_trays(stage: Stage) -> None:
    """There is one tray for each colour, under exactly the sticks that are out of the game; none without a game."""
    stage.set_block(load_block("lattice"))
    assert stage.scene.find("trays").getNumChildren() == 0
    for mode, trays in ((Mode.TWO, 2), (Mode.THREE, 3), (Mode.FOUR, 4), (Mode.TEAMS, 2)):
        game = session(0, mode=mode)
        stage.show(game.snapshot, game.state)
        assert stage.scene.find("trays").getNumChildren() == trays
    stage.set_block(load_block("oneway"))
    assert stage.scene.find("trays").getNumChildren() == 0


def test_a_picture_of_another_position_changes_nothing_that_is_shown(stage: Stage, tmp_path: Path) -> None:
    """A picture equals what the stage would show, without marks; before and after it the window's frame is the same."""
    game = session(12)
    stage.set_block(game.spec)
    played = game.moves[5]
    stage.show(played.start, played.before)
    earlier = stage.pixels()
    stage.show(game.snapshot, game.state)
    stage.mark_hover(Target(Hole.parse("b2"), 1, 0.0, None))
    shown, camera = stage.pixels(), stage.camera
    stage.picture(played.start, played.before, tmp_path / "before.png")
    assert np.array_equal(stage.pixels(), shown)
    assert stage.camera == camera
    with Image.open(tmp_path / "before.png") as picture:
        taken = np.asarray(picture.convert("RGB")).astype(int)
    assert taken.shape == earlier.shape
    assert np.abs(taken - earlier).max() <= 2
    assert np.abs(taken - shown).max() > 50


def test_a_picture_that_cannot_be_saved_changes_nothing_either(stage: Stage, tmp_path: Path) -> None:
    """One line; sticks and marks are as before."""
    game = session(4)
    stage.set_block(game.spec)
    stage.show(game.snapshot, game.state)
    shown = stage.pixels()
    with pytest.raises(MisuseError, match="cannot be written"):
        stage.picture(game.moves[0].start, game.moves[0].before, tmp_path / "nowhere" / "a.png")
    assert np.array_equal(stage.pixels(), shown)
