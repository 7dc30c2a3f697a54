"""``verify`` on what cannot be performed again, and how much it says to have looked at."""

from __future__ import annotations

import pytest

from fakir3d.crosscheck import pipeline
from fakir3d.errors import EngineError
from fakir3d.game import verify_record
from fakir3d.physics import engines
from tests.game.rewriting import rewritten

SIX = {"sticks": 3}


def test_an_engine_missing_here_is_a_finding(record_of, tmp_path, monkeypatch):
    """It names the file, the first line that needs the engine, and what verify can do without it."""
    path = tmp_path / "far.fakir"
    path.write_bytes(
        rewritten(record_of(3, **SIX).read_bytes(), lambda at, body: at == 1 and body["engine"].update(name="bullet"))
    )
    monkeypatch.setattr(engines, "_problem", {"bullet": "not built here", "mujoco": "nor this"}.get)
    report = verify_record(path)
    assert not report.good
    assert report.finding.startswith(f"{path}: line 2: move 1 ")
    assert "bullet" in report.finding
    assert "this machine has only ideal" in report.finding
    assert "--hashes" in report.finding
    assert "--engine" not in report.finding
    assert verify_record(path, hashes_only=True).good


def test_an_engine_that_fails_is_a_finding(record_of, monkeypatch):
    """An act that cannot be performed again ends this record's check with its line, not the command."""

    def fail(*_):
        raise EngineError("a stick went missing")

    path = record_of(2, **SIX)
    monkeypatch.setattr(pipeline, "perform", fail)
    assert verify_record(path).finding == (
        f"{path}: line 2: move 1 {_first_move(path)} could not be performed again: a stick went missing"
    )


def _first_move(path):
    from fakir3d.game import load_record

    return load_record(path).moves[0].move


@pytest.mark.parametrize("hashes_only", [False, True])
def test_a_cut_record_tells_how_many_moves_are_whole(record_of, tmp_path, hashes_only):
    """Four moves, the last line cut: three were looked at, whether performed again or by their hashes."""
    path = tmp_path / "cut.fakir"
    path.write_bytes(record_of(4, **SIX).read_bytes()[:-50])
    report = verify_record(path, hashes_only=hashes_only)
    assert (report.lines, report.moves) == (4, 3)
    assert report.finding == f"{path}: line 5 has no end: it was cut; 3 moves before it are whole"
