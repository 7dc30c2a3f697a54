"""Games begun, kept and loaded at the desk, and what is said when that cannot be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.app.dialogs.saved_games import games_dir, kept_games
from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.listing import Listing
from fakir3d.app.play.actions import Action
from fakir3d.app.play.ports import Ports
from fakir3d.app.play.session_factory import SessionFactory
from fakir3d.app.settings import Settings, Speed, save_settings, settings_path
from fakir3d.errors import BlockError, MisuseError, RecordError
from fakir3d.game import InlinePerformer, load_record
from fakir3d.game.folders import saves_dir
from fakir3d.game.saves import unfinished
from tests.app.desks import CHOICE, House, Nobody, Notes, Silent, begin, entry, make, press, quiet_desk, said


@pytest.fixture
def desk() -> Shell:
    return quiet_desk()


def test_a_game_that_cannot_be_leaves_no_save(desk: Shell) -> None:
    """Refused numbers raise, keep the old game, and leave no half record behind."""
    begin(desk)
    table = desk.table
    with pytest.raises(MisuseError):
        desk.begin(replace(CHOICE, sticks=1000))
    with pytest.raises(MisuseError):
        desk.begin(replace(CHOICE, first=7))
    with pytest.raises((MisuseError, BlockError)):
        desk.begin(replace(CHOICE, block="nosuchblock"))
    assert desk.table is table
    assert len(list(saves_dir().glob("*.fakir"))) == 1


def test_the_journal_is_the_save_and_resumes(desk: Shell) -> None:
    """What was played is in the save at once; leaving and coming back goes on from there, in the same file."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    make(desk, Action.NEXT, Action.ACT)
    state = str(desk.table.match.shown)
    desk.leave()
    again = Shell(
        Notes(), House(), SessionFactory(InlinePerformer, "ideal"), Ports(Nobody(), Silent), Settings(speed=Speed.SKIP)
    )
    waiting = unfinished()
    assert len(waiting) == 1
    again.welcome(waiting)
    assert "not finished" in said(again)
    assert "2 moves" in said(again)
    press(again, "Go on")
    assert str(again.table.match.shown) == state
    assert again.table.match.can_undo
    make(again, Action.NEXT, Action.ACT)
    assert len(load_record(waiting[0].path).moves) == 3
    assert len(list(saves_dir().glob("*.fakir"))) == 1


def test_a_save_that_cannot_be_read_is_named_and_left_alone(desk: Shell) -> None:
    """A damaged save is told with its fault; a new game can be begun; the file stays as it was."""
    saves_dir().mkdir(parents=True)
    broken = saves_dir() / "2020-01-01-000000.fakir"
    broken.write_bytes(b"[object Object]\n")
    desk.welcome(unfinished())
    assert "cannot be read" in said(desk)
    desk.close()
    assert desk.dialog.title == "New game"
    assert broken.read_bytes() == b"[object Object]\n"


def test_save_as_load_and_its_history(desk: Shell, tmp_path: Path) -> None:
    """A copy under a name of one's own holds the whole game; loading another brings that one's history (BG-07)."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    desk.save()
    assert entry(desk).text.startswith(str(games_dir()))
    entry(desk).text = str(tmp_path / "Ünï 木 dir")
    press(desk, "Save")
    copy = tmp_path / "Ünï 木 dir.fakir"
    assert desk.dialog is None
    assert len(load_record(copy).moves) == 1
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    make(desk, Action.NEXT, Action.ACT)
    desk.open_game()
    entry(desk).text = str(copy)
    press(desk, "Load")
    assert len(desk.table.match.session.moves) == 1
    make(desk, Action.UNDO)
    assert not desk.table.match.can_undo
    assert len(load_record(copy).moves) == 1


def test_save_as_asks_before_it_replaces(desk: Shell, tmp_path: Path) -> None:
    """An existing file is replaced only after a question; Cancel leaves it alone."""
    begin(desk)
    path = tmp_path / "game.fakir"
    path.write_text("precious", encoding="utf-8")
    desk.save()
    entry(desk).text = str(path)
    press(desk, "Save")
    assert "exists already" in said(desk)
    press(desk, "Cancel")
    assert path.read_text(encoding="utf-8") == "precious"
    press(desk, "Save")
    press(desk, "Replace")
    assert desk.dialog is None
    assert load_record(path).header.setup.sticks == 3


def test_a_suggested_save_goes_into_a_folder_that_is_made(desk: Shell) -> None:
    """Saving under the suggested name works the first time too, and the game is in the list afterwards."""
    begin(desk)
    make(desk, Action.NEXT, Action.ACT)
    desk.save()
    press(desk, "Save")
    assert desk.dialog is None
    listed = kept_games()
    assert {path.parent for _, path in listed} == {games_dir(), saves_dir()}
    assert all("Red – Green" in words for words, _ in listed)
    desk.open_game()
    assert len(next(w for w in desk.dialog.widgets if isinstance(w, Listing)).lines) == 2


def test_a_save_that_is_refused_says_why(desk: Shell, tmp_path: Path) -> None:
    """A file where a folder should be, or a folder of that name: told in a dialog, the game goes on."""
    begin(desk)
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "folder.fakir").mkdir()
    for target in (tmp_path / "file" / "game.fakir", tmp_path / "folder.fakir"):
        desk.save()
        entry(desk).text = str(target)
        press(desk, "Save")
        if desk.dialog.title == "There is such a file":
            press(desk, "Replace")
        assert desk.dialog.title == "The game was not saved"
        desk.close()
        desk.close()
    assert desk.table is not None


@pytest.mark.parametrize("content", [b"", b"\x80\x04\x95", b'{"format":"fakir-record","version":99}\n', b"not json\n"])
def test_files_that_are_no_records_are_refused(desk: Shell, tmp_path: Path, content: bytes) -> None:
    """Wrong kinds and versions say so; the game that was open still is, and the file is untouched."""
    begin(desk)
    table = desk.table
    path = tmp_path / "strange.fakir"
    path.write_bytes(content)
    with pytest.raises(RecordError):
        desk.load(path)
    desk.open_game()
    entry(desk).text = str(path)
    press(desk, "Load")
    assert desk.dialog.title == "Not loaded"
    assert "line 1" in said(desk)
    assert desk.table is table
    assert path.read_bytes() == content


def test_a_home_that_cannot_be_written_is_told_and_playable(desk: Shell, tmp_path: Path, monkeypatch) -> None:
    """A file where the folder should be: the game goes on in memory, one warning in the status line (BG-12)."""
    home = tmp_path / "file"
    home.write_text("", encoding="utf-8")
    monkeypatch.setenv("FAKIR3D_HOME", str(home))
    begin(desk)
    desk.tick(0.1)
    assert "not saved by itself" in desk.table.hud().status
    make(desk, Action.NEXT, Action.ACT)
    assert len(desk.table.match.session.moves) == 1
    assert not save_settings(Settings(), settings_path())
