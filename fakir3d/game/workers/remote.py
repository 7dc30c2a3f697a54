"""Acts that are performed in the helper process, seen from here; one of them by a hand that is dragged here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from fakir3d.errors import EngineError, FakirError
from fakir3d.game.workers.worker_main import Job, LiveJob, Wanted
from fakir3d.motion import Chunk
from fakir3d.physics.hand.guided import Feedback
from fakir3d.physics.hand.live import Lived, LivePiece, Past
from fakir3d.physics.hand.path import HandCommand, HandEnd, check_aim
from fakir3d.physics.performance import Performance

__all__ = ["Channel", "RemoteAct", "RemoteDragged", "RemoteScripted"]

_WAIT_S = 0.1


class Channel(Protocol):
    """What brings messages to the process, and its answers back."""

    def pump(self, timeout_s: float) -> None:
        """Read what the process has sent, waiting for it at most this long [s]; hand it the next job when free."""
        ...

    def tell(self, act: RemoteAct, message: object) -> None:
        """Send a message about an act, if the process is working on it; else it will learn with the job."""
        ...

    def give_up(self, act: RemoteAct) -> None:
        """Tell the process that nobody waits for an act any more."""
        ...


@dataclass(slots=True)
class RemoteAct:
    """An act performed in the helper process.

    Attributes:
        post: the way to the process.
        job: what the process is asked to do.
        restarts: how often the process has died over it.
        frames: how many frames have arrived.
        waiting: the pieces of motion that nobody has fetched yet.
        answer: what came of it.
        failure: why nothing came of it.
        given_up: whether nobody waits for it any more.
    """

    post: Channel
    job: Job | LiveJob
    restarts: int = 0
    frames: int = 0
    waiting: list[Chunk] = field(default_factory=list)
    answer: Performance | Lived | None = None
    failure: FakirError | None = None
    given_up: bool = False

    @property
    def over(self) -> bool:
        """Return whether nothing more will come."""
        return self.answer is not None or self.failure is not None or self.given_up

    def begin(self) -> Job | LiveJob:
        """Return what the process is asked to do now, at the beginning or after another one has died."""
        return self.job

    def newest(self) -> Sequence[object]:
        """Return what the process must be told besides."""
        return ()

    def chunks(self) -> list[Chunk]:
        """Return the pieces of motion that have arrived since the last call; never blocks."""
        self.post.pump(0.0)
        arrived, self.waiting = self.waiting, []
        return arrived

    def done(self) -> bool:
        """Return whether the answer is there (or will never be); never blocks."""
        self.post.pump(0.0)
        return self.over

    def cancel(self) -> None:
        """Give the act up; nothing more comes of it."""
        self.given_up = True
        self.waiting = []
        self.post.give_up(self)

    def take(self, chunk: Chunk) -> None:
        """Keep the frames of a chunk that have not been here before its process died."""
        fresh = max(0, self.frames - chunk.first)
        if fresh < len(chunk.times_s):
            self.waiting.append(Chunk(chunk.first + fresh, chunk.names, chunk.times_s[fresh:], chunk.poses[fresh:]))
            self.frames = chunk.first + len(chunk.times_s)

    def wait(self) -> Performance | Lived:
        """Wait for the answer. Raises EngineError if there is none."""
        while not self.over:
            self.post.pump(_WAIT_S)
        if self.failure is not None:
            raise self.failure
        if self.answer is None:
            raise EngineError("the act was given up; it has no result")
        return self.answer


class RemoteScripted(RemoteAct):
    """An act whose script says everything."""

    __slots__ = ()

    def result(self) -> Performance:
        """Wait for the performance. Raises EngineError if it could not be made."""
        answer = self.wait()
        return answer.performance if isinstance(answer, Lived) else answer


class RemoteDragged(RemoteAct):
    """An act whose stick is being dragged: in the process the world goes on in real time and follows the hand here.

    When the process dies the act is done again from what is known of the hand, as fast as it goes, and then goes on:
    all frames that were shown come out the same.
    """

    __slots__ = ("_aim", "_end", "_known_s", "_wishes", "felt")

    def __init__(self, post: Channel, job: LiveJob) -> None:
        super().__init__(post, job)
        self.felt = Feedback()
        """What the hand feels."""
        self._aim: float | None = None
        self._end: HandEnd | None = None
        self._wishes: dict[float, HandCommand] = {}
        self._known_s = 0.0

    def begin(self) -> LiveJob:
        """Return the job with all that is known of the act already."""
        job = self.job
        return LiveJob(
            job.tag, job.scene, job.script, job.engine, job.config, Past(tuple(self._wishes.items()), self._known_s)
        )

    def newest(self) -> Sequence[Wanted]:
        """Return what the hand wants now; a process that takes the act up has not heard it."""
        return [Wanted(self.job.tag, wish) for wish in (self._aim, self._end) if wish is not None]

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

    def feel(self, piece: LivePiece) -> None:
        """Keep what a piece says of the hand, and its motion."""
        self._wishes.update(piece.commands)
        self._known_s = max(self._known_s, float(piece.chunk.times_s[-1]))
        self.felt = piece.feedback
        self.take(piece.chunk)

    def result(self) -> Lived:
        """Wait for what came of it. Raises EngineError if it could not be performed."""
        answer = self.wait()
        assert isinstance(answer, Lived)  # noqa: S101 - only a LiveJob was asked for
        return answer

    def _want(self, wish: HandCommand) -> None:
        # Read first: a process that waits for us to read would not read what we send.
        self.post.pump(0.0)
        if self._end is None and not self.over:
            if isinstance(wish, HandEnd):
                self._end = wish
            else:
                self._aim = wish
            self.post.tell(self, Wanted(self.job.tag, wish))
