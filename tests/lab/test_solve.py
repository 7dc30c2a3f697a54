"""Small games solved: against figures published before, against rules/ alone, and against one's own line of play."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis
from fakir3d.cli.main import build_app
from fakir3d.errors import FakirError, MisuseError
from fakir3d.lab.solve import AllOut, Value, solve
from fakir3d.rules import (
    FallRule,
    Mode,
    Move,
    Options,
    Phase,
    Setup,
    State,
    UnsupportedPlant,
    advance,
    legal_moves,
    predict,
    result,
    start,
)
from fakir3d.rules.perft import turns

ANY, VANISH = FallRule.ANY, FallRule.VANISH
A, F = UnsupportedPlant.ALLOWED, UnsupportedPlant.FORBIDDEN

# Size, floors from the top, sticks, fall, plant; positions, value, longest line: by programs written elsewhere.
ROWS = [
    ("2x2 XY", 2, ANY, F, 463, "loss", 7),
    ("2x2 XY", 3, ANY, F, 4_165, "win", 15),
    ("2x2 XY", 3, VANISH, F, 3_004, "win", 14),
    ("2x2 XY", 4, ANY, F, 17_957, "win", 25),
    ("2x2 XY", 5, ANY, F, 49_986, "win", 35),
    ("2x2 XY", 6, ANY, F, 101_842, "loss", 45),
    ("2x2 XY", 8, ANY, F, 268_420, "loss", 65),
    ("2x2 XY", 10, ANY, F, 510_006, "win", 85),
    ("2x2 XYX", 3, ANY, F, 17_372, "loss", 15),
    ("2x2 XYXY", 3, ANY, F, 53_602, "loss", 15),
    ("3x3 XY", 3, ANY, F, 72_260, "loss", 16),
    ("2x2 XY", 2, ANY, A, 679, "loss", None),
    ("2x2 XY", 3, ANY, A, 5_789, "win", None),
    ("2x2 XY", 3, VANISH, A, 5_108, "win", None),
    ("2x2 XY", 4, ANY, A, 20_975, "win", None),
    ("2x2 XY", 5, ANY, A, 53_265, "win", None),
    ("2x2 XY", 6, ANY, A, 105_979, "loss", None),
    ("2x2 XYX", 3, ANY, A, 24_104, "loss", None),
    ("2x2 XYXY", 3, ANY, A, 73_674, "loss", None),
    ("3x3 XY", 3, ANY, A, 89_893, "loss", None),
]
GREAT = [
    ("3x3 XY", 4, ANY, F, 1_036_680, "loss", 30),
    ("3x3 XYXY", 3, ANY, F, 986_729, "loss", 20),
    ("4x4 XY", 3, ANY, F, 507_768, "loss", 17),
    ("3x3 XY", 5, ANY, F, 6_749_634, "loss", 40),
    ("3x3 XYX", 4, ANY, F, 6_679_467, "loss", 34),
    ("3x3 XY", 4, ANY, A, 1_064_529, "loss", None),
    ("2x2 XY", 8, ANY, A, 274_265, "loss", None),
    ("2x2 XY", 10, ANY, A, 518_429, "win", None),
]


def lattice(words: str) -> Lattice:
    """Return the block that ``3x2 XYY`` means: columns, rows, floors from the top, none of which meet."""
    size, floors = words.split()
    columns, rows = map(int, size.split("x"))
    return Lattice(columns, rows, tuple(frozenset({Axis(floor.lower())}) for floor in reversed(floors)))


def opening(words: str, sticks: int, fall: FallRule = ANY, plant: UnsupportedPlant = F, mode: Mode = Mode.TWO) -> State:
    """Return the start of a game."""
    return start(Setup(lattice(words), mode, sticks, Options(fall, plant)))


def words(row: tuple[object, ...]) -> str:
    """Return a row's name."""
    return "-".join(str(getattr(part, "value", part)) for part in row[:4])


@pytest.mark.parametrize("row", ROWS, ids=words)
def test_published_rows(row: tuple) -> None:
    """The same value, number of positions and longest line as in the published figures, counted as they count."""
    block, sticks, fall, plant, positions, value, longest = row
    solution = solve(opening(block, sticks, fall, plant), all_out=AllOut.DRAW)
    assert (solution.positions, solution.value.value) == (positions, value)
    assert longest in {None, solution.longest}
    assert solution.maps == 1


@pytest.mark.campaign
@pytest.mark.parametrize("row", GREAT, ids=words)
def test_great_published_rows(row: tuple) -> None:
    """The same up to 6.7 million positions."""
    test_published_rows(row)


@pytest.mark.parametrize("row", [*ROWS[:3], ROWS[11]], ids=words)
def test_smallest_rows_by_rules_alone(row: tuple) -> None:
    """Without the kernel: the readable rules walk through the same game and find the same."""
    block, sticks, fall, plant, positions, value, _ = row
    for all_out, count in ((AllOut.DRAW, positions), (AllOut.LAST, None)):
        state = opening(block, sticks, fall, plant)
        known: dict[object, tuple[int, int, int]] = {}
        worth = by_rules(state, all_out, known)
        solution = solve(state, all_out=all_out, fold=False)
        assert {1: "win", 0: "draw", -1: "loss"}[worth[0]] == solution.value.value == value
        assert worth[1:] == (solution.turns, solution.longest)
        assert len(known) == solution.positions
        assert count in {None, len(known)}


def by_rules(state: State, all_out: AllOut, known: dict[object, tuple[int, int, int]]) -> tuple[int, int, int]:
    """Return what a position is worth to its mover (1, 0, -1), how long best play lasts, and the longest line."""
    if state.phase is Phase.OVER:
        end = result(state)
        assert end
        if all_out is AllOut.DRAW and len(state.out) == state.mode.seats:
            return 0, 0, 0
        return (1 if state.seat in end.winners else -1), 0, 0
    key = anonymous(state, all_out)
    if key not in known:
        ends = []
        for _, after in turns(state):
            worth, left, longest = by_rules(after, all_out, known)
            ends.append((worth if after.seat == state.seat else -worth, left, longest))
        best = max(worth for worth, _, _ in ends)
        lengths = [left for worth, left, _ in ends if worth == best]
        known[key] = best, 1 + (min if best == 1 else max)(lengths), 1 + max(longest for _, _, longest in ends)
    return known[key]


def anonymous(state: State, all_out: AllOut) -> object:
    """Return all of a position that matters, the sticks' numbers left out."""
    return (
        tuple((hole, standing.stick.colour, standing.on) for hole, standing in state.standing.items()),
        tuple((bore, stick.colour) for bore, stick in state.pierced.items()),
        tuple(map(len, state.hands)),
        (state.out, state.seat),
        state.played if all_out is AllOut.LAST else None,
    )


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("words", ["2x2 XY", "3x2 XYY"])
def test_folding_changes_only_the_count(words: str, mode: Mode) -> None:
    """Symmetric positions taken for one: fewer positions, all else as before, in every mode."""
    state = opening(words, 2 if mode is Mode.TWO or words == "2x2 XY" else 1, mode=mode)
    plain, folded = solve(state, fold=False), solve(state, fold=True)
    assert (folded.value, folded.forcing, folded.turns, folded.longest) == (
        plain.value,
        plain.forcing,
        plain.turns,
        plain.longest,
    )
    assert folded.positions < plain.positions
    assert folded.maps == (4 if words == "2x2 XY" else 12)


def test_the_line_is_a_game_that_keeps_its_promise() -> None:
    """Played by rules/, the line ends after as many turns as was said, with the winner that was said."""
    for mode, sticks in ((Mode.TWO, 3), (Mode.TWO, 4), (Mode.TEAMS, 1), (Mode.THREE, 1), (Mode.FOUR, 1)):
        state = opening("2x2 XY", sticks, mode=mode)
        solution = solve(state)
        assert len(solution.line) == solution.turns
        for turn in solution.line:
            for move in turn:
                assert move in legal_moves(state)
                state = advance(state, move, predict(state, move))
        end = result(state)
        assert end
        assert solution.forcing in {(), end.winners}


def test_the_loser_cannot_do_better() -> None:
    """From the position after any first turn, the value is never better for the mover than that of the start."""
    state = opening("2x2 XY", 3)
    values = [solve(after).value for _, after in turns(state)]
    assert solve(state).value is Value.WIN
    assert Value.LOSS in values
    lost = opening("2x2 XY", 2)
    assert solve(lost).value is Value.LOSS
    assert {solve(after).value for _, after in turns(lost)} == {Value.WIN}


def test_against_all_the_others() -> None:
    """With three players often nobody can force a win; then the value is open."""
    solution = solve(opening("2x2 XY", 2, mode=Mode.THREE))
    assert (solution.value, solution.forcing) == (Value.OPEN, ())


def test_more_than_one_word() -> None:
    """A block whose positions take several words, its bores two for each colour: as the readable rules find it."""
    state = start(Setup(Lattice(9, 3, (frozenset(Axis),) * 6), Mode.TWO, 1))
    known: dict[object, tuple[int, int, int]] = {}
    worth = by_rules(state, AllOut.LAST, known)
    solution = solve(state, fold=False)
    assert len(state.lattice.bores) == 72
    assert (solution.turns, solution.longest, solution.positions) == (*worth[1:], len(known))
    assert solution.value is (Value.WIN if worth[0] == 1 else Value.LOSS)


def test_memory_is_kept_to() -> None:
    """A bound too small for the answer stops with what is needed; one too small to begin says that."""
    state = opening("3x3 XY", 3)
    with pytest.raises(FakirError, match=r"stopped after [\d,]+ positions: .* are allowed; raise --memory"):
        solve(state, memory=1 << 20, fold=False)
    with pytest.raises(FakirError, match="even the beginning needs"):
        solve(state, memory=1 << 10)
    with pytest.raises(MisuseError, match="too few"):
        solve(state, memory=0)
    solution = solve(state, memory=8 << 20, fold=False)
    assert solution.memory <= 8 << 20


def test_what_cannot_be_solved() -> None:
    """A game that is over, and a pull that waits for its exchange."""
    state = opening("2x2 XY", 1)
    while state.phase is not Phase.OVER:
        move = legal_moves(state)[0]
        state = advance(state, move, predict(state, move))
    with pytest.raises(MisuseError, match="the game is over"):
        solve(state)
    state = opening("2x2 XY", 3)
    for text in ("x1.1", "x2.1", "a1", "b1", "b2", "a2", "x2.1^"):
        state = advance(state, Move.parse(text), predict(state, Move.parse(text)))
    assert state.phase is Phase.EXCHANGE
    with pytest.raises(MisuseError, match="exchange"):
        solve(state)


def test_progress_is_told() -> None:
    """Whoever watches hears of more and more positions."""
    told: list[tuple[int, int]] = []
    solution = solve(opening("3x3 XY", 3), watch=lambda positions, used: told.append((positions, used)), fold=False)
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1] == (solution.positions, solution.memory)


@pytest.fixture
def run() -> Callable[..., typer.testing.Result]:
    """Return the command, to be called with its words."""
    return lambda *arguments: CliRunner().invoke(build_app(), ["lab", "solve", *arguments])


BLOCK = str(Path(__file__).parents[1] / "blocks" / "2x2-xy.toml")


def test_command_for_people(run: Callable) -> None:
    """Who wins, how, and what it took."""
    who, how, cost = run(BLOCK, "--sticks", "3").stdout.splitlines()
    assert who == "2x2-xy, mode 2, 3 sticks in each hand: seat 1 begins and wins by force, in 12 turns."
    assert how.startswith("Best play: ")
    assert how.count(",") == 11
    assert cost.startswith("1,227 positions, 4 orders of rows and columns taken for one; the longest line takes 15")
    assert "seat 2 wins by force" in run(BLOCK, "--sticks", "2").stdout
    assert "seat 1 wins by force" in run(BLOCK, "--sticks", "2", "--first", "2").stdout
    assert "seats 2 and 4 win by force" in run("lattice", "--sticks", "1", "--mode", "teams").stdout


def test_command_for_programs(run: Callable) -> None:
    """One document; as the published figures count."""
    shown = run(BLOCK, "--sticks", "3", "--all-out", "draw", "--option", "fall=vanish", "--json")
    document = json.loads(shown.stdout)
    assert len(document.pop("line")) == document["turns"]
    assert document.pop("seconds") >= 0
    assert document.pop("memory") > 0
    assert document == {
        "format": "fakir-solution",
        "version": 1,
        "block": "2x2-xy",
        "mode": "2",
        "sticks": 3,
        "options": {"fall": "vanish", "unsupported_plant": "forbidden"},
        "first": 0,
        "all_out": "draw",
        "value": "win",
        "forcing": [0],
        "turns": 12,
        "longest": 14,
        "positions": 3004,
        "maps": 1,
    }


@pytest.mark.parametrize("size", ["0", "much", "-1G", "2 gallons", "", "1e3"])
def test_sizes_that_are_none(run: Callable, size: str) -> None:
    """A size that cannot be read is refused by name."""
    refused = run(BLOCK, "--sticks", "2", "--memory", size).exception
    assert isinstance(refused, MisuseError)
    assert repr(size) in str(refused)


@pytest.mark.parametrize("size", ["500M", "1.5 G", "2gb", "3MiB", "900k"])
def test_sizes(run: Callable, size: str) -> None:
    """Sizes as people write them."""
    assert run(BLOCK, "--sticks", "2", "--memory", size).exit_code == 0


def test_too_little_memory_is_a_finding(run: Callable) -> None:
    """The command ends with what would be needed, and exit code 1."""
    stopped = run("lattice", "--sticks", "4", "--memory", "600k").exception
    assert isinstance(stopped, FakirError)
    assert stopped.exit_code == 1
    assert "stopped after" in str(stopped)
