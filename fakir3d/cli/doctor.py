"""``fakir3d doctor``: what this machine has, and what to do."""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from fakir3d.cli.options import JsonOption

_GL_PACKAGES = "libgl1 libegl1 libegl-mesa0 libgl1-mesa-dri libx11-6"


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One thing examined.

    Attributes:
        what: what was looked at.
        well: whether it is as fakir3d wants it.
        found: what there is.
        advice: what to do; empty when all is well.
    """

    what: str
    well: bool
    found: str
    advice: str = ""


def doctor_command(
    *,
    as_json: JsonOption = False,
    display: Annotated[
        bool,
        typer.Option("--display", help="Only try to open a window: say nothing, leave with 0 if it opens, else 1."),
    ] = False,
) -> None:
    """Say what this machine has: engines, graphics, sound, folders; and what to do about what is missing."""
    if display:
        raise typer.Exit(0 if _has_window() else 1)
    findings = examine()
    if as_json:
        print(json.dumps({"format": "fakir-doctor", "version": 1, "findings": [asdict(f) for f in findings]}))
        return
    columns = (Column(heading, overflow="fold") for heading in ("", "what", "found", "what to do"))
    table = Table(*columns, show_edge=False, pad_edge=False)
    for finding in findings:
        sign = "[green]ok[/]" if finding.well else "[yellow]--[/]"
        table.add_row(sign, finding.what, finding.found, finding.advice)
    Console().print(table)


def _has_window() -> bool:
    """Return whether a window can be opened here."""
    from fakir3d.render.probe import probe_graphics

    named = os.environ.get("DISPLAY") or sys.platform in {"win32", "darwin"}
    return bool(named) and probe_graphics(window=True).works


def examine() -> tuple[DoctorFinding, ...]:
    """Return what was found on this machine, in a fixed order."""
    return (_python(), _engines(), _off_screen(), _window(), _sound(), _film(), _folder())


def _python() -> DoctorFinding:
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    works = sys.version_info >= (3, 11)
    return DoctorFinding("Python", works, found, "" if works else "use 3.11")


def _engines() -> DoctorFinding:
    from fakir3d.physics.engines import available, default_engine, require

    named = [
        f"{name} {require(name).version}{' (default)' if name == default_engine() else ''}" for name in available()
    ]
    found, advice = ", ".join(named), ""
    if default_engine() == "ideal":
        advice = "the game plays with plausible straight falls; for rigid-body physics pip install mujoco-core"
    elif default_engine() == "mujoco":
        advice = (
            "none needed; audits have no second opinion here, for pybullet is for Linux x86-64 with Python 3.11 only"
        )
    elif "mujoco" not in available():
        advice = "for a second opinion in audits pip install mujoco-core"
    return DoctorFinding("physics engines", well=default_engine() != "ideal", found=found, advice=advice)


def _off_screen() -> DoctorFinding:
    from fakir3d.render.probe import probe_graphics

    graphics = probe_graphics(window=False)
    if graphics.works:
        return DoctorFinding(
            "pictures (shot, film)", well=True, found=f"{graphics.renderer}, OpenGL {graphics.version}"
        )
    advice = f"install OpenGL with EGL; on Debian: apt install {_GL_PACKAGES}"
    return DoctorFinding("pictures (shot, film)", well=False, found="no OpenGL without a window", advice=advice)


def _window() -> DoctorFinding:
    if _has_window():
        return DoctorFinding("window (play)", well=True, found="opens")
    display = os.environ.get("DISPLAY")
    found = f"display {display} does not open" if display else "no display (DISPLAY is not set)"
    return DoctorFinding("window (play)", well=False, found=found, advice="fakir3d text and fakir3d film need none")


def _sound() -> DoctorFinding:
    from fakir3d.render.probe import probe_sound

    works = probe_sound()
    found, advice = ("a device answers", "") if works else ("no device", "the game runs silently")
    return DoctorFinding("sound", works, found, advice)


def _film() -> DoctorFinding:
    import imageio_ffmpeg

    try:
        found = f"ffmpeg {imageio_ffmpeg.get_ffmpeg_version()}"
    except RuntimeError as error:
        return DoctorFinding("film encoder", well=False, found=str(error).splitlines()[0], advice="install ffmpeg")
    return DoctorFinding("film encoder", well=True, found=found)


def _folder() -> DoctorFinding:
    from fakir3d.game.folders import saves_dir

    path = saves_dir()
    nearest = next(folder for folder in (path, *path.parents) if folder.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK):
        return DoctorFinding("saves", well=True, found=str(path))
    advice = "games cannot be kept; set FAKIR3D_HOME to a folder you may write"
    return DoctorFinding("saves", well=False, found=f"{path} (not writable)", advice=advice)
