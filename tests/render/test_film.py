"""Films: the frames of a game, a video that opens, and pictures beside it."""

from __future__ import annotations

from pathlib import Path

import imageio_ffmpeg
import numpy as np
import pytest

from fakir3d.errors import MisuseError
from fakir3d.render.film import VideoWriter, check_film_name, frames_of
from fakir3d.render.stage import Stage

from .conftest import Opened
from .test_stage import session


def test_a_film_of_a_game(open_stage: Opened, tmp_path: Path) -> None:
    """Two moves give a video with as many pictures as were drawn, each of them also a file, the first the opening."""
    game = session(2)
    stage = open_stage((160, 90))
    stage.set_block(game.spec)
    first = session(0)
    with VideoWriter(tmp_path / "game.mp4", (160, 90), 10.0, tmp_path / "pictures") as reel:
        for pixels in frames_of(stage, (first.snapshot, first.state), iter(game.moves), 10.0):
            reel.add(pixels)
    count, seconds = imageio_ffmpeg.count_frames_and_secs(str(tmp_path / "game.mp4"))
    motion = sum(played.recording.duration_s for played in game.moves)
    assert count == reel.count == len(list((tmp_path / "pictures").glob("*.png")))
    assert seconds == pytest.approx(count / 10.0, abs=0.2)
    assert count / 10.0 > motion + 2


def test_the_same_film_twice(open_stage: Opened) -> None:
    """A film runs by its own clock: the same game gives the same pictures, however slow the machine."""
    game, first = session(1), session(0)

    def pictures() -> list[np.ndarray]:
        stage = open_stage((96, 64))
        stage.set_block(game.spec)
        return list(frames_of(stage, (first.snapshot, first.state), iter(game.moves), 6.0))

    one, other = pictures(), pictures()
    assert len(one) == len(other)
    assert all((a == b).all() for a, b in zip(one, other, strict=True))
    assert (one[0] != one[-1]).any()


def test_speed(stage: Stage) -> None:
    """At four times the speed the motion takes a quarter of the pictures."""
    game, first = session(1), session(0)
    stage.set_block(game.spec)
    opening = (first.snapshot, first.state)
    slow, fast = (len(list(frames_of(stage, opening, iter(game.moves), 8.0, speed=speed))) for speed in (1.0, 4.0))
    assert slow - fast == pytest.approx(game.moves[0].recording.duration_s * 8 * 3 / 4, abs=2)


def test_misuse(tmp_path: Path) -> None:
    """Names and sizes that no film has are refused before anything is drawn."""
    for name in ("film.txt", "nowhere/film.mp4"):
        with pytest.raises(MisuseError):
            check_film_name(tmp_path / name)
    with pytest.raises(MisuseError, match="even"):
        VideoWriter(tmp_path / "film.mp4", (161, 90), 10.0)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MisuseError, match="cannot be made"):
        VideoWriter(tmp_path / "film.mp4", (160, 90), 10.0, tmp_path / "file")


def _interrupted(path: Path, pictures: int) -> None:
    """Begin a film, add some pictures, and be stopped."""
    with VideoWriter(path, (160, 90), 10.0) as reel:
        for _ in range(pictures):
            reel.add(np.zeros((90, 160, 3), dtype=np.uint8))
        raise KeyboardInterrupt


def test_a_film_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    """Whatever stops a film, before its first picture or after: the one of that name is as it was, with no other."""
    path = tmp_path / "film.mp4"
    path.write_bytes(b"the old film")
    for pictures in (0, 3):
        with pytest.raises(KeyboardInterrupt):
            _interrupted(path, pictures)
        assert path.read_bytes() == b"the old film"
        assert list(tmp_path.iterdir()) == [path]
    with VideoWriter(path, (160, 90), 10.0) as reel:
        reel.add(np.zeros((90, 160, 3), dtype=np.uint8))
    assert path.read_bytes() != b"the old film"
    assert list(tmp_path.iterdir()) == [path]
