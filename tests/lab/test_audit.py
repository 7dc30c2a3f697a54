"""Audits: rules and physics agree, lies are found, and the same seed gives the same report wherever it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.crosscheck.case import run_case
from fakir3d.crosscheck.casefile import load_case
from fakir3d.crosscheck.pipeline import ask, run_act
from fakir3d.crosscheck.policy import Policy
from fakir3d.errors import MisuseError
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import InlinePerformer
from fakir3d.lab.audit.choosing import choose_move
from fakir3d.lab.audit.plan import AuditPlan
from fakir3d.lab.audit.probes import EVERY_POSITION, EXTRA
from fakir3d.lab.audit.run import Progress, audit
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.motion import Snapshot
from fakir3d.physics.hand.script import script_for
from fakir3d.rules import Mode, Options, Phase, Setup, UnsupportedPlant, advance, legal_moves, start

PRESETS = tuple((name, load_block(name)) for name in preset_names())


def plan(tmp_path: Path, engine: str = "ideal", **changes: object) -> AuditPlan:
    """Return a small audit of all presets."""
    small = AuditPlan(blocks=PRESETS, modes=(Mode.TWO,), games=1, seed=1, engine=engine, cases=tmp_path / "cases")
    return replace(small, **changes)


def comparable(found: object) -> dict[str, object]:
    """Return a report's document without what may differ between two runs."""
    document = found if isinstance(found, dict) else json.loads(json.dumps(found.to_json()))
    return {key: value for key, value in document.items() if key != "timing"}


def test_ideal_falls_agree_with_the_rules_in_every_mode(tmp_path: Path) -> None:
    """Games of all modes on all presets: no difference, and every kind of move and probe took place."""
    found = audit(plan(tmp_path, modes=tuple(Mode)))
    document = found.to_json()
    assert found.well
    assert document["disagreements"] == []
    assert found.games_played == 3 * len(Mode)
    assert all(found.acts[kind] for kind in ("pierce", "plant", "pull", "exchange", "discard", "probe"))
    assert found.acts["discard"] == sum(found.acts[f"discard_{place}"] for place in ("hand", "standing", "horizontal"))
    assert all(found.probes[probe.value] for probe in EVERY_POSITION)
    assert found.acts["probe"] == sum(found.probes.values())
    assert found.blocked == found.probes["blocked_by_standing"] + found.probes["blocked_by_crossing"]
    assert found.falls["onto_stick"]
    assert found.falls["gone"]
    assert found.falls["hung"] == found.falls["astray"] == 0
    assert list(found.instruments["ideal"]) == list(preset_names())
    assert all(measurements for measurements in found.instruments["ideal"].values())
    assert json.dumps(document["instruments"]).count('"right": true') == sum(
        map(len, found.instruments["ideal"].values())
    )
    assert not (tmp_path / "cases").exists()


@pytest.mark.bullet
def test_bullet_agrees_with_the_rules(tmp_path: Path) -> None:
    """The real engine, a game of each preset alone and in teams: no difference, everything comes to rest."""
    found = audit(plan(tmp_path, "bullet", modes=(Mode.TWO, Mode.TEAMS), sticks=6))
    assert [finding.to_json() for finding in found.findings] == []
    assert found.unsettled == 0
    assert found.well
    assert found.acts["pull"] >= 10
    assert found.blocked >= 20


def test_options_and_sticks_are_heard(tmp_path: Path) -> None:
    """With unsupported plants allowed they are among the moves; fewer sticks make shorter games."""
    options = Options(unsupported_plant=UnsupportedPlant.ALLOWED)
    usual, short = audit(plan(tmp_path)), audit(plan(tmp_path, sticks=3, options=options))
    assert short.well
    assert short.moves < usual.moves
    assert short.asked["options"] == {"fall": "any", "unsupported_plant": "allowed"}
    assert short.acts["plant"] > short.falls["gone"]


def test_extra_probes_perform_exchanges_and_discards(tmp_path: Path) -> None:
    """A campaign may ask for more probes; they agree as well."""
    found = audit(plan(tmp_path, probes=EXTRA))
    assert found.well
    assert set(found.probes) == {probe.value for probe in EXTRA}
    assert all(found.probes.values())


@pytest.mark.parametrize("engine", ["ideal", pytest.param("bullet", marks=pytest.mark.bullet)])
def test_the_same_seed_gives_the_same_report_anywhere(tmp_path: Path, engine: str) -> None:
    """Twice here, and in other processes under other hash seeds: the same JSON but for timing; another seed differs."""
    asked = plan(tmp_path, engine, sticks=4)
    here = comparable(audit(asked))
    assert comparable(audit(asked)) == here
    assert comparable(audit(replace(asked, seed=2)))["digest"] != here["digest"]
    words = ["audit", "--engine", engine, "--mode", "2", "--sticks", "4", "--seed", "1", "--json"]
    blocks = [word for name in preset_names() for word in ("--block", name)]
    program = "from fakir3d.cli.main import build_app; build_app()()"
    for hash_seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", program, *words, *blocks],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
        )
        assert comparable(json.loads(done.stdout)) == here


def test_a_game_does_not_depend_on_the_games_before_it(tmp_path: Path) -> None:
    """The first game of two is the only game of one, and blocks may come in any order."""
    one, two = (audit(plan(tmp_path, games=games, blocks=PRESETS[:1])) for games in (1, 2))
    assert one.moves < two.moves
    again = audit(plan(tmp_path, blocks=PRESETS[::-1]))
    assert again.moves == audit(plan(tmp_path)).moves


FINDABLE = [  # two of them on every preset; tests/lab/test_sabotage.py has them all
    ("floor-too-high", "ideal"),
    pytest.param("floor-too-high", "bullet", marks=pytest.mark.bullet),
    pytest.param("wall-missing", "bullet", marks=pytest.mark.bullet),
]


@pytest.mark.parametrize(("sabotage", "engine"), FINDABLE)
def test_every_sabotage_is_found_and_its_case_shows_it_again(tmp_path: Path, sabotage: str, engine: str) -> None:
    """On every preset the first game stops at the lie, with a case; run again it shows the same kind."""
    found = audit(plan(tmp_path, engine, pipeline=pipeline_for(sabotage, engine)))
    assert not found.well
    assert [finding.block for finding in found.findings] == list(preset_names())
    for finding in found.findings:
        assert finding.reproduction == f"fakir3d case run {finding.case}"
        case = load_case(Path(finding.case))
        assert case.sabotage == sabotage
        assert case.expect == finding.kind.value
        again = run_case(case, pipeline_for(sabotage, engine))
        assert again.as_expected
        assert str(again.comparison.verdict) == finding.verdict == str(case.verdict)
        with pytest.raises(MisuseError, match=f"this case is about {sabotage}"):
            run_case(case)


@pytest.mark.bullet
def test_without_the_lie_a_sabotaged_case_agrees(tmp_path: Path) -> None:
    """The act that shows a raised floor is a sound one: honest rules agree with what was observed."""
    found = audit(plan(tmp_path, "bullet", pipeline=pipeline_for("floor-too-high"), blocks=PRESETS[:1]))
    case = load_case(Path(found.findings[0].case))
    honest = run_case(replace(case, sabotage=None))
    assert honest.comparison.verdict.agree
    assert not honest.as_expected
    assert honest.comparison.performance.outcome == case.observed


def test_an_interrupted_audit_reports_what_it_did(tmp_path: Path) -> None:
    """Ctrl-C between two acts: counts so far, marked as interrupted, and not called well."""
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.done == 1 and progress.current == 3:
            raise KeyboardInterrupt

    found = audit(plan(tmp_path), watch)
    assert found.interrupted
    assert not found.well
    assert found.games_played == 2
    assert found.moves == seen[-1].moves + 3
    assert (seen[-1].done, seen[-1].games) == (1, len(PRESETS))
    assert found.findings == ()


def test_an_audited_game_is_the_game_a_session_plays() -> None:
    """The audit's own loop and Session agree bit for bit: scripts, verdicts, states and poses of a whole game."""
    name, spec = PRESETS[0]
    session = Session.new(
        spec, InlinePerformer("ideal"), GameSetup(mode=Mode.TWO, first=1, seed=77), policy=Policy.STRICT
    )
    state, snapshot = start(Setup(lattice_of(spec), Mode.TWO, 10, first=1)), Snapshot.of({})
    rng = Random(f"{name}/77")
    number = 0
    while state.phase is not Phase.OVER:
        number += 1
        move = choose_move(legal_moves(state), rng)
        script = script_for(state, move, 77, number)
        config = session.header.config
        comparison = run_act(ask(spec, state, snapshot, script), "ideal", config)
        state, snapshot = advance(state, move, comparison.performance.outcome), comparison.performance.after
        turn = session.play(move)
        assert (turn.script, turn.verdict, turn.taken) == (script, comparison.verdict, comparison.performance.outcome)
        assert session.state == state
        assert session.snapshot == snapshot
    assert number > 20
