"""What the window says, what a click means, where the keyboard's cursor goes: pure, from positions alone."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from fakir3d.app.gui.drag import Press
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.theme import PATTERNS
from fakir3d.app.play.actions import Action, action_of
from fakir3d.app.play.cursor import change_floor, face, first_place, next_legal, step
from fakir3d.app.play.intents import describe, intent, place_of, refusal, sort_moves
from fakir3d.app.play.picking import aimed, facing, on_screen
from fakir3d.app.play.texts import present
from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.pick import mouths
from fakir3d.crosscheck.verdict import Discrepancy, Kind, Verdict
from fakir3d.motion import Snapshot
from fakir3d.render.camera import framing
from fakir3d.rules import HAND, advance, legal_moves, objection, predict, start
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import Phase, Setup, State
from fakir3d.rules.sticks import Mode

SPEC = load_block("lattice")
LATTICE = lattice_of(SPEC)
NAMES = ("Anna", "Ben", "Chris", "Dora")
KINDS = ("human",) * 4


def walk(*moves: str, mode: Mode = Mode.TWO, sticks: int | None = None) -> State:
    state = start(Setup(LATTICE, mode, sticks or mode.sticks))
    for text in moves:
        move = Move.parse(text)
        state = advance(state, move, predict(state, move))
    return state


def positions(mode: Mode, seed: int, *, preset: str = "lattice") -> list[State]:
    """Return the positions of one random game."""
    lots = random.Random(seed)
    state = start(Setup(lattice_of(load_block(preset)), mode, 4))
    found = [state]
    while state.phase is not Phase.OVER:
        moves = legal_moves(state)
        move = lots.choice([m for m in moves if str(m).endswith(("^", "="))] or list(moves))
        state = advance(state, move, predict(state, move))
        found.append(state)
    return found


@dataclass(frozen=True)
class Last:
    """A move to tell of."""

    before: State
    move: Move
    predicted: Outcome
    observed: Outcome
    taken: Outcome
    verdict: Verdict = field(default_factory=Verdict)
    note: str = ""


@pytest.mark.parametrize("mode", list(Mode))
def test_every_legal_move_is_what_a_click_on_its_place_means(mode: Mode) -> None:
    """In every position of random games, each place means its one legal move, and every other place an objection."""
    for state in itertools.chain.from_iterable(positions(mode, seed) for seed in range(4)):
        legal = {place_of(move): move for move in legal_moves(state)}
        assert len(legal) == len(legal_moves(state))
        for place in (*state.lattice.holes, *state.lattice.bores, HAND):
            if place in legal:
                assert intent(state, place) == legal[place]
                assert refusal(state, place) is None
            else:
                found = refusal(state, place)
                assert found is not None
                assert found.rule.startswith("R")
                assert found == objection(state, intent(state, place))
                assert found.rule in describe(state, place, NAMES)


def test_what_a_place_says() -> None:
    """Place, whose stick stands there, and what acting there would do, in one line."""
    state = walk("x2.1", "b2")
    assert describe(state, Bore.parse("yb.1"), NAMES).startswith("Bore yb.1 · R3: ")
    assert describe(state, Hole.parse("b2"), NAMES).startswith("Hole b2: Ben's green stick · R4: ")
    assert describe(state, Hole.parse("a2"), NAMES) == "Hole a2 · plant a stick"
    assert describe(state, Bore.parse("x1.3"), NAMES) == "Bore x1.3 · push a stick through"


def test_the_board_counts_every_stick_by_name() -> None:
    """Hand, standing, pierced and out of every player are those of the position, in all modes."""
    for mode in Mode:
        for state in positions(mode, 3):
            board = present(state, NAMES, KINDS)
            assert len(board.cards) == mode.seats
            for card in board.cards:
                own = [seat for seat in range(mode.seats) if mode.colour(seat) is card.colour]
                in_hands = sum(len(state.hands[seat]) for seat in own)
                held = int(state.held is not None and state.held.colour is card.colour)
                assert in_hands + card.standing + card.pierced + card.lost + held == 4 * len(own)
                assert card.hand == len(state.hands[card.seat])
                assert card.pattern is PATTERNS[card.colour]
            assert [card.seat for card in board.cards if card.to_move] == (
                [] if state.phase is Phase.OVER else [state.seat]
            )
            assert [card.seat for card in board.cards if card.out] == sorted(state.out)
            assert bool(board.result) == (state.phase is Phase.OVER)


def test_the_title_says_whose_turn_and_what_phase() -> None:
    """The window's title names the player, and the forced phases."""
    assert present(walk(), NAMES, KINDS).title == "fakir3d – Anna to move"
    titles = {present(state, NAMES, KINDS).title for seed in range(12) for state in positions(Mode.TWO, seed)}
    assert "fakir3d – Ben to move (exchange)" in titles
    assert "fakir3d – Anna to move (discard)" in titles
    assert titles & {"fakir3d – Anna has won", "fakir3d – Ben has won"}


def test_forced_phases_are_said_in_words() -> None:
    """Exchange and discard say what must be chosen, and by which rule."""
    tasks = {
        state.phase: present(state, NAMES, KINDS).task for seed in range(12) for state in positions(Mode.TWO, seed)
    }
    assert "choose which of your standing sticks comes back" in tasks[Phase.EXCHANGE]
    assert "must give up one" in tasks[Phase.DISCARD]
    assert "R9" in tasks[Phase.DISCARD]
    assert tasks[Phase.OVER] == ""


def test_what_fell_and_why_is_told() -> None:
    """The news are the move and what it made happen, with the reason."""
    before = walk("x2.1", "x2.3", "a2", "b2", "c2", "x3.1")
    pull = Move.parse("x2.3^")
    outcome = predict(before, pull)
    assert outcome.falls
    board = present(advance(before, pull, outcome), NAMES, KINDS, [Last(before, pull, outcome, outcome, outcome)])
    assert board.news[0].text == "Anna pulls green g1 out of bore x2.3."
    assert any("support was taken away" in news.text for news in board.news)
    assert board.mark is not None
    assert board.mark.agree
    assert board.mark.text == "✓ physics = rules"


def test_a_difference_is_told_with_both_outcomes() -> None:
    """A verdict that disagrees shows what was foretold, what happened, and what the game goes on with."""
    before = walk("x2.1")
    plant = Move.parse("b2")
    foretold, seen = predict(before, plant), Outcome.parse("g1 b2 hand>gone")
    verdict = Verdict((Discrepancy(Kind.WRONG_FLOOR, "g1", "x2.1", "gone"),))
    last = Last(before, plant, foretold, seen, foretold, verdict, "The rules' outcome holds.")
    board = present(advance(before, plant, foretold), NAMES, KINDS, [last])
    assert board.mark is not None
    assert not board.mark.agree
    assert board.mark.detail == (
        "The rules foretold: g1 comes down in b2 onto x2.1.",
        "Physics: g1 disappears in b2.",
        "The rules' outcome holds.",
    )


@pytest.mark.parametrize("preset", preset_names())
def test_the_cursor_reaches_every_place_and_never_leaves_the_block(preset: str) -> None:
    """By arrows, floors and faces every hole and bore can be reached; every step is a place of this block."""
    lattice = lattice_of(load_block(preset))
    places = {*lattice.holes, *lattice.bores}
    for right in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.1), (0.3, -0.9)):
        reached, fresh = {first_place(lattice)}, [first_place(lattice)]
        while fresh:
            place = fresh.pop()
            around = [step(lattice, place, dx, dy, right) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            around += [change_floor(lattice, place, by) for by in (1, -1)]
            around += [found for axis in (Axis.X, Axis.Y, None) if (found := face(lattice, place, axis))]
            for found in around:
                assert found in places
                if found not in reached:
                    reached.add(found)
                    fresh.append(found)
        assert reached == places


def test_a_block_without_y_bores_has_no_such_face() -> None:
    """Asking for it changes nothing."""
    assert face(lattice_of(load_block("oneway")), Hole.parse("b2"), Axis.Y) is None


@pytest.mark.parametrize("azimuth", [0, 40, 90, 135, 180, -60, -100])
def test_arrows_go_where_they_point_on_the_screen(azimuth: float) -> None:
    """Right and up move the cursor right and up in the picture, from wherever one looks."""
    camera = replace(framing(SPEC, np.zeros((0, 3)), 1.5), azimuth_deg=azimuth)
    right = (float(camera.right[0]), float(camera.right[1]))
    for place in (Hole.parse("b2"), Bore.parse("x2.2"), Bore.parse("yb.2")):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ends = [facing(SPEC, p, camera) for p in (place, step(LATTICE, place, dx, dy, right))]
            near = next(m for m in mouths(SPEC) if (m.place, m.side) == (place, ends[0].side))
            if np.dot(camera.eye_m - np.array(near.centre_m), near.normal) <= 0:
                continue  # this face cannot be seen from here at all
            both = [next(m for m in mouths(SPEC) if (m.place, m.side) == (t.place, t.side)) for t in ends]
            (x0, y0), (x1, y1) = on_screen(both, camera, (900, 600))
            assert (x1 - x0) * dx + (y0 - y1) * dy > 0


def test_tab_goes_through_all_legal_moves() -> None:
    """Tab visits every legal move once and comes round; Shift+Tab goes the other way."""
    moves = sort_moves(legal_moves(walk("x2.1", "b2")))
    place, seen = None, []
    for _ in moves:
        place = next_legal(moves, place, 1)
        seen.append(place)
    assert seen == [place_of(move) for move in moves]
    assert next_legal(moves, place, 1) == seen[0]
    assert next_legal(moves, None, -1) == seen[-1]
    assert next_legal((), None, 1) is None


def test_keys_have_one_meaning_each() -> None:
    """The keys that the help lists do what it says; modifiers make other keys of them."""
    wanted = {
        Key("enter"): Action.ACT,
        Key("tab"): Action.NEXT,
        Key("tab", shift=True): Action.PREVIOUS,
        Key("l"): Action.LIT,
        Key("space"): Action.PEEK,
        Key("u"): Action.UNDO,
        Key("z", ctrl=True): Action.UNDO,
        Key("y", ctrl=True): Action.REDO,
        Key("z", ctrl=True, shift=True): Action.REDO,
        Key("n"): Action.NEW,
        Key("s", ctrl=True): Action.SAVE,
        Key("o", ctrl=True): Action.LOAD,
        Key("f11"): Action.FULL_SCREEN,
        Key("f1"): Action.HELP,
        Key("escape"): Action.MENU,
        Key("q"): Action.QUIT,
        Key("z"): Action.FACE_Z,
    }
    assert {key: action_of(key) for key in wanted} == wanted
    assert action_of(Key("q", alt=True)) is None
    assert action_of(Key("x", ctrl=True)) is None


def test_a_press_becomes_a_drag_only_beyond_the_slack() -> None:
    """Up to 5 px times zoom it stays a click; then it orbits, and a pointer outside the window changes nothing."""
    press = Press((100.0, 100.0), (100.0, 100.0))
    still, move = press.moved((105.0, 97.0), 1.0)
    assert (still.dragging, move) == (False, (0.0, 0.0))
    still, _ = press.moved((109.0, 100.0), 2.0)
    assert not still.dragging
    drag, move = press.moved((106.0, 100.0), 1.0)
    assert (drag.dragging, move) == (True, (6.0, 0.0))
    outside, move = drag.moved(None, 1.0)
    assert (outside, move) == (drag, (0.0, 0.0))
    back, move = outside.moved((101.0, 100.0), 1.0)
    assert (back.dragging, move) == (True, (-5.0, 0.0))


def test_aiming_at_every_visible_mouth_hits_it_in_every_window() -> None:
    """The projected centre of each mouth that is turned to the eye picks its place, at three window shapes (PD-04)."""
    for size in ((800, 600), (1600, 500), (500, 900)):
        camera = framing(SPEC, np.zeros((0, 3)), size[0] / size[1])
        seen = 0
        for mouth in mouths(SPEC):
            if np.dot(camera.eye_m - np.array(mouth.centre_m), mouth.normal) <= 0:
                continue
            x, y = on_screen([mouth], camera, size)[0]
            hits = aimed(SPEC, Snapshot.of({}), camera, size, (x - 0.5, y - 0.5))
            assert hits[0].place == mouth.place
            assert hits[0].side == mouth.side
            seen += 1
        assert seen == 27


def test_aiming_in_a_window_without_size_hits_nothing() -> None:
    """A window of no width or height has no places, and no division by zero."""
    camera = framing(SPEC, np.zeros((0, 3)), 1.0)
    for size in ((0, 0), (1, 1), (0, 300), (300, 0)):
        assert aimed(SPEC, Snapshot.of({}), camera, size, (0.0, 0.0)) == ()


def test_a_near_miss_snaps_to_a_legal_mouth_only() -> None:
    """A click beside a mouth counts for it within 14 px if its move is legal; else it hits nothing."""
    size = (800, 600)
    camera = framing(SPEC, np.zeros((0, 3)), 800 / 600)
    mouth = next(m for m in mouths(SPEC) if m.place == Hole.parse("b2"))
    x, y = on_screen([mouth], camera, size)[0]
    beside = next((x + dx, y) for dx in range(5, 40) if not aimed(SPEC, Snapshot.of({}), camera, size, (x + dx, y)))
    near = aimed(SPEC, Snapshot.of({}), camera, size, beside, legal=[Hole.parse("b2")], snap_px=30)
    assert [target.place for target in near] == [Hole.parse("b2")]
    assert aimed(SPEC, Snapshot.of({}), camera, size, beside, legal=[Hole.parse("a1")], snap_px=5) == ()


def test_news_tell_the_whole_last_turn_and_what_was_done_before() -> None:
    """A pull is told together with its exchange; of earlier turns only what was done."""
    for seed in range(12):
        states = positions(Mode.TWO, seed)
        for number, state in enumerate(states[2:], start=2):
            if states[number - 1].phase is not Phase.EXCHANGE:
                continue
            lately = []
            for before in states[max(number - 3, 0) : number]:
                moves = [
                    m for m in legal_moves(before) if str(advance(before, m, predict(before, m))) in map(str, states)
                ]
                outcome = predict(before, moves[0])
                lately.append(Last(before, moves[0], outcome, outcome, outcome))
            news = present(state, NAMES, KINDS, lately).news
            deeds = [item for item in news if item.deed]
            assert [item.fresh for item in deeds] == [False] * (len(deeds) - 2) + [True, True]
            assert "pulls" in deeds[-2].text
            assert "back in hand" in deeds[-1].text
            return
    pytest.fail("no exchange in any game")
