"""The words that describe a game: what exists is taken, what does not is told with what does."""

from __future__ import annotations

import pytest

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis
from fakir3d.cli.new_game import RulesOptions
from fakir3d.cli.parsing import parse_options, parse_physics, parse_seats
from fakir3d.errors import MisuseError
from fakir3d.physics.config import Bores, EndShape, PhysicsConfig, Pierced
from fakir3d.rules import FallRule, Mode, Options, UnsupportedPlant, start

BLOCK = Lattice(2, 2, (frozenset(Axis),))


def test_words_that_exist() -> None:
    """Each word means what docs/rules.md calls by it; nothing said is the default."""
    assert [RulesOptions(mode=word).parse().mode for word in ("2", "3", "4", "teams")] == list(Mode)
    assert parse_options(None) == parse_options([]) == Options()
    assert parse_options(["unsupported_plant=allowed", "fall=vanish"]) == Options(
        FallRule.VANISH, UnsupportedPlant.ALLOWED
    )
    setup = RulesOptions(mode="teams", sticks=3, option=["fall=any"], first=3).parse().rules(BLOCK)
    assert (setup.mode, setup.sticks, setup.first, setup.lattice) == (Mode.TEAMS, 3, 2, BLOCK)
    assert [RulesOptions(mode=str(mode)).parse().rules(BLOCK).sticks for mode in Mode] == [10, 7, 5, 5]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"mode": "5"}, "invalid mode '5'; it must be one of 2, 3, 4, teams"),
        ({"mode": "Teams"}, "invalid mode 'Teams'; it must be one of 2, 3, 4, teams"),
        (
            {"option": ["fal=any"]},
            "there is no option 'fal=any'; options are fall=any|vanish, unsupported_plant=forbidden|allowed",
        ),
        ({"option": ["fall"]}, "invalid option fall ''; it must be one of any, vanish"),
        ({"option": ["fall=never"]}, "invalid option fall 'never'; it must be one of any, vanish"),
        ({"option": ["fall=any", "fall=vanish"]}, "option fall is named twice, the second time as fall=vanish"),
        ({"sticks": 0}, "0 sticks in each hand: mode 2 can deal 1 to 999 (R1 deals 10)"),
        ({"sticks": 1000}, "1000 sticks in each hand: mode 2 can deal 1 to 999 (R1 deals 10)"),
        ({"first": 3}, "--first 3: seats count from 1, and mode 2 has seats 1 to 2"),
        ({"first": 0}, "--first 0: seats count from 1, and mode 2 has seats 1 to 2"),
        ({"first": -1, "mode": "3"}, "--first -1: seats count from 1, and mode 3 has seats 1 to 3"),
    ],
)
def test_words_that_do_not(words: dict, message: str) -> None:
    """One line each: what was asked, what exists."""
    with pytest.raises(MisuseError) as refused:
        start(RulesOptions(**words).parse().rules(BLOCK))
    assert str(refused.value) == message


def test_physics_by_name() -> None:
    """Fields of the physics are taken by name, a wood's name for its friction; nothing said is the default."""
    assert parse_physics(None) == parse_physics([]) == PhysicsConfig()
    words = ["pierced=free", "bores=round", "ends=flat", "friction=swollen", "iterations=50", "perturb_tilt_deg=2"]
    assert parse_physics(words) == PhysicsConfig(
        pierced=Pierced.FREE,
        bores=Bores.ROUND,
        ends=EndShape.FLAT,
        friction=0.6,
        iterations=50,
        perturb_tilt_deg=2.0,
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["end=flat"],
            "there is no physics 'end=flat'; give FIELD=VALUE, the fields and their defaults are dt_s=0.001, iterat",
        ),
        (["tap=true"], "there is no physics 'tap=true'; give FIELD=VALUE"),
        (["ends"], "physics ends must be one of round, flat, block, not ''"),
        (["ends=oval"], "physics ends must be one of round, flat, block, not 'oval'"),
        (["friction=wet"], "invalid physics friction 'wet'; it must be a number, or waxed, dry, swollen"),
        (["iterations=2.5"], "invalid physics iterations '2.5'; it must be a whole number"),
        (["dt_s=nan"], "physics dt_s must be a finite number, not nan"),
        (["dt_s=1"], "physics dt_s is 1.0; it must lie between 1e-05 and 0.1"),
        (["ends=flat", "ends=round"], "physics ends is named twice, the second time as ends=round"),
    ],
)
def test_physics_that_does_not_exist(words: list[str], message: str) -> None:
    """Each mistake is answered in one line that names the fields, or what the field can be."""
    with pytest.raises(MisuseError) as told:
        parse_physics(words)
    assert str(told.value).startswith(message)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("kinds", "names", "message"),
    [
        (["0=hard"], [], "--seat 0=hard: write SEAT=KIND; seats count from 1, and mode 3 has seats 1 to 3"),
        (["4=hard"], [], "--seat 4=hard: write SEAT=KIND; seats count from 1, and mode 3 has seats 1 to 3"),
        (["hard"], [], "--seat hard: write SEAT=KIND; seats count from 1, and mode 3 has seats 1 to 3"),
        ([], ["0=Ann"], "--name 0=Ann: write SEAT=NAME; seats count from 1, and mode 3 has seats 1 to 3"),
        (["1=random", "1=easy"], [], "--seat names seat 1 twice"),
    ],
)
def test_seats_that_do_not_exist(kinds: list[str], names: list[str], message: str) -> None:
    """Whoever counts from 0 is told that seats count from 1."""
    with pytest.raises(MisuseError) as told:
        parse_seats(Mode.THREE, kinds, names)
    assert str(told.value) == message


def test_seats_count_from_1() -> None:
    """The last seat of a mode is the number of its players; who is not named has the usual kind."""
    seats = parse_seats(Mode.THREE, ["3=random"], ["1=Ann"], "greedy")
    assert [(seat.name, seat.kind) for seat in seats] == [("Ann", "greedy"), ("Green", "greedy"), ("Blue", "random")]
