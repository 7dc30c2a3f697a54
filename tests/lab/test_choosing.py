"""Who chooses an audit's moves: by lot, greedily, or where physics is hardest."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.block.names import Bore
from fakir3d.lab.audit.adversary import Adversary, clearance_lean_deg
from fakir3d.lab.audit.choosing import MOVE_KINDS, MoveChoice, chooser, kind_of
from fakir3d.rules import (
    Mode,
    Move,
    Options,
    Phase,
    Pull,
    Setup,
    State,
    UnsupportedPlant,
    advance,
    legal_moves,
    predict,
    start,
)

GAMES = 12


@dataclass(frozen=True, slots=True)
class Hardness:
    """What the pulls of some games were like.

    Attributes:
        falls: how many sticks fell in one, on average.
        fall_m: how deep one fell, on average [m].
        shallow: the share of falls of sticks that less than 35 mm of the block held.
        fullness: the share of holes taken before one, on average.
    """

    falls: float
    fall_m: float
    shallow: float
    fullness: float


def moves_of(choice: MoveChoice, block: str, number: int, options: Options | None = None) -> list[tuple[State, Move]]:
    """Return the positions and moves of a game that rules alone play."""
    spec, rng = load_block(block), Random(f"{block}/{number}")
    state = start(Setup(lattice_of(spec), Mode.TWO, 10, options or Options()))
    choose, made = chooser(choice, spec, rng), []
    while state.phase is not Phase.OVER:
        move = choose(state)
        assert move in legal_moves(state)
        made.append((state, move))
        state = advance(state, move, predict(state, move))
    return made


def hardness(choice: MoveChoice, block: str) -> Hardness:
    """Return what the pulls of some games were like."""
    spec = load_block(block)
    pulls = [
        (state, predict(state, move).drops)
        for number in range(GAMES)
        for state, move in moves_of(choice, block, number)
        if isinstance(move, Pull)
    ]
    drops = [drop for _, found in pulls for drop in found]
    feet = [(spec.foot_m(drop.origin), spec.foot_m(drop.to) if isinstance(drop.to, Bore) else 0.0) for drop in drops]
    return Hardness(
        falls=len(drops) / len(pulls),
        fall_m=sum(high - low for high, low in feet) / len(feet),
        shallow=sum(spec.size_m[2] - high < 0.035 for high, _ in feet) / len(feet),
        fullness=sum(len(state.standing) / len(spec.holes) for state, _ in pulls) / len(pulls),
    )


@pytest.mark.parametrize("block", ["lattice", "staggered", "oneway"])
def test_an_adversary_seeks_what_is_hardest(block: str) -> None:
    """More sticks fall at once, deeper, from where less holds them, out of fuller blocks than in games by lot."""
    by_lot, sought = hardness(MoveChoice.RANDOM, block), hardness(MoveChoice.ADVERSARIAL, block)
    assert sought.falls > 1.1 * by_lot.falls
    assert sought.fall_m > 1.2 * by_lot.fall_m
    assert sought.shallow > 1.5 * by_lot.shallow
    assert sought.fullness > 1.1 * by_lot.fullness


@pytest.mark.parametrize("choice", MoveChoice)
def test_every_choice_repeats_and_differs_from_game_to_game(choice: MoveChoice) -> None:
    """The same lots give the same moves; another game is another one; all kinds of moves but rare ones occur."""
    games = [[move for _, move in moves_of(choice, "lattice", number)] for number in range(6)]
    assert games == [[move for _, move in moves_of(choice, "lattice", number)] for number in range(6)]
    assert len({tuple(game) for game in games}) == len(games)
    kinds = {kind_of(move) for game in games for move in game}
    assert {"pierce", "plant", "pull", "exchange"} <= kinds <= set(MOVE_KINDS)


def test_an_adversary_plays_where_plants_need_no_support() -> None:
    """In the empty block with unsupported plants allowed, too, there is a move."""
    assert moves_of(MoveChoice.ADVERSARIAL, "oneway", 1, Options(unsupported_plant=UnsupportedPlant.ALLOWED))


def test_an_adversary_carries_out_the_greatest_threat() -> None:
    """All holes taken, three sticks high over nothing, six low ones: the high ones' support goes."""
    spec = load_block("lattice")
    state = start(Setup(lattice_of(spec), Mode.TWO, 10))
    for text in ("x2.3", "x1.1", "x3.1", "a2", "b2", "c2", "a1", "b1", "c1", "a3", "b3", "c3"):
        move = next(move for move in legal_moves(state) if str(move) == text)
        state = advance(state, move, predict(state, move))
    chosen = {str(Adversary(spec, Random(seed)).choose(state)) for seed in range(20)}
    assert "x2.3^" in chosen
    assert not {"x1.1^", "x3.1^"} & chosen


def test_a_stick_that_stands_high_can_lean_far() -> None:
    """30 mm engaged with half a millimetre of room: 1 degree; on the lowest floor a third of that."""
    spec = load_block("lattice")
    high, low = (clearance_lean_deg(spec, Bore.parse(f"x1.{floor}")) for floor in (3, 1))
    assert high == pytest.approx(1.05, abs=0.1)
    assert low < 0.5 * high
