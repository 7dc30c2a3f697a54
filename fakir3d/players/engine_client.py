"""Computer players thinking in a process of their own, so that the window never waits for them."""

from __future__ import annotations

from dataclasses import dataclass

from fakir3d.errors import EngineError
from fakir3d.players.kinds import player_of, telling
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State
from fakir3d.workers import Channel, Task, Worker


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """What a player has chosen.

    Attributes:
        tag: that of the question.
        move: their move.
    """

    tag: int
    move: Move


@dataclass(frozen=True, slots=True)
class _MoveRequest:
    state: State
    kind: str
    seed: int
    tag: int


class EngineClient(Worker[_MoveRequest, EngineAnswer]):
    """Asks computer players for moves, one at a time: ``start``, then ``poll`` until the answer comes."""

    def __init__(self) -> None:
        super().__init__(_choose, "fakir3d-player")

    def start(self, state: State, kind: str, seed: int, tag: int) -> None:
        """Ask a computer player for a move; a question that waits for its answer is given up.

        Args:
            state: the position.
            kind: which player.
            seed: what they draw their lots from.
            tag: comes back with the answer.
        """
        self.submit(Task(_MoveRequest(state, kind, seed, tag), f"the player {kind}", "thinking"))


def _choose(request: _MoveRequest, channel: Channel) -> EngineAnswer:
    player = player_of(request.kind)
    if player is None:
        raise EngineError("people choose their own moves; no computer can be asked for them")
    with telling(request.kind, channel.notice):
        return EngineAnswer(request.tag, player.choose(request.state, request.seed))
