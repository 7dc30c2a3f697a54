"""Plain dicts in and out, strictly: what a record or a case says about physics is checked value by value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fakir3d.errors import MisuseError, RecordError

__all__ = ["fields_of", "finite", "flag", "number", "numbers", "text", "whole"]


def fields_of(data: object, what: str, names: Iterable[str]) -> Mapping[str, object]:
    """Return ``data`` as a mapping that has exactly these keys.

    Raises:
        RecordError: if it is no mapping, or a key is missing or unknown.
    """
    expected = tuple(names)
    if not isinstance(data, Mapping):
        raise RecordError(f"{what} must be an object with {', '.join(expected)}; got {type(data).__name__}")
    for wrong, keys in (("lacks", set(expected) - set(data)), ("has the unknown", set(data) - set(expected))):
        if keys:
            raise RecordError(f"{what} {wrong} {', '.join(sorted(map(str, keys)))}; it has {', '.join(expected)}")
    return data


def number(data: Mapping[str, object], key: str) -> float:
    """Return a finite number (a bool is none). Raises RecordError."""
    return _number(data[key], key)


def numbers(data: Mapping[str, object], key: str, count: int) -> tuple[float, ...]:
    """Return a list of ``count`` finite numbers. Raises RecordError."""
    value = data[key]
    if not isinstance(value, list | tuple) or len(value) != count:
        raise RecordError(f"{key} must be a list of {count} numbers, not {value!r:.60}")
    return tuple(_number(item, key) for item in value)


def whole(data: Mapping[str, object], key: str) -> int:
    """Return a whole number. Raises RecordError."""
    value = data[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f"{key} must be a whole number, not {value!r:.60}")
    return value


def flag(data: Mapping[str, object], key: str) -> bool:
    """Return true or false. Raises RecordError."""
    value = data[key]
    if not isinstance(value, bool):
        raise RecordError(f"{key} must be true or false, not {value!r:.60}")
    return value


def text(data: Mapping[str, object], key: str) -> str:
    """Return a text. Raises RecordError."""
    value = data[key]
    if not isinstance(value, str):
        raise RecordError(f"{key} must be a text, not {value!r:.60}")
    return value


def finite(what: str, value: float, low: float, high: float) -> None:
    """Check that a value lies within its bounds, ends included; NaN never does.

    Raises:
        MisuseError: if it does not.
    """
    if not low <= value <= high:
        raise MisuseError(f"{what} is {value!r:.40}; it must lie between {low:g} and {high:g}")


def _number(value: object, key: str) -> float:
    # The bound is compared first: a JSON integer may be too large to become a float at all.
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
        raise RecordError(f"{key} must be a finite number, not {value!r:.60}")
    return float(value)
