"""Campaigns: many processes, a folder of results, and whatever can happen to either."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from fakir3d.block.document import load_block
from fakir3d.errors import MisuseError, RecordError
from fakir3d.lab.audit import AuditPlan, Progress, audit
from fakir3d.lab.choosing import Choice
from fakir3d.lab.crew import Processes
from fakir3d.lab.results import Folder
from fakir3d.lab.sabotage import witnesses_for
from fakir3d.lab.summary import Report
from fakir3d.physics.config import PhysicsConfig
from fakir3d.rules import Mode, Options, UnsupportedPlant
from tests.lab.campaigns import GAMES, WORDS, games_in, kept, small_plan
from tests.lab.crashing import KILLED, KILLED_ONCE, ONCE, RAISING

SEED = 20261129


def run(plan: AuditPlan, folder: Path, workers: int | None = None) -> Report:
    """Audit with the results in a folder."""
    with Folder.open(folder, plan) as results:
        return audit(plan, crew=None if workers is None else Processes(workers), results=results)


def command(folder: Path, games: int, *more: str) -> list[str]:
    """Return the command line of a small campaign."""
    return [sys.executable, "-m", "fakir3d", "audit", *WORDS, "--games", str(games), "--results", str(folder), *more]


def wait_for_games(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until a campaign has kept so many games."""
    while games_in(folder) < count:
        assert process.poll() is None, "the campaign ended before it was disturbed"
        time.sleep(0.002)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, dict[str, bytes]]:
    """Return the report and the files of the small campaign played here in one go."""
    folder = tmp_path_factory.mktemp("undisturbed")
    return run(small_plan(), folder), kept(folder)


def test_one_worker_two_workers_and_none_keep_the_same_files(
    tmp_path: Path, undisturbed: tuple[Report, dict[str, bytes]]
) -> None:
    """Byte for byte, findings' cases included; the report is that of an audit without a folder."""
    report, files = undisturbed
    assert {name.split("/")[0] for name in files} == {"campaign.json", "games"}
    for workers in (1, 2):
        again = run(small_plan(), tmp_path / str(workers), workers)
        assert kept(tmp_path / str(workers)) == files
        assert (again.digest, again.acts, again.measures) == (report.digest, report.acts, report.measures)
    assert audit(small_plan()).digest == report.digest
    lying = small_plan(1, witnesses=witnesses_for("floor-too-high"))
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
        again = audit(small_plan(2), seen.append, results=results)
    assert [progress.done for progress in seen] == [4]
    before, after = first.to_json(), again.to_json()
    assert {key: value for key, value in before.items() if key != "timing"} == {
        key: value for key, value in after.items() if key != "timing"
    }
    assert before["timing"]["simulated_s"] == after["timing"]["simulated_s"]


def disturb_workers(folder: Path, moments: int, seed: int) -> Report:
    """Play the small campaign in two processes, one of which is killed at each of these moments."""
    lots = Random(seed)
    at = sorted(lots.sample(range(small_plan().total), moments))
    plan, crew = small_plan(), Processes(2)

    def kill(progress: Progress) -> None:
        if at and progress.done >= at[0] and crew.pids and not progress.told:
            at.pop(0)
            os.kill(lots.choice(crew.pids), signal.SIGKILL)

    with Folder.open(folder, plan) as results:
        return audit(plan, kill, crew=crew, results=results)


def test_killed_workers_cost_their_own_game_once(tmp_path: Path, undisturbed: tuple[Report, dict[str, bytes]]) -> None:
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
    tmp_path: Path, undisturbed: tuple[Report, dict[str, bytes]]
) -> None:
    """By kill -9 at seeded moments; the same command then leaves the files of an undisturbed run."""
    print(f"seed {SEED}")
    lots = Random(SEED)
    for after in (1, 5):
        assert disturb_campaign(tmp_path, after, lots.uniform(0, 0.05)) == -signal.SIGKILL
    there = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("games/*/*/*.json")}
    assert len(there) >= 5
    report = run(small_plan(), tmp_path, 2)
    assert report.digest == undisturbed[0].digest
    assert kept(tmp_path) == undisturbed[1]
    assert all(path.stat().st_mtime_ns == written for path, written in there.items())


@pytest.mark.campaign
@pytest.mark.parametrize("moment", range(10))
def test_ten_kills_of_the_campaign_and_of_its_workers(
    tmp_path: Path, moment: int, undisturbed: tuple[Report, dict[str, bytes]]
) -> None:
    """At ten seeded moments each: resumed, complete, identical."""
    print(f"seed {SEED + moment}")
    lots = Random(SEED + moment)
    assert disturb_campaign(tmp_path / "campaign", lots.randrange(1, 13), lots.uniform(0, 0.05)) == -signal.SIGKILL
    run(small_plan(), tmp_path / "campaign", 2)
    assert kept(tmp_path / "campaign") == undisturbed[1]
    disturbed = disturb_workers(tmp_path / "workers", lots.randrange(1, 6), SEED + moment)
    if disturbed.lost:
        # Two of the kills met the same game.
        assert len(kept(tmp_path / "workers")) == len(undisturbed[1]) - len(disturbed.lost)
        run(small_plan(), tmp_path / "workers", 2)
    assert kept(tmp_path / "workers") == undisturbed[1]


def test_ctrl_c_reports_and_the_same_command_goes_on(
    tmp_path: Path, undisturbed: tuple[Report, dict[str, bytes]]
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
    report = audit(small_plan(2, witnesses=KILLED_ONCE), lambda progress: told.append(progress.told), crew=Processes(2))
    assert report.well
    assert report.digest == audit(small_plan(2)).digest
    (crash,) = report.timing["crashes"]
    assert crash["why"] == ["the process that played it was ended by SIGKILL"]
    assert [text for text in told if text] == [
        f"{crash['game']}: {crash['why'][0]}; it will be played once more, alone"
    ]


@pytest.mark.parametrize(("witnesses", "why"), [(KILLED, "SIGKILL"), (RAISING, "ArithmeticError: a bug in a witness")])
def test_a_game_that_kills_twice_is_lost_by_name_and_the_others_go_on(witnesses: object, why: str) -> None:
    """Both games of three are named with the line that plays each alone; those of two are all there."""
    report = audit(small_plan(2, witnesses=witnesses), crew=Processes(2))
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


def refuse(folder: Path, plan: AuditPlan) -> str:
    """Return why a campaign may not use a folder; it changes nothing there."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(MisuseError) as refused:
        Folder.open(folder, plan)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_folder_of_another_campaign_is_refused(tmp_path: Path) -> None:
    """Another seed, block, choice: the first difference is named with both values."""
    run(small_plan(1), tmp_path)
    others = {
        "seed is 5 there, asked for is 6": small_plan(1, seed=6),
        "games is 1 there, asked for is 2": small_plan(2),
        "sticks is 3 there, asked for is None": small_plan(1, sticks=None),
        "blocks is ['lattice'] there": small_plan(1, blocks=(("oneway", load_block("oneway")),)),
        "modes is ['2', '3'] there": small_plan(1, modes=(Mode.TWO,)),
        "reseat is False there": small_plan(1, reseat=True),
        "sabotage is None there": small_plan(1, witnesses=witnesses_for("floor-too-high")),
    }
    for told, plan in others.items():
        assert told in refuse(tmp_path, plan)
    changed = (("lattice", load_block("oneway")),)
    assert "documents is " in refuse(tmp_path, small_plan(1, blocks=changed))


def test_a_folder_of_another_version_or_of_something_else_is_refused(tmp_path: Path) -> None:
    """Another fakir3d, another engine's version, a broken head, and a folder that holds anything else."""
    run(small_plan(1), tmp_path)
    head = tmp_path / "campaign.json"
    written = json.loads(head.read_text())
    for changes, told in [
        ({"fakir3d": "0.0.9"}, "another version: fakir3d is '0.0.9' there"),
        ({"engine": {"name": "ideal", "version": "0.0.9"}}, "another version: the version of ideal is '0.0.9' there"),
        ({"version": 2}, "another version: the format's version is 2 there"),
        ({"format": "fakir-case"}, "does not say what campaign lies there"),
    ]:
        head.write_text(json.dumps({**written, **changes}))
        assert told in refuse(tmp_path, small_plan(1))
    head.write_text('{"format": "fakir-cam')
    assert "does not say what campaign lies there" in refuse(tmp_path, small_plan(1))
    head.rename(tmp_path / "my thesis.txt")
    assert "not empty and holds no campaign" in refuse(tmp_path, small_plan(1))
    with pytest.raises(MisuseError, match="cannot use"):
        Folder.open(tmp_path / "my thesis.txt", small_plan(1))


def test_two_campaigns_cannot_use_one_folder_at_once(tmp_path: Path) -> None:
    """The second is refused while the first has it."""
    with Folder.open(tmp_path, small_plan(1)):
        assert "another campaign is writing" in refuse(tmp_path, small_plan(1))
    Folder.open(tmp_path, small_plan(1)).close()


def refuse_result(folder: Path, told: str) -> str:
    """Go on with a campaign that has a broken result; return the line that says so."""
    with pytest.raises(RecordError, match=told) as refused:
        run(small_plan(1), folder)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_broken_result_is_told_before_the_other_games_are_played(tmp_path: Path) -> None:
    """Who starts a long campaign again need not come back in the morning to learn it."""
    run(small_plan(1), tmp_path)
    broken, other = sorted(tmp_path.glob("games/lattice/*/000001.json"))
    broken.write_text("")
    other.unlink()
    refuse_result(tmp_path, "cut short")
    assert not other.exists()


def test_a_result_that_was_changed_or_cut_is_told_and_not_overwritten(tmp_path: Path) -> None:
    """One line that names the file and what to do; doing it mends the folder."""
    report = run(small_plan(1), tmp_path)
    path = tmp_path / "games" / "lattice" / "2" / "000001.json"
    written = path.read_text()
    for text, told in [
        (written.replace('"blocked": ', '"blocked": 1'), "sha256 does not fit"),
        (written[:100], "cut short"),
        ("{}", "no result of a game"),
        ("", "cut short"),
        ("[" * 100_000, "cut short"),
        (written.replace('"blocked": ', '"blocked": NaN, "of": '), "cut short"),
        (written.replace('"blocked": ', '"blocked": 1e999, "of": '), "a number too large"),
        ("\udcff", "cut short"),
        ((tmp_path / "games" / "lattice" / "3" / "000001.json").read_text(), "holds another game"),
    ]:
        changed = text.encode("utf-8", "surrogateescape")
        path.write_bytes(changed)
        told_in_full = refuse_result(tmp_path, told)
        assert str(path) in told_in_full
        assert "and the same command plays that game again" in told_in_full
        assert path.read_bytes() == changed
    path.unlink()
    path.mkdir()
    assert f"cannot read {path}: Is a directory" in refuse_result(tmp_path, "000001")
    path.rmdir()
    path.write_text(written)
    timing = tmp_path / "timing" / "lattice" / "2" / "000001.json"
    timing.write_text("")
    assert f"{timing}: was cut or changed; remove {path}" in refuse_result(tmp_path, "000001")
    path.unlink()
    assert run(small_plan(1), tmp_path).digest == report.digest
    assert path.read_text() == written


def test_a_full_disk_is_one_line_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """The system refuses what is longer than 1 kB: exit code 2; with room again the campaign is completed."""

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    words = command(tmp_path / "results", 2)
    full = subprocess.run(
        words, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path, preexec_fn=little_room
    )
    assert full.returncode == 2
    assert full.stderr.startswith("fakir3d: cannot write ")
    assert "File too large; make room there, then give the same command again" in full.stderr
    assert full.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.half"))
    again = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path)
    assert again.returncode == 0
    assert games_in(tmp_path / "results") == 4


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
        choose=Choice.ADVERSARIAL,
        second="mujoco",
        reseat=True,
        witnesses=witnesses_for("floor-too-high"),
    )
    *_, last = plan.all_games()
    assert last.command == (
        "fakir3d audit --block lattice --mode 3 --first-game 2 --seed 5 --engine ideal --sticks 3 "
        "--option unsupported_plant=allowed --physics friction=0.3 --choose adversarial --second mujoco --reseat "
        "--sabotage floor-too-high --workers 1"
    )


def test_blocks_of_one_name_keep_their_files_apart(tmp_path: Path) -> None:
    """Two files that both say ``lattice``: neither overwrites the other's results."""
    blocks = (("one.toml", load_block("lattice")), ("other.toml", load_block("lattice")))
    report = run(small_plan(1, blocks=blocks), tmp_path)
    assert report.games_played == 4
    assert games_in(tmp_path) == 4


def test_workers_must_be_at_least_one() -> None:
    """None at all could never end."""
    with pytest.raises(MisuseError, match="0 workers: at least 1"):
        Processes(0)
