"""Campaigns: many processes, and whatever can happen to them or to the campaign; their folder: test_results.py."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random

import pytest

from fakir3d.errors import MisuseError
from fakir3d.lab.audit.choosing import MoveChoice
from fakir3d.lab.audit.executors import ProcessExecutor
from fakir3d.lab.audit.run import Progress, audit
from fakir3d.lab.audit.store import Folder
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.lab.faults.injection import pipeline_for
from fakir3d.physics.config import PhysicsConfig
from fakir3d.rules import Options, UnsupportedPlant
from tests.lab.campaigns import GAMES, command, games_in, kept, run, small_plan
from tests.lab.crashing import KILLED, KILLED_ONCE, ONCE, RAISING

SEED = 20261129


def wait_for_games(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until a campaign has kept so many games."""
    while games_in(folder) < count:
        assert process.poll() is None, "the campaign ended before it was disturbed"
        time.sleep(0.002)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[AuditReport, dict[str, bytes]]:
    """Return the report and the files of the small campaign played here in one go."""
    folder = tmp_path_factory.mktemp("undisturbed")
    return run(small_plan(), folder), kept(folder)


def test_one_worker_two_workers_and_none_keep_the_same_files(
    tmp_path: Path, undisturbed: tuple[AuditReport, dict[str, bytes]]
) -> None:
    """Byte for byte, findings' cases included; the report is that of an audit without a folder."""
    report, files = undisturbed
    assert {name.split("/")[0] for name in files} == {"campaign.json", "games"}
    for workers in (1, 2):
        again = run(small_plan(), tmp_path / str(workers), workers)
        assert kept(tmp_path / str(workers)) == files
        assert (again.digest, again.acts, again.measures) == (report.digest, report.acts, report.measures)
    assert audit(small_plan()).digest == report.digest
    lying = small_plan(1, pipeline=pipeline_for("floor-too-high"))
    found = [run(lying, tmp_path / f"lying{workers}", workers) for workers in (None, 2)]
    assert kept(tmp_path / "lyingNone") == kept(tmp_path / "lying2")
    assert [Path(finding.case).read_bytes() for finding in found[0].findings]
    assert {Path(finding.case).parent for finding in found[1].findings} == {tmp_path / "lying2" / "cases"}


@pytest.mark.bullet
def test_real_physics_keeps_the_same_files_in_two_processes(tmp_path: Path) -> None:
    """With Bullet too, whose processes have different pasts."""
    plan = small_plan(2, engine="bullet", sticks=2)
    report = run(plan, tmp_path / "here")
    assert report.well
    assert run(plan, tmp_path / "there", 2).digest == report.digest
    assert kept(tmp_path / "here") == kept(tmp_path / "there")


def test_a_finished_campaign_is_only_read_again(tmp_path: Path) -> None:
    """The same command once more plays nothing and reports the same."""
    first = run(small_plan(2), tmp_path)
    seen: list[Progress] = []
    with Folder.open(tmp_path, small_plan(2)) as results:
        again = audit(small_plan(2), seen.append, store=results)
    assert [progress.done for progress in seen] == [4]
    before, after = first.to_json(), again.to_json()
    assert {key: value for key, value in before.items() if key != "timing"} == {
        key: value for key, value in after.items() if key != "timing"
    }
    assert before["timing"]["simulated_s"] == after["timing"]["simulated_s"]


def disturb_workers(folder: Path, moments: int, seed: int) -> AuditReport:
    """Play the small campaign in two processes, one of which is killed at each of these moments."""
    rng = Random(seed)
    at = sorted(rng.sample(range(small_plan().total), moments))
    plan, executor = small_plan(), ProcessExecutor(2)

    def kill(progress: Progress) -> None:
        if at and progress.done >= at[0] and executor.pids and not progress.told:
            at.pop(0)
            os.kill(rng.choice(executor.pids), signal.SIGKILL)

    with Folder.open(folder, plan) as results:
        return audit(plan, kill, executor=executor, store=results)


def test_killed_workers_cost_their_own_game_once(
    tmp_path: Path, undisturbed: tuple[AuditReport, dict[str, bytes]]
) -> None:
    """Two kills at seeded moments: everything is there, as if nothing had happened, and the deaths are told."""
    print(f"seed {SEED}")
    report = disturb_workers(tmp_path, 2, SEED)
    assert kept(tmp_path) == undisturbed[1]
    assert report.well
    assert report.digest == undisturbed[0].digest
    assert len(report.timing["crashes"]) <= 2
    assert all("SIGKILL" in crash["why"][0] for crash in report.timing["crashes"])


def disturb_campaign(folder: Path, after: int, delay_s: float, signum: int = signal.SIGKILL) -> int:
    """Start the small campaign as a command, end it after so many games, and return its exit code."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command(folder, GAMES, "--workers", "2", "--json"), stdout=subprocess.PIPE, text=True, env=environment
    ) as campaign:
        wait_for_games(folder, after, campaign)
        time.sleep(delay_s)
        campaign.send_signal(signum)
        campaign.communicate(timeout=60)
        return campaign.returncode


def test_a_killed_campaign_goes_on_and_is_complete(
    tmp_path: Path, undisturbed: tuple[AuditReport, dict[str, bytes]]
) -> None:
    """By kill -9 at seeded moments; the same command then leaves the files of an undisturbed run."""
    print(f"seed {SEED}")
    rng = Random(SEED)
    for after in (1, 5):
        assert disturb_campaign(tmp_path, after, rng.uniform(0, 0.05)) == -signal.SIGKILL
    there = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("games/*/*/*.json")}
    assert len(there) >= 5
    report = run(small_plan(), tmp_path, 2)
    assert report.digest == undisturbed[0].digest
    assert kept(tmp_path) == undisturbed[1]
    assert all(path.stat().st_mtime_ns == written for path, written in there.items())


@pytest.mark.campaign
@pytest.mark.parametrize("moment", range(10))
def test_ten_kills_of_the_campaign_and_of_its_workers(
    tmp_path: Path, moment: int, undisturbed: tuple[AuditReport, dict[str, bytes]]
) -> None:
    """At ten seeded moments each: resumed, complete, identical."""
    print(f"seed {SEED + moment}")
    rng = Random(SEED + moment)
    assert disturb_campaign(tmp_path / "campaign", rng.randrange(1, 13), rng.uniform(0, 0.05)) == -signal.SIGKILL
    run(small_plan(), tmp_path / "campaign", 2)
    assert kept(tmp_path / "campaign") == undisturbed[1]
    disturbed = disturb_workers(tmp_path / "workers", rng.randrange(1, 6), SEED + moment)
    if disturbed.lost:
        # Two of the kills met the same game.
        assert len(kept(tmp_path / "workers")) == len(undisturbed[1]) - len(disturbed.lost)
        run(small_plan(), tmp_path / "workers", 2)
    assert kept(tmp_path / "workers") == undisturbed[1]


def test_ctrl_c_reports_and_the_same_command_goes_on(
    tmp_path: Path, undisturbed: tuple[AuditReport, dict[str, bytes]]
) -> None:
    """SIGINT while workers play: exit code 130, no process left, and nothing lost."""
    assert disturb_campaign(tmp_path, 2, 0.0, signal.SIGINT) == 130
    done = subprocess.run(command(tmp_path, GAMES, "--json"), capture_output=True, text=True, timeout=300, check=True)
    assert json.loads(done.stdout)["digest"] == undisturbed[0].digest
    assert kept(tmp_path) == undisturbed[1]


def test_workers_leave_with_a_killed_campaign(tmp_path: Path) -> None:
    """The kill -9 of the campaign's process: its workers are gone as well."""
    disturb_campaign(tmp_path, 1, 0.0)
    workers = {json.loads(path.read_text())["worker"].split()[-1] for path in tmp_path.rglob("timing/*/*/*.json")}
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert workers


def test_a_worker_that_dies_once_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its game is played again at the end; the result is that of an honest audit, the death stands in the timing."""
    monkeypatch.setenv(ONCE, str(tmp_path / "died"))
    told: list[str] = []
    report = audit(
        small_plan(2, pipeline=KILLED_ONCE), lambda progress: told.append(progress.told), executor=ProcessExecutor(2)
    )
    assert report.well
    assert report.digest == audit(small_plan(2)).digest
    (crash,) = report.timing["crashes"]
    assert crash["why"] == ["the process that played it was ended by SIGKILL"]
    assert [text for text in told if text] == [
        f"{crash['game']}: {crash['why'][0]}; it will be played once more, alone"
    ]


@pytest.mark.parametrize(("pipeline", "why"), [(KILLED, "SIGKILL"), (RAISING, "ArithmeticError: a bug in a witness")])
def test_a_game_that_kills_twice_is_lost_by_name_and_the_others_go_on(pipeline: object, why: str) -> None:
    """Both games of three are named with the line that plays each alone; those of two are all there."""
    report = audit(small_plan(2, pipeline=pipeline), executor=ProcessExecutor(2))
    assert not report.well
    assert report.games_played == 2
    assert [(lost.block, lost.mode, lost.game, len(lost.why)) for lost in report.lost] == [
        ("lattice", "3", 1, 2),
        ("lattice", "3", 2, 2),
    ]
    assert all(why in each for lost in report.lost for each in lost.why)
    assert report.lost[1].reproduction == (
        "fakir3d audit --block lattice --mode 3 --first-game 2 --seed 5 --engine ideal --sticks 3 --workers 1"
    )
    honest = audit(small_plan(2))
    assert report.acts["pierce"] <= honest.acts["pierce"]


def test_a_game_that_its_reproduction_plays_is_the_same_game(tmp_path: Path) -> None:
    """Games 2 and 3 alone are those of a campaign that began with game 1."""
    run(small_plan(3), tmp_path / "all")
    run(small_plan(2, first=2), tmp_path / "later")
    later = {name: data for name, data in kept(tmp_path / "later").items() if name != "campaign.json"}
    assert len(later) == 4
    assert later.items() <= kept(tmp_path / "all").items()


def test_a_reproduction_names_everything_that_is_not_usual() -> None:
    """Physics, options, choice, opinions, sabotage: the line asks for the same game."""
    plan = small_plan(
        2,
        config=PhysicsConfig(friction=0.3),
        options=Options(unsupported_plant=UnsupportedPlant.ALLOWED),
        choose=MoveChoice.ADVERSARIAL,
        second="mujoco",
        reseat=True,
        pipeline=pipeline_for("floor-too-high"),
    )
    *_, last = plan.all_games()
    assert last.command == (
        "fakir3d audit --block lattice --mode 3 --first-game 2 --seed 5 --engine ideal --sticks 3 "
        "--option unsupported_plant=allowed --physics friction=0.3 --choose adversarial --second mujoco --reseat "
        "--sabotage floor-too-high --workers 1"
    )


def test_workers_must_be_at_least_one() -> None:
    """None at all could never end."""
    with pytest.raises(MisuseError, match="0 workers: at least 1"):
        ProcessExecutor(0)
