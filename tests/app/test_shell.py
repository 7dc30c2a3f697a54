"""Dialogs, settings, and playing in the shell, by keys and by pointing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fakir3d.app.dialogs.help import rules_text
from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.entry import TextEntry
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.widgets import ChoiceBox
from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.picking import project_mouths
from fakir3d.app.settings import Speed
from fakir3d.block.document import dump_block, load_block
from fakir3d.block.pick import mouths
from fakir3d.game import Seat
from fakir3d.game.folders import saves_dir
from fakir3d.game.saves import unfinished
from fakir3d.game.setup import GameSetup
from fakir3d.rules.state import FallRule, Options, Phase, UnsupportedPlant
from fakir3d.rules.sticks import Mode
from tests.app.shells import SETUP, begin, entry, finish, make, press, quiet_shell, said


@pytest.fixture
def shell() -> Shell:
    return quiet_shell()


def test_a_first_start_asks_what_to_play(shell: Shell) -> None:
    """With nothing to resume the New game dialog opens over the block; Esc cannot leave one without a game."""
    shell.welcome(())
    assert shell.dialog is not None
    assert shell.dialog.title == "New game"
    shell.dialog.key(Key("escape"))
    assert shell.dialog is not None
    press(shell, "Start")
    assert shell.game is not None
    assert "begins" in said(shell)
    shell.dialog.key(Key("enter"))
    assert shell.dialog is None


def test_the_lots_are_shown_and_nothing_moves_meanwhile(shell: Shell) -> None:
    """Who begins, in what order, and the seed can be read; time stands still until the players have read it."""
    shell.begin(GameSetup(seats=(Seat("Anna"), Seat("Ben")), seed=4))
    assert shell.game is not None
    first = shell.game.controller.session.header.setup.first
    assert f"{('Anna', 'Ben')[first]} begins" in said(shell)
    assert "seed 4" in said(shell)
    assert "Lots are drawn" in said(shell)
    assert not shell.tick(1.0)
    shell.dialogs.pop()
    shell.begin(GameSetup(seed=4, first=1))
    assert "not drawn" in said(shell)


def test_the_new_game_dialog_changes_seats_with_the_mode(shell: Shell) -> None:
    """Another mode has other seats; names that people wrote stay, default ones follow the colours."""
    shell.new_game()
    entry(shell).text = "Anna"
    mode = next(w for w in shell.dialog.widgets if isinstance(w, ChoiceBox))
    mode.step(3)
    names = [w.text for w in shell.dialog.widgets if isinstance(w, TextEntry)]
    assert names == ["Anna", "Green 1", "Red 2", "Green 2"]
    kinds = [w for w in shell.dialog.widgets if isinstance(w, ChoiceBox) and w.value == "human"]
    assert len(kinds) == 4
    press(shell, "Start")
    assert shell.game.controller.session.header.setup.mode is Mode.TEAMS
    assert shell.game.controller.names[0] == "Anna"


def seats_offered(shell: Shell) -> list[list[str]]:
    """Return what the New game dialog offers at each seat."""
    assert shell.dialog is not None
    choices = [w for w in shell.dialog.widgets if isinstance(w, ChoiceBox)]
    return [[key for key, _ in w.values] for w in choices if "human" in dict(w.values)]


def test_the_new_game_dialog_offers_the_levels(shell: Shell) -> None:
    """A person and four levels; a kind that only the command line knows stays where it sits and is not offered."""
    shell.new_game()
    assert seats_offered(shell) == [["human", "easy", "medium", "hard", "expert"]] * 2
    shell.dialogs.pop()
    shell.setup = GameSetup(seats=(Seat("A"), Seat("B", "random")))
    shell.new_game()
    assert seats_offered(shell)[1] == ["human", "easy", "medium", "hard", "expert", "random"]
    press(shell, "Start")
    assert shell.game.controller.kinds == ("human", "random")


def test_levels_that_cannot_play_here_are_not_offered(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba the dialog offers easy and medium and says in one line what the others need."""
    monkeypatch.setattr("fakir3d.kernel.available", lambda: False)
    shell.new_game()
    assert seats_offered(shell) == [["human", "easy", "medium"]] * 2
    assert said(shell).count("needs numba") == 1


def test_a_block_from_a_file_and_one_that_is_broken(shell: Shell, tmp_path: Path) -> None:
    """A block file can be named; one that is missing or broken says so and the dialog stays open."""
    begin(shell)
    game = shell.game
    shell.new_game()
    block = next(w for w in shell.dialog.widgets if isinstance(w, ChoiceBox) and w.value == "lattice")
    block.step(-1)
    path = [w for w in shell.dialog.widgets if isinstance(w, TextEntry)][-1]
    path.text = str(tmp_path / "nowhere.toml")
    press(shell, "Start")
    assert "no preset" in said(shell)
    shell.dialogs.pop()
    assert shell.game is game
    assert shell.dialog is not None
    good = tmp_path / "good.toml"
    good.write_text(dump_block(replace(load_block("oneway"), name="mine")), encoding="utf-8")
    path.text = str(good)
    press(shell, "Start")
    assert shell.game is not game
    assert shell._stage.blocks[-1] == "mine"


def test_a_whole_game_and_its_end(shell: Shell) -> None:
    """Tab and Enter play to the end; the result is told once, with the reason; undo opens the game again."""
    begin(shell)
    finish(shell)
    assert "has won" in said(shell)
    assert "R11" in said(shell)
    press(shell, "Close")
    shell.tick(1.0)
    assert shell.dialog is None
    make(shell, Action.UNDO)
    assert shell.game.controller.shown.phase is not Phase.OVER
    assert unfinished() == () or len(unfinished()[0].names) == 2


def test_speed_light_and_letters_change_and_are_kept(shell: Shell) -> None:
    """S goes round the speeds, L lights legal moves, Ctrl and + enlarge up to 200 %; all are remembered."""
    begin(shell)
    window, stage = shell._window, shell._stage
    assert stage.legal == []
    shell.do(Action.LIT)
    assert len(stage.legal) == 18
    shell.do(Action.SPEED)
    assert shell.game.settings.speed is Speed.NORMAL
    for _ in range(9):
        shell.do(Action.LARGER)
    assert shell.settings.scale == 2.0
    for _ in range(9):
        shell.do(Action.SMALLER)
    assert shell.settings.scale == 0.75
    assert window.kept[-1] == shell.settings


def test_forced_phases_light_their_targets_unasked(shell: Shell) -> None:
    """While a stick must be exchanged or given up, what may be chosen is lit though the light is off."""
    begin(shell, replace(SETUP, sticks=4))
    seen = set()
    for _ in range(200):
        phase = shell.game.controller.shown.phase
        if phase in {Phase.EXCHANGE, Phase.DISCARD}:
            seen.add(phase)
            in_block = [str(m) for m in shell.game.controller.legal if str(m) != "hand~"]
            assert len(shell._stage.legal) == len(in_block)
        if phase is Phase.OVER:
            break
        make(shell, Action.PREVIOUS, Action.ACT)
    assert Phase.DISCARD in seen


def test_peek_by_holding_or_by_keeping(shell: Shell) -> None:
    """The wood clears while the key is held; P keeps it clear."""
    begin(shell)
    stage = shell._stage
    shell.do(Action.PEEK)
    for _ in range(5):
        shell.tick(0.05)
    assert stage.peeked == 1.0
    shell.game.hold_peek(held=False)
    for _ in range(5):
        shell.tick(0.05)
    assert stage.peeked == 0.0
    shell.do(Action.KEEP_PEEK)
    shell.tick(1.0)
    assert stage.peeked == 1.0


def test_the_keyboard_cursor_is_marked_and_announced(shell: Shell) -> None:
    """Arrows, floors and faces move a mark, and the status line says what is there and what Enter would do."""
    begin(shell)
    shell.do(Action.RIGHT)
    assert str(shell._stage.cursor.place) == "b2"
    assert shell.game.hud().status.startswith("Hole b2 · R4:")
    shell.do(Action.FLOOR_DOWN)
    assert "push a stick through" in shell.game.hud().status
    shell.do(Action.FACE_Y)
    assert str(shell._stage.cursor.place).startswith("y")
    shell.do(Action.ACT)
    for _ in range(5):
        shell.tick(0.1)
    assert len(shell.game.controller.session.moves) == 1


def test_a_fall_waits_until_the_hand_has_carried_its_stick(shell: Shell) -> None:
    """While a stick is on its way from the hand, no time passes in its motion, and nothing of it is told."""
    shell.settings = replace(shell.settings, speed=Speed.NORMAL)
    begin(shell)
    game, stage = shell.game, shell._stage
    shell.do(Action.NEXT)
    shell.do(Action.ACT)
    stage.gliding = True
    for _ in range(50):
        shell.tick(0.1)
    assert game.controller.waiting_for is Waiting.FALLING
    assert stage.frames == 1
    assert not game.controller.last_moves
    stage.gliding = False
    for _ in range(50):
        shell.tick(0.1)
    assert game.controller.waiting_for is Waiting.HUMAN
    assert len(game.controller.last_moves) == 1


def test_enter_on_an_illegal_place_says_the_rule(shell: Shell) -> None:
    """The status line quotes the rule and nothing is played."""
    begin(shell)
    shell.do(Action.RIGHT)
    shell.do(Action.ACT)
    assert shell.game.hud().status.startswith("R4: ")
    assert not shell.game.controller.session.moves


def test_pointing_and_clicking(shell: Shell) -> None:
    """Hover marks what is under the pointer; a click there acts; off the block nothing is marked."""
    begin(shell)
    size = (800, 600)
    mouth = next(m for m in mouths(shell.game.controller.session.spec) if str(m.place) == "ya.3" and m.side == -1)
    x, y = project_mouths([mouth], shell._stage.camera, size)[0]
    assert shell.game.point_at((x, y), size, 1.0)
    assert str(shell._stage.hovered.place) == "ya.3"
    assert not shell.game.point_at((x, y), size, 1.0)
    shell.game.click()
    for _ in range(5):
        shell.tick(0.1)
    played = shell.game.controller.session.moves[0]
    assert (str(played.move), played.script.side) == ("ya.3", -1)
    shell.game.point_at((3, 3), size, 1.0)
    assert shell._stage.hovered is None
    shell.game.click()
    assert len(shell.game.controller.session.moves) == 1


def test_a_resting_pointer_does_not_take_over_from_the_keys(shell: Shell) -> None:
    """What comes to lie under a pointer that does not move leaves the keyboard's cursor where it is."""
    begin(shell)
    shell.do(Action.FACE_X)
    place = shell._stage.cursor.place
    mouth = next(m for m in mouths(shell.game.controller.session.spec) if str(m.place) == "b2")
    x, y = project_mouths([mouth], shell._stage.camera, (800, 600))[0]
    assert shell.game.point_at((x, y), (800, 600), 1.0, moved=False)
    assert shell._stage.cursor.place == place
    assert str(place) in shell.game.hud().status
    shell.game.point_at((5, 5), (800, 600), 1.0)
    assert shell._stage.cursor is None


def test_while_a_computer_thinks_places_say_only_what_is_there(shell: Shell) -> None:
    """No action is offered to people who are not to move."""
    shell._ports.engine.start = lambda *_: None
    begin(shell, replace(SETUP, seats=(Seat("Anna"), Seat("Robot", "greedy"))))
    make(shell, Action.NEXT, Action.ACT)
    assert shell.game.controller.waiting_for is Waiting.THINKING
    shell.do(Action.FACE_Z)
    assert shell.game.hud().status == f"Hole {shell._stage.cursor.place}"
    assert "Robot thinks" in shell.game.hud().busy


def test_after_a_new_block_the_old_one_answers_no_more(shell: Shell) -> None:
    """Picking follows the block that is played on (PD-05)."""
    begin(shell)
    old = shell.game.controller.session.spec
    begin(shell, replace(SETUP, block="staggered"))
    new = shell.game.controller.session.spec
    size = (800, 600)
    for mouth in mouths(new):
        if np.dot(shell._stage.camera.eye_m - np.array(mouth.centre_m), mouth.normal) > 0:
            x, y = project_mouths([mouth], shell._stage.camera, size)[0]
            shell.game.point_at((x, y), size, 1.0)
            assert shell._stage.hovered.place == mouth.place
    gone = next(m for m in mouths(old) if str(m.place) == "yb.2" and m.side == -1)
    x, y = project_mouths([gone], shell._stage.camera, size)[0]
    shell.game.point_at((x, y), size, 0.0)
    assert shell._stage.hovered is None or shell._stage.hovered.place in new.bores


def test_a_hundred_new_games_leave_nothing_behind(shell: Shell) -> None:
    """Old games let go of their journals and dialogs; games without a move leave no save (PD-14, BG-04)."""
    for number in range(100):
        begin(shell, replace(SETUP, seed=number))
    assert shell.dialogs.open == []
    shell.leave()
    assert list(saves_dir().glob("*")) == []


def test_the_menu_leads_everywhere(shell: Shell) -> None:
    """Every action has a button somewhere: new, help, save, load, full screen, quit; letters can be chosen."""
    begin(shell)
    for words, title in (("New", "New game"), ("Help", "Help"), ("Save", "Save as"), ("Load", "Load a game")):
        shell.menu()
        press(shell, words)
        assert shell.dialog.title == title
        shell.dialog.key(Key("escape"))
        assert shell.dialog is None
    shell.menu()
    press(shell, "Full")
    press_quit = shell._window
    shell.menu()
    press(shell, "Quit")
    assert (press_quit.full, press_quit.left) == (1, 1)
    size = next(w for w in shell.dialog.widgets if isinstance(w, ChoiceBox))
    size.step(1)
    assert shell.settings.scale == 1.25


def test_the_help_knows_the_options_of_the_game(shell: Shell) -> None:
    """Before a game it tells the rules of the one that is offered; in a game that one's, also over a review."""
    offered = Options(unsupported_plant=UnsupportedPlant.ALLOWED)
    shell.setup = replace(SETUP, options=offered)
    shell.help()
    assert rules_text(offered) in said(shell)
    played = Options(fall=FallRule.VANISH)
    begin(shell, replace(SETUP, options=played))
    shell.do(Action.HELP)
    assert rules_text(played) in said(shell)
