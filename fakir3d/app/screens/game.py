"""The screen of one game: pointing, clicking, the keyboard's cursor, marks, the HUD's texts.

It tells the stage what to show and fills the HUD; dialogs, and which game is played, are the shell's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fakir3d.app.play.actions import Action
from fakir3d.app.play.camera_control import CameraControl
from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.play.cursor import CURSOR_ACTIONS, first_place, move_cursor, next_legal
from fakir3d.app.play.hints import HintMarker
from fakir3d.app.play.intents import Place, describe, place_of_move, refusal, sort_moves, what_is_at
from fakir3d.app.play.picking import SNAP_PX, ScreenPoint, WindowSize, pick_at, target_for, targets_for
from fakir3d.app.play.ports import StagePort
from fakir3d.app.play.texts import News, PositionSummary, Tone, present
from fakir3d.app.screens.hud import Hud
from fakir3d.app.screens.screen import Screen
from fakir3d.app.screens.toolbar import busy_text, game_toolbar
from fakir3d.app.settings import Settings, Speed
from fakir3d.block.pick import Target
from fakir3d.game.played_move import PlayedMove
from fakir3d.players.analysis_client import AnalysisClient
from fakir3d.rules import HAND
from fakir3d.rules.state import Phase


class GameScreen(Screen):
    """One game, as it is seen and handled.

    Attributes:
        controller: of the game.
        settings: speed of falls, whether legal moves are lit.
        variation: whether this is only tried out, beside the game.
        camera_control: shared by all screens.
    """

    def __init__(
        self,
        controller: GameController,
        stage: StagePort,
        settings: Settings,
        analysis: AnalysisClient,
        *,
        camera_control: CameraControl | None = None,
    ) -> None:
        """Show a game; a variation is given the ``camera_control`` of the game it belongs to."""
        if camera_control is None:
            stage.set_block(controller.session.spec)
        super().__init__(settings, camera_control or CameraControl(stage))
        self.controller, self.variation = controller, camera_control is not None
        self._hints = HintMarker(analysis, controller)
        self._stage = stage
        self._spec = controller.session.spec
        self._hovered: tuple[Target, ...] = ()
        self._deeper = 0
        self._cursor: Place | None = None
        self._by_key = False
        self._shown = -1
        self._summary: PositionSummary | None = None
        self.refresh()
        if not self.variation:
            self.camera_control.begin_game()

    # What is seen.

    @property
    def summary(self) -> PositionSummary:
        """Return the texts of the position."""
        if self._summary is None:
            game = self.controller
            summary = present(game.shown, game.names, game.kinds, game.last_moves)
            if self.variation:
                headline = summary.headline
                summary = replace(summary, title=f"fakir3d – tried out: {headline}", headline=f"Tried out: {headline}")
            self._summary = summary
        return self._summary

    @property
    def title(self) -> str:
        """Return the window's title."""
        return self.summary.title

    @property
    def changes(self) -> int:
        """Return how often another position was shown."""
        return self.controller.changes

    @property
    def played(self) -> PlayedMove | None:
        """Return the last move that was made; None for none, and while the sticks fall."""
        last_moves = self.controller.last_moves
        return last_moves[-1] if last_moves and self.controller.waiting_for is not Waiting.FALLING else None

    def hud(self) -> Hud:
        """Return everything that the HUD says."""
        (status, tone), summary, hint = self._status(), self.summary, self._hints.sentence
        if hint:  # the consequences of the last moves make room for it
            last_moves = tuple(news for news in summary.news if news.fresh and news.action)
            summary = replace(summary, news=(*last_moves, News(hint, advice=True)), brief=hint)
        buttons = game_toolbar(
            self.controller,
            self.settings,
            hinted=bool(hint),
            see_inside=self.camera_control.peek_locked,
            variation=self.variation,
        )
        return Hud(summary, status, tone, busy_text(self.controller), buttons)

    def _status(self) -> tuple[str, Tone]:
        game, place = self.controller, self.place
        if game.notice:
            return game.notice, Tone.PLAIN
        if self._message is not None:
            return self._message
        if self._hints.text:
            return self._hints.text, self._hints.tone
        if game.waiting_for is Waiting.FALLING:
            return "The sticks are moving …", Tone.PLAIN
        if place is None and self.variation:
            return "Tried out beside the game, whose record stays as it is · B goes back", Tone.PLAIN
        if place is None:
            return "Click a hole or a bore, drag to look round · F1 help, Tab next legal move", Tone.PLAIN
        if game.waiting_for in {Waiting.THINKING, Waiting.PAUSED}:
            return what_is_at(game.shown, place, game.names), Tone.PLAIN
        allowed = refusal(game.shown, place) is None
        return describe(game.shown, place, game.names), Tone.GOOD if allowed else Tone.PLAIN

    @property
    def place(self) -> Place | None:
        """Return where the player is: at the keyboard's cursor or under the pointer, whichever moved last."""
        if self._by_key:
            return self._cursor
        target = self._target()
        return target.place if target else None

    def _target(self) -> Target | None:
        return self._hovered[self._deeper % len(self._hovered)] if self._hovered else None

    def refresh(self) -> None:
        """Bring the stage up to date with the controller."""
        if self._shown != self.controller.changes:
            self._shown = self.controller.changes
            self._summary = None
            self._hints.follow()
            self._stage.show(self.controller.snapshot, self.controller.shown)
            if self.controller.failure:
                self.set_status(self.controller.failure, Tone.WARN)
        self._mark()

    def _mark(self) -> None:
        state, stage = self.controller.shown, self._stage
        lit = self.settings.lit or state.phase in {Phase.EXCHANGE, Phase.DISCARD}
        places = [place_of_move(move) for move in self.controller.legal] if lit else []
        free = self.controller.waiting_for is Waiting.HUMAN and not self._by_key
        hint = self._hints.hint
        stage.mark_legal(targets_for(self._spec, places, stage.camera, state))
        stage.mark_hover(self._target() if free else None)
        cursor = self._cursor if self._by_key else None
        stage.mark_cursor(target_for(self._spec, cursor, stage.camera, state))
        stage.mark_hint(target_for(self._spec, place_of_move(hint.move) if hint else None, stage.camera, state))

    # What time does.

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something that can be seen has changed."""
        speed = self.settings.speed
        # The hand first carries the stick to the block; a fall that ran meanwhile would be reported before it is seen.
        carried = self.controller.waiting_for is Waiting.FALLING and speed is not Speed.SKIP and self._stage.gliding
        changed = self.controller.tick(0.0 if carried else seconds, speed)
        if changed:
            frame = self.controller.frame()
            if frame is not None:
                self._stage.pose(frame)
            if self._shown != self.controller.changes:
                self._message = None
                self.refresh()
        awaited = bool(self._hints.text)  # and nothing else was done since
        if self._hints.tick():
            self._go_to_hint(awaited=awaited)
            changed = True
        return self.camera_control.tick(seconds) or changed

    # The pointer.

    def point_at(self, point: ScreenPoint | None, size: WindowSize, zoom: float, *, moved: bool = True) -> bool:
        """Take where the pointer is now; return whether it is on something else than before.

        Args:
            point: from the window's top left [px]; None where it is not over the table.
            size: of the window [px].
            zoom: window pixels for a design pixel.
            moved: whether the pointer moved, rather than what lies under it; only then it takes over from the keys.
        """
        before, game = self._target(), self.controller
        if point is None or game.waiting_for is Waiting.FALLING:
            self._hovered = ()
        else:
            legal = [place_of_move(move) for move in game.legal]
            self._hovered = pick_at(
                self._spec, game.snapshot, self._stage.camera, size, point, legal=legal, snap_px=SNAP_PX * zoom
            )
        after = self._target()
        if (before and (before.place, before.side)) == (after and (after.place, after.side)):
            return False
        self._deeper = 0
        if moved:
            self._message, self._by_key = None, False
            self._hints.clear_text()
        self._mark()
        return True

    def deepen(self, by: int) -> None:
        """Choose what lies behind what the pointer is on."""
        if self._hovered:
            self._deeper += by
            self._message, self._by_key = None, False
            self._mark()

    def click(self) -> None:
        """Act on what the pointer is on."""
        target = self._target()
        self._by_key = False
        if target is not None:
            self._act(target.place, target.side)
        elif self.controller.waiting_for in {Waiting.FALLING, Waiting.PAUSED}:
            self._act(HAND, None)

    def _act(self, place: Place, side: int | None) -> None:
        refused = self.controller.click(place, side)
        self._hints.follow()
        self._message = (refused, Tone.WARN) if refused else None
        self._hovered = () if not refused else self._hovered
        self._summary = None
        self._mark()

    # The keyboard.

    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is this screen's business."""
        game = self.controller
        back, forth = game.undo if game.can_undo else None, game.redo if game.can_redo else None
        handlers: dict[Action, Callable[[], None]] = {
            Action.ACT: self._act_at_cursor,
            Action.HAND: lambda: self._act(HAND, None),
            Action.NEXT: lambda: self._cycle(1),
            Action.PREVIOUS: lambda: self._cycle(-1),
            Action.UNDO: lambda: self._step(back, "Taken back.", "There is nothing to take back."),
            Action.REDO: lambda: self._step(forth, "Played again.", "There is nothing to bring back."),
            Action.SKIP: game.skip,
            Action.HINT: self._hint,
        }
        if action in handlers:
            handlers[action]()
        elif self.camera_control.do(action):
            self._mark()
        elif action in CURSOR_ACTIONS:
            self._move_cursor(action)
        else:
            return False
        return True

    def _hint(self) -> None:
        self._message = None
        self._hints.ask()
        self._go_to_hint(awaited=True)

    def _go_to_hint(self, *, awaited: bool) -> None:
        """Let the cursor go to the hint, so that Enter plays it."""
        hint = self._hints.hint
        if hint is not None and awaited:
            self._cursor, self._by_key = place_of_move(hint.move), True
        self._mark()

    def resume(self) -> None:
        """Be shown again, after another screen was."""
        self._shown = -1
        self.refresh()

    def suspend(self) -> None:
        """Stop thinking and looking for hints, and give up the move being made; another screen will be shown."""
        self._hints.close()
        self.controller.close()

    def _act_at_cursor(self) -> None:
        place = self.place
        if place is None:
            if self.controller.waiting_for in {Waiting.HUMAN, Waiting.OVER}:
                self.set_status("Choose a place first: arrows, or Tab for the next legal move.")
            else:
                self._act(HAND, None)
            return
        target = self._target()
        if self._by_key:
            target = target_for(self._spec, place, self._stage.camera, self.controller.shown)
        self._act(place, target.side if target else None)

    def _cycle(self, by: int) -> None:
        place = next_legal(sort_moves(self.controller.legal), self._cursor if self._by_key else None, by)
        if place is None:
            self.set_status("There is nothing to choose now.")
        else:
            self._set_cursor(place)

    def _move_cursor(self, action: Action) -> None:
        lattice, right = self.controller.shown.lattice, self._stage.camera.right
        place = self._cursor or self.place or first_place(lattice)
        arrow = action in {Action.LEFT, Action.RIGHT, Action.UP, Action.DOWN}
        if not (arrow and self._cursor is None):  # the first arrow shows where one is
            found = move_cursor(lattice, place, action, (float(right[0]), float(right[1])))
            if found is None:
                self.set_status(f"This block has no bores along {action.value[-1]}.", Tone.WARN)
                return
            place = found
        self._set_cursor(place)

    def _set_cursor(self, place: Place) -> None:
        self._cursor, self._by_key, self._message = place, True, None
        self._hints.clear_text()
        self._mark()

    def _step(self, step: Callable[[], None] | None, done: str, refused: str) -> None:
        """Go one turn back or forward, or say that there is none."""
        if step is None:
            self.set_status(refused, Tone.WARN)
        else:
            step()
            self.refresh()
            self.set_status(done)
