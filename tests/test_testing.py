"""The pytest plugin: assert_agrees, its fixtures, case files as tests, and the example that people copy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from fakir3d.block.document import load_block
from fakir3d.crosscheck.case import run_case
from fakir3d.crosscheck.casefile import load_case, save_case
from fakir3d.errors import BlockError, EngineMissingError, IllegalMoveError, MisuseError, RecordError
from fakir3d.physics import engines
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import default_engine
from fakir3d.rules import Move, Phase
from fakir3d.testing import DisagreementError, assert_agrees, assert_case

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden" / "cases"
FALL = "x2.1 x1.2 x2.3 b1 b2 a1 a2 c1 x2.3^"
"""On lattice: a1 and c1 stand on x1.2, a2 and b2 on x2.3, and the last move lets those two down to x2.1."""


def run_pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder as a stranger to our own settings would, with the plugin."""
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    env.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, "-m", "pytest", "-p", "fakir3d.testing", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder that pytest takes for a project of its own."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


@pytest.fixture
def broken_physics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every act of physics end with no stick having come down."""
    from fakir3d.crosscheck import pipeline
    from fakir3d.rules.outcome import Outcome

    honest = pipeline.HONEST

    def numb(*act: object):
        seen = honest.perform(*act)
        return replace(seen, outcome=Outcome((), seen.outcome.blocked))

    monkeypatch.setattr(pipeline, "HONEST", replace(honest, perform=numb))


@pytest.mark.parametrize("engine", [None, "ideal"])
def test_moves_that_agree_give_the_position_they_lead_to(engine: str | None) -> None:
    """Every move performed by the machine's best engine or a named one; the state is the rules' own."""
    state = assert_agrees("lattice", FALL, engine=engine)
    assert str(state.standing[Move.parse("b2").hole].on) == "x2.1"
    assert state.seat == 1


def test_blocks_and_moves_in_every_form(tmp_path: Path) -> None:
    """A preset, a path, a text of a path, a block; moves in one text, one by one, as values."""
    path = tmp_path / "lattice"
    shutil.copy(ROOT / "models" / "blocks" / "lattice.toml", path)
    for block in ("lattice", path, str(path), load_block("lattice")):
        assert str(assert_agrees(block, ["x2.3", Move.parse("b2")], engine="ideal").standing)
    assert assert_agrees("lattice", "", engine="ideal").phase is Phase.MOVE
    teams = assert_agrees("oneway", "x1.1", engine="ideal", mode="teams", sticks=3, first=2, seed=9)
    assert (teams.seat, teams.setup.sticks) == (3, 3)


def test_a_difference_tells_the_move_both_outcomes_and_the_case(broken_physics: None, tmp_path: Path) -> None:
    """The assertion's text is enough to go on with; the file it names is a whole case."""
    with pytest.raises(DisagreementError) as failed:
        assert_agrees("lattice", FALL, engine="ideal", cases=tmp_path / "kept")
    text, path = str(failed.value), failed.value.path
    assert isinstance(failed.value, AssertionError)
    assert text.startswith("move 4, b1: rules and physics differ: missed-fall ")
    assert "rules foretold: g2 b1 hand>x1.2" in text
    assert "physics did:    nothing" in text
    assert f"fakir3d case run {path}" in text
    assert path.parent == tmp_path / "kept"
    case = load_case(path)
    assert case.note == "Move 4, b1, of x2.1 x1.2 x2.3 b1; seed 1."
    assert not run_case(case).as_expected, "physics was broken on purpose; without that it is well"


def test_the_same_difference_is_the_same_file_and_another_one_is_another(broken_physics: None, tmp_path: Path) -> None:
    """Running tests again makes no more files, and no difference takes another one's place."""
    paths = []
    for moves, seed in ((FALL, 1), (FALL, 1), (FALL, 2), ("x2.1 b2", 1)):
        with pytest.raises(DisagreementError) as failed:
            assert_agrees("lattice", moves, engine="ideal", cases=tmp_path, seed=seed)
        paths.append(failed.value.path)
    assert paths[0] == paths[1]
    assert len(set(paths)) == len(list(tmp_path.iterdir())) == 3


def test_mistakes_of_the_test_are_told_apart_from_differences(tmp_path: Path, monkeypatch) -> None:
    """An illegal move, an unfit block, an engine or a number that cannot be: said as such, and no case is kept."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IllegalMoveError, match=r"move 2, b2=: R7"):
        assert_agrees("lattice", "x2.3 b2=")
    with pytest.raises(MisuseError, match="is no move"):
        assert_agrees("lattice", "x2.3 nonsense")
    with pytest.raises(MisuseError, match="no engine 'warp'"):
        assert_agrees("lattice", "x2.3", engine="warp")
    with pytest.raises(MisuseError, match="invalid mode '5'"):
        assert_agrees("lattice", "x2.3", mode="5")
    with pytest.raises(MisuseError, match="0 sticks in each hand"):
        assert_agrees("lattice", "x2.3", sticks=0)
    with pytest.raises(MisuseError, match="dt_s"):
        assert_agrees("lattice", "x2.3", config=replace(PhysicsConfig(), dt_s=float("nan")))
    unfit = tmp_path / "unfit.toml"
    document = (ROOT / "models" / "blocks" / "lattice.toml").read_text()
    unfit.write_text(document.replace("diameter = 6.0", "diameter = 6.6"))
    with pytest.raises(BlockError):
        assert_agrees(unfit, "x2.3")
    with pytest.raises(BlockError, match="block lattice: 1 fault: "):
        assert_agrees(replace(load_block("lattice"), size_m=(0.0, 0.072, 0.1)), "x2.3")
    assert [path.name for path in tmp_path.iterdir()] == ["unfit.toml"]


def test_a_case_is_asserted(tmp_path: Path) -> None:
    """One that shows what it expects is quiet; one that does not tells both outcomes; one that is none is refused."""
    path = GOLDEN / "ideal-longest-fall.case.json"
    assert_case(path)
    wrong = save_case(replace(load_case(path), expect="hung"), tmp_path, "wrong")
    with pytest.raises(DisagreementError, match=r"Expected hung, and act 1 of 1 shows: agree") as failed:
        assert_case(wrong)
    assert failed.value.path == wrong
    broken = tmp_path / "broken.case.json"
    broken.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(RecordError, match="cut short"):
        assert_case(broken)


def test_case_files_are_tests(project: Path) -> None:
    """Pytest collects them by their suffix; a failure is told in our words, without a traceback."""
    good = load_case(GOLDEN / "ideal-longest-fall.case.json")
    save_case(good, project / "cases", "good")
    save_case(replace(good, expect="hung", note="Wrong on purpose."), project / "cases", "bad")
    save_case(replace(good, engine=replace(good.engine, name="warp")), project / "cases", "lost")
    (project / "cases" / "cut.case.json").write_text("{")
    (project / "cases" / "other.json").write_text("{}")
    done = run_pytest(project, "-v", "-rf")
    assert done.returncode == 1
    assert "good.case.json::good PASSED" in done.stdout
    assert "3 failed, 1 passed" in done.stdout
    assert "Wrong on purpose. Expected hung, and act 1 of 1 shows: agree" in done.stdout
    assert "cut short or no JSON" in done.stdout
    assert "there is no engine 'warp'" in done.stdout
    assert "Traceback" not in done.stdout
    assert "testing.py" not in done.stdout
    assert run_pytest(project, "cases/lost.case.json", "--fakir3d-engine", "ideal").returncode == 0


def test_the_fixtures_follow_the_command_line(project: Path) -> None:
    """Engine and folder of the command line reach a test; without them the best engine and fakir3d-cases."""
    (project / "test_own.py").write_text(
        "from fakir3d.rules.outcome import Outcome\n"
        "import fakir3d.crosscheck.pipeline as w\n"
        "def test_settings(fakir3d_engine, fakir3d_cases):\n"
        "    print('SETTINGS', fakir3d_engine, fakir3d_cases.name)\n"
        "def test_differs(fakir3d_agrees, monkeypatch):\n"
        "    lie = w.Pipeline('lie', predict=lambda state, move: Outcome())\n"
        "    monkeypatch.setattr(w, 'HONEST', lie)\n"
        "    fakir3d_agrees('lattice', 'x2.3 b2')\n"
    )
    plain = run_pytest(project, "-s")
    assert f"SETTINGS {default_engine()} fakir3d-cases" in plain.stdout
    asked = run_pytest(project, "-s", "--fakir3d-engine", "ideal", "--fakir3d-cases", "kept")
    assert "SETTINGS ideal kept" in asked.stdout
    assert "DisagreementError: move 2, b2: rules and physics differ: extra-fall" in asked.stdout
    (kept,) = (project / "kept").iterdir()
    assert load_case(kept).engine.name == "ideal"
    assert "there is no engine 'warp'" in run_pytest(project, "--fakir3d-engine", "warp").stdout


def test_the_example_runs(tmp_path: Path) -> None:
    """The folder that docs/testing-blocks.md tells people to copy, copied and run."""
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "examples" / "own_block", folder, ignore=shutil.ignore_patterns("__pycache__", "fakir3d-*"))
    (folder / "pytest.ini").write_text("[pytest]\n")
    done = run_pytest(folder, "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout
    assert not (folder / "fakir3d-cases").exists()


def test_it_costs_other_runs_nothing(project: Path) -> None:
    """A run of pytest that is not about fakir3d loads the plugin and nothing else of it."""
    (project / "test_other.py").write_text(
        "import sys\n"
        "def test_other():\n"
        "    ours = {name for name in sys.modules if name.startswith('fakir3d')}\n"
        "    assert ours == {'fakir3d', 'fakir3d.errors', 'fakir3d.testing'}\n"
        "    assert not {'numpy', 'pydantic', 'panda3d', 'pybullet', 'mujoco', 'typer'} & set(sys.modules)\n"
    )
    done = run_pytest(project, "-q")
    assert done.returncode == 0, done.stdout


def test_pytest_finds_it_by_itself() -> None:
    """The package names the plugin as pytest's entry point."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][
        "pytest11"
    ]
    assert declared == {"fakir3d": "fakir3d.testing"}


def test_a_missing_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that exists and is not here: one line, as everywhere."""
    monkeypatch.setattr(engines, "_problem", lambda name: "taken away" if name == "bullet" else None)
    with pytest.raises(EngineMissingError, match="not on this machine"):
        assert_agrees("lattice", "x2.3", engine="bullet")
