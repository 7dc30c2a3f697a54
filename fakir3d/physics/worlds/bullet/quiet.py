"""Engines print; what a program of ours prints must be ours alone."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep stdout and stderr clean of what C code prints, at the file descriptors and at Python's own streams."""
    saved = [(number, os.dup(number)) for number in (1, 2)]
    sys.stdout.flush()
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for number, _ in saved:
            os.dup2(nowhere, number)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        for number, copy in saved:
            os.dup2(copy, number)
            os.close(copy)
        os.close(nowhere)
