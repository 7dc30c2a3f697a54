"""Games as people have them in Python: text in, values out, what they would type as repr."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import fakir3d
from fakir3d import Block, Game
from fakir3d.errors import BlockError, IllegalMoveError, MisuseError, NotationError, RecordError
from fakir3d.physics.engines import available, default_engine
from fakir3d.rules import Bore, Hole, Move, Phase, Stick

COMPAT = Path(__file__).parents[1] / "golden" / "compat"
FALL = "x2.1 x1.2 x2.3 b1 b2 a1 a2 c1"
"""On lattice; x2.3^ then lets the sticks in a2 and b2 down to x2.1."""


@pytest.mark.parametrize(
    "game",
    [
        Game(engine="ideal"),
        Game("oneway", mode=3, sticks=2, first=2, seed=7, engine="ideal", moves="x2.1"),
        Game(mode="teams", fall="vanish", unsupported_plant="allowed", players=["easy", "human"] * 2, engine="ideal"),
        Game(Block.design("mine", (4, 2), "xy", stick_mm=8.0), engine="ideal", moves=["x2.1", Move.parse("b2")]),
    ],
)
def test_repr_is_what_one_would_type(game: Game) -> None:
    """It makes the same game, to the bit."""
    again = eval(repr(game), {"Game": Game, "Block": Block})  # noqa: S307 - our own words
    assert repr(again) == repr(game)
    assert again.session.header == game.session.header
    assert (again.state, again.snapshot) == (game.state, game.snapshot)


def test_text_and_values_are_the_same() -> None:
    """Wherever a move, a hole, a bore or a stick is meant."""
    game = Game(engine="ideal", first=0).play(Move.parse("x2.1")).play("b2")
    assert game.at("b2") == game.at(Hole.parse("b2")) == Stick.parse("g1")
    assert game.at("x2.1") == game.at(Bore.parse("x2.1")) == Stick.parse("r1")
    assert (game.at("a1"), game.at("x1.1")) == (None, None)
    assert game.where("g1") == game.where(Stick.parse("g1")) == Hole.parse("b2")
    assert (game.where("r1"), game.where("r2")) == (Bore.parse("x2.1"), None)


@pytest.mark.parametrize("engine", available())
def test_simulate_sees_what_play_does(engine: str) -> None:
    """The same motion and outcome; nothing of the game changes before."""
    game = Game(engine=engine, first=0, moves=FALL)
    before = (game.state, game.snapshot, game.moves, game.session.journal.content)
    seen = fakir3d.simulate(game, "x2.3^")
    assert (game.state, game.snapshot, game.moves, game.session.journal.content) == before
    played = game.play("x2.3^").moves[-1]
    assert (seen.outcome, seen.recording) == (played.observed, played.recording)
    assert str(seen.outcome) == "r3 b2 x2.3>x2.1; r4 a2 x2.3>x2.1"


def test_simulate_asks_another_engine() -> None:
    """For one move; the game keeps its own."""
    game = Game(engine="ideal", first=0, moves=FALL)
    other = default_engine()
    assert fakir3d.simulate(game, "x2.3^", engine=other).engine.name == other
    assert game.session.header.engine.name == "ideal"


def test_illegal_moves_change_nothing() -> None:
    """Neither played nor simulated."""
    game = Game(engine="ideal", first=0, moves="x2.1")
    for act in (game.play, lambda move: fakir3d.simulate(game, move)):
        with pytest.raises(IllegalMoveError, match=r"^x2\.1: R3: bore x2\.1 is not empty"):
            act("x2.1")
        with pytest.raises(NotationError, match=r"'x2\.' is no move"):
            act("x2.")
    assert len(game.moves) == 1


def test_undo_and_redo() -> None:
    """Back to the start and forward again; then there is nothing more."""
    game = Game(engine="ideal", moves="x2.1 b2")
    state = game.state
    assert game.undo().undo().moves == ()
    with pytest.raises(MisuseError, match="nothing to take back"):
        game.undo()
    assert game.redo().redo().state == state
    with pytest.raises(MisuseError, match="nothing to bring back"):
        game.redo()


def test_a_record_is_the_game(tmp_path: Path) -> None:
    """Saved, loaded, gone on with: what was taken back can still be brought back."""
    game = Game(engine="ideal", first=0, players=("human", "greedy"), moves=FALL).undo()
    loaded = fakir3d.load(str(game.save(tmp_path / "a.fakir")))
    assert repr(loaded) == repr(game)
    assert loaded.redo().state == game.redo().state
    assert loaded.play("x2.3^").snapshot == game.play("x2.3^").snapshot


@pytest.mark.parametrize("name", ["lattice-2-mujoco.fakir", "staggered-teams-bullet.fakir"])
def test_old_records_load(name: str) -> None:
    """With their engine where that is there, else with the best that is."""
    game = fakir3d.load(COMPAT / name)
    theirs = name.removesuffix(".fakir").rpartition("-")[2]
    assert game.session.header.engine.name == (theirs if theirs in available() else default_engine())
    assert repr(game.block) == f"Block.load('{name.partition('-')[0]}')"
    assert fakir3d.load(COMPAT / name, engine="ideal").session.header.engine.name == "ideal"


def test_a_cut_record_warns(tmp_path: Path) -> None:
    """Nothing is silent; a whole one warns of nothing."""
    path = Game(engine="ideal", moves="x2.1 b2").save(tmp_path / "a.fakir")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fakir3d.load(path)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.warns(UserWarning, match=r"a\.fakir: its last line was cut"):
        assert len(fakir3d.load(path).moves) == 1


def test_players_by_name() -> None:
    """Kinds, or players; people do not choose by themselves."""
    game = Game(engine="ideal", players=("human", "greedy"), first=0, sticks=2)
    assert [(seat.name, seat.kind) for seat in game.players] == [("Red", "human"), ("Green", "greedy")]
    assert game.choose("easy") in game.legal_moves()
    assert game.choose(fakir3d.player("random")) == game.choose("random")
    with pytest.raises(MisuseError, match="a human chooses by hand; computer players are random, easy, medium"):
        game.choose()
    with pytest.raises(MisuseError, match="a human chooses by hand"):
        game.play_out()
    assert game.play(game.choose("random")).choose() in game.legal_moves()
    assert game.play_out(fakir3d.player("random")).state.phase is Phase.OVER
    assert game.play_out("random").legal_moves() == ()
    with pytest.raises(MisuseError, match="over"):
        game.choose("random")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"block": "latice"}, "no block 'latice': it is no preset"),
        ({"mode": "5"}, "invalid mode '5'; it must be one of 2, 3, 4, teams"),
        ({"fall": "up"}, "invalid fall 'up'; it must be one of any, vanish"),
        ({"unsupported_plant": "no"}, "invalid unsupported_plant 'no'; it must be one of forbidden, allowed"),
        ({"engine": "havok"}, "there is no engine 'havok'"),
        ({"players": ["ann", "human"]}, "there is no player of kind 'ann'"),
        ({"players": ["easy"] * 3}, "3 players were named; mode 2 takes 2"),
        ({"sticks": 0}, "0 sticks in each hand"),
        ({"first": 2}, "2"),
        ({"moves": "x2.1 x2.1"}, "x2.1: R3: bore x2.1 is not empty"),
        ({"moves": "x2.1 nowhere"}, "'nowhere' is no move"),
    ],
)
def test_what_cannot_be_asked_for(asked: dict[str, object], told: str) -> None:
    """One line that says what exists."""
    with pytest.raises(MisuseError) as raised:
        Game(**{"engine": "ideal", **asked})
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


def test_an_unfit_block_is_refused_with_its_faults(tmp_path: Path) -> None:
    """It can be looked at; a game on it names the file."""
    block = Block.design("tight", bore_mm=5.8)
    assert [fault.field for fault in block.check()] == ["holes.diameter", "bores.diameter"]
    path = block.save(tmp_path / "tight.toml")
    for unfit, source in ((block, "block tight"), (path, "tight.toml"), (str(path), "tight.toml")):
        with pytest.raises(BlockError, match=f"{source}: 2 faults: holes.diameter"):
            Game(unfit)


def test_blocks_read_back(tmp_path: Path) -> None:
    """By text, by file, by name."""
    mine = Block.design("mine", holes=(4, 2), floors="xb", bore_mm=7.0)
    path = mine.save(tmp_path / "mine.toml")
    assert Block.parse(str(mine)) == Block.load(path) == Block.load(str(path)) == mine
    named = {"Block": Block, "Path": Path}
    for block in (mine, Block.load(path), Block.load("lattice"), Block.parse(str(mine))):
        assert eval(repr(block), named) == block  # noqa: S307 - our own words
    with pytest.raises(MisuseError, match="cannot be written"):
        mine.save(tmp_path / "nowhere" / "mine.toml")


def test_places_that_the_block_lacks() -> None:
    """Are told with those it has."""
    game = Game(engine="ideal")
    for place in ("d1", "x4.1", "x1.4"):
        with pytest.raises(MisuseError, match=f"there is no {place} in this block; it has holes a1 to c3, bores "):
            game.at(place)
    with pytest.raises(NotationError, match="is no stick"):
        game.where("b2!")
    with pytest.raises(NotationError, match="is no hole"):
        game.at("bb")


def test_a_changed_record_is_refused(tmp_path: Path) -> None:
    """By file and line."""
    path = Game(engine="ideal", moves="x2.1 b2").save(tmp_path / "a.fakir")
    path.write_bytes(path.read_bytes().replace(b'"x2.1"', b'"x2.2"', 1))
    with pytest.raises(RecordError, match=r"a\.fakir: line 2"):
        fakir3d.load(path)
