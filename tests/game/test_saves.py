"""Games that keep themselves: what the disk refuses, what a crash leaves, two games at once."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from fakir3d.errors import MisuseError
from fakir3d.game import Journal, load_record, verify_record
from fakir3d.game.folders import data_dir
from fakir3d.game.record import journal
from fakir3d.game.saves import autosave, continue_copy, resume, unfinished


@pytest.fixture
def full_disk(monkeypatch):
    """Return a disk that is full while ``full_disk['full']``: half of each write arrives, then ENOSPC."""
    disk = {"full": False}
    real = journal._write_all

    def write(file, data):
        if not disk["full"]:
            real(file, data)
            return
        real(file, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal, "_write_all", write)
    return disk


def test_a_full_disk_is_one_warning_and_the_game_goes_on(new_session, play_on, saves, full_disk, tmp_path):
    """BG-01: what was written stays whole; once there is room again, everything is there; a copy works meanwhile."""
    session = play_on(new_session(journal=autosave()), 4)
    path = session.journal.path
    kept = path.read_bytes()
    full_disk["full"] = True
    play_on(session, 3)
    assert len(session.moves) == 7
    assert path.read_bytes() == kept
    assert len(session.warnings) == 1
    assert "No space left" in session.warnings[0]
    session.save_as(tmp_path / "elsewhere.fakir")
    assert len(load_record(tmp_path / "elsewhere.fakir").moves) == 7
    full_disk["full"] = False
    play_on(session, 1)
    assert session.warnings == ()
    assert len(load_record(path).moves) == 8
    assert verify_record(path).good


def test_an_unwritable_home_is_one_warning(new_session, play_on, monkeypatch, tmp_path):
    """BG-12: the game is playable to its end; a copy somewhere else works, one in the same place fails politely."""
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("FAKIR3D_HOME", str(tmp_path / "file"))
    session = new_session(journal=autosave())
    assert play_on(session).result is not None
    assert len(session.warnings) == 1
    assert "FAKIR3D_HOME" in session.warnings[0]
    assert "\n" not in session.warnings[0]
    session.save_as(tmp_path / "copy.fakir")
    assert verify_record(tmp_path / "copy.fakir").good
    with pytest.raises(MisuseError, match="cannot save"):
        session.save_as(tmp_path / "file" / "copy.fakir")
    assert unfinished() == ()


def test_no_home_at_all(monkeypatch):
    """BG-12: without HOME and without our variable there is still a folder to name."""
    for name in ("HOME", "FAKIR3D_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert data_dir().name == "fakir3d"


def test_two_games_never_share_a_save(new_session, play_on, saves, ideal):
    """Games begun in the same second get files of their own; one being played can be neither offered nor resumed."""
    one, two = (play_on(new_session(journal=autosave(), seed=seed), 3) for seed in (1, 2))
    assert one.journal.path != two.journal.path
    assert unfinished() == ()
    with pytest.raises(MisuseError, match="being played"):
        resume(one.journal.path, ideal)
    one.close()
    assert [offer.path for offer in unfinished()] == [one.journal.path]
    session, _ = resume(one.journal.path, ideal)
    assert unfinished() == ()
    session.close()
    two.close()


def test_unfinished_games_are_offered_newest_first(new_session, play_on, saves):
    """Finished games and games without a move are not offered; damaged ones are, with their fault, and stay."""
    import os

    for number, moves in enumerate((5, 3, None, 0)):
        session = play_on(new_session(journal=autosave(), seed=number), moves)
        path = session.journal.path
        session.close()
        if path.exists():
            os.utime(path, (1000 + number, 1000 + number))
    damaged = saves / "damaged.fakir"
    damaged.write_bytes(b"[object Object]")
    os.utime(damaged, (1, 1))
    offers = unfinished()
    assert [offer.moves for offer in offers] == [3, 5, 0]
    assert [bool(offer.fault) for offer in offers] == [False, False, True]
    assert "line 1" in offers[-1].fault
    assert offers[0].names == ("Red", "Green")
    assert damaged.read_bytes() == b"[object Object]"


def test_a_game_without_a_move_leaves_no_file(new_session, saves):
    """Opening and closing the program does not fill the folder."""
    session = new_session(journal=autosave())
    assert session.journal.path.exists()
    session.close()
    assert list(saves.iterdir()) == []


def test_resuming_drops_the_cut_line_and_goes_on(new_session, play_on, saves, ideal):
    """After a crash in mid-write the finished moves are there, the rest is told, and the file is whole again."""
    session = play_on(new_session(journal=autosave()), 6)
    path = session.journal.path
    session.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    again, loaded = resume(path, ideal)
    assert loaded.cut
    assert len(again.moves) == 5
    play_on(again)
    again.close()
    assert verify_record(path).good
    assert path.read_bytes().startswith(whole[: whole[:-40].rfind(b"\n") + 1])


def test_going_on_with_a_copy_leaves_the_file_alone(record_of, play_on, saves, ideal):
    """A loaded game goes on in a save of its own."""
    path = record_of(5)
    before = path.read_bytes()
    session, _ = continue_copy(path, ideal)
    play_on(session, 2)
    assert session.journal.path != path
    assert session.journal.path.parent == saves
    assert session.journal.path.read_bytes().startswith(before)
    assert path.read_bytes() == before
    session.close()


def test_a_journal_never_overwrites(tmp_path: Path):
    """A new game does not begin in a file that exists; an odd name works like any other (PD-15)."""
    path = tmp_path / "Ünï 木 dir" / "game é.fakir"
    Journal.create(path).close()
    path.write_bytes(b"mine")
    with pytest.raises(MisuseError, match="exists"):
        Journal.create(path)
    assert path.read_bytes() == b"mine"


def test_saving_over_a_copy_is_all_or_nothing(new_session, play_on, tmp_path, monkeypatch):
    """A copy that cannot be written leaves the older one as it was, and no half file beside it."""
    path = tmp_path / "copy.fakir"
    session = play_on(new_session(), 3)
    session.save_as(path)
    before = path.read_bytes()
    play_on(session, 3)

    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal.os, "fsync", refuse)
    with pytest.raises(MisuseError, match="No space left"):
        session.save_as(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_saving_to_the_file_being_written_does_not_part_with_it(new_session, play_on, saves):
    """Save as, onto the own save: it is kept already, and later moves still reach it."""
    session = play_on(new_session(journal=autosave()), 3)
    session.save_as(session.journal.path)
    play_on(session, 2)
    assert len(load_record(session.journal.path).moves) == 5


def test_a_save_that_grew_since_it_was_read_is_not_cut(new_session, play_on, saves):
    """Two windows resume one game: whoever read an older state of it is refused, and no move is lost."""
    session = play_on(new_session(journal=autosave()), 3)
    path = session.journal.path
    old = load_record(path).content
    play_on(session, 2)
    session.close()
    with pytest.raises(MisuseError, match="has changed"):
        Journal.reopen(path, old)
    assert len(load_record(path).moves) == 5
