"""A computer player thinking in a process of his own, so that the window never waits for him."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d.errors import EngineError
from fakir3d.players.kinds import player_of, telling
from fakir3d.players.worker_client import MAX_RESTARTS, Question, Reply, Send, Tell, WorkerClient, answer_all
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State
from fakir3d.workers import Line

__all__ = ["MAX_RESTARTS", "EngineAnswer", "EngineClient"]


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """What a player has chosen.

    Attributes:
        tag: that of the question.
        move: his move.
    """

    tag: int
    move: Move


@dataclass(frozen=True, slots=True)
class _Choice(Question):
    state: State
    kind: str
    seed: int


class EngineClient(WorkerClient):
    """Asks computer players for moves, one at a time."""

    def __init__(self) -> None:
        super().__init__(_serve, "fakir3d-player")

    def start(self, state: State, kind: str, seed: int, tag: int) -> None:
        """Ask a computer player for a move.

        Args:
            state: the position.
            kind: which player.
            seed: what he draws his lots from.
            tag: comes back with the answer.
        """
        self._ask(_Choice(tag, f"the player {kind}", state, kind, seed))

    def poll(self) -> EngineAnswer | None:
        """Return the answer once it is there; never blocks, and never returns one to a question given up.

        Raises:
            EngineError: if the player cannot answer.
        """
        answers = [reply.content for reply in self._replies()]
        return next((answer for answer in answers if isinstance(answer, EngineAnswer)), None)


def _serve(line: Line) -> None:
    answer_all(line, _answer)


def _answer(question: Question, send: Send, tell: Tell) -> None:
    assert isinstance(question, _Choice)  # noqa: S101 - nothing else is sent here
    player = player_of(question.kind)
    if player is None:
        raise EngineError("a human chooses by himself; no computer can be asked for him")
    with telling(question.kind, tell):
        move = player.choose(question.state, question.seed)
    send(Reply(question.tag, EngineAnswer(question.tag, move)))
