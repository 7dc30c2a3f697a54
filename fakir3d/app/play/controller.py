"""The controller of one game: whose turn it is, what is falling, what a computer thinks. It draws nothing.

The window asks it for moves and lets its time pass; what it shows (``shown``, ``frame``) is always a position at
rest or a frame of a motion, and no result is reported before the sticks have come to rest.
"""

from __future__ import annotations

import enum

from fakir3d.app.play.intents import Place, intent, refusal
from fakir3d.app.play.playback import Playback
from fakir3d.app.play.texts import capitalised
from fakir3d.app.settings import Speed
from fakir3d.errors import EngineError, FakirError
from fakir3d.game.act import Act
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.session import Session
from fakir3d.motion import Snapshot
from fakir3d.physics.hand.script import Gesture
from fakir3d.players.engine_client import EngineClient
from fakir3d.rules import HAND, legal_moves
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Phase, State

_REPORTED_MOVES = 4  # so many of the last ones are reported
_PAUSE_S = 0.7  # between a move and a computer's answer at 1x, so that people see what happened


class Waiting(enum.Enum):
    """What the game is waiting for."""

    HUMAN = "human"
    """A person's move."""
    THINKING = "thinking"
    """A computer's choice."""
    FALLING = "falling"
    """The sticks."""
    PAUSED = "paused"
    """A word to go on: a computer would move, but a turn has just been taken back."""
    OVER = "over"
    """Nothing: somebody has won, or the game was stopped."""


class GameController:
    """One game being played in the window.

    Attributes:
        session: the game.
        playback: the motion being shown, or None.
        last_moves: the last ones made, oldest first, that are reported.
        failure: what went wrong with the last act; empty for nothing.
        changes: counts positions shown; whoever draws compares it.
    """

    def __init__(self, session: Session, engine: EngineClient) -> None:
        self.session = session
        self.playback: Playback | None = None
        self.last_moves: tuple[PlayedMove, ...] = session.moves[-_REPORTED_MOVES:]
        self.failure = ""
        self.changes = 0
        self._engine = engine
        self._act: Act | None = None
        self._frame: Snapshot | None = None
        self._state, self._snapshot = session.state, session.snapshot
        self._asked_tag: int | None = None  # of the choice that is being made
        self._notice = ""
        self._tag = 0
        self._pause_s = 0.0
        self._paused = False

    # What is seen.

    @property
    def shown(self) -> State:
        """Return the position that is shown: the last one at rest."""
        return self._state

    @property
    def snapshot(self) -> Snapshot:
        """Return the poses at rest that belong to it."""
        return self._snapshot

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names."""
        return self.session.header.names

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return what kind of player sits where."""
        return tuple(seat.kind for seat in self.session.header.seats)

    @property
    def waiting_for(self) -> Waiting:
        """Return what the game is waiting for."""
        if self._act is not None or self.playback is not None:
            return Waiting.FALLING
        if self._state.phase is Phase.OVER or self.session.stopped is not None:
            return Waiting.OVER
        if self.session.header.seats[self._state.seat].human:
            return Waiting.HUMAN
        return Waiting.PAUSED if self._paused else Waiting.THINKING

    @property
    def legal(self) -> tuple[Move, ...]:
        """Return the moves a person may make now; none while sticks fall or a computer is to move."""
        return legal_moves(self._state) if self.waiting_for is Waiting.HUMAN else ()

    @property
    def can_undo(self) -> bool:
        """Return whether there is a turn to take back."""
        return self.session.can_undo

    @property
    def can_redo(self) -> bool:
        """Return whether there is a turn to bring back."""
        return self.session.can_redo

    @property
    def notice(self) -> str:
        """Return why a computer takes longer than usual (something is compiled, once on a machine); mostly empty."""
        return self._notice if self.waiting_for is Waiting.THINKING else ""

    # What people do.

    def click(self, place: Place, side: int | None = None) -> str:
        """Make the move that a click on a place asks for.

        Returns:
            Empty when it has begun, else why not, in words.
        """
        match self.waiting_for:
            case Waiting.FALLING:
                return "The sticks are still falling; this click does not count (End skips the fall)."
            case Waiting.THINKING:
                return f"{self.names[self._state.seat]} is to move; please wait."
            case Waiting.PAUSED:
                self._paused = False
                return "The game goes on."
            case Waiting.OVER if self.session.stopped is not None:
                return "The game was stopped: physics and rules differed."
            case _:
                pass
        refused = refusal(self._state, place)
        if refused is not None:
            return f"{refused.rule}: {capitalised(refused.text)}."
        self.begin(intent(self._state, place), Gesture(side) if side is not None and place is not HAND else None)
        return self.failure

    def begin(self, move: Move, gesture: Gesture | None = None) -> None:
        """Make a move of whoever is to move; ``failure`` says so if it is refused."""
        self.failure = ""
        try:
            self._watch(self.session.begin(move, gesture))
        except FakirError as error:
            self.failure = str(error)

    def undo(self) -> None:
        """Take a turn back; a fall under way is given up."""
        if self.can_undo:
            self._drop()
            self.session.undo()
            self._settle_on_session()
            self._paused = True  # matters only where a computer is to move

    def redo(self) -> None:
        """Play a turn that was taken back again."""
        if self.can_redo:
            self._drop()
            act = self.session.redo()
            self._settle_on_session()
            self._paused = self.can_redo  # a computer must not cut off what can still be brought back
            if act is not None:
                self._watch(act)

    def skip(self) -> None:
        """Show the end of the fall at once, as soon as it is known."""
        if self.playback is not None:
            self.playback.skipped = True

    def close(self) -> None:
        """Stop thinking and give up the move being made; the game itself is in its journal."""
        self._drop()
        act = self.session.act
        if act is not None:
            act.cancel()

    # What time does.

    def tick(self, seconds: float, speed: Speed) -> bool:
        """Let time pass; return whether something that can be seen has changed.

        Args:
            seconds: since the last call [s].
            speed: how fast sticks are seen to fall.
        """
        match self.waiting_for:
            case Waiting.FALLING:
                return self._fall(seconds, speed)
            case Waiting.THINKING:
                return self._think(seconds, speed)
            case _:
                return False

    def frame(self) -> Snapshot | None:
        """Return the frame of the motion to show now; None when the sticks are at rest."""
        return self._frame

    def _watch(self, act: Act) -> None:
        self._act, self._frame = act, None
        self.playback = Playback()
        self._paused = False

    def _fall(self, seconds: float, speed: Speed) -> bool:
        playback, act = self.playback, self._act
        if playback is None:
            return False
        if act is not None:
            playback.feed(act.chunks())
            if act.done():
                playback.feed(act.chunks())
                playback.whole = True
                self._act = None
                if not self._finish(act):
                    return True
        frame = playback.advance(seconds, speed.factor)
        changed = frame is not None and frame != self._frame
        if changed:
            self._frame = frame
        if playback.finished:
            self._settle_on_session()
            self._pause_s = 0.0 if speed is Speed.SKIP else _PAUSE_S / speed.factor
            return True
        return changed

    def _finish(self, act: Act) -> bool:
        """Make the finished act part of the game; return whether that worked."""
        try:
            act.result()
        except EngineError as error:
            self._drop()
            self._settle_on_session()
            self.failure = str(error)
            return False
        return True

    def _settle_on_session(self) -> None:
        """Show the position of the session, at rest."""
        self.playback = self._act = self._frame = None
        self._state, self._snapshot = self.session.state, self.session.snapshot
        self.last_moves = self.session.moves[-_REPORTED_MOVES:]
        if self.session.stopped is not None:
            self.last_moves = (*self.last_moves, self.session.stopped)
        self.changes += 1

    def _drop(self) -> None:
        """Forget the choice and the motion under way."""
        self._engine.cancel()
        self._asked_tag, self._notice = None, ""
        self.playback = self._act = self._frame = None

    def _think(self, seconds: float, speed: Speed) -> bool:
        try:
            changed = self._await_engine(seconds, speed)
        except FakirError as error:  # such as a level that a loaded game names and this machine cannot play
            self._asked_tag, self.failure = None, str(error)
            changed = True
        if changed and self.failure:
            self._paused = True  # not again and again
            self.changes += 1
        return changed

    def _await_engine(self, seconds: float, speed: Speed) -> bool:
        if self._asked_tag is None:
            self._tag += 1
            self._asked_tag = self._tag
            kind = self.session.header.seats[self._state.seat].kind
            self._engine.start(self._state, kind, self.session.choice_seed, self._tag)
            return True
        self._pause_s -= seconds
        if self._pause_s > 0 and speed is not Speed.SKIP:
            return False
        answer = self._engine.poll()
        if answer is None or answer.tag != self._asked_tag:
            before, self._notice = self._notice, self._engine.notice or ""
            return before != self._notice
        self._asked_tag, self._notice = None, ""
        self.begin(answer.move)
        return True
