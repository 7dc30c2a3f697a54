"""The game in a terminal: from a pipe, with mistakes, to its end, and kept."""

from __future__ import annotations

import builtins
import json

import pytest
from typer.testing import CliRunner

from fakir3d.cli.main import build_app
from fakir3d.cli.table_text import draw_table, moves_text
from fakir3d.errors import MisuseError
from fakir3d.game import load_record, verify_record
from fakir3d.game.folders import saves_dir
from fakir3d.rules import Move, legal_moves


def run(*words: str, typed: str = "") -> tuple[str, int]:
    """Return what a command printed, typed lines given, and its exit code; FakirErrors are raised."""
    done = CliRunner().invoke(build_app(), list(words), input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout, done.exit_code


def text(typed: str, *words: str) -> str:
    printed, code = run("text", "--engine", "ideal", "--first", "1", *words, typed=typed)
    assert code == 0
    return printed


def the_save():
    """Return the one save of this test."""
    (path,) = saves_dir().glob("*.fakir")
    return path


def test_moves_are_made_told_and_kept():
    """Moves from a pipe; the end of the input is quit, and the game is in its save, whole."""
    printed = text("x2.3\nx1.3\nb2\n")
    assert "Red pierces bore x2.3 with red r1." in printed
    assert "Red r2 stands in hole b2 on the stick in bore x2.3." in printed
    assert "r2 on x2.3" in printed
    assert str(the_save()) in printed
    loaded = load_record(the_save())
    assert [str(played.move) for played in loaded.moves] == ["x2.3", "x1.3", "b2"]
    assert verify_record(the_save()).good


def test_mistakes_are_answered_and_change_nothing():
    """Wrong notation shows the forms, illegal moves their rule, unknown files their name; the game goes on."""
    printed = text("hello\nb2\nx9.9\nx2.3^\nload /no/such\nsave\nundo\nredo\nresume\n\n   \nx2.3\n")
    for told in ("'hello' is no move", "R4", "R3", "R5", "cannot read /no/such", "save needs", "nothing to take back"):
        assert told in printed
    assert "nothing to bring back" in printed
    assert "there is no unfinished game" in printed
    assert [str(played.move) for played in load_record(the_save()).moves] == ["x2.3"]


def test_the_legal_moves_are_listed_on_demand():
    """A question mark lists exactly the legal moves, each as it is typed."""
    listed = text("x2.3\nx1.3\n?\n").rpartition("pierce  ")[2].split("> ")[0].split()
    loaded = load_record(the_save())
    moves = {str(move) for move in legal_moves(loaded.moves[-1].after)}
    assert set(listed) - {"plant", "pull"} == moves


def test_undo_redo_save_and_load(tmp_path):
    """Turns go back and come again; a copy can be kept and gone on with in a save of its own."""
    copy = tmp_path / "my copy.fakir"
    printed = text(f"x2.3\nx1.3\nundo\nu\nredo\nsave {copy}\nx3.3\nload {copy}\nquit\n")
    assert f"Kept in {copy}." in printed
    assert [str(played.move) for played in load_record(copy).moves] == ["x2.3"]
    assert [str(played.move) for played in load_record(copy).undone] == ["x1.3"]
    lasts = sorted(str(load_record(path).moves[-1].move) for path in saves_dir().glob("*.fakir"))
    assert lasts == ["x2.3", "x3.3"]


def test_an_unfinished_game_is_offered_and_resumed():
    """After a quit the next start offers the game, resume goes on with it in the same file."""
    text("x2.3\nx1.3\n")
    printed = text("resume\nx3.3\n")
    assert "is unfinished" in printed
    assert [str(played.move) for played in load_record(the_save()).moves] == ["x2.3", "x1.3", "x3.3"]


def test_help_says_how_moves_are_typed():
    """Help shows every form of a move and every other word."""
    printed = text("help\n")
    for word in ("x2.3^", "b2=", "hand~", "undo", "redo", "save FILE", "load FILE", "resume", "quit", "?"):
        assert word in printed


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_computers_play_by_themselves(mode):
    """With a computer at every seat the game plays to its end and says who has won."""
    seats = [word for seat in range(1, 1 + {"2": 2, "3": 3}.get(mode, 4)) for word in ("--seat", f"{seat}=random")]
    printed = text("", "--mode", mode, "--seed", "5", *seats)
    assert "(R11)" in printed
    assert load_record(the_save()).over


def test_one_person_against_the_greedy_player():
    """The computer answers each move at once; one undo takes back both."""
    printed = text("x2.3\nundo\nx2.2\n", "--seat", "2=greedy", "--name", "1=Ann", "--name", "2=Deep Wood")
    assert "Ann pierces bore x2.3" in printed
    assert "Deep Wood pierces" in printed
    loaded = load_record(the_save())
    assert [str(loaded.moves[0].move), len(loaded.moves)] == ["x2.2", 2]
    assert [seat.kind for seat in loaded.header.seats] == ["human", "greedy"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seat", "1=genius"], "genius"),
        (["--seat", "7=random"], "seats 1 to 2"),
        (["--seat", "1"], "SEAT=KIND"),
        (["--seat", "1=random", "--seat", "1=greedy"], "twice"),
        (["--block", "nowhere"], "nowhere"),
        (["--engine", "steam"], "steam"),
        (["--first", "0"], "seats count from 1"),
        (["--seat", "0=random"], "seats count from 1"),
        (["--name", "0=Ann"], "seats count from 1"),
        (["--first", "5"], "seats 1 to 2"),
        (["--load", "/no/such.fakir"], "cannot read /no/such.fakir"),
        (["--mode", "5"], "invalid mode '5'"),
    ],
)
def test_what_cannot_be_asked_for_is_misuse(words, told):
    """Nothing is begun or written, and one line says what exists."""
    with pytest.raises(MisuseError, match=told):
        run("text", *words)
    assert not list(saves_dir().glob("*.fakir"))


def test_ctrl_c_leaves_with_the_game_kept(monkeypatch):
    """An interrupt at the prompt is quit."""
    lines = iter(["x2.3"])

    def typed(_prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(builtins, "input", typed)
    assert "is kept in" in text("")
    assert len(load_record(the_save()).moves) == 1


def test_the_table_mirrors_the_position():
    """Every stick of a position in the middle of a game is drawn where it is, and every player is told."""
    text("", "--seat", "1=random", "--seat", "2=random", "--seed", "9")
    for played in load_record(the_save()).moves:
        drawn = draw_table(played.after, ("Ann", "Bo"))
        for standing in played.after.standing.values():
            assert f"{standing.stick} on {standing.on}" in drawn
        for bore, stick in played.after.pierced.items():
            assert f"{bore} {stick}" in drawn
        assert drawn.count(" gone") == 2
        for move in legal_moves(played.after):
            assert str(move) in moves_text(played.after).split()


def test_replay_tells_the_game_again():
    """Every move in words and the table after it; --from begins later; --json is one document."""
    text("x2.3\nx1.3\nb2\nundo\n")
    printed, _ = run("replay", str(the_save()))
    assert "1. x2.3  Red pierces bore x2.3 with red r1." in printed
    assert "b2" not in printed.split("holes")[0]
    later, _ = run("replay", str(the_save()), "--from", "2")
    assert "1. x2.3" not in later
    document = json.loads(run("replay", str(the_save()), "--json")[0])
    assert [move["move"] for move in document["moves"]] == ["x2.3", "x1.3"]
    assert document["winners"] is None
    assert Move.parse(document["moves"][0]["move"])
    with pytest.raises(MisuseError, match="moves 1 to 2"):
        run("replay", str(the_save()), "--from", "3")


def test_verify_leaves_with_one_for_a_finding(tmp_path):
    """Good records leave with 0; one bad among them with 1, naming file and line; --json is one document."""
    text("x2.3\nx1.3\nb2\n")
    good, bad = the_save(), tmp_path / "bad.fakir"
    bad.write_bytes(good.read_bytes().replace(b'"n":2', b'"n":3'))
    assert run("verify", str(good)) == (f"{good}: 3 moves performed again, all as they were written\n", 0)
    assert run("verify", "--hashes", str(good)) == (f"{good}: 4 lines, all as they were written\n", 0)
    printed, code = run("verify", str(good), str(bad))
    assert code == 1
    assert f"{bad}: line 3 is not as it was written" in printed
    printed, code = run("verify", "--json", "--hashes", str(good), str(bad))
    assert code == 1
    assert [game["good"] for game in json.loads(printed)["games"]] == [True, False]
    with pytest.raises(MisuseError, match="cannot read"):
        run("verify", str(tmp_path / "none.fakir"))
