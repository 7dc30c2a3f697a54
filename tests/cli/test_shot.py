"""The commands that make pictures: ``shot``, ``film`` and ``replay --film``."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from pathlib import Path

import imageio_ffmpeg
import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from fakir3d.block.document import load_block
from fakir3d.cli.main import build_app
from fakir3d.errors import MisuseError
from fakir3d.game import InlinePerformer, Journal, Session
from fakir3d.game.setup import GameSetup
from fakir3d.rules import Move


@pytest.fixture
def app() -> typer.Typer:
    return build_app()


def run(app: typer.Typer, *words: object) -> None:
    """Run a command; errors come through as they are."""
    result = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=True)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("words", [[], ["--scene", "look"], ["--scene", "look", "--peek"], ["--block", "staggered"]])
def test_shot(app: typer.Typer, tmp_path: Path, words: list[str]) -> None:
    """Every scene gives a picture of the size asked for, with much to see."""
    run(app, "shot", tmp_path / "out.png", "--tier", "low", "--size", "320x200", *words)
    picture = Image.open(tmp_path / "out.png")
    assert picture.size == (320, 200)
    assert len(picture.getcolors(1 << 20) or []) > 2000


def test_film(app: typer.Typer, tmp_path: Path) -> None:
    """A film of the first move opens, has the size and rate asked for, and its pictures lie beside it."""
    words = ["--size", "128x72", "--fps", "8", "--moves", "1", "--tier", "low", "--engine", "ideal"]
    run(app, "film", tmp_path / "out.mp4", "--pictures", tmp_path / "all", "--seat", "1=random", *words)
    count, _ = imageio_ffmpeg.count_frames_and_secs(str(tmp_path / "out.mp4"))
    assert count == len(list((tmp_path / "all").iterdir())) > 10


def test_a_record_is_filmed(app: typer.Typer, tmp_path: Path) -> None:
    """The recorded motion of a game, from the move asked for to its end, is a film; the record is left alone."""
    record = tmp_path / "game.fakir"
    session = Session.new(
        load_block("lattice"), InlinePerformer("ideal"), GameSetup(seed=1), journal=Journal.create(record)
    )
    for move in ("x2.3", "b2"):
        session.play(Move.parse(move))
    session.close()
    before = record.read_bytes()
    for name, words in (("whole.mp4", []), ("last.mp4", ["--from", "2"])):
        run(app, "replay", record, "--film", tmp_path / name, "--size", "128x72", "--fps", "8", *words)
    whole, last = (imageio_ffmpeg.count_frames_and_secs(str(tmp_path / f"{name}.mp4"))[0] for name in ("whole", "last"))
    assert whole > last > 10
    assert record.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["shot", "out.txt"], ".png or .jpg"),
        (["shot", "nowhere/out.png"], "folder that exists"),
        (["shot", "out.png", "--size", "0x9"], "size"),
        (["shot", "out.png", "--size", "99999x99999"], "8192"),
        (["shot", "out.png", "--tier", "ultra"], "low, high"),
        (["shot", "out.png", "--block", "nosuch"], "nosuch"),
        (["film", "out.gif"], ".mp4"),
        (["film", "out.mp4", "--size", "101x100"], "even"),
        (["film", "out.mp4", "--seat", "1=human"], "no people"),
        (["film", "out.mp4", "--seat", "5=random"], "seats 1 to 2"),
    ],
)
def test_misuse(
    app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    """Misuse is one line that says what is possible, and leaves nothing behind."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MisuseError, match=message) as raised:
        run(app, *words)
    assert "\n" not in str(raised.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["out.jpg", "out.png"])
def test_a_full_disk_is_one_line(name: str, tmp_path: Path) -> None:
    """The system refuses what is longer than 1 kB: no library ends the program on its own."""

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    words = [sys.executable, "-m", "fakir3d", "shot", tmp_path / name]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, preexec_fn=little_room)
    assert done.returncode == 2
    assert done.stderr.startswith(f"fakir3d: {tmp_path / name} cannot be written (File too large)")
    assert done.stderr.count("\n") == 1
