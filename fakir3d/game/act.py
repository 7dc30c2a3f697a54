"""A move that is being made: its motion as it comes, and in the end the played move."""

from __future__ import annotations

from collections.abc import Callable

from fakir3d.crosscheck.pipeline import Asked, Comparison, attempts
from fakir3d.errors import EngineError, MisuseError
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.workers.performers import Performer
from fakir3d.motion import Chunk
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import Gesture


class Act:
    """A move that is being made; ``Session.begin`` makes one.

    Nothing of the game changes before ``result`` has been called. ``chunks`` goes on with the act: the performance
    that has come is judged, and after an engine fault the act is performed once more. The motion that it hands out is
    the first performance's; after a retry the played move's recording is another one.
    """

    def __init__(
        self,
        asked: Asked,
        gesture: Gesture | None,
        performer: Performer,
        config: PhysicsConfig,
        *,
        retries: int,
        commit: Callable[[Comparison], PlayedMove],
        leave: Callable[[Act], None],
    ) -> None:
        self.asked = asked
        self.gesture = gesture
        self._performer = performer
        self._commit = commit
        self._leave = leave
        self._attempts = attempts(asked, performer.engine.name, config, retries)
        self._running = performer.start(asked.scene, asked.script, next(self._attempts))
        self._first = self._running
        self._comparison: Comparison | None = None
        self._failure: EngineError | None = None
        self._played: PlayedMove | None = None
        self._cancelled = self._taken_back = False
        self._go_on()

    @property
    def cancelled(self) -> bool:
        """Return whether the move was given up before it was made."""
        return self._cancelled

    def chunks(self) -> list[Chunk]:
        """Go on with the act, and return the pieces of motion that have arrived since the last call; never waits."""
        self._go_on()
        return [] if self._cancelled else self._first.chunks()

    def done(self) -> bool:
        """Return whether ``result`` would return at once; ``chunks`` brings that about."""
        over = self._cancelled or self._taken_back or self._failure is not None
        return over or self._comparison is not None

    def result(self) -> PlayedMove:
        """Wait for the move, make it part of the game, and return it; the same value every time.

        Raises:
            MisuseError: if it was cancelled, or the hand that dragged it took it back.
            EngineError: if it could not be performed; the position is as before.
        """
        while not self.done():
            self._take()
        if self._failure is not None:
            self._leave(self)
            raise self._failure
        if self._cancelled or self._comparison is None:
            self.cancel()
            raise MisuseError(f"{self.asked.move} was taken back before it was made")
        if self._played is None:
            self._played = self._commit(self._comparison)
            self._leave(self)
        return self._played

    def cancel(self) -> None:
        """Give the move up: the position stays as it was. Does nothing once the move has been made."""
        if self._played is None and not self._cancelled:
            self._cancelled = True
            self._running.cancel()
            self._leave(self)

    def _go_on(self) -> None:
        """Take the performances that have come."""
        while not self.done() and self._running.done():
            self._take()

    def _take(self) -> None:
        """Wait for a performance and judge it; begin another one if it is worth a retry."""
        try:
            performance = self._running.result()
        except EngineError as error:
            self._failure = error
            return
        if performance.taken_back:
            # The hand that dragged the stick thought better of it.
            self._taken_back = True
            return
        try:
            config = self._attempts.send(performance)
        except StopIteration as end:
            self._comparison = end.value
        else:
            self._running = self._performer.start(self.asked.scene, self.asked.script, config)
