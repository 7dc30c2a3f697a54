"""Numba, met in one place: how the kernel is compiled, where the result is kept, how one hears that it compiles."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import event
from numba.cpython.unsafe import numbers

F = TypeVar("F", bound=Callable[..., Any])

_MONTH_S = 30 * 24 * 3600
_NOTICE = "Compiling the rules for this machine; this happens once and takes some seconds."
_NOT_KEPT = "Compiling the rules for this machine; no folder can be written to keep the result, so this takes some \
seconds each time."


def cache_folder() -> Path | None:
    """Return the folder in which the compiled kernel is kept, or None where nothing can be written.

    It is named by a hash of the kernel's sources: numba looks only at the file of the function it loads, not at
    those that the function calls. NUMBA_CACHE_DIR, where it is set, takes the place of the user's cache. Folders of
    other versions that nobody has used for a month are removed when a new one is made.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    named = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(named) if named else Path(platformdirs.user_cache_dir("fakir3d")) / "kernel"
    folder = base / f"fakir3d-{digest.hexdigest()[:16]}"
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _clear(base)
        os.utime(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def _clear(base: Path) -> None:
    """Remove what other versions have left, if it has not been used for a month."""
    for old in base.glob("fakir3d-*"):
        if time.time() - old.stat().st_mtime > _MONTH_S:
            shutil.rmtree(old, ignore_errors=True)


_FOLDER = cache_folder()


def jit(function: F) -> F:
    """Return a function that is compiled at its first call, or loaded from the cache if it once was.

    The compiled code lets go of Python's lock while it runs and checks no bounds.
    """
    settings: Any = numba.config
    before = settings.CACHE_DIR
    # Numba reads this once, here, for each function; set for ours alone, it changes nothing for anybody else's.
    settings.CACHE_DIR = str(_FOLDER or "")
    try:
        make = numba.njit(cache=_FOLDER is not None, nogil=True, error_model="numpy", boundscheck=False)
        return cast(F, make(function))
    finally:
        settings.CACHE_DIR = before


def _leading_zeros(word: np.uint64) -> int:
    return 64 - int(word).bit_length()


leading_zeros: Any = _leading_zeros if getattr(numba.config, "DISABLE_JIT", 0) else numbers.leading_zeros
"""How many bits above the highest set one are clear: one instruction, but numba's own works only when compiled."""


@contextmanager
def listening(tell: Callable[[str], None]) -> Iterator[None]:
    """Within this, have ``tell`` called with a sentence, at most once, when something really is compiled.

    What comes out of the cache on disk is not compiled, and not told.
    """
    listener = _Listener(tell)
    with event.install_listener("numba:compile", listener):
        yield


class _Listener(event.Listener):
    """Hears numba compile, and tells of the first function of ours."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._told = False
        self._lock = threading.Lock()

    def on_start(self, event: Any) -> None:
        """Tell, unless it has been told or is not ours."""
        module = event.data["dispatcher"].py_func.__module__
        with self._lock:
            if self._told or not module.startswith("fakir3d.kernel."):
                return
            self._told = True
        self._tell(_NOTICE if _FOLDER is not None else _NOT_KEPT)

    def on_end(self, event: Any) -> None:
        """Nothing to say."""
