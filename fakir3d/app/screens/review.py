"""The review of a game: move by move, with the graph of who stood better, mistakes and better moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fakir3d.app.play.actions import Action
from fakir3d.app.play.camera_control import CameraControl
from fakir3d.app.play.intents import place_of_move
from fakir3d.app.play.picking import ScreenPoint, WindowSize, target_for
from fakir3d.app.play.texts import News, PositionSummary, Tone, capitalised, present
from fakir3d.app.screens.graph import Bar, Graph, Side
from fakir3d.app.screens.hud import Hud
from fakir3d.app.screens.screen import Screen
from fakir3d.app.screens.toolbar import review_toolbar
from fakir3d.app.settings import Settings
from fakir3d.errors import FakirError
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.session import Session
from fakir3d.motion import Snapshot
from fakir3d.players.analysis_client import AnalysisClient, LookingBack
from fakir3d.players.teacher import Moment, Step
from fakir3d.rules import say_move, say_outcome
from fakir3d.rules.moves import Move
from fakir3d.rules.state import State
from fakir3d.rules.sticks import Colour

_TAG = 0
_FAR = 10  # so many moves at once by Page up and down
_HELP_BETTER = "Ring with ticks: what was done; rays: what was better · Enter tries it out, Tab to the next mistake"
_HELP = "← and → move by move, Tab to the next mistake, Enter tries it out, B back to the game"


class ReviewScreen(Screen):
    """A game as it was, one position at a time; it changes nothing.

    Attributes:
        at: the move that is shown, about to be made, from 0; the number of moves for the end.
    """

    def __init__(
        self,
        session: Session,
        camera_control: CameraControl,
        settings: Settings,
        analysis: AnalysisClient,
        try_it: Callable[[int, Move | None], None],
    ) -> None:
        super().__init__(settings, camera_control)
        self._changes = 0
        self._moves, self._end = session.moves, (session.state, session.snapshot)
        self._names = session.header.names
        self._kinds = tuple(seat.kind for seat in session.header.seats)
        self._spec, self._analysis, self._try_it = session.spec, analysis, try_it
        self._moments: tuple[Moment, ...] = ()
        self._whole = False
        self._failure = self._notice = ""
        self.at = len(self._moves)
        camera_control.frame_above_graph()
        try:
            steps = tuple(Step(played.before, played.move, played.after) for played in self._moves)
            analysis.review(steps, self._names, _TAG)
        except FakirError as error:
            self._failure = str(error)
        self.refresh()

    # What is seen.

    @property
    def changes(self) -> int:
        """Return how often another position was shown."""
        return self._changes

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
        return self._summary().title

    def hud(self) -> Hud:
        """Return everything that the HUD says."""
        moment = self._moment
        buttons = review_toolbar(
            mistakes=bool(self.mistakes),
            better=bool(moment and moment.better),
            first=self.at == 0,
            last=self.played is None,
            see_inside=self.camera_control.peek_locked,
        )
        status, tone = self._message or (_HELP_BETTER if moment and moment.better else _HELP, Tone.PLAIN)
        return Hud(self._summary(), status, tone, buttons=buttons, graph=self._graph())

    def _summary(self) -> PositionSummary:
        played, moment, count = self.played, self._moment, len(self._moves)
        plain = replace(present(self._position()[0], self._names, self._kinds), forced=False)  # nobody chooses here
        if played is None:
            moves = f"{count} move{'s' * (count != 1)}"
            task = plain.result or "The game goes on from here."
            return replace(plain, title=f"fakir3d – look back: after {moves}", headline=f"After {moves}", task=task)
        head = f"Move {self.at + 1} of {count}"
        action = capitalised(say_move(played.before, played.move, self._names))
        consequences = say_outcome(played.before, played.move, played.taken, self._names)
        news = [News(action), *(News(capitalised(line), action=False) for line in consequences)]
        brief = action
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
        text = self._failure
        if not (text or self._whole):
            text = self._notice or f"the teacher looks at move {len(self._moments) + 1} of {len(self._moves)} …"
        return Graph(sides_of(self._position()[0], self._names), tuple(bars), self.at, text)

    def refresh(self) -> None:
        """Show the position, mark the move that was made in it and, if there is one, the better one."""
        state, snapshot = self._position()
        self.camera_control.stage.show(snapshot, state)
        self._mark()

    def _mark(self) -> None:
        played, moment = self.played, self._moment
        stage, state = self.camera_control.stage, self._position()[0]
        made = place_of_move(played.move) if played else None
        better = place_of_move(moment.better.move) if moment and moment.better else None
        stage.mark_hover(None)
        stage.mark_legal(())
        stage.mark_cursor(target_for(self._spec, made, stage.camera, state))
        stage.mark_hint(target_for(self._spec, better, stage.camera, state))

    # Its life.

    def resume(self) -> None:
        """Be shown again, after something was tried out."""
        self._changes += 1
        self.camera_control.frame_above_graph()
        self.refresh()

    def suspend(self) -> None:
        """Ask for no more analysis."""
        self._analysis.cancel()  # which ends at once what closing would wait for
        self._analysis.close()
        self.camera_control.restore_frame()

    def tick(self, seconds: float) -> bool:
        """Take what the analysis has found out; return whether something that can be seen has changed."""
        changed = self.camera_control.tick(seconds)
        if self._whole or self._failure:
            return changed
        try:
            answer = self._analysis.poll()
        except FakirError as error:
            self._failure = str(error)
            return True
        if isinstance(answer, LookingBack):
            self._moments, self._whole = answer.moments, answer.whole
            if self._whole:
                self._analysis.close()
            self._mark()
            return True
        before, self._notice = self._notice, self._analysis.notice or ""
        return changed or before != self._notice

    # What people do.

    def go(self, number: int) -> None:
        """Show a move; beyond the ends, the first or the end."""
        number = min(max(number, 0), len(self._moves))
        self._message = None
        if number != self.at:
            self.at = number
            self._changes += 1
            self.refresh()

    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is this screen's business."""
        steps = {Action.LEFT: -1, Action.RIGHT: 1, Action.FLOOR_UP: -_FAR, Action.FLOOR_DOWN: _FAR}
        if action in steps:
            self.go(self.at + steps[action])
        elif action in {Action.NEXT, Action.PREVIOUS}:
            self._next_mistake(1 if action is Action.NEXT else -1)
        elif action is Action.ACT:
            self._try()
        elif self.camera_control.do(action):
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
            known = self._whole or bool(self._failure)
            self.set_status("There was no great mistake." if known else "The teacher has found no mistake yet.")
            return
        ahead = [n for n in found if (n - self.at) * by > 0]
        if by > 0:
            self.go(min(ahead, default=found[0]))
        else:
            self.go(max(ahead, default=found[-1]))

    def _try(self) -> None:
        moment = self._moment
        if self.played is None:
            self.set_status("This is the end; go to an earlier move to try another one.", Tone.WARN)
        else:
            self._try_it(self.at, moment.better.move if moment and moment.better else None)

    def point_at(self, point: ScreenPoint | None, size: WindowSize, zoom: float, *, moved: bool = True) -> bool:  # noqa: ARG002
        """Take where the pointer is: here nothing can be chosen on the table."""
        return False

    def click(self) -> None:
        """Say what can be done here instead."""
        self.set_status("Here one only looks; Try it (Enter) lets you move from this position.")

    def deepen(self, by: int) -> None:
        """Choose nothing: there is nothing to choose."""


def sides_of(state: State, names: tuple[str, ...]) -> tuple[Side, ...]:
    """Return the players, partners together, in the order in which they first sit."""
    sides: dict[Colour, list[str]] = {}
    for seat, name in enumerate(names):
        sides.setdefault(state.mode.colour(seat), []).append(name)
    return tuple(Side(" + ".join(people), colour) for colour, people in sides.items())
