"""Games begun, saved and loaded in the shell, and what is said when that is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.app.dialogs.saved_games import games_dir, saved_games
from fakir3d.app.dialogs.shell import Shell
from fakir3d.app.gui.listing import Listing
from fakir3d.app.play.actions import Action
from fakir3d.app.settings import Settings, save_settings, settings_path
from fakir3d.errors import BlockError, MisuseError, RecordError
from fakir3d.game import load_record
from fakir3d.game.folders import saves_dir
from fakir3d.game.saves import unfinished
from tests.app.shells import (
    SETUP,
    begin,
    entry,
    make,
    press,
    quiet_shell,
    said,
)


@pytest.fixture
def shell() -> Shell:
    return quiet_shell()


def test_a_game_that_cannot_be_leaves_no_save(shell: Shell) -> None:
    """Refused numbers raise, keep the old game, and leave no half record behind."""
    begin(shell)
    table = shell.game
    with pytest.raises(MisuseError):
        shell.begin(replace(SETUP, sticks=1000))
    with pytest.raises(MisuseError):
        shell.begin(replace(SETUP, first=7))
    with pytest.raises((MisuseError, BlockError)):
        shell.begin(replace(SETUP, block="nosuchblock"))
    assert shell.game is table
    assert len(list(saves_dir().glob("*.fakir"))) == 1


def test_the_journal_is_the_save_and_resumes(shell: Shell) -> None:
    """What was played is in the save at once; leaving and coming back goes on from there, in the same file."""
    begin(shell)
    make(shell, Action.NEXT, Action.ACT)
    make(shell, Action.NEXT, Action.ACT)
    state = str(shell.game.controller.shown)
    shell.leave()
    again = quiet_shell()
    waiting = unfinished()
    assert len(waiting) == 1
    again.welcome(waiting)
    assert "not finished" in said(again)
    assert "2 moves" in said(again)
    press(again, "Go on")
    assert str(again.game.controller.shown) == state
    assert again.game.controller.can_undo
    make(again, Action.NEXT, Action.ACT)
    assert len(load_record(waiting[0].path).moves) == 3
    assert len(list(saves_dir().glob("*.fakir"))) == 1


def test_a_save_that_cannot_be_read_is_named_and_left_alone(shell: Shell) -> None:
    """A damaged save is told with its fault; a new game can be begun; the file stays as it was."""
    saves_dir().mkdir(parents=True)
    broken = saves_dir() / "2020-01-01-000000.fakir"
    broken.write_bytes(b"[object Object]\n")
    shell.welcome(unfinished())
    assert "cannot be read" in said(shell)
    shell.dialogs.pop()
    assert shell.dialog.title == "New game"
    assert broken.read_bytes() == b"[object Object]\n"


def test_save_as_load_and_its_history(shell: Shell, tmp_path: Path) -> None:
    """A copy under a name of one's own holds the whole game; loading another brings that one's history (BG-07)."""
    begin(shell)
    make(shell, Action.NEXT, Action.ACT)
    shell.save()
    assert entry(shell).text.startswith(str(games_dir()))
    entry(shell).text = str(tmp_path / "Ünï 木 dir")
    press(shell, "Save")
    copy = tmp_path / "Ünï 木 dir.fakir"
    assert shell.dialog is None
    assert len(load_record(copy).moves) == 1
    begin(shell)
    make(shell, Action.NEXT, Action.ACT)
    make(shell, Action.NEXT, Action.ACT)
    shell.open_game()
    entry(shell).text = str(copy)
    press(shell, "Load")
    assert len(shell.game.controller.session.moves) == 1
    make(shell, Action.UNDO)
    assert not shell.game.controller.can_undo
    assert len(load_record(copy).moves) == 1


def test_save_as_asks_before_it_replaces(shell: Shell, tmp_path: Path) -> None:
    """An existing file is replaced only after a question; Cancel leaves it alone."""
    begin(shell)
    path = tmp_path / "game.fakir"
    path.write_text("precious", encoding="utf-8")
    shell.save()
    entry(shell).text = str(path)
    press(shell, "Save")
    assert "exists already" in said(shell)
    press(shell, "Cancel")
    assert path.read_text(encoding="utf-8") == "precious"
    press(shell, "Save")
    press(shell, "Replace")
    assert shell.dialog is None
    assert load_record(path).header.setup.sticks == 3


def test_a_suggested_save_goes_into_a_folder_that_is_made(shell: Shell) -> None:
    """Saving under the suggested name works the first time too, and the game is in the list afterwards."""
    begin(shell)
    make(shell, Action.NEXT, Action.ACT)
    shell.save()
    press(shell, "Save")
    assert shell.dialog is None
    listed = saved_games()
    assert {path.parent for _, path in listed} == {games_dir(), saves_dir()}
    assert all("Red – Green" in words for words, _ in listed)
    shell.open_game()
    assert len(next(w for w in shell.dialog.widgets if isinstance(w, Listing)).lines) == 2


def test_a_save_that_is_refused_says_why(shell: Shell, tmp_path: Path) -> None:
    """A file where a folder should be, or a folder of that name: told in a dialog, the game goes on."""
    begin(shell)
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "folder.fakir").mkdir()
    for target in (tmp_path / "file" / "game.fakir", tmp_path / "folder.fakir"):
        shell.save()
        entry(shell).text = str(target)
        press(shell, "Save")
        if shell.dialog.title == "There is such a file":
            press(shell, "Replace")
        assert shell.dialog.title == "The game was not saved"
        shell.dialogs.pop()
        shell.dialogs.pop()
    assert shell.game is not None


@pytest.mark.parametrize("content", [b"", b"\x80\x04\x95", b'{"format":"fakir-record","version":99}\n', b"not json\n"])
def test_files_that_are_no_records_are_refused(shell: Shell, tmp_path: Path, content: bytes) -> None:
    """Wrong kinds and versions say so; the game that was open still is, and the file is untouched."""
    begin(shell)
    table = shell.game
    path = tmp_path / "strange.fakir"
    path.write_bytes(content)
    with pytest.raises(RecordError):
        shell.load(path)
    shell.open_game()
    entry(shell).text = str(path)
    press(shell, "Load")
    assert shell.dialog.title == "Not loaded"
    assert "line 1" in said(shell)
    assert shell.game is table
    assert path.read_bytes() == content


def test_a_home_that_cannot_be_written_is_told_and_playable(shell: Shell, tmp_path: Path, monkeypatch) -> None:
    """A file where the folder should be: the game goes on in memory, one warning in the status line (BG-12)."""
    home = tmp_path / "file"
    home.write_text("", encoding="utf-8")
    monkeypatch.setenv("FAKIR3D_HOME", str(home))
    begin(shell)
    shell.tick(0.1)
    assert "not saved by itself" in shell.game.hud().status
    make(shell, Action.NEXT, Action.ACT)
    assert len(shell.game.controller.session.moves) == 1
    assert not save_settings(Settings(), settings_path())
