"""The window's settings, remembered in a file; one that is broken costs nothing but that."""

from __future__ import annotations

import enum
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from fakir3d.app.gui.theme import MAX_SCALE, MIN_SCALE
from fakir3d.errors import MisuseError
from fakir3d.files import read_bounded, replace_file
from fakir3d.game.folders import data_dir

_MAX_BYTES = 64 * 1024


class Speed(enum.StrEnum):
    """How fast sticks are seen to fall."""

    NORMAL = "1x"
    FAST = "4x"
    SKIP = "skip"

    @property
    def factor(self) -> float:
        """Return how much faster than the recording."""
        return {"1x": 1.0, "4x": 4.0, "skip": float("inf")}[self.value]

    @property
    def next(self) -> Speed:
        """Return the next one, going round."""
        speeds = list(Speed)
        return speeds[(speeds.index(self) + 1) % len(speeds)]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered.

    Attributes:
        scale: of letters and buttons, 0.75 to 2.
        speed: of falls.
        lit: whether legal moves are lit.
    """

    scale: float = 1.0
    speed: Speed = Speed.NORMAL
    lit: bool = False


def settings_path() -> Path:
    """Return where they are kept."""
    return data_dir() / "settings.json"


def load_settings(path: Path) -> Settings:
    """Return the settings kept there; the default for whatever is missing or invalid."""
    try:
        data = json.loads(read_bounded(path, _MAX_BYTES, MisuseError("too large to be settings")))
    except (MisuseError, ValueError, RecursionError):
        return Settings()
    if not isinstance(data, dict):
        return Settings()
    scale, speed, lit = data.get("scale"), data.get("speed"), data.get("lit")
    good = scale if isinstance(scale, int | float) and MIN_SCALE <= scale <= MAX_SCALE else 1.0
    return Settings(
        scale=float(good),
        speed=Speed(speed) if speed in list(Speed) else Speed.NORMAL,
        lit=lit is True,
    )


def save_settings(settings: Settings, path: Path) -> bool:
    """Keep the settings, whole or not at all; return whether that worked."""
    try:
        replace_file(path, json.dumps(asdict(settings)).encode(), make_folder=True)
    except OSError:
        return False
    return True
