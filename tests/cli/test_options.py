"""The words that describe a game: what exists is taken, what does not is told with what does."""

from __future__ import annotations

import pytest

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis
from fakir3d.cli.options import parse_mode, parse_options, parse_physics, setup_of
from fakir3d.errors import MisuseError
from fakir3d.physics.config import Bores, EndShape, PhysicsConfig, Pierced
from fakir3d.rules import FallRule, Mode, Options, UnsupportedPlant

OPTIONS = "fall=any|vanish, unsupported_plant=forbidden|allowed"
BLOCK = Lattice(2, 2, (frozenset(Axis),))


def test_words_that_exist() -> None:
    """Each word means what docs/rules.md calls by it; nothing said is the default."""
    assert [parse_mode(word) for word in ("2", "3", "4", "teams")] == list(Mode)
    assert parse_options(None) == parse_options([]) == Options()
    assert parse_options(["unsupported_plant=allowed", "fall=vanish"]) == Options(
        FallRule.VANISH, UnsupportedPlant.ALLOWED
    )
    setup = setup_of(BLOCK, mode="teams", sticks=3, option=["fall=any"], first=2)
    assert (setup.mode, setup.sticks, setup.first, setup.lattice) == (Mode.TEAMS, 3, 2, BLOCK)
    assert [setup_of(BLOCK, mode=str(mode)).sticks for mode in Mode] == [10, 7, 5, 5]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"mode": "5"}, "mode cannot be '5'; it is one of 2, 3, 4, teams"),
        ({"mode": "Teams"}, "mode cannot be 'Teams'; it is one of 2, 3, 4, teams"),
        (
            {"option": ["fal=any"]},
            "no option 'fal=any'; options are fall=any|vanish, unsupported_plant=forbidden|allowed",
        ),
        ({"option": ["fall"]}, "option fall cannot be ''; it is one of any, vanish"),
        ({"option": ["fall=never"]}, "option fall cannot be 'never'; it is one of any, vanish"),
        ({"option": ["fall=any", "fall=vanish"]}, "option fall is named twice, the second time as fall=vanish"),
        ({"sticks": 0}, "0 sticks in each hand: mode 2 can deal 1 to 999 (R1 deals 10)"),
        ({"sticks": 1000}, "1000 sticks in each hand: mode 2 can deal 1 to 999 (R1 deals 10)"),
        ({"first": 2}, "no seat 2 to begin: mode 2 has seats 0 to 1"),
        ({"first": -1}, "no seat -1 to begin: mode 2 has seats 0 to 1"),
    ],
)
def test_words_that_do_not(words: dict, message: str) -> None:
    """One line each: what was asked, what exists."""
    with pytest.raises(MisuseError) as refused:
        setup_of(BLOCK, **words)
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
        (["end=flat"], "no physics 'end=flat'; give FIELD=VALUE, the fields and their defaults are dt_s=0.001, iterat"),
        (["tap=true"], "no physics 'tap=true'; give FIELD=VALUE"),
        (["ends"], "physics ends cannot be ''; it is one of round, flat, block"),
        (["ends=oval"], "physics ends cannot be 'oval'; it is one of round, flat, block"),
        (["friction=wet"], "physics friction cannot be 'wet'; it is a number, or waxed, dry, swollen"),
        (["iterations=2.5"], "physics iterations cannot be '2.5'; it is a whole number"),
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
