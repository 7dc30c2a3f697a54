"""The tree search finds what is certain, judges as random games do, keeps to its budgets, and stops when told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from fakir3d.errors import MisuseError
from fakir3d.kernel import tree_root
from fakir3d.kernel.game import Kernel
from fakir3d.kernel.search import WON
from fakir3d.kernel.search_root import Search
from fakir3d.kernel.tree import WHOLE
from fakir3d.kernel.tree_root import TreeSearch
from fakir3d.rules import Mode, Setup, State, advance, legal_moves, predict, result, start
from tests.kernel.agreeing import block, game
from tests.kernel.test_convert import BARRED, HUNG


@pytest.mark.parametrize("horizon", [0, 2, WHOLE])
@pytest.mark.parametrize(("sticks", "wins"), [(2, False), (3, True)])
def test_small_games_are_searched_to_their_end(sticks: int, wins: bool, horizon: int) -> None:
    """The value of whole small games, as published counts have it; however positions in between are judged."""
    setup = Setup(block("2x2-xy"), Mode.TWO, sticks)
    best = TreeSearch(Kernel(setup), horizon=horizon).think(start(setup), simulations=300_000, seed=1).moves[0]
    assert best.share > 0.9 if wins else best.share < 0.1


@pytest.mark.parametrize("mode", list(Mode))
def test_a_certain_win_is_found(mode: Mode) -> None:
    """Where a few moves win whatever the others do (alpha-beta has it), one of those is taken."""
    setup, found = Setup(block("lattice"), mode, 2), 0
    for state in [state for seed in range(40) for state in list(game(setup, seed))[-12:-1]]:
        moves = legal_moves(state)
        if len(moves) < 2:
            continue
        kernel = Kernel(state.setup)
        thought = Search(kernel).think(state, nodes=20_000, depth=3, width=len(moves))
        winning = {each.code for each in thought.moves if each.value > WON // 2}
        if winning and len(winning) < len(moves):
            assert TreeSearch(kernel).think(state, simulations=20_000, seed=3).moves[0].code in winning, state
            found += 1
    assert found > 2


@pytest.mark.parametrize("mode", list(Mode))
def test_judged_by_random_games(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the tree cannot grow, each side's share is what it wins of random games, within four times the error."""
    monkeypatch.setattr(tree_root, "_MOST_NODES", 1)
    games, setup = 20_000, Setup(block("5x5-xyxyxy"), mode, mode.sticks)
    for state in list(game(setup, 5))[:40:13]:
        kernel = Kernel(state.setup)
        wins, _ = kernel.play_out(kernel.position(state), games, 7)
        forecast = TreeSearch(kernel, horizon=WHOLE).think(state, simulations=games, seed=7)
        assert forecast.moves == ()
        for side, share in enumerate(forecast.shares):
            expected = wins[side] / games
            assert share == pytest.approx(expected, abs=4 * (0.5 / games) ** 0.5 + 1e-9)


@pytest.mark.parametrize("mode", list(Mode))
def test_what_comes_back(mode: Mode) -> None:
    """All legal moves, the most visited first; shares of sum 1; lines that can be played."""
    setup = Setup(block("staggered"), mode, 3)
    for state in list(game(setup, 1))[:-1:3]:
        kernel = Kernel(state.setup)
        forecast = TreeSearch(kernel).think(state, simulations=3_000, seed=1)
        assert {kernel.move(each.code) for each in forecast.moves} == set(legal_moves(state))
        visits = [each.visits for each in forecast.moves]
        assert visits == sorted(visits, reverse=True)
        assert sum(visits) == forecast.simulations == 3_000
        assert len(forecast.shares) == mode.sides
        assert sum(forecast.shares) == pytest.approx(1)
        at = state
        for code in forecast.moves[0].line:
            move = kernel.move(code)
            assert move in legal_moves(at)
            at = advance(at, move, predict(at, move))
        assert not forecast.stopped


def test_more_simulations_are_stronger_among_three() -> None:
    """Of 30 games, one with 10,000 simulations among two with 50 wins more than the ten that chance gives."""
    wins = 0
    for number in range(30):
        setup = Setup(block("staggered"), Mode.THREE, 5, first=number % 3)
        kernel, state, moves = Kernel(setup), start(setup), 0
        while (end := result(state)) is None:
            simulations, moves = 10_000 if state.seat == number // 3 % 3 else 50, moves + 1
            code = TreeSearch(kernel).think(state, simulations=simulations, seed=moves).moves[0].code
            move = kernel.move(code)
            state = advance(state, move, predict(state, move))
        wins += number // 3 % 3 in end.winners
    assert wins >= 16


def test_the_same_again_and_another_seed() -> None:
    """The same state, simulations and seed: the same in every number; another seed: another tree."""
    setup = Setup(block("5x5-xyxyxy"), Mode.FOUR, 5)
    first, again, other = (
        TreeSearch(Kernel(setup)).think(start(setup), simulations=2_000, seed=seed) for seed in (4, 4, 5)
    )
    assert first == again
    assert first != other


def test_a_full_tree_searches_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no more room the tree grows no more; simulations go on, and a forced win is still seen."""
    monkeypatch.setattr(tree_root, "_MOST_NODES", 200)
    setup = Setup(block("staggered"), Mode.TWO, 3)
    forecast = TreeSearch(Kernel(setup)).think(start(setup), simulations=5_000, seed=1)
    assert forecast.simulations == 5_000
    assert sum(each.visits for each in forecast.moves) == 5_000


def test_it_stops() -> None:
    """By its seconds, and when told from another thread: with what it has, soon."""
    setup = Setup(block("5x5-xyxyxy"), Mode.FOUR, 5)
    search = TreeSearch(Kernel(setup))
    search.think(start(setup), simulations=10)
    timed = search.think(start(setup), simulations=10**9, seconds=0.05)
    assert timed.stopped
    assert timed.simulations > 100
    threading.Timer(0.05, search.stop).start()
    told = search.think(start(setup), simulations=10**9)
    assert told.stopped
    assert told.simulations < 10**9
    assert told.moves


@pytest.mark.parametrize("mode", list(Mode))
def test_every_move_is_looked_at_once_whatever_the_clock_says(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped before it began, a search still has a best move, and all others."""

    @contextmanager
    def at_once(_seconds: float | None, stop: Callable[[], None]) -> Iterator[None]:
        stop()
        yield

    monkeypatch.setattr(tree_root, "stopped_after", at_once)
    state = start(Setup(block("lattice"), mode, 5))
    forecast = TreeSearch(Kernel(state.setup)).think(state, simulations=10_000, seconds=1.0)
    assert forecast.stopped
    assert [move.visits for move in forecast.moves] == [1] * len(legal_moves(state))


@pytest.mark.parametrize("budget", [{"simulations": 0}, {"simulations": 100, "seconds": 0.0}])
def test_budgets_of_nothing(budget: dict[str, int]) -> None:
    """No simulations, no time: told."""
    setup = Setup(block("2x2-xy"), Mode.TWO, 3)
    with pytest.raises(MisuseError, match="above 0"):
        TreeSearch(Kernel(setup)).think(start(setup), **budget)


def test_positions_it_cannot_search() -> None:
    """A game that is over, a hung stick, a barred move: told."""
    setup = Setup(block("2x2-xy"), Mode.TWO, 2)
    end = list(game(setup, 1))[-1]
    with pytest.raises(MisuseError, match="over"):
        TreeSearch(Kernel(end.setup)).think(end, simulations=10)
    for text in (HUNG, BARRED):
        state = State.parse(text, block("lattice"))
        with pytest.raises(MisuseError):
            TreeSearch(Kernel(state.setup)).think(state, simulations=10)
