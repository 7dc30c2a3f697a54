"""A helper process of ours that answers through a pipe: started early, killed at will, never outliving us.

Engines hold Python's lock while they step and computer players think for seconds, so both work in a process of
their own. ``Helper`` is our end of it; the other end runs a ``serve`` function on a ``Line``. What goes through is
pickled, by us, for us; nothing that comes from a file ever is.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from fakir3d.errors import EngineError

__all__ = ["Helper", "HelperGoneError", "Line", "Serve", "any_of"]

_PATIENCE_S = 0.6
"""How long a helper may take to leave by itself when told to, before it is killed."""


class HelperGoneError(EngineError):
    """The helper process has died; start it again and ask again.

    >>> str(HelperGoneError("the process physics has died"))
    'the process physics has died'
    """


class Line:
    """One end of the pipe, carrying whole Python values.

    Pickle's protocol 5 keeps read-only arrays read-only; the default of ``Connection.send`` does not.
    """

    __slots__ = ("_end",)

    def __init__(self, end: Connection) -> None:
        self._end = end

    def send(self, message: object) -> None:
        """Send one value. Raises OSError when the other end is gone."""
        self._end.send_bytes(pickle.dumps(message, protocol=5))

    def receive(self) -> object:
        """Wait for one value. Raises EOFError or OSError when the other end is gone."""
        return pickle.loads(self._end.recv_bytes())  # noqa: S301 - from our own process only

    def waiting(self, timeout_s: float = 0.0) -> bool:
        """Return whether a value (or the end) has arrived, waiting for it at most this long [s]."""
        return self._end.poll(timeout_s)

    @property
    def end(self) -> Connection:
        """Return the connection, to wait on."""
        return self._end

    def close(self) -> None:
        """Close this end."""
        self._end.close()


Serve = Callable[[Line], None]
"""What runs in the helper: reads the line until None comes, answers, returns. A module-level function."""


class Helper:
    """One helper process, seen from here.

    Args:
        serve: what runs in it.
        name: what process lists call it.
    """

    def __init__(self, serve: Serve, name: str) -> None:
        self._serve = serve
        self._name = name
        self._line: Line | None = None
        self._process: multiprocessing.process.BaseProcess | None = None

    @property
    def pid(self) -> int | None:
        """Return the process id, or None while none runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process unless it runs; returns at once, the process gets ready by itself."""
        if self._process is not None and self._process.is_alive():
            return
        self.kill()
        # Spawned, not forked: a forked child shares the window, the engine's client and our locks.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_run, args=(self._serve, theirs), name=self._name, daemon=True)
        with _deaf_children():
            process.start()
            theirs.close()
            self._process, self._line = process, Line(ours)

    def send(self, message: object) -> None:
        """Send one value, starting the process if need be.

        Raises:
            HelperGoneError: if the process died.
        """
        self.start()
        self.tell(message)

    def tell(self, message: object) -> None:
        """Send one value about what the process is doing; another process would know nothing of it, so none is started.

        Raises:
            HelperGoneError: if the process died, or none runs.
        """
        if self._line is None:
            raise HelperGoneError(f"the process {self._name} does not run")
        try:
            self._line.send(message)
        except OSError as error:
            raise HelperGoneError(f"the process {self._name} has died") from error

    def receive(self, timeout_s: float = 0.0) -> list[object]:
        """Return everything that has arrived, waiting for the first at most this long [s].

        Raises:
            HelperGoneError: if the process died and nothing it sent is left to read.
        """
        arrived: list[object] = []
        if self._line is None:
            raise HelperGoneError(f"the process {self._name} does not run")
        try:
            while self._line.waiting(0.0 if arrived else timeout_s):
                arrived.append(self._line.receive())
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            if not arrived:
                raise HelperGoneError(f"the process {self._name} has died") from error
        return arrived

    def kill(self) -> None:
        """End the process at once, whatever it is doing; ``start`` and ``send`` begin a new one."""
        if self._process is not None:
            self._process.kill()
        self._bury()

    def bury(self) -> str:
        """Wait for a process that has died and return how it did, as the end of a sentence."""
        process = self._process
        if process is not None:
            process.join(_PATIENCE_S)
        self.kill()
        code = None if process is None else process.exitcode
        if code is None:
            return "is gone"
        return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"left with exit code {code}"

    def close(self) -> None:
        """End the process: politely, and if it does not listen, at once. May be called twice."""
        if self._process is not None and self._line is not None:
            with contextlib.suppress(OSError):
                self._line.send(None)
            self._process.join(_PATIENCE_S)
            if self._process.is_alive():
                self._process.kill()
        self._bury()

    def _bury(self) -> None:
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.join(_PATIENCE_S)
        self._line = self._process = None


def any_of(helpers: Iterable[Helper], timeout_s: float | None = None) -> list[Helper]:
    """Wait until one of these running helpers has sent something or died, and return all that have.

    Args:
        helpers: whom to wait for.
        timeout_s: at most this long [s]; for ever if None.
    """
    ends = {helper._line.end: helper for helper in helpers if helper._line is not None}  # noqa: SLF001 - our own
    ready = wait(list(ends), timeout_s)
    return [helper for end, helper in ends.items() if end in ready]


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


def _run(serve: Serve, end: Connection) -> None:
    """Run ``serve`` in the new process."""
    _silence()
    # Ctrl-C reaches the whole group; we are told to leave by the line instead.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    line = Line(end)
    with contextlib.suppress(EOFError, OSError):
        serve(line)


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
