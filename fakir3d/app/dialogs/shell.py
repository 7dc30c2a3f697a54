"""The desk beside the table: dialogs, games begun and ended, settings. One dialog is open at a time, on a stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from fakir3d.app.dialogs.host import Host
from fakir3d.app.dialogs.new_game import NewGameDialog
from fakir3d.app.dialogs.others import (
    ask,
    help_dialog,
    load_dialog,
    lots_dialog,
    menu_dialog,
    message,
    result_dialog,
    save_dialog,
)
from fakir3d.app.dialogs.saved_games import games_dir, kept_games, suggested_path
from fakir3d.app.gui.dialog import Dialog
from fakir3d.app.gui.theme import MAX_SCALE, MIN_SCALE
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.play.ports import Ports
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.play.view import View
from fakir3d.app.screens.game import GameScreen
from fakir3d.app.screens.graph import TURN
from fakir3d.app.screens.hud import Tone
from fakir3d.app.screens.keep_case import keep_move
from fakir3d.app.screens.review import ReviewScreen
from fakir3d.app.screens.screen import Screen
from fakir3d.app.screens.screen_stack import ScreenStack
from fakir3d.app.settings import Settings
from fakir3d.block.document import load_block, preset_names
from fakir3d.errors import FakirError, MisuseError
from fakir3d.game.saves import Unfinished
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup

__all__ = ["Shell"]


class Shell:
    """Everything around the game.

    Attributes:
        table: the game being played, or None before the first.
        settings: what the window remembers.
        dialogs: the open ones; the last is on top.
        choice: what the New game dialog shows first.
    """

    def __init__(self, view: View, house: Host, games: SessionFactory, minds: Ports, settings: Settings) -> None:
        self.table: GameScreen | None = None
        self.settings = settings
        self.dialogs: list[Dialog] = []
        self.choice = GameSetup()
        self._view, self._house, self._games, self._minds = view, house, games, minds
        self._asides = ScreenStack(view, games, minds)
        self._lots: Dialog | None = None
        self._told_end = -1
        self._warned: tuple[str, ...] = ()

    @property
    def dialog(self) -> Dialog | None:
        """Return the open dialog."""
        return self.dialogs[-1] if self.dialogs else None

    @property
    def scene(self) -> Screen | None:
        """Return what is shown: the game at the table, or what lies over it for a while."""
        return self._asides.open[-1] if self._asides.open else self.table

    # Beginning.

    def welcome(self, waiting: Sequence[Unfinished]) -> None:
        """Offer to go on with a game that was not finished, or a new one."""
        self._view.set_block(load_block(self.choice.block))
        readable = [game for game in waiting if not game.fault]
        if not readable:
            self.new_game()
            broken = [game for game in waiting if game.fault]
            if broken:
                self._tell("A save cannot be read", broken[0].fault, "The file stays where it is.")
            return
        game = readable[0]
        when = game.saved.astimezone().strftime("%d %B, %H:%M")
        text = f"{' and '.join(game.names)} have not finished their game of {when} ({game.moves} moves)."
        answers = (("Go on with it", lambda: self._resume(game.path)), ("New game", self.new_game))
        self._open(ask("Welcome back", text, answers, cancel=self.new_game))

    def begin(self, choice: GameSetup) -> None:
        """Begin a game and show the lots. Raises FakirError if it cannot be; the old game is still there."""
        session = self._games.begin(choice)
        self.choice = choice
        self._sit_down(session)
        header = session.header
        drawn, setup = choice.first is None, header.setup
        self._lots = lots_dialog(setup.mode, header.names, setup.first, header.seed, drawn=drawn, close=self.close)
        self._open(self._lots)

    def load(self, path: Path) -> None:
        """Go on with a recorded game. Raises FakirError if it cannot be; the old game is still there."""
        session, words = self._games.load(path)
        self._sit_down(session)
        assert self.table is not None  # noqa: S101 - just sat down
        self.table.say(words, Tone.GOOD)
        header = session.header
        block = header.spec.name if header.spec.name in preset_names() else self.choice.block
        self.choice = GameSetup(block, header.setup.mode, header.seats, header.setup.options)

    def _sit_down(self, session: Session) -> None:
        self._get_up()
        self.dialogs.clear()
        self._lots, self._told_end, self._warned = None, -1, ()
        self.table = GameScreen(
            GameController(session, self._minds.player), self._view, self.settings, self._minds.teachers()
        )

    def _get_up(self) -> None:
        """Give up what is under way; the game is in its journal."""
        self._asides.close()
        if self.table is not None:
            self.table.leave()
            self.table.match.session.close()

    # Dialogs.

    def _open(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog)

    def close(self) -> None:
        """Close the dialog on top."""
        if self.dialogs:
            self.dialogs.pop()

    def _tell(self, title: str, *lines: str) -> None:
        self._open(message(title, lines, self.close))

    def _try(self, deed: Callable[[], None], title: str) -> None:
        """Do something that may be refused; say why in a dialog over the one that is open."""
        try:
            deed()
        except FakirError as error:
            text = str(error)
            self._tell(title, f"{text[:1].upper()}{text[1:]}.".replace("..", "."))

    def new_game(self) -> None:
        """Ask what the next game is to be."""

        def show(dialog: Dialog) -> None:
            self.dialogs[-1] = dialog

        cancel = self.close if self.table is not None else None
        asking = NewGameDialog(
            self.choice,
            preset_names(),
            show=show,
            start=lambda choice: self._try(lambda: self.begin(choice), "This game cannot be"),
            cancel=cancel,
        )
        if self.table is None:
            self.dialogs.clear()
        self._open(asking.dialog)

    def _resume(self, path: Path) -> None:
        self._try(lambda: self.load(path), "This game cannot be gone on with")

    def save(self) -> None:
        """Ask where to keep a copy."""
        if self.table is not None:
            path = suggested_path(self.table.match.names)
            self._open(save_dialog(path, self._save_to, self.close))

    def _save_to(self, path: Path) -> None:
        if path.exists():
            answers = (("Replace it", lambda: self._write(path, also_close=True)), ("Cancel", self.close))
            self._open(ask("There is such a file", f"{path} exists already.", answers, cancel=self.close))
        else:
            self._write(path, also_close=False)

    def _write(self, path: Path, *, also_close: bool) -> None:
        table = self.table
        if table is None:
            return
        if also_close:
            self.close()
        before = len(self.dialogs)

        def deed() -> None:
            if path.parent == games_dir():
                _make(path.parent)
            table.match.session.save_as(path)

        self._try(deed, "The game was not saved")
        if len(self.dialogs) == before:
            self.close()
            (self.scene or table).say(f"Saved to {path}.", Tone.GOOD)

    def open_game(self) -> None:
        """Ask which game to load."""
        load = load_dialog(kept_games(), lambda path: self._try(lambda: self.load(path), "Not loaded"), self.close)
        self._open(load)

    def menu(self) -> None:
        """Open the menu."""
        entries = [
            ("New game …  (N)", lambda: self._instead(self.new_game)),
            ("Back  (B)" if self._asides.open else "Look back  (B)", lambda: self._instead(self.look_back)),
            ("Keep this move  (C)", lambda: self._instead(self.keep_case)),
            ("Help  (F1)", lambda: self._instead(self.help)),
            ("Save as …  (Ctrl+S)", lambda: self._instead(self.save)),
            ("Load …  (Ctrl+O)", lambda: self._instead(self.open_game)),
            ("Full screen  (F11)", lambda: self._instead(self._house.full_screen)),
            ("Quit  (Q)", self._house.leave),
        ]
        self._open(menu_dialog(entries, round(self.settings.scale * 100), self._rescale, self.close))

    def _instead(self, deed: Callable[[], None]) -> None:
        self.close()
        deed()

    def help(self) -> None:
        """Say which key does what."""
        self._open(help_dialog(self.close))

    def trouble(self, text: str) -> None:
        """Tell of an error of ours; the game is kept."""
        lines = (text, "The game so far is kept. You can go on, or leave and come back to it.")
        answers = (("Go on", self.close), ("Leave", self._house.leave))
        self._open(ask("Something went wrong", "\n".join(lines), answers, cancel=self.close))

    # Settings.

    def _rescale(self, percent: str) -> None:
        self._change(replace(self.settings, scale=int(percent) / 100))

    def _change(self, settings: Settings) -> None:
        self.settings = settings
        for scene in (*self._asides.open, self.table):
            if scene is not None:
                scene.settings = settings
        if self.scene is not None:
            self.scene.refresh()
        self._house.keep(settings)

    # What keys and buttons ask for.

    def do(self, action: Action) -> None:
        """Do what a key or a button asks for while no dialog is open."""
        deeds: dict[Action, Callable[[], None]] = {
            Action.NEW: self.new_game,
            Action.SAVE: self.save,
            Action.LOAD: self.open_game,
            Action.LOOK_BACK: self.look_back,
            Action.KEEP_CASE: self.keep_case,
            Action.HELP: self.help,
            Action.MENU: self.menu,
            Action.QUIT: self._house.leave,
            Action.FULL_SCREEN: self._house.full_screen,
            Action.LIT: lambda: self._change(replace(self.settings, lit=not self.settings.lit)),
            Action.SPEED: lambda: self._change(replace(self.settings, speed=self.settings.speed.next)),
            Action.LARGER: lambda: self._grow(0.25),
            Action.SMALLER: lambda: self._grow(-0.25),
        }
        if action in deeds:
            deeds[action]()
        elif self.scene is not None:
            self.scene.do(action)

    def press(self, word: str) -> None:
        """Do what a click on something over the table asks for: a button's action, or a bar of the graph."""
        if not word.startswith(TURN):
            self.do(Action(word))
        elif isinstance(self.scene, ReviewScreen):
            self.scene.go(int(word.removeprefix(TURN)))

    def look_back(self) -> None:
        """Look back at the game; from there, or from a variation, go back to what lies below."""
        if self.table is not None:
            if self._asides.open:
                self._asides.back(self.table)
            else:
                self._asides.look_back(self.table)

    def keep_case(self) -> None:
        """Keep the move that is spoken of as a case, with pictures; say where."""
        if self.scene is not None and self.table is not None:
            self.scene.say(*keep_move(self.table.match.session, self.scene.played, self._view))

    def _grow(self, by: float) -> None:
        scale = min(max(self.settings.scale + by, MIN_SCALE), MAX_SCALE)
        self._change(replace(self.settings, scale=scale))
        if self.scene is not None:
            self.scene.say(f"Letters {scale:.0%}.")

    # What time does.

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something that can be seen has changed."""
        table = self.table
        if table is None or (self._lots is not None and self._lots in self.dialogs):
            return False
        if self._asides.open:
            return self._asides.open[-1].tick(seconds)  # the game waits
        changed = table.tick(seconds)
        match = table.match
        if match.session.warnings != self._warned:
            self._warned = match.session.warnings
            if self._warned:
                table.say(" ".join(self._warned), Tone.WARN)
                changed = True
        if match.waiting_for is Waiting.OVER and self._told_end != match.changes and match.session.stopped is None:
            self._told_end = match.changes
            if not self.dialogs:
                self._tell_end(table)
                changed = True
        return changed

    def _tell_end(self, table: GameScreen) -> None:
        def undo() -> None:
            self.close()
            table.do(Action.UNDO)

        def new() -> None:
            self._instead(self.new_game)

        def look_back() -> None:
            self._instead(self.look_back)

        board, answers = table.board, (("New game", new), ("Look back", look_back), ("Undo", undo))
        self._open(result_dialog(board.headline, board.result, answers, self.close))

    def leave(self) -> None:
        """Give up what is under way; the game is in its journal."""
        self._get_up()
        self._minds.player.close()
        self._games.close()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MisuseError(f"cannot make the folder {folder}: {error.strerror}; choose another one") from error
