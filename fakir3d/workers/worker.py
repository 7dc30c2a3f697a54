"""Our end of a worker: a process that takes one task at a time, can be cancelled, and is restarted when it dies."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, Self, TypeVar, cast

from fakir3d.errors import EngineError, FakirError
from fakir3d.workers.channel import Channel, Message, MessageKind, serve
from fakir3d.workers.process import bury, spawn

MAX_RESTARTS = 3
"""How often a task is begun again after its process died, before it is given up."""
_WAIT_S = 0.1
"""How long whoever wants a result sleeps at most."""

_Payload = TypeVar("_Payload")
_Answer_co = TypeVar("_Answer_co", covariant=True)


class Task(Generic[_Payload, _Answer_co]):
    """Something asked of a worker, seen from here: a future that also has parts and can be talked to.

    Args:
        payload: what the handler gets.
        who: does it, for messages: ``the player medium``.
        doing: what, for messages: ``thinking``.

    Attributes:
        tag: tells its messages from those of other tasks.
        notice: why it takes longer than usual, or None.
        error: why there is no answer, or None.
        over: whether nothing more will come.
        deaths: how many processes have died over it.
        parts: of the answer, as they came.
    """

    worker: Worker[_Payload, object]

    def __init__(self, payload: _Payload, who: str, doing: str) -> None:
        self.payload, self.who, self.doing = payload, who, doing
        self.tag = self.deaths = 0
        self.notice: str | None = None
        self.error: FakirError | None = None
        self.over = False
        self.parts: list[object] = []
        self._answer: object = None

    def done(self) -> bool:
        """Return whether the answer is there (or will never be); never blocks."""
        self.worker.pump()
        return self.over

    def result(self) -> _Answer_co:
        """Wait for the answer.

        Raises:
            FakirError: if there is none.
        """
        while not self.over:
            self.worker.pump(_WAIT_S)
        if self.error is not None:
            raise self.error
        return cast("_Answer_co", self._answer)

    def tell(self, content: object) -> None:
        """Tell the handler something, if it works on this. Read first (``done``), or both ends wait for each other."""
        self.worker.tell(Message(MessageKind.TELL, self.tag, content))

    def cancel(self) -> None:
        """Give the task up; nothing more comes of it."""
        if not self.over:
            self.fail(EngineError(f"{self.who} was stopped {self.doing}; the task was given up"))
            self.worker.give_up(self.tag)

    def opening(self) -> tuple[_Payload, Sequence[object]]:
        """Return what a process that takes the task up is to be asked now, and what it is to be told besides."""
        return self.payload, ()

    def take(self, part: object) -> None:
        """Keep a part of the answer; after a process has died, the next one sends all of them again."""
        self.parts.append(part)

    def read(self, message: Message) -> None:
        """Take a message about this task."""
        match message:
            case Message(MessageKind.PART, content=part):
                self.notice = None
                self.take(part)
            case Message(MessageKind.NOTICE, content=text):
                self.notice = str(text)
            case Message(MessageKind.DONE, content=answer):
                self.notice, self.over, self._answer = None, True, answer
            case Message(MessageKind.FAILED, content=(what, trace)):
                bug = EngineError(f"{self.who} failed {self.doing}: {what}")
                error = what if isinstance(what, FakirError) else bug
                error.add_note(str(trace))
                self.fail(error)

    def fail(self, error: FakirError) -> None:
        """End the task without an answer."""
        self.notice, self.error, self.over = None, error, True


class Worker(Generic[_Payload, _Answer_co]):
    """A process that works on one task at a time; the next one, or ``cancel``, gives up the one before.

    It is handed a task only when it has ended the one before, so that neither end ever waits for the other to read.

    Args:
        handle: called in the process with each task's payload and a channel; returns the answer. A module's function.
        name: what process lists call it.
        prepare: called in each new process, before there is a task.
        restarts: how often a task is begun again after its process died.
        cancellable: whether ``handle`` uses its channel often, and so soon ends a task that is given up; if not, the
            process is ended.
    """

    def __init__(
        self,
        handle: Callable[[_Payload, Channel], _Answer_co],
        name: str,
        *,
        prepare: Callable[[], object] = bool,
        restarts: int = MAX_RESTARTS,
        cancellable: bool = False,
    ) -> None:
        self._main = partial(serve, handle, prepare=prepare)
        self._name, self._restarts, self._cancellable = name, restarts, cancellable
        self._tags = itertools.count(1)
        self._process: BaseProcess | None = None
        self._end: Connection | None = None
        self._task: Task[_Payload, _Answer_co] | None = None
        self._running: Task[_Payload, _Answer_co] | None = None
        """What the process is working on, given up or not."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Return the id of the process, or None while none runs."""
        return self._process.pid if self._process else None

    @property
    def busy(self) -> bool:
        """Return whether a task waits for its answer."""
        return self._task is not None

    @property
    def notice(self) -> str | None:
        """Return why this answer takes longer than usual (something is compiled, once on a machine), or None."""
        return self._task.notice if self._task is not None else None

    def warm(self) -> None:
        """Start the process, if there is none, so that the first task need not wait for it; returns at once."""
        if self._process is None:
            self._process, self._end = spawn(self._main, self._name)

    def submit(self, task: Task[_Payload, _Answer_co]) -> None:
        """Ask for something; the task says what becomes of it."""
        self.cancel()
        task.worker, task.tag = self, next(self._tags)
        self._task = task
        self.pump()

    def poll(self) -> _Answer_co | None:
        """Return the answer to the task once it is there, and None before and after; never blocks.

        Raises:
            FakirError: if there is none.
        """
        task = self._task
        if task is None or not task.done():
            return None
        self._task = None
        return task.result()

    def cancel(self) -> None:
        """Give up the task, if there is one."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """End the process at once, whatever it is doing; a later task starts another. May be called twice."""
        self._stop(kill=True)
        self.cancel()

    def pump(self, timeout_s: float = 0.0) -> None:
        """Read what the process has sent, waiting for it at most this long [s]; hand it the next task when free."""
        try:
            while self._running is not None and self._end is not None and self._end.poll(timeout_s):
                timeout_s = 0.0
                self._read(Message.receive(self._end))
            if self._running is None and self._task is not None and not self._task.over:
                self._begin(self._task)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            self._lost(error)

    def tell(self, message: Message) -> None:
        """Send a message about a task, if the process is working on it; else it will learn with the opening."""
        if self._end is not None and self._running is not None and self._running.tag == message.tag:
            try:
                message.send(self._end)
            except OSError as error:
                self._lost(error)

    def give_up(self, tag: int) -> None:
        """Have the process end a task that nobody waits for any more."""
        if self._cancellable:
            self.tell(Message(MessageKind.CANCEL, tag))
        elif self._running is not None and self._running.tag == tag:
            self._stop(kill=True)

    def _begin(self, task: Task[_Payload, _Answer_co]) -> None:
        if self._process is not None and not self._process.is_alive():
            self._stop(kill=True)
        # Before anything can go wrong: a process that cannot even be started is one that has died over the task.
        self._running = task
        self.warm()
        payload, told = task.opening()
        self.tell(Message(MessageKind.BEGIN, task.tag, payload))
        for each in told:
            task.tell(each)

    def _read(self, message: Message) -> None:
        task = self._running
        if task is None or message.tag != task.tag:
            return
        if message.kind in {MessageKind.DONE, MessageKind.FAILED}:
            self._running = None
        if not task.over:
            task.read(message)

    def _lost(self, error: Exception) -> None:
        """Bury a process that has died; what it was working on will be begun again, if not too often already."""
        task, how = self._running, self._stop(kill=False)
        if task is None or task.over:
            return
        task.deaths += 1
        if task.deaths > self._restarts:
            how = f"died {task.deaths} times {task.doing}; gave up" if self._restarts else how
            failure = EngineError(f"{task.who} {how}")
            failure.__cause__ = error
            task.fail(failure)

    def _stop(self, *, kill: bool) -> str:
        """End the process, and return how it ended."""
        if self._end is not None:
            self._end.close()
        how = "could not be started" if self._process is None else bury(self._process, kill=kill)
        self._process = self._end = self._running = None
        return how


def wait_any(
    workers: Iterable[Worker[_Payload, _Answer_co]], timeout_s: float | None = None
) -> list[Worker[_Payload, _Answer_co]]:
    """Wait until one of these busy workers has sent something or died, and return all that have.

    Args:
        workers: whom to wait for.
        timeout_s: at most this long [s]; for ever if None.
    """
    ends = {worker: worker._end for worker in workers}  # noqa: SLF001 - our own
    ready = wait([end for end in ends.values() if end is not None], 0.0 if None in ends.values() else timeout_s)
    return [worker for worker, end in ends.items() if end is None or end in ready]
