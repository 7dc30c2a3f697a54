"""Child processes: spawned, deaf to Ctrl-C, silent, at the other end of a pipe, and never outliving us."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

_PATIENCE_S = 0.6
"""How long a process that is ending may take to do so."""


def spawn(main: Callable[[Connection], None], name: str) -> tuple[BaseProcess, Connection]:
    """Start a process and return it with our end of its pipe, at once; it gets ready by itself.

    Args:
        main: what runs in it, on its end of the pipe; it can be pickled, and leaves when the pipe is cut.
        name: what process lists call it.
    """
    # Spawned, not forked: a forked child shares the window, the engine's client and our locks.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(main, theirs), name=name, daemon=True)
    with _deaf_children():
        process.start()
        theirs.close()
    return process, ours


def bury(process: BaseProcess, *, kill: bool) -> str:
    """See a process out, and return how it ended, as the end of a sentence.

    Args:
        process: one that ``spawn`` returned.
        kill: whether to end it now; else it is about to die and is ended only if it does not.
    """
    if not kill:
        process.join(_PATIENCE_S)
    process.kill()
    process.join(_PATIENCE_S)
    code = process.exitcode
    if code is None:
        return "is gone"
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"left with exit code {code}"


@contextlib.contextmanager
def _deaf_children() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C: it reaches the whole group, and they are still importing then.

    What arrives here meanwhile is heard at the end. Windows cannot hold signals back.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The first process starts this one too, which would let signals through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(main: Callable[[Connection], None], end: Connection) -> None:
    """Run ``main`` in the new process."""
    _silence()
    # Ctrl-C reaches the whole group; we are told to leave by the pipe instead.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        main(end)


def _silence() -> None:
    """Send what engines print into the void: our caller's stdout may be a JSON document."""
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    os.close(void)


def _leave_with_parent() -> None:
    """End this process as soon as the one that started it is gone, even when it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
