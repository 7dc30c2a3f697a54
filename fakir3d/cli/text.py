"""``fakir3d text``: the whole game in a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from fakir3d.cli.advice import say_hints, say_mistakes
from fakir3d.cli.new_game import GameOptions, new_session
from fakir3d.cli.options import LoadOption, with_options
from fakir3d.cli.table_text import draw_table, moves_text
from fakir3d.errors import FakirError, MisuseError
from fakir3d.files import shown
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.record.load import LoadedGame
from fakir3d.game.saves import autosave, go_on, resume, unfinished
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import Performer
from fakir3d.players import player_of, telling
from fakir3d.rules import Move, say_move, say_outcome
from fakir3d.rules.state import Phase

_HELP = """\
A move is typed as its name:
  x2.3     pierce: push a stick through the x bore under row 2, third x floor from the table
  b2       plant: let a stick down into hole b2
  x2.3^    pull the stick out of that bore
  b2=      exchange: the pulled stick takes the place of your stick in b2
  b2~ x2.3~ hand~   give a stick up, when you can do nothing else
Others:
  ?        all legal moves          show     the table again
  undo     take a turn back         redo     bring it back
  save FILE  keep a copy            load FILE  go on with a kept game
  resume   go on with the newest unfinished game
  hint     the best moves, and why  review   the mistakes so far, and what was better
  help     this                     quit     leave; the game is kept"""


@with_options
def text_command(game: GameOptions, load: LoadOption = None) -> None:
    """Play in the terminal: type moves, read what happens. Type help once it runs.

    Reads from a pipe, too: one move a line; the end of the input is quit.
    """
    asked = game.parse(load)
    performer = asked.performer()
    if load is not None:
        session, loaded = go_on(load, performer)
        TextGame(session, performer, loaded).run()
    else:
        TextGame(new_session(asked.setup or GameSetup(), performer, autosave), performer).run()


class TextGame:
    """A game at a terminal: reads lines, prints what comes of them.

    Args:
        session: the game.
        performer: who performs its moves, also of games loaded later.
        loaded: where the game comes from, if it is not a new one.
    """

    def __init__(self, session: Session, performer: Performer, loaded: LoadedGame | None = None) -> None:
        self._session = session
        self._performer = performer
        self._warned: tuple[str, ...] = ()
        self._greet(loaded)

    def run(self) -> None:
        """Play until the input ends or the player leaves."""
        try:
            while True:
                self._let_computers_play()
                try:
                    line = input("> ").strip()
                except EOFError:
                    print()
                    break
                if line in {"quit", "q", "exit"}:
                    break
                if line:
                    self._answer(line)
        except KeyboardInterrupt:
            print()
        finally:
            self._leave()

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "help" | "h":
                    print(_HELP)
                case "?":
                    print(moves_text(self._session.state))
                case "show" | "s":
                    self._show()
                case "undo" | "u":
                    self._session.undo()
                    self._show()
                case "redo" | "r":
                    self._session.redo()
                    self._show()
                case "hint":
                    _print_all(say_hints(self._session.state, self._session.header.names))
                case "review":
                    _print_all(say_mistakes(self._session.moves, self._session.header.names))
                case "save":
                    self._save(rest)
                case "load":
                    self._switch(*go_on(_file(rest, "load"), self._performer))
                case "resume":
                    self._resume()
                case _:
                    self._tell(self._session.play(Move.parse(line)))
        except FakirError as error:
            print(error)
        self._warn()

    def _let_computers_play(self) -> None:
        session = self._session
        while session.state.phase is not Phase.OVER and not session.seat.human:
            player = player_of(session.seat.kind)
            assert player is not None  # noqa: S101 - a seat that is not human has one
            with telling(session.seat.kind, print):
                move = player.choose(session.state, session.choice_seed)
            self._tell(session.play(move))
            self._warn()

    def _tell(self, played: PlayedMove) -> None:
        """Print what a move was, what came of it, and the table."""
        names = self._session.header.names
        print(f"{played.number}. {played.move}  {say_move(played.before, played.move, names)}")
        for sentence in say_outcome(played.before, played.move, played.taken, names):
            print(f"   {sentence}")
        if played.note:
            print(f"   {played.note}")
            print(f"   rules foretold: {played.predicted}; physics did: {played.observed}")
        self._show()

    def _show(self) -> None:
        print(f"\n{draw_table(self._session.state, self._session.header.names)}\n")

    def _greet(self, loaded: LoadedGame | None) -> None:
        session = self._session
        if loaded is not None:
            cut = " Its last line was cut and is left out." if loaded.cut else ""
            print(f"{shown(loaded.path)}: {len(session.moves)} moves.{cut}")
        else:
            print(f"Fakir on the block {session.spec.name}. Type help for the moves, quit to leave.")
            print(f"The lots say that {session.seat.name} begins (R2).")
            offers = [each for each in unfinished() if not each.fault]
            if offers:
                when = offers[0].saved.astimezone().strftime("%Y-%m-%d %H:%M")
                print(f"A game of {', '.join(offers[0].names)} from {when} is unfinished; resume goes on with it.")
        self._show()
        self._warn()

    def _resume(self) -> None:
        offers = [each for each in unfinished() if not each.fault]
        if not offers:
            raise MisuseError("there is no unfinished game")
        self._switch(*resume(offers[0].path, self._performer))

    def _switch(self, session: Session, loaded: LoadedGame) -> None:
        self._session.close()
        self._session = session
        self._greet(loaded)

    def _save(self, rest: str) -> None:
        path = _file(rest, "save")
        self._session.save_as(path)
        print(f"Kept in {shown(path)}.")

    def _leave(self) -> None:
        path = self._session.journal.path
        if path is not None and self._session.moves:
            way = "" if self._session.result else f"; go on with: fakir3d text --load {shown(path)}"
            print(f"The game is kept in {shown(path)}{way}")
        self._session.close()

    def _warn(self) -> None:
        """Print warnings that have not been printed yet."""
        for warning in self._session.warnings:
            if warning not in self._warned:
                print(warning)
        self._warned = self._session.warnings


def _print_all(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _file(rest: str, word: str) -> Path:
    if not rest.strip():
        raise MisuseError(f"{word} needs the name of a file, like: {word} game.fakir")
    return Path(rest.strip()).expanduser()
