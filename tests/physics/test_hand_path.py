"""The path of a hand as a value: exact through JSON, strict, part of a script that may well have none."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.errors import MisuseError, RecordError
from fakir3d.physics.hand.path import HandEnd, HandPath
from fakir3d.physics.hand.script import Script
from fakir3d.rules.moves import Move

PATH = HandPath(((0.0, 0.001), (0.016, 0.1 + 0.2), (0.032, -1e-17)), 0.064, HandEnd.TAKE_BACK, 0.4)
PLAIN = Script(Move.parse("x2.3^"), "r10", -1, (0.0001, -0.0003), 0.31)

AIMS = st.lists(st.floats(-1, 1, allow_nan=False), max_size=9)


@settings(deadline=None, derandomize=True)
@given(AIMS, st.lists(st.floats(1e-9, 1.0), min_size=10, max_size=10), st.sampled_from(HandEnd))
def test_json_is_exact(aims: list[float], waits: list[float], end: HandEnd) -> None:
    """Every float comes back with its last bit, the sign of a zero too."""
    times = [sum(waits[: index + 1]) for index in range(len(waits))]
    path = HandPath(tuple(zip(times, aims, strict=False)), times[-1], end)
    back = HandPath.from_json(json.loads(json.dumps(path.to_json())))
    assert repr(back) == repr(path)
    assert HandPath.of(path.commands, path.speed_m_s) == path


def test_a_script_with_and_without() -> None:
    """A script speaks of a path when it has one; one written before there were paths is read as it was meant."""
    dragged = Script(PLAIN.move, PLAIN.stick, PLAIN.side, PLAIN.offset_m, PLAIN.speed_m_s, PATH)
    assert "path" not in PLAIN.to_json()
    assert Script.from_json(json.loads(json.dumps(PLAIN.to_json()))) == PLAIN
    assert Script.from_json({**PLAIN.to_json(), "path": None}) == PLAIN
    assert Script.from_json(json.loads(json.dumps(dragged.to_json()))) == dragged


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"aims": "text"}, "aims must be a list"),
        ({"aims": [[0.0, math.nan]]}, "aims must be a finite number"),
        ({"aims": [[0.0]]}, "aims must be a list of 2 numbers"),
        ({"aims": [[0.0, 11.0]]}, "along_m is 11.0"),
        ({"aims": [[0.5, 0.0]]}, "times must increase"),
        ({"aims": [[0.02, 0.0], [0.01, 0.0]]}, "times must increase"),
        ({"aims": [[-0.01, 0.0]]}, "time of the hand's path is -0.01"),
        ({"end_s": 601.0}, "time of the hand's path is 601.0"),
        ({"end_s": math.inf}, "end_s must be a finite number"),
        ({"end": "drop"}, "cannot end with 'drop'; it ends with let go or take back"),
        ({"speed_m_s": 0.0}, "speed_m_s is 0.0"),
        ({"more": 1}, "unknown more"),
    ],
)
def test_paths_that_are_none(change: dict[str, object], said: str) -> None:
    """What no hand can have done is refused in one line, alone and within a script."""
    data = {**PATH.to_json(), **change}
    with pytest.raises(RecordError, match=said) as told:
        HandPath.from_json(data)
    assert "\n" not in str(told.value)
    with pytest.raises(RecordError, match=said):
        Script.from_json({**PLAIN.to_json(), "path": data})


def test_a_path_has_an_end_and_a_bound() -> None:
    """A hand that never came off has no path yet; a path of millions of aims is refused."""
    with pytest.raises(MisuseError, match="no end"):
        HandPath.of([(0.0, 0.1)])
    with pytest.raises(MisuseError, match="at most 100000"):
        HandPath(tuple((index / 1e6, 0.0) for index in range(100_001)), 1.0)
