"""One key keeps a move as a case with pictures: at the table, in a variation, looking back, and where nothing works."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.app.dialogs.others import KEYS
from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.keys import Key
from fakir3d.app.play.actions import Action, action_of
from fakir3d.app.play.controller import Waiting
from fakir3d.app.play.ports import Ports
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.screens.hud import Tone
from fakir3d.app.screens.keep_case import keep_move
from fakir3d.app.settings import Settings, Speed
from fakir3d.crosscheck import Discrepancy, Kind, Verdict
from fakir3d.crosscheck.case import run_case
from fakir3d.crosscheck.casefile import load_case
from fakir3d.errors import DisplayError
from fakir3d.game import InlinePerformer
from fakir3d.game.folders import cases_dir
from fakir3d.game.keep_case import case_of_turn, keep_case
from fakir3d.game.setup import GameSetup
from tests.app.desks import House, Nobody, Notes


class Quiet:
    """A teacher who has nothing to say."""

    notice = None

    def hints(self, *_: object) -> None:
        return

    def review(self, *_: object) -> None:
        return

    def poll(self) -> None:
        return None

    def cancel(self) -> None:
        return

    def close(self) -> None:
        return


@pytest.fixture
def desk() -> Shell:
    """Return a desk with a game of three sticks each."""
    made = Shell(
        Notes(), House(), SessionFactory(InlinePerformer, "ideal"), Ports(Nobody(), Quiet), Settings(speed=Speed.SKIP)
    )
    made.begin(GameSetup(seed=3, first=0, sticks=3))
    made.close()
    return made


def move(desk: Shell) -> None:
    """Make the next legal move and let the sticks come to rest."""
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    while desk.scene.match.waiting_for is Waiting.FALLING:
        desk.tick(0.1)


def status(desk: Shell) -> tuple[str, Tone]:
    hud = desk.scene.hud()
    return hud.status, hud.tone


def test_the_key_is_free_and_told() -> None:
    """C does it, and the help says so."""
    assert action_of(Key("c")) is Action.KEEP_CASE
    assert "C" in {keys for keys, _ in KEYS}


def test_the_last_move_is_kept_with_pictures_before_and_after(desk: Shell) -> None:
    """The file runs as it is, the pictures show the positions around the move, and the status line says where."""
    move(desk)
    move(desk)
    desk.do(Action.KEEP_CASE)
    session = desk.table.match.session
    played = session.moves[-1]
    path = cases_dir() / f"{session.journal.path.stem}-move-2.case.json"
    words, tone = status(desk)
    assert (words, tone) == (f"Kept as {path}, with a picture before and one after it.", Tone.GOOD)
    case = load_case(path)
    assert (str(case.state), case.snapshot, case.acts) == (str(played.before), played.start, (played.script,))
    assert case.expect == "agree"
    assert run_case(case).as_expected
    assert desk._view.pictures == [
        (path.with_name(f"{session.journal.path.stem}-move-2.before.png"), str(played.before), played.start),
        (path.with_name(f"{session.journal.path.stem}-move-2.after.png"), str(played.after), played.snapshot),
    ]


def test_pressed_twice_it_is_one_file(desk: Shell) -> None:
    """The same move is the same case; nothing is written beside it."""
    move(desk)
    desk.do(Action.KEEP_CASE)
    desk.do(Action.KEEP_CASE)
    assert len(list(cases_dir().glob("*.case.json"))) == 1


def test_another_move_of_the_same_name_keeps_its_own_file(desk: Shell) -> None:
    """Undo and another move: what was kept before is not written over."""
    move(desk)
    first = case_of_turn(desk.table.match.session.header, desk.table.match.session.moves[-1])
    paths = {keep_case(case, "same") for case in (first, replace(first, note="Another."), first)}
    assert sorted(path.name for path in paths) == ["same-2.case.json", "same.case.json"]
    assert load_case(cases_dir() / "same.case.json") == first


def test_before_the_first_move_and_in_mid_fall_there_is_none(desk: Shell) -> None:
    """It says when there will be one, and writes nothing."""
    desk.do(Action.KEEP_CASE)
    assert status(desk)[0].startswith("There is no move to keep here.")
    desk.do(Action.NEXT)
    desk.do(Action.ACT)
    assert desk.table.match.waiting_for is Waiting.FALLING
    desk.do(Action.KEEP_CASE)
    assert status(desk)[0].startswith("There is no move to keep here.")
    assert not cases_dir().exists()


def test_looking_back_keeps_the_move_that_is_shown(desk: Shell) -> None:
    """Not the last one: the one before the eyes; at the end there is none."""
    for _ in range(3):
        move(desk)
    desk.do(Action.LOOK_BACK)
    desk.do(Action.KEEP_CASE)
    assert status(desk)[0].startswith("There is no move to keep here.")
    desk.do(Action.LEFT)
    desk.do(Action.LEFT)
    desk.do(Action.KEEP_CASE)
    (path,) = cases_dir().glob("*.case.json")
    assert path.name.endswith("-move-2.case.json")
    assert status(desk)[0].startswith(f"Kept as {path}")


def test_a_variation_keeps_its_own_move(desk: Shell) -> None:
    """What is tried out beside the game can be kept as well."""
    move(desk)
    move(desk)
    desk.do(Action.LOOK_BACK)
    desk.do(Action.LEFT)
    desk.do(Action.ACT)
    while desk.scene.match.waiting_for is Waiting.FALLING:
        desk.tick(0.1)
    move(desk)
    desk.do(Action.KEEP_CASE)
    (path,) = cases_dir().glob("*.case.json")
    assert load_case(path).acts == (desk.scene.match.session.moves[-1].script,)


def test_a_difference_is_kept_as_what_it_was(desk: Shell) -> None:
    """A move in which physics did something else expects that kind, as its own case does."""
    move(desk)
    session = desk.table.match.session
    played, header = session.moves[-1], session.header
    seen = replace(played, verdict=Verdict((Discrepancy(Kind.HUNG, "r1", "nothing", "r1 a1 x1.1>hung:x1.1"),)))
    assert case_of_turn(header, seen).expect == "hung"
    comparison = replace(case_of_turn(header, played), note="As it was judged.")
    assert case_of_turn(header, replace(played, case=comparison)) is comparison


def test_a_move_that_was_tried_again_is_kept_as_it_was_made(desk: Shell) -> None:
    """What the smaller step of the second try showed is performed with that step again."""
    move(desk)
    session = desk.table.match.session
    played = replace(session.moves[-1], tries=2)
    assert case_of_turn(session.header, played).config.dt_s == session.header.config.dt_s / 2


def test_where_nothing_can_be_written_it_is_one_line(desk: Shell) -> None:
    """A file where the folder should be: said, and the game goes on."""
    move(desk)
    cases_dir().parent.mkdir(parents=True, exist_ok=True)
    cases_dir().write_text("in the way")
    desk.do(Action.KEEP_CASE)
    words, tone = status(desk)
    assert words.startswith("The move was not kept: cannot write the case ")
    assert tone is Tone.WARN
    assert "\n" not in words
    move(desk)
    assert len(desk.table.match.session.moves) == 2


def test_without_pictures_the_case_is_kept_all_the_same(desk: Shell) -> None:
    """A driver that gives no picture: told, and the case is whole."""

    class Blind(Notes):
        def picture(self, *_: object) -> None:
            message = "this OpenGL driver gives no picture back"
            raise DisplayError(message)

    move(desk)
    session = desk.table.match.session
    words, tone = keep_move(session, session.moves[-1], Blind())
    path = next(cases_dir().glob("*.case.json"))
    assert words == f"Kept as {path}, without pictures: this OpenGL driver gives no picture back."
    assert tone is Tone.WARN
    assert run_case(load_case(path)).as_expected


def test_the_menu_has_it_too(desk: Shell, tmp_path: Path) -> None:
    """Who does not know the key finds it in the menu."""
    from tests.app.desks import press

    move(desk)
    desk.do(Action.MENU)
    press(desk, "Keep this move")
    assert desk.dialog is None
    assert status(desk)[0].startswith("Kept as ")
