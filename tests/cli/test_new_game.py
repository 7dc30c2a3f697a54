"""The words of a new game, read alike by play and text."""

from __future__ import annotations

from pathlib import Path

import pytest

from fakir3d.cli.new_game import choice_of
from fakir3d.errors import MisuseError
from fakir3d.game.setup import GameSetup
from fakir3d.rules import FallRule, Mode, Options

NOTHING = dict.fromkeys(("block", "sticks", "option", "first", "seat", "name", "seed", "physics"))


def test_nothing_said_is_no_choice() -> None:
    """Neither the usual mode nor another physics is a new game: the window then asks what to play."""
    assert choice_of(None, "2", **NOTHING) is None
    assert choice_of(Path("kept.fakir"), "2", **NOTHING) is None
    assert choice_of(None, "2", **{**NOTHING, "physics": ["ends=flat"]}) is None


def test_what_is_said_is_chosen_and_the_rest_is_usual() -> None:
    """One word is enough; every word has its place."""
    assert choice_of(None, "2", **{**NOTHING, "seed": 0}) == GameSetup(seed=0)
    teams = {"block": "oneway", "sticks": 3, "option": ["fall=vanish"], "first": 2, "seat": ["1=greedy"], "seed": 7}
    found = choice_of(None, "teams", **{**NOTHING, **teams, "name": ["0=Ann"]})
    assert found is not None
    assert (found.block, found.mode, found.options) == ("oneway", Mode.TEAMS, Options(fall=FallRule.VANISH))
    assert (found.sticks, found.first, found.seed) == (3, 2, 7)
    assert [seat.kind for seat in found.seats] == ["human", "greedy", "human", "human"]
    assert found.seats[0].name == "Ann"


def test_a_loaded_game_has_its_own() -> None:
    """All that describes a new game is named, in one line, with the file; physics too."""
    given = {**NOTHING, "block": "oneway", "seed": 7, "physics": ["ends=flat"]}
    with pytest.raises(MisuseError) as refused:
        choice_of(Path("kept.fakir"), "3", **given)
    assert str(refused.value) == (
        "--mode, --block, --seed, --physics: the game in kept.fakir has its own; leave that out, or --load"
    )
