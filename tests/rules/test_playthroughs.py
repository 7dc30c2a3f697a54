"""Golden playthroughs: for each preset and mode one whole game as text, regenerated and compared line by line.

A change of the rules shows as a readable difference. ``python tests/rules/test_playthroughs.py`` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.rules import (
    FallRule,
    Mode,
    Move,
    Options,
    Outcome,
    Phase,
    Setup,
    State,
    UnsupportedPlant,
    advance,
    legal_moves,
    predict,
    result,
    say_move,
    say_outcome,
    say_phase,
    start,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "playthroughs"
NAMES = ("Ann", "Bo", "Cy", "Di")
READINGS = [Options(fall, plant) for fall in FallRule for plant in UnsupportedPlant]
GAMES = [(preset, mode) for preset in preset_names() for mode in Mode]


def playthrough(preset: str, mode: Mode) -> Iterator[str]:
    """Yield the lines of a game; the four combinations of options take turns."""
    number = GAMES.index((preset, mode))
    rng = Random(number)
    options = READINGS[(number + number // 4) % 4]
    state = start(Setup(lattice_of(load_block(preset)), mode, mode.sticks, options, number % mode.seats))
    names = NAMES[: mode.seats]
    while state.phase is not Phase.OVER:
        moves = legal_moves(state)
        # Not rng.choice: its way of drawing is no promise of Python's.
        move = moves[int(rng.random() * len(moves))]
        outcome = predict(state, move)
        yield f"state   {state}"
        yield f"legal   {' '.join(map(str, moves))}"
        yield f"move    {move}"
        yield f"outcome {outcome}"
        sentences = (say_phase(state, names), say_move(state, move, names), *say_outcome(state, move, outcome, names))
        yield f"said    {' '.join(sentences)}"
        state = advance(state, move, outcome)
    end = result(state)
    yield f"state   {state}"
    yield f"result  {','.join(map(str, end.winners)) if end else '-'}"
    yield f"said    {say_phase(state, names)}"


def path(preset: str, mode: Mode) -> Path:
    return GOLDEN / f"{preset}-{mode}.txt"


@pytest.mark.parametrize(("preset", "mode"), GAMES, ids=str)
def test_golden_playthrough(preset: str, mode: Mode) -> None:
    """State, legal moves, move, outcome and what is said of them: every line as it was."""
    golden = path(preset, mode).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip_longest(playthrough(preset, mode), golden), 1):
        assert now == then, f"line {number}"


@pytest.mark.parametrize(("preset", "mode"), GAMES, ids=str)
def test_playthrough_can_be_played_from_its_text(preset: str, mode: Mode) -> None:
    """The file alone is the game: each state, move and outcome in it parses, and leads to the next state in it."""
    lattice = lattice_of(load_block(preset))
    lines = [line.split(None, 1) for line in path(preset, mode).read_text(encoding="utf-8").splitlines()]
    states = [State.parse(text, lattice) for key, text in lines if key == "state"]
    moves = [Move.parse(text) for key, text in lines if key == "move"]
    outcomes = [Outcome.parse(text) for key, text in lines if key == "outcome"]
    assert len(states) == len(moves) + 1 == len(outcomes) + 1
    for number, (move, outcome) in enumerate(zip(moves, outcomes, strict=True)):
        assert advance(states[number], move, outcome) == states[number + 1]


def test_every_game_has_a_file() -> None:
    """No preset and mode goes without, and no file is left over."""
    assert sorted(GOLDEN.iterdir()) == sorted(path(*game) for game in GAMES)


if __name__ == "__main__":
    for game in GAMES:
        path(*game).write_text("\n".join(playthrough(*game)) + "\n", encoding="utf-8")
