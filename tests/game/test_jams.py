"""R12 played for real: flat-ended sticks in wide bores jam in Bullet, and the game goes on, is kept, and verifies.

The block is ``lattice`` with holes and bores of 7.0 mm. Its own round-ended sticks never hang; simulated with flat
ends they hang on the lower lip of a crossing (docs/physics.md), and a tap as weak as here does not shake them loose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.block.spec import BlockSpec
from fakir3d.errors import IllegalMoveError
from fakir3d.game import InlinePerformer, Journal, Session, load_record, verify_record
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.setup import GameSetup
from fakir3d.physics.config import EndShape, PhysicsConfig
from fakir3d.physics.reading import origins
from fakir3d.physics.scene import scene_of
from fakir3d.players import player_of
from fakir3d.rules.moves import Pull
from fakir3d.rules.outcome import Hung

pytestmark = pytest.mark.bullet

WEAK = PhysicsConfig(ends=EndShape.FLAT, tap_m_s2=1.0, perturb_tilt_deg=1.0)
"""Flat ends, a tap that does not help, and a table that leans a little, so that sticks lean before they fall."""
SEEDS = range(6)

Game = tuple[Session, Path]
PlayOn = Callable[..., Session]


@pytest.fixture
def wide(lattice: BlockSpec) -> BlockSpec:
    """Return ``lattice`` with holes and bores of 7.0 mm."""
    return replace(lattice, name="wide", hole_diameter_m=0.007, bore_diameter_m=0.007)


@pytest.fixture
def games(wide: BlockSpec, tmp_path: Path) -> Iterator[Callable[[int], Game]]:
    """Return what begins a game that jams, and its record."""
    begun: list[Session] = []

    def begin(seed: int) -> Game:
        path = tmp_path / f"{seed}.fakir"
        performer = InlinePerformer("bullet", WEAK)
        begun.append(Session.new(wide, performer, GameSetup(seed=seed, first=0), journal=Journal.create(path)))
        return begun[-1], path

    yield begin
    for session in begun:
        session.close()


def _until(games: Callable[[int], Game], play_on: PlayOn, jam: Callable[[PlayedMove], bool]) -> tuple[Game, PlayedMove]:
    """Return the first game that comes to such a turn, stopped there, and that turn."""
    for seed in SEEDS:
        session, path = games(seed)
        play_on(session, until=lambda session: bool(session.moves) and jam(session.moves[-1]))
        if jam(session.moves[-1]):
            return (session, path), session.moves[-1]
    raise AssertionError(f"no such jam in games {SEEDS}")


def _hangs(played: PlayedMove) -> bool:
    return not played.refused and any(isinstance(fall.to, Hung) for fall in played.taken.falls)


def test_a_hung_stick_is_told_kept_and_played_on_with(
    games: Callable[[int], Game], play_on: PlayOn, wide: BlockSpec
) -> None:
    """It hangs after its tap: said, in the position as standing, in the poses where it hangs; the game ends by R11."""
    (session, path), played = _until(games, play_on, _hangs)
    fall = next(fall for fall in played.taken.falls if isinstance(fall.to, Hung))
    assert played.jammed
    assert played.tries == 1
    assert f"{fall.stick} hangs in its hole though nothing holds it" in played.note
    assert played.case is not None
    assert played.case.expect == "hung"
    standing = session.state.standing[fall.hole]
    assert standing.stick == fall.stick
    assert isinstance(origins(scene_of(wide, session.state, session.snapshot))[str(fall.stick)], Hung)
    session.close()
    kept = load_record(path)
    assert kept.moves[-1].taken == played.taken
    again = Session.resume(kept, InlinePerformer("bullet", WEAK), Journal.reopen(path, kept.content))
    assert again.header.config.ends is EndShape.FLAT
    play_on(again)
    again.close()
    report = verify_record(path)
    assert report.finding == ""
    assert report.moves == len(again.moves)
    assert report.jams == sum(played.jammed for played in again.moves) > 0


def test_a_pull_that_lets_nothing_fall_is_put_back_and_barred(games: Callable[[int], Game], play_on: PlayOn) -> None:
    """Every stick on it hangs: the pulled stick is back where it lay, to the last bit, and may not be pulled again."""
    (session, path), played = _until(games, play_on, lambda played: played.refused and isinstance(played.move, Pull))
    assert played.jammed
    assert session.snapshot == played.start
    assert session.state.seat == played.before.seat
    assert session.state.pierced == played.before.pierced
    assert played.move in session.state.barred
    with pytest.raises(IllegalMoveError, match="R12"):
        session.play(played.move)
    play_on(session, moves=1)
    assert verify_record(path).finding == ""


def test_the_usual_tap_shakes_them_loose(games: Callable[[int], Game], play_on: PlayOn) -> None:
    """With a knuckle's tap the same act ends as the rules foretold, and nothing is told."""
    (session, _), played = _until(games, play_on, _hangs)
    config = replace(session.header.config, tap_m_s2=PhysicsConfig().tap_m_s2)
    performer = InlinePerformer("bullet", config)
    again = performer.start(scene_of(session.spec, played.before, played.start), played.script, config).result()
    assert again.tapped
    assert again.outcome == played.predicted


def test_computers_play_on_with_hung_sticks(games: Callable[[int], Game], play_on: PlayOn) -> None:
    """A player whose search knows no hung stick still finds a move."""
    (session, _), _ = _until(games, play_on, _hangs)
    for kind in ("greedy", "hard"):
        player = player_of(kind)
        assert player is not None
        session.play(player.choose(session.state, session.choice_seed))


def test_engine_faults_are_no_jams_and_are_counted(lattice: BlockSpec, play_on: PlayOn, tmp_path: Path) -> None:
    """At 1/240 s sticks sink in too deep; half the step cures that, the game never learns of it, the record counts."""
    path = tmp_path / "coarse.fakir"
    performer = InlinePerformer("bullet", PhysicsConfig(dt_s=1 / 240))
    session = Session.new(lattice, performer, GameSetup(seed=1, first=0), journal=Journal.create(path))
    play_on(session)
    session.close()
    cured = [played for played in session.moves if played.tries == 2 and played.verdict.agree]
    assert cured
    assert not any(played.jammed for played in session.moves)
    assert all(played.tries == 2 for played in session.moves if not played.verdict.agree)
    assert [played.tries for played in load_record(path).moves] == [played.tries for played in session.moves]
    report = verify_record(path)
    assert report.finding == ""
    assert (report.jams, report.retried) == (0, sum(played.tries == 2 for played in session.moves))
