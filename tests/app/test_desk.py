"""Dialogs, settings, and playing at the desk, by keys and by pointing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.entry import TextEntry
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.widgets import ChoiceBox
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.picking import on_screen
from fakir3d.app.settings import Settings, Speed, load_settings, save_settings
from fakir3d.block.document import dump_block, load_block
from fakir3d.block.pick import mouths
from fakir3d.game import Seat
from fakir3d.game.folders import saves_dir
from fakir3d.game.saves import unfinished
from fakir3d.game.setup import GameSetup
from fakir3d.rules.state import Phase
from fakir3d.rules.sticks import Mode
from tests.app.desks import CHOICE, begin, entry, finish, make, press, quiet_desk, said


@pytest.fixture
def desk() -> Shell:
    return quiet_desk()


def test_a_first_start_asks_what_to_play(desk: Shell) -> None:
    """With nothing to resume the New game dialog opens over the block; Esc cannot leave one without a game."""
    desk.welcome(())
    assert desk.dialog is not None
    assert desk.dialog.title == "New game"
    desk.dialog.key(Key("escape"))
    assert desk.dialog is not None
    press(desk, "Start")
    assert desk.table is not None
    assert "begins" in said(desk)
    desk.dialog.key(Key("enter"))
    assert desk.dialog is None


def test_the_lots_are_shown_and_nothing_moves_meanwhile(desk: Shell) -> None:
    """Who begins, in what order, and the seed can be read; time stands still until the players have read it."""
    desk.begin(GameSetup(seats=(Seat("Anna"), Seat("Ben")), seed=4))
    assert desk.table is not None
    first = desk.table.match.session.header.setup.first
    assert f"{('Anna', 'Ben')[first]} begins" in said(desk)
    assert "seed 4" in said(desk)
    assert "Lots are drawn" in said(desk)
    assert not desk.tick(1.0)
    desk.close()
    desk.begin(GameSetup(seed=4, first=1))
    assert "not drawn" in said(desk)


def test_the_new_game_dialog_changes_seats_with_the_mode(desk: Shell) -> None:
    """Another mode has other seats; names that people wrote stay, default ones follow the colours."""
    desk.new_game()
    entry(desk).text = "Anna"
    mode = next(w for w in desk.dialog.widgets if isinstance(w, ChoiceBox))
    mode.step(3)
    names = [w.text for w in desk.dialog.widgets if isinstance(w, TextEntry)]
    assert names == ["Anna", "Green 1", "Red 2", "Green 2"]
    kinds = [w for w in desk.dialog.widgets if isinstance(w, ChoiceBox) and w.value == "human"]
    assert len(kinds) == 4
    press(desk, "Start")
    assert desk.table.match.session.header.setup.mode is Mode.TEAMS
    assert desk.table.match.names[0] == "Anna"


def seats_offered(desk: Shell) -> list[list[str]]:
    """Return what the New game dialog offers at each seat."""
    assert desk.dialog is not None
    choices = [w for w in desk.dialog.widgets if isinstance(w, ChoiceBox)]
    return [[key for key, _ in w.values] for w in choices if "human" in dict(w.values)]


def test_the_new_game_dialog_offers_the_levels(desk: Shell) -> None:
    """A person and four levels; a kind that only the command line knows stays where it sits and is not offered."""
    desk.new_game()
    assert seats_offered(desk) == [["human", "easy", "medium", "hard", "expert"]] * 2
    desk.close()
    desk.choice = GameSetup(seats=(Seat("A"), Seat("B", "random")))
    desk.new_game()
    assert seats_offered(desk)[1] == ["human", "easy", "medium", "hard", "expert", "random"]
    press(desk, "Start")
    assert desk.table.match.kinds == ("human", "random")


def test_levels_that_cannot_play_here_are_not_offered(desk: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba the dialog offers easy and medium and says in one line what the others need."""
    monkeypatch.setattr("fakir3d.kernel.has_numba", lambda: False)
    desk.new_game()
    assert seats_offered(desk) == [["human", "easy", "medium"]] * 2
    assert said(desk).count("needs numba") == 1


def test_a_block_from_a_file_and_one_that_is_broken(desk: Shell, tmp_path: Path) -> None:
    """A block file can be named; one that is missing or broken says so and the dialog stays open."""
    begin(desk)
    table = desk.table
    desk.new_game()
    block = next(w for w in desk.dialog.widgets if isinstance(w, ChoiceBox) and w.value == "lattice")
    block.step(-1)
    path = [w for w in desk.dialog.widgets if isinstance(w, TextEntry)][-1]
    path.text = str(tmp_path / "nowhere.toml")
    press(desk, "Start")
    assert "no preset" in said(desk)
    desk.close()
    assert desk.table is table
    assert desk.dialog is not None
    good = tmp_path / "good.toml"
    good.write_text(dump_block(replace(load_block("oneway"), name="mine")), encoding="utf-8")
    path.text = str(good)
    press(desk, "Start")
    assert desk.table is not table
    assert desk._view.blocks[-1] == "mine"


def test_a_whole_game_at_the_desk_and_its_end(desk: Shell) -> None:
    """Tab and Enter play to the end; the result is told once, with the reason; undo opens the game again."""
    begin(desk)
    finish(desk)
    assert "has won" in said(desk)
    assert "R11" in said(desk)
    press(desk, "Close")
    desk.tick(1.0)
    assert desk.dialog is None
    make(desk, Action.UNDO)
    assert desk.table.match.shown.phase is not Phase.OVER
    assert unfinished() == () or len(unfinished()[0].names) == 2


def test_settings_are_remembered_and_survive_rubbish(tmp_path: Path) -> None:
    """What was kept comes back; every kind of rubbish is a default, never an error."""
    path = tmp_path / "deep" / "settings.json"
    wanted = Settings(1.5, Speed.FAST, lit=True)
    assert save_settings(wanted, path)
    assert load_settings(path) == wanted
    rubbish = ["", "[]", "null", "[" * 100_000, '{"scale": 1e999, "speed": 7, "lit": "yes"}', '{"scale": true, "x": 1}']
    for text in (*rubbish, json.dumps({"scale": "NaN"})):
        path.write_text(text, encoding="utf-8")
        assert load_settings(path) in {Settings(), Settings(scale=1.0)}
    path.write_bytes(b"\xff\xfe")
    assert load_settings(path) == Settings()


def test_speed_light_and_letters_change_and_are_kept(desk: Shell) -> None:
    """S goes round the speeds, L lights legal moves, Ctrl and + enlarge up to 200 %; all are remembered."""
    begin(desk)
    house, view = desk._house, desk._view
    assert view.legal == []
    desk.do(Action.LIT)
    assert len(view.legal) == 18
    desk.do(Action.SPEED)
    assert desk.table.settings.speed is Speed.NORMAL
    for _ in range(9):
        desk.do(Action.LARGER)
    assert desk.settings.scale == 2.0
    for _ in range(9):
        desk.do(Action.SMALLER)
    assert desk.settings.scale == 0.75
    assert house.kept[-1] == desk.settings


def test_forced_phases_light_their_targets_unasked(desk: Shell) -> None:
    """While a stick must be exchanged or given up, what may be chosen is lit though the light is off."""
    begin(desk, replace(CHOICE, sticks=4))
    seen = set()
    for _ in range(200):
        phase = desk.table.match.shown.phase
        if phase in {Phase.EXCHANGE, Phase.DISCARD}:
            seen.add(phase)
            in_block = [str(m) for m in desk.table.match.legal if str(m) != "hand~"]
            assert len(desk._view.legal) == len(in_block)
        if phase is Phase.OVER:
            break
        make(desk, Action.PREVIOUS, Action.ACT)
    assert Phase.DISCARD in seen


def test_peek_by_holding_or_by_keeping(desk: Shell) -> None:
    """The wood clears while the key is held; P keeps it clear."""
    begin(desk)
    view = desk._view
    desk.do(Action.PEEK)
    for _ in range(5):
        desk.tick(0.05)
    assert view.peeked == 1.0
    desk.table.hold_peek(held=False)
    for _ in range(5):
        desk.tick(0.05)
    assert view.peeked == 0.0
    desk.do(Action.KEEP_PEEK)
    desk.tick(1.0)
    assert view.peeked == 1.0


def test_the_keyboard_cursor_is_marked_and_announced(desk: Shell) -> None:
    """Arrows, floors and faces move a mark, and the status line says what is there and what Enter would do."""
    begin(desk)
    desk.do(Action.RIGHT)
    assert str(desk._view.cursor.place) == "b2"
    assert desk.table.hud().status.startswith("Hole b2 · R4:")
    desk.do(Action.FLOOR_DOWN)
    assert "push a stick through" in desk.table.hud().status
    desk.do(Action.FACE_Y)
    assert str(desk._view.cursor.place).startswith("y")
    desk.do(Action.ACT)
    for _ in range(5):
        desk.tick(0.1)
    assert len(desk.table.match.session.moves) == 1


def test_a_fall_waits_until_the_hand_has_carried_its_stick(desk: Shell) -> None:
    """While a stick is on its way from the hand, no time passes in its motion, and nothing of it is told."""
    desk.settings = replace(desk.settings, speed=Speed.NORMAL)
    begin(desk)
    table, view = desk.table, desk._view
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    view.gliding = True
    for _ in range(50):
        desk.tick(0.1)
    assert table.match.waiting_for is Waiting.FALLING
    assert view.frames == 1
    assert not table.match.lately
    view.gliding = False
    for _ in range(50):
        desk.tick(0.1)
    assert table.match.waiting_for is Waiting.HUMAN
    assert len(table.match.lately) == 1


def test_enter_on_an_illegal_place_says_the_rule(desk: Shell) -> None:
    """The status line quotes the rule and nothing is played."""
    begin(desk)
    desk.do(Action.RIGHT)
    desk.do(Action.ACT)
    assert desk.table.hud().status.startswith("R4: ")
    assert not desk.table.match.session.moves


def test_pointing_and_clicking(desk: Shell) -> None:
    """Hover marks what is under the pointer; a click there acts; off the block nothing is marked."""
    begin(desk)
    size = (800, 600)
    mouth = next(m for m in mouths(desk.table.match.session.spec) if str(m.place) == "ya.3" and m.side == -1)
    x, y = on_screen([mouth], desk._view.camera, size)[0]
    assert desk.table.point_at((x, y), size, 1.0)
    assert str(desk._view.hovered.place) == "ya.3"
    assert not desk.table.point_at((x, y), size, 1.0)
    desk.table.click()
    for _ in range(5):
        desk.tick(0.1)
    played = desk.table.match.session.moves[0]
    assert (str(played.move), played.script.side) == ("ya.3", -1)
    desk.table.point_at((3, 3), size, 1.0)
    assert desk._view.hovered is None
    desk.table.click()
    assert len(desk.table.match.session.moves) == 1


def test_a_resting_pointer_does_not_take_over_from_the_keys(desk: Shell) -> None:
    """What comes to lie under a pointer that does not move leaves the keyboard's cursor where it is."""
    begin(desk)
    desk.do(Action.FACE_X)
    place = desk._view.cursor.place
    mouth = next(m for m in mouths(desk.table.match.session.spec) if str(m.place) == "b2")
    x, y = on_screen([mouth], desk._view.camera, (800, 600))[0]
    assert desk.table.point_at((x, y), (800, 600), 1.0, moved=False)
    assert desk._view.cursor.place == place
    assert str(place) in desk.table.hud().status
    desk.table.point_at((5, 5), (800, 600), 1.0)
    assert desk._view.cursor is None


def test_while_a_computer_thinks_places_say_only_what_is_there(desk: Shell) -> None:
    """No deed is offered to people who are not to move."""
    desk._minds.player.start = lambda *_: None
    begin(desk, replace(CHOICE, seats=(Seat("Anna"), Seat("Robot", "greedy"))))
    make(desk, Action.NEXT, Action.ACT)
    assert desk.table.match.waiting_for is Waiting.THINKING
    desk.do(Action.FACE_Z)
    assert desk.table.hud().status == f"Hole {desk._view.cursor.place}"
    assert "Robot thinks" in desk.table.hud().busy


def test_after_a_new_block_the_old_one_answers_no_more(desk: Shell) -> None:
    """Picking follows the block that is played on (PD-05)."""
    begin(desk)
    old = desk.table.match.session.spec
    begin(desk, replace(CHOICE, block="staggered"))
    new = desk.table.match.session.spec
    size = (800, 600)
    for mouth in mouths(new):
        if np.dot(desk._view.camera.eye_m - np.array(mouth.centre_m), mouth.normal) > 0:
            x, y = on_screen([mouth], desk._view.camera, size)[0]
            desk.table.point_at((x, y), size, 1.0)
            assert desk._view.hovered.place == mouth.place
    gone = next(m for m in mouths(old) if str(m.place) == "yb.2" and m.side == -1)
    x, y = on_screen([gone], desk._view.camera, size)[0]
    desk.table.point_at((x, y), size, 0.0)
    assert desk._view.hovered is None or desk._view.hovered.place in new.bores


def test_a_hundred_new_games_leave_nothing_behind(desk: Shell) -> None:
    """Old games let go of their journals and dialogs; games without a move leave no save (PD-14, BG-04)."""
    for number in range(100):
        begin(desk, replace(CHOICE, seed=number))
    assert desk.dialogs == []
    desk.leave()
    assert list(saves_dir().glob("*")) == []


def test_the_menu_leads_everywhere(desk: Shell) -> None:
    """Every action has a button somewhere: new, help, save, load, full screen, quit; letters can be chosen."""
    begin(desk)
    for words, title in (("New", "New game"), ("Help", "Help"), ("Save", "Save as"), ("Load", "Load a game")):
        desk.menu()
        press(desk, words)
        assert desk.dialog.title == title
        desk.dialog.key(Key("escape"))
        assert desk.dialog is None
    desk.menu()
    press(desk, "Full")
    press_quit = desk._house
    desk.menu()
    press(desk, "Quit")
    assert (press_quit.full, press_quit.left) == (1, 1)
    size = next(w for w in desk.dialog.widgets if isinstance(w, ChoiceBox))
    size.step(1)
    assert desk.settings.scale == 1.25
