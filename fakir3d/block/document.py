"""Block documents: TOML in millimetres, as designers write it, to a BlockSpec in SI and back."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from fakir3d.assets import models_dir
from fakir3d.block.faults import check_fit
from fakir3d.block.spec import BlockSpec, FloorSpec
from fakir3d.block.tables import BLOCK_FORMAT, BLOCK_VERSION, TABLES, Document
from fakir3d.block.textfile import read_text
from fakir3d.errors import BlockError, MisuseError
from fakir3d.files import broken_link, is_there, quoted, shown

_TIMES_TO_MM = {"cm": "10", "m": "1000", "in": "25.4", "inch": "25.4", "inches": "25.4", '"': "25.4", "ft": "304.8"}
_MOST_ERRORS = 5
_MOST_DOTS = 8
_DEEP_KEY = re.compile(rf"""(?<![\w.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_MOST_DOTS + 1}}}""")


def preset_names() -> tuple[str, ...]:
    """Return the names of the blocks that come with fakir3d, sorted.

    >>> preset_names()
    ('lattice', 'oneway', 'staggered')
    """
    return tuple(sorted(path.stem for path in (models_dir() / "blocks").glob("*.toml")))


def load_block(name_or_path: str) -> BlockSpec:
    """Return a block that is fit to play.

    Args:
        name_or_path: a preset's name, or a file (a file that is called like a preset: ``./lattice``).

    Raises:
        MisuseError: if there is no such preset and no such file.
        BlockError: if the document is broken or the block has faults; the message names all of them.

    >>> load_block("lattice").size_m
    (0.072, 0.072, 0.1)
    """
    path = _path_of(name_or_path)
    spec = read_document(path)
    check_fit(spec, shown(path))
    return spec


def read_document(path: str | Path) -> BlockSpec:
    """Return the block of a preset or a file, fit or not.

    Raises:
        MisuseError: if there is no such file.
        BlockError: if the document is broken.
    """
    where = _path_of(path) if isinstance(path, str) else path
    return parse_block(read_text(where), shown(where))


def parse_block(text: str, source: str) -> BlockSpec:
    r"""Return the block that a document describes, fit or not.

    Args:
        text: TOML.
        source: where it comes from, for messages.

    Raises:
        BlockError: if the document is broken; the message names field, value and what is right.

    >>> parse_block('format = "fakir-block"\nversion = 2', "mine.toml")
    Traceback (most recent call last):
    ...
    fakir3d.errors.BlockError: mine.toml: version is 2; this fakir3d reads version 1, a newer one may read it
    """
    if _DEEP_KEY.search(text):  # tomllib's time grows with the square of a key's parts
        raise BlockError(f"a key has more than {_MOST_DOTS} dots; block documents have none so deep", source=source)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BlockError("lists or tables are nested too deeply to be a block document", source=source) from None
    except ValueError as error:
        raise BlockError(_toml_trouble(str(error)), source=source) from None
    return block_from_json(data, source)


def block_from_json(data: object, source: str) -> BlockSpec:
    """Return the block of a document given as plain tables (what ``block_to_json`` gives).

    Raises:
        BlockError: as ``parse_block``.

    >>> spec = load_block("oneway")
    >>> block_from_json(block_to_json(spec), "here") == spec
    True
    """
    if not isinstance(data, dict):
        raise BlockError(f"a block document is a table of keys, not {quoted(data)}", source=source)
    trouble = _head_trouble(data)
    if trouble:
        raise BlockError(trouble, source=source)
    try:
        document = Document.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
        told = [_say(detail) for detail in details[:_MOST_ERRORS]]
        if len(details) > _MOST_ERRORS:
            told.append(f"and {len(details) - _MOST_ERRORS} more")
        raise BlockError("; ".join(told), source=source) from None
    return _spec_of(document)


def block_to_json(spec: BlockSpec) -> dict[str, object]:
    """Return the block as the tables of its document, in mm, ready for JSON.

    >>> block_to_json(load_block("lattice"))["holes"]
    {'diameter': 6.5, 'x': [-24.0, 0.0, 24.0], 'y': [-24.0, 0.0, 24.0]}
    """
    return {
        "format": BLOCK_FORMAT,
        "version": BLOCK_VERSION,
        "name": spec.name,
        "unit": "mm",
        "block": {"size": [_mm(length) for length in spec.size_m]},
        "stick": {
            "length": _mm(spec.stick_length_m),
            "diameter": _mm(spec.stick_diameter_m),
            "ends": spec.stick_ends.value,
        },
        "holes": {
            "diameter": _mm(spec.hole_diameter_m),
            "x": [_mm(x) for x in spec.hole_x_m],
            "y": [_mm(y) for y in spec.hole_y_m],
        },
        "bores": {"diameter": _mm(spec.bore_diameter_m)},
        "floors": [
            {"height": _mm(floor.height_m), "along": sorted(axis.value for axis in floor.along)}
            for floor in spec.floors
        ],
    }


def dump_block(spec: BlockSpec) -> str:
    """Return the block as a TOML document that reads back to the same block.

    >>> spec = load_block("staggered")
    >>> parse_block(dump_block(spec), "here") == spec
    True
    """
    document = block_to_json(spec)
    # Plain keys, the empty list among them, must stand before the first table.
    lines = _pairs({key: value for key, value in document.items() if not (value and isinstance(value, dict | list))})
    for key, value in document.items():
        if isinstance(value, dict):
            lines += ["", f"[{key}]", *_pairs(value)]
        elif isinstance(value, list):
            for table in value:
                lines += ["", f"[[{key}]]", *_pairs(table)]
    return "\n".join(lines) + "\n"


def block_schema() -> dict[str, object]:
    """Return the JSON Schema of a block document.

    >>> sorted(block_schema()["properties"])
    ['block', 'bores', 'floors', 'format', 'holes', 'name', 'stick', 'unit', 'version']
    """
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Document.model_json_schema()}


def _path_of(name_or_path: str) -> Path:
    presets = preset_names()
    if name_or_path in presets:
        return models_dir() / "blocks" / f"{name_or_path}.toml"
    path = Path(name_or_path)
    if not name_or_path or not (is_there(path) or broken_link(path)):
        raise MisuseError(
            f"no block {quoted(name_or_path)}: it is no preset ({', '.join(presets)}) and no file; "
            "fakir3d block new writes one"
        )
    return path


def _pairs(table: Mapping[str, object]) -> list[str]:
    # JSON's texts, numbers and lists are TOML's, as long as a text is printable.
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]


def _si(millimetres: float) -> float:
    """Return metres: the float nearest to what was written, so 25.4 becomes 0.0254 and not a neighbour of it."""
    return float(Decimal(repr(millimetres)).scaleb(-3))


def _mm(metres: float) -> float:
    """Return the millimetres that ``_si`` turns into these metres."""
    guess = float(Decimal(repr(metres)).scaleb(3))
    near = (guess, math.nextafter(guess, math.inf), math.nextafter(guess, -math.inf))
    return next((value for value in near if _si(value) == metres), guess)


def _spec_of(document: Document) -> BlockSpec:
    x, y, z = map(_si, document.block.size)
    return BlockSpec(
        name=document.name,
        size_m=(x, y, z),
        stick_length_m=_si(document.stick.length),
        stick_diameter_m=_si(document.stick.diameter),
        stick_ends=document.stick.ends,
        hole_diameter_m=_si(document.holes.diameter),
        hole_x_m=tuple(map(_si, document.holes.x)),
        hole_y_m=tuple(map(_si, document.holes.y)),
        bore_diameter_m=_si(document.bores.diameter),
        floors=tuple(FloorSpec(_si(floor.height), frozenset(floor.along)) for floor in document.floors),
    )


def _head_trouble(data: Mapping[object, object]) -> str:
    """Return what is wrong with format, version and unit; these come first, for all else hangs on them."""
    kind, version, unit = data.get("format"), data.get("version"), data.get("unit")
    if kind != BLOCK_FORMAT:
        found = f"format is {quoted(kind)}" if "format" in data else "format is missing"
        return f'{found}; a block document begins with format = "{BLOCK_FORMAT}"'
    if type(version) is not int:
        found = f"version is {quoted(version)}" if "version" in data else "version is missing"
        return f"{found}; write version = {BLOCK_VERSION}"
    if version != BLOCK_VERSION:
        newer = ", a newer one may read it" if version > BLOCK_VERSION else ""
        return f"version is {quoted(version)}; this fakir3d reads version {BLOCK_VERSION}{newer}"
    if unit != "mm":
        found = f"unit is {quoted(unit)}" if "unit" in data else "unit is missing"
        times = _TIMES_TO_MM.get(unit.strip().lower()) if isinstance(unit, str) else None
        return f'{found}; write unit = "mm"' + (f" and every length times {times}" if times else "")
    return ""


def _toml_trouble(message: str) -> str:
    if "Exceeds the limit" in message:
        return "a whole number has thousands of digits; lengths are numbers of millimetres"
    short = message if len(message) <= 160 else f"{message[:120]} ... {message[-40:]}"
    if "Cannot overwrite a value" in message or "twice" in message:
        return f"the same key or table is written twice: {short}"
    return f"this is no TOML: {short}"


def _say(detail: ErrorDetails) -> str:
    """Turn one of pydantic's findings into a sentence about a field."""
    place, value = detail["loc"], detail["input"]
    field = _field(place)
    context: Mapping[str, object] = detail.get("ctx", {})
    match detail["type"]:
        case "missing":
            return f"{field} is missing"
        case "extra_forbidden":
            table = str(place[0]) if len(place) > 1 else ""
            known = ", ".join(TABLES[table].model_fields)
            return f"{field} is unknown; {f'[{table}]' if table else 'a block document'} knows {known}"
        case "fakir":
            return f"{field} {detail['msg']}"
        case "model_type" | "dict_type":
            return f"{field} must be a table, not {quoted(value)}"
        case "tuple_type" | "list_type":
            return f"{field} must be a list, not {quoted(value)}"
        case "too_short" | "too_long":
            bound = (
                f"at most {context['max_length']}" if "max_length" in context else f"at least {context['min_length']}"
            )
            return f"{field} has {context['actual_length']} items; it must have {bound}"
        case "enum" | "literal_error":
            return f"{field} is {quoted(value)}; it must be {context['expected']}"
        case _:
            return f"{field} is {quoted(value)}: {detail['msg'][0].lower()}{detail['msg'][1:]}"


def _field(place: Sequence[str | int]) -> str:
    """Return a field as messages name it, like ``floors[2].height``; what a stranger called it is kept to one line."""
    parts = [
        f"[{part}]" if isinstance(part, int) else f".{part if part.isidentifier() and len(part) < 60 else quoted(part)}"
        for part in place
    ]
    return "".join(parts).removeprefix(".")
