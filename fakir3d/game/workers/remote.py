"""Acts that are performed in the worker process, seen from here; one of them by a hand that is dragged here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from fakir3d.game.workers.worker_main import ActRequest
from fakir3d.motion import Chunk
from fakir3d.physics.hand.guided import Feedback
from fakir3d.physics.hand.live import Lived, LivePiece, Past
from fakir3d.physics.hand.path import HandCommand, HandEnd, check_aim
from fakir3d.physics.performance import Performance
from fakir3d.workers import Task

_Result_co = TypeVar("_Result_co", bound=Performance | Lived, covariant=True)


class RemoteAct(Task[ActRequest, _Result_co]):
    """An act performed in the worker process.

    Attributes:
        frames: how many frames have arrived.
    """

    def __init__(self, request: ActRequest) -> None:
        super().__init__(request, "the physics process", f"performing {request.script.move} with {request.engine}")
        self.frames = 0
        self._waiting: list[Chunk] = []

    def chunks(self) -> list[Chunk]:
        """Return the pieces of motion that have arrived since the last call; never blocks."""
        self.worker.pump()
        arrived, self._waiting = self._waiting, []
        return arrived

    def cancel(self) -> None:
        """Give the act up; nothing more comes of it."""
        self._waiting = []
        super().cancel()

    def take(self, part: object) -> None:
        """Keep the frames of a chunk that have not been here before its process died."""
        assert isinstance(part, Chunk)  # noqa: S101 - our own process sends nothing else
        fresh = max(0, self.frames - part.first)
        if fresh < len(part.times_s):
            self._waiting.append(Chunk(part.first + fresh, part.names, part.times_s[fresh:], part.poses[fresh:]))
            self.frames = part.first + len(part.times_s)


class RemoteDragged(RemoteAct[Lived]):
    """An act whose stick is being dragged: in the process the world goes on in real time and follows the hand here.

    When the process dies the act is done again from what is known of the hand, as fast as it goes, and then goes on:
    all frames that were shown come out the same.

    Attributes:
        feedback: what the hand feels.
    """

    def __init__(self, request: ActRequest) -> None:
        super().__init__(request)
        self.feedback = Feedback()
        self._aim: float | None = None
        self._end: HandEnd | None = None
        self._commands: dict[float, HandCommand] = {}
        self._known_s = 0.0

    def opening(self) -> tuple[ActRequest, Sequence[HandCommand]]:
        """Return the act with all that is known of it already, and what the hand wants now."""
        newest = [wish for wish in (self._aim, self._end) if wish is not None]
        return replace(self.payload, past=Past(tuple(self._commands.items()), self._known_s)), newest

    def take(self, part: object) -> None:
        """Keep what a piece says of the hand, and its motion."""
        assert isinstance(part, LivePiece)  # noqa: S101 - our own process sends nothing else
        self._commands.update(part.commands)
        self._known_s = max(self._known_s, float(part.chunk.times_s[-1]))
        self.feedback = part.feedback
        super().take(part.chunk)

    def aim(self, along_m: float) -> None:
        """Want the stick at a place along its way, counted from where the act began [m]; never blocks.

        Raises:
            MisuseError: if it is no finite number; nothing has changed.
        """
        self._want(check_aim(along_m))

    def let_go(self) -> None:
        """Open the hand: what is far enough is done, the rest goes back. A hand that is off stays off."""
        self._want(HandEnd.LET_GO)

    def take_back(self) -> None:
        """Give the act up, if that can still be done: no standing stick has moved by 1 mm. The stick goes back."""
        self._want(HandEnd.TAKE_BACK)

    def _want(self, wish: HandCommand) -> None:
        if self.done() or self._end is not None:
            return
        if isinstance(wish, HandEnd):
            self._end = wish
        else:
            self._aim = wish
        self.tell(wish)
