"""Files are written whole or not at all, read within bounds, sealed whatever their spaces."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fakir3d.errors import MisuseError, RecordError
from fakir3d.files import lock_file, read_bounded, replace_file, seal, write_whole


def test_what_was_there_stays_until_all_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full at the last moment: the old content, one line, no half file."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MisuseError, match=r"^cannot write it: No space left on device; make room$"):
        write_whole(path, b"new", cannot="cannot write it", advice="make room")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.txt", b"old")]


def test_a_folder_is_made_only_where_asked(tmp_path: Path) -> None:
    """A mistyped folder is an error where a person names it."""
    path = tmp_path / "new" / "a.txt"
    with pytest.raises(OSError, match="No such file"):
        replace_file(path, b"a")
    replace_file(path, b"a", make_folder=True)
    assert path.read_bytes() == b"a"


@pytest.mark.parametrize("name", ["a\0b", "x" * 300])
def test_names_that_no_file_can_have_are_refused(tmp_path: Path, name: str) -> None:
    """A zero byte, too many letters: one line for reading and for writing."""
    for act in (
        lambda: write_whole(tmp_path / name, b"", cannot="cannot", advice="stop"),
        lambda: read_bounded(tmp_path / name, 10, RecordError("too large")),
    ):
        with pytest.raises(MisuseError, match=r"^cannot") as refused:
            act()
        assert str(refused.value).isprintable()


def test_many_threads_write_one_file(tmp_path: Path) -> None:
    """Each writes a whole file; the last one stays, and nothing else."""
    path = tmp_path / "a.txt"
    contents = [bytes([letter]) * 10_000 for letter in range(97, 113)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: replace_file(path, content), contents))
    assert path.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_are_followed_and_devices_written_to(tmp_path: Path) -> None:
    """Neither is replaced by a file."""
    link, target = tmp_path / "link", tmp_path / "deep" / "target"
    target.parent.mkdir()
    link.symlink_to(target)
    replace_file(link, b"a")
    assert link.is_symlink()
    assert target.read_bytes() == b"a"
    null = tmp_path / "null"
    null.symlink_to(os.devnull)
    replace_file(null, b"a")
    assert not Path(os.devnull).is_file()


def test_reading_is_bounded(tmp_path: Path) -> None:
    """As many bytes as allowed are read; one more is too large."""
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5, RecordError("too large")) == b"12345"
    with pytest.raises(RecordError, match="too large"):
        read_bounded(path, 4, RecordError("too large"))


def test_a_lock_is_one_files_until_it_is_closed(tmp_path: Path) -> None:
    """The second is refused, the next after it not."""
    path = tmp_path / "a"
    path.write_bytes(b"")
    with path.open("rb") as one, path.open("rb") as other:
        assert lock_file(one)
        assert not lock_file(other)
    with path.open("rb") as third:
        assert lock_file(third)


def test_a_seal_is_of_the_content() -> None:
    """Not of the order of keys, nor of the seal itself; every value counts; what is no number is refused."""
    document = {"a": 1.5, "b": ["\u00e4"]}
    assert seal(document) == seal({"b": ["\u00e4"], "sha256": "x", "a": 1.5}) != seal({**document, "a": 1.25})
    with pytest.raises(ValueError, match="not JSON compliant"):
        seal({"a": float("nan")})
