"""What messages about records quote: texts that a terminal may show, and long texts where they differ."""

from __future__ import annotations

from itertools import takewhile

_MOST = 80
_LED_IN = 20


def short(value: object) -> str:
    """Return a value as a message shows it, on one line and cut; None is missing.

    >>> short(None), short("a" * 50)[-5:]
    ('missing', 'aa...')
    """
    text = "missing" if value is None else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def unshowable(body: object) -> str | None:
    r"""Return where a text in a JSON value could make a terminal do something, and the text; None if nowhere.

    >>> unshowable({"note": "fine", "seats": [{"name": "\x1b[2J"}]})
    "seats.0.name: has a character that cannot be shown: '\\x1b[2J'"
    """
    # A list of what is left instead of recursion: JSON may be nested more deeply than Python's stack.
    left: list[tuple[str, object]] = [("", body)]
    while left:
        where, value = left.pop()
        if isinstance(value, str):
            if not value.isprintable():
                return f"{where}: has a character that cannot be shown: {short(value)}"
        elif isinstance(value, list):
            left += [(_under(where, str(place)), each) for place, each in enumerate(value)][::-1]
        elif isinstance(value, dict):
            for key in value:
                if not key.isprintable():
                    return f"{_under(where, short(key))}: has a character that cannot be shown"
            left += [(_under(where, key), each) for key, each in value.items()][::-1]
    return None


def _under(where: str, key: str) -> str:
    return f"{where}.{key}"[:_MOST] if where else key[:_MOST]


def apart(one: str, other: str) -> tuple[str, str]:
    """Return two different texts cut so that a reader sees where they differ.

    Of two texts of the same fields (``mode=2 sticks=3 ...``) that is the first field that differs.

    >>> apart("mode=2 seat=0", "mode=2 seat=1")
    ('seat=0', 'seat=1')
    >>> apart("nothing", "blocked")
    ('nothing', 'blocked')
    """
    fields = list(zip(one.split(" "), other.split(" "), strict=False))
    if _keys(one) == _keys(other):
        one, other = next(pair for pair in fields if pair[0] != pair[1])
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    begin = max(0, same - _LED_IN) if same > _MOST - _LED_IN else 0
    return _cut(one, begin), _cut(other, begin)


def _keys(text: str) -> list[str] | str:
    """Return the keys of a text of fields; of any other the text itself, which is equal to no other text's."""
    words = text.split(" ")
    return [word.partition("=")[0] for word in words] if all("=" in word for word in words) else text


def _cut(text: str, begin: int) -> str:
    return f"{'...' if begin else ''}{text[begin : begin + _MOST]}{'...' if len(text) > begin + _MOST else ''}"
