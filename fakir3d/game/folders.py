"""Where games are kept on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "FAKIR3D_HOME"
"""The environment variable that names another folder for everything fakir3d keeps."""


def data_dir() -> Path:
    """Return the folder for everything that a user would miss; it need not exist yet."""
    named = os.environ.get(HOME_VARIABLE)
    return Path(named) if named else Path(platformdirs.user_data_dir("fakir3d", appauthor=False))


def cases_dir() -> Path:
    """Return the folder of the moves that were kept as cases; it need not exist yet."""
    return data_dir() / "cases"


def saves_dir() -> Path:
    """Return the folder of the games that are saved by themselves; it need not exist yet."""
    return data_dir() / "saves"
