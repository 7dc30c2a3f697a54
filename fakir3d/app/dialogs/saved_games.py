"""The games kept on this machine: where they lie, and what a list of them says about each."""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path

from fakir3d.game.folders import data_dir, saves_dir
from fakir3d.game.saves import SUFFIX

__all__ = ["games_dir", "kept_games", "suggested_path"]

_LISTED = 40
_TAIL = 1 << 19
"""Bytes: longer than any line but the first."""


def games_dir() -> Path:
    """Return the folder that Save as suggests."""
    return data_dir() / "games"


def suggested_path(names: tuple[str, ...]) -> Path:
    """Return a name for a copy of a game that does not exist yet."""
    day = dt.datetime.now(tz=dt.UTC).astimezone().strftime("%Y-%m-%d")
    plain = "-".join("".join(c for c in name if c.isalnum()) or "player" for name in names)
    number = 1
    while (path := games_dir() / f"{day}-{plain}{f'-{number}' if number > 1 else ''}{SUFFIX}").exists():
        number += 1
    return path


def kept_games() -> tuple[tuple[str, Path], ...]:
    """Return the games kept on this machine, newest first, each with a line of words."""
    dated = []
    for folder in (games_dir(), saves_dir()):
        try:
            dated += [(path.stat().st_mtime, path) for path in folder.glob(f"*{SUFFIX}")]
        except OSError:
            continue
    newest = sorted(dated, reverse=True)[:_LISTED]
    return tuple((f"{_when(time)}   {_about(path)}   ({path.name})", path) for time, path in newest)


def _when(time: float) -> str:
    return dt.datetime.fromtimestamp(time, tz=dt.UTC).astimezone().strftime("%d %b %H:%M")


def _about(path: Path) -> str:
    """Return who plays on which block and how far they have come, from the record's first and last lines alone."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline(1 << 20))
            head = file.tell()
            file.seek(max(head, file.seek(0, os.SEEK_END) - _TAIL))
            # What lies after the last end of a line was cut off; what lies before the first may be half a line.
            lines = file.read().split(b"\n")[:-1]
        who = " – ".join(str(seat["name"]) for seat in header["seats"])
        return f"{who}, {header['block']['name']}, {_stand(json.loads(lines[-1]) if lines else {})}"
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return "unreadable"


def _stand(last: dict[str, object]) -> str:
    """Return how far a game has come, from the last line of its record."""
    moves = last.get("n", last.get("redo", 0))
    if "undo" in last:
        moves = int(str(last["undo"])) - 1
    over = ", over" if " phase=over " in str(last.get("state")) else ""
    return f"{moves} move{'' if moves == 1 else 's'}{over}"
