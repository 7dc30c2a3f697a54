"""The kernel against OpenSpiel's connect_four in the same run: random games, and simulations of a tree search.

Run it with ``pytest benchmarks/test_kernel.py -s``; it prints moves and simulations per CPU second. OpenSpiel (``pip
install open_spiel``, for development only) is asked for random games the usual way, a call from Python for each move;
the kernel plays whole games in one call. So the compiled roll-outs of OpenSpiel itself are measured beside, and the
kernel move by move. Both tree searches are compiled and begin at the start of a game.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.kernel import Kernel
from fakir3d.kernel.search_root import Search
from fakir3d.kernel.tree import WHOLE
from fakir3d.kernel.tree_root import TreeSearch
from fakir3d.rules import Mode, Options, Setup, UnsupportedPlant, advance, predict, start

LIMIT = 5.0
TREE_LIMIT = 1.0
SIMULATIONS = 20_000
ROUNDS = 5
BLOCK = Path(__file__).parents[1] / "tests" / "blocks" / "5x5-xyxyxy.toml"


def kernel_games(plant: UnsupportedPlant) -> Callable[[int], int]:
    """Return what plays so many random games on the 5x5 block in one call, and says how many moves they had."""
    kernel = Kernel(Setup(lattice_of(load_block(str(BLOCK))), Mode.TWO, 10, Options(unsupported_plant=plant)))
    opening = kernel.position(start(kernel.setup))
    return lambda games: kernel.play_out(opening, games, games)[1]


def kernel_moves() -> Callable[[int], int]:
    """Return what plays the same games with a call from Python for each move."""
    kernel = Kernel(Setup(lattice_of(load_block(str(BLOCK))), Mode.TWO, 10))
    opening, rng = kernel.position(start(kernel.setup)), random.Random(1)

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            position = opening
            while legal := kernel.legal(position):
                position = kernel.play(position, rng.choice(legal))
                moves += 1
        return moves

    return play


def spiel_moves(pyspiel: object) -> Callable[[int], int]:
    """Return what plays random games of connect_four with calls from Python for each move."""
    game, rng = pyspiel.load_game("connect_four"), random.Random(1)  # type: ignore[attr-defined]

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def spiel_roll_outs(pyspiel: object) -> Callable[[int], int]:
    """Return what plays random games of connect_four inside OpenSpiel: the roll-outs of one step of its MCTS."""
    game = pyspiel.load_game("connect_four")  # type: ignore[attr-defined]
    length = spiel_moves(pyspiel)(2_000) / 2_000

    def play(games: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=1)  # type: ignore[attr-defined]
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, 1, False)  # type: ignore[attr-defined]
        bot.step(game.new_initial_state())
        return round(games * length)

    return play


def rate(play: Callable[[int], int], games: int) -> float:
    """Return how many moves a CPU second holds."""
    began = time.process_time()
    moves = play(games)
    return moves / (time.process_time() - began)


def test_random_games_against_open_spiel() -> None:
    """Medians of interleaved rounds; the ratio is of rounds side by side, so that a busy machine troubles both."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel brings it")
    players = {
        "kernel, whole games, forbidden": (kernel_games(UnsupportedPlant.FORBIDDEN), 20_000),
        "kernel, whole games, allowed": (kernel_games(UnsupportedPlant.ALLOWED), 20_000),
        "kernel, move by move from Python": (kernel_moves(), 200),
        "OpenSpiel connect_four from Python": (spiel_moves(pyspiel), 2_000),
        "OpenSpiel connect_four, roll-outs": (spiel_roll_outs(pyspiel), 20_000),
    }
    for play, _ in players.values():
        play(1)
    rounds = [{name: rate(play, games) for name, (play, games) in players.items()} for _ in range(ROUNDS)]
    for name in players:
        print(f"{name:36s} {statistics.median(each[name] for each in rounds):12,.0f} moves/s")
    ratio = statistics.median(
        each["kernel, whole games, forbidden"] / each["OpenSpiel connect_four from Python"] for each in rounds
    )
    print(f"ratio {ratio:.1f}")
    assert ratio >= LIMIT


def simulations(plant: UnsupportedPlant, horizon: int) -> Callable[[int], int]:
    """Return what searches the start of the 5x5 game by so many simulations."""
    kernel = Kernel(Setup(lattice_of(load_block(str(BLOCK))), Mode.TWO, 10, Options(unsupported_plant=plant)))
    search, opening = TreeSearch(kernel, explore=1.4, horizon=horizon), start(kernel.setup)
    return lambda count: search.think(opening, simulations=count, seed=count).simulations


def spiel_simulations(pyspiel: object) -> Callable[[int], int]:
    """Return what searches the start of connect_four with OpenSpiel's own tree search, one random game a simulation."""
    game = pyspiel.load_game("connect_four")  # type: ignore[attr-defined]
    opening = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)  # type: ignore[attr-defined]

    def search(count: int) -> int:
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, count, 1000, False, count, False)  # type: ignore[attr-defined]
        bot.step(opening)
        return count

    return search


def test_simulations_beside_openspiel() -> None:
    """A tree search of ours makes as many simulations a second as OpenSpiel's, random games to their end in both."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel brings it")
    searches = {
        "kernel, whole games, forbidden": simulations(UnsupportedPlant.FORBIDDEN, WHOLE),
        "kernel, whole games, allowed": simulations(UnsupportedPlant.ALLOWED, WHOLE),
        "kernel, judged by the evaluation": simulations(UnsupportedPlant.FORBIDDEN, 0),
        "OpenSpiel MCTSBot, connect_four": spiel_simulations(pyspiel),
    }
    for search in searches.values():
        search(100)
    rounds = [{name: rate(search, SIMULATIONS) for name, search in searches.items()} for _ in range(2 * ROUNDS)]
    for name in searches:
        print(f"{name:36s} {statistics.median(each[name] for each in rounds):12,.0f} simulations/s")
    ratio = statistics.median(
        each["kernel, whole games, forbidden"] / each["OpenSpiel MCTSBot, connect_four"] for each in rounds
    )
    print(f"ratio {ratio:.2f}")
    assert ratio >= TREE_LIMIT


def test_positions_a_second() -> None:
    """What alpha-beta meets in a CPU second, from the start and in the middle of a two-player game; only told."""
    for name in ("lattice", "staggered"):
        setup = Setup(lattice_of(load_block(name)), Mode.TWO, 10)
        kernel, state = Kernel(setup), start(setup)
        search = Search(kernel)
        for moves in (0, 20):
            for number in range(moves):
                move = kernel.move(search.think(state, nodes=1_000, seed=number).moves[0].code)
                state = advance(state, move, predict(state, move))
            search.think(state, nodes=10)
            began = time.process_time()
            thought = search.think(state, nodes=2_000_000)
            took = time.process_time() - began
            print(f"{name}, after {moves} moves: {thought.nodes / took:,.0f} positions/s to depth {thought.depth}")
            assert thought.nodes > 1_000
