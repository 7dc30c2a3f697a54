"""Scripts, configs, engines and certificates as plain dicts; lots that come again; scenes of positions."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError, RecordError
from fakir3d.motion import Snapshot
from fakir3d.physics.config import Bores, EndShape, PhysicsConfig, Pierced
from fakir3d.physics.hand.script import MAX_OFFSET_M, Gesture, Script, script_for
from fakir3d.physics.performance import EngineInfo, Rest
from fakir3d.physics.reading import origins
from fakir3d.physics.scene import Scene, scene_of, seated
from fakir3d.rules import Mode, Move, Setup, State, advance, legal_moves, predict, start

FREE = PhysicsConfig(
    dt_s=1 / 2000, tap=True, pierced=Pierced.FREE, bores=Bores.ROUND, ends=EndShape.FLAT, perturb_seed=7, rolling_m=1e-4
)
FIRST = (
    *("dt_s", "iterations", "friction", "restitution", "record_hz", "rest_speed_m_s", "rest_arm_m", "rest_hold_s"),
    *("deadline_s", "blocked_depth_m", "tap"),
)
"""The fields of a config before it had others."""
VALUES = [
    FREE,
    Script(Move.parse("x2.3^"), "r10", -1, (0.0001, -0.0003), 0.31),
    EngineInfo("bullet", "3.2.7"),
    Rest(False, 1.7, 1.5, 0.2, ("g1", "r2")),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_json_round_trip(value: PhysicsConfig | Script | EngineInfo | Rest) -> None:
    """What is written comes back equal, through real JSON, bit for bit."""
    assert type(value).from_json(json.loads(json.dumps(value.to_json()))) == value


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_json_is_strict(value: PhysicsConfig | Script | EngineInfo | Rest) -> None:
    """Unknown keys, missing keys, other types, NaN, infinity and huge numbers are refused in one line."""
    read, good = type(value).from_json, value.to_json()
    bad: list[object] = [None, [], "text", 7, {**good, "extra": 1}]
    for key in good:
        if not isinstance(value, PhysicsConfig) or key in FIRST:
            bad.append({name: item for name, item in good.items() if name != key})
        wrong = (None, math.nan, math.inf, -math.inf, 10**400, {}, [[]], "x" * 100 if key == "move" else 1 + 2j)
        bad.extend({**good, key: item} for item in wrong)
    for data in bad:
        with pytest.raises(RecordError) as told:
            read(data)
        assert "\n" not in str(told.value)
        assert len(str(told.value)) < 450


def test_configs_of_before_are_read() -> None:
    """A config written before there were other fields means what it meant then; a lone new field is taken too."""
    old = PhysicsConfig(friction=0.2, tap=True, ends=EndShape.ROUND)
    assert PhysicsConfig.from_json({key: old.to_json()[key] for key in FIRST}) == old
    assert PhysicsConfig.from_json({**{key: old.to_json()[key] for key in FIRST}, "ends": "flat"}).ends is EndShape.FLAT


def test_choices_are_named() -> None:
    """A field with names takes a name as well as the value, and a wrong name is answered with those that exist."""
    assert PhysicsConfig(pierced="free", bores="round", ends="block") == PhysicsConfig(  # type: ignore[arg-type]
        pierced=Pierced.FREE, bores=Bores.ROUND, ends=EndShape.BLOCK
    )
    with pytest.raises(RecordError, match="config: bores must be one of square, round, not 'oval'"):
        PhysicsConfig.from_json({**FREE.to_json(), "bores": "oval"})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"side": 0}, "side is 0"),
        ({"side": True}, "whole number"),
        ({"offset_m": [0.001, 0.0]}, "offset_m is 0.001"),
        ({"offset_m": [0.0]}, "list of 2 numbers"),
        ({"speed_m_s": 0.0}, "speed_m_s is 0.0"),
        ({"stick": "q7"}, "'q7' is no stick"),
        ({"move": "z9.1"}, "'z9.1' is no move"),
    ],
)
def test_scripts_out_of_range(change: dict[str, object], said: str) -> None:
    """A recorded script with a value that no hand can have is refused, naming it."""
    good = Script(Move.parse("x2.3"), "r1", 1, (0.0, 0.0), 0.3).to_json()
    with pytest.raises(RecordError, match=said):
        Script.from_json({**good, **change})


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(PhysicsConfig) if field.name != "tap"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -1.0])
def test_configs_out_of_range(name: str, value: float) -> None:
    """A config that makes no sense cannot be made, and the message names the number and its range."""
    with pytest.raises(MisuseError, match=name):
        PhysicsConfig(**{name: value})


def played(spec: BlockSpec, moves: str) -> State:
    """Return the position after these moves, as foretold."""
    state = start(Setup(lattice_of(spec), Mode.TWO, Mode.TWO.sticks))
    for move in map(Move.parse, moves.split()):
        state = advance(state, move, predict(state, move))
    return state


def test_lots_come_again(lattice: BlockSpec) -> None:
    """The same seed and turn draw the same hand; other seeds and turns draw others, all within their limits."""
    state = played(lattice, "x2.3")
    move = legal_moves(state)[0]
    assert script_for(state, move, 7, 3) == script_for(state, move, 7, 3)
    drawn = {script_for(state, move, seed, turn) for seed in range(20) for turn in range(20)}
    assert len(drawn) == 400
    assert {script.side for script in drawn} == {-1, 1}
    assert max(abs(offset) for script in drawn for offset in script.offset_m) <= MAX_OFFSET_M


def test_gesture_changes_its_own_part_only(lattice: BlockSpec) -> None:
    """The mouth that a player clicked is the hand's; every other lot stays as drawn. Holes have one mouth."""
    state = played(lattice, "x2.3")
    pierce, plant = Move.parse("x1.1"), Move.parse("b2")
    free = script_for(state, pierce, 7, 3)
    for side in (-1, 1):
        assert script_for(state, pierce, 7, 3, Gesture(side)) == dataclasses.replace(free, side=side)
        assert script_for(state, plant, 7, 3, Gesture(side)).side == 1


def test_no_stick_no_script(lattice: BlockSpec) -> None:
    """There is no hand's part in pulling from an empty bore; that is said."""
    with pytest.raises(MisuseError, match=r"x1\.1\^ needs a stick"):
        script_for(played(lattice, "x2.3"), Move.parse("x1.1^"), 7, 3)


def test_seated_reads_back(preset: BlockSpec) -> None:
    """Rest poses computed from a position are read as that very position."""
    state = played(preset, "x2.3 b2 x1.1 a2 x3.2 c2 a1")
    scene = scene_of(preset, state, seated(preset, state))
    assert {hole: where for name, where in origins(scene).items() for hole in [scene.standing[name]]} == {
        hole: each.on for hole, each in state.standing.items()
    }
    assert len(scene.solids) > 16


def test_snapshot_of_another_position_is_refused(preset: BlockSpec) -> None:
    """A snapshot that lacks a stick of the position, or has one too many, makes no scene."""
    state = played(preset, "x2.3 b2")
    with pytest.raises(MisuseError, match="the poses are of"):
        scene_of(preset, state, Snapshot.of({}))


def test_wood_can_be_replaced(lattice: BlockSpec, full: Callable[[BlockSpec], Scene]) -> None:
    """A sabotage hands in its own wood; it is used as it is."""
    state, wood = played(lattice, "x2.3"), full(lattice).solids[1:]
    assert scene_of(lattice, state, seated(lattice, state), wood).solids == wood
