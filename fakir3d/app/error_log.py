"""The log of errors in the window, beside the saves."""

from __future__ import annotations

import os
import time
import traceback
from pathlib import Path

from fakir3d.game.folders import data_dir


def log_error() -> Path | None:
    """Append the traceback of the error being handled to the log; return where, or None if it cannot be written."""
    path = data_dir() / "errors.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"--- {time.strftime('%Y-%m-%d %H:%M:%S')} process {os.getpid()}\n{traceback.format_exc()}\n")
    except OSError:
        return None
    return path
