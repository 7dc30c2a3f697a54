"""The sessions of the window: a new game from its setup, a loaded one, a variation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fakir3d.block.document import load_block
from fakir3d.game.record.load import load_record
from fakir3d.game.saves import autosave, go_on
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import Performer
from fakir3d.physics.engines import available, default_engine


class SessionFactory:
    """Begins sessions; keeps the one performer that they share.

    Args:
        make: returns a performer for an engine's name.
        engine: the engine's name; None for each game's own, or the best there is.
    """

    def __init__(self, make: Callable[[str], Performer], engine: str | None) -> None:
        self._make = make
        self._engine = engine
        self._performer: Performer | None = None

    def begin(self, setup: GameSetup) -> Session:
        """Return a new game, saved by itself from its first move on.

        Raises:
            FakirError: if the block, the engine, a seat or a number is refused; nothing has changed.
        """
        spec = load_block(setup.block)
        performer = self._performer_for(self._engine or default_engine())
        return Session.new(spec, performer, setup, journal=autosave)

    def load(self, path: Path) -> tuple[Session, str]:
        """Return the game in a file, and a sentence about it; a save of our own is continued in place.

        Raises:
            FakirError: if it cannot be read; the file stays as it is.
        """
        header = load_record(path).header
        known = header.engine.name in available()
        performer = self._performer_for(self._engine or (header.engine.name if known else default_engine()))
        session, loaded = go_on(path, performer)
        text = f"{path.name} is loaded: {len(loaded.moves)} moves."
        if loaded.cut:
            text += " Its last line was cut off and has been left out."
        return session, text

    def variation(self, session: Session, number: int) -> Session:
        """Return a game of its own from the position after the first ``number`` moves of another; it is not saved."""
        performer = self._performer_for(session.header.engine.name)
        return Session(session.header, performer, moves=session.moves[:number])

    def close(self) -> None:
        """Close the performer."""
        if self._performer is not None:
            self._performer.close()
            self._performer = None

    def _performer_for(self, engine: str) -> Performer:
        if self._performer is None or self._performer.engine.name != engine:
            fresh = self._make(engine)
            self.close()
            self._performer = fresh
        return self._performer
