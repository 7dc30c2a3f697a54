"""The levels: each stronger than the one below, quick, never stuck, and honest about what they need."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from fakir3d import kernel
from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis
from fakir3d.cli.parsing import parse_seats
from fakir3d.errors import MisuseError
from fakir3d.kernel.search_root import Search, Thought
from fakir3d.players import KINDS, LEVELS, Budget, EasyPlayer, SearchPlayer, medium, player_of, why_not
from fakir3d.players.engine_client import EngineClient
from fakir3d.players.medium import worths
from fakir3d.rules import Mode, Move, Outcome, Phase, Setup, State, advance, legal_moves, predict, result, start
from tests.kernel.test_convert import BARRED, HUNG
from tests.players.test_players import played


def new(block: str = "staggered", mode: Mode = Mode.TWO, sticks: int | None = None) -> State:
    """Return the first position of a game."""
    return start(Setup(lattice_of(load_block(block)), mode, sticks or mode.sticks))


def some(kind: str, count: int = 6) -> list[State]:
    """Return positions of a game between drawn lots, spread over it, at which a kind of player can be asked."""
    states = played(new("lattice").setup, ("random", "random"), len(kind))[:-1]
    return states[:: len(states) // count]


def test_levels_are_kinds() -> None:
    """Every level can be asked for by name, the weakest first."""
    assert set(LEVELS) <= set(KINDS)
    assert LEVELS == ("easy", "medium", "hard", "expert")


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chooses_the_same_again(level: str) -> None:
    """A choice is a function of state and seed, for each level and for fresh players."""
    for state in some(level, 3):
        first, again = (player_of(level, timed=False).choose(state, 7) for _ in range(2))
        assert first == again
        assert first in legal_moves(state)


@pytest.mark.parametrize("mode", list(Mode))
def test_searching_players_play_every_mode_to_its_end(mode: Mode) -> None:
    """Exchanges, discards, partners and seats that are out: a whole game each, by search alone."""
    state, moves, phases = new("lattice", mode), 0, set()
    while result(state) is None:
        phases.add(state.phase)
        move = SearchPlayer(Budget(300, 200)).choose(state, moves)
        assert move in legal_moves(state)
        state, moves = advance(state, move, predict(state, move)), moves + 1
    assert phases >= {Phase.MOVE, Phase.EXCHANGE}


def test_hard_beats_medium() -> None:
    """Four games; the ladder has the whole match."""
    setup, wins = new("lattice").setup, 0
    for number in range(4):
        kinds = ("hard", "medium") if number % 2 else ("medium", "hard")
        wins += kinds[result(played(setup, kinds, number)[-1]).winners[0]] == "hard"
    assert wins >= 3


def test_easy_slips_but_not_absurdly() -> None:
    """Easy often leaves the best move, and is the less likely to make a move the worse it is."""
    best = drawn = worse = 0
    for state in played(new().setup, ("greedy", "random"), 3)[:-1]:
        found = worths(state)
        if len(set(found.values())) > 3:
            ranked = sorted(found.values())
            for seed in range(20):
                chosen = found[EasyPlayer().choose(state, seed)]
                best, drawn = best + (chosen == ranked[-1]), drawn + 1
                worse += chosen < ranked[len(ranked) // 2]
    assert 0.02 * drawn < best < 0.9 * drawn
    assert worse < 0.4 * drawn


def test_easy_takes_a_win_on_the_spot() -> None:
    """It slips, but it is not blind: where a move wins at once, it makes one that does."""
    found = 0
    for seed in range(60):
        for state in played(new("lattice", sticks=2).setup, ("random", "random"), seed)[:-1]:
            values = worths(state)
            wins = {move for move, worth in values.items() if worth == max(values.values()) > 1000}
            if wins and len(wins) < len(values):
                found += 1
                assert EasyPlayer().choose(state, seed) in wins
    assert found


@pytest.mark.parametrize("text", [HUNG, BARRED])
@pytest.mark.parametrize("level", LEVELS)
def test_a_position_that_only_physics_makes_is_played_on(level: str, text: str) -> None:
    """A hung stick or a barred move: the compiled rules refuse it, the player does not."""
    state = State.parse(text, lattice_of(load_block("lattice")))
    assert player_of(level).choose(state, 1) in legal_moves(state)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_block_too_large_for_the_kernel_is_played_on(level: str) -> None:
    """72 holes: the compiled rules refuse them, the player does not."""
    state = start(Setup(Lattice(9, 8, (frozenset({Axis.X}),)), Mode.TWO, 2))
    assert player_of(level).choose(state, 1) in legal_moves(state)


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_that_is_over_has_nothing_to_choose(level: str) -> None:
    """Asked after the end, a level says so."""
    end = played(new(sticks=2).setup, ("random", "random"), 1)[-1]
    with pytest.raises(MisuseError, match="game is over"):
        player_of(level).choose(end, 1)


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """The levels that need numba say so in one line when chosen, everywhere; the others play."""
    monkeypatch.setattr(kernel, "has_numba", lambda: False)
    for level in ("hard", "expert"):
        with pytest.raises(MisuseError, match="numba, which is not installed") as told:
            player_of(level)
        assert str(told.value) == why_not(level)
        assert "\n" not in str(told.value)
        assert "easy and medium play without it" in str(told.value)
        with pytest.raises(MisuseError, match="numba, which is not installed"):
            parse_seats(Mode.TWO, [f"1={level}"])
    for level in ("easy", "medium"):
        assert why_not(level) is None
        assert player_of(level).choose(new(), 1) in legal_moves(new())


def test_moves_take_no_more_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """No choice meets more positions than its level may, nor thinks without end; easy levels look a turn ahead."""
    thoughts, turns = [], []
    think = Search.think

    def counted(self: Search, state: State, **budget: float) -> Thought:
        thoughts.append((budget, think(self, state, **{**budget, "seconds": None})))
        return thoughts[-1][1]

    def advanced(state: State, move: Move, outcome: Outcome) -> State:
        turns.append(move)
        return advance(state, move, outcome)

    monkeypatch.setattr(Search, "think", counted)
    monkeypatch.setattr(medium, "advance", advanced)
    for level, seconds in (("easy", None), ("medium", None), ("hard", 0.3), ("expert", 1.5)):
        player = player_of(level)
        for state in some(level)[:4]:
            thoughts.clear()
            turns.clear()
            player.choose(state, 1)
            if seconds is None:
                # A pull looks at each exchange after it as well.
                assert len(turns) <= len(legal_moves(state)) * (1 + len(state.lattice.holes))
                assert not thoughts
            for budget, thought in thoughts:
                assert budget["seconds"] == seconds
                assert thought.nodes <= budget["nodes"]


def test_an_expert_in_mid_thought_is_gone_at_once() -> None:
    """Undo, new game, quit: whoever is given up thinks no more, and no process is left, whatever was to come."""
    thinker, state = EngineClient(), new()
    thinker.start(state, "expert", 1, 1)
    while thinker.busy:
        time.sleep(0.01)
        thinker.poll()
    for leave in (thinker.cancel, thinker.close):
        thinker.start(state, "expert", 2, 2)
        time.sleep(0.05)
        pid = thinker.pid
        # It will never answer: whoever waits for it waits for ever.
        os.kill(pid, signal.SIGSTOP)
        if leave == thinker.close:
            thinker.cancel()
        leave()
        assert not Path(f"/proc/{pid}").exists()
        assert thinker.poll() is None


def test_who_waits_for_a_compiler_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search on a machine takes some seconds more: the table hears why; who needs no compiler waits not."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    thinker, state = EngineClient(), new()
    try:
        thinker.start(state, "medium", 1, 1)
        while (answer := thinker.poll()) is None:
            assert thinker.notice is None
        assert answer.move in legal_moves(state)
        thinker.start(state, "hard", 1, 2)
        began = time.monotonic()
        while thinker.notice is None and time.monotonic() - began < 30:
            assert thinker.poll() is None
            time.sleep(0.01)
        assert "Compiling the rules" in str(thinker.notice)
    finally:
        thinker.close()
    assert thinker.notice is None
