"""The lines of a ``.fakir`` record: what stands in them, how they are chained, how bytes become lines again.

A record is JSON Lines: a header, then a line a move, undo or redo. Each ends in a ``chain``: the SHA-256 of the
previous line's chain and of this line's own bytes before it, so that no byte can change without the line telling.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NoReturn, TypeVar

from pydantic import BaseModel, Field, ValidationError

from fakir3d.errors import RecordError
from fakir3d.files import BYTE_ORDER_MARKS
from fakir3d.game.record.motion_codec import PackedMotion
from fakir3d.game.record.text_diff import short, unshowable
from fakir3d.json_values import STRICT, record_error_of

RECORD_FORMAT = "fakir-record"
RECORD_VERSION = 1
MAX_BYTES = 64 * 1024 * 1024
"""More than any game's record; a bigger file is refused unread."""

_MARK = b',"chain":"'
_TAIL = len(_MARK) + 64 + len(b'"}')
_ENCODINGS = (
    (codecs.BOM_UTF8, "UTF-8 with a byte order mark"),
    *BYTE_ORDER_MARKS,
    (b"{\0", "UTF-16"),
    (b"\0{", "UTF-16"),
)
_CASE_BEGINS = re.compile(rb'\s*\{\s*"format"\s*:\s*"fakir-case"')


class _Line(BaseModel):
    model_config = STRICT


class SeatModel(_Line):
    """A player, both fields told."""

    name: str
    kind: str


class EngineModel(_Line):
    """An engine with its config."""

    name: str
    version: str
    config: dict[str, Any]


class HeaderLine(_Line):
    """The first line."""

    format: Literal["fakir-record"] = "fakir-record"
    version: Literal[1] = 1
    block: dict[str, Any]
    mode: Literal["2", "3", "4", "teams"]
    sticks: int
    options: dict[str, str]
    seats: tuple[SeatModel, ...]
    first: int
    seed: int
    policy: Literal["physics", "strict"]
    engine: EngineModel


class MoveLine(_Line):
    """One move, whole."""

    n: int
    move: str
    script: dict[str, Any]
    predicted: str
    observed: str
    verdict: str
    taken: str
    note: str
    tries: Annotated[int, Field(ge=1, le=2)] = 1
    state: str
    poses: dict[str, Annotated[list[float], Field(min_length=7, max_length=7)]]
    motion: PackedMotion


class UndoLine(_Line):
    """Back to before move ``undo``."""

    undo: int


class RedoLine(_Line):
    """On to after move ``redo``."""

    redo: int


class EngineLine(_Line):
    """From here on, another engine (or another version of it): the game was resumed on another machine."""

    engine: EngineModel


RecordLine = HeaderLine | MoveLine | UndoLine | RedoLine | EngineLine


@dataclass(frozen=True, slots=True)
class Written:
    """One whole line whose chain is right.

    Attributes:
        number: counted from 1.
        body: what stands in it, without its chain.
        chain: its chain.
    """

    number: int
    body: dict[str, Any]
    chain: str


def chained(line: RecordLine, before: str) -> tuple[bytes, str]:
    """Return a line's bytes, newline included, and its chain, given the chain of the line before ("" for none)."""
    body = json.dumps(line.model_dump(), separators=(",", ":"), allow_nan=False, ensure_ascii=True).encode("ascii")
    start = body[:-1]
    chain = _chain(before, start)
    return start + _MARK + chain.encode("ascii") + b'"}\n', chain


def _chain(before: str, start: bytes) -> str:
    return hashlib.sha256(before.encode("ascii") + start).hexdigest()


def split_lines(content: bytes) -> Iterator[Written]:
    """Return the whole lines of a record, each checked against its chain; a cut last line is left out.

    Raises:
        RecordError: if it is no record of this version; or at the first line that is not as it was written, or holds
            what no text that is shown may hold.
    """
    _check_kind(content)
    chain = ""
    for number, line in enumerate(content[: content.rfind(b"\n") + 1].split(b"\n")[:-1], start=1):
        start, tail = line[:-_TAIL], line[-_TAIL:]
        expected = _chain(chain, start)
        if tail != _MARK + expected.encode("ascii") + b'"}':
            raise RecordError("is not as it was written: its chain is wrong", line=number, of_line=True)
        chain = expected
        body = _parsed(start + b"}", number)
        trouble = unshowable(body)
        if trouble is not None:
            raise RecordError(trouble, line=number)
        yield Written(number, body, chain)


def is_cut(content: bytes) -> bool:
    """Return whether a record's last line has no end."""
    return not content.endswith(b"\n")


def _check_kind(content: bytes) -> None:
    """Raise unless the first line says that this is a record that we can read; its chain is looked at later."""
    if not content:
        raise RecordError("the file is empty", line=1)
    for beginning, encoding in _ENCODINGS:
        if content.startswith(beginning):
            told = f"begins as {encoding} does; a game record is plain UTF-8, as it was written"
            raise RecordError(told, line=1, of_line=True)
    if _CASE_BEGINS.match(content):
        raise RecordError("this is a case, not a game record; fakir3d case show tells what it is about", line=1)
    first, end, _ = content.partition(b"\n")
    if not end:
        told = "is no whole line: this is no game record, or one cut within its first line"
        raise RecordError(told, line=1, of_line=True)
    try:
        body = _parsed(first, 1)
    except RecordError as error:
        raise RecordError(f"{error.text}: this is no game record", line=1, of_line=error.of_line) from error
    if body.get("format") != RECORD_FORMAT:
        raise RecordError(f"format is {short(body.get('format'))}; a game record has {RECORD_FORMAT!r}", line=1)
    version = body.get("version")
    if version != RECORD_VERSION or isinstance(version, bool) or not isinstance(version, int):
        raise RecordError(f"version is {short(version)}; this fakir3d reads version {RECORD_VERSION}", line=1)


def _parsed(line: bytes, number: int) -> dict[str, Any]:
    try:
        body = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except RecordError as error:
        raise RecordError.told_by(error, line=number) from error
    except UnicodeDecodeError as error:
        raise RecordError("is no UTF-8 text", line=number, of_line=True) from error
    except (ValueError, RecursionError) as error:
        raise RecordError("is no JSON", line=number, of_line=True) from error
    if not isinstance(body, dict):
        raise RecordError("is no JSON object", line=number, of_line=True)
    return body


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"{name} is no number that JSON has")


_Model = TypeVar("_Model", bound=_Line)


def read_line(model: type[_Model], written: Written) -> _Model:
    """Return a line's content, checked.

    Raises:
        RecordError: naming the line and the first invalid field.
    """
    try:
        # As a text: only so are lists tuples, and nothing else.
        return model.model_validate_json(json.dumps(written.body))
    except ValidationError as error:
        raise record_error_of(error, line=written.number) from error
