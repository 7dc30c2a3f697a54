"""What follows from R1 to R11, in random games as the rules foretell them: the last section of the rules, as tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from fakir3d.rules import (
    Colour,
    Discard,
    Exchange,
    FallRule,
    Lattice,
    Mode,
    Move,
    Options,
    Outcome,
    Phase,
    Pierce,
    Pull,
    Setup,
    State,
    UnsupportedPlant,
    advance,
    legal_moves,
    predict,
    result,
    start,
)

BLOCKS = ("lattice", "staggered", "oneway", "2x2-xy", "3x2-xyy")
EVERY = [Options(fall, plant) for fall in FallRule for plant in UnsupportedPlant]
EACH = pytest.mark.parametrize("name", BLOCKS)
IN_EACH_MODE = pytest.mark.parametrize("mode", list(Mode))


def turns(steps: Iterator) -> Iterator[tuple[State, State, Move]]:
    """Yield whole turns: the state before, the state after, the first move."""
    before, first = None, None
    for step in steps:
        before, first = before or step.before, first or step.move
        if step.after.phase is not Phase.EXCHANGE:
            yield before, step.after, first
            before, first = None, None


def height(state: State, hole: object) -> int:
    return state.lattice.level[state.standing[hole].on]


def order(state: State) -> tuple[int, int, int, int]:
    """Return what every turn lowers: live sticks not standing, sum of standing levels, hand sticks, live sticks."""
    in_hands = sum(map(len, state.hands))
    not_standing = in_hands + len(state.pierced)
    levels = sum(height(state, hole) + 1 for hole in state.standing)
    return not_standing, levels, in_hands, not_standing + len(state.standing)


@EACH
@IN_EACH_MODE
def test_occupants_never_rise(play: Callable, name: str, mode: Mode) -> None:
    """While a hole stays occupied its occupant never rises, and only an exchange replaces it."""
    for options in EVERY:
        for step in play(name, mode, options, seed=1):
            for hole in step.before.standing.keys() & step.after.standing.keys():
                assert height(step.after, hole) <= height(step.before, hole)
                replaced = step.before.standing[hole].stick != step.after.standing[hole].stick
                assert not replaced or step.move == Exchange(hole)


@EACH
@IN_EACH_MODE
def test_positions_strictly_fall(play: Callable, name: str, mode: Mode) -> None:
    """Every turn lowers the position in the given order, so none repeats; games end within 2 N (F + 1) turns."""
    for number, options in enumerate(EVERY):
        count = 0
        for before, after, _ in turns(play(name, mode, options, seed=number)):
            assert order(after) < order(before)
            count += 1
        dealt = mode.seats * mode.sticks
        assert count <= 2 * dealt * (before.lattice.height_count + 1)


@EACH
@IN_EACH_MODE
def test_somebody_stays_in_and_one_wins(play: Callable, name: str, mode: Mode) -> None:
    """After a pierce, plant or pull somebody is always still in; at the end exactly one player or team has won."""
    for number, options in enumerate(EVERY):
        for before, after, first in turns(play(name, mode, options, seed=number)):
            assert result(before) is None
            if not isinstance(first, Discard):
                assert len(after.out) < mode.seats
        end = result(after)
        assert end is not None
        assert end.winners == mode.team(end.winners[0])
        left = set(range(mode.seats)) - after.out
        assert left <= set(end.winners)
        assert not legal_moves(after)


@EACH
@IN_EACH_MODE
def test_sticks_are_conserved(play: Callable, name: str, mode: Mode) -> None:
    """Hands, block, the held stick and what is gone: constant for every colour, physics or not."""
    for physics in (False, True):
        for step in play(name, mode, seed=5, physics=physics):
            state = step.after
            held = [state.held] if state.held else []
            standing = [place.stick for place in state.standing.values()]
            in_hands = [stick for hand in state.hands for stick in hand]
            everything = [*in_hands, *standing, *state.pierced.values(), *held, *state.gone]
            assert len(set(everything)) == len(everything)
            count = Counter(stick.colour for stick in everything)
            each = mode.sticks * len(mode.team(0))
            assert count == {mode.colour(seat): each for seat in range(mode.seats)}


@pytest.mark.parametrize("name", BLOCKS)
def test_exchange_moves_only_two_sticks(play: Callable, name: str) -> None:
    """R7 moves no stick but the two exchanged, which stand at the same place and height."""
    seen = 0
    for seed in range(6):
        for step in play(name, Mode.TEAMS, seed=seed):
            if not isinstance(step.move, Exchange):
                continue
            seen += 1
            hole = step.move.hole
            before, after = dict(step.before.standing), dict(step.after.standing)
            assert before.pop(hole).on == after.pop(hole).on
            assert before == after
            assert step.before.pierced == step.after.pierced
            assert step.before.gone == step.after.gone
    assert seen >= 5


def _greedy_pullers(lattice: Lattice, mode: Mode) -> int:
    """Return how many turns a game takes when everybody pulls whenever they may, their own first, and pierces else."""

    def wish(state: State, move: Move) -> int:
        if isinstance(move, Pull):
            return 0 if state.pierced[move.bore].colour is state.colour else 1
        return 2 if isinstance(move, Pierce) else 3

    state, count, seen = start(Setup(lattice, mode, mode.sticks)), 0, set()
    while state.phase is not Phase.OVER:
        move = min(legal_moves(state), key=lambda move, state=state: wish(state, move))
        state = advance(state, move, predict(state, move))
        count += state.phase is not Phase.EXCHANGE
        assert str(state) not in seen
        seen.add(str(state))
    return count


@EACH
@IN_EACH_MODE
def test_rounds_end(block: Callable[[str], Lattice], name: str, mode: Mode) -> None:
    """Field report BG-09: programs that pull and pierce over and over come to an end; no position repeats."""
    lattice = block(name)
    assert _greedy_pullers(lattice, mode) <= 2 * mode.seats * mode.sticks * (lattice.height_count + 1)


@pytest.mark.parametrize("mode", list(Mode))
def test_sticks_of_one_colour_are_alike(block: Callable[[str], Lattice], mode: Mode) -> None:
    """R7: dealt with other numbers, the same moves are legal and bring the same colours to the same places."""
    rng = Random(f"alike {mode}")
    first = start(Setup(block("lattice"), mode, mode.sticks))
    second = renumbered(first, rng)
    while first.phase is not Phase.OVER:
        assert legal_moves(first) == legal_moves(second)
        move = rng.choice(legal_moves(first))
        assert colours(predict(first, move)) == colours(predict(second, move))
        first, second = (advance(state, move, predict(state, move)) for state in (first, second))
        assert anonymous(first) == anonymous(second)


def renumbered(state: State, rng: Random) -> State:
    from dataclasses import replace

    dealt = [stick for hand in state.hands for stick in hand]
    new = {}
    for colour in Colour:
        same = [stick for stick in dealt if stick.colour is colour]
        new.update(zip(same, rng.sample(same, len(same)), strict=True))
    return replace(
        state,
        hands=tuple(tuple(sorted((new[stick] for stick in hand), key=lambda s: s.number)) for hand in state.hands),
    )


def colours(outcome: Outcome) -> Counter:
    return Counter((fall.stick.colour, fall.hole, fall.origin, fall.to) for fall in outcome.falls)


def anonymous(state: State) -> tuple:
    return (
        {hole: (place.stick.colour, place.on) for hole, place in state.standing.items()},
        {bore: stick.colour for bore, stick in state.pierced.items()},
        [[stick.colour for stick in hand] for hand in state.hands],
        state.held.colour if state.held else None,
        Counter(stick.colour for stick in state.gone),
        (state.out, state.seat, state.phase, state.played, state.barred),
    )
