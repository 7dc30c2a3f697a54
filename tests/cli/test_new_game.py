"""A game as the command line describes it, read alike by all commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from fakir3d.cli.new_game import GameOptions
from fakir3d.errors import MisuseError
from fakir3d.game.setup import GameSetup
from fakir3d.physics.config import EndShape
from fakir3d.rules import FallRule, Mode, Options


def test_nothing_said_is_no_choice() -> None:
    """Neither the usual mode nor another physics is a new game: the window then asks what to play."""
    assert GameOptions().parse().setup is None
    assert GameOptions(mode="2", engine="ideal").parse(Path("kept.fakir")).setup is None
    assert GameOptions(physics=["ends=flat"]).parse().setup is None


def test_what_is_said_is_chosen_and_the_rest_is_usual() -> None:
    """One word is enough; every word has its place."""
    assert GameOptions(seed=0).parse().setup == GameSetup(seed=0)
    words = {"block": "oneway", "sticks": 3, "option": ["fall=vanish"], "first": 3, "seat": ["2=greedy"], "seed": 7}
    asked = GameOptions(mode="teams", name=["1=Ann"], engine="ideal", physics=["ends=flat"], **words).parse()
    found = asked.setup
    assert (asked.engine, asked.config.ends, asked.load) == ("ideal", EndShape.FLAT, None)
    assert found is not None
    assert (found.block, found.mode, found.options) == ("oneway", Mode.TEAMS, Options(fall=FallRule.VANISH))
    assert (found.sticks, found.first, found.seed) == (3, 2, 7)
    assert [seat.kind for seat in found.seats] == ["human", "greedy", "human", "human"]
    assert found.seats[0].name == "Ann"


def test_a_loaded_game_has_its_own() -> None:
    """All that describes a new game is named, in one line, with the file; physics too."""
    given = GameOptions(mode="3", block="oneway", seed=7, physics=["ends=flat"], engine="ideal")
    with pytest.raises(MisuseError) as refused:
        given.parse(Path("kept.fakir"))
    assert str(refused.value) == (
        "--mode, --block, --seed, --physics: the game in kept.fakir has its own; leave that out, or --load"
    )
