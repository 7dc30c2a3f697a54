"""Reading a text file that somebody else wrote: bounded, and with its encoding named when it is not UTF-8."""

from __future__ import annotations

import codecs
import errno
import math
from pathlib import Path

from fakir3d.errors import BlockError, MisuseError

__all__ = ["MOST_BYTES", "broken_link", "is_there", "quoted", "read_text", "shown"]

MOST_BYTES = 64 * 1024
"""The largest block document read; the presets have 1 KiB, one with 26 columns, 99 rows and 198 floors 9 KiB."""
_LONGEST_QUOTE = 60


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


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, with or without a byte order mark.

    Raises:
        MisuseError: if there is no such file, or it may not be read.
        BlockError: if it is empty, too large or in another encoding.
    """
    name = shown(path)
    if not is_there(path):
        raise MisuseError(f"{name} is {link}" if (link := broken_link(path)) else f"there is no file {name}")
    if path.is_dir():
        raise MisuseError(f"{name} is a directory; name a block document in it")
    if not path.is_file():
        raise MisuseError(f"{name} is no regular file")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise MisuseError(f"{name} cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise BlockError(f"{name} is larger than {MOST_BYTES // 1024} KiB, the most a block document may have")
    if not data.strip():
        raise BlockError(f"{name} is empty")
    return _decoded(data, name)


def shown(path: Path) -> str:
    r"""Return a path as a message shows it: as it is, or quoted if it would break the line.

    >>> shown(Path("mine.toml")), shown(Path("a\nb"))
    ('mine.toml', "'a\\nb'")
    """
    return str(path) if str(path).isprintable() else quoted(str(path))


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


def _decoded(data: bytes, name: str) -> str:
    for mark, encoding in (
        (codecs.BOM_UTF32_LE, "UTF-32"),
        (codecs.BOM_UTF32_BE, "UTF-32"),
        (codecs.BOM_UTF16_LE, "UTF-16"),
        (codecs.BOM_UTF16_BE, "UTF-16"),
    ):
        if data.startswith(mark):
            raise BlockError(f"{name} is encoded in {encoding}; save it as UTF-8")
    if b"\0" in data:
        raise BlockError(f"{name} holds zero bytes: it is UTF-16 without a mark, or no text at all; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BlockError(
            f"{name}: byte 0x{data[error.start]:02x} in line {line} is not UTF-8 (Latin-1 or Windows-1252?); "
            "save it as UTF-8"
        ) from None
