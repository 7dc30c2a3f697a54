"""What messages quote: never two different texts that read alike, never what a terminal would obey."""

from __future__ import annotations

import sys

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fakir3d.game.record.text_diff import apart, unshowable

FIELDS = st.lists(st.text("ab=1 ", max_size=8), max_size=40).map(" ".join)


@given(FIELDS, FIELDS, FIELDS)
@settings(deadline=None, derandomize=True)
def test_different_texts_are_quoted_differently_and_briefly(same, one, other):
    """However long what they share: the two quotations differ, and no message grows with the texts."""
    assume(one != other)
    shown = apart(same + one, same + other)
    assert shown[0] != shown[1]
    assert max(map(len, shown)) <= 86


def test_the_difference_is_led_up_to():
    """A long field that differs late is quoted from a little before the difference."""
    assert apart(f"gone={'r1,' * 60}g1", f"gone={'r1,' * 60}g2")[0] == "...,r1,r1,r1,r1,r1,r1,g1"


def test_whatever_is_nested_is_looked_at():
    """Deeper than Python's own stack, and in keys."""
    deep: object = "\x1b"
    for _ in range(2 * sys.getrecursionlimit()):
        deep = [deep]
    assert unshowable(deep).endswith("has a character that cannot be shown: '\\x1b'")
    assert len(unshowable(deep)) < 150
    assert unshowable({"a": {"\n": 1}}) == "a.'\\n': has a character that cannot be shown"
    assert unshowable({"note": "Grün", "poses": {"r1": [0.5, None, True]}}) is None
