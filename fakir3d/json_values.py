"""Frozen dataclasses as JSON and back, checked by pydantic, refused in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import ClassVar, Self, cast

from pydantic import ConfigDict, GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import CoreSchema, ErrorDetails, core_schema

from fakir3d.errors import FakirError, RecordError
from fakir3d.files import quoted

STRICT = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, frozen=True)
"""How everything is read that a file says: no number from a text or a truth, nothing unknown, only real numbers."""
_KINDS = {
    "int": "a whole number",
    "float": "a finite number",
    "finite": "a finite number",
    "bool": "true or false",
    "string": "a text",
    "dict": "an object",
    "list": "a list",
    "tuple": "a list",
}
_QUOTED = re.compile(r"'([^']*)'")


class Via:
    """How a field that is no plain JSON is read and written, as an annotation of its type.

    Args:
        read: its value from plain JSON; a FakirError or a ValueError refuses.
        write: and back.
        schema: what the plain JSON must be.
    """

    def __init__(
        self, read: Callable[..., object], write: Callable[..., object], schema: CoreSchema | None = None
    ) -> None:
        self._read, self._write, self._schema = read, write, schema or core_schema.any_schema()

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Tell pydantic."""
        written = core_schema.plain_serializer_function_ser_schema(self._write)
        return core_schema.no_info_after_validator_function(self._read, self._schema, serialization=written)


def as_text(parse: Callable[[str], object]) -> Via:
    """Return how a field is read and written that is a text in JSON, like a move."""
    return Via(parse, str, core_schema.str_schema(strict=True))


class JsonValue:
    """A frozen dataclass that goes into records and cases; what comes back is checked value by value.

    Attributes:
        json_name: what messages call it.
        json_later: the fields that came later, with what an older file means that lacks them.
    """

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    json_name: ClassVar[str]
    json_later: ClassVar[Mapping[str, object]] = {}

    def to_json(self) -> dict[str, object]:
        """Return the value as plain JSON; what is None is left out. Floats come back to the last bit."""
        return cast("dict[str, object]", _adapter(type(self)).dump_python(self, mode="json", exclude_none=True))

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the value that ``to_json`` wrote, now or before it had all these fields.

        Raises:
            RecordError: if it is not one, or a value is out of its range.
        """
        what, names = cls.json_name, [field.name for field in fields(cls)]  # type: ignore[arg-type]
        if not isinstance(data, Mapping):
            raise RecordError(f"{what} must be an object with {', '.join(names)}; got {type(data).__name__}")
        full = {**cls.json_later, **data}
        for wrong, keys in (("lacks", set(names) - set(full)), ("has the unknown", set(full) - set(names))):
            if keys:
                raise RecordError(f"{what} {wrong} {', '.join(sorted(map(str, keys)))}; it has {', '.join(names)}")
        try:
            # As a text: only so are lists tuples and words names, and nothing else.
            return cast("Self", _adapter(cls).validate_json(json.dumps(full)))
        except ValidationError as error:
            raise record_error_of(error, what=what) from None
        except (TypeError, ValueError) as error:
            raise RecordError(str(error), field=what) from None
        except FakirError as error:
            raise RecordError.told_by(error, field=what) from None


def _adapter(kind: type[JsonValue]) -> TypeAdapter[JsonValue]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


_ADAPTERS: dict[type, TypeAdapter[JsonValue]] = {}
"""Each made when first asked for: that takes a few milliseconds."""


def record_error_of(
    error: ValidationError, *, what: str = "", source: str = "", line: int | None = None
) -> RecordError:
    """Return the first thing that pydantic refused as an error of ours, in one line.

    Args:
        error: pydantic's.
        what: what the value is called of which a field is wrong; else the message begins with the place in the file.
        source: the file.
        line: the line in it.
    """
    details = error.errors(include_url=False)
    first, place = details[0], details[0]["loc"]
    if first["type"] == "missing" and place and isinstance(place[-1], int):
        length = 1 + max(int(each["loc"][-1]) for each in details if each["loc"][:-1] == place[:-1])
        place, text = place[:-1], f"must be a list of {length} numbers"
    else:
        text = _told(first)
    if not what:
        return RecordError(text, source=source, line=line, field=".".join(map(str, place))[:120] or "the line")
    name = [part for part in place if isinstance(part, str)][-1]
    return RecordError(text if first["type"] == "value_error" else f"{name} {text}", field=what)


def _told(fault: ErrorDetails) -> str:
    """Return what is wrong with a field, to be read after its name."""
    kind, found, context = fault["type"], quoted(fault["input"]), fault.get("ctx", {})
    match kind:
        case "missing":
            return "is missing"
        case "extra_forbidden" | "unexpected_keyword_argument":
            return "is unknown"
        case "value_error":
            return str(context["error"])
        case "enum":
            return f"must be one of {', '.join(re.findall(_QUOTED, context['expected']))}, not {found}"
        case "too_long" if context["field_type"] == "Tuple":
            return f"must be a list of {context['max_length']} numbers"
        case _ if kind.partition("_")[0] in _KINDS:
            return f"must be {_KINDS[kind.partition('_')[0]]}, not {found}"
    return f"{fault['msg'][:1].lower()}{fault['msg'][1:]}, not {found}"
