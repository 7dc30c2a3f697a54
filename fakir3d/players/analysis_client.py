"""The teacher in a process of their own: the window asks, and goes on."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

from fakir3d import kernel
from fakir3d.players.teacher import Hint, Moment, Step, hints, review
from fakir3d.rules.state import State
from fakir3d.workers import Channel, Task, Worker


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
class _AnalysisRequest:
    """A question: about a position, or about the moves of a game."""

    subject: State | tuple[Step, ...]
    names: tuple[str, ...]
    tag: int


class AnalysisClient(Worker[_AnalysisRequest, Advice | LookingBack]):
    """Asks the teacher, one question at a time; see ``players.teacher`` for what they say."""

    def __init__(self) -> None:
        super().__init__(_analyse, "fakir3d-teacher")
        self._known = 0

    def hints(self, state: State, names: tuple[str, ...], tag: int) -> None:
        """Ask for the best moves in a position."""
        self._ask(_AnalysisRequest(state, names, tag))

    def review(self, steps: tuple[Step, ...], names: tuple[str, ...], tag: int) -> None:
        """Ask what is to be said about the moves of a game."""
        self._ask(_AnalysisRequest(steps, names, tag))

    def poll(self) -> Advice | LookingBack | None:
        """Return what has come, if anything has; never blocks. A review comes in parts, each with all before it.

        Raises:
            EngineError: if the teacher cannot answer.
        """
        task, answer = self._task, super().poll()
        if answer is not None or task is None:
            return answer
        # When a process has died, the next one begins again with the first moment.
        moments = {part.index: part for part in task.parts if isinstance(part, Moment)}
        if len(moments) == self._known:
            return None
        self._known = len(moments)
        return LookingBack(task.payload.tag, tuple(moments.values()), whole=False)

    def _ask(self, request: _AnalysisRequest) -> None:
        self._known = 0
        self.submit(Task(request, "the teacher", "thinking"))


def _analyse(request: _AnalysisRequest, channel: Channel) -> Advice | LookingBack:
    subject, names, tag = request.subject, request.names, request.tag
    with kernel.compiling(channel.notice) if kernel.has_numba() else nullcontext():
        if isinstance(subject, State):
            return Advice(tag, hints(subject, names))
        moments = []
        for moment in review(subject, names):
            moments.append(moment)
            channel.send(moment)
        return LookingBack(tag, tuple(moments), whole=True)
