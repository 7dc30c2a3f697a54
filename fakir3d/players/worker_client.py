"""One question at a time to a process of its own: what the thinker and the tutor have in common."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from fakir3d.errors import EngineError, FakirError
from fakir3d.workers import Helper, HelperGoneError, Line, Serve

__all__ = ["MAX_RESTARTS", "Question", "Reply", "WorkerClient", "answer_all"]

MAX_RESTARTS = 3
"""How often a question is asked again after the process died, before it is given up."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked.

    Attributes:
        tag: comes back with each reply.
        who: is asked, for messages: ``the player greedy``.
    """

    tag: int
    who: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        tag: that of the question.
        content: the answer, or as much of it as is known.
        last: whether it is whole.
    """

    tag: int
    content: object
    last: bool = True


@dataclass(frozen=True, slots=True)
class _Notice:
    tag: int
    text: str


@dataclass(frozen=True, slots=True)
class _Broken:
    tag: int
    error: FakirError


Tell = Callable[[str], None]
Send = Callable[[Reply], None]


class WorkerClient:
    """Asks one question at a time; a new one, or ``cancel``, gives up the one before.

    A question that is given up while it is thought about ends its process, so that nobody thinks about positions
    that are gone; the next question starts another.

    Args:
        serve: what runs in the process.
        name: what process lists call it.
    """

    def __init__(self, serve: Serve, name: str) -> None:
        self._helper = Helper(serve, name)
        self._question: Question | None = None
        self._restarts = 0
        self._notice: str | None = None

    @property
    def thinking(self) -> bool:
        """Return whether a question waits for its answer."""
        return self._question is not None

    @property
    def notice(self) -> str | None:
        """Return why this answer takes longer than usual (something is compiled, once on a machine), or None."""
        return self._notice if self._question is not None else None

    @property
    def pid(self) -> int | None:
        """Return the id of the process, or None while none runs."""
        return self._helper.pid

    def warm(self) -> None:
        """Start the process now, so that the first question need not wait for it."""
        self._helper.start()

    def cancel(self) -> None:
        """Give up the question, if there is one."""
        if self._question is not None:
            self._question = None
            self._helper.kill()

    def close(self) -> None:
        """End the process. May be called twice."""
        self._question = None
        self._helper.close()

    def _ask(self, question: Question) -> None:
        self.cancel()
        self._restarts = 0
        self._put(question)

    def _replies(self) -> list[Reply]:
        """Return what has come to the question since last asked for; never blocks, nothing to one given up.

        Raises:
            EngineError: if there can be no answer.
        """
        question = self._question
        if question is None:
            return []
        try:
            messages = self._helper.receive()
        except HelperGoneError as error:
            self._died(question, error)
            return []
        replies: list[Reply] = []
        for message in messages:
            match message:
                case _Notice(tag=question.tag, text=text):
                    self._notice = text
                case Reply(tag=question.tag, last=last):
                    replies.append(message)
                    self._notice = None
                    self._question = None if last else question
                case _Broken(tag=question.tag, error=failure):
                    self._question = None
                    raise failure
        return replies

    def _put(self, question: Question) -> None:
        self._question, self._notice = question, None
        try:
            self._helper.send(question)
        except HelperGoneError as error:
            self._died(question, error)

    def _died(self, question: Question, error: HelperGoneError) -> None:
        self._helper.kill()
        self._restarts += 1
        if self._restarts > MAX_RESTARTS:
            self._question = None
            raise EngineError(f"{question.who} died {self._restarts} times thinking; gave up") from error
        self._put(question)


def answer_all(line: Line, answer: Callable[[Question, Send, Tell], None]) -> None:
    """Answer the questions that come through a line until None comes; runs in the process.

    Args:
        line: where questions come from and answers go.
        answer: called with a question, with what sends replies, and with what tells why it takes so long.
    """
    while (question := line.receive()) is not None:
        if not isinstance(question, Question):
            continue
        try:
            answer(question, line.send, partial(_tell, line, question.tag))
        except FakirError as error:
            line.send(_Broken(question.tag, error))
        except OSError:
            # The line is cut: nobody is there to hear of it.
            raise
        except Exception as error:  # noqa: BLE001 - a bug must reach the table, not end the process
            failure = EngineError(f"{question.who} failed: {error!r}")
            failure.add_note(traceback.format_exc())
            line.send(_Broken(question.tag, failure))


def _tell(line: Line, tag: int, text: str) -> None:
    line.send(_Notice(tag, text))
