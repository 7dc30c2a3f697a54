"""The shell round the screens: dialogs, games begun and ended, settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from fakir3d.app.dialogs.dialog_stack import DialogStack
from fakir3d.app.dialogs.help import help_dialog
from fakir3d.app.dialogs.new_game import NewGameDialog
from fakir3d.app.dialogs.others import lots_dialog, menu_dialog, question_dialog, result_dialog
from fakir3d.app.dialogs.saved_games import ask_where_to_save, load_dialog, resume_dialog, saved_games
from fakir3d.app.gui.dialog import Dialog
from fakir3d.app.gui.theme import MAX_SCALE, MIN_SCALE
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.play.ports import Ports, StagePort, WindowPort
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.play.texts import Tone
from fakir3d.app.screens.game import GameScreen
from fakir3d.app.screens.graph import TURN
from fakir3d.app.screens.keep_case import keep_move
from fakir3d.app.screens.review import ReviewScreen
from fakir3d.app.screens.screen import Screen
from fakir3d.app.screens.screen_stack import ScreenStack
from fakir3d.app.settings import Settings
from fakir3d.block.document import load_block, preset_names
from fakir3d.game.saves import Unfinished
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup


class Shell:
    """Everything around the game.

    Attributes:
        game: the screen of the game being played, or None before the first.
        settings: what the window remembers.
        dialogs: the open ones.
        setup: what the New game dialog shows first.
    """

    def __init__(
        self, stage: StagePort, window: WindowPort, sessions: SessionFactory, ports: Ports, settings: Settings
    ) -> None:
        self.game: GameScreen | None = None
        self.settings = settings
        self.dialogs = DialogStack()
        self.setup = GameSetup()
        self._stage, self._window, self._sessions, self._ports = stage, window, sessions, ports
        self._screens = ScreenStack(stage, sessions, ports)
        self._lots: Dialog | None = None
        self._end_shown = -1
        self._warned: tuple[str, ...] = ()

    @property
    def dialog(self) -> Dialog | None:
        """Return the open dialog."""
        return self.dialogs.top

    @property
    def screen(self) -> Screen | None:
        """Return what is shown: the game, or what lies over it for a while."""
        return self._screens.open[-1] if self._screens.open else self.game

    # Beginning.

    def welcome(self, waiting: Sequence[Unfinished]) -> None:
        """Offer to go on with a game that was not finished, or a new one."""
        self._stage.set_block(load_block(self.setup.block))
        readable = [game for game in waiting if not game.fault]
        if readable:
            path = readable[0].path
            self.dialogs.push(resume_dialog(readable[0], lambda: self._resume(path), self.new_game))
            return
        self.new_game()
        if waiting:
            self.dialogs.show_message("A save cannot be read", waiting[0].fault, "The file stays where it is.")

    def begin(self, setup: GameSetup) -> None:
        """Begin a game and show the lots. Raises FakirError if it is refused; the old game is still there."""
        session = self._sessions.begin(setup)
        self.setup = setup
        self._start(session)
        header = session.header
        drawn, first = setup.first is None, header.setup.first
        self._lots = lots_dialog(
            header.setup.mode, header.names, first, header.seed, drawn=drawn, close=self.dialogs.pop
        )
        self.dialogs.push(self._lots)

    def load(self, path: Path) -> None:
        """Go on with a recorded game. Raises FakirError if it is refused; the old game is still there."""
        session, text = self._sessions.load(path)
        self._start(session).set_status(text, Tone.GOOD)
        header = session.header
        block = header.spec.name if header.spec.name in preset_names() else self.setup.block
        self.setup = GameSetup(block, header.setup.mode, header.seats, header.setup.options)

    def _start(self, session: Session) -> GameScreen:
        """Close the game that is shown and show another one."""
        self._close_game()
        self.dialogs.open.clear()
        self._lots, self._end_shown, self._warned = None, -1, ()
        controller = GameController(session, self._ports.engine)
        self.game = GameScreen(controller, self._stage, self.settings, self._ports.analysis())
        return self.game

    def _close_game(self) -> None:
        """Give up what is under way; the game is in its journal."""
        self._screens.close()
        if self.game is not None:
            self.game.suspend()
            self.game.controller.session.close()

    # Dialogs.

    def new_game(self) -> None:
        """Ask what the next game is to be."""

        def show(dialog: Dialog) -> None:
            self.dialogs.open[-1] = dialog

        def start(setup: GameSetup) -> None:
            self.dialogs.attempt(lambda: self.begin(setup), "This game cannot begin")

        cancel = self.dialogs.pop if self.game is not None else None
        asking = NewGameDialog(self.setup, preset_names(), show=show, start=start, cancel=cancel)
        if self.game is None:
            self.dialogs.open.clear()
        self.dialogs.push(asking.dialog)

    def _resume(self, path: Path) -> None:
        self.dialogs.attempt(lambda: self.load(path), "This game cannot be continued")

    def save(self) -> None:
        """Ask where to save a copy."""
        game = self.game
        if game is not None:

            def saved(path: Path) -> None:
                (self.screen or game).set_status(f"Saved to {path}.", Tone.GOOD)

            ask_where_to_save(self.dialogs, game.controller.session, saved)

    def open_game(self) -> None:
        """Ask which game to load."""

        def load(path: Path) -> None:
            self.dialogs.attempt(lambda: self.load(path), "Not loaded")

        self.dialogs.push(load_dialog(saved_games(), load, self.dialogs.pop))

    def menu(self) -> None:
        """Open the menu."""
        entries = [
            ("New game …  (N)", lambda: self._instead(self.new_game)),
            ("Back  (B)" if self._screens.open else "Look back  (B)", lambda: self._instead(self.review)),
            ("Keep this move  (C)", lambda: self._instead(self.keep_case)),
            ("Help  (F1)", lambda: self._instead(self.help)),
            ("Save as …  (Ctrl+S)", lambda: self._instead(self.save)),
            ("Load …  (Ctrl+O)", lambda: self._instead(self.open_game)),
            ("Full screen  (F11)", lambda: self._instead(self._window.full_screen)),
            ("Quit  (Q)", self._window.leave),
        ]
        scale = round(self.settings.scale * 100)
        self.dialogs.push(menu_dialog(entries, scale, self._rescale, self.dialogs.pop))

    def _instead(self, action: Callable[[], None]) -> None:
        """Close the dialog on top and do something else."""
        self.dialogs.pop()
        action()

    def help(self) -> None:
        """Say which key does what, and the rules of this game."""
        options = self.game.controller.shown.setup.options if self.game is not None else self.setup.options
        self.dialogs.push(help_dialog(options, self.dialogs.pop))

    def show_error(self, text: str) -> None:
        """Report an error of ours; the game is kept."""
        lines = (text, "The game so far is kept. You can go on, or leave and come back to it.")
        answers = (("Go on", self.dialogs.pop), ("Leave", self._window.leave))
        dialog = question_dialog("Something went wrong", "\n".join(lines), answers, cancel=self.dialogs.pop)
        self.dialogs.push(dialog)

    # Settings.

    def _rescale(self, percent: str) -> None:
        self._change(replace(self.settings, scale=int(percent) / 100))

    def _change(self, settings: Settings) -> None:
        self.settings = settings
        for screen in (*self._screens.open, self.game):
            if screen is not None:
                screen.settings = settings
        if self.screen is not None:
            self.screen.refresh()
        self._window.keep(settings)

    # What keys and buttons ask for.

    def do(self, action: Action) -> None:
        """Do what a key or a button asks for while no dialog is open."""
        handlers: dict[Action, Callable[[], None]] = {
            Action.NEW: self.new_game,
            Action.SAVE: self.save,
            Action.LOAD: self.open_game,
            Action.REVIEW: self.review,
            Action.KEEP_CASE: self.keep_case,
            Action.HELP: self.help,
            Action.MENU: self.menu,
            Action.QUIT: self._window.leave,
            Action.FULL_SCREEN: self._window.full_screen,
            Action.LIT: lambda: self._change(replace(self.settings, lit=not self.settings.lit)),
            Action.SPEED: lambda: self._change(replace(self.settings, speed=self.settings.speed.next)),
            Action.LARGER: lambda: self._grow(0.25),
            Action.SMALLER: lambda: self._grow(-0.25),
        }
        if action in handlers:
            handlers[action]()
        elif self.screen is not None:
            self.screen.do(action)

    def press(self, action: str) -> None:
        """Do what a click on something over the table asks for: a button's action, or a bar of the graph."""
        if not action.startswith(TURN):
            self.do(Action(action))
        elif isinstance(self.screen, ReviewScreen):
            self.screen.go(int(action.removeprefix(TURN)))

    def review(self) -> None:
        """Review the game; from there, or from a variation, go back to what lies below."""
        if self.game is not None:
            if self._screens.open:
                self._screens.back(self.game)
            else:
                self._screens.review(self.game)

    def keep_case(self) -> None:
        """Keep the move that is shown as a case, with pictures; say where."""
        if self.screen is not None and self.game is not None:
            self.screen.set_status(*keep_move(self.game.controller.session, self.screen.played, self._stage))

    def _grow(self, by: float) -> None:
        scale = min(max(self.settings.scale + by, MIN_SCALE), MAX_SCALE)
        self._change(replace(self.settings, scale=scale))
        if self.screen is not None:
            self.screen.set_status(f"Letters {scale:.0%}.")

    # What time does.

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something that can be seen has changed."""
        game = self.game
        if game is None or (self._lots is not None and self._lots in self.dialogs.open):
            return False
        if self._screens.open:
            return self._screens.open[-1].tick(seconds)  # the game waits
        changed = game.tick(seconds)
        controller = game.controller
        if controller.session.warnings != self._warned:
            self._warned = controller.session.warnings
            if self._warned:
                game.set_status(" ".join(self._warned), Tone.WARN)
                changed = True
        over = controller.waiting_for is Waiting.OVER and controller.session.stopped is None
        if over and self._end_shown != controller.changes:
            self._end_shown = controller.changes
            if not self.dialogs.open:
                self._show_end(game)
                changed = True
        return changed

    def _show_end(self, game: GameScreen) -> None:
        answers = (
            ("New game", lambda: self._instead(self.new_game)),
            ("Look back", lambda: self._instead(self.review)),
            ("Undo", lambda: self._instead(lambda: self.do(Action.UNDO))),
        )
        summary = game.summary
        self.dialogs.push(result_dialog(summary.headline, summary.result, answers, self.dialogs.pop))

    def leave(self) -> None:
        """Give up what is under way and end the helper processes; the game is in its journal."""
        self._close_game()
        self._ports.engine.close()
        self._sessions.close()
