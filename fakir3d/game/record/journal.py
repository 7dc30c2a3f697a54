"""The journal of a game: its record's lines, in memory and, as soon as they are made, on the disk."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

from fakir3d.errors import MisuseError
from fakir3d.files import lock_file, write_whole
from fakir3d.game.record.format import RecordLine, chained


class Journal:
    """Lines are appended, flushed and synced one by one; nothing that was written is ever touched again.

    When the disk refuses, the game goes on in memory: ``warning`` says so once, what could not be written is tried
    again with the next line, and ``save_as`` can still write the whole game elsewhere.
    """

    def __init__(self, file: IO[bytes] | None = None, path: Path | None = None, content: bytes = b"") -> None:
        self.path = path
        self.warning = ""
        self._file = file
        self._lines = [line + b"\n" for line in content.split(b"\n")[:-1]]
        self._chain = _last_chain(self._lines)
        self._written = len(self._lines)
        self._size = len(content)

    @classmethod
    def create(cls, path: Path, content: bytes = b"") -> Journal:
        """Return a journal in a new file that begins with these whole lines (a loaded game's, or none).

        Raises:
            MisuseError: if the file exists or cannot be made.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("xb", buffering=0)
        except FileExistsError:
            raise MisuseError(f"{path} exists; choose another name") from None
        except OSError as error:
            raise MisuseError(f"cannot write {path}: {error.strerror}; choose another folder") from error
        lock_file(file)
        journal = cls(file, path, content)
        journal._written = journal._size = 0
        journal._flush()
        return journal

    @classmethod
    def reopen(cls, path: Path, content: bytes) -> Journal:
        """Return a journal that goes on in its file after these whole lines; a cut line after them is dropped.

        Raises:
            MisuseError: if another game is writing it, or has written it since, or it cannot be written.
        """
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise MisuseError(f"cannot write {path}: {error.strerror}; save a copy elsewhere") from error
        if not lock_file(file):
            file.close()
            raise MisuseError(f"{path} is being played in another window")
        now = file.read()
        if now[: now.rfind(b"\n") + 1] != content:
            file.close()
            raise MisuseError(f"{path} has changed since it was read; load it again")
        file.truncate(len(content))
        return cls(file, path, content)

    @property
    def content(self) -> bytes:
        """Return all lines, whole."""
        return b"".join(self._lines)

    def append(self, line: RecordLine) -> None:
        """Add a line, and write it to the disk before returning if there is one."""
        data, self._chain = chained(line, self._chain)
        self._lines.append(data)
        self._flush()

    def save_as(self, path: Path) -> None:
        """Write the whole record to another file, all or nothing.

        Raises:
            MisuseError: if it cannot be written; what was there before is as it was.
        """
        if self._is_ours(path):
            return
        cannot, advice = f"cannot save to {path}", "choose another folder"
        write_whole(path, self.content, cannot=cannot, advice=advice, make_folder=False)

    def close(self) -> None:
        """Let go of the file; one that never got beyond its header leaves nothing behind. May be called twice."""
        if self._file is None:
            return
        self._file.close()
        self._file = None
        if self.path is not None and len(self._lines) <= 1:
            with contextlib.suppress(OSError):
                self.path.unlink()

    def _is_ours(self, path: Path) -> bool:
        """Return whether a path is the file that we are writing already, which must not be replaced under us."""
        try:
            return self._file is not None and self.path is not None and path.samefile(self.path)
        except OSError:
            return False

    def _flush(self) -> None:
        """Write the lines that the disk does not have yet."""
        if self._file is None or self._written == len(self._lines):
            return
        waiting = b"".join(self._lines[self._written :])
        try:
            self._file.seek(self._size)
            _write_all(self._file, waiting)
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._size)
            self.warning = f"The game cannot be saved to {self.path}: {error.strerror}. Save it elsewhere; it goes on."
            return
        self._written, self._size, self.warning = len(self._lines), self._size + len(waiting), ""


def _write_all(file: IO[bytes], data: bytes) -> None:
    # An unbuffered file may take less than it is given.
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def _last_chain(lines: list[bytes]) -> str:
    return lines[-1][-67:-3].decode("ascii") if lines else ""
