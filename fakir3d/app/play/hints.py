"""Hints for one game: shown one after the other, gone with the position they belong to."""

from __future__ import annotations

from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.play.texts import Tone
from fakir3d.errors import FakirError
from fakir3d.players.analysis_client import Advice, AnalysisClient
from fakir3d.players.teacher import Hint


class HintMarker:
    """Gives hints about one game.

    Attributes:
        text: for the status line now; empty for nothing.
        tone: of this text.
    """

    def __init__(self, analysis: AnalysisClient, controller: GameController) -> None:
        self._analysis, self._controller = analysis, controller
        self._hints: tuple[Hint, ...] = ()
        self._at = 0
        self._asked = -1  # for which position, by GameController.changes
        self._waiting = False
        self.text, self.tone = "", Tone.PLAIN

    @property
    def hint(self) -> Hint | None:
        """Return the hint to be marked."""
        return self._hints[self._at] if self._hints else None

    @property
    def sentence(self) -> str:
        """Return the hint and why, in full; empty without one."""
        hint = self.hint
        if hint is None:
            return ""
        place = "Best" if self._at == 0 else f"Number {self._at + 1}"
        return f"{place}: {hint.why}"

    def ask(self) -> None:
        """Take the key: the best move, again for the next best; or why there is no hint now."""
        refused = self._refused()
        if refused:
            self.text, self.tone = refused, Tone.WARN
        elif self._hints:
            self._at = (self._at + 1) % len(self._hints)
            self._announce()
        elif not self._waiting:
            self._asked, self._waiting = self._controller.changes, True
            self.text, self.tone = "Looking for the best move …", Tone.PLAIN
            try:
                self._analysis.hints(self._controller.shown, self._controller.names, self._asked)
            except FakirError as error:
                self._fail(error)

    def _refused(self) -> str:
        match self._controller.waiting_for:
            case Waiting.FALLING:
                return "The sticks are still falling; ask again when they lie still."
            case Waiting.THINKING | Waiting.PAUSED:
                name = self._controller.names[self._controller.shown.seat]
                return f"{name} is to move, a computer; hints are for people."
            case Waiting.OVER:
                return "The game is over. Look back (B) shows what would have been better."
            case _:
                return ""

    def tick(self) -> bool:
        """Take an answer if it is there; return whether there is something new to see."""
        if self.follow():
            return True
        if not self._waiting:
            return False
        try:
            answer = self._analysis.poll()
        except FakirError as error:
            self._fail(error)
            return True
        if isinstance(answer, Advice) and answer.tag == self._asked:
            self._waiting, self._at = False, 0
            self._hints = answer.hints
            self._announce()
            return True
        before, notice = self.text, self._analysis.notice
        self.text = notice or self.text
        return before != self.text

    def follow(self) -> bool:
        """Forget hints, and questions, about a position that is gone; return whether there were any."""
        asked = self._waiting or bool(self._hints)
        gone = self._controller.changes != self._asked or self._controller.waiting_for is not Waiting.HUMAN
        return asked and gone and self.drop()

    def drop(self) -> bool:
        """Forget the hints and stop looking for any; return whether there was something to forget."""
        had = self._waiting or bool(self._hints)
        if self._waiting:
            self._analysis.cancel()
        self._hints, self._waiting, self._at = (), False, 0
        self.clear_text()
        return had

    def close(self) -> None:
        """Forget the hints and end the analysis client's process."""
        self.drop()
        self._analysis.close()

    def clear_text(self) -> None:
        """Leave the status line to others."""
        self.text, self.tone = "", Tone.PLAIN

    def _fail(self, error: FakirError) -> None:
        self._waiting = False
        self.text, self.tone = str(error), Tone.WARN

    def _announce(self) -> None:
        count = len(self._hints)
        again = ""
        if count > 1:
            again = ", H marks the best again" if self._at == count - 1 else ", H marks the next best"
        self.text, self.tone = f"Hint {self._at + 1} of {count} is marked with rays · Enter plays it{again}", Tone.GOOD
