"""The ladder: honest counts, honest intervals, and, in the campaign, the strengths that the levels promise."""

from __future__ import annotations

import json
import os

import pytest
from typer.testing import CliRunner

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.cli.main import build_app
from fakir3d.errors import MisuseError
from fakir3d.lab.ladder import LADDER, LadderMatch, climb, crowd
from fakir3d.lab.stats import interval
from fakir3d.players import LEVELS
from fakir3d.rules import Mode

BLOCKS = [(name, lattice_of(load_block(name))) for name in ("lattice", "staggered")]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596)]
)
def test_intervals(wins: int, games: int, low: float, high: float) -> None:
    """Wilson's intervals, as tables give them; never below 0 or above 1."""
    assert interval(wins, games) == pytest.approx((low, high), abs=0.001)


def test_a_small_match_repeats() -> None:
    """Few games, the same twice over, whatever the number of processes; drawn lots against themselves win half."""
    matches = [LadderMatch("random", "random", 40, 0.2, 0.8), LadderMatch("medium", "random", 6, 0.5, mode=Mode.THREE)]
    told: list[int] = []
    first = list(climb(matches, BLOCKS[:1], tell=told.append))
    again = list(climb(matches, BLOCKS[:1], jobs=2))
    assert [(score.wins, score.moves) for score in first] == [(score.wins, score.moves) for score in again]
    assert all(score.met for score in first)
    assert sum(told) == 46
    assert first[0].games == 40


def test_a_score_says_whether_it_is_what_was_asked() -> None:
    """Drawn lots do not win all their games, and the score says so."""
    (score,) = climb([LadderMatch("random", "random", 10, 1.0)], BLOCKS[:1])
    assert not score.met


@pytest.mark.parametrize("wrong", [{"games": 0}, {"jobs": 0}])
def test_numbers_of_nothing(wrong: dict[str, int]) -> None:
    """No games, no processes: told."""
    with pytest.raises(MisuseError, match="at least 1"):
        list(climb(LADDER, BLOCKS, **wrong))


def test_the_command() -> None:
    """One command, one JSON document; 1 if a level is not as strong as asked; an unknown level is named."""
    runner, words = CliRunner(), ["lab", "ladder", "--player", "medium", "--games", "6", "--block", "lattice"]
    done = runner.invoke(build_app(), [*words, "--jobs", "1", "--json"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["format"] == "fakir-ladder"
    assert [row["player"] for row in document["scores"]] == ["medium"]
    assert document["scores"][0]["games"] == 6
    unknown = runner.invoke(build_app(), ["lab", "ladder", "--player", "genius"])
    assert isinstance(unknown.exception, MisuseError)
    assert "easy, medium, hard, expert" in str(unknown.exception)


@pytest.mark.campaign
@pytest.mark.parametrize("block", BLOCKS, ids=[name for name, _ in BLOCKS])
@pytest.mark.parametrize("match", LADDER, ids=[match.kind for match in LADDER])
def test_the_ladder(match: LadderMatch, block) -> None:
    """Each level is as strong as docs/opponents.md says: 100 to 400 games against the one below."""
    (score,) = climb([match], [block], jobs=os.cpu_count() or 1)
    assert score.met, f"{score.wins} of {score.games}, 95 % interval {interval(score.wins, score.games)}"


@pytest.mark.campaign
@pytest.mark.parametrize("match", crowd(), ids=[f"{match.mode} {match.kind}" for match in crowd()])
def test_among_many(match: LadderMatch) -> None:
    """With three, four and in teams every level wins well above its share against drawn lots."""
    (score,) = climb([match], BLOCKS[:1], jobs=os.cpu_count() or 1)
    assert interval(score.wins, score.games)[0] > 1 / (2 if match.mode is Mode.TEAMS else match.mode.seats)


def test_every_level_is_asked_something() -> None:
    """The steps are the four levels, in order, and each is in the crowd for every mode of more than two."""
    assert tuple(match.kind for match in LADDER) == LEVELS
    assert {(match.kind, match.mode) for match in crowd()} == {
        (level, mode) for level in LEVELS for mode in (Mode.THREE, Mode.FOUR, Mode.TEAMS)
    }
