"""Looking back at a game: move by move, with the graph of who stood better, the mistakes and what was better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fakir3d.app.play.actions import Action
from fakir3d.app.play.camera_control import CameraControl
from fakir3d.app.play.intents import place_of
from fakir3d.app.play.picking import Point, Size, targets_for
from fakir3d.app.play.ports import AnalysisPort
from fakir3d.app.play.texts import Board, News, present
from fakir3d.app.screens.graph import Bar, Graph, Side
from fakir3d.app.screens.hud import Hud, Tone
from fakir3d.app.screens.toolbar import look_back_tools
from fakir3d.app.settings import Settings
from fakir3d.errors import FakirError
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.session import Session
from fakir3d.motion import Snapshot
from fakir3d.players.analysis_client import LookingBack
from fakir3d.players.teacher import Moment, Step
from fakir3d.rules import say_move, say_outcome
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State
from fakir3d.rules.sticks import Colour

__all__ = ["ReviewScreen", "sides_of"]

_TAG = 0
_FAR = 10  # so many moves at once by Page up and down
_HELP_BETTER = "Ring with ticks: what was done; rays: what was better · Enter tries it out, Tab to the next mistake"
_HELP = "← and → move by move, Tab to the next mistake, Enter tries it out, B back to the game"


class ReviewScreen:
    """A game as it was, one position at a time; it changes nothing.

    Attributes:
        at: the move that is shown, about to be made, from 0; the number of moves for the end.
        settings: what is switched on.
        eyes: who looks.
        changes: counts positions shown.
    """

    def __init__(
        self,
        session: Session,
        eyes: CameraControl,
        settings: Settings,
        teacher: AnalysisPort,
        try_it: Callable[[int, Move | None], None],
    ) -> None:
        self.settings, self.eyes, self.changes = settings, eyes, 0
        self._moves, self._end = session.moves, (session.state, session.snapshot)
        self._names = session.header.names
        self._kinds = tuple(seat.kind for seat in session.header.seats)
        self._spec, self._teacher, self._try_it = session.spec, teacher, try_it
        self._said: tuple[str, Tone] | None = None
        self._moments: tuple[Moment, ...] = ()
        self._whole = False
        self._trouble = self._notice = ""
        self.at = len(self._moves)
        eyes.step_back()
        try:
            steps = tuple(Step(played.before, played.move, played.after) for played in self._moves)
            teacher.review(steps, self._names, _TAG)
        except FakirError as error:
            self._trouble = str(error)
        self.refresh()

    # What is seen.

    @property
    def played(self) -> PlayedMove | None:
        """Return the move that is shown, about to be made; None at the end."""
        return self._moves[self.at] if self.at < len(self._moves) else None

    @property
    def _moment(self) -> Moment | None:
        return self._moments[self.at] if self.at < len(self._moments) else None

    @property
    def mistakes(self) -> tuple[int, ...]:
        """Return the moves for which a much better one is known."""
        return tuple(moment.index for moment in self._moments if moment.better)

    def _position(self) -> tuple[State, Snapshot]:
        played = self.played
        return (played.before, played.start) if played else self._end

    @property
    def title(self) -> str:
        """Return the window's title."""
        return self._board().title

    def hud(self) -> Hud:
        """Return everything that is to be said."""
        moment = self._moment
        tools = look_back_tools(
            mistakes=bool(self.mistakes),
            better=bool(moment and moment.better),
            first=self.at == 0,
            last=self.played is None,
            inside=self.eyes.kept,
        )
        status, tone = self._said or (_HELP_BETTER if moment and moment.better else _HELP, Tone.PLAIN)
        return Hud(self._board(), status, tone, buttons=tools, graph=self._graph())

    def _board(self) -> Board:
        played, moment, count = self.played, self._moment, len(self._moves)
        plain = present(self._position()[0], self._names, self._kinds)
        if played is None:
            moves = f"{count} move{'s' * (count != 1)}"
            task = plain.result or "The game goes on from here."
            return replace(plain, title=f"fakir3d – look back: after {moves}", headline=f"After {moves}", task=task)
        head = f"Move {self.at + 1} of {count}"
        did = _upper(say_move(played.before, played.move, self._names))
        came = say_outcome(played.before, played.move, played.taken, self._names)
        news = [News(did), *(News(_upper(line), deed=False) for line in came)]
        brief = did
        task = f"{self._names[played.before.seat]} is about to move."
        if moment and moment.better:
            task = "Here the game turned." if moment.turning else "A mistake."
            brief = f"Better for {self._names[played.before.seat]}: {moment.better.why}"
            news.append(News(brief, advice=True))
        return replace(
            plain,
            title=f"fakir3d – look back: {head.lower()}",
            headline=head,
            task=task,
            news=tuple(news),
            brief=brief,
        )

    def _graph(self) -> Graph:
        bars = [Bar(moment.shares, bool(moment.better), moment.turning) for moment in self._moments]
        bars += [Bar()] * (len(self._moves) - len(bars))
        words = self._trouble
        if not (words or self._whole):
            words = self._notice or f"the teacher looks at move {len(self._moments) + 1} of {len(self._moves)} …"
        return Graph(sides_of(self._position()[0], self._names), tuple(bars), self.at, words)

    def say(self, words: str, tone: Tone = Tone.PLAIN) -> None:
        """Say something in the status line until another position is shown."""
        self._said = (words, tone)

    def refresh(self) -> None:
        """Show the position, mark the move that was made in it and, if there is one, the better one."""
        state, snapshot = self._position()
        self.eyes.view.show(snapshot, state)
        self._mark()

    def _mark(self) -> None:
        played, moment = self.played, self._moment
        view, state = self.eyes.view, self._position()[0]
        made = targets_for(self._spec, [place_of(played.move)], view.camera, state) if played else ()
        better = moment.better if moment else None
        advised = targets_for(self._spec, [place_of(better.move)], view.camera, state) if better else ()
        view.mark_hover(None)
        view.mark_legal(())
        view.mark_cursor(made[0] if made else None)
        view.mark_hint(advised[0] if advised else None)

    # Its life.

    def come_back(self) -> None:
        """Be shown again, after something was tried out."""
        self.changes += 1
        self.eyes.step_back()
        self.refresh()

    def leave(self) -> None:
        """Ask the teacher no more."""
        self._teacher.cancel()  # which ends at once what closing would wait for
        self._teacher.close()
        self.eyes.step_up()

    def tick(self, seconds: float) -> bool:
        """Take what the teacher has found out; return whether something that can be seen has changed."""
        changed = self.eyes.tick(seconds)
        if self._whole or self._trouble:
            return changed
        try:
            answer = self._teacher.poll()
        except FakirError as error:
            self._trouble = str(error)
            return True
        if isinstance(answer, LookingBack):
            self._moments, self._whole = answer.moments, answer.whole
            if self._whole:
                self._teacher.close()
            self._mark()
            return True
        before, self._notice = self._notice, self._teacher.notice or ""
        return changed or before != self._notice

    # What people do.

    def go(self, number: int) -> None:
        """Show a move; beyond the ends, the first or the end."""
        number = min(max(number, 0), len(self._moves))
        self._said = None
        if number != self.at:
            self.at = number
            self.changes += 1
            self.refresh()

    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is the look back's business."""
        steps = {Action.LEFT: -1, Action.RIGHT: 1, Action.FLOOR_UP: -_FAR, Action.FLOOR_DOWN: _FAR}
        if action in steps:
            self.go(self.at + steps[action])
        elif action in {Action.NEXT, Action.PREVIOUS}:
            self._next_mistake(1 if action is Action.NEXT else -1)
        elif action is Action.ACT:
            self._try()
        elif self.eyes.do(action):
            self._mark()
        elif action in {Action.UNDO, Action.REDO, Action.HINT, Action.HAND}:
            self.click()
        else:
            return False
        return True

    def _next_mistake(self, by: int) -> None:
        """Go to the next mistake, or the one before; round the ends."""
        found = self.mistakes
        if not found:
            known = self._whole or bool(self._trouble)
            self.say("There was no great mistake." if known else "The teacher has found no mistake yet.")
            return
        ahead = [n for n in found if (n - self.at) * by > 0]
        if by > 0:
            self.go(min(ahead, default=found[0]))
        else:
            self.go(max(ahead, default=found[-1]))

    def _try(self) -> None:
        moment = self._moment
        if self.played is None:
            self.say("This is the end; go to an earlier move to try another one.", Tone.WARN)
        else:
            self._try_it(self.at, moment.better.move if moment and moment.better else None)

    def point_at(self, point: Point | None, size: Size, zoom: float, *, moved: bool = True) -> bool:  # noqa: ARG002
        """Take where the pointer is: here nothing can be chosen on the table."""
        return False

    def click(self) -> None:
        """Say what clicks are good for here."""
        self.say("Here one only looks; Try it (Enter) lets you move from this position.")

    def deepen(self, by: int) -> None:
        """Choose nothing: there is nothing to choose."""

    def orbit(self, across: float, up: float) -> None:
        """Look round: a drag of that many window heights."""
        self.eyes.orbit(across, up)
        self._mark()

    def zoom(self, clicks: float) -> None:
        """Come nearer (positive) or go back."""
        self.eyes.zoom(clicks)
        self._mark()

    def hold_peek(self, *, held: bool) -> None:
        """See through the wood while a key is held."""
        self.eyes.held = held


def sides_of(state: State, names: tuple[str, ...]) -> tuple[Side, ...]:
    """Return who plays for himself, and partners together, in the order in which they first sit."""
    sides: dict[Colour, list[str]] = {}
    for seat, name in enumerate(names):
        sides.setdefault(state.mode.colour(seat), []).append(name)
    return tuple(Side(" + ".join(people), colour) for colour, people in sides.items())


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
