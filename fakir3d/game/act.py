"""A move that is being made: its motion as it comes, and in the end its turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fakir3d.crosscheck.pipeline import Comparison
from fakir3d.crosscheck.policy import retry_config
from fakir3d.errors import EngineError, MisuseError
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.resolve import Attempt, judged, worth_a_retry
from fakir3d.game.workers.performers import Performer
from fakir3d.motion import Chunk
from fakir3d.physics.hand.script import Gesture

__all__ = ["Act"]


class Act:
    """A move that is being made; ``Session.begin`` makes one.

    Nothing of the game changes before ``result`` has been called. The motion that ``chunks`` hands out is the first
    performance's; after an engine fault the turn's recording is another one.
    """

    def __init__(
        self,
        asked: Attempt,
        gesture: Gesture | None,
        performer: Performer,
        *,
        commit: Callable[[Attempt, Comparison], PlayedMove],
        leave: Callable[[Act], None],
    ) -> None:
        self.asked = asked
        self.gesture = gesture
        self._performer = performer
        self._commit = commit
        self._leave = leave
        self._tried = 1
        self._turn: PlayedMove | None = None
        self._cancelled = False
        self._config = asked.header.config
        self._running = performer.start(asked.scene, asked.script, self._config)

    @property
    def cancelled(self) -> bool:
        """Return whether the move was given up before it was made."""
        return self._cancelled

    def chunks(self) -> list[Chunk]:
        """Return the pieces of motion that have arrived since the last call; never blocks."""
        return [] if self._cancelled or self._tried > 1 else self._running.chunks()

    def done(self) -> bool:
        """Return whether ``result`` would return at once; never blocks."""
        if self._turn is not None or self._cancelled:
            return True
        if not self._running.done():
            return False
        try:
            performance = self._running.result()
            return performance.taken_back or not self._retried(judged(self.asked, performance))
        except EngineError:
            # It cannot get any further; ``result`` says why.
            return True

    def result(self) -> PlayedMove:
        """Wait for the move, make it part of the game, and return it; the same turn every time.

        Raises:
            MisuseError: if it was cancelled, or the hand that dragged it took it back.
            EngineError: if it could not be performed; the position is as before.
        """
        while self._turn is None:
            if self._cancelled:
                raise MisuseError(f"{self.asked.move} was taken back before it was made")
            try:
                performance = self._running.result()
            except EngineError:
                self._leave(self)
                raise
            seen = judged(self.asked, performance)
            if performance.taken_back:
                # The hand that dragged the stick thought better of it.
                self.cancel()
            elif not self._retried(seen):
                self._turn = self._commit(replace(self.asked, tries=self._tried), seen)
                self._leave(self)
        return self._turn

    def cancel(self) -> None:
        """Give the move up: the position stays as it was. Does nothing once the turn has been made."""
        if self._turn is None and not self._cancelled:
            self._cancelled = True
            self._running.cancel()
            self._leave(self)

    def _retried(self, seen: Comparison) -> bool:
        """Perform the act again at half the step if it is worth it; return whether that was begun."""
        if not worth_a_retry(self.asked, seen, self._tried):
            return False
        self._tried += 1
        self._config = retry_config(self._config)
        self._running = self._performer.start(self.asked.scene, self.asked.script, self._config)
        return True
