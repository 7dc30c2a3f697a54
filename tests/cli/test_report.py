"""``fakir3d audit --report DIR``: what QA opens in a browser, with pictures, and what CI reads."""

from __future__ import annotations

import io
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from fakir3d.block.document import load_block
from fakir3d.block.names import Bore
from fakir3d.block.spec import BlockSpec
from fakir3d.cli import painting
from fakir3d.cli.main import build_app
from fakir3d.crosscheck.casefile import load_case
from fakir3d.errors import DisplayError, MisuseError
from fakir3d.lab.reporting.pictures import PositionView
from fakir3d.motion import Snapshot

GOLDEN = Path(__file__).parents[1] / "golden" / "cases"

SMALL = ["--engine", "ideal", "--block", "lattice", "--mode", "2", "--sticks", "5"]
Browser = Callable[..., bytes]


@pytest.fixture
def app() -> typer.Typer:
    """Return the application."""
    return build_app()


def run(app: typer.Typer, folder: Path, *words: str) -> str:
    """Write a report into a folder; return what was printed."""
    done = CliRunner().invoke(
        app, ["audit", *SMALL, "--report", str(folder), "--cases", str(folder.parent / "cases"), *words]
    )
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == (1 if "--sabotage" in words else 0)
    return done.stdout


@pytest.fixture
def browser(tmp_path: Path, in_ci: bool) -> Browser:
    """Return what has Chromium do something with a page, without a network; its processes are gone afterwards."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        assert not in_ci, "CI needs Chromium: apt-get install chromium"
        pytest.skip("Chromium is not on this machine")

    def opened(page: Path, *words: str) -> bytes:
        quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
        alone = ["--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={tmp_path / 'chromium'}"]
        with subprocess.Popen(
            [program, *quiet, *alone, "--window-size=1100,1600", *words, page.as_uri()],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                out, _ = process.communicate(timeout=300)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
        assert process.returncode == 0
        return out

    return opened


def shot(browser: Browser, page: Path, *words: str) -> np.ndarray:
    """Return a screenshot as (height, width, 3) uint8."""
    path = page.with_suffix(".png")
    browser(page, f"--screenshot={path}", *words)
    pixels = np.asarray(Image.open(path).convert("RGB"))
    path.unlink()
    return pixels


def test_a_disagreement_is_seen_in_a_browser(app: typer.Typer, tmp_path: Path, browser: Browser) -> None:
    """The page renders: headings, tables, charts, and two painted pictures of the disagreement, embedded."""
    folder = tmp_path / "report"
    printed = run(app, folder, "--sabotage", "floor-too-high")
    page = folder / "report.html"
    assert f"report: {page}" in printed
    document = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    (finding,) = document["disagreements"]
    seen = browser(page, "--dump-dom").decode()
    assert 'id="verdict"' in seen
    assert "Wilson's interval" in seen
    pictures = re.findall(r'<img alt="the block (before|after) the act" src="data:image/jpeg;base64,([^"]+)"', seen)
    assert [when for when, _ in pictures] == ["before", "after"]
    assert pictures[0][1] != pictures[1][1]
    assert finding["reproduce"] in seen
    pixels = shot(browser, page)
    assert pixels.shape == (1600, 1100, 3)
    # The wood of two painted blocks on a table has more colours than any table of figures.
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 5000
    root = ET.fromstring((folder / "junit.xml").read_bytes())  # noqa: S314
    assert root.get("failures") == "1"


def test_it_is_light_by_day_and_dark_by_night(app: typer.Typer, tmp_path: Path, browser: Browser) -> None:
    """The page goes with what the reader prefers, and is legible both ways: ink and paper are far apart."""
    folder = tmp_path / "report"
    run(app, folder)
    page = folder / "report.html"
    for words, bright in (([], True), (["--blink-settings=preferredColorScheme=0"], False)):
        grey = shot(browser, page, *words).mean(axis=2)
        paper = np.median(grey)
        assert (paper > 200) == bright
        assert (paper < 60) != bright
        ink = np.percentile(grey, 0.2) if bright else np.percentile(grey, 99.8)
        assert abs(ink - paper) > 120


def test_both_outcomes_are_marked_in_the_pictures() -> None:
    """Each mark changes the picture in its own colour; the same view gives the same picture; blocks may change."""
    case = load_case(GOLDEN / "sabotage-floor-too-high-staggered.case.json")
    nothing = frozenset[Bore]()
    bore = frozenset({Bore.parse("x2.1")})
    painter = painting.StagePainter()

    def painted(foretold: frozenset[Bore], observed: frozenset[Bore], spec: BlockSpec = case.spec) -> np.ndarray:
        sticks = case.snapshot if spec == case.spec else Snapshot.of({})
        picture = painter.paint(PositionView(spec, sticks, foretold, observed))
        assert picture.mime == "image/jpeg"
        return np.asarray(Image.open(io.BytesIO(picture.data)).convert("RGB")).astype(int)

    try:
        bare, foretold, observed = painted(nothing, nothing), painted(bore, nothing), painted(nothing, bore)
        other = painted(nothing, nothing, load_block("oneway"))
        again = painted(nothing, nothing)
    finally:
        painter.close()
    assert np.abs(again - bare).mean() < 0.01 < np.abs(other - bare).mean()
    # Magenta has more blue than the wood under it, yellow less.
    magenta, yellow = (np.abs(seen - bare).sum(axis=2) > 60 for seen in (foretold, observed))
    assert magenta.sum() > 30
    assert yellow.sum() > 30
    assert (foretold - bare)[magenta][:, 2].mean() > 20
    assert (observed - bare)[yellow][:, 2].mean() < -15


def test_without_opengl_everything_else_is_there(
    app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says that pictures are missing and why; the exit code is that of the audit."""

    def nothing(_painter: painting.StagePainter) -> None:
        raise DisplayError("no OpenGL on this machine; fakir3d doctor tells more")

    monkeypatch.setattr(painting.StagePainter, "_open", nothing)
    run(app, tmp_path / "report", "--sabotage", "floor-too-high")
    text = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "The pictures are missing: no OpenGL on this machine; fakir3d doctor tells more." in text
    assert "<img" not in text


def test_a_folder_of_something_else_is_refused_before_a_game_is_played(app: typer.Typer, tmp_path: Path) -> None:
    """One line, exit code 2; nothing in it has changed, and no case was written."""
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter.txt").write_text("one")
    with pytest.raises(MisuseError, match=r"holds chapter.txt, which is no part of a report; name another folder"):
        run(app, folder, "--sabotage", "floor-too-high")
    assert [path.name for path in tmp_path.rglob("*")] == ["thesis", "chapter.txt"]


def test_a_folder_that_cannot_be_written_to_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    """It would be a pity to learn it at the end; here the system lets no file grow."""

    def no_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    done = subprocess.run(
        [sys.executable, "-m", "fakir3d", "audit", *SMALL, "--report", tmp_path],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=no_room,
    )
    assert (done.returncode, done.stdout) == (2, "")
    told = f"fakir3d: no report can be put into {tmp_path}: File too large; name another folder\n"
    assert done.stderr == told


def test_what_was_found_is_told_where_no_report_can_be_written(tmp_path: Path) -> None:
    """The disk is full at the end of the games: they are not lost with the page, and nothing half fills it."""
    folder, cases = tmp_path / "report", tmp_path / "cases"

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))

    done = subprocess.run(
        [
            *(sys.executable, "-m", "fakir3d", "audit", *SMALL, "--report", folder),
            *("--cases", cases, "--sabotage", "floor-too-high"),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=little_room,
    )
    assert done.returncode == 2
    assert done.stderr.endswith(f"fakir3d: no report can be put into {folder}: File too large; name another folder\n")
    assert "Traceback" not in done.stderr
    assert "again: fakir3d case run" in done.stdout
    assert sorted(path.name for path in folder.iterdir()) == ["junit.xml", "report.json"]


def test_what_a_killed_process_left_of_a_report_is_no_hindrance(app: typer.Typer, tmp_path: Path) -> None:
    """The same command writes it anew, whole, and leaves nothing half."""
    (tmp_path / ".report.html.4711-1.half").write_text("<html>")
    run(app, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["junit.xml", "report.html", "report.json"]


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ("out", ["--results", "out"]),
        ("out", ["--results", "out/night"]),
        ("out/report", ["--results", "out"]),
        ("out", ["--cases", "out/found"]),
        ("out", []),
    ],
)
def test_a_report_among_results_or_cases_is_refused(
    report: str, words: list[str], app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command, given again, would find one in the other's way: refused at once, with nothing made."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["audit", *SMALL, "--report", report, *words])
    assert isinstance(done.exception, MisuseError)
    assert "need a folder apart from it; name another" in str(done.exception)
    assert not list(tmp_path.iterdir())


def test_the_report_of_an_audit_is_on_stdout_too(app: typer.Typer, tmp_path: Path) -> None:
    """With --json stdout is one document, the one in the folder."""
    printed = run(app, tmp_path / "report", "--json")
    assert json.loads(printed) == json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
