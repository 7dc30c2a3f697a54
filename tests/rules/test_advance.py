"""The door to the next state: R6 to R12 as they happen, and what is refused at it."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from fakir3d.errors import IllegalMoveError, MisuseError, NotationError
from fakir3d.rules import (
    Ending,
    Hole,
    Lattice,
    Mode,
    Move,
    Outcome,
    Phase,
    Setup,
    State,
    Stick,
    UnsupportedPlant,
    advance,
    legal_moves,
    objection,
    predict,
    result,
    start,
)
from fakir3d.rules.state import Options

Read = Callable[..., State]


def act(state: State, move: str, outcome: str | None = None) -> State:
    """Return the state after a move, as foretold or with an outcome of one's own."""
    made = Move.parse(move)
    return advance(state, made, predict(state, made) if outcome is None else Outcome.parse(outcome))


PULLER = "mode=2 sticks=5 pierced=x2.1:r2,x2.3:g1 standing=a2:r3@x2.3,b2:r1@x2.3 hands=r4,r5/g2,g3,g4,g5 seat=0"


def test_own_pull_goes_to_the_hand(read: Read) -> None:
    """R6: the pulled stick is one's own: it comes to the hand, sorted, and the turn is over."""
    state = read(PULLER.replace("x2.3:g1", "x2.3:r5").replace("r4,r5/g2", "r4/g1,g2"))
    after = act(state, "x2.3^")
    assert after.hands[0] == tuple(map(Stick.parse, ("r4", "r5")))
    assert {str(hole): str(place.on) for hole, place in after.standing.items()} == {"a2": "x2.1", "b2": "x2.1"}
    assert (after.seat, after.phase, after.played[0]) == (1, Phase.MOVE, 0)


def test_exchange(read: Read) -> None:
    """R7: another's stick takes the place of one's own standing stick, which may have dropped just now."""
    pulled = act(read(PULLER), "x2.3^")
    assert (pulled.phase, pulled.seat, str(pulled.held)) == (Phase.EXCHANGE, 0, "g1")
    assert [str(move) for move in legal_moves(pulled)] == ["a2=", "b2="]
    assert str(predict(pulled, Move.parse("b2="))) == "g1 b2 hand>x2.1"
    after = act(pulled, "b2=")
    assert str(after.standing[Hole.parse("b2")].stick) == "g1"
    assert [str(stick) for stick in after.hands[0]] == ["r1", "r4", "r5"]
    assert (after.seat, after.held, after.phase) == (1, None, Phase.MOVE)


def test_no_standing_stick_left(read: Read) -> None:
    """R7: where none of the mover's sticks is left standing, the pulled one goes back to its owner's hand."""
    state = read(
        "mode=3 sticks=3 pierced=x2.3:b2 standing=a2:r3@x2.3,b2:r1@x2.3 hands=r2/g1,g2,g3/b1,b3 seat=0 played=0,1,2"
    )
    after = act(state, "x2.3^")
    assert [str(stick) for stick in after.hands[2]] == ["b1", "b2", "b3"]
    assert [str(stick) for stick in after.gone] == ["r1", "r3"]
    assert after.seat == 1


def test_worked_corner(read: Read) -> None:
    """docs/rules.md: teams, seat 1 out, seat 3's last stick holds seat 0's two standing sticks, all hands are empty.

    Seat 0 pulls it: nobody of seat 0's team stands, the left opponent is out, the stick goes to seat 3.
    """
    state = read(
        "mode=teams sticks=1 pierced=x2.3:g2 standing=a2:r1@x2.3,b2:r2@x2.3 hands=-/-/-/- gone=g1 out=1 seat=0 "
        "played=0,3,2"
    )
    assert [str(move) for move in legal_moves(state)] == ["x2.3^"]
    after = act(state, "x2.3^")
    assert [tuple(map(str, hand)) for hand in after.hands] == [(), (), (), ("g2",)]
    assert after.out == {0, 1, 2}
    assert after.phase is Phase.OVER
    end = result(after)
    assert end is not None
    assert (end.winners, end.reason) == ((1, 3), Ending.LAST_IN)


def test_left_opponent_first(read: Read) -> None:
    """R7 in teams: with both opponents in, the pulled stick goes to the one on the mover's left."""
    text = "mode=teams sticks=2 pierced=x2.3:g2 standing=a2:r1@x2.3,b2:r2@x2.3 hands={} gone=r3,r4 seat={} played=0"
    for seat, hands, owner in ((0, "-/g1/-/g3,g4", 1), (2, "-/g1/-/g3,g4", 3)):
        assert Stick.parse("g2") in act(read(text.format(hands, seat)), "x2.3^").hands[owner]


def test_who_is_out_is_skipped(read: Read) -> None:
    """R10: out is final and skipped, even when a stick of the team's colour enters the block later."""
    state = read("mode=teams sticks=1 hands=r1/-/r2/g2 gone=g1 out=1 seat=0 played=3,0,2")
    after = act(state, "x1.1")
    assert after.seat == 2
    after = act(act(after, "x2.1"), "x3.1")
    assert (after.seat, after.out) == (0, {1})
    assert "g2" in [str(stick) for stick in after.pierced.values()]


def test_discard_and_play_passes(read: Read) -> None:
    """Field report BG-08: who can neither pierce, plant nor pull gives up one stick of hand or block; play passes.

    The discard is not offered while another move is legal, and who is out by it is skipped.
    """
    walls = ",".join(f"x{row}.{floor}:g{3 * (row - 1) + floor}" for row in (1, 2, 3) for floor in (1, 2, 3))
    holes = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
    full = ",".join(f"{hole}:b{n}@x{hole[1]}.3" for n, hole in enumerate(holes, 1))
    text = f"mode=4 sticks=9 pierced={walls} standing={full} hands=r1/-/-/y1 seat=0 phase=discard played=2,1"
    gone = ",".join([f"r{n}" for n in range(2, 10)] + [f"y{n}" for n in range(2, 10)])
    state = read(f"{text} gone={gone}", "oneway")
    assert [str(move) for move in legal_moves(state)] == ["hand~"]
    assert all(objection(state, Move.parse(move)) for move in ("x1.1", "a1", "x1.1^"))
    after = act(state, "hand~")
    assert (after.out, after.seat, after.played[0]) == ({0}, 1, 2)
    assert str(after.gone[0]) == "r1"
    # Green may neither pierce nor pull either, but has sticks in the block: taking one out lets what stood on it drop.
    assert {str(move) for move in legal_moves(after)} == {f"x{row}.{n}~" for row in (1, 2, 3) for n in (1, 2, 3)}
    taken = act(after, "x1.3~")
    assert [str(taken.standing[Hole.parse(hole)].on) for hole in ("a1", "b1", "c1")] == ["x1.2"] * 3


def test_everybody_out_at_once(read: Read) -> None:
    """R11: a discard takes everybody out: of those who went out in that turn, who had played last wins."""
    text = "mode=2 sticks=1 pierced=x1.1:r1 standing=a1:g1@x1.1 hands=-/- seat=0 phase=discard played={}"
    for played, winner in (("1,0", 1), ("0,1", 0)):
        end = result(act(read(text.format(played)), "x1.1~"))
        assert end is not None
        assert (end.winners, end.reason) == ((winner,), Ending.ALL_OUT)


def test_everybody_out_after_the_last_player_went(read: Read) -> None:
    """R11: who played last of all, but went out in an earlier turn, does not win; the order of plays decides.

    Seat 0 played last, then seat 1 gives up the stick that held seat 0's last one. Seat 2 can only give up the stick
    that holds seat 1's last one: both go out at once, and seat 1 had played after seat 2.
    """
    state = read(
        "mode=3 sticks=2 pierced=x1.1:b1,x2.1:g2,x3.1:g1 standing=a1:b2@x1.1,a3:r1@x3.1 hands=-/-/- gone=r2 seat=1 "
        "phase=discard played=0,1,2"
    )
    first = act(state, "x3.1~")
    assert (first.out, first.seat, first.played) == ({0}, 2, (1, 2))
    # Now blue's only horizontal carries its last standing stick; green is down to x2.1.
    state = read(
        "mode=3 sticks=2 pierced=x1.1:b1 standing=a1:g2@x1.1 hands=-/-/- gone=r1,r2,g1,b2 out=0 seat=2 "
        "phase=discard played=1,2"
    )
    end = result(act(state, "x1.1~"))
    assert end is not None
    assert (end.winners, end.reason) == ((1,), Ending.ALL_OUT)


def test_all_out_in_teams(read: Read) -> None:
    """R11 in teams: the whole team of who played last among those just out wins, a partner long out included."""
    state = read(
        "mode=teams sticks=1 pierced=x1.1:r1 standing=a1:g1@x1.1 hands=-/-/-/- gone=r2,g2 out=2,3 seat=0 "
        "phase=discard played=1,0"
    )
    end = result(act(state, "x1.1~"))
    assert end is not None
    assert end.winners == (1, 3)


def test_who_played_is_always_known(read: Read) -> None:
    """A position written by hand must say who played what is in the block: R11 may ask for it."""
    text = "mode=2 sticks=1 pierced=x1.1:r1 standing=a1:g1@x1.1 hands=-/- seat=0 phase=discard"
    end = result(act(read(f"{text} played=1,0"), "x1.1~"))
    assert end is not None
    assert end.winners == (1,)
    with pytest.raises(NotationError, match="sticks in the block that nobody played"):
        read(f"{text} played=-")


def test_unsupported_plant(block: Callable[[str], Lattice]) -> None:
    """Option unsupported_plant: the stick is lost at once, and it counts as playing (R11)."""
    options = Options(unsupported_plant=UnsupportedPlant.ALLOWED)
    after = act(start(Setup(block("oneway"), Mode.TWO, 2, options)), "b2")
    assert [str(stick) for stick in after.gone] == ["r1"]
    assert (after.played[0], after.seat, dict(after.standing)) == (0, 1, {})
    # The same act is foretold where it is forbidden, so that physics can be asked about it.
    assert str(predict(start(Setup(block("oneway"), Mode.TWO, 2)), Move.parse("b2"))) == "r1 b2 hand>gone"


def test_stored_illegal_action(read: Read) -> None:
    """Field report BG-06: a stored move that is illegal is refused, naming move and rule."""
    state = read(PULLER)
    for move, words in (
        ("x2.1", "x2.1: R3: bore x2.1 is not empty"),
        ("x2.1^", "x2.1^: R5: pulling x2.1 would make no stick fall"),
    ):
        with pytest.raises(IllegalMoveError, match=words.replace("^", r"\^")):
            advance(state, Move.parse(move), Outcome())
    fewer = read(PULLER.replace("b2:r1@x2.3", "b2:g5@x2.3").replace("g4,g5", "g4").replace("r4,r5/", "r1,r4,r5/"))
    with pytest.raises(IllegalMoveError, match=r"x2.3\^: R5: you may pull only while two"):
        advance(fewer, Move.parse("x2.3^"), Outcome())


@pytest.mark.parametrize("move", ["x1.1^", "a2", "a3=", "a1~", "hand~", "x9.1", "z9", "z9~", "x9.9~"])
def test_moves_that_cannot_be_tried(read: Read, move: str) -> None:
    """Predict is total on what a hand can try; the rest it refuses: no stick, no such place, a hole that is taken."""
    state = read(PULLER.replace("hands=r4,r5/g2,g3,g4,g5", "hands=-/g2,g3,g4,g5") + " gone=r4,r5")
    with pytest.raises(IllegalMoveError, match=r"no stick|no z9|no x9|stands"):
        predict(state, Move.parse(move))


def test_stick_of_the_hand(read: Read) -> None:
    """The hand takes the first of its sorted sticks, the one that is there, or the held one."""
    state = read(PULLER)
    pulled = act(state, "x2.3^")
    asked = {
        "x1.1": "r4",
        "c2": "r4",
        "x2.3^": "g1",
        "x3.3^": "None",
        "a2~": "r3",
        "c3~": "None",
        "x2.1~": "r2",
        "hand~": "r4",
        "a2=": "None",
    }
    assert {move: str(state.stick_of(Move.parse(move))) for move in asked} == asked
    assert str(pulled.stick_of(Move.parse("a2="))) == "g1"


def test_states_travel(read: Read) -> None:
    """A state survives pickling (worker processes), equal and with equal hash."""
    state = act(read(PULLER), "x2.3^")
    again = pickle.loads(pickle.dumps(state))  # noqa: S301
    assert again == state
    assert hash(again) == hash(state)
    assert legal_moves(again) == legal_moves(state)


def test_start_refuses_what_cannot_be_dealt(block: Callable[[str], Lattice]) -> None:
    """Wrong numbers are named with their bounds."""
    for setup, words in (
        (Setup(block("lattice"), Mode.TWO, 0), "0 sticks in each hand: mode 2 can deal 1 to 999"),
        (Setup(block("lattice"), Mode.TEAMS, 500), "500 sticks in each hand: mode teams can deal 1 to 499"),
        (Setup(block("lattice"), Mode.THREE, 7, first=3), "no seat 3 to begin: mode 3 has seats 0 to 2"),
    ):
        with pytest.raises(MisuseError, match=words):
            start(setup)
