"""Films: motions as frames, frames to a video by ffmpeg."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError
from fakir3d.game.played_move import PlayedMove
from fakir3d.motion import Snapshot
from fakir3d.render.picture import check_output, save_picture
from fakir3d.render.quality import Tier
from fakir3d.render.stage import Stage
from fakir3d.rules.state import State

_GLIDE_S = 0.4
_REST_S = 0.35
"""How long a finished move is looked at."""
_SUFFIXES = (".mp4", ".mkv", ".webm", ".mov")


def check_film_name(path: Path) -> None:
    """Make sure that a film can be written under this name, before it is made.

    Raises:
        MisuseError: if its suffix is none that we write, or its folder does not exist.
    """
    check_output(path, _SUFFIXES, "no film we can write; end its name in .mp4")


class VideoWriter:
    """A film being written: pictures in, a video out, every picture a file too if a folder is given.

    The video gets its name when it is whole; until then a film that was there before under that name stays.
    """

    def __init__(self, path: Path, size: tuple[int, int], fps: float, pictures: Path | None = None) -> None:
        """Begin a film.

        Args:
            path: the video's file.
            size: of every picture [px]; both even.
            fps: pictures a second.
            pictures: a folder for all pictures as PNG, made if it is not there.

        Raises:
            MisuseError: if neither can be written there.
        """
        check_film_name(path)
        if size[0] % 2 or size[1] % 2:
            raise MisuseError(f"a film's size must be even both ways, not {size[0]}x{size[1]}")
        self.count = 0
        self._pictures = pictures
        if pictures is not None:
            try:
                pictures.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise MisuseError(f"the folder {pictures} cannot be made: {error.strerror}") from None
        self._path, self._part = path, path.with_name(f".{path.stem}.part{path.suffix}")
        self._size, self._fps = size, fps
        self._writer: Any = None

    def _start(self) -> Any:
        import imageio_ffmpeg

        frames = imageio_ffmpeg.write_frames(
            str(self._part), self._size, fps=self._fps, quality=7, macro_block_size=2, ffmpeg_log_level="error"
        )
        frames.send(None)
        return frames

    def add(self, pixels: npt.NDArray[np.uint8]) -> None:
        """Add a picture: (height, width, 3) uint8.

        Raises:
            MisuseError: if the disk does not take it.
        """
        try:
            self._writer = self._writer or self._start()
            self._writer.send(np.ascontiguousarray(pixels).tobytes())
        except (OSError, StopIteration) as error:
            raise MisuseError(f"the film {self._path} could not be written further: {error}") from None
        if self._pictures is not None:
            save_picture(pixels, self._pictures / f"{self.count:05d}.png")
        self.count += 1

    def close(self) -> None:
        """Finish the video and give it its name; without a picture there is none."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            self._part.replace(self._path)

    def discard(self) -> None:
        """Stop, and leave no video."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self._part.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failure: object, *_: object) -> None:
        if failure is None:
            self.close()
        else:
            self.discard()


class Camerawork:
    """A camera that sways slowly round the table, so that a flat screen shows the depth."""

    def __init__(self, stage: Stage, sway_deg: float = 14.0, period_s: float = 24.0) -> None:
        """Sway about the stage's present camera."""
        self._home = stage.camera
        self._sway_deg, self._period_s = sway_deg, period_s

    def aim(self, stage: Stage, time_s: float) -> None:
        """Look from where the camera is at a time of the film [s]."""
        turned = self._sway_deg * math.sin(2 * math.pi * time_s / self._period_s)
        stage.camera = replace(self._home, azimuth_deg=self._home.azimuth_deg + turned)


class _Shooting:
    """Pictures of a stage one after the other, in the film's own time."""

    def __init__(self, stage: Stage, fps: float) -> None:
        self._stage, self._fps, self._step_s, self._frame = stage, fps, 1.0 / fps, 0
        self._camera = Camerawork(stage)

    def now(self) -> float:
        """Return the time of the film [s]."""
        return self._frame * self._step_s

    def shot(self) -> npt.NDArray[np.uint8]:
        """Return the next picture."""
        self._camera.aim(self._stage, self.now())
        pixels = self._stage.pixels()
        self._frame += 1
        return pixels

    def carried(self) -> Iterator[npt.NDArray[np.uint8]]:
        """Yield pictures until no stick is carried any more."""
        while self._stage.gliding:
            yield self.shot()

    def rest(self, seconds: float) -> Iterator[npt.NDArray[np.uint8]]:
        """Yield pictures of so much time [s]; one at least."""
        for _ in range(max(round(seconds * self._fps), 1)):
            yield self.shot()


def frames_of(
    stage: Stage, opening: tuple[Snapshot, State], moves: Iterator[PlayedMove], fps: float, *, speed: float = 1.0
) -> Iterator[npt.NDArray[np.uint8]]:
    """Yield the pictures of a game: the opening, then every move as it was performed, then a look at the end.

    Args:
        stage: the table, with the block on it.
        opening: the poses and the position before the first of the turns.
        moves: the moves, as they are made.
        fps: pictures a second.
        speed: how much faster than it was the motion is shown.
    """
    shooting = _Shooting(stage, fps)
    stage.clock, stage.glide_s = shooting.now, _GLIDE_S
    stage.show(*opening)
    yield from shooting.rest(3 * _REST_S)
    for played in moves:
        stage.pose(played.recording.at(0.0))
        yield from shooting.carried()
        for number in range(1, math.ceil(played.recording.duration_s / speed * fps) + 1):
            stage.pose(played.recording.at(number * speed / fps))
            yield shooting.shot()
        stage.show(played.snapshot, played.after)
        yield from shooting.carried()
        yield from shooting.rest(_REST_S)
    yield from shooting.rest(4 * _REST_S)


def shoot(
    path: Path,
    spec: BlockSpec,
    opening: tuple[Snapshot, State],
    moves: Iterator[PlayedMove],
    *,
    size: tuple[int, int],
    fps: float,
    speed: float = 1.0,
    tier: Tier | None = None,
    pictures: Path | None = None,
) -> int:
    """Film a game off-screen and return of how many pictures the film is made.

    Args:
        path: the video's file.
        spec: the block.
        opening: the poses and the position before the first of the turns.
        moves: the moves, as they are made or as they were recorded.
        size: of every picture [px]; both even.
        fps: pictures a second.
        speed: how much faster than it was the motion is shown.
        tier: how finely to draw; the driver decides if None.
        pictures: a folder for all pictures as PNG.

    Raises:
        MisuseError: if the film cannot be written there.
        DisplayError: if this machine has no OpenGL.
    """
    with ExitStack() as stack:
        writer = stack.enter_context(VideoWriter(path, size, fps, pictures))
        stage = Stage.open(size, offscreen=True, tier=tier)
        stack.callback(stage.close)
        stage.set_block(spec)
        for pixels in frames_of(stage, opening, moves, fps, speed=speed):
            writer.add(pixels)
    return writer.count
