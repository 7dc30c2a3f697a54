"""Records read back: a game to go on with, or evidence to be performed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fakir3d.errors import FakirError, RecordError
from fakir3d.files import read_bounded
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.record.codec import read_engine, read_header, read_move
from fakir3d.game.record.format import (
    MAX_BYTES,
    EngineLine,
    HeaderLine,
    MoveLine,
    RedoLine,
    UndoLine,
    Written,
    is_cut,
    read_line,
    split_lines,
)
from fakir3d.game.setup import Header
from fakir3d.motion import Snapshot
from fakir3d.rules import result, start


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game as its record tells it.

    Attributes:
        path: the file.
        header: the game, with the engine that its last line names.
        moves: the moves that stand.
        undone: the moves that redo would bring back, in that order.
        content: the file's whole lines.
        cut: whether the file's last line had no end; it has been left out.
    """

    path: Path
    header: Header
    moves: tuple[PlayedMove, ...]
    undone: tuple[PlayedMove, ...]
    content: bytes
    cut: bool

    @property
    def over(self) -> bool:
        """Return whether the game has come to its end."""
        return bool(self.moves) and result(self.moves[-1].after) is not None


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One line of a record after its header, understood.

    Attributes:
        line: its number in the file.
        header: the game as of this line.
        played: the move that it adds; None for an undo, a redo or another engine.
        written: the move as it is written, where it adds one.
    """

    line: int
    header: Header
    played: PlayedMove | None
    written: MoveLine | None


@dataclass(slots=True)
class _Walk:
    """The game as the lines tell it so far."""

    header: Header | None = None
    moves: list[PlayedMove] = field(default_factory=list)
    undone: list[PlayedMove] = field(default_factory=list)

    def step(self, line: Written) -> RecordEntry:
        """Take the next line in."""
        if self.header is None:
            self.header = read_header(read_line(HeaderLine, line))
            return RecordEntry(line.number, self.header, None, None)
        if "n" in line.body or "move" in line.body:
            return self._move(line, self.header)
        if "undo" in line.body:
            self._undo(read_line(UndoLine, line).undo)
        elif "redo" in line.body:
            self._redo(read_line(RedoLine, line).redo)
        elif "engine" in line.body:
            self.header = read_engine(read_line(EngineLine, line), self.header)
        else:
            has = ", ".join(line.body) or "nothing"
            told = f"is none of move, undo, redo and engine; it has {has:.80}"
            raise RecordError(told, line=line.number, of_line=True)
        return RecordEntry(line.number, self.header, None, None)

    def _move(self, line: Written, header: Header) -> RecordEntry:
        written = read_line(MoveLine, line)
        if written.n != len(self.moves) + 1:
            raise RecordError(f"move {written.n} cannot follow move {len(self.moves)}")
        last = self.moves[-1] if self.moves else None
        before = last.after if last else start(header.setup)
        try:
            played = read_move(written, before, last.snapshot if last else Snapshot.of({}))
        except FakirError as error:
            raise RecordError.told_by(error, field=f"move {written.n}") from error
        self.moves.append(played)
        self.undone.clear()
        return RecordEntry(line.number, header, played, written)

    def _undo(self, number: int) -> None:
        if not 1 <= number <= len(self.moves):
            raise RecordError(f"there is no move {number} to undo; there are {len(self.moves)}")
        self.undone[:0] = self.moves[number - 1 :]
        del self.moves[number - 1 :]

    def _redo(self, number: int) -> None:
        count = number - len(self.moves)
        if not 1 <= count <= len(self.undone):
            raise RecordError(f"there is no move {number} to redo; {len(self.undone)} were taken back")
        self.moves += self.undone[:count]
        del self.undone[:count]


def read_content(path: Path) -> bytes:
    """Return a record's bytes.

    Raises:
        MisuseError: if there is no such file, or it is none.
        RecordError: if it is too big to be a record.
    """
    told = f"no game record is larger than {MAX_BYTES // 2**20} MiB"
    return read_bounded(path, MAX_BYTES, RecordError(told, source=str(path), line=1))


def load_record(path: Path) -> LoadedGame:
    """Return the game in a record; a last line that was cut is left out and told.

    Raises:
        MisuseError: if there is no such file.
        RecordError: if it is no record, from another version, changed, or against the rules; names file and line.
    """
    content = read_content(path)
    walk = _Walk()
    for _ in entries(content, str(path), walk):
        pass
    assert walk.header is not None  # noqa: S101 - entries has raised for a record without a first line
    whole = content[: content.rfind(b"\n") + 1]
    return LoadedGame(path, walk.header, tuple(walk.moves), tuple(walk.undone), whole, is_cut(content))


def entries(content: bytes, source: str, walk: _Walk | None = None) -> Iterator[RecordEntry]:
    """Return a record's lines one after the other, each checked against the rules.

    Args:
        content: the file.
        source: what to call it in messages.
        walk: where to keep the game that they tell.

    Raises:
        RecordError: at the first invalid line; names file and line.
    """
    game = walk or _Walk()
    number = 1
    try:
        for line in split_lines(content):
            number = line.number
            yield game.step(line)
    except FakirError as error:
        raise RecordError.told_by(error, source=source, line=number) from error
