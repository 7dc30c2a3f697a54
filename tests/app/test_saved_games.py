"""What the list of kept games says about each: who, where, how far, and whether it is over."""

from __future__ import annotations

import os

from fakir3d.app.dialogs.saved_games import saved_games
from fakir3d.block.document import load_block
from fakir3d.game.folders import saves_dir
from fakir3d.game.record.journal import Journal
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup, Seat
from fakir3d.game.workers.performers import InlinePerformer
from fakir3d.players import RandomPlayer
from fakir3d.rules import Mode, Phase


def game(name: str, moves: int, sticks: int = 2) -> Session:
    """Return a game of two on oneway in a save of that name, so many moves old or at its end."""
    session = Session.new(
        load_block("oneway"),
        InlinePerformer("ideal"),
        GameSetup(mode=Mode.TWO, sticks=sticks, seats=(Seat("Ann", "human"), Seat("Bo", "human")), seed=0),
        journal=Journal.create(saves_dir() / f"{name}.fakir"),
    )
    while len(session.moves) < moves and session.state.phase is not Phase.OVER:
        session.play(RandomPlayer().choose(session.state, len(session.moves)))
    return session


def words() -> dict[str, str]:
    """Return what is said of each game, by the name of its file; without the time."""
    return {path.stem: line[line.index("   ") :].strip() for line, path in saved_games()}


def test_who_where_and_how_far() -> None:
    """Games under way, taken back, brought back and over."""
    game("one", 1).close()
    back = game("back", 3)
    back.undo()
    forth = game("forth", 3)
    forth.undo()
    forth.redo()
    over = game("over", 1000)
    for session in (back, forth, over):
        session.close()
    assert words() == {
        "one": "Ann – Bo, oneway, 1 move   (one.fakir)",
        "back": "Ann – Bo, oneway, 2 moves   (back.fakir)",
        "forth": "Ann – Bo, oneway, 3 moves   (forth.fakir)",
        "over": f"Ann – Bo, oneway, {len(over.moves)} moves, over   (over.fakir)",
    }


def test_files_that_were_cut_or_are_none() -> None:
    """A last line that was cut off does not count; what cannot be read says so and is listed all the same."""
    game("cut", 2).close()
    whole = (saves_dir() / "cut.fakir").read_bytes()
    (saves_dir() / "cut.fakir").write_bytes(whole[:-30])
    for name, content in {"empty": b"", "bytes": b"\x80\x81\n", "list": b"[]\n", "other": b'{"seats": 1}\n'}.items():
        (saves_dir() / f"{name}.fakir").write_bytes(content)
    (saves_dir() / "folder.fakir").mkdir()
    said = words()
    assert said.pop("cut") == "Ann – Bo, oneway, 1 move   (cut.fakir)"
    assert said == {name: f"unreadable   ({name}.fakir)" for name in ("empty", "bytes", "list", "other", "folder")}


def test_the_newest_come_first() -> None:
    """By the time of their last line."""
    for age, name in enumerate(("young", "older", "oldest")):
        game(name, 1).close()
        os.utime(saves_dir() / f"{name}.fakir", (1_000_000_000 - age,) * 2)
    assert [path.stem for _, path in saved_games()] == ["young", "older", "oldest"]
