"""``fakir3d verify`` with several records, some of which cannot be looked at."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from fakir3d.block.document import load_block
from fakir3d.cli.main import build_app
from fakir3d.errors import MisuseError
from fakir3d.game import InlinePerformer, Journal, Session
from fakir3d.game.setup import GameSetup
from fakir3d.physics import engines
from fakir3d.rules import Move
from tests.game.rewriting import rewritten


@pytest.fixture
def records(tmp_path, monkeypatch):
    """Return records: a good one, one of an engine missing here, one of an engine that never was."""
    session = Session.new(
        load_block("lattice"),
        InlinePerformer("ideal"),
        GameSetup(seed=1, first=0),
        journal=Journal.create(tmp_path / "good.fakir"),
    )
    session.play(Move.parse("x2.3"))
    session.close()
    good = tmp_path / "good.fakir"
    paths = [good]
    for name in ("bullet", "warp"):
        path = tmp_path / f"{name}.fakir"
        path.write_bytes(
            rewritten(
                good.read_bytes(),
                lambda at, body, name=name: at == 1 and body["engine"].update(name=name),
            )
        )
        paths.append(path)
    monkeypatch.setattr(engines, "_problem", {"bullet": "not built here"}.get)
    return paths


def verify(*words):
    """Return what verify printed, its exit code, and what it raised."""
    done = CliRunner().invoke(build_app(), ["verify", *map(str, words)])
    raised = None if isinstance(done.exception, SystemExit) else done.exception
    return done.stdout, done.exit_code, raised


def test_every_record_is_told_whatever_the_others_are(records):
    """A missing and an unknown engine are findings of their files; the good record after them is looked at, too."""
    good, missing, unknown = records
    printed, code, raised = verify(missing, unknown, good)
    assert (code, raised) == (1, None)
    lines = printed.splitlines()
    assert lines[0].startswith(f"{missing}: line 2: move 1 x2.3 ")
    assert lines[1] == f"{unknown}: line 1: there is no engine 'warp'; engines are bullet, mujoco, ideal"
    assert lines[2] == f"{good}: 1 move performed again, as it was written"


def test_json_is_one_document_whatever_happens(records, tmp_path):
    """Also when an engine is missing, and when a file is not there: that is still told by leaving with misuse."""
    good, missing, unknown = records
    printed, code, raised = verify("--json", missing, unknown, good)
    assert (code, raised) == (1, None)
    assert [game["good"] for game in json.loads(printed)["games"]] == [False, False, True]
    printed, _, raised = verify("--json", tmp_path / "none.fakir", good)
    games = json.loads(printed)["games"]
    assert [game["good"] for game in games] == [False, True]
    assert "cannot read" in games[0]["finding"]
    assert isinstance(raised, MisuseError)
    assert str(raised) == games[0]["finding"]
