"""The teacher in a process of his own: the window asks, and goes on."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

from fakir3d import kernel
from fakir3d.players.teacher import Hint, Moment, Step, hints, review
from fakir3d.players.worker_client import Question, Reply, Send, Tell, WorkerClient, answer_all
from fakir3d.rules.state import State
from fakir3d.workers import Line

__all__ = ["Advice", "AnalysisClient", "LookingBack"]


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer to a question for hints.

    Attributes:
        tag: that of the question.
        hints: the best first.
    """

    tag: int
    hints: tuple[Hint, ...]


@dataclass(frozen=True, slots=True)
class LookingBack:
    """As much as is known of the answer to a question for a review.

    Attributes:
        tag: that of the question.
        moments: one for each move, from the first on.
        whole: whether all moves have been looked at.
    """

    tag: int
    moments: tuple[Moment, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class _Hints(Question):
    state: State
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Review(Question):
    steps: tuple[Step, ...]
    names: tuple[str, ...]


class AnalysisClient(WorkerClient):
    """Asks the teacher, one question at a time; see ``players.teacher`` for what he says."""

    def __init__(self) -> None:
        super().__init__(_serve, "fakir3d-teacher")
        self._moments: tuple[Moment, ...] = ()

    def hints(self, state: State, names: tuple[str, ...], tag: int) -> None:
        """Ask for the best moves in a position."""
        self._ask(_Hints(tag, "the teacher", state, names))

    def review(self, steps: tuple[Step, ...], names: tuple[str, ...], tag: int) -> None:
        """Ask what is to be said about the moves of a game."""
        self._moments = ()
        self._ask(_Review(tag, "the teacher", steps, names))

    def poll(self) -> Advice | LookingBack | None:
        """Return what has come, if anything has; never blocks. A review comes in parts, each with all before it.

        Raises:
            EngineError: if the teacher cannot answer.
        """
        latest: Advice | LookingBack | None = None
        for reply in self._replies():
            match reply.content:
                case Advice() as advice:
                    latest = advice
                case Moment() as moment:
                    self._moments += (moment,)
                    latest = LookingBack(reply.tag, self._moments, reply.last)
                case _:
                    latest = LookingBack(reply.tag, self._moments, reply.last)
        return latest


def _serve(line: Line) -> None:
    answer_all(line, _answer)


def _answer(question: Question, send: Send, tell: Tell) -> None:
    with kernel.compiling(tell) if kernel.has_numba() else nullcontext():
        match question:
            case _Hints(tag, _, state, names):
                send(Reply(tag, Advice(tag, hints(state, names))))
            case _Review(tag, _, steps, names):
                for moment in review(steps, names):
                    send(Reply(tag, moment, last=False))
                send(Reply(tag, None))
