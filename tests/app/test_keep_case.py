"""One key keeps a move as a case with pictures: in a game, in a variation, in a review, and where nothing works."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.app.dialogs.help import KEY_HELP
from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.keys import Key
from fakir3d.app.play.actions import Action, action_of
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.texts import Tone
from fakir3d.app.screens.keep_case import keep_move
from fakir3d.crosscheck import Discrepancy, Kind, Verdict
from fakir3d.crosscheck.case import run_case
from fakir3d.crosscheck.casefile import load_case
from fakir3d.errors import DisplayError
from fakir3d.game.folders import cases_dir
from fakir3d.game.keep_case import case_of_turn, keep_case
from fakir3d.game.setup import GameSetup
from tests.app.shells import FakeAnalysis, FakeStage, new_shell, press


@pytest.fixture
def shell() -> Shell:
    """Return a shell with a game of three sticks each."""
    made = new_shell(FakeAnalysis)
    made.begin(GameSetup(seed=3, first=0, sticks=3))
    made.dialogs.pop()
    return made


def move(shell: Shell) -> None:
    """Make the next legal move and let the sticks come to rest."""
    shell.do(Action.NEXT)
    shell.do(Action.ACT)
    while shell.screen.controller.waiting_for is Waiting.FALLING:
        shell.tick(0.1)


def status(shell: Shell) -> tuple[str, Tone]:
    hud = shell.screen.hud()
    return hud.status, hud.tone


def test_the_key_is_free_and_in_the_help() -> None:
    """C does it, and the help says so."""
    assert action_of(Key("c")) is Action.KEEP_CASE
    assert "C" in {keys for keys, _ in KEY_HELP}


def test_the_last_move_is_kept_with_pictures_before_and_after(shell: Shell) -> None:
    """The file runs as it is, the pictures show the positions around the move, and the status line says where."""
    move(shell)
    move(shell)
    shell.do(Action.KEEP_CASE)
    session = shell.game.controller.session
    played = session.moves[-1]
    path = cases_dir() / f"{session.journal.path.stem}-move-2.case.json"
    words, tone = status(shell)
    assert (words, tone) == (f"Kept as {path}, with a picture before and one after it.", Tone.GOOD)
    case = load_case(path)
    assert (str(case.state), case.snapshot, case.acts) == (str(played.before), played.start, (played.script,))
    assert case.expect == "agree"
    assert run_case(case).as_expected
    assert shell._stage.pictures == [
        (path.with_name(f"{session.journal.path.stem}-move-2.before.png"), str(played.before), played.start),
        (path.with_name(f"{session.journal.path.stem}-move-2.after.png"), str(played.after), played.snapshot),
    ]


def test_pressed_twice_it_is_one_file(shell: Shell) -> None:
    """The same move is the same case; nothing is written beside it."""
    move(shell)
    shell.do(Action.KEEP_CASE)
    shell.do(Action.KEEP_CASE)
    assert len(list(cases_dir().glob("*.case.json"))) == 1


def test_another_move_of_the_same_name_keeps_its_own_file(shell: Shell) -> None:
    """Undo and another move: what was kept before is not written over."""
    move(shell)
    first = case_of_turn(shell.game.controller.session.header, shell.game.controller.session.moves[-1])
    paths = {keep_case(case, "same") for case in (first, replace(first, note="Another."), first)}
    assert sorted(path.name for path in paths) == ["same-2.case.json", "same.case.json"]
    assert load_case(cases_dir() / "same.case.json") == first


def test_before_the_first_move_and_in_mid_fall_there_is_none(shell: Shell) -> None:
    """It says when there will be one, and writes nothing."""
    shell.do(Action.KEEP_CASE)
    assert status(shell)[0].startswith("There is no move to keep here.")
    shell.do(Action.NEXT)
    shell.do(Action.ACT)
    assert shell.game.controller.waiting_for is Waiting.FALLING
    shell.do(Action.KEEP_CASE)
    assert status(shell)[0].startswith("There is no move to keep here.")
    assert not cases_dir().exists()


def test_a_review_keeps_the_move_that_is_shown(shell: Shell) -> None:
    """Not the last one: the one that is shown; at the end there is none."""
    for _ in range(3):
        move(shell)
    shell.do(Action.REVIEW)
    shell.do(Action.KEEP_CASE)
    assert status(shell)[0].startswith("There is no move to keep here.")
    shell.do(Action.LEFT)
    shell.do(Action.LEFT)
    shell.do(Action.KEEP_CASE)
    (path,) = cases_dir().glob("*.case.json")
    assert path.name.endswith("-move-2.case.json")
    assert status(shell)[0].startswith(f"Kept as {path}")


def test_a_variation_keeps_its_own_move(shell: Shell) -> None:
    """What is tried out beside the game can be kept as well."""
    move(shell)
    move(shell)
    shell.do(Action.REVIEW)
    shell.do(Action.LEFT)
    shell.do(Action.ACT)
    while shell.screen.controller.waiting_for is Waiting.FALLING:
        shell.tick(0.1)
    move(shell)
    shell.do(Action.KEEP_CASE)
    (path,) = cases_dir().glob("*.case.json")
    assert load_case(path).acts == (shell.screen.controller.session.moves[-1].script,)


def test_a_difference_is_kept_as_what_it_was(shell: Shell) -> None:
    """A move in which physics did something else expects that kind, as its own case does."""
    move(shell)
    session = shell.game.controller.session
    played, header = session.moves[-1], session.header
    seen = replace(played, verdict=Verdict((Discrepancy(Kind.HUNG, "r1", "nothing", "r1 a1 x1.1>hung:x1.1"),)))
    assert case_of_turn(header, seen).expect == "hung"
    comparison = replace(case_of_turn(header, played), note="As it was judged.")
    assert case_of_turn(header, replace(played, case=comparison)) is comparison


def test_a_move_that_was_tried_again_is_kept_as_it_was_made(shell: Shell) -> None:
    """What the smaller step of the second try showed is performed with that step again."""
    move(shell)
    session = shell.game.controller.session
    played = replace(session.moves[-1], tries=2)
    assert case_of_turn(session.header, played).config.dt_s == session.header.config.dt_s / 2


def test_where_nothing_can_be_written_it_is_one_line(shell: Shell) -> None:
    """A file where the folder should be: said, and the game goes on."""
    move(shell)
    cases_dir().parent.mkdir(parents=True, exist_ok=True)
    cases_dir().write_text("in the way")
    shell.do(Action.KEEP_CASE)
    words, tone = status(shell)
    assert words.startswith("The move was not kept: cannot write the case ")
    assert tone is Tone.WARN
    assert "\n" not in words
    move(shell)
    assert len(shell.game.controller.session.moves) == 2


def test_without_pictures_the_case_is_kept_all_the_same(shell: Shell) -> None:
    """A driver that gives no picture: told, and the case is whole."""

    class Blind(FakeStage):
        def picture(self, *_: object) -> None:
            message = "this OpenGL driver gives no picture back"
            raise DisplayError(message)

    move(shell)
    session = shell.game.controller.session
    words, tone = keep_move(session, session.moves[-1], Blind())
    path = next(cases_dir().glob("*.case.json"))
    assert words == f"Kept as {path}, without pictures: this OpenGL driver gives no picture back."
    assert tone is Tone.WARN
    assert run_case(load_case(path)).as_expected


def test_the_menu_has_it_too(shell: Shell, tmp_path: Path) -> None:
    """Who does not know the key finds it in the menu."""
    move(shell)
    shell.do(Action.MENU)
    press(shell, "Keep this move")
    assert shell.dialog is None
    assert status(shell)[0].startswith("Kept as ")
