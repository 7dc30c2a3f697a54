"""Where models/ and shaders/ lie: beside the package in a source tree, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

from fakir3d.errors import FakirError

_PACKAGE = Path(__file__).resolve().parent


def models_dir() -> Path:
    """Return the folder of block presets and scenery.

    >>> (models_dir() / "blocks" / "lattice.toml").is_file()
    True
    """
    return _find("models")


def shaders_dir() -> Path:
    """Return the folder of GLSL sources.

    >>> shaders_dir().name
    'shaders'
    """
    return _find("shaders")


def _find(name: str) -> Path:
    for folder in (_PACKAGE / "_assets" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FakirError(f"the folder {name}/ that belongs to fakir3d is missing; install fakir3d again")
