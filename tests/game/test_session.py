"""A game being played: every mode to its end, undo and redo at any time, nonsense refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from fakir3d.block.document import load_block
from fakir3d.errors import EngineError, IllegalMoveError, MisuseError
from fakir3d.game import Journal, Seat, Session, load_record, verify_record
from fakir3d.rules import Exchange, Mode, Move, Pierce, Pull, legal_moves
from fakir3d.rules.state import FallRule, Options, Phase, UnsupportedPlant


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("block", ["lattice", "staggered", "oneway"])
def test_a_whole_game_ends_with_a_winner(mode, block, new_session, play_on, tmp_path):
    """Random games of every mode on every preset end within the rules' bound, agree with the rules, and are kept."""
    spec = load_block(block)
    path = tmp_path / "game.fakir"
    session = play_on(new_session(spec=spec, mode=mode, first=None, journal=Journal.create(path)))
    assert session.result is not None
    assert len(session.moves) <= 2 * mode.seats * mode.sticks * 7
    assert all(
        played.verdict.agree and played.taken == played.predicted and not played.note for played in session.moves
    )
    session.close()
    assert load_record(path).over
    assert verify_record(path).good


def test_options_and_sticks_reach_the_rules(new_session, play_on):
    """Both options and another number of sticks make other games, and these end too."""
    options = Options(FallRule.VANISH, UnsupportedPlant.ALLOWED)
    session = new_session(options=options, sticks=4)
    assert len(session.state.hands[0]) == 4
    assert Move.parse("a1") in legal_moves(session.state)
    assert play_on(session).result is not None


def test_the_lots_draw_the_first_seat(new_session):
    """Every seat begins sometimes, the same seed always gives the same one, and naming one overrules the lots (R2)."""
    drawn = [new_session(mode=Mode.FOUR, first=None, seed=seed).state.seat for seed in range(40)]
    assert set(drawn) == {0, 1, 2, 3}
    assert drawn == [new_session(mode=Mode.FOUR, first=None, seed=seed).state.seat for seed in range(40)]
    assert new_session(mode=Mode.FOUR, first=2).state.seat == 2


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"first": 2}, "seat 2"),
        ({"sticks": 0}, "0 sticks"),
        ({"sticks": 10**9}, "1000000000"),
        ({"seed": 2**70}, "seed 1180591620717411303424"),
        ({"seats": [Seat("Ann")]}, "1 players"),
        ({"seats": [Seat("Ann"), Seat("Bo", "genius")]}, "genius"),
        ({"seats": [Seat("Ann"), Seat("\x1b[2J")]}, "is no name"),
        ({"seats": [Seat(" "), Seat("Bo")]}, "is no name"),
    ],
)
def test_what_cannot_be_is_refused_by_name(new_session, wishes, told):
    """A seat, a number or a name that cannot be is named in one line."""
    with pytest.raises(MisuseError, match=told) as caught:
        new_session(**wishes)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("move", "rule"), [("b2", "R4"), ("x2.3^", "R5"), ("b2=", "R7"), ("hand~", "R9"), ("x9.9", "R3")]
)
def test_an_illegal_move_says_which_rule_and_changes_nothing(new_session, move, rule):
    """Clicking nonsense gets the rule; state, history and journal are as before."""
    session = new_session()
    before = session.state, session.snapshot, session.journal.content
    with pytest.raises(IllegalMoveError, match=rule):
        session.begin(Move.parse(move))
    assert (session.state, session.snapshot, session.journal.content) == before
    assert session.act is None


def test_one_move_at_a_time(new_session):
    """While a move is being made no other can begin; nothing changes before its result is taken."""
    session = new_session()
    act = session.begin(Move.parse("x2.3"))
    with pytest.raises(MisuseError, match=r"x2\.3 is still being made"):
        session.begin(Move.parse("x1.3"))
    assert session.moves == ()
    played = act.result()
    assert session.moves == (played,)
    assert act.result() is played
    assert act.done()
    session.begin(Move.parse("x1.3")).result()
    assert len(session.moves) == 2


def test_undo_takes_pull_and_exchange_together(new_session, play_on):
    """One undo goes back before the pull, from within the exchange too; one redo brings both back."""
    session = play_on(new_session(), until=lambda game: game.state.phase is Phase.EXCHANGE)
    pulled = len(session.moves)
    before = session.moves[-1].before
    session.undo()
    assert session.state == before
    assert isinstance(session.undone[0].move, Pull)
    session.redo()
    assert len(session.moves) == pulled
    exchange = next(move for move in legal_moves(session.state) if isinstance(move, Exchange))
    session.play(exchange)
    after = session.state, session.snapshot
    session.undo()
    assert len(session.moves) == pulled - 1
    session.redo()
    assert (session.state, session.snapshot) == after


def test_undo_to_the_start_and_redo_to_the_end(new_session, play_on):
    """Undo never expires: all the way back, all the way on, bit for bit, also from a finished game."""
    session = play_on(new_session(mode=Mode.TEAMS))
    end = session.state, session.snapshot, session.moves
    while session.can_undo:
        session.undo()
    assert session.moves == ()
    with pytest.raises(MisuseError, match="nothing to take back"):
        session.undo()
    while session.can_redo:
        session.redo()
    assert (session.state, session.snapshot, session.moves) == end
    with pytest.raises(MisuseError, match="nothing to bring back"):
        session.redo()


def test_against_computers_undo_goes_to_the_last_human_choice(new_session, play_on):
    """The computers' answers go back together with the move that they answered; their opening is not undone."""
    seats = [Seat("C1", "random"), Seat("Ann"), Seat("C2", "random")]
    session = new_session(mode=Mode.THREE, seats=seats)
    play_on(session, until=lambda game: game.seat.human)
    assert len(session.moves) == 1
    assert not session.can_undo
    play_on(session, 1)
    play_on(session, until=lambda game: game.seat.human and game.state.phase is not Phase.EXCHANGE)
    played = session.state
    assert len(session.moves) >= 4
    session.undo()
    assert len(session.moves) == 1
    session.redo()
    assert session.state == played


def test_a_new_move_after_undo_drops_the_redo(new_session):
    """What was taken back cannot come back once the game went another way."""
    session = new_session()
    session.play(Move.parse("x2.3"))
    session.undo()
    session.play(Move.parse("x1.1"))
    assert not session.can_redo


def test_undo_during_an_act_cancels_it(new_session):
    """The move is not made, its act says so, and redo makes it after all."""
    session = new_session()
    session.play(Move.parse("x2.3"))
    act = session.begin(Move.parse("x1.3"))
    session.undo()
    assert act.cancelled
    assert act.done()
    assert act.chunks() == []
    assert [str(played.move) for played in session.moves] == ["x2.3"]
    with pytest.raises(MisuseError, match="taken back"):
        act.result()
    again = session.redo()
    assert again is not None
    assert str(again.result().move) == "x1.3"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("seats", [("human", "human"), ("human", "random"), ("random", "random")])
def test_hammered_keys_end_where_slow_ones_do(new_session, choose, play_on, seed, seats):
    """BG-14: a random sequence of moves, undo and redo during the falls equals the same with every fall awaited."""
    people = [Seat("Ann", seats[0]), Seat("Bo", seats[1])]
    hasty, slow = (play_on(new_session(sticks=4, seats=people, seed=seed), 14) for _ in range(2))
    lots = random.Random(seed)
    for _ in range(200):
        key = lots.choice(["move", "undo", "redo", "undo", "redo"])
        _press(slow, key, choose, wait=True)
        if key == "move" and hasty.act is not None:
            hasty.act.result()
        _press(hasty, key, choose, wait=False)
    if hasty.act is not None:
        hasty.act.result()
    assert hasty.state == slow.state
    assert hasty.snapshot == slow.snapshot
    assert hasty.moves == slow.moves


def _press(session: Session, key: str, choose, *, wait: bool) -> None:
    act = None
    if key == "move" and session.result is None:
        act = session.begin(choose(session))
    elif key == "undo" and session.can_undo:
        session.undo()
    elif key == "redo" and session.can_redo:
        act = session.redo()
    if wait and act is not None:
        act.result()


def test_an_engine_that_gives_up_leaves_the_game_as_it_was(new_session, liar):
    """After an EngineError the position is the one before, and the game goes on."""

    def fail(_performance, _config):
        raise EngineError("the engine lost its parts")

    session = new_session(performer=liar(fail))
    with pytest.raises(EngineError, match="lost its parts"):
        session.play(Move.parse("x2.3"))
    assert session.moves == ()
    assert session.play(Move.parse("x2.3")).number == 1


def test_the_gesture_fixes_the_mouth(new_session):
    """The mouth that was clicked is the one the stick goes in at, and nothing else of the lots changes."""
    from fakir3d.physics.hand.script import Gesture

    scripts = [new_session().play(Move.parse("x2.3"), Gesture(side=side)).script for side in (-1, 1)]
    assert [script.side for script in scripts] == [-1, 1]


def test_a_seed_is_a_game(new_session, play_on):
    """The same seed gives the same record, byte for byte; another one another game."""
    one, same, other = (play_on(new_session(seed=seed)).journal.content for seed in (5, 5, 6))
    assert one == same
    assert one != other


def test_computers_choose_by_the_games_seed(new_session, play_on):
    """A computer's lots follow from seed and move number alone, so that an undone move is chosen again."""
    session = play_on(new_session(), 3)
    seed = session.choice_seed
    session.undo()
    assert session.choice_seed != seed
    session.redo()
    assert session.choice_seed == seed


def test_every_move_kind_was_played(new_session, play_on):
    """The random games of this file reach all five moves: what is shown above is shown of all of them."""
    kinds = set()
    for mode in Mode:
        kinds |= {type(played.move).__name__ for played in play_on(new_session(mode=mode)).moves}
    assert kinds == {"Pierce", "Plant", "Pull", "Exchange", "Discard"}
    assert Pierce.__name__ in kinds


def test_saving_a_copy_while_playing(new_session, play_on, tmp_path: Path):
    """A copy is a whole record at any time, also of a game that is kept in memory only."""
    session = play_on(new_session(), 9)
    session.save_as(tmp_path / "copy.fakir")
    assert verify_record(tmp_path / "copy.fakir").good
    assert load_record(tmp_path / "copy.fakir").moves[-1].after == session.state
    with pytest.raises(MisuseError, match="cannot save to"):
        session.save_as(tmp_path / "no" / "folder.fakir")
