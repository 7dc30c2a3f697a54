"""The games saved on this machine: their list, and the dialogs that save, load and resume one."""

from __future__ import annotations

import datetime as dt
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from fakir3d.app.dialogs.dialog_stack import DialogStack
from fakir3d.app.dialogs.others import question_dialog
from fakir3d.app.gui.dialog import Dialog, Row
from fakir3d.app.gui.entry import TextEntry
from fakir3d.app.gui.listing import Listing
from fakir3d.app.gui.style import SMALL
from fakir3d.app.gui.widgets import Button, Label
from fakir3d.errors import MisuseError
from fakir3d.game.folders import data_dir, saves_dir
from fakir3d.game.saves import SUFFIX, Unfinished
from fakir3d.game.session import Session

_LISTED = 40
_TAIL = 1 << 19
"""Bytes: longer than any line but the first."""


def games_dir() -> Path:
    """Return the folder that Save as suggests."""
    return data_dir() / "games"


def suggested_path(names: tuple[str, ...]) -> Path:
    """Return a name for a copy of a game that does not exist yet."""
    day = dt.datetime.now(tz=dt.UTC).astimezone().strftime("%Y-%m-%d")
    plain = "-".join("".join(c for c in name if c.isalnum()) or "player" for name in names)
    number = 1
    while (path := games_dir() / f"{day}-{plain}{f'-{number}' if number > 1 else ''}{SUFFIX}").exists():
        number += 1
    return path


def saved_games() -> tuple[tuple[str, Path], ...]:
    """Return the games saved on this machine, newest first, each with a line about it."""
    dated = []
    for folder in (games_dir(), saves_dir()):
        try:
            dated += [(path.stat().st_mtime, path) for path in folder.glob(f"*{SUFFIX}")]
        except OSError:
            continue
    newest = sorted(dated, reverse=True)[:_LISTED]
    return tuple((f"{_when(time)}   {_about(path)}   ({path.name})", path) for time, path in newest)


def _when(time: float) -> str:
    return dt.datetime.fromtimestamp(time, tz=dt.UTC).astimezone().strftime("%d %b %H:%M")


def _about(path: Path) -> str:
    """Return who plays on which block and how far they have come, from the record's first and last lines alone."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline(1 << 20))
            head = file.tell()
            file.seek(max(head, file.seek(0, os.SEEK_END) - _TAIL))
            # What lies after the last end of a line was cut off; what lies before the first may be half a line.
            lines = file.read().split(b"\n")[:-1]
        who = " – ".join(str(seat["name"]) for seat in header["seats"])
        return f"{who}, {header['block']['name']}, {_stand(json.loads(lines[-1]) if lines else {})}"
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return "unreadable"


def _stand(last: dict[str, object]) -> str:
    """Return how far a game has come, from the last line of its record."""
    moves = last.get("n", last.get("redo", 0))
    if "undo" in last:
        moves = int(str(last["undo"])) - 1
    over = ", over" if " phase=over " in str(last.get("state")) else ""
    return f"{moves} move{'' if moves == 1 else 's'}{over}"


def resume_dialog(game: Unfinished, resume: Callable[[], None], new_game: Callable[[], None]) -> Dialog:
    """Return the dialog that offers to go on with an unfinished game, or to begin a new one."""
    when = game.saved.astimezone().strftime("%d %B, %H:%M")
    text = f"{' and '.join(game.names)} have not finished their game of {when} ({game.moves} moves)."
    return question_dialog("Welcome back", text, (("Go on with it", resume), ("New game", new_game)), cancel=new_game)


def ask_where_to_save(dialogs: DialogStack, session: Session, saved: Callable[[Path], None]) -> None:
    """Ask where to save a copy of a game, and write it there.

    Args:
        dialogs: where the questions are put.
        session: the game.
        saved: called with the path once the copy is written.
    """

    def write(path: Path) -> None:
        if dialogs.attempt(lambda: _write(session, path), "The game was not saved"):
            dialogs.pop()
            saved(path)

    def replace(path: Path) -> None:
        dialogs.pop()
        write(path)

    def save_to(path: Path) -> None:
        if not path.exists():
            write(path)
            return
        answers = (("Replace it", lambda: replace(path)), ("Cancel", dialogs.pop))
        text = f"{path} exists already."
        dialogs.push(question_dialog("There is such a file", text, answers, cancel=dialogs.pop))

    dialogs.push(_save_dialog(suggested_path(session.header.names), save_to, dialogs.pop))


def _write(session: Session, path: Path) -> None:
    if path.parent == games_dir():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = f"cannot make the folder {path.parent}: {error.strerror}; choose another one"
            raise MisuseError(reason) from error
    session.save_as(path)


def _save_dialog(path: Path, save: Callable[[Path], None], close: Callable[[], None]) -> Dialog:
    """Return the dialog that asks where to keep the game."""
    entry = TextEntry(str(path), longest=1000, hint="path of a .fakir file")

    def go() -> None:
        if entry.text.strip():
            save(_with_suffix(Path(entry.text.strip()).expanduser()))

    entry.entered = go
    rows = [
        Row.of(Label("The game is kept by itself. Here you keep a copy under a name of your own.", size=SMALL)),
        Row.of(entry),
    ]
    foot = Row.of(Button("Save", go), Button("Cancel", close), gap=16)
    return Dialog("Save as", rows, foot=foot, cancel=close, width=640).begin_at(entry)


def load_dialog(games: Sequence[tuple[str, Path]], load: Callable[[Path], None], close: Callable[[], None]) -> Dialog:
    """Return the dialog that asks which game to load: one of those saved here, or any file."""
    entry = TextEntry("", hint="or the path of a .fakir file", longest=1000)

    def go() -> None:
        if entry.text.strip():
            load(Path(entry.text.strip()).expanduser())
        elif games:
            load(games[listing.index][1])

    entry.entered = go
    listing = Listing([line for line, _ in games], rows=7, entered=go, empty="no game has been kept yet")
    foot = Row.of(Button("Load", go), Button("Cancel", close), gap=16)
    return Dialog("Load a game", [Row.of(listing), Row.of(entry)], foot=foot, cancel=close, width=640)


def _with_suffix(path: Path) -> Path:
    """Return the path with ``.fakir`` where it had no ending.

    >>> _with_suffix(Path("evening")).name, _with_suffix(Path("x.fakir")).name
    ('evening.fakir', 'x.fakir')
    """
    return path if path.suffix else path.with_name(f"{path.name}.fakir")
