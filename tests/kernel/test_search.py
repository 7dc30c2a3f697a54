"""The search finds what looking at everything finds, keeps to its budgets, and stops when told."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from fakir3d.errors import MisuseError
from fakir3d.kernel import layout as at
from fakir3d.kernel.evaluate import FEATURES, WEIGHTS, count_features, evaluate
from fakir3d.kernel.game import Kernel
from fakir3d.kernel.search import WON
from fakir3d.kernel.search_root import Search
from fakir3d.rules import (
    Colour,
    Mode,
    Options,
    Phase,
    Pierce,
    Plant,
    Pull,
    Setup,
    State,
    advance,
    legal_moves,
    predict,
    result,
    start,
)
from tests.kernel.agreeing import EVERY, block, drawn, game, setups
from tests.kernel.test_convert import BARRED, HUNG


def worth(state: State, us: int) -> int:
    """Return what the evaluation gives a state, for the side of a seat."""
    kernel = Kernel(state.setup)
    colour = list(Colour).index(state.mode.colour(us))
    scratch = np.zeros(at.MASKS, np.uint64), np.zeros(4 * len(FEATURES), np.int64)
    return int(evaluate(kernel.tables, kernel.position(state), scratch, WEIGHTS, np.int64(colour)))


def plain(state: State, us: int, depth: int, ply: int = 0) -> int:
    """Return a state's value for the side of a seat by looking at everything, with rules/: no bounds, no table."""
    end, team = result(state), state.mode.team(us)
    if end or all(seat in state.out for seat in team):
        return WON - ply if end and us in end.winners else ply - WON
    if depth == 0 and state.phase is not Phase.EXCHANGE:
        return worth(state, us)
    below = depth if state.phase is Phase.EXCHANGE else depth - 1
    values = [
        plain(advance(state, move, predict(state, move)), us, below, ply + 1)
        for move in legal_moves(replace(state, barred=frozenset()))
    ]
    return max(values) if state.seat in team else min(values)


@pytest.mark.parametrize(("mode", "depth"), [(Mode.TWO, 1), (Mode.TWO, 3), (Mode.THREE, 2), (Mode.TEAMS, 2)])
def test_as_good_as_looking_at_everything(mode: Mode, depth: int) -> None:
    """Every move's value is that of a plain search through rules/, exchanges and skipped seats included."""
    phases = set()
    for options in (EVERY[0], EVERY[-1]):
        setup = Setup(block("2x2-xy"), mode, 3 if depth < 3 else 2, options)
        for state in [state for seed in range(8) for state in list(game(setup, seed))[1::2]]:
            moves = legal_moves(state)
            if len(moves) < 2:
                continue  # nothing to choose, and nothing is searched
            kernel, phases = Kernel(setup), phases | {state.phase}
            found = Search(kernel).think(state, nodes=10**7, depth=depth, width=len(moves))
            below = depth if state.phase is Phase.EXCHANGE else depth - 1
            expected = {
                str(move): plain(advance(state, move, predict(state, move)), state.seat, below, 1) for move in moves
            }
            certain = [value for value in expected.values() if abs(value) > WON // 2]
            if len(certain) < len(expected):
                assert {str(kernel.move(each.code)): each.value for each in found.moves} == expected, state
            else:
                # It looks no deeper than it must once all is certain; who wins it knows all the same.
                signs = {str(kernel.move(each.code)): each.value > 0 for each in found.moves}
                assert signs == {move: value > 0 for move, value in expected.items()}, state
    assert phases >= {Phase.MOVE, Phase.DISCARD}
    assert mode is not Mode.TWO or depth == 3 or Phase.EXCHANGE in phases


@pytest.mark.parametrize(
    ("name", "sticks", "wins"),
    [("2x2-xy", 2, False), ("2x2-xy", 3, True), ("2x2-xy", 4, True), ("2x2-xy", 5, True), ("2x2-xy", 6, False)],
)
def test_small_games_are_searched_to_their_end(name: str, sticks: int, wins: bool) -> None:
    """The value of whole small games, as published counts have it (two programs, without any search of ours)."""
    setup = Setup(block(name), Mode.TWO, sticks)
    thought = Search(Kernel(setup)).think(start(setup), nodes=20_000_000)
    assert abs(thought.moves[0].value) > WON // 2
    assert (thought.moves[0].value > 0) is wins
    assert thought.nodes < 20_000_000


def test_what_the_evaluation_counts() -> None:
    """Each feature is what rules/ says it is, on all presets, modes and options."""
    masks, seen, met = np.zeros(at.MASKS, np.uint64), np.zeros(4 * len(FEATURES), np.int64), 0
    for number, setup in enumerate([*setups(), Setup(block("mixed"), Mode.TWO, 10)]):
        for state in list(game(drawn(setup, number), number))[::3]:
            if state.phase in {Phase.MOVE, Phase.DISCARD}:
                kernel = Kernel(state.setup)
                count_features(kernel.tables, kernel.position(state), masks, seen)
                for colour in {state.mode.colour(seat) for seat in range(state.mode.seats)}:
                    first = len(FEATURES) * list(Colour).index(colour)
                    counted = dict(zip(FEATURES, seen[first : first + len(FEATURES)].tolist(), strict=True))
                    assert counted == features(state, colour), (state, colour)
                    met += 1
    assert met > 1000


def features(state: State, colour: Colour) -> dict[str, int]:
    """Return the evaluation's features of a colour, counted with rules/."""
    own = [hole for hole, standing in state.standing.items() if standing.stick.colour is colour]
    lives = [sum(bore in state.pierced for bore in state.lattice.under[hole]) for hole in own]
    hand = sum(stick.colour is colour for sticks in state.hands for stick in sticks)
    # Asked as somebody who has sticks in hand and two of them standing would be.
    every = Options(unsupported_plant=state.setup.options.unsupported_plant)
    places = pulls = 0
    for seat in range(state.mode.seats):
        asked = replace(state, setup=replace(state.setup, options=every), seat=seat, phase=Phase.MOVE)
        if state.mode.colour(seat) is colour:
            moves = legal_moves(asked)
            places = max(places, sum(isinstance(move, Pierce | Plant) for move in moves))
            pulls = max(pulls, sum(isinstance(move, Pull) for move in moves))
    pierced = sum(stick.colour is colour for stick in state.pierced.values())
    counts = (hand, pierced, len(own), len(own) >= 2, places, pulls, sum(lives), lives.count(1), state.colour is colour)
    return dict(zip(FEATURES, map(int, counts), strict=True))


def opening(name: str = "staggered", mode: Mode = Mode.TWO) -> State:
    """Return the first position of a game."""
    return start(Setup(block(name), mode, mode.sticks))


def test_a_search_is_a_function_of_what_it_is_given() -> None:
    """Same state, nodes and seed: the same thought, from another searcher too; another seed, another order."""
    state = opening()
    search = Search(Kernel(state.setup))
    thoughts = [search.think(state, nodes=5000, seed=seed) for seed in (1, 1, 2)]
    assert thoughts[0] == thoughts[1] == Search(Kernel(state.setup)).think(state, nodes=5000, seed=1)
    assert [move.code for move in thoughts[0].moves] != [move.code for move in thoughts[2].moves]
    assert {move.code for move in thoughts[0].moves} == {move.code for move in thoughts[2].moves}


@pytest.mark.parametrize("nodes", [1, 100, 3000, 50_000])
def test_the_nodes_are_kept_to(nodes: int) -> None:
    """No position more than asked; only a first look one turn ahead is always finished."""
    state = opening()
    thought = Search(Kernel(state.setup)).think(state, nodes=nodes)
    assert thought.nodes <= max(nodes, len(legal_moves(state)))
    assert thought.depth >= 1
    assert not thought.stopped
    assert len(thought.moves) == len(legal_moves(state))


def test_the_seconds_are_kept_to() -> None:
    """With nodes without end, time ends the search, and there is an answer."""
    state = opening()
    search = Search(Kernel(state.setup))
    search.think(state, nodes=1)
    thought = search.think(state, nodes=10**15, seconds=0.2)
    assert thought.nodes < 10**15
    assert thought.stopped
    assert thought.depth > 1


def test_stopped_from_another_thread() -> None:
    """The search lets go of Python's lock and of itself: told to stop, it is back at once."""
    state = opening()
    search, thoughts = Search(Kernel(state.setup)), []
    search.think(state, nodes=1)
    thinking = threading.Thread(target=lambda: thoughts.append(search.think(state, nodes=10**15)))
    thinking.start()
    time.sleep(0.1)
    search.stop()
    thinking.join(60)
    assert not thinking.is_alive()
    assert thoughts[0].stopped


@pytest.mark.parametrize("budget", [{"nodes": 0}, {"nodes": -5}, {"seconds": 0.0}, {"depth": 0}, {"width": 0}])
def test_a_budget_of_nothing(budget: dict[str, int]) -> None:
    """Nothing can be thought with nothing: told, not hung."""
    state = opening()
    with pytest.raises(MisuseError, match="a number above 0"):
        Search(Kernel(state.setup)).think(state, **{"nodes": 100, **budget})


def test_a_game_that_is_over() -> None:
    """There is nothing to search."""
    end = list(game(Setup(block("lattice"), Mode.TWO, 2), 1))[-1]
    with pytest.raises(MisuseError, match="game is over"):
        Search(Kernel(end.setup)).think(end, nodes=100)


@pytest.mark.parametrize("text", [HUNG, BARRED])
def test_what_the_kernel_refuses_is_not_searched(text: str) -> None:
    """A hung stick and a barred move are named, by the kernel."""
    state = State.parse(text, block("lattice"))
    with pytest.raises(MisuseError, match="the compiled rules know only sound blocks"):
        Search(Kernel(state.setup)).think(state, nodes=100)


def test_as_many_exact_values_as_asked() -> None:
    """The first ``width`` values are those of a search for all; the others are no lower than the truth."""
    for state in list(game(Setup(block("lattice"), Mode.TWO, 4), 5))[2:-1:4]:
        search = Search(Kernel(state.setup))
        every = search.think(state, nodes=10**7, depth=2, width=99)
        truth = {move.code: move.value for move in every.moves}
        some = search.think(state, nodes=10**7, depth=2, width=3)
        assert [move.value for move in some.moves[:3]] == [move.value for move in every.moves[:3]]
        assert all(move.value >= truth[move.code] for move in some.moves)


def test_lines_are_legal() -> None:
    """What is expected after a move can be played."""
    for mode in Mode:
        state = opening("lattice", mode)
        kernel = Kernel(state.setup)
        thought = Search(kernel).think(state, nodes=5000)
        assert len(thought.moves[0].line) > 1
        for each in thought.moves:
            assert each.line[0] == each.code
            position = kernel.position(state)
            for code in each.line:
                assert code in kernel.legal(position)
                position = kernel.play(position, code)


def test_the_greatest_block_fits() -> None:
    """64 holes, 128 bores, four players with 64 sticks: a search like any other."""
    state = start(Setup(block("deep"), Mode.FOUR, 64))
    thought = Search(Kernel(state.setup)).think(state, nodes=2000)
    assert len(thought.moves) == len(legal_moves(state))
