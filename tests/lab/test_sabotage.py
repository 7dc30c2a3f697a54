"""Every planted fault is noticed by what an audit does anyway, and without one the same games show nothing."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.names import Bore
from fakir3d.block.solids import boxes
from fakir3d.crosscheck.case import run_case
from fakir3d.crosscheck.casefile import load_case
from fakir3d.crosscheck.pipeline import HONEST, Pipeline
from fakir3d.errors import MisuseError
from fakir3d.lab.audit.choosing import choose_move
from fakir3d.lab.audit.game_result import parse_result, result_text
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.playing import GameRunner
from fakir3d.lab.audit.run import audit
from fakir3d.lab.audit.summary import report
from fakir3d.lab.faults.block import wall_missing
from fakir3d.lab.faults.catalogue import FAULTS, InjectedFault
from fakir3d.lab.faults.injection import PIPELINES, catch, pipeline_for
from fakir3d.lab.faults.rules import floor_too_high
from fakir3d.rules import Mode, Phase, Setup, advance, legal_moves, predict, start

BLOCKS = tuple((name, load_block(name)) for name in preset_names())
BARE = [each for each in FAULTS if not each.bodies]
BULLET = pytest.mark.bullet
MUJOCO = pytest.mark.campaign


def name_of(sabotage: InjectedFault) -> str:
    """Return what a test is called after."""
    return sabotage.name


def plan(tmp_path: Path, engine: str) -> AuditPlan:
    """Return the audit that must notice each of them: a short game of each preset."""
    return AuditPlan(
        blocks=BLOCKS, modes=(Mode.TWO,), games=1, seed=1, engine=engine, sticks=5, cases=tmp_path / "cases"
    )


@pytest.mark.parametrize("engine", [pytest.param("bullet", marks=BULLET), pytest.param("mujoco", marks=MUJOCO)])
@pytest.mark.parametrize("sabotage", FAULTS, ids=name_of)
def test_each_is_caught(tmp_path: Path, sabotage: InjectedFault, engine: str) -> None:
    """With an engine of rigid bodies all of them are noticed within one short game of each preset."""
    found = catch(plan(tmp_path, engine), sabotage)
    assert found.caught
    assert found.to_json()["checks"] == list(found.checks)
    assert bool(found.instruments) == ("instruments" in found.checks)
    assert found.acts
    assert not (tmp_path / "cases").exists()


@pytest.mark.parametrize("sabotage", BARE, ids=name_of)
def test_straight_falls_catch_all_that_need_no_bodies(tmp_path: Path, sabotage: InjectedFault) -> None:
    """The ideal engine, which every machine has, notices the others."""
    assert catch(plan(tmp_path, "ideal"), sabotage).caught


@pytest.mark.parametrize(
    "engine", ["ideal", pytest.param("bullet", marks=BULLET), pytest.param("mujoco", marks=MUJOCO)]
)
def test_an_honest_audit_with_the_same_seed_finds_nothing(tmp_path: Path, engine: str) -> None:
    """The very games in which all the others are caught."""
    found = audit(plan(tmp_path, engine))
    assert found.well
    assert found.wrong_instruments == ()
    assert found.games_played == len(BLOCKS)


INSTRUMENTS_ONLY = {"box-missing", "bores-high", "columns-apart", "bores-aside", "holes-narrow", "sticks-thick"}


@pytest.mark.parametrize("sabotage", [each for each in BARE if each.where != "engine"], ids=name_of)
def test_what_an_act_shows_is_a_case_that_shows_it_again(tmp_path: Path, sabotage: InjectedFault) -> None:
    """An audit that notices one in an act keeps a case; the case shows the same with the liars and not without."""
    found = audit(replace(plan(tmp_path, "ideal"), pipeline=sabotage.pipeline))
    assert not found.well
    if sabotage.name in INSTRUMENTS_ONLY:
        assert not found.findings
        assert found.wrong_instruments
        return
    case = load_case(Path(found.findings[0].case))
    again = run_case(case, pipeline_for(sabotage.name, "ideal"))
    assert again.as_expected
    assert again.comparison.verdict.discrepancies[0].kind is found.findings[0].kind
    assert run_case(replace(case, sabotage=None)).comparison.verdict.agree


def test_a_game_says_what_the_instruments_showed_where_it_was_played(tmp_path: Path) -> None:
    """Another process or machine may play it: its result goes to a file and back, and the report is not well."""
    lying = replace(plan(tmp_path, "ideal"), pipeline=PIPELINES["box-missing"])
    playing = GameRunner(next(lying.all_games()))
    for _ in playing.moves():
        pass
    played = playing.so_far()
    assert played.result.findings == ()
    (sentence,) = played.result.instruments
    assert sentence.startswith("ideal, lattice: cells of the block that are wood and should not be")
    again = parse_result(result_text(played.result), "a game")
    assert again == played.result
    asked = plan(tmp_path, "ideal")
    found = report(asked.asked(), (), [(again, played.timing)], cases=tmp_path, timing={})
    assert not found.well
    assert found.wrong_instruments == (sentence,)
    assert sentence in found.to_json()["wrong_instruments"]


def test_they_are_many_and_everywhere() -> None:
    """At least 25, in all five places, each with a name of its own and a sentence of its own."""
    assert len(FAULTS) >= 25
    assert {each.where for each in FAULTS} == {"rules", "position", "block", "engine", "answer"}
    assert len({each.name for each in FAULTS}) == len({each.planted for each in FAULTS}) == len(FAULTS)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", each.name) for each in FAULTS)
    assert all(each.pipeline.sabotage == each.name for each in FAULTS)


@pytest.mark.parametrize("sabotage", FAULTS, ids=name_of)
def test_each_lies_in_one_place_and_goes_to_other_processes(sabotage: InjectedFault) -> None:
    """One field differs from the honest witnesses (two where both repeat a lie), and all of it pickles."""
    fields = ("predict", "advance", "block", "solids", "perform", "opener")
    lies = [name for name in fields if getattr(sabotage.pipeline, name) != getattr(HONEST, name)]
    assert len(lies) == (2 if sabotage.name == "told-to-suit" else 1)
    again: Pipeline = pickle.loads(pickle.dumps(sabotage.pipeline))  # noqa: S301
    assert again == sabotage.pipeline


def test_names_are_looked_up() -> None:
    """None is honest; an unknown name is answered with those like it; straight falls know no walls."""
    assert pipeline_for(None) is HONEST
    assert pipeline_for("floor-too-high", "ideal").predict is floor_too_high
    assert set(PIPELINES) == {name for name, lie in PIPELINES.items() if lie.sabotage == name}
    with pytest.raises(MisuseError, match=f"no sabotage 'chunk-lots'; there are {len(FAULTS)}, like chunk-lost"):
        pipeline_for("chunk-lots")
    with pytest.raises(MisuseError, match="ideal engine computes straight falls, without walls"):
        pipeline_for("wall-missing", "ideal")


@pytest.mark.parametrize("block", preset_names())
def test_floor_too_high_lifts_one_fall_by_one_floor_and_nothing_else(block: str) -> None:
    """Over whole random games: one fall ends on the next bore above where it should, or does not happen."""
    spec = load_block(block)
    lifted = kept = 0
    for game in range(6):
        lots = Random(f"{block}/{game}")
        state = start(Setup(lattice_of(spec), Mode.TWO, 10))
        while state.phase is not Phase.OVER:
            move = choose_move(legal_moves(state), lots)
            honest, lie = predict(state, move), floor_too_high(state, move)
            if honest.drops:
                changed = set(honest.falls) - set(lie.falls)
                assert len(changed) == 1
                (fall,) = changed
                wrong = next((other for other in lie.falls if other.stick == fall.stick), None)
                level = state.lattice.level
                end = level[fall.to] if isinstance(fall.to, Bore) else -1
                between = [bore for bore in state.lattice.under[fall.hole] if end < level[bore] < level[fall.origin]]
                if wrong is None:
                    kept += 1
                    assert not between
                else:
                    lifted += 1
                    assert level[wrong.to] == min(level[bore] for bore in between)
            else:
                assert lie == honest
            state = advance(state, move, honest)
    assert lifted
    assert kept


@pytest.mark.parametrize("block", preset_names())
def test_wall_missing_leaves_out_one_box_beside_a_hole(block: str) -> None:
    """Exactly one box is left out: one at the outside, beside what stands on the highest floor."""
    spec = load_block(block)
    (missing,) = set(boxes(spec)) - set(wall_missing(spec))
    assert len(wall_missing(spec)) == len(boxes(spec)) - 1
    top = missing.centre_m[2] + missing.half_m[2]
    assert top == pytest.approx(spec.size_m[2])
    assert any(
        abs(missing.centre_m[axis]) + missing.half_m[axis] == pytest.approx(spec.size_m[axis] / 2)
        and missing.half_m[axis] < spec.size_m[axis] / 4
        for axis in (0, 1)
    )
