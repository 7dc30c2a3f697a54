"""Texts of states, moves, outcomes and sticks: each parses back to the same value, and nothing else parses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d import rules
from fakir3d.errors import NotationError
from fakir3d.rules import (
    Axis,
    Bore,
    Fall,
    FallRule,
    Hole,
    Hung,
    Lattice,
    Mode,
    Move,
    Options,
    Outcome,
    Phase,
    Setup,
    Standing,
    State,
    Stick,
    UnsupportedPlant,
    advance,
    start,
)

BOTH = frozenset(Axis)
LATTICE = Lattice(3, 3, (BOTH, BOTH, BOTH))
MIDDLE = (
    "mode=2 sticks=5 fall=any unsupported_plant=forbidden first=0 pierced=x1.1:r2,x2.3:r1 "
    "standing=a1:r3@x1.1,b2:g1@x2.3 hands=r4,r5/g2,g3,g4,g5 held=- gone=- out=- seat=1 phase=move played=0,1 barred=-"
)


@pytest.mark.parametrize("name", ["lattice", "staggered", "oneway", "5x5-xyxyxy", "2x2-xy"])
@pytest.mark.parametrize("mode", list(Mode))
def test_every_value_parses_back(play: Callable, block: Callable[[str], Lattice], name: str, mode: Mode) -> None:
    """States, moves and outcomes of whole games, hung and barred ones too, come back equal from one line of text."""
    for number, options in enumerate(Options(fall, plant) for fall in FallRule for plant in UnsupportedPlant):
        for step in play(name, mode, options, seed=number, physics=True):
            text = str(step.after)
            assert "\n" not in text
            again = State.parse(text, block(name))
            assert again == step.after
            assert str(again) == text
            assert Move.parse(str(step.move)) == step.move
            assert Outcome.parse(str(step.outcome)) == step.outcome


def test_hands_may_be_written_in_any_order() -> None:
    """What has an order is put into it."""
    assert State.parse(MIDDLE.replace("r4,r5/g2,g3", "r5,r4/g3,g2"), LATTICE) == State.parse(MIDDLE, LATTICE)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("mode=2", "mode=5", "mode=5 is none of 2, 3, 4, teams"),
        ("sticks=5", "sticks=x", "sticks=x cannot be read: 'x' is no whole number"),
        ("sticks=5", "sticks=0", "0 sticks in each hand"),
        ("sticks=5", "sticks=6", "r6, g6 missing"),
        ("sticks=5", "sticks=4", "r5 was never dealt"),
        ("fall=any", "fall=some", "fall=some is none of any, vanish"),
        ("first=0", "first=2", "no seat 2 to begin"),
        ("first=0", "", "a state is written as mode= sticks="),
        ("first=0", "first=0 first=0", "a state is written as"),
        ("first=0", "First=0", "a state is written as"),
        ("x1.1:r2", "x1.1:r1", "r1 is in two places"),
        ("x1.1:r2", "x1.9:r2", "there is no bore x1.9"),
        ("x1.1:r2", "x1.1", "pierced=x1.1,x2.3:r1 cannot be read: '' is no stick"),
        ("x1.1:r2,x2.3:r1", "x1.1:r2,x1.1:r1", "one place holds two sticks"),
        ("x1.1:r2,x2.3:r1", "ya.3:r2,x2.3:r1", "x2.3 meets ya.3, and both hold a stick"),
        ("a1:r3@x1.1", "a1:r3@x3.1", "x3.1 does not pass under hole a1"),
        ("a1:r3@x1.1", "z1:r3@x1.1", "there is no hole z1"),
        ("a1:r3@x1.1", "a1:r3@ya.1", "the stick in a1 is over x1.1, not over ya.1"),
        ("b2:g1@x2.3", "b2:g1@x2.1", "the stick in b2 goes through the one in x2.3"),
        ("b2:g1@x2.3", "b2:g1", "standing=a1:r3@x1.1,b2:g1 cannot be read"),
        ("hands=r4,r5/", "hands=", "mode 2 has 2 hands"),
        ("hands=r4,r5/", "hands=r4,r5/-/", "mode 2 has 2 hands"),
        ("r5/g2", "g2/r5", "g2 is in the hand of seat 0"),
        ("held=-", "held=q", "held=q cannot be read: 'q' is no stick"),
        ("g5 held=-", "g5 held=r6", "r6 was never dealt"),
        ("g5 held=-", "x held=-", "'x' is no stick"),
        ("g4,g5 held=-", "g4 held=g5", "the mover's own"),
        (
            "out=- seat=1 phase=move played=0,1",
            "out=0 seat=1 phase=over played=1",
            "seat 0 is out and has sticks in hand",
        ),
        ("out=-", "out=7", "seats 0 to 1, not 7"),
        ("seat=1", "seat=2", "seats 0 to 1, not 2"),
        ("seat=1", "seat=-1", "'-1' is no whole number"),
        ("phase=move", "phase=discard", "the position is in phase move, not discard"),
        ("phase=move", "phase=over", "the position is in phase move, not over"),
        ("phase=move", "phase=rest", "phase=rest is none of move, exchange, discard, over"),
        ("played=0,1", "played=0,0", "a seat is named twice"),
        ("played=0,1", "played=3", "seats 0 to 1, not 3"),
        ("barred=-", "barred=b2", "only a pierce or a pull can be barred"),
        ("barred=-", "barred=x7.7", "there is no bore x7.7"),
        ("barred=-", "barred", "a state is written as"),
    ],
)
def test_broken_states(old: str, new: str, words: str) -> None:
    """Each way to be wrong is named, in one line, with the key or the stick it is about."""
    assert old in MIDDLE
    with pytest.raises(NotationError) as refused:
        State.parse(MIDDLE.replace(old, new), LATTICE)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


EMPTY = (
    "mode={} sticks={} fall=any unsupported_plant=forbidden first=0 pierced={} standing={} hands={} held={} gone={} "
    "out={} seat={} phase={} played={} barred={}"
)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ("2 1 - - r1/- - g1 - 1 discard - -", "seat 1 has no stick and is not out"),
        ("3 1 x1.1:g1 - r1/-/b1 - - 1 0 move - -", "seat 1 is out and has sticks in the block"),
        ("3 1 - - r1/-/b1 - g1 1 1 move - -", "seat 1 is to move and out"),
        ("3 1 - - r1/-/b1 - g1 1 0 move 1 -", "played: names a seat that is out"),
        ("2 1 - - r1/- g1 - - 0 exchange - -", "no standing stick to exchange"),
        ("2 2 x1.1:r2 a1:r1@x1.1 -/g2 g1 - - 0 exchange - x2.1", "nothing is barred in phase exchange"),
        ("teams 1 - - -/-/-/- g1 r1,r2,g2 0,1,2,3 0 over - -", "nothing is held when the game is over"),
        ("2 1 - - r1/- - g1 1 1 over - x1.1", "nothing is barred in phase over"),
        (
            "2 2 - - r1,r2/g1,g2 - - - 0 move - x3.3^",
            "barred: x3.3\\^ was not tried here: R5: there is no stick in bore",
        ),
        ("2 2 - - r1,r2/g1,g2 - - - 0 discard - x3.3^", "in phase move, not discard"),
        ("2 2 x2.1:r1 - r2/g1,g2 - - - 1 move 0 x2.1", "barred: x2.1 was not tried here: R3: bore x2.1 is not empty"),
        ("2 2 x2.1:r1 - r2/g1,g2 - - - 1 move 0 x2.1^", "barred: x2.1\\^ was not tried here: R5: you may pull only"),
        ("2 2 - - r1,r2/g1,g2 - - - 0 move - x1.1,x1.1", "barred: names one twice"),
        ("2 2 - - r1,r2/g1,g2 - - - 0 move - x1.9", "barred: x1.9 was not tried here: R3: there is no bore x1.9"),
        ("3 1 - - r1/-/b1 - g1 1,1 0 move - -", "out: names one twice"),
        ("2 2 - - r1,r2/- - g1,g2 - 0 move - -", "out: seat 1 has no stick and is not out"),
        ("2 2 - - r1,r2/- - g1,g2 - 0 move 0 -", "out: seat 1 has no stick and is not out"),
        ("2 2 x1.1:r1 a1:r2@x1.1 -/- - g1,g2 - 0 discard 1,0 -", "out: seat 1 has no stick and is not out"),
        ("3 1 - - r1/-/b1 - g1 - 2 move - -", "out: seat 1 has no stick and is not out"),
        ("teams 1 - - r1/-/r2/g1 - g2 - 0 move - -", "out: seat 1 has no stick and is not out"),
        ("teams 1 - - r1/-/-/- - g1,g2,r2 1,3 0 over 0 -", "out: seat 2 has no stick and is not out"),
        ("teams 1 x1.1:g1 - r1/-/r2/- - g2 1,3 0 over 0 -", "out: seat 1 is out and has sticks in the block"),
        ("2 2 x1.1:r1 - r2/g1,g2 - - - 1 move - -", "played: there are sticks in the block that nobody played"),
        ("2 1 - - -/- - r1,g1 0,1 0 over - -", "played: of those who go out at once somebody has played"),
    ],
)
def test_positions_no_game_holds(values: str, words: str) -> None:
    """Seats, phases and what belongs to them must fit together."""
    with pytest.raises(NotationError, match=words):
        State.parse(EMPTY.format(*values.split()), LATTICE)


@pytest.mark.parametrize("text", ["", "a b c", MIDDLE.replace(" ", "  "), MIDDLE + " ", MIDDLE.replace(" ", "\n")])
def test_no_states(text: str) -> None:
    """What is no state's text is told what one looks like."""
    with pytest.raises(NotationError, match="a state is written as mode= sticks= fall="):
        State.parse(text, LATTICE)


@settings(max_examples=300)
@given(st.integers(0, len(MIDDLE) - 1), st.integers(0, 12), st.text("0123456789rgbyxabcn.,:/@=- mo", max_size=6))
def test_mutated_states_never_slip_through(place: int, cut: int, put: str) -> None:
    """Any edit of a text is refused as notation, or is the text of a whole state that parses back."""
    text = MIDDLE[:place] + put + MIDDLE[place + cut :]
    try:
        state = State.parse(text, LATTICE)
    except NotationError:
        return
    assert State.parse(str(state), LATTICE) == state


@pytest.mark.parametrize(
    "text",
    ["", "r", "r0", "r1000", "R1", "r1 ", "r-1", "q1", "r1r1", "r٣"],
)
def test_no_sticks(text: str) -> None:
    """What is no stick is quoted, with the form of one."""
    with pytest.raises(NotationError, match="sticks are a colour"):
        Stick.parse(text)


@pytest.mark.parametrize("text", ["", "x2.", "b", "x2.3!", "x2.3^^", "b2^", "x2.3=", "hand", "hand^", "=", "~", "B2"])
def test_no_moves(text: str) -> None:
    """What is no move is quoted, with all forms that exist."""
    with pytest.raises(NotationError, match=r"is no move; moves are x2\.3 \(pierce\)"):
        Move.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "none",
        "r1",
        "r1 b2",
        "r1 b2 x2.3",
        "r1 b2 x2.3>",
        "r1 b2 x2.3>up",
        "r1 b2 x2.3>hung",
        "r1 b2 x2.3>hung:b2",
        "r1 b2 x2.3>x2.1;",
        "nothing; blocked",
        "blocked blocked",
        "r1 b2 table>x2.1",
        "r1  b2 x2.3>gone",
    ],
)
def test_no_outcomes(text: str) -> None:
    """What is no outcome is quoted, with the form of a fall."""
    with pytest.raises(NotationError, match="is no fall; falls are like"):
        Outcome.parse(text)


def test_start_has_a_text() -> None:
    """The whole text of a fresh game in teams, as it stands in records."""
    state = start(Setup(LATTICE, Mode.TEAMS, 2, first=3))
    assert str(state) == (
        "mode=teams sticks=2 fall=any unsupported_plant=forbidden first=3 pierced=- standing=- "
        "hands=r1,r2/g1,g2/r3,r4/g3,g4 held=- gone=- out=- seat=3 phase=move played=- barred=-"
    )
    assert state.phase is Phase.MOVE


def test_texts_do_not_depend_on_the_way(play: Callable) -> None:
    """Two ways to one position give one text: places are written in a fixed order."""
    steps = list(islice(play("oneway", Mode.TWO, seed=1), 12))
    pierced = [str(bore) for bore in steps[-1].after.pierced]
    assert pierced == sorted(pierced)


NUMBERS = [
    (Hole.parse, "a{}"),
    (Bore.parse, "x{}.1"),
    (Bore.parse, "ya.{}"),
    (Stick.parse, "r{}"),
    (Move.parse, "a{}"),
    (Move.parse, "x1.{}^"),
    (Move.parse, "x{}.1~"),
    (Outcome.parse, "r{} a1 x1.1>gone"),
    (Outcome.parse, "r1 a1 x1.1>hung:x1.{}"),
    (Fall.parse, "r1 a{} hand>gone"),
    (lambda text: State.parse(text, LATTICE), str(start(Setup(LATTICE, Mode.TWO, 3))).replace("sticks=3", "sticks={}")),
    (lambda text: State.parse(text, LATTICE), str(start(Setup(LATTICE, Mode.TWO, 3))).replace("seat=0", "seat={}")),
    (
        lambda text: State.parse(text, LATTICE),
        str(start(Setup(LATTICE, Mode.TWO, 3, first=1))).replace("first=1", "first={}"),
    ),
    (lambda text: State.parse(text, LATTICE), MIDDLE.replace("played=0,1", "played=0,{}")),
]


@pytest.mark.parametrize(("read", "text"), NUMBERS)
def test_numbers_are_ascii_digits_alone(read: Callable[[str], object], text: str) -> None:
    """Every number of the notation is written one way: no other script's digits, sign, space, underscore or zero."""
    for word in ("１", "1１", "١", "²", "１1", "+1", "-1", " 1", "01", "1_0", "1.0", "0x1", "1e0", ""):
        with pytest.raises(NotationError):
            read(text.format(word))
    with pytest.raises(NotationError):
        read(text.format("9" * 5000))


@pytest.mark.parametrize("text", ["é1", "ａ1", "ya1.1", "y.1", "xa.1", "y1.1", "X1.1", "ｘ1.1", "x1.1.1"])
def test_letters_are_ascii_alone(text: str) -> None:
    """Columns are a to z, directions x and y, and nothing that looks like them."""
    for read in (Move.parse, Bore.parse, Hole.parse):
        with pytest.raises(NotationError):
            read(text)


@pytest.mark.parametrize(
    "value",
    [
        Hole.parse("b2"),
        Bore.parse("yb.1"),
        Stick.parse("g10"),
        *map(Move.parse, ("x2.3", "b2", "x2.3^", "b2=", "b2~", "x2.3~", "hand~")),
        Fall.parse("r3 b2 x2.3>hung:x2.2"),
        Hung(Bore.parse("x2.2")),
        *map(Outcome.parse, ("nothing", "blocked", "r3 b2 x2.3>x2.1; g1 c2 hand>gone")),
        Standing(Stick.parse("r1"), Bore.parse("x1.1")),
        State.parse(MIDDLE, LATTICE),
    ],
    ids=str,
)
def test_a_value_is_shown_as_one_types_it(value: object) -> None:
    """``repr`` of a value makes it again."""
    assert eval(repr(value), vars(rules)) == value  # noqa: S307 - our own text


def test_who_lost_all_in_a_turn_that_goes_on_is_not_out_yet() -> None:
    """R10 is looked at after the whole turn: a hung last stick that a blocked pierce shakes down is gone before."""
    text = EMPTY.format(*["3", "2", "-", "a1:g1@x1.3", "r1,r2/-/b1,b2", "-", "g2", "-", "0", "move", "1", "-"])
    state = State.parse(text, LATTICE)
    after = advance(state, Move.parse("x3.1"), Outcome.parse("blocked; g1 a1 x1.3>gone"))
    assert (after.seat, after.phase, after.out) == (0, Phase.MOVE, frozenset())
    assert State.parse(str(after), LATTICE) == after


def test_a_thinned_position_may_leave_a_seat_with_nothing() -> None:
    """What shrinking a case makes, and case files hold: whoever lost all sticks by it is not out."""
    values = "2 3 x1.1:r1 a1:r2@x1.1,b1:r3@x1.1 -/- - g1,g2,g3 - 0 move 1,0 -"
    text = EMPTY.format(*values.split(" "))
    assert State.parse(text, LATTICE, thinned=True).out == frozenset()
    with pytest.raises(NotationError, match="seat 1 has no stick and is not out"):
        State.parse(text, LATTICE)
