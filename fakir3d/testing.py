"""A pytest plugin for people who test blocks of their own.

Pytest finds it wherever fakir3d is installed.

    from fakir3d.testing import assert_agrees

    def test_my_block():
        assert_agrees("my-block.toml", "x1.1 a1 x2.1 b2 x1.1^")

plays the moves from the empty block, each by the rules and by a physics engine, and fails at the first difference,
which is kept as a case file. A ``*.case.json`` file is a test by itself: ``pytest my.case.json``, or any folder with
such files. See docs/testing-blocks.md.

pytest imports this in all its runs, whatever they test: so everything else of fakir3d is imported where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fakir3d.errors import FakirError, IllegalMoveError, command_line, printable

if TYPE_CHECKING:
    from fakir3d.block.spec import BlockSpec
    from fakir3d.crosscheck.case import Case
    from fakir3d.crosscheck.pipeline import Settlement
    from fakir3d.library.block import Block
    from fakir3d.physics.config import PhysicsConfig
    from fakir3d.rules import Move, Options, Setup, State

CASES = Path("fakir3d-cases")
"""The folder for cases unless another one is named; under the place where pytest or the program was started."""


class DisagreementError(AssertionError):
    """Rules and physics differ.

    Attributes:
        path: the case file that shows it.
    """

    def __init__(self, message: str, path: Path) -> None:
        super().__init__(message)
        self.path = path


def assert_agrees(
    block: str | Path | Block | BlockSpec,
    moves: str | Iterable[str | Move],
    *,
    engine: str | None = None,
    mode: str = "2",
    sticks: int | None = None,
    options: Options | None = None,
    first: int = 0,
    seed: int = 1,
    config: PhysicsConfig | None = None,
    cases: Path = CASES,
) -> State:
    """Play moves from the empty block and hold physics against the rules at each; return the position they lead to.

    Args:
        block: a preset's name, a block document, or a block.
        moves: ``"x2.3 b2 x2.3^"``, or one by one.
        engine: which one performs; None for the best that this machine has.
        mode: how many play: 2, 3, 4 or teams (R1).
        sticks: in each hand; None for R1's number.
        options: the named readings of the rules; None for the usual ones.
        first: the seat that begins, from 0.
        seed: what the hand does follows from it and the number of the move.
        config: the numbers of the physics; None for the measured ones.
        cases: the folder for the case of a difference.

    Raises:
        DisagreementError: (an AssertionError) at the first difference, with the move, both outcomes and the case file.
        FakirError: if the rules forbid a move, there is no such block or engine, or a number is out of range.
    """
    from fakir3d.library.block import block_of
    from fakir3d.rules import start

    spec = block_of(block).fit()
    state = start(_setup_of(spec, mode, sticks, options, first))
    for settled in _acts(spec, state, list(_moves_of(moves)), seed=seed, engine=(engine, config), cases=cases):
        state = settled.after
    return state


def _engine_of(engine: str | None, config: PhysicsConfig | None) -> tuple[str, PhysicsConfig]:
    """Return which engine is asked, with which numbers."""
    from fakir3d.crosscheck.policy import Policy, config_for
    from fakir3d.physics.config import PhysicsConfig
    from fakir3d.physics.engines import default_engine

    return engine or default_engine(), config_for(Policy.STRICT, config or PhysicsConfig())


def _acts(
    spec: BlockSpec,
    state: State,
    moves: list[Move],
    *,
    seed: int,
    engine: tuple[str | None, PhysicsConfig | None],
    cases: Path,
) -> Iterator[Settlement]:
    """Yield what becomes of each move. Raises DisagreementError at the first difference."""
    from fakir3d.crosscheck.case import case_of
    from fakir3d.crosscheck.pipeline import ask_move, run_act, settle
    from fakir3d.crosscheck.policy import Policy
    from fakir3d.motion import Snapshot
    from fakir3d.physics.hand.script import script_for

    snapshot = Snapshot.of({})
    for number, move in enumerate(moves, start=1):
        try:
            asked = ask_move(spec, state, snapshot, move, partial(script_for, seed=seed, turn=number))
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}, {error}") from None
        settled = settle(run_act(asked, *_engine_of(*engine)), Policy.STRICT)
        if settled.decision.stop:
            note = f"Move {number}, {move}, of {' '.join(map(str, moves[:number]))}; seed {seed}."
            raise _difference(f"move {number}, {move}", case_of(note, settled.comparison), cases)
        yield settled
        state, snapshot = settled.after, settled.snapshot


def assert_case(path: Path, engine: str | None = None) -> None:
    """Perform a case file again and hold it against what it expects.

    Args:
        path: the file.
        engine: which one performs; None for the case's own.

    Raises:
        DisagreementError: (an AssertionError) if it shows something else than it expects.
        FakirError: if there is no such file or engine, or it is no whole case.
    """
    from fakir3d.crosscheck.case import run_case
    from fakir3d.crosscheck.casefile import load_case
    from fakir3d.lab.faults.injection import pipeline_for

    case = load_case(path)
    run = run_case(case, pipeline_for(case.sabotage, engine or case.engine.name), engine)
    if not run.as_expected:
        comparison, act = run.comparison, f"act {run.act + 1} of {len(case.acts)}"
        lines = [
            f"{printable(case.note)} Expected {case.expect}, and {act} shows: {comparison.verdict}",
            *_both(str(comparison.script.move), str(comparison.predicted), str(comparison.performance.outcome)),
            f"  again:          {command_line('case', 'run', path)}",
        ]
        raise DisagreementError("\n".join(lines), path)


def _setup_of(spec: BlockSpec, mode: str, sticks: int | None, options: Options | None, first: int) -> Setup:
    from fakir3d.block.derive import lattice_of
    from fakir3d.game.setup import GameSetup, member_of
    from fakir3d.rules import Mode, Options

    game = GameSetup(mode=member_of(Mode, mode, "mode"), sticks=sticks, options=options or Options(), first=first)
    return game.rules(lattice_of(spec))


def _moves_of(moves: str | Iterable[str | Move]) -> Iterator[Move]:
    from fakir3d.rules import Move

    for move in moves.split() if isinstance(moves, str) else moves:
        yield Move.parse(move) if isinstance(move, str) else move


def _difference(what: str, case: Case, folder: Path) -> DisagreementError:
    """Keep a difference as a case, and return what tells of it."""
    from hashlib import sha256

    from fakir3d.crosscheck.casefile import case_text, save_case

    plain = "".join(letter if letter.isalnum() else "-" for letter in case.spec.name)[:40]
    path = save_case(case, folder, f"{plain}-{case.expect}-{sha256(case_text(case).encode()).hexdigest()[:8]}")
    lines = [
        f"{what}: rules and physics differ: {case.verdict}",
        *_both(str(case.acts[-1].move), str(case.predicted), str(case.observed)),
        f"  by:             {case.engine.name} {case.engine.version}",
        f"  again:          {command_line('case', 'run', path)}",
        f"  made small:     {command_line('case', 'shrink', path)}",
    ]
    return DisagreementError("\n".join(lines), path)


def _both(move: str, predicted: str, observed: str) -> list[str]:
    return [f"  move:           {move}", f"  rules foretold: {predicted}", f"  physics did:    {observed}"]


# What pytest asks of a plugin.


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the plugin's options."""
    group = parser.getgroup("fakir3d", "blocks for the game Fakir")
    group.addoption("--fakir3d-engine", metavar="NAME", help="the engine of fakir3d_engine, and of *.case.json files")
    group.addoption("--fakir3d-cases", metavar="DIR", default=str(CASES), help="where fakir3d_agrees keeps differences")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take each ``*.case.json`` for a test."""
    return CaseFile.from_parent(parent, path=file_path) if file_path.name.endswith(".case.json") else None


class CaseFile(pytest.File):
    """A case file; it holds one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the test."""
        yield CaseItem.from_parent(self, name=self.path.name.removesuffix(".case.json"))


class CaseItem(pytest.Item):
    """Performing a case again."""

    def runtest(self) -> None:
        """Fail where the case shows something else than it expects, or cannot be read or performed."""
        assert_case(self.path, self.config.getoption("--fakir3d-engine"))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: str | None = None) -> str:  # noqa: ARG002 - pytest's
        """Return what to print: our own words suffice, a traceback only for what nobody meant to happen."""
        if isinstance(excinfo.value, DisagreementError | FakirError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where the test is and what it is called."""
        return self.path, None, f"case {self.name}"


@pytest.fixture(scope="session")
def fakir3d_engine(pytestconfig: pytest.Config) -> str:
    """Return the engine that tests ask: that of ``--fakir3d-engine``, else the best that this machine has."""
    from fakir3d.physics.engines import default_engine, require

    return require(pytestconfig.getoption("--fakir3d-engine") or default_engine()).name


@pytest.fixture(scope="session")
def fakir3d_cases(pytestconfig: pytest.Config) -> Path:
    """Return the folder in which differences are kept: that of ``--fakir3d-cases``, under pytest's root."""
    return pytestconfig.rootpath / str(pytestconfig.getoption("--fakir3d-cases"))


@pytest.fixture
def fakir3d_agrees(fakir3d_engine: str, fakir3d_cases: Path) -> Callable[..., State]:
    """Return ``assert_agrees`` with the engine and the folder of the command line."""
    from functools import partial

    return partial(assert_agrees, engine=fakir3d_engine, cases=fakir3d_cases)
