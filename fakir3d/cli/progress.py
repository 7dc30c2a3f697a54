"""A line on standard error that tells how far a command is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console


@contextmanager
def progress(what: str) -> Iterator[Callable[[str], None]]:
    """Give a function that shows on standard error how far a command is; quiet where nobody looks."""
    console = Console(stderr=True)
    with console.status(what) as status:
        yield lambda text: status.update(f"{what}: {text}")
