"""What happens at the table while one plays: pointing, clicking, the keyboard's cursor, marks, words.

It tells a view (the Stage) what to show and makes the HUD's words; dialogs and games are the desk's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fakir3d.app.play.actions import Action
from fakir3d.app.play.camera_control import CameraControl
from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.play.cursor import change_floor, face, first_place, next_legal, step
from fakir3d.app.play.hints import HintMarks
from fakir3d.app.play.intents import Place, describe, place_of, refusal, sort_moves, what_is_at
from fakir3d.app.play.picking import SNAP_PX, Point, Size, aimed, targets_for
from fakir3d.app.play.ports import AnalysisPort
from fakir3d.app.play.texts import Board, News, present
from fakir3d.app.play.view import View
from fakir3d.app.screens.hud import Hud, Tone
from fakir3d.app.screens.toolbar import busy_words, table_tools
from fakir3d.app.settings import Settings, Speed
from fakir3d.block.names import Axis
from fakir3d.block.pick import Target
from fakir3d.game.played_move import PlayedMove
from fakir3d.rules import HAND
from fakir3d.rules.state import Phase

__all__ = ["GameScreen"]


class GameScreen:
    """One game at the table, as it is seen and handled.

    Attributes:
        match: the game.
        settings: speed of falls, whether legal moves are lit.
        variation: whether this is only tried out, beside the game.
        eyes: who looks.
    """

    def __init__(
        self,
        match: GameController,
        view: View,
        settings: Settings,
        teacher: AnalysisPort,
        *,
        eyes: CameraControl | None = None,
    ) -> None:
        """Show a match; of a variation ``eyes`` are those that look at the game already."""
        self.match, self.settings, self.variation = match, settings, eyes is not None
        self._coach = HintMarks(teacher, match)
        self._view = view
        self._spec = match.session.spec
        self._hovered: tuple[Target, ...] = ()
        self._deeper = 0
        self._cursor: Place | None = None
        self._by_key = False
        self._said: tuple[str, Tone] | None = None
        self._shown = -1
        self._board: Board | None = None
        if eyes is None:
            view.set_block(self._spec)
        self.eyes = eyes or CameraControl(view)
        self.refresh()
        if eyes is None:
            self.eyes.sit_down()

    # What is seen.

    @property
    def board(self) -> Board:
        """Return what the position says."""
        if self._board is None:
            match = self.match
            board = present(match.shown, match.names, match.kinds, match.lately)
            if self.variation:
                board = replace(
                    board, title=f"fakir3d – tried out: {board.headline}", headline=f"Tried out: {board.headline}"
                )
            self._board = board
        return self._board

    @property
    def title(self) -> str:
        """Return the window's title."""
        return self.board.title

    @property
    def changes(self) -> int:
        """Return how often another position was shown."""
        return self.match.changes

    @property
    def played(self) -> PlayedMove | None:
        """Return the last move that was made; None for none, and while the sticks fall."""
        lately = self.match.lately
        return lately[-1] if lately and self.match.waiting_for is not Waiting.FALLING else None

    def hud(self) -> Hud:
        """Return everything that is to be said."""
        (status, tone), board, hint = self._status(), self.board, self._coach.sentence
        if hint:  # what came of the last moves makes room for it
            lately = tuple(news for news in board.news if news.fresh and news.deed)
            board = replace(board, news=(*lately, News(hint, advice=True)), brief=hint)
        tools = table_tools(
            self.match, self.settings, hinted=bool(hint), inside=self.eyes.kept, variation=self.variation
        )
        return Hud(board, status, tone, busy_words(self.match), tools)

    def _status(self) -> tuple[str, Tone]:
        if self.match.notice:
            return self.match.notice, Tone.PLAIN
        if self._said is not None:
            return self._said
        if self._coach.words:
            return self._coach.words, self._coach.tone
        if self.match.waiting_for is Waiting.FALLING:
            return "The sticks are moving …", Tone.PLAIN
        place = self.place
        if place is None and self.variation:
            return "Tried out beside the game, whose record stays as it is · B goes back", Tone.PLAIN
        if place is None:
            return "Click a hole or a bore, drag to look round · F1 help, Tab next legal move", Tone.PLAIN
        if self.match.waiting_for in {Waiting.THINKING, Waiting.RESTING}:
            return what_is_at(self.match.shown, place, self.match.names), Tone.PLAIN
        words = describe(self.match.shown, place, self.match.names)
        return words, Tone.PLAIN if refusal(self.match.shown, place) is not None else Tone.GOOD

    @property
    def place(self) -> Place | None:
        """Return where the player is: at the keyboard's cursor or under the pointer, whichever moved last."""
        if self._by_key:
            return self._cursor
        target = self._target()
        return target.place if target else None

    def _target(self) -> Target | None:
        return self._hovered[self._deeper % len(self._hovered)] if self._hovered else None

    def say(self, words: str, tone: Tone = Tone.PLAIN) -> None:
        """Say something in the status line until the player turns to something else."""
        self._said = (words, tone)

    def refresh(self) -> None:
        """Bring the view up to date with the match."""
        if self._shown != self.match.changes:
            self._shown = self.match.changes
            self._board = None
            self._coach.follow()
            self._view.show(self.match.snapshot, self.match.shown)
            if self.match.failure:
                self.say(self.match.failure, Tone.WARN)
        self._mark()

    def _mark(self) -> None:
        state, camera = self.match.shown, self._view.camera
        legal = self.match.legal
        free = self.match.waiting_for is Waiting.HUMAN
        lit = self.settings.lit or state.phase in {Phase.EXCHANGE, Phase.DISCARD}
        places = [place_of(move) for move in legal] if lit else []
        self._view.mark_legal(targets_for(self._spec, places, camera, state))
        self._view.mark_hover(self._target() if free and not self._by_key else None)
        cursor = targets_for(self._spec, [self._cursor], camera, state) if self._cursor and self._by_key else ()
        self._view.mark_cursor(cursor[0] if cursor else None)
        hint = self._coach.hint
        advised = targets_for(self._spec, [place_of(hint.move)], camera, state) if hint else ()
        self._view.mark_hint(advised[0] if advised else None)

    # What time does.

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something that can be seen has changed."""
        speed = self.settings.speed
        # The hand first carries the stick to the block; a fall that ran meanwhile would be told before it is seen.
        carried = self.match.waiting_for is Waiting.FALLING and speed is not Speed.SKIP and self._view.gliding
        changed = self.match.tick(0.0 if carried else seconds, speed)
        if changed:
            frame = self.match.frame()
            if frame is not None:
                self._view.pose(frame)
            if self._shown != self.match.changes:
                self._said = None
                self.refresh()
        awaited = bool(self._coach.words)  # and nothing else was done since
        if self._coach.tick():
            self._go_to_hint(awaited=awaited)
            changed = True
        return self.eyes.tick(seconds) or changed

    # The pointer.

    def point_at(self, point: Point | None, size: Size, zoom: float, *, moved: bool = True) -> bool:
        """Take where the pointer is now; return whether it is on something else than before.

        Args:
            point: from the window's top left [px]; None where it is not over the table.
            size: of the window [px].
            zoom: window pixels for a design pixel.
            moved: whether the pointer moved, rather than what lies under it; only then it takes over from the keys.
        """
        before = self._target()
        if point is None or self.match.waiting_for is Waiting.FALLING:
            self._hovered = ()
        else:
            legal = [place_of(move) for move in self.match.legal]
            self._hovered = aimed(
                self._spec, self.match.snapshot, self._view.camera, size, point, legal=legal, snap_px=SNAP_PX * zoom
            )
        after = self._target()
        if (before and (before.place, before.side)) == (after and (after.place, after.side)):
            return False
        self._deeper = 0
        if moved:
            self._said, self._by_key = None, False
            self._coach.hush()
        self._mark()
        return True

    def deepen(self, by: int) -> None:
        """Choose what lies behind what the pointer is on."""
        if self._hovered:
            self._deeper += by
            self._said, self._by_key = None, False
            self._mark()

    def click(self) -> None:
        """Act on what the pointer is on."""
        target = self._target()
        self._by_key = False
        if target is not None:
            self._act(target.place, target.side)
        elif self.match.waiting_for in {Waiting.FALLING, Waiting.RESTING}:
            self._act(HAND, None)

    def _act(self, place: Place, side: int | None) -> None:
        refused = self.match.ask(place, side)
        self._coach.follow()
        self._said = (refused, Tone.WARN) if refused else None
        self._hovered = () if not refused else self._hovered
        self._board = None
        self._mark()

    # The keyboard.

    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is the table's business."""
        match = self.match
        back, forth = match.undo if match.can_undo else None, match.redo if match.can_redo else None
        deeds: dict[Action, Callable[[], None]] = {
            Action.ACT: self._act_at_cursor,
            Action.HAND: lambda: self._act(HAND, None),
            Action.NEXT: lambda: self._cycle(1),
            Action.PREVIOUS: lambda: self._cycle(-1),
            Action.UNDO: lambda: self._step(back, "Taken back.", "There is nothing to take back."),
            Action.REDO: lambda: self._step(forth, "Played again.", "There is nothing to bring back."),
            Action.SKIP: self.match.skip,
            Action.HINT: self._hint,
        }
        if action in deeds:
            deeds[action]()
            return True
        if self.eyes.do(action):
            self._mark()
            return True
        return self._move_cursor(action)

    def hold_peek(self, *, held: bool) -> None:
        """See through the wood while a key is held."""
        self.eyes.held = held

    def _hint(self) -> None:
        self._said = None
        self._coach.ask()
        self._go_to_hint(awaited=True)

    def _go_to_hint(self, *, awaited: bool) -> None:
        """Let the cursor go to the hint, so that Enter plays it."""
        hint = self._coach.hint
        if hint is not None and awaited:
            self._cursor, self._by_key = place_of(hint.move), True
        self._mark()

    def come_back(self) -> None:
        """Be shown again, after something else was."""
        self._shown = -1
        self.refresh()

    def leave(self) -> None:
        """Stop thinking and looking for hints, and give up the move being made; something else will be shown."""
        self._coach.close()
        self.match.close()

    def _act_at_cursor(self) -> None:
        place = self.place
        if place is None:
            waiting = self.match.waiting_for
            if waiting in {Waiting.HUMAN, Waiting.OVER}:
                self.say("Choose a place first: arrows, or Tab for the next legal move.")
            else:
                self._act(HAND, None)
            return
        target = self._target()
        self._act(place, target.side if target and not self._by_key else self._cursor_side(place))

    def _cursor_side(self, place: Place) -> int | None:
        found = targets_for(self._spec, [place], self._view.camera, self.match.shown)
        return found[0].side if found else None

    def _cycle(self, by: int) -> None:
        place = next_legal(sort_moves(self.match.legal), self._cursor if self._by_key else None, by)
        if place is None:
            self.say("There is nothing to choose now.")
        else:
            self._set_cursor(place)

    def _move_cursor(self, action: Action) -> bool:
        lattice = self.match.shown.lattice
        arrows = {Action.LEFT: (-1, 0), Action.RIGHT: (1, 0), Action.UP: (0, 1), Action.DOWN: (0, -1)}
        faces = {Action.FACE_X: Axis.X, Action.FACE_Y: Axis.Y, Action.FACE_Z: None}
        floors = {Action.FLOOR_UP: 1, Action.FLOOR_DOWN: -1}
        if action not in arrows and action not in faces and action not in floors:
            return False
        fresh = self._cursor is None
        place = self._cursor or self.place or first_place(lattice)
        if action in faces:
            found = face(lattice, place, faces[action])
            if found is None:
                self.say(f"This block has no bores along {action.value[-1]}.", Tone.WARN)
            else:
                self._set_cursor(found)
        elif action in floors:
            self._set_cursor(change_floor(lattice, place, floors[action]))
        elif fresh:
            self._set_cursor(place)  # the first arrow shows where one is
        else:
            right = self._view.camera.right
            self._set_cursor(step(lattice, place, *arrows[action], (float(right[0]), float(right[1]))))
        return True

    def _set_cursor(self, place: Place) -> None:
        self._cursor, self._by_key, self._said = place, True, None
        self._coach.hush()
        self._mark()

    def orbit(self, across: float, up: float) -> None:
        """Look round: a drag of that many window heights."""
        self.eyes.orbit(across, up)
        self._mark()

    def zoom(self, clicks: float) -> None:
        """Come nearer (positive) or go back."""
        self.eyes.zoom(clicks)
        self._mark()

    def _step(self, step: Callable[[], None] | None, done: str, vain: str) -> None:
        """Go one turn back or forward, or say that there is none."""
        if step is None:
            self.say(vain, Tone.WARN)
        else:
            step()
            self.refresh()
            self.say(done)
