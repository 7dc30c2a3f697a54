"""What happens at the table while one plays: pointing, clicking, the keyboard's cursor, marks, words.

It tells a view (the Stage) what to show and makes the HUD's words; dialogs and games are the desk's business.
"""

from __future__ import annotations

from collections.abc import Callable

from fakir3d.app.aim import SNAP_PX, Point, Size, aimed, first_view, targets_for
from fakir3d.app.controls import Action
from fakir3d.app.cursor import change_floor, face, first_place, next_legal, step
from fakir3d.app.hud import Hud, HudButton, Tone
from fakir3d.app.match import Match, Waiting
from fakir3d.app.meaning import Place, describe, place_of, refusal, sort_moves, what_is_at
from fakir3d.app.presenter import Board, present
from fakir3d.app.settings import Settings
from fakir3d.app.view import View
from fakir3d.block.names import Axis
from fakir3d.block.pick import Target
from fakir3d.rules import HAND
from fakir3d.rules.moves import Discard
from fakir3d.rules.state import Phase

__all__ = ["Table"]

_PEEK_S = 0.15  # how long the wood takes to become clear


class Table:
    """One game at the table, as it is seen and handled.

    Attributes:
        match: the game.
        settings: speed of falls, whether legal moves are lit.
    """

    def __init__(self, match: Match, view: View, settings: Settings) -> None:
        self.match, self.settings = match, settings
        self._view = view
        self._spec = match.session.spec
        self._hovered: tuple[Target, ...] = ()
        self._deeper = 0
        self._cursor: Place | None = None
        self._by_key = False
        self._said: tuple[str, Tone] | None = None
        self._peek_held = self._peek_kept = False
        self._peek = 0.0
        self._shown = -1
        self._board: Board | None = None
        view.set_block(self._spec)
        self.refresh()
        self._home = view.camera = first_view(view.camera)

    # What is seen.

    @property
    def board(self) -> Board:
        """Return what the position says."""
        if self._board is None:
            match = self.match
            self._board = present(match.shown, match.names, match.kinds, match.lately)
        return self._board

    def hud(self) -> Hud:
        """Return everything that is to be said."""
        status, tone = self._status()
        return Hud(self.board, status, tone, self._busy(), self._buttons())

    def _busy(self) -> str:
        match self.match.waiting_for:
            case Waiting.THINKING:
                return f"{self.match.names[self.match.shown.seat]} thinks …"
            case Waiting.RESTING:
                return "A turn was taken back. Press Enter or click the block to let the computer go on."
            case Waiting.OVER if self.match.session.stopped is not None:
                return "Stopped: physics and rules differed."
            case _:
                return ""

    def _status(self) -> tuple[str, Tone]:
        if self.match.notice:
            return self.match.notice, Tone.PLAIN
        if self._said is not None:
            return self._said
        if self.match.waiting_for is Waiting.FALLING:
            return "The sticks are moving …", Tone.PLAIN
        place = self.place
        if place is None:
            return "Click a hole or a bore, drag to look round · F1 help, Tab next legal move", Tone.PLAIN
        if self.match.waiting_for in {Waiting.THINKING, Waiting.RESTING}:
            return what_is_at(self.match.shown, place, self.match.names), Tone.PLAIN
        words = describe(self.match.shown, place, self.match.names)
        return words, Tone.PLAIN if refusal(self.match.shown, place) is not None else Tone.GOOD

    def _buttons(self) -> tuple[HudButton, ...]:
        match, settings = self.match, self.settings
        legal = match.legal
        buttons = [
            HudButton(Action.UNDO, "↶  Undo", enabled=match.can_undo, short="↶"),
            HudButton(Action.REDO, "↷  Redo", enabled=match.can_redo, short="↷"),
            HudButton(Action.LIT, "Lit moves", on=settings.lit),
            HudButton(Action.KEEP_PEEK, "See inside", on=self._peek_kept, short="◎"),
            HudButton(Action.SPEED, f"Falls {settings.speed}", short=str(settings.speed)),
            HudButton(Action.NEW, "New game"),
            HudButton(Action.MENU, "☰  Menu", short="☰"),
        ]
        if Discard(HAND) in legal:
            buttons.append(HudButton(Action.HAND, "Give up one from your hand (D)", forced=True))
        return tuple(buttons)

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

    # What time does.

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something that can be seen has changed."""
        changed = self.match.tick(seconds, self.settings.speed)
        if changed:
            frame = self.match.frame()
            if frame is not None:
                self._view.pose(frame)
            if self._shown != self.match.changes:
                self._said = None
                self.refresh()
        wanted = 1.0 if self._peek_held or self._peek_kept else 0.0
        if self._peek != wanted:
            stride = seconds / _PEEK_S
            self._peek = min(self._peek + stride, wanted) if wanted else max(self._peek - stride, wanted)
            self._view.peek(self._peek)
            changed = True
        return changed

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
        self._said = (refused, Tone.WARN) if refused else None
        self._hovered = () if not refused else self._hovered
        self._board = None
        self._mark()

    # The keyboard.

    def do(self, action: Action) -> bool:
        """Do what a key or a button asks for; return whether it is the table's business."""
        deeds: dict[Action, Callable[[], None]] = {
            Action.ACT: self._act_at_cursor,
            Action.HAND: lambda: self._act(HAND, None),
            Action.NEXT: lambda: self._cycle(1),
            Action.PREVIOUS: lambda: self._cycle(-1),
            Action.UNDO: self._undo,
            Action.REDO: self._redo,
            Action.SKIP: self.match.skip,
            Action.KEEP_PEEK: self._toggle_peek,
            Action.PEEK: lambda: self.hold_peek(held=True),
        }
        if action in deeds:
            deeds[action]()
            return True
        return self._move_cursor(action) or self._look_round(action)

    def hold_peek(self, *, held: bool) -> None:
        """See through the wood while a key is held."""
        self._peek_held = held

    def _toggle_peek(self) -> None:
        self._peek_kept = not self._peek_kept

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
        self._mark()

    def _look_round(self, action: Action) -> bool:
        turns = {
            Action.TURN_LEFT: (-0.04, 0.0),
            Action.TURN_RIGHT: (0.04, 0.0),
            Action.TURN_UP: (0.0, -0.04),
            Action.TURN_DOWN: (0.0, 0.04),
        }
        if action in turns:
            self.orbit(*turns[action])
        elif action in {Action.NEARER, Action.FARTHER}:
            self.zoom(1 if action is Action.NEARER else -1)
        elif action is Action.VIEW:
            self._view.camera = self._home
            self._mark()
        else:
            return False
        return True

    def orbit(self, across: float, up: float) -> None:
        """Look round: a drag of that many window heights."""
        self._view.camera = self._view.camera.orbited(across, up)
        self._mark()

    def zoom(self, clicks: float) -> None:
        """Come nearer (positive) or go back."""
        self._view.camera = self._view.camera.zoomed(clicks)
        self._mark()

    def _undo(self) -> None:
        if self.match.can_undo:
            self.match.undo()
            self.refresh()
            self.say("Taken back.")
        else:
            self.say("There is nothing to take back.", Tone.WARN)

    def _redo(self) -> None:
        if self.match.can_redo:
            self.match.redo()
            self.refresh()
            self.say("Played again.")
        else:
            self.say("There is nothing to bring back.", Tone.WARN)
