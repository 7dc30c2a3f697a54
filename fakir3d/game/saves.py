"""Games that are saved by themselves, and the offer to go on with one after a quit or a crash."""

from __future__ import annotations

import datetime as dt
import itertools
from dataclasses import dataclass
from pathlib import Path

from fakir3d.errors import FakirError, MisuseError
from fakir3d.files import lock_file
from fakir3d.game.folders import HOME_VARIABLE, saves_dir
from fakir3d.game.record.journal import Journal
from fakir3d.game.record.load import LoadedGame, load_record, read_content
from fakir3d.game.session import Session
from fakir3d.game.workers.performers import Performer

SUFFIX = ".fakir"
_OFFERED = 5
"""Only so many of the newest are offered: each is read whole."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A saved game that nobody is playing and that has no winner yet.

    Attributes:
        path: its record.
        saved: when its last line was written.
        names: who plays.
        moves: how many moves stand.
        fault: why it cannot be gone on with; empty when it can.
    """

    path: Path
    saved: dt.datetime
    names: tuple[str, ...]
    moves: int
    fault: str = ""


def autosave(content: bytes = b"") -> Journal:
    """Return the journal of a new save of its own; where the folder refuses, one in memory that says so.

    Args:
        content: whole lines to begin with: those of a loaded game.
    """
    name = dt.datetime.now(tz=dt.UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
    folder = saves_dir()
    number = 1
    while (path := folder / f"{name}{f'-{number}' if number > 1 else ''}{SUFFIX}").exists():
        number += 1
    try:
        return Journal.create(path, content)
    except MisuseError as error:
        refused = error
    journal = Journal(content=content)
    journal.warning = f"The game is not saved by itself: {refused}, or set {HOME_VARIABLE} to one you may write."
    return journal


def resume(path: Path, performer: Performer) -> tuple[Session, LoadedGame]:
    """Return the game of a save, to go on with in the same file.

    Raises:
        MisuseError: if there is no such file, or another game is writing it.
        RecordError: if it cannot be read; names the line, and the file stays as it is.
    """
    loaded = load_record(path)
    journal = Journal.reopen(path, loaded.content)
    return Session.resume(loaded, performer, journal), loaded


def continue_copy(path: Path, performer: Performer) -> tuple[Session, LoadedGame]:
    """Return the game of any record, to go on with in a save of its own; the file stays as it is.

    Raises:
        MisuseError: if there is no such file.
        RecordError: if it cannot be read; names the line.
    """
    loaded = load_record(path)
    return Session.resume(loaded, performer, autosave(loaded.content)), loaded


def go_on(path: Path, performer: Performer) -> tuple[Session, LoadedGame]:
    """Return the game of a file: a save of ours in place, any other record as a copy.

    Raises:
        MisuseError: if there is no such file, or another game is writing it.
        RecordError: if it cannot be read; names the line.
    """
    ours = path.resolve().parent == saves_dir().resolve()
    return resume(path, performer) if ours else continue_copy(path, performer)


def unfinished() -> tuple[Unfinished, ...]:
    """Return the newest saves that can be gone on with, newest first; damaged ones too, with their fault."""
    try:
        dated = [(path.stat().st_mtime, path) for path in saves_dir().glob(f"*{SUFFIX}")]
    except OSError:
        return ()
    found = (_look(path, dt.datetime.fromtimestamp(when, tz=dt.UTC)) for when, path in sorted(dated, reverse=True))
    return tuple(itertools.islice((each for each in found if each is not None), _OFFERED))


def _look(path: Path, saved: dt.datetime) -> Unfinished | None:
    if _being_played(path) or _looks_over(path):
        return None
    try:
        loaded = load_record(path)
    except FakirError as error:
        return Unfinished(path, saved, (), 0, str(error))
    if loaded.over or not (loaded.moves or loaded.undone):
        return None
    return Unfinished(path, saved, loaded.header.names, len(loaded.moves))


def _looks_over(path: Path) -> bool:
    """Return whether the last line is a move that ended the game: most saves are, and need not be read whole."""
    try:
        lines = read_content(path).split(b"\n")
    except FakirError:
        return False
    return len(lines) > 1 and lines[-1] == b"" and lines[-2].startswith(b'{"n":') and b" phase=over " in lines[-2]


def _being_played(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return not lock_file(file)
    except OSError:
        return False
