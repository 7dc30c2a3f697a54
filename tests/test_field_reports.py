"""The engine's and the harness's public bug reports (PB-01 to PB-23, QA-01 to QA-07), each one a test somewhere.

Most are shown where the part is; the table says where. What is about files, games or all our code is shown here.
"""

from __future__ import annotations

import ast
import copy
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.settings import Speed
from fakir3d.block.document import load_block
from fakir3d.block.names import Bore
from fakir3d.crosscheck.casefile import parse_case
from fakir3d.errors import RecordError
from fakir3d.files import seal
from fakir3d.game import InlinePerformer, Journal, Session, load_record
from fakir3d.game.setup import GameSetup
from fakir3d.motion import Snapshot
from fakir3d.physics.engines import available
from fakir3d.physics.reading import origins
from fakir3d.physics.scene import scene_of
from fakir3d.players import RandomPlayer
from fakir3d.rules import Move
from fakir3d.rules.state import State
from tests.app.shells import FakeEngine

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "fakir3d"
CASE = TESTS / "golden" / "cases" / "lattice-pull-lets-three-fall.case.json"

COVERED = {
    "PB-01": "test_lost_parts_are_noticed test_an_outline_that_differs_is_noticed test_blocks_of_many_parts_are_whole",
    "PB-02": "test_a_block_of_144_holes_is_whole test_engines_are_asked_for_nothing_that_is_known_to_fail",
    "PB-03": "test_every_hole_lets_a_stick_through test_handles test_boxes_of_a_preset_are_its_solid",
    "PB-04": "test_physics_agrees_on_what_fits test_whether_a_stick_fits",
    "PB-05": "test_physics_agrees_on_what_fits test_whether_a_stick_fits test_a_stick_through_another_is_astray",
    "PB-06": "test_a_stick_falls_after_a_long_rest_however_its_support_goes",
    "PB-07": "test_what_was_lost_comes_back_as_itself test_undo_to_the_start_and_redo_to_the_end",
    "PB-08": "test_repeats_bit_for_bit test_a_process_killed_in_mid_act_is_not_noticed",
    "PB-09": "test_memory_stays_flat test_memory_stays_within_50_mb_over_5000_acts",
    "PB-10": "test_memory_stays_flat test_memory_stays_within_50_mb_over_5000_acts",
    "PB-11": "test_what_is_no_number test_configs_out_of_range test_faulty_scenes_are_refused "
    "test_what_is_no_length_is_told_alone test_numbers_that_are_none_are_refused",
    "PB-12": "test_a_broken_document test_vectors_of_another_kind_are_refused test_json_is_strict",
    "PB-13": "test_without_bullet test_engines_are_asked_for_nothing_that_is_known_to_fail",
    "PB-14": "test_nothing_but_ours_on_stdout test_what_a_process_prints_reaches_nobody "
    "test_what_an_engine_complains_of_stays_off_stdout",
    "PB-15": "test_interleaved_acts_do_not_disturb_each_other",
    "PB-16": "test_too_many_acts_at_once_are_refused",
    "PB-17": "test_what_a_stick_rests_on_is_known_without_a_step",
    "PB-18": "test_frames_a_second_change_nothing",
    "PB-19": "test_drop_onto_each_floor test_deadline_is_honoured "
    "test_no_rest_certificate_is_unsettled_for_each_restless_stick",
    "PB-20": "test_too_much_of_it",
    "PB-21": "test_a_stick_let_go_half_a_metre_above_is_caught test_longest_fall_at_every_phase "
    "test_a_fall_must_not_outrun_the_simulation test_a_coarse_step_fails_the_contract",
    "PB-22": "test_without_bullet test_an_engine_missing_here_loads_and_another_goes_on",
    "PB-23": "test_falls_of_different_owners_are_one_outcome test_pull_under_several test_the_order_is_fixed",
    "QA-01": "test_no_test_waits_for_a_deadline",
    "QA-02": "test_the_same_seed_gives_the_same_report_anywhere test_a_seed_is_a_game_in_any_process "
    "test_one_worker_two_workers_and_none_keep_the_same_files "
    "test_nothing_is_drawn_from_lots_without_a_seed test_a_finding_is_exit_1_with_the_line_that_reproduces_it",
    "QA-03": "test_a_killed_thinker_is_asked_again test_a_process_killed_in_mid_act_is_not_noticed "
    "test_killed_workers_cost_their_own_game_once",
    "QA-04": "test_a_signal_ends_the_audit_with_a_valid_report test_no_process_is_left "
    "test_workers_leave_with_a_killed_campaign",
    "QA-05": "test_a_process_that_keeps_dying_is_given_up test_a_thinker_that_keeps_dying_is_given_up "
    "test_a_game_that_kills_twice_is_lost_by_name_and_the_others_go_on",
    "QA-06": "test_two_displays_at_once_are_two",
    "QA-07": "test_shot",
}
"""For each report the tests that show its right behaviour, wherever they are."""


def functions(folder: Path) -> Iterator[ast.FunctionDef]:
    """Yield the functions of all test files."""
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield node


def test_every_report_has_its_tests() -> None:
    """None of the thirty is missing from the table, and every test it names exists and says what it shows."""
    known = {node.name: ast.get_docstring(node) for node in functions(TESTS)}
    wanted = {f"PB-{number:02}" for number in range(1, 24)} | {f"QA-{number:02}" for number in range(1, 8)}
    assert set(COVERED) == wanted
    for report, names in COVERED.items():
        for name in names.split():
            assert known.get(name), f"{report}: there is no test {name} with a docstring"


@pytest.fixture(autouse=True)
def there(request: pytest.FixtureRequest, *, in_ci: bool) -> None:
    """Leave out an engine that this machine does not have; CI has all that its Python can have."""
    engine = request.node.callspec.params.get("engine") if hasattr(request.node, "callspec") else None
    if engine is not None and engine not in available():
        assert not in_ci or (engine == "bullet" and sys.version_info >= (3, 12)), f"CI must have the engine {engine}"
        pytest.skip(f"no engine {engine} here")


# Games.


def played(moves: int, engine: str = "ideal", journal: Journal | None = None) -> Session:
    """Return a game of drawn lots."""
    session = Session.new(
        load_block("lattice"), InlinePerformer(engine), GameSetup(seed=6, first=0, sticks=6), journal=journal
    )
    while session.result is None and len(session.moves) < moves:
        session.play(RandomPlayer().choose(session.state, session.choice_seed))
    return session


def supports(state: State) -> dict[str, Bore]:
    """Return what each standing stick stands on, by the rules."""
    return {str(standing.stick): standing.on for standing in state.standing.values()}


@pytest.mark.parametrize("engine", ["bullet", "mujoco", "ideal"])
def test_what_was_lost_comes_back_as_itself(engine: str) -> None:
    """PB-07: sticks have gone and others come; undo shows those of before, by their own names and poses."""
    session = played(0, engine)
    for text in ("x2.1", "x1.1", "b2", "b1", "c2", "a1"):
        session.play(Move.parse(text))
    before, state = session.snapshot, session.state
    session.play(Move.parse("x2.1^"))
    assert len(session.state.gone) == 2
    session.play(Move.parse("x3.2"))
    session.undo()
    session.undo()
    assert (session.snapshot, str(session.state)) == (before, str(state))
    assert "g4" not in session.snapshot.names


@pytest.mark.parametrize("engine", ["bullet", "mujoco", "ideal"])
def test_what_a_stick_rests_on_is_known_without_a_step(engine: str, tmp_path: Path) -> None:
    """PB-17: from poses alone, after each move, after undo and after loading: what the rules say it stands on."""
    session = played(16, engine, Journal.create(tmp_path / "game.fakir"))

    def agrees(state: State, snapshot: Snapshot) -> bool:
        return dict(origins(scene_of(session.spec, state, snapshot))) == supports(state)

    assert len(supports(session.state)) > 1
    assert all(agrees(played.after, played.snapshot) for played in session.moves)
    session.undo()
    assert agrees(session.state, session.snapshot)
    session.close()
    loaded = load_record(tmp_path / "game.fakir")
    assert all(agrees(played.after, played.snapshot) for played in loaded.moves)


def test_frames_a_second_change_nothing() -> None:
    """PB-18: the same moves, watched at 5, 30 and 144 frames a second or not at all, are the same game, to the bit."""
    games = []
    for fps, speed in ((5, Speed.NORMAL), (30, Speed.FAST), (144, Speed.NORMAL), (60, Speed.SKIP)):
        match = GameController(played(0), FakeEngine())
        for text in ("x2.1", "x1.1", "b2", "b1", "a2", "a1", "x2.1^"):
            match.begin(Move.parse(text))
            for _ in range(20_000):
                if match.waiting_for is not Waiting.FALLING:
                    break
                match.tick(1 / fps, speed)
        games.append([(played.taken, played.snapshot, played.recording) for played in match.session.moves])
    assert len(games[0]) == 7
    assert games[0] == games[1] == games[2] == games[3]


# Files.


@pytest.mark.parametrize("wrong", ["text", 7, 7.5, None, True, [], [0.0], [0.0] * 9, {"x": 1}, [["a"] * 7], "0, 0, 0"])
@pytest.mark.parametrize(
    "path",
    [
        ("snapshot", "g1"),
        ("snapshot",),
        ("acts", 0, "offset_m"),
        ("acts", 0),
        ("acts",),
        ("block", "block", "size"),
        ("block", "holes", "x"),
        ("block", "floors"),
        ("config",),
        ("engine",),
    ],
)
def test_vectors_of_another_kind_are_refused(path: tuple[str | int, ...], wrong: object) -> None:
    """PB-12: a text, a number, nothing or too short a list for each vector of a case: one line, and no engine asked."""
    document = copy.deepcopy(json.loads(CASE.read_text(encoding="utf-8")))
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = wrong
    with pytest.raises(RecordError) as refused:
        parse_case(json.dumps({**document, "sha256": seal(document)}).encode(), "here")
    assert str(refused.value).startswith("here: ")
    assert "\n" not in str(refused.value)


@pytest.mark.bullet
def test_what_an_engine_complains_of_stays_off_stdout() -> None:
    """PB-14: with an engine that grumbles in C at every act, stdout is the report alone."""
    code = (
        "import sys\n"
        "from fakir3d.physics.worlds.bullet import world as bullet\n"
        "step = bullet.BulletWorld.step\n"
        "def grumbling(self, count):\n"
        "    try:\n"
        "        bullet.engine.createCollisionShape(bullet.engine.GEOM_MESH, fileName='no-such-file.obj',\n"
        "                                           physicsClientId=self._client)\n"
        "    except bullet.engine.error:\n"
        "        pass\n"
        "    step(self, count)\n"
        "bullet.BulletWorld.step = grumbling\n"
        "sys.argv = ['fakir3d', 'audit', '--engine', 'bullet', '--block', 'oneway', '--mode', '2', '--sticks', '2',\n"
        "            '--json']\n"
        "from fakir3d.cli.main import run\n"
        "run()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)["disagreements"] == []


# What our own code asks for.


def test_engines_are_asked_for_nothing_that_is_known_to_fail() -> None:
    """PB-02, PB-08, PB-09, PB-12, PB-13, PB-18: no links, no saved states, no pictures by Bullet, no real-time mode."""
    never = re.compile(
        r"\b(saveState|restoreState|saveBullet|restoreBullet|removeState|setRealTimeSimulation|getCameraImage"
        r"|getQuaternionFromEuler|getEulerFromQuaternion|linkMasses|createConstraint|resetBaseVelocity)\b"
    )
    for path in sorted(SOURCES.rglob("*.py")):
        found = never.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path.name}: {found[0]}"


def test_nothing_is_drawn_from_lots_without_a_seed() -> None:
    """QA-02: no module draws from Python's or numpy's shared lots, or from hash(), which changes from run to run."""
    shared = re.compile(
        r"(?<![\w.])random\.(random|choice|choices|randint|randrange|shuffle|sample|uniform|gauss|getrandbits|seed)\("
        r"|np\.random\.(?!default_rng\(\w)|\bSystemRandom\b|\buuid4\b"
    )
    for path in sorted(SOURCES.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        if "random" in modules or "numpy" in modules:
            found = shared.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path.name}: {found[0]}"
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name != "__hash__":
                calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
                names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
                assert "hash" not in names, f"{path.name}: {node.name} asks for a hash"


def test_no_test_waits_for_a_deadline() -> None:
    """QA-01: hypothesis has no deadline anywhere, and its examples are the same in every run."""
    assert settings.default is not None
    assert settings.default.deadline is None
    assert settings.default.derandomize
    for path in sorted(TESTS.rglob("*.py")):
        for found in re.finditer(r"deadline=([^,)\s]+)", path.read_text(encoding="utf-8")):
            assert found[1] in {"None", "([^"}, f"{path.name}: {found[0]}"
