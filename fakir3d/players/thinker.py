"""A computer player thinking in a process of his own, so that the window never waits for him."""

from __future__ import annotations

import traceback
from dataclasses import dataclass

from fakir3d.errors import EngineError, FakirError
from fakir3d.players.kinds import player_of, telling
from fakir3d.processes import Helper, HelperGoneError, Line
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State

__all__ = ["MAX_RESTARTS", "Answer", "Thinker"]

MAX_RESTARTS = 3
"""How often a question is asked again after the process died, before it is given up."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player has chosen.

    Attributes:
        tag: that of the question.
        move: his move.
    """

    tag: int
    move: Move


@dataclass(frozen=True, slots=True)
class _Question:
    tag: int
    state: State
    kind: str
    seed: int


@dataclass(frozen=True, slots=True)
class _Notice:
    tag: int
    text: str


@dataclass(frozen=True, slots=True)
class _Broken:
    tag: int
    error: FakirError


class Thinker:
    """Asks one question at a time; a new one, or ``cancel``, gives up the one before.

    A question that is given up while it is thought about ends its process, so that nobody thinks about positions
    that are gone; the next question starts another.
    """

    def __init__(self) -> None:
        self._helper = Helper(_serve, "fakir3d-player")
        self._question: _Question | None = None
        self._restarts = 0
        self._notice: str | None = None

    @property
    def notice(self) -> str | None:
        """Return why this answer takes longer than usual (something is compiled, once on a machine), or None."""
        return self._notice if self._question is not None else None

    @property
    def thinking(self) -> bool:
        """Return whether a question waits for its answer."""
        return self._question is not None

    @property
    def pid(self) -> int | None:
        """Return the id of the process, or None while none runs."""
        return self._helper.pid

    def warm(self) -> None:
        """Start the process now, so that the first question need not wait for it."""
        self._helper.start()

    def start(self, state: State, kind: str, seed: int, tag: int) -> None:
        """Ask a computer player for a move.

        Args:
            state: the position.
            kind: which player.
            seed: what he draws his lots from.
            tag: comes back with the answer.
        """
        self.cancel()
        self._restarts = 0
        self._ask(_Question(tag, state, kind, seed))

    def poll(self) -> Answer | None:
        """Return the answer once it is there; never blocks, and never returns one to a question given up.

        Raises:
            EngineError: if the player cannot answer.
        """
        question = self._question
        if question is None:
            return None
        try:
            messages = self._helper.receive()
        except HelperGoneError as error:
            self._died(question, error)
            return None
        for message in messages:
            match message:
                case _Notice(tag=question.tag, text=text):
                    self._notice = text
                case Answer(tag=question.tag):
                    self._question = None
                    return message
                case _Broken(tag=question.tag, error=failure):
                    self._question = None
                    raise failure
        return None

    def cancel(self) -> None:
        """Give up the question, if there is one."""
        if self._question is not None:
            self._question = None
            self._helper.kill()

    def close(self) -> None:
        """End the process. May be called twice."""
        self._question = None
        self._helper.close()

    def _ask(self, question: _Question) -> None:
        self._question, self._notice = question, None
        try:
            self._helper.send(question)
        except HelperGoneError as error:
            self._died(question, error)

    def _died(self, question: _Question, error: HelperGoneError) -> None:
        self._helper.kill()
        self._restarts += 1
        if self._restarts > MAX_RESTARTS:
            self._question = None
            raise EngineError(f"the player {question.kind} died {self._restarts} times thinking; gave up") from error
        self._ask(question)


def _serve(line: Line) -> None:
    """Answer the questions that come through the line until None comes."""
    while (question := line.receive()) is not None:
        if isinstance(question, _Question):
            line.send(_answer(question, line))


def _answer(question: _Question, line: Line) -> Answer | _Broken:
    try:
        player = player_of(question.kind)
        if player is None:
            return _Broken(question.tag, EngineError("a human chooses by himself; no computer can be asked for him"))
        with telling(question.kind, lambda text: line.send(_Notice(question.tag, text))):
            return Answer(question.tag, player.choose(question.state, question.seed))
    except FakirError as error:
        return _Broken(question.tag, error)
    except Exception as error:  # noqa: BLE001 - a bug in a player must reach the table, not end the process
        failure = EngineError(f"the player {question.kind} failed: {error!r}")
        failure.add_note(traceback.format_exc())
        return _Broken(question.tag, failure)
