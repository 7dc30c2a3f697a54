"""The process's end of a worker served in a thread of the test, to choose what arrives there and when."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from fakir3d.workers.channel import Message, MessageKind, serve


def served(handle: Callable[..., object], *messages: tuple[MessageKind, int, object]) -> list[Message]:
    """Return what is sent about a task when all these messages have arrived before it begins; its end is the last."""

    def run(end: Connection) -> None:
        with suppress(EOFError, OSError):
            serve(handle, end)

    ours, theirs = multiprocessing.Pipe()
    for message in messages:
        Message(*message).send(ours)
    thread = threading.Thread(target=run, args=(theirs,))
    thread.start()
    came = [Message.receive(ours)]
    while came[-1].kind not in {MessageKind.DONE, MessageKind.FAILED}:
        came.append(Message.receive(ours))
    ours.close()
    thread.join(10)
    assert not thread.is_alive()
    return came
