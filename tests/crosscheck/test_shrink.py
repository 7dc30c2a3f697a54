"""Shrinking: a long case with many sticks becomes the few that matter, still shows what it showed, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.crosscheck.case import Case, run_case
from fakir3d.crosscheck.casefile import case_text, load_case, parse_case, save_case
from fakir3d.crosscheck.pipeline import HONEST, Comparison, Pipeline
from fakir3d.crosscheck.shrink import Try, _renumbered, _Start, _without, live, shrink
from fakir3d.errors import MisuseError, RecordError
from fakir3d.lab.faults.injection import PIPELINES, pipeline_for
from fakir3d.physics.hand.path import HandPath
from fakir3d.physics.hand.script import script_for
from fakir3d.physics.scene import seated
from fakir3d.rules import Mode, Phase, Setup, State, advance, legal_moves, predict, start
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.sticks import Stick
from tests.crosscheck.crowd import GOLDEN, HISTORY, crowd


def smallest(case: Case, pipeline: Pipeline = HONEST) -> Case:
    """Return what a case shrinks to."""
    *_, last = shrink(case, pipeline)
    return last.case


def hangs(case: Case) -> int:
    """Return how many sticks hang in a case's start."""
    return sum(case.state.hung(hole) for hole in case.state.standing)


@cache
def shrunk_crowd() -> tuple[Case, tuple[Try, ...]]:
    """Return a case of 40 moves, rules that stop one stick too high, performed by Bullet, and its shrinking."""
    pipeline = PIPELINES["floor-too-high"]
    case = crowd(pipeline, "bullet")
    return case, tuple(shrink(case, pipeline))


@pytest.mark.bullet
def test_forty_moves_with_one_wrong_stick_come_down_to_five_sticks(tmp_path: Path) -> None:
    """50 sticks and 40 acts become one act and at most 5 sticks, in a file that shows the same when it is run."""
    case, tries = shrunk_crowd()
    small = tries[-1].case
    assert (len(case.acts), live(case)) == (HISTORY, 50)
    assert len(small.acts) == 1
    assert live(small) <= 5
    assert small.expect == case.expect
    kept = load_case(save_case(small, tmp_path, "small"))
    assert kept == small
    assert run_case(kept, pipeline_for(kept.sabotage, "bullet")).as_expected


@pytest.mark.bullet
def test_it_never_grows_and_tries_are_few() -> None:
    """Sticks and acts only become fewer, and the number of acts performed stays in the order of the sticks."""
    _, tries = shrunk_crowd()
    sizes = [(len(step.case.acts), live(step.case)) for step in tries]
    assert all(one[0] >= other[0] and one[1] >= other[1] for one, other in pairwise(sizes))
    assert tries[-1].tried <= HISTORY + 4 * 50


@pytest.mark.bullet
def test_the_same_case_gives_the_same_tries() -> None:
    """Nothing is drawn by lot: case after case, the same."""
    case, tries = shrunk_crowd()
    assert tuple(shrink(case, PIPELINES["floor-too-high"])) == tries


def test_a_lie_about_one_stick_keeps_that_stick() -> None:
    """A witness that is wrong about one stick alone: it keeps its number, and all others but its support go."""
    wrong = Stick.parse("r15")

    def liar(state, move) -> Outcome:
        honest = predict(state, move)
        return Outcome(
            tuple(fall for fall in honest.falls if fall.stick != wrong or fall.origin is None), honest.blocked
        )

    pipeline = Pipeline("r15-never-falls", predict=liar)
    case = crowd(pipeline, "ideal")
    small = smallest(case, pipeline)
    assert small.expect == "extra-fall"
    assert [found.stick for found in small.verdict.discrepancies] == ["r15"]
    assert [str(standing.stick) for standing in small.state.standing.values()] == ["r15"]
    assert len(small.snapshot.names) == 2


@pytest.mark.bullet
@pytest.mark.parametrize("path", sorted(GOLDEN.glob("sabotage-*")), ids=lambda path: path.name.split(".")[0])
def test_every_kept_difference_shrinks_and_still_shows(path: Path) -> None:
    """Wrong rules and missing walls, each kept case: few sticks, the same kind and no new one, none hung."""
    case = load_case(path)
    pipeline = pipeline_for(case.sabotage, case.engine.name)
    before, small = run_case(case, pipeline), smallest(case, pipeline)
    after = run_case(small, pipeline)
    assert after.as_expected
    assert set(after.kinds) <= set(before.kinds)
    assert live(small) <= 5 < live(case)
    assert hangs(small) == hangs(case) == 0


@pytest.mark.bullet
def test_an_exchange_keeps_what_it_needs() -> None:
    """The held stick and the one it takes the place of stay, and the support under both."""
    case = replace(load_case(GOLDEN / "lattice-exchange.case.json"), expect="wrong-floor", sabotage="lost")
    name = str(case.predicted.falls[0].stick)
    pipeline = Pipeline("lost", predict=lambda _state, _move: replace(case.predicted, falls=()))
    small = smallest(replace(case, expect="extra-fall"), pipeline)
    assert small.state.phase is Phase.EXCHANGE
    assert small.expect == "extra-fall"
    assert live(small) == 3, name


def test_a_dragging_hand_is_made_plain_where_it_does_not_matter() -> None:
    """A pull that was dragged, with pauses and tremor: what the lie is about shows with a straight hand as well."""
    pipeline = PIPELINES["floor-too-high"]
    small = smallest(crowd(pipeline, "ideal"), pipeline)
    path = HandPath(((0.0, 0.01), (0.2, 0.012), (0.3, 0.2), (0.4, 0.19), (0.5, 1.0)), 1.2)
    dragged = replace(small, acts=(replace(small.acts[0], path=path),))
    assert run_case(dragged, pipeline).as_expected
    assert smallest(dragged, pipeline).acts[0].path is None


@pytest.mark.bullet
def test_agreement_cannot_be_shrunk() -> None:
    """A case in which both sides agree, as it expects: misuse, in one line."""
    with pytest.raises(MisuseError, match="no difference to shrink"):
        next(shrink(load_case(GOLDEN / "lattice-exchange.case.json")))


def test_a_difference_that_is_gone_is_a_finding() -> None:
    """A case that expects a difference and shows none here: said so, with what it expects."""
    case = replace(load_case(GOLDEN / "ideal-longest-fall.case.json"), expect="hung")
    with pytest.raises(RecordError, match="expects hung and shows no difference here"):
        next(shrink(case))


def test_an_agreement_that_broke_is_shrunk() -> None:
    """A case kept because both agreed, and which now differs: the difference is what remains."""
    case = load_case(GOLDEN / "ideal-longest-fall.case.json")
    pipeline = Pipeline("x", predict=lambda _state, _move: Outcome())
    small = smallest(replace(case, sabotage="x"), pipeline)
    assert (case.expect, small.expect) == ("agree", "extra-fall")
    assert run_case(small, pipeline).as_expected


def test_where_an_earlier_act_differs_the_history_ends_there() -> None:
    """The act that differs is the one that is judged; what came after it is left out."""
    pipeline = PIPELINES["floor-too-high"]
    case = crowd(pipeline, "ideal")
    longer = replace(case, acts=(*case.acts, replace(case.acts[0], stick="r20")))
    assert smallest(longer, pipeline).acts[0].move == case.acts[-1].move


def test_a_try_that_cannot_be_performed_shows_nothing() -> None:
    """An engine or rules that refuse a smaller start end nothing: that start is not taken."""

    def touchy(state, move) -> Outcome:
        if len(state.pierced) < 3:
            message = "fewer than three lie in the block"
            raise MisuseError(message)
        return PIPELINES["floor-too-high"].predict(state, move)

    pipeline = Pipeline("floor-too-high", predict=touchy)
    case = crowd(replace(pipeline, predict=PIPELINES["floor-too-high"].predict), "ideal")
    *_, late = shrink(replace(case, acts=case.acts), PIPELINES["floor-too-high"])
    based = next(shrink(case, PIPELINES["floor-too-high"])).case
    small = smallest(based, pipeline)
    assert len(small.state.pierced) == 3 > len(late.case.state.pierced)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("block", ["lattice", "staggered"])
def test_leaving_out_and_numbering_anew_make_positions(block: str, mode: Mode) -> None:
    """In random games, whatever is left out: no position, or one that a case file may hold, with nothing newly hung."""
    spec = load_block(block)
    lots = Random(f"{block}/{mode}")
    state, tried = start(Setup(lattice_of(spec), mode, mode.sticks)), 0
    while state.phase is not Phase.OVER:
        move = lots.choice(legal_moves(state))
        inside = [*(standing.stick for standing in state.standing.values()), *state.pierced.values()]
        begin = _Start(state, seated(spec, state), script_for(state, move, 1, 1))
        fewer = _without(begin, lots.sample(inside, lots.randint(0, len(inside))))
        anew = _renumbered(None, fewer) if fewer else None
        for made in filter(None, (fewer, anew)):
            tried += 1
            assert State.parse(str(made.state), state.lattice, thinned=True) == made.state
            assert sum(made.state.hung(hole) for hole in made.state.standing) == 0
            assert set(made.snapshot.names) == set(seated(spec, made.state).names)
        if anew:
            assert anew.state.setup.sticks <= fewer.state.setup.sticks
            assert len(anew.snapshot.names) == len(fewer.snapshot.names)
        state = advance(state, move, predict(state, move))
    assert tried > 20


def test_what_is_yielded_is_a_case_at_every_step() -> None:
    """Ctrl-C at any moment leaves a whole case: each step's parses back to itself and shows what it says."""
    pipeline = PIPELINES["floor-too-high"]

    for step in shrink(crowd(pipeline, "ideal", seed=2), pipeline):
        if step.smaller:
            assert parse_case(case_text(step.case).encode(), "here") == step.case
            assert run_case(step.case, pipeline).as_expected


def test_judged_is_what_the_witnesses_say() -> None:
    """The smallest case tells the outcomes of its own start, not those of the long one."""
    pipeline = PIPELINES["floor-too-high"]
    small = smallest(crowd(pipeline, "ideal"), pipeline)
    again: Comparison = run_case(small, pipeline).comparison
    assert (again.predicted, again.performance.outcome, again.verdict) == (
        small.predicted,
        small.observed,
        small.verdict,
    )
