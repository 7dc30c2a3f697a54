"""What is laid over the game for a while: the look back, and over that a variation. The game itself stays as it is."""

from __future__ import annotations

from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.play.ports import Ports
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.play.view import View
from fakir3d.app.screens.game import GameScreen
from fakir3d.app.screens.hud import Tone
from fakir3d.app.screens.review import ReviewScreen
from fakir3d.app.screens.screen import Screen
from fakir3d.errors import FakirError
from fakir3d.rules.moves import Move

__all__ = ["ScreenStack"]


class ScreenStack:
    """The stack of them.

    Attributes:
        open: those that are open, the last on top.
    """

    def __init__(self, view: View, games: SessionFactory, minds: Ports) -> None:
        self.open: list[ReviewScreen | GameScreen] = []
        self._view, self._games, self._minds = view, games, minds

    def look_back(self, table: GameScreen) -> None:
        """Look back at the game at the table; say why not if that cannot be now."""
        session = table.match.session
        if table.match.waiting_for is Waiting.FALLING:
            table.say("The sticks are still falling; look back when they lie still.", Tone.WARN)
        elif not session.moves:
            table.say("There is nothing to look back at yet.", Tone.WARN)
        else:
            table.leave()
            self.open.append(
                ReviewScreen(
                    session,
                    table.eyes,
                    table.settings,
                    self._minds.teachers(),
                    lambda number, move: self._try(table, number, move),
                )
            )

    def _try(self, table: GameScreen, number: int, move: Move | None) -> None:
        """Play from the position before a move, beginning with another one if it is given."""
        looking = self.open[-1]
        looking.eyes.step_up()
        try:
            session = self._games.variation(table.match.session, number)
            match = GameController(session, self._minds.player)
            variation = GameScreen(match, self._view, looking.settings, self._minds.teachers(), eyes=looking.eyes)
            if move is not None:
                match.begin(move)
        except FakirError as error:
            looking.come_back()
            looking.say(str(error), Tone.WARN)
            return
        self.open.append(variation)

    def back(self, table: GameScreen) -> None:
        """Go back to what lies below: from a variation to the look back, from there to the game."""
        if self.open:
            self._end(self.open.pop())
            below: Screen = self.open[-1] if self.open else table
            below.come_back()

    def close(self) -> None:
        """Put everything away; something else will be shown."""
        while self.open:
            self._end(self.open.pop())

    @staticmethod
    def _end(scene: ReviewScreen | GameScreen) -> None:
        scene.leave()
        if isinstance(scene, GameScreen):
            scene.match.session.close()
