"""The process's end of a worker: handles one task after the other, and talks to whoever asked."""

from __future__ import annotations

import contextlib
import enum
import pickle
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TypeVar, cast

from fakir3d.errors import FakirError

_Payload = TypeVar("_Payload")


class MessageKind(enum.Enum):
    """What a message is: the first three go to the process, the others come from it."""

    BEGIN = "a task"
    TELL = "something about the task that is being worked on"
    CANCEL = "nobody waits for this task any more"
    PART = "a part of the answer"
    NOTICE = "why it takes longer than usual"
    DONE = "the answer, or nothing if the task was cancelled"
    FAILED = "why there is no answer: an error of ours or the text of another, and where it was raised"


@dataclass(frozen=True, slots=True)
class Message:
    """What goes through the pipe; the tag says which task it is about."""

    kind: MessageKind
    tag: int
    content: object = None

    def send(self, end: Connection) -> None:
        """Send it. Raises OSError when the other end is gone."""
        # Protocol 5 keeps read-only arrays read-only; the default of Connection.send does not.
        end.send_bytes(pickle.dumps(self, protocol=5))

    @staticmethod
    def receive(end: Connection) -> Message:
        """Wait for one. Raises EOFError or OSError when the other end is gone."""
        return cast("Message", pickle.loads(end.recv_bytes()))  # noqa: S301 - from our own process only


class TaskCancelledError(Exception):
    """In the process: nobody waits any more for the task in which this is raised."""


class Channel:
    """What a handler talks to whoever asked by; all of it is about one task."""

    def __init__(self, end: Connection, tag: int) -> None:
        self._end, self._tag = end, tag
        self._told: list[object] = []

    def send(self, part: object) -> None:
        """Send a part of the answer.

        Raises:
            TaskCancelledError: if nobody waits for the task any more.
        """
        Message(MessageKind.PART, self._tag, part).send(self._end)
        self._listen(0.0)

    def notice(self, text: str) -> None:
        """Say why the answer takes longer than usual."""
        Message(MessageKind.NOTICE, self._tag, text).send(self._end)

    def receive(self, timeout_s: float = 0.0) -> list[object]:
        """Return what the handler has been told since it last asked, waiting at most this long for something [s].

        Raises:
            TaskCancelledError: if nobody waits for the task any more.
        """
        self._listen(0.0 if self._told else timeout_s)
        told, self._told = self._told, []
        return told

    def _listen(self, timeout_s: float) -> None:
        """Keep what has arrived; what is about a task that is over is passed over."""
        while self._end.poll(timeout_s):
            timeout_s = 0.0
            match Message.receive(self._end):
                case Message(MessageKind.TELL, self._tag, content):
                    self._told.append(content)
                case Message(MessageKind.CANCEL, self._tag):
                    raise TaskCancelledError


def serve(
    handle: Callable[[_Payload, Channel], object], end: Connection, *, prepare: Callable[[], object] = bool
) -> None:
    """Handle the tasks that come through a pipe, one after the other; what runs in the process.

    Args:
        handle: called with each.
        end: the process's end of the pipe.
        prepare: called first; if it fails, the tasks will tell why.

    Raises:
        EOFError, OSError: when the other end is gone.
    """
    with contextlib.suppress(FakirError):
        prepare()
    while True:
        message = Message.receive(end)
        if message.kind is not MessageKind.BEGIN:
            continue
        try:
            answer = handle(cast("_Payload", message.content), Channel(end, message.tag))
            Message(MessageKind.DONE, message.tag, answer).send(end)
        except TaskCancelledError:
            Message(MessageKind.DONE, message.tag).send(end)
        except Exception as error:  # noqa: BLE001 - a bug must reach whoever asked, not end the process
            what = error if isinstance(error, FakirError) else repr(error)
            Message(MessageKind.FAILED, message.tag, (what, traceback.format_exc())).send(end)
