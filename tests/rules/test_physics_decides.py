"""R12: what happens when physics decides otherwise than the rules foretold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fakir3d.errors import IllegalMoveError
from fakir3d.rules import Hole, Move, Outcome, Phase, State, Stick, advance, legal_moves, objection, predict

Read = Callable[..., State]
PULLER = "mode=2 sticks=5 pierced=x2.1:r2,x2.3:g1 standing=a2:r3@x2.3,b2:r1@x2.3 hands=r4,r5/g2,g3,g4,g5 seat=0"


def act(state: State, move: str, outcome: str | None = None) -> State:
    """Return the state after a move, as foretold or with an outcome of one's own."""
    made = Move.parse(move)
    return advance(state, made, predict(state, made) if outcome is None else Outcome.parse(outcome))


def test_pull_that_made_nothing_fall(read: Read) -> None:
    """R12: the stick is put back, the same seat moves again, and the pull is barred until the position changes."""
    state = read(PULLER)
    after = act(state, "x2.3^", "r1 b2 x2.3>hung:x2.3; r3 a2 x2.3>hung:x2.3")
    assert (after.pierced, after.standing, after.hands) == (state.pierced, state.standing, state.hands)
    assert (after.seat, after.phase, after.barred) == (0, Phase.MOVE, {Move.parse("x2.3^")})
    assert set(legal_moves(state)) - set(legal_moves(after)) == {Move.parse("x2.3^")}
    assert act(after, "x1.1").barred == frozenset()
    assert act(state, "x2.3^", "nothing") == after


def test_blocked_pierce(read: Read) -> None:
    """R12: a pierce that does not go through is taken back likewise; several can be barred together."""
    state = read(PULLER)
    once = act(state, "x1.1", "blocked")
    twice = act(once, "x1.2", "blocked")
    assert twice.barred == {Move.parse("x1.1"), Move.parse("x1.2")}
    assert (twice.hands, twice.pierced, twice.seat) == (state.hands, state.pierced, 0)
    with pytest.raises(IllegalMoveError, match="R12"):
        act(twice, "x1.1")


def test_shaken_while_taken_back(read: Read) -> None:
    """R12: a hung stick that a refused pierce shakes down has changed the position: nothing stays barred."""
    state = read(PULLER.replace("x2.3:g1", "x1.3:g1"))
    assert state.hung(Hole.parse("b2"))
    after = act(act(state, "x1.1", "blocked"), "x1.2", "blocked; r1 b2 x2.3>x2.1")
    assert after.barred == frozenset()
    assert not after.hung(Hole.parse("b2"))
    assert (after.seat, after.pierced) == (0, state.pierced)


def test_nothing_left_after_the_bar(read: Read) -> None:
    """R12, R9: where the barred move was the only one, the same seat must give up a stick."""
    state = read("mode=2 sticks=2 pierced=x2.3:g2 standing=a2:r1@x2.3,b2:r2@x2.3 hands=-/g1 seat=0 played=0")
    after = act(state, "x2.3^", "nothing")
    assert (after.seat, after.phase) == (0, Phase.DISCARD)
    assert [str(move) for move in legal_moves(after)] == ["a2~", "b2~"]
    assert str(objection(after, Move.parse("x2.3^"))).startswith("R12")
    assert act(after, "a2~").barred == frozenset()


def test_hung_stick_counts_and_blocks(read: Read) -> None:
    """R12: a hung stick counts as standing (R5a), blocks what it crosses, and stays where it is when foretold."""
    pulled = act(read(PULLER), "x2.3^", "r3 a2 x2.3>x2.1; r1 b2 x2.3>hung:x2.2")
    assert pulled.hung(Hole.parse("b2"))
    assert not pulled.hung(Hole.parse("a2"))
    assert [str(move) for move in legal_moves(pulled)] == ["a2=", "b2="]
    after = act(pulled, "a2=")
    assert str(objection(after, Move.parse("yb.3"))) == "R3: bore yb.3 is blocked: red r1 stands across it at b2"
    assert predict(after, Move.parse("yb.3")).blocked
    assert str(predict(after, Move.parse("x2.1^"))) == "g1 a2 x2.1>gone"
    assert objection(after, Move.parse("yb.2")) is None
    # The bore just under its foot is free: pierced, it holds the stick.
    held = act(read(PULLER.replace("x2.3:g1", "x1.3:g1")), "x2.3")
    assert not held.hung(Hole.parse("b2"))
    assert str(predict(held, Move.parse("x2.3^"))) == "r1 b2 x2.3>x2.1; r3 a2 x2.3>x2.1"


def test_hung_over_two_bores_at_one_height(read: Read) -> None:
    """Where two bores lie under a hung foot, it is named over the x one, and over whichever is filled later."""
    state = read("mode=2 sticks=3 pierced=yb.3:g1 standing=b1:r2@yb.3,b2:r1@yb.3 hands=r3/g2,g3 seat=0")
    after = act(state, "yb.3^", "r1 b2 yb.3>hung:yb.3; r2 b1 yb.3>gone")
    assert str(after.standing[Hole.parse("b2")].on) == "x2.3"
    again = act(act(after, "b2=", "g1 b2 hand>hung:x2.2"), "yb.2")
    assert str(again.standing[Hole.parse("b2")].on) == "yb.2"
    assert not again.hung(Hole.parse("b2"))


def test_other_hung_stick_counts_as_the_fall(read: Read) -> None:
    """R5b, R12: what fell counts, even if it was a hung stick elsewhere that the pull shook loose."""
    text = PULLER.replace("x2.1:r2,x2.3:g1", "x1.1:r2,x2.3:g1").replace("b2:r1@x2.3", "b2:r1@x2.3,b3:g2@x3.3")
    text = text.replace("/g2,g3", "/g3")
    for fall in ("any", "vanish"):
        state = read(f"{text} fall={fall}")
        assert state.hung(Hole.parse("b3"))
        after = act(state, "x2.3^", "r1 b2 x2.3>hung:x2.3; r3 a2 x2.3>hung:x2.3; g2 b3 x3.3>gone")
        assert (after.phase, str(after.held)) == (Phase.EXCHANGE, "g1")
        assert all(map(after.hung, after.standing))
    back = act(read(f"{text} fall=vanish"), "x2.3^", "g2 b3 x3.3>hung:x3.2")
    assert (back.phase, back.barred, str(back.standing[Hole.parse("b3")].on)) == (Phase.MOVE, frozenset(), "x3.2")


def test_staying_up_is_no_drop_whatever_it_is_called(read: Read) -> None:
    """R5b: of two bores at one height, either may be named under a stick that stayed up; it did not fall."""
    state = read("mode=2 sticks=3 pierced=yb.3:g1 standing=b1:r2@yb.3,b2:r1@yb.3 hands=r3/g2,g3 seat=0")
    for named in ("yb.3", "x2.3"):
        after = act(state, "yb.3^", f"r1 b2 yb.3>hung:{named}")
        assert after.barred == {Move.parse("yb.3^")}
        assert after.standing == state.standing


def test_coming_down_onto_the_stick_below_is_a_drop(read: Read) -> None:
    """R5b: a stick that hung high above another and slides onto it has fallen, though the position writes it alike."""
    text = "mode=2 sticks=5 pierced=x1.3:g1,x2.1:r2 standing=a2:r3@x2.1,b1:r1@x1.3 hands=r4,r5/g2,g3,g4,g5 seat=0"
    state = read(text)
    assert act(state, "x1.3^", "r1 b1 x1.3>hung:x1.3").barred == {Move.parse("x1.3^")}
    after = act(state, "x1.3^", "r1 b1 x1.3>hung:x1.3; r3 a2 x2.1>x2.1")
    assert (after.phase, str(after.held)) == (Phase.EXCHANGE, "g1")
    assert str(after.standing[Hole.parse("a2")].on) == "x2.1"


def test_discard_from_under_a_stick_that_stays_up(read: Read) -> None:
    """R9, R12: what stood on a discarded stick may stay up, said or not; it hangs over the x bore of that height."""
    text = "mode=2 sticks=2 pierced=yb.3:r2 standing=b2:g1@yb.3,b1:r1@yb.3,b3:g2@yb.3 hands=-/- seat=0 phase=discard"
    state = read(text)
    for outcome in ("g1 b2 yb.3>hung:yb.3; r1 b1 yb.3>gone", "r1 b1 yb.3>gone"):
        after = act(state, "yb.3~", outcome)
        assert {str(hole): str(place.on) for hole, place in after.standing.items()} == {"b2": "x2.3", "b3": "x3.3"}
        assert all(map(after.hung, after.standing))


def test_exchange_of_a_hung_stick(read: Read) -> None:
    """R7, R12: a hung stick may be chosen; the stick put back finds nothing at that height and falls on."""
    state = read(
        "mode=2 sticks=3 pierced=x1.1:r3 standing=b1:r2@x1.1,b2:r1@x2.3 hands=-/g2,g3 held=g1 seat=0 phase=exchange"
    )
    assert str(predict(state, Move.parse("b2="))) == "g1 b2 hand>gone"
    after = act(state, "b2=")
    assert [str(stick) for stick in after.gone] == ["g1"]
    assert Stick.parse("r1") in after.hands[0]


def test_pull_that_cannot_go_back(read: Read) -> None:
    """R12, option fall=vanish: what dropped without vanishing stands across the bore, so the pull stands as it is."""
    state = read(PULLER.replace("x2.1:r2", "x1.1:r2") + " fall=vanish")
    assert not objection(state, Move.parse("x2.3^"))
    after = act(state, "x2.3^", "r1 b2 x2.3>hung:x2.1")
    assert (after.phase, str(after.held)) == (Phase.EXCHANGE, "g1")
    back = act(state, "x2.3^", "r1 b2 x2.3>hung:x2.3")
    assert back.barred == {Move.parse("x2.3^")}


def test_plant_that_hangs(read: Read) -> None:
    """A planted stick may hang on its way down (R12); it stands where it hangs, and the turn is over."""
    state = read("mode=2 sticks=2 pierced=x2.1:r1 hands=r2/g1,g2 seat=0")
    after = act(state, "b2", "r2 b2 hand>hung:x2.3")
    assert str(after.standing[Hole.parse("b2")].on) == "x2.3"
    assert after.hung(Hole.parse("b2"))
    assert (after.seat, after.hands[0]) == (1, ())
