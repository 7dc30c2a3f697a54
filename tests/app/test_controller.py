"""The controller of a game: who may act, falls, undo at any time, computers that think elsewhere."""

from __future__ import annotations

import random

import numpy as np
import pytest

from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.play.intents import place_of_move
from fakir3d.app.play.playback import Playback
from fakir3d.app.settings import Speed
from fakir3d.block.document import load_block
from fakir3d.block.names import Bore, Hole
from fakir3d.errors import EngineError
from fakir3d.game import InlinePerformer, Seat, Session
from fakir3d.game.setup import GameSetup
from fakir3d.motion import Chunk, frozen_array
from fakir3d.rules import Move, legal_moves
from fakir3d.rules.state import Phase
from fakir3d.rules.sticks import Mode
from tests.app.shells import Answered, FakeEngine


def new_controller(
    *kinds: str, mode: Mode = Mode.TWO, sticks: int = 4, engine: FakeEngine | None = None
) -> GameController:
    seats = [Seat(f"P{n}", kind) for n, kind in enumerate(kinds or ("human",) * mode.seats)]
    session = Session.new(
        load_block("lattice"),
        InlinePerformer("ideal"),
        GameSetup(mode=mode, sticks=sticks, seats=seats, first=0, seed=3),
    )
    return GameController(session, engine or FakeEngine())


def settle(game: GameController, speed: Speed = Speed.SKIP, seconds: float = 0.05) -> int:
    """Let time pass until nothing falls; return how many ticks that took."""
    ticks = 0
    while game.waiting_for is Waiting.FALLING:
        game.tick(seconds, speed)
        ticks += 1
        assert ticks < 2000
    return ticks


def make(game: GameController, text: str) -> None:
    assert game.click(place_of_move(Move.parse(text))) == ""
    settle(game)


def chunk(first: int, count: int, hz: float = 240.0) -> Chunk:
    times = frozen_array([(first + n) / hz for n in range(count)], (-1,))
    poses = np.zeros((count, 1, 7))
    poses[:, 0, 2], poses[:, 0, 6] = times, 1.0
    return Chunk(first, ("r1",), times, frozen_array(poses, (-1, 1, 7)))


def test_playback_waits_for_its_lead_and_never_for_more() -> None:
    """Nothing is shown before 30 ms have arrived; then the clock runs, and holds at what there is."""
    playback = Playback()
    assert playback.advance(0.1, 1.0) is None
    playback.feed([chunk(0, 4)])
    assert playback.advance(0.1, 1.0) is None
    playback.feed([chunk(4, 20)])
    frame = playback.advance(0.05, 1.0)
    assert frame is not None
    assert frame.pose("r1")[2] == pytest.approx(0.05)
    held = playback.advance(5.0, 1.0)
    assert held is not None
    assert held.pose("r1")[2] == pytest.approx(23 / 240)
    assert not playback.finished
    playback.whole = True
    assert playback.finished


def test_playback_goes_four_times_as_fast_or_to_the_end() -> None:
    """4x runs through four times the motion; skip shows its end at once."""
    fast, skip = Playback(), Playback()
    for playback in (fast, skip):
        playback.feed([chunk(0, 120), chunk(120, 120)])
        playback.whole = True
    frame = fast.advance(0.1, 4.0)
    assert frame is not None
    assert frame.pose("r1")[2] == pytest.approx(0.4)
    skip.skipped = True
    assert skip.advance(0.0, 1.0) is not None
    assert skip.finished


def test_a_short_motion_is_shown_too() -> None:
    """A motion shorter than the lead is shown once it is whole."""
    playback = Playback()
    playback.feed([chunk(0, 2)])
    playback.whole = True
    assert playback.advance(1.0, 1.0) is not None
    assert playback.finished
    empty = Playback()
    empty.whole = True
    assert empty.finished


def test_a_move_is_asked_falls_and_is_shown_at_rest() -> None:
    """The position shown changes only when the sticks have come to rest; the result is never told before."""
    game = new_controller()
    before = game.shown
    assert game.click(Bore.parse("x2.1"), side=-1) == ""
    assert game.waiting_for is Waiting.FALLING
    frames = 0
    while game.waiting_for is Waiting.FALLING:
        assert game.shown is before
        game.tick(1 / 60, Speed.NORMAL)
        frames += game.frame() is not None
    assert frames > 5
    assert game.shown.pierced[Bore.parse("x2.1")]
    assert game.session.moves[0].script.side == -1
    assert game.last_moves == game.session.moves


def test_an_illegal_click_says_which_rule_and_changes_nothing() -> None:
    """The answer quotes the rule; the game is as it was."""
    game = new_controller()
    assert game.click(Hole.parse("b2")).startswith("R4: Nothing would hold")
    assert game.waiting_for is Waiting.HUMAN
    assert not game.session.moves


def test_clicks_while_sticks_fall_are_refused_politely() -> None:
    """They change nothing, and say why."""
    game = new_controller()
    game.click(Bore.parse("x2.1"))
    assert "still falling" in game.click(Bore.parse("x1.1"))
    settle(game)
    assert len(game.session.moves) == 1


def test_undo_in_the_middle_of_a_fall_and_redo() -> None:
    """Undo gives the fall up; redo makes the same move again, with the same outcome."""
    game = new_controller()
    make(game, "x2.1")
    whole = new_controller()
    make(whole, "x2.1")
    make(whole, "b2")
    game.click(Hole.parse("b2"))
    game.tick(0.01, Speed.NORMAL)
    game.undo()
    assert game.waiting_for is Waiting.HUMAN
    assert len(game.session.moves) == 1
    game.redo()
    settle(game)
    assert str(game.shown) == str(whole.shown)
    assert game.snapshot == whole.snapshot


def test_hammered_undo_and_redo_end_where_slow_ones_do() -> None:
    """200 undo and redo keys during falls end in the same position as the same keys with time between (BG-14)."""
    rng = random.Random(11)
    script = [rng.choice(["undo", "redo", "move", "tick"]) for _ in range(200)]

    def run(*, slow: bool) -> tuple[str, int]:
        game, picks = new_controller(sticks=6), random.Random(5)
        for word in script:
            if word == "undo":
                game.undo()
            elif word == "redo":
                game.redo()
            elif word == "move":
                if not slow and game.waiting_for is Waiting.FALLING:
                    settle(game)  # a click while sticks fall does not count: both hands wait with it
                moves = legal_moves(game.session.state)
                if moves and game.waiting_for is Waiting.HUMAN:
                    game.click(place_of_move(picks.choice(moves)))
            else:
                game.tick(0.01, Speed.NORMAL)
            if slow:
                settle(game)
        settle(game)
        return str(game.shown), len(game.session.moves)

    assert run(slow=False) == run(slow=True)


def test_a_computer_moves_by_itself_and_nobody_moves_for_it() -> None:
    """The computer's move comes from elsewhere; a person cannot move for it meanwhile."""
    engine = FakeEngine(ready=False)
    game = new_controller("human", "greedy", engine=engine)
    make(game, "x2.1")
    assert game.waiting_for is Waiting.THINKING
    game.tick(0.1, Speed.NORMAL)
    assert engine.asked == [1]
    assert "please wait" in game.click(Bore.parse("x1.1"))
    assert game.legal == ()
    engine.ready = True
    for _ in range(60):
        game.tick(1 / 30, Speed.NORMAL)
    settle(game)
    assert [played.before.seat for played in game.session.moves] == [0, 1]
    assert game.waiting_for is Waiting.HUMAN


def test_undo_while_a_computer_thinks_drops_the_thought() -> None:
    """A late answer, by its old tag, lands nowhere; the human's last choice is open again (BG-03)."""
    engine = FakeEngine(ready=False)
    game = new_controller("human", "greedy", engine=engine)
    make(game, "x2.1")
    game.tick(0.1, Speed.NORMAL)
    late = Answered(engine.asked[-1], Move.parse("x1.1"))
    game.undo()
    assert engine.cancelled >= 1
    assert game.waiting_for is Waiting.HUMAN
    make(game, "x3.1")
    engine.poll = lambda: late  # type: ignore[method-assign]
    for _ in range(40):
        game.tick(0.1, Speed.NORMAL)
    assert len(game.session.moves) == 1


def test_computers_alone_play_a_game_to_its_end() -> None:
    """Four computers need nobody; undo stops them until somebody says go on."""
    game = new_controller(*("greedy", "random") * 2, mode=Mode.FOUR, sticks=2)
    for _ in range(3000):
        if game.waiting_for is Waiting.OVER:
            break
        game.tick(0.05, Speed.SKIP)
    assert game.shown.phase is Phase.OVER
    made = len(game.session.moves)
    game.undo()
    for _ in range(20):
        game.tick(0.05, Speed.SKIP)
    assert game.waiting_for is Waiting.PAUSED
    assert len(game.session.moves) < made
    assert game.click(Hole.parse("b2")) == "The game goes on."
    for _ in range(300):
        game.tick(0.05, Speed.SKIP)
    assert game.waiting_for is Waiting.OVER


def test_a_player_that_fails_is_told_and_does_not_loop() -> None:
    """A computer that cannot answer stops the game with words; a person may go on with it."""
    engine = FakeEngine(fails=True)
    game = new_controller("human", "greedy", engine=engine)
    make(game, "x2.1")
    for _ in range(30):
        game.tick(0.1, Speed.SKIP)
    assert "gave up" in game.failure
    assert game.waiting_for is Waiting.PAUSED
    assert len(engine.asked) == 1


def test_an_engine_that_fails_leaves_the_position_as_it_was() -> None:
    """The words are kept for the status line; the move can be tried again."""
    game = new_controller()

    class Broken(InlinePerformer):
        def start(self, *_: object):  # type: ignore[override]
            class Act:
                def chunks(self):
                    return []

                def done(self):
                    return True

                def result(self):
                    raise EngineError("the physics process died 4 times")

                def cancel(self):
                    return

            return Act()

    game.session._performer = Broken("ideal")
    game.click(Bore.parse("x2.1"))
    settle(game)
    assert "died 4 times" in game.failure
    assert game.waiting_for is Waiting.HUMAN
    assert not game.session.moves


def test_close_gives_up_what_is_under_way() -> None:
    """Leaving during a fall leaves a session without an act, and thinking stops."""
    engine = FakeEngine(ready=False)
    game = new_controller("human", "greedy", engine=engine)
    game.click(Bore.parse("x2.1"))
    game.close()
    assert game.session.act is None
    assert not game.session.moves


def test_a_compiler_at_work_is_told_until_the_choice_is_there() -> None:
    """While a level waits for its compiler the controller says so; the word goes with the choice, and with an undo."""
    engine = FakeEngine(ready=False)
    game = new_controller("human", "hard", engine=engine)
    make(game, "x2.1")
    game.tick(0.1, Speed.SKIP)
    assert game.notice == ""
    engine.notice = "Compiling the rules."
    assert game.tick(0.1, Speed.SKIP), "it must be drawn"
    assert game.notice == "Compiling the rules."
    assert not game.tick(0.1, Speed.SKIP), "once is enough"
    game.undo()
    assert game.notice == ""


def test_a_level_that_cannot_play_here_is_told_and_the_game_goes_on() -> None:
    """A loaded game may name a level that this machine lacks: one sentence, no crash, and undo still works."""
    game = new_controller(
        "human", "hard", engine=FakeEngine(missing="the player hard needs numba, which is not installed")
    )
    make(game, "x2.1")
    game.tick(0.1, Speed.SKIP)
    game.tick(0.1, Speed.SKIP)
    assert game.waiting_for is Waiting.PAUSED
    assert "needs numba" in game.failure
    game.undo()
    assert game.waiting_for is Waiting.HUMAN


@pytest.mark.parametrize(("speed", "pause_s"), [(Speed.NORMAL, 0.7), (Speed.FAST, 0.7 / 4), (Speed.SKIP, 0.0)])
def test_a_computer_waits_so_that_people_see_what_happened(speed: Speed, pause_s: float) -> None:
    """Its move begins a pause after the sticks have come to rest, however fast it thinks; at once where falls skip."""
    game = new_controller("human", "greedy")
    assert game.click(place_of_move(Move.parse("x2.1"))) == ""
    settle(game, speed)
    assert game.waiting_for is Waiting.THINKING
    game.tick(0.0, speed)  # the engine is asked, and answers at once
    passed = 0.0
    while game.waiting_for is Waiting.THINKING:
        game.tick(0.01, speed)
        passed += 0.01
        assert passed < 2
    assert passed == pytest.approx(pause_s, abs=0.015)


def test_a_computer_does_not_cut_off_what_can_be_brought_back() -> None:
    """Redo before a computer's turn: it does not move while there is more to bring back, and all of it comes back."""
    game = new_controller("greedy", "random", sticks=3)
    while len(game.session.moves) < 6:
        game.tick(0.05, Speed.SKIP)
    game.undo()
    made = game.session.moves
    while game.can_undo:
        game.undo()
    assert len(made) > 3
    while game.can_redo and len(game.session.moves) < len(made) - 1:
        game.redo()
        for _ in range(30):
            game.tick(0.05, Speed.SKIP)
        assert game.waiting_for is Waiting.PAUSED
        assert game.session.moves == made[: len(game.session.moves)]
        assert game.can_redo
    game.redo()
    assert game.session.moves == made
