"""Computer players: always legal, the same for the same seed, and the medium one beats drawn lots."""

from __future__ import annotations

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.errors import MisuseError
from fakir3d.players import HUMAN, KINDS, MediumPlayer, player_of
from fakir3d.players.medium import value
from fakir3d.rules import Mode, advance, legal_moves, predict, result, start
from fakir3d.rules.state import FallRule, Options, Phase, Setup, State, UnsupportedPlant

DIFFERENT = [kind for kind in KINDS if kind not in {HUMAN, "greedy", "expert"}]
"""Greedy is medium by its older name, and expert is hard with more time: see test_levels."""


def played(setup: Setup, kinds: tuple[str, ...], seed: int):
    """Return every state of a game between these kinds of players, by the rules alone."""
    states = [start(setup)]
    while result(states[-1]) is None:
        state = states[-1]
        move = player_of(kinds[state.seat]).choose(state, seed * 1000 + len(states))
        assert move in legal_moves(state)
        states.append(advance(state, move, predict(state, move)))
    return states


def score(games: int, block: str, mode: Mode = Mode.TWO) -> float:
    """Return which share of its games the medium player (or team) wins against drawn lots, seats and starters mixed."""
    lattice, wins = lattice_of(load_block(block)), 0
    for game in range(games):
        mine = game % mode.seats
        team = mode.team(mine)
        kinds = tuple("medium" if seat in team else "random" for seat in range(mode.seats))
        first = (game // mode.seats) % mode.seats
        end = played(Setup(lattice, mode, mode.sticks, first=first), kinds, game)[-1]
        wins += mine in result(end).winners
    return wins / games


@pytest.mark.parametrize("kind", DIFFERENT)
@pytest.mark.parametrize("mode", list(Mode))
def test_every_player_plays_every_mode_to_its_end(kind, mode):
    """All modes, both readings of both options, exchange and discard phases: only legal moves, and an end (BG-09)."""
    lattice, phases = lattice_of(load_block("lattice")), set()
    for game, fall in enumerate(FallRule):
        options = Options(fall, list(UnsupportedPlant)[game])
        states = played(Setup(lattice, mode, mode.sticks, options), (kind,) * 4, game)
        phases |= {state.phase for state in states}
        assert len(states) <= 2 * mode.seats * mode.sticks * 4
    assert phases >= {Phase.MOVE, Phase.DISCARD, Phase.OVER}


def test_the_exchange_is_reached_by_every_player():
    """Pulls of another's stick are played through by both."""
    lattice = lattice_of(load_block("lattice"))
    for kind in DIFFERENT:
        states = [state for seed in range(4) for state in played(Setup(lattice, Mode.TWO, 10), (kind,) * 2, seed)]
        assert any(state.phase is Phase.EXCHANGE for state in states)


@pytest.mark.parametrize("kind", DIFFERENT)
def test_a_choice_is_a_function_of_state_and_seed(kind):
    """The same state and seed give the same move, from fresh players too; other seeds give others somewhere."""
    states = played(Setup(lattice_of(load_block("staggered")), Mode.TWO, 10), ("random", "random"), 3)[:-1]
    first, again = ([player_of(kind).choose(state, 7) for state in states] for _ in range(2))
    assert first == again
    assert first != [player_of(kind).choose(state, 8) for state in states]


def test_a_finished_game_has_nothing_to_choose():
    """Asked after the end, a player says so."""
    end = played(Setup(lattice_of(load_block("oneway")), Mode.TWO, 2), ("random", "random"), 1)[-1]
    for kind in DIFFERENT:
        with pytest.raises(MisuseError, match="game is over"):
            player_of(kind).choose(end, 1)


def test_kinds_by_name():
    """A human has no computer player; an unknown kind is named with those that exist."""
    assert player_of(HUMAN) is None
    with pytest.raises(MisuseError, match="'genius'; there are human, random, easy"):
        player_of("genius")


def test_a_move_that_wins_is_made():
    """Where some move wins on the spot, the greedy player makes it."""
    lattice, found = lattice_of(load_block("lattice")), 0
    for seed in range(60):
        for state in played(Setup(lattice, Mode.TWO, 2), ("random", "random"), seed)[:-1]:
            after = {move: advance(state, move, predict(state, move)) for move in legal_moves(state)}
            wins = {move for move, then in after.items() if result(then) and state.seat in result(then).winners}
            if wins and len(wins) < len(after):
                found += 1
                assert MediumPlayer().choose(state, seed) in wins
    assert found


def test_value_counts_sticks_alive_wherever_they_are():
    """A stick in the hand, standing, pierced or held is worth the same; only being gone costs."""
    lattice = lattice_of(load_block("lattice"))
    for state in played(Setup(lattice, Mode.TWO, 6), ("random", "random"), 2)[:-1]:
        gone = [sum(stick.colour is state.mode.colour(seat) for stick in state.gone) for seat in (0, 1)]
        difference = value(state, 0) - 10 * (gone[1] - gone[0])
        assert 0 <= difference <= len(lattice.bores) + len(lattice.holes)


def test_greedy_beats_drawn_lots():
    """A small match; the full one is test_greedy_beats_drawn_lots_nine_times_in_ten."""
    assert score(24, "lattice") >= 0.8


@pytest.mark.campaign
@pytest.mark.parametrize("block", ["lattice", "staggered", "oneway"])
def test_greedy_beats_drawn_lots_nine_times_in_ten(block):
    """At least 90 % of 200 two-player games on each preset, seats and starters mixed."""
    assert score(200, block) >= 0.9


@pytest.mark.campaign
def test_greedy_teams_beat_drawn_lots():
    """Teams of two as well; with three or four it wins more than its share."""
    assert score(100, "lattice", Mode.TEAMS) >= 0.85
    assert score(99, "lattice", Mode.THREE) >= 0.6
    assert score(100, "lattice", Mode.FOUR) >= 0.5


def test_what_a_stick_is_worth():
    """A stick alive counts as ten moves that could be made, in the hand as much as in the block, for either side."""
    text = (
        "mode=2 sticks=3 fall=any unsupported_plant=forbidden first=0 pierced=x1.1:r1 standing=- hands=r2,r3/g1,g2 "
        "held=- gone=g3 out=- seat=1 phase=move played=0 barred=-"
    )
    state = State.parse(text, lattice_of(load_block("oneway")))
    # Eight other bores to pierce, and the three holes over the stick to plant in, for both.
    assert (value(state, 0), value(state, 1)) == (10 * (3 - 2) + 11, 10 * (2 - 3) + 11)


def test_greedy_is_medium():
    """Old records and habits say greedy: the same player."""
    assert type(player_of("greedy")) is type(player_of("medium")) is MediumPlayer
