"""Outcomes that no position can take are refused at the door, by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fakir3d.errors import OutcomeError
from fakir3d.rules import Hole, Move, Outcome, State, advance, impossible, predict

Read = Callable[..., State]
PULLER = "mode=2 sticks=5 pierced=x2.1:r2,x2.3:g1 standing=a2:r3@x2.3,b2:r1@x2.3 hands=r4,r5/g2,g3,g4,g5 seat=0"


def act(state: State, move: str, outcome: str | None = None) -> State:
    """Return the state after a move, as foretold or with an outcome of one's own."""
    made = Move.parse(move)
    return advance(state, made, predict(state, made) if outcome is None else Outcome.parse(outcome))


@pytest.mark.parametrize(
    ("move", "outcome", "fault"),
    [
        ("x1.1", "r3 a2 x2.3>astray", "r3 is astray"),
        ("x1.1", "r9 a2 x2.3>x2.1", "r9 does not stand in hole a2"),
        ("x1.1", "r3 b2 x2.3>x2.1", "r3 does not stand in hole b2"),
        ("x1.1", "r3 a2 x2.1>gone", "r3 does not stand in hole a2 over x2.1"),
        ("x1.1", "r3 a2 x2.3>x2.1", "r3 cannot go through the stick in x2.3"),
        ("x1.1", "r3 a2 x2.3>gone", "r3 cannot go through the stick in x2.3"),
        ("x1.1", "r4 a2 hand>x2.3", "r4 was not let into hole a2 by this move"),
        ("x2.3^", "r3 a2 x2.3>x1.1", "r3 cannot come to rest at x1.1, which does not pass under hole a2"),
        ("x2.3^", "r3 a2 x2.3>x2.3", "r3 cannot stand on bore x2.3, which is empty"),
        ("x2.3^", "r3 a2 x2.3>x2.2", "r3 cannot stand on bore x2.2, which is empty"),
        ("x2.3^", "r3 a2 x2.3>hung:x1.1", "r3 cannot come to rest at x1.1, which does not pass under hole a2"),
        ("x2.3^", "r3 a2 x2.3>x2.1; r3 a2 x2.3>gone", "one stick falls twice"),
        ("x2.3^", "blocked", "only a pierce can be blocked"),
        ("c2", "nothing", "r4 was let into hole c2, and nothing is said of where it came to rest"),
        ("c2", "r4 c2 hand>x2.1", "r4 cannot go through the stick in x2.3"),
        ("c2", "r4 b2 hand>x2.3", "r4 was not let into hole b2 by this move"),
        ("c2", "r5 c2 hand>x2.3", "r4 was let into hole c2, and nothing is said"),
    ],
)
def test_impossible_outcomes(read: Read, move: str, outcome: str, fault: str) -> None:
    """What leaves no position is refused, with the move, the outcome and the reason; nothing is changed."""
    state = read(PULLER)
    before = str(state)
    said = impossible(state, Move.parse(move), Outcome.parse(outcome))
    assert said is not None
    assert said.startswith(fault)
    with pytest.raises(OutcomeError, match=r"cannot have had the outcome"):
        act(state, move, outcome)
    assert str(state) == before


def test_rising_is_impossible(read: Read) -> None:
    """No stick rises, and a discarded or exchanged one does not fall as well."""
    state = read(PULLER.replace("a2:r3@x2.3", "a1:r3@x1.1").replace("x2.1:r2", "x1.1:r2").replace("x2.3:g1", "x2.3:g1"))
    assert impossible(state, Move.parse("c3"), Outcome.parse("r4 c3 hand>gone; r3 a1 x1.1>x1.2"))
    assert impossible(state, Move.parse("x1.1^"), Outcome.parse("r3 a1 x1.1>hung:x1.2")) == (
        "r3 cannot rise from x1.1 to x1.2"
    )
    pulled = act(read(PULLER), "x2.3^")
    assert impossible(pulled, Move.parse("b2="), Outcome.parse("g1 b2 hand>x2.1; r1 b2 x2.1>gone")) == (
        "r1 does not stand in hole b2 over x2.1"
    )


def test_hanging_above_a_pierced_stick(read: Read) -> None:
    """R12: a stick can hang halfway down to the next one; for all rules it stands there, and may be shaken on."""
    state = read(PULLER.replace("x2.1:r2,x2.3:g1", "x2.1:g1,x2.3:r2"))
    after = act(state, "x2.3^", "r1 b2 x2.3>x2.1; r3 a2 x2.3>hung:x2.1")
    hole = Hole.parse("a2")
    assert str(after.standing[hole].on) == "x2.1"
    assert not after.hung(hole)
    assert str(predict(after, Move.parse("x2.1^"))) == "r1 b2 x2.1>gone; r3 a2 x2.1>gone"
    for pierced in ("x1.1", "x1.2"):
        after = act(after, pierced, "r3 a2 x2.1>x2.1")
    assert str(after.standing[hole].on) == "x2.1"


def test_shaken_down_before_the_pierce(read: Read) -> None:
    """A hung stick may fall to the table through the bore that is being pierced: it was down before."""
    state = read(PULLER.replace("x2.1:r2,x2.3:g1", "x1.1:r2,x1.3:g1"))
    after = act(state, "x2.1", "r1 b2 x2.3>gone")
    assert [str(stick) for stick in after.gone] == ["r1"]
