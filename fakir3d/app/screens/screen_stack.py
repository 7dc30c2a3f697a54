"""The stack of screens over the game: the review, and over that a variation. The game itself stays as it is."""

from __future__ import annotations

from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.play.ports import Ports, StagePort
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.play.texts import Tone
from fakir3d.app.screens.game import GameScreen
from fakir3d.app.screens.review import ReviewScreen
from fakir3d.app.screens.screen import Screen
from fakir3d.errors import FakirError
from fakir3d.rules.moves import Move


class ScreenStack:
    """The screens over the game.

    Attributes:
        open: those that are open, the last on top.
    """

    def __init__(self, stage: StagePort, sessions: SessionFactory, ports: Ports) -> None:
        self.open: list[ReviewScreen | GameScreen] = []
        self._stage, self._sessions, self._ports = stage, sessions, ports

    def review(self, game: GameScreen) -> None:
        """Open the review of a game; say why not if there can be none now."""
        session = game.controller.session
        if game.controller.waiting_for is Waiting.FALLING:
            game.set_status("The sticks are still falling; look back when they lie still.", Tone.WARN)
        elif not session.moves:
            game.set_status("There is nothing to look back at yet.", Tone.WARN)
        else:
            game.suspend()

            def try_out(number: int, move: Move | None) -> None:
                self._try_out(game, review, number, move)

            review = ReviewScreen(session, game.camera_control, game.settings, self._ports.analysis(), try_out)
            self.open.append(review)

    def _try_out(self, game: GameScreen, review: ReviewScreen, number: int, move: Move | None) -> None:
        """Play from the position before a move, beginning with another one if it is given."""
        camera_control = review.camera_control
        camera_control.restore_frame()
        try:
            session = self._sessions.variation(game.controller.session, number)
            controller = GameController(session, self._ports.engine)
            variation = GameScreen(
                controller, self._stage, review.settings, self._ports.analysis(), camera_control=camera_control
            )
            if move is not None:
                controller.begin(move)
        except FakirError as error:
            review.resume()
            review.set_status(str(error), Tone.WARN)
            return
        self.open.append(variation)

    def back(self, game: GameScreen) -> None:
        """Go back to what lies below: from a variation to the review, from there to the game."""
        if self.open:
            self._close(self.open.pop())
            below: Screen = self.open[-1] if self.open else game
            below.resume()

    def close(self) -> None:
        """Close all of them; another screen will be shown."""
        while self.open:
            self._close(self.open.pop())

    @staticmethod
    def _close(screen: ReviewScreen | GameScreen) -> None:
        screen.suspend()
        if isinstance(screen, GameScreen):
            screen.controller.session.close()
