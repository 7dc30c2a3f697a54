"""Reading a text file that somebody else wrote: bounded, and with its encoding named when it is not UTF-8."""

from __future__ import annotations

from pathlib import Path

from fakir3d.errors import BlockError, MisuseError
from fakir3d.files import BYTE_ORDER_MARKS, broken_link, is_there, read_bounded, shown

_MOST_BYTES = 64 * 1024
"""The largest block document read; the presets have 1 KiB, one with 26 columns, 99 rows and 198 floors 9 KiB."""


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
    most = f"{_MOST_BYTES // 1024} KiB, the most a block document may have"
    data = read_bounded(path, _MOST_BYTES, BlockError(f"{name} is larger than {most}"))
    if not data.strip():
        raise BlockError(f"{name} is empty")
    return _decoded(data, name)


def _decoded(data: bytes, name: str) -> str:
    for mark, encoding in BYTE_ORDER_MARKS:
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
