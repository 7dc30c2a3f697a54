"""Files: written whole or not at all, read within bounds, locked, sealed, named in messages."""

from __future__ import annotations

import codecs
import contextlib
import errno
import hashlib
import json
import math
import os
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from fakir3d.errors import FakirError, MisuseError, printable

HALF_SUFFIX = ".half"
"""How the name of a file ends until it is whole; a process that is killed leaves one, and nobody reads it."""
# UTF-32 before UTF-16: their little-endian marks begin alike.
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
"""How a file begins that an editor has saved in another encoding than UTF-8."""
_LONGEST_QUOTE = 60


def write_whole(path: Path, content: bytes, *, cannot: str, advice: str, make_folder: bool = True) -> None:
    """Write a file as ``replace_file`` does, with one line where that does not work.

    Args:
        path: the file.
        content: what will be in it.
        cannot: how the line begins, like ``cannot save to a.fakir``.
        advice: how it ends: what to do.
        make_folder: whether a folder that is not there is made.

    Raises:
        MisuseError: if it cannot be written.
    """
    try:
        replace_file(path, content, make_folder=make_folder)
    except OSError as error:
        raise MisuseError(f"{cannot}: {error.strerror}; {advice}") from error


def replace_file(path: Path, content: bytes, *, make_folder: bool = False) -> None:
    """Write a file whole or not at all, so that it outlasts a power cut once this has returned.

    What was there before stays until everything is written. A link is followed; a device is just written to.

    Raises:
        OSError: if it cannot be written, or has no possible name.
    """
    try:
        target = Path(os.path.realpath(path))
        if make_folder:
            target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not (target.is_file() or target.is_dir()):
            target.write_bytes(content)
            return
        _replace(target, content)
        _sync_folder(target.parent)
    except ValueError as error:  # such as a zero byte in its name
        raise OSError(errno.EINVAL, str(error)) from error


def _replace(path: Path, content: bytes) -> None:
    half = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}{HALF_SUFFIX}")
    try:
        with half.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        with contextlib.suppress(OSError):
            half.unlink()


def _sync_folder(folder: Path) -> None:
    """Have the disk know the folder's new entry; systems that refuse do without."""
    with contextlib.suppress(PermissionError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_bounded(path: Path, most_bytes: int, too_large: FakirError) -> bytes:
    """Return a file's bytes.

    Args:
        path: the file.
        most_bytes: a larger one is refused unread.
        too_large: what is raised then.

    Raises:
        MisuseError: if there is no such file, or it may not be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as error:
        raise MisuseError(f"cannot read {shown(path)}: {error.strerror}") from error
    except ValueError as error:  # such as a zero byte in its name
        raise MisuseError(f"cannot read {shown(path)}: {error}") from error
    if len(content) > most_bytes:
        raise too_large
    return content


def lock_file(file: IO[bytes]) -> bool:
    """Take the one lock of an open file until it is closed; return False if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # A byte that no file of ours reaches, so that others can still read it.
            file.seek(2**40)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def seal(document: Mapping[str, object]) -> str:
    """Return the SHA-256 of a JSON document but for its key ``sha256``, whatever the spaces and the order of its keys.

    Raises:
        ValueError: if a number in it is none that JSON has.

    >>> seal({"b": 1, "a": 2}) == seal({"a": 2, "b": 1, "sha256": "old"})
    True
    """
    rest = {key: value for key, value in document.items() if key != "sha256"}
    plain = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(plain.encode()).hexdigest()


def is_there(path: Path) -> bool:
    """Return whether a path leads to anything; one that is too long or holds a zero byte does not.

    >>> is_there(Path("x" * 5000))
    False
    """
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def broken_link(path: Path) -> str:
    """Return what kind of link leads nowhere, in words; empty for what is no link, and for one that leads somewhere."""
    try:
        target = path.readlink()
    except (OSError, ValueError):
        return ""
    try:
        path.stat()
    except OSError as error:
        in_a_circle = error.errno == errno.ELOOP
        return (
            "a link that leads round in a circle" if in_a_circle else f"a link to {shown(target)}, which is not there"
        )
    return ""


def shown(path: Path) -> str:
    r"""Return a path as a message shows it: as it is, or quoted if it would break the line.

    >>> shown(Path("mine.toml")), shown(Path("a\nb"))
    ('mine.toml', "'a\\nb'")
    """
    # Whole: what tells two files apart is mostly the end of a path.
    return str(path) if str(path).isprintable() else f"'{printable(str(path))}'"


def quoted(value: object) -> str:
    """Return a value as a message shows it: on one line, short, and never walking into what is nested.

    >>> quoted("a" * 100)[-6:], quoted([[1]]), quoted({}), quoted(True), quoted(10**400)
    ('aaa...', 'a list', 'a table', 'true', 'a number of 401 digits')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return "a list"
        case dict():
            return "a table"
        case int() if abs(value) >= 10**30:
            return f"a number of {_digits(value)} digits"
        case _:
            text = repr(value) if isinstance(value, str | float | int) else f"{type(value).__name__} {value}"
            return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "..."


def _digits(value: int) -> int:
    # str() of a huge int is refused by Python, so its bits are counted.
    fewest = int((abs(value).bit_length() - 1) * math.log10(2)) + 1
    return fewest + int(abs(value) >= 10**fewest)
