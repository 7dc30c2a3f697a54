"""Hints at the table, looking back at a game, variations: with a teacher who answers when the test says so."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import pytest

from fakir3d.app.boxes import Rect
from fakir3d.app.choice import GameChoice
from fakir3d.app.controls import Action
from fakir3d.app.desk import Desk
from fakir3d.app.drawing import Fill, Say
from fakir3d.app.fonts import FontMetrics
from fakir3d.app.games import Games
from fakir3d.app.graph import TURN, Bar, Graph, Side, draw_graph
from fakir3d.app.hud import Tone, draw_hud
from fakir3d.app.keys import Key
from fakir3d.app.lesson import Minds
from fakir3d.app.look import Look
from fakir3d.app.lookback import LookBack, sides_of
from fakir3d.app.match import Waiting
from fakir3d.app.meaning import place_of
from fakir3d.app.settings import Settings, Speed
from fakir3d.app.table import Table
from fakir3d.app.theme import STICK_COLOURS
from fakir3d.errors import EngineError
from fakir3d.game import InlinePerformer, Seat, load_record
from fakir3d.players.teacher import Hint, Moment, Step
from fakir3d.players.tutor import Advice, LookingBack, Tutor
from fakir3d.rules import legal_moves
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Colour, Mode
from tests.app.test_desk import CHOICE, House, Nobody, Notes, begin, finish, make, press
from tests.app.test_match import SlowMind

SIDES = (Side("Anna", Colour.RED), Side("Ben", Colour.GREEN))


def hint(move: Move, why: str = "Planting there is good.") -> Hint:
    return Hint(move, 0.7, certain=False, why=why, line=(move,))


class Teacher:
    """Answers when told to; remembers what it was asked, and whether it was told off."""

    def __init__(self) -> None:
        self.notice: str | None = None
        self.asked: list[tuple[object, int]] = []
        self.answer: Advice | LookingBack | None = None
        self.fails = ""
        self.cancelled = self.closed = 0

    def hints(self, state: State, _names: tuple[str, ...], tag: int) -> None:
        self.asked.append((state, tag))

    def review(self, steps: tuple[Step, ...], _names: tuple[str, ...], tag: int) -> None:
        self.asked.append((steps, tag))

    def poll(self) -> Advice | LookingBack | None:
        if self.fails:
            raise EngineError(self.fails)
        found, self.answer = self.answer, None
        return found

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        self.closed += 1

    def advise(self, count: int = 3) -> None:
        """Answer the last question for hints."""
        state, tag = self.asked[-1]
        self.answer = Advice(
            tag, tuple(hint(move, f"Reason {n}.") for n, move in enumerate(legal_moves(state)[:count]))
        )

    def judge(self, count: int | None = None, *, mistakes: tuple[int, ...] = (1, 3)) -> None:
        """Answer the last question for a review, as far as the first ``count`` moves."""
        steps, tag = self.asked[-1]
        moments = []
        for index, step in enumerate(steps[:count]):
            others = [move for move in legal_moves(step.before) if move != step.move]
            better = hint(others[0], "It drops two.") if index in mistakes and others else None
            turning = better is not None and index == mistakes[-1]
            moments.append(Moment(index, step.before.seat, step.move, (0.6, 0.4), 0.2, better, turning))
        self.answer = LookingBack(tag, tuple(moments), count is None)


@pytest.fixture
def teachers() -> list[Teacher]:
    """Return all teachers that were called, in their order."""
    return []


@pytest.fixture
def desk(teachers: list[Teacher]) -> Desk:
    def call() -> Teacher:
        teachers.append(Teacher())
        return teachers[-1]

    return Desk(Notes(), House(), Games(InlinePerformer, "ideal"), Minds(Nobody(), call), Settings(speed=Speed.SKIP))


# Hints.


def test_hints_come_one_after_the_other_and_begin_again(desk: Desk, teachers: list[Teacher]) -> None:
    """H asks once; the best move is marked with its reason, H again marks the next, after the last the best again."""
    begin(desk)
    table, (teacher,) = desk.table, teachers
    desk.do(Action.HINT)
    desk.do(Action.HINT)
    assert len(teacher.asked) == 1, "an impatient key asks nothing more"
    assert "Looking for the best move" in table.hud().status
    assert desk._view.advised is None
    teacher.advise()
    assert desk.tick(0.05)
    marked = []
    for number in range(4):
        shown = table.hud()
        marked.append(desk._view.advised.place)
        assert f"Reason {number % 3}." in shown.board.news[-1].text
        assert shown.board.news[-1].advice
        assert f"Reason {number % 3}." in shown.board.brief
        assert f"Hint {number % 3 + 1} of 3" in shown.status
        desk.do(Action.HINT)
    best = [place_of(move) for move in legal_moves(table.match.shown)[:3]]
    assert marked == [*best, best[0]]
    assert len(teacher.asked) == 1


def test_hints_go_with_their_position(desk: Desk, teachers: list[Teacher]) -> None:
    """A move takes mark and words away; the next H asks about the new position."""
    begin(desk)
    table, (teacher,) = desk.table, teachers
    desk.do(Action.HINT)
    teacher.advise()
    desk.tick(0.05)
    make(desk, Action.NEXT, Action.ACT)
    assert desk._view.advised is None
    assert "Hint" not in table.hud().status
    assert not any(news.advice for news in table.hud().board.news)
    desk.do(Action.HINT)
    assert teacher.asked[-1][0] == table.match.shown
    assert teacher.asked[-1][1] != teacher.asked[0][1]


@pytest.mark.parametrize("how", ["undo", "move", "new game", "leave"])
def test_a_question_is_given_up_at_once(desk: Desk, teachers: list[Teacher], how: str) -> None:
    """Undo, a move, a new game and leaving stop the teacher before anything else happens; a late answer is lost."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.HINT)
    (teacher,) = teachers
    teacher.advise()
    late = teacher.answer
    if how == "undo":
        desk.do(Action.UNDO)
    elif how == "move":
        desk.do(Action.NEXT)
        desk.do(Action.ACT)
    elif how == "new game":
        begin(desk)
    else:
        desk.leave()
    assert teacher.cancelled == 1
    teacher.answer = late
    if how != "leave":
        desk.tick(0.05)
        desk.tick(0.05)
        assert desk._view.advised is None
    if how in {"new game", "leave"}:
        assert teacher.closed == 1


def test_no_hints_while_others_are_to_move(teachers: list[Teacher]) -> None:
    """While sticks fall, while a computer thinks and at the end H says politely why there is none, and asks nothing."""

    def call() -> Teacher:
        teachers.append(Teacher())
        return teachers[-1]

    minds = Minds(SlowMind(ready=False), call)
    desk = Desk(Notes(), House(), Games(InlinePerformer, "ideal"), minds, Settings(speed=Speed.NORMAL))
    begin(desk, replace(CHOICE, seats=(Seat("Anna"), Seat("Robot", "easy"))))
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    assert desk.table.match.waiting_for is Waiting.FALLING
    desk.do(Action.HINT)
    assert "still falling" in desk.table.hud().status
    desk.do(Action.SKIP)
    for _ in range(20):
        desk.tick(0.1)
    assert desk.table.match.waiting_for is Waiting.THINKING
    desk.do(Action.HINT)
    assert "Robot is to move" in desk.table.hud().status
    assert desk.table.hud().tone is Tone.WARN
    assert teachers[0].asked == []


def test_a_teacher_that_fails_or_compiles_is_told(desk: Desk, teachers: list[Teacher]) -> None:
    """The notice of the compiler stands in the status line until the hint is there; a failure does too, once."""
    begin(desk)
    desk.do(Action.HINT)
    (teacher,) = teachers
    teacher.notice = "Compiling the rules."
    assert desk.tick(0.05)
    assert desk.table.hud().status == "Compiling the rules."
    assert not desk.tick(0.05)
    teacher.fails = "the teacher died 4 times thinking; gave up"
    assert desk.tick(0.05)
    assert "gave up" in desk.table.hud().status
    teacher.fails = ""
    desk.do(Action.HINT)
    assert len(teacher.asked) == 2


# Looking back.


def look_back(desk: Desk, teachers: list[Teacher], *, mistakes: tuple[int, ...] = (1, 3)) -> tuple[LookBack, Teacher]:
    """Look back at the game, with everything said."""
    desk.do(Action.LOOK_BACK)
    looking = desk.scene
    assert isinstance(looking, LookBack)
    teachers[-1].judge(mistakes=mistakes)
    desk.tick(0.05)
    return looking, teachers[-1]


def test_after_the_end_one_may_look_back(desk: Desk, teachers: list[Teacher]) -> None:
    """The result offers it; all moves are shown to the teacher; the first thing seen is the end."""
    begin(desk)
    finish(desk)
    press(desk, "Look back")
    looking = desk.scene
    assert isinstance(looking, LookBack)
    turns = desk.table.match.session.turns
    steps, _ = teachers[-1].asked[-1]
    assert [(step.before, step.move, step.after) for step in steps] == [(t.before, t.move, t.after) for t in turns]
    assert looking.at == len(turns)
    assert desk._view.states[-1].phase is Phase.OVER
    assert f"move 1 of {len(turns)}" in looking.hud().graph.words


def test_there_must_be_something_to_look_back_at_and_rest(desk: Desk) -> None:
    """Before the first move, and while sticks fall, the key says why not."""
    begin(desk)
    desk.do(Action.LOOK_BACK)
    assert desk.scene is desk.table
    assert "nothing to look back at" in desk.table.hud().status
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    assert desk.table.match.waiting_for is Waiting.FALLING
    desk.do(Action.LOOK_BACK)
    assert desk.scene is desk.table
    assert "still falling" in desk.table.hud().status


def test_stepping_through_a_game_and_its_mistakes(desk: Desk, teachers: list[Teacher]) -> None:
    """Arrows go move by move and stop at the ends, Tab goes round the mistakes; each position is the game's own."""
    begin(desk)
    make(desk, *[Action.NEXT, Action.ACT] * 1)
    for _ in range(4):
        make(desk, Action.NEXT, Action.ACT)
    turns = desk.table.match.session.turns
    looking, _ = look_back(desk, teachers)
    assert looking.mistakes == (1, 3)
    seen = []
    for action in (Action.NEXT, Action.NEXT, Action.NEXT, Action.PREVIOUS, Action.LEFT, Action.LEFT, Action.RIGHT):
        desk.do(action)
        seen.append(looking.at)
        assert desk._view.states[-1] == turns[looking.at].before
        assert desk._view.cursor.place == place_of(turns[looking.at].move)
    assert seen == [1, 3, 1, 3, 2, 1, 2]
    for action, end in ((Action.FLOOR_UP, 0), (Action.LEFT, 0), (Action.FLOOR_DOWN, 5), (Action.RIGHT, 5)):
        desk.do(action)
        assert looking.at == end
    desk.press(f"{TURN}3")
    assert looking.at == 3
    for action in (Action.UNDO, Action.HINT):
        desk.do(action)
        assert "only looks" in looking.hud().status
    assert desk.table.match.session.turns == turns


def test_a_mistake_shows_what_was_better(desk: Desk, teachers: list[Teacher]) -> None:
    """What was done and what was better are marked apart and said; a turning point is called one."""
    begin(desk)
    for _ in range(5):
        make(desk, Action.NEXT, Action.ACT)
    looking, _ = look_back(desk, teachers)
    desk.do(Action.NEXT)
    shown = looking.hud()
    better = looking._moments[1].better
    assert desk._view.advised.place == place_of(better.move)
    assert desk._view.cursor.place != desk._view.advised.place
    mover = looking._turns[1].before
    name = desk.table.match.names[mover.seat]
    assert shown.board.news[-1].text == f"Better for {name}: It drops two."
    assert shown.board.news[0].text.startswith(name)
    assert (shown.board.headline, shown.board.task) == ("Move 2 of 5", "A mistake.")
    desk.do(Action.NEXT)
    assert looking.hud().board.task == "Here the game turned."
    desk.do(Action.LEFT)
    assert desk._view.advised is None
    assert not any(news.advice for news in looking.hud().board.news)


def test_the_review_comes_in_pieces_and_may_fail(desk: Desk, teachers: list[Teacher]) -> None:
    """What is known is drawn while the teacher goes on; when it is whole, or fails, that is told."""
    begin(desk)
    for _ in range(4):
        make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.LOOK_BACK)
    looking, teacher = desk.scene, teachers[-1]
    desk.do(Action.NEXT)
    assert "no mistake yet" in looking.hud().status
    teacher.judge(2)
    assert desk.tick(0.05)
    graph = looking.hud().graph
    assert [bool(bar.shares) for bar in graph.bars] == [True, True, False, False]
    assert "move 3 of 4" in graph.words
    teacher.judge()
    desk.tick(0.05)
    assert looking.hud().graph.words == ""
    assert teacher.closed == 1
    desk.do(Action.LOOK_BACK)
    desk.do(Action.LOOK_BACK)
    desk.do(Action.LOOK_BACK)
    assert (teachers[-1].cancelled, teachers[-1].closed) == (1, 1), "left before the review was whole"
    desk.do(Action.LOOK_BACK)
    teachers[-1].fails = "the teacher failed"
    assert desk.tick(0.05)
    assert desk.scene.hud().graph.words == "the teacher failed"
    assert not desk.tick(0.05)
    desk.do(Action.LEFT)
    assert desk.scene.at == 3


def test_a_game_without_mistakes_is_told_so(desk: Desk, teachers: list[Teacher]) -> None:
    """Tab then stays where it is and says so."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    looking, _ = look_back(desk, teachers, mistakes=())
    desk.do(Action.NEXT)
    assert looking.at == 1
    assert "no great mistake" in looking.hud().status


def test_a_variation_leaves_the_game_alone(desk: Desk, teachers: list[Teacher]) -> None:
    """The better move is played beside the game, further moves and undo too; record, turns and position stay."""
    begin(desk)
    for _ in range(5):
        make(desk, Action.NEXT, Action.ACT)
    session = desk.table.match.session
    near = desk._view.camera
    record, turns, state = session.journal.path.read_bytes(), session.turns, session.state
    looking, _ = look_back(desk, teachers)
    camera = desk._view.camera
    assert camera != near
    desk.do(Action.NEXT)
    better = looking._moments[1].better.move
    desk.do(Action.ACT)
    variation = desk.scene
    assert isinstance(variation, Table)
    assert variation.variation
    assert desk._view.camera == near
    for _ in range(20):
        desk.tick(0.1)
    assert [turn.move for turn in variation.match.session.turns] == [turns[0].move, better]
    assert "Tried out" in variation.hud().board.headline
    assert "tried out" in variation.title
    make(desk, Action.NEXT, Action.ACT, Action.UNDO)
    for _ in range(20):
        desk.tick(0.1)
    assert desk.dialog is None
    desk.do(Action.LOOK_BACK)
    assert desk.scene is looking
    assert looking.at == 1
    assert desk._view.states[-1] == turns[1].before
    assert desk._view.camera == camera
    desk.do(Action.LOOK_BACK)
    assert desk.scene is desk.table
    assert desk._view.states[-1] == state
    assert (session.journal.path.read_bytes(), session.turns, session.state) == (record, turns, state)
    assert load_record(session.journal.path).turns[-1].after == state
    make(desk, Action.NEXT, Action.ACT)
    assert len(session.turns) == 6, "and the game goes on"


def test_trying_from_a_good_move_begins_with_nothing(desk: Desk, teachers: list[Teacher]) -> None:
    """Where nothing better is known people make the first move themselves; at the end there is nothing to try."""
    begin(desk)
    for _ in range(3):
        make(desk, Action.NEXT, Action.ACT)
    looking, _ = look_back(desk, teachers, mistakes=())
    desk.do(Action.ACT)
    assert desk.scene is looking
    assert "earlier move" in looking.hud().status
    desk.do(Action.LEFT)
    desk.do(Action.ACT)
    assert desk.scene is not looking
    assert len(desk.scene.match.session.turns) == 2
    assert desk.scene.match.waiting_for is Waiting.HUMAN


def test_a_new_game_or_leaving_closes_everything(desk: Desk, teachers: list[Teacher]) -> None:
    """From a variation straight to a new game: no teacher is left, and the new game is shown."""
    begin(desk)
    for _ in range(5):
        make(desk, Action.NEXT, Action.ACT)
    look_back(desk, teachers)
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    begin(desk, replace(CHOICE, seed=8))
    assert desk.scene is desk.table
    assert all(teacher.closed for teacher in teachers[:-1])
    desk.leave()
    assert all(teacher.closed for teacher in teachers)


def test_the_menu_and_saving_know_about_it(desk: Desk, teachers: list[Teacher]) -> None:
    """The menu offers to look back, there to go back; settings changed there hold at the table too."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    desk.menu()
    press(desk, "Look back")
    assert isinstance(desk.scene, LookBack)
    desk.do(Action.LIT)
    desk.do(Action.LARGER)
    assert "Letters 125%" in desk.scene.hud().status
    desk.menu()
    press(desk, "Back  (B)")
    assert desk.scene is desk.table
    assert desk.table.settings.lit
    assert desk.dialog is None


def test_looking_round_while_looking_back(desk: Desk, teachers: list[Teacher]) -> None:
    """The table is seen smaller and higher up; what one does there to the view ends with it."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    camera = desk._view.camera
    look_back(desk, teachers)
    back = desk._view.camera
    assert back.distance_m > camera.distance_m
    desk.do(Action.TURN_LEFT)
    assert desk._view.camera != back
    desk.do(Action.VIEW)
    assert desk._view.camera == back
    desk.do(Action.KEEP_PEEK)
    for _ in range(5):
        desk.tick(0.1)
    assert desk._view.peeked == 1.0
    desk.do(Action.LOOK_BACK)
    assert desk._view.camera == camera
    for _ in range(5):
        desk.tick(0.1)
    assert desk._view.peeked == 1.0, "one pair of eyes"
    desk.do(Action.KEEP_PEEK)
    for _ in range(5):
        desk.tick(0.1)
    assert desk._view.peeked == 0.0


# The graph.


def test_partners_are_one_side() -> None:
    """Of two teams there are two sides, of four players four; in the order in which they sit."""
    names = ("Anna", "Ben", "Chris", "Dora")
    desk = Desk(Notes(), House(), Games(InlinePerformer, "ideal"), Minds(Nobody(), Teacher), Settings())
    sides = {}
    for mode in (Mode.TEAMS, Mode.FOUR):
        desk.begin(GameChoice(seed=1).in_mode(mode))
        sides[mode] = [side.name for side in sides_of(desk.table.match.shown, names)]
    assert sides[Mode.TEAMS] == ["Anna + Chris", "Ben + Dora"]
    assert sides[Mode.FOUR] == list(names)


def drawn(graph: Graph, rect: Rect) -> tuple[list, list[tuple[Rect, str]]]:
    return draw_graph(Look(FontMetrics()), graph, rect)


def bars_of(orders: list, colour: Colour) -> list[Rect]:
    return [order.rect for order in orders if isinstance(order, Fill) and order.colour == STICK_COLOURS[colour]]


def test_of_two_sides_bars_go_up_and_down() -> None:
    """The first side's lead stands above the middle, the other's hangs below, as long as it is large."""
    bars = (Bar((0.9, 0.1)), Bar((0.6, 0.4)), Bar((0.2, 0.8), mistake=True, turning=True), Bar())
    orders, hits = drawn(Graph(SIDES, bars, 2), Rect(10, 500, 800, 118))
    up, down = bars_of(orders, Colour.RED), bars_of(orders, Colour.GREEN)
    assert (len(up), len(down)) == (2, 1)
    assert up[0].bottom == up[1].bottom == down[0].y
    assert up[0].h > down[0].h > up[1].h
    assert [action for _, action in hits] == [f"{TURN}{n}" for n in range(4)]
    signs = [order.text for order in orders if isinstance(order, Say)]
    assert signs.count("◆") == 2, "one in the graph, one in its legend"


def test_of_more_sides_each_has_its_share() -> None:
    """Of three sides every column is full, and shares follow the chances."""
    sides = (*SIDES, Side("Chris", Colour.BLUE))
    orders, _ = drawn(Graph(sides, (Bar((0.5, 0.25, 0.25)),), 1), Rect(0, 0, 800, 118))
    (red,), (green,), (blue,) = (bars_of(orders, colour) for colour in (Colour.RED, Colour.GREEN, Colour.BLUE))
    assert red.bottom == green.y
    assert green.bottom == blue.y
    assert red.h == pytest.approx(2 * green.h, abs=2)


@pytest.mark.parametrize("count", [1, 7, 60, 400])
@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720)])
def test_the_graph_stays_in_its_place(count: int, size: tuple[int, int]) -> None:
    """From one move to hundreds every bar has a place of its own to click, inside the window and over no other."""
    desk = Desk(Notes(), House(), Games(InlinePerformer, "ideal"), Minds(Nobody(), Teacher), Settings(speed=Speed.SKIP))
    begin(desk, CHOICE)
    make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.LOOK_BACK)
    graph = Graph(SIDES, (Bar((0.3, 0.7), mistake=True),) * count, count // 2)
    surface = draw_hud(Look(FontMetrics()), replace(desk.scene.hud(), graph=graph), *size, None)
    window = Rect(0, 0, *size)
    bars = [rect for rect, action in surface.hits if action.startswith(TURN)]
    assert len(bars) == count
    for one, other in pairwise(bars):
        assert one.right <= other.x
    for order in surface.orders:
        if isinstance(order, Fill):
            assert order.rect.x >= window.x
            assert order.rect.right <= window.right
            assert order.rect.bottom <= window.bottom
    desk.leave()


def test_keys_for_all_of_it() -> None:
    """H and B are not taken twice, and the help names both."""
    from fakir3d.app.controls import action_of
    from fakir3d.app.dialogs import KEYS

    assert (action_of(Key("h")), action_of(Key("b"))) == (Action.HINT, Action.LOOK_BACK)
    told = {keys for keys, _ in KEYS}
    assert {"H", "B"} <= told


# The real teacher.


def test_the_real_teacher_ends_within_a_tenth_of_a_second(desk: Desk) -> None:
    """Undo while it thinks is over in 100 ms, and its process is gone."""
    teacher = Tutor()
    desk._minds = replace(desk._minds, teachers=lambda: teacher)
    begin(desk, GameChoice(seed=3, first=0))
    make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.HINT)
    time.sleep(0.7)
    assert teacher.pid is not None
    begun = time.perf_counter()
    desk.do(Action.UNDO)
    assert time.perf_counter() - begun < 0.1
    assert teacher.pid is None
    desk.leave()


def test_the_real_teacher_helps_and_looks_back(desk: Desk) -> None:
    """A hint comes from its process and is legal; a short game is judged to its end; nothing is left."""
    called: list[Tutor] = []

    def call() -> Tutor:
        called.append(Tutor())
        return called[-1]

    desk._minds = replace(desk._minds, teachers=call)
    desk._asides._minds = desk._minds
    begin(desk)
    desk.do(Action.HINT)
    wait(desk, lambda: desk._view.advised is not None)
    assert desk._view.advised.place in [place_of(move) for move in desk.table.match.legal]
    for _ in range(3):
        make(desk, Action.NEXT, Action.ACT)
    desk.do(Action.LOOK_BACK)
    looking = desk.scene
    wait(desk, lambda: not looking.hud().graph.words)
    assert all(sum(bar.shares) == pytest.approx(1.0) for bar in looking.hud().graph.bars)
    desk.leave()
    assert all(teacher.pid is None for teacher in called)


def wait(desk: Desk, condition, seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, desk.scene.hud().status
        desk.tick(0.02)
        time.sleep(0.02)
