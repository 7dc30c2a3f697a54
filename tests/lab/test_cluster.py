"""Campaigns on a Dask cluster: the same files, whoever is killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from distributed import Client, Future

from fakir3d.errors import MisuseError
from fakir3d.lab.audit.cluster import ClusterExecutor, play_there
from fakir3d.lab.audit.run import Progress, audit
from fakir3d.lab.audit.store import Folder
from fakir3d.lab.audit.summary import AuditReport
from fakir3d.physics.engines import require
from tests.lab.campaigns import WORDS, kept, small_plan
from tests.lab.crashing import KILLED, RAISING

ROOT = Path(__file__).parents[2]
SEED = 20261129


def free_port() -> int:
    """Return a port of this machine that nobody uses."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class Dask:
    """A scheduler and its workers, as processes of this test."""

    def __init__(self) -> None:
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self._log = subprocess.DEVNULL
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", self.address.split(":")[-1])
        self._workers: list[subprocess.Popen[bytes]] = []

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        return subprocess.Popen(
            [sys.executable, "-m", "dask", what, *words, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )

    def add_workers(self, count: int) -> None:
        """Start workers, each restarted by its nanny when it dies."""
        self._workers.append(self._start("worker", self.address, "--nworkers", str(count), "--nthreads", "1"))

    def close(self) -> None:
        """End every process, children too."""
        for process in (self.scheduler, *self._workers):
            # A session of its own, so that what a nanny has just started goes as well.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def running(workers: int) -> Iterator[Dask]:
    """Run a scheduler with workers."""
    dask = Dask()
    try:
        dask.add_workers(workers)
        yield dask
    finally:
        dask.close()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Dask]:
    """Return a scheduler with two workers."""
    with running(2) as dask:
        yield dask


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of the small campaign played here."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with Folder.open(folder, small_plan()) as results:
        audit(small_plan(), store=results)
    return kept(folder)


def run(address: str, folder: Path, watch: Callable[[Progress], None] | None = None) -> AuditReport:
    """Play the small campaign on a cluster."""
    with Folder.open(folder, small_plan()) as results:
        return audit(small_plan(), watch, executor=ClusterExecutor(address, patience_s=60), store=results)


def worker_pids(dask: Dask) -> list[int]:
    """Return the process ids of the workers themselves, not of their nannies."""
    with Client(dask.address, timeout=60, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def killing(dask: Dask, moments: list[int], rng: Random) -> Callable[[Progress], None]:
    """Return a watcher that kills a worker whenever so many games are done."""

    def watch(progress: Progress) -> None:
        if moments and progress.done >= moments[0]:
            moments.pop(0)
            pids = worker_pids(dask)
            if pids:
                os.kill(rng.choice(pids), signal.SIGKILL)

    return watch


def test_a_scheduler_keeps_the_same_files(tmp_path: Path, cluster: Dask, undisturbed: dict[str, bytes]) -> None:
    """Byte for byte what one process keeps."""
    assert run(cluster.address, tmp_path).well
    assert kept(tmp_path) == undisturbed


def test_a_killed_worker_s_games_are_played_again(tmp_path: Path, cluster: Dask, undisturbed: dict[str, bytes]) -> None:
    """Killed at two seeded moments: complete, identical."""
    print(f"seed {SEED}")
    rng = Random(SEED)
    moments = sorted(rng.sample(range(1, small_plan().total), 2))
    assert run(cluster.address, tmp_path, killing(cluster, moments, rng)).well
    assert kept(tmp_path) == undisturbed
    assert not moments


@pytest.mark.campaign
@pytest.mark.parametrize("moment", range(10))
def test_ten_kills_of_a_worker(tmp_path: Path, moment: int, cluster: Dask, undisturbed: dict[str, bytes]) -> None:
    """At ten seeded moments: complete, identical."""
    print(f"seed {SEED + moment}")
    rng = Random(SEED + moment)
    run(cluster.address, tmp_path, killing(cluster, [rng.randrange(1, small_plan().total)], rng))
    assert kept(tmp_path) == undisturbed


@contextmanager
def one_line(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold that a campaign ends with one line that says the scheduler is gone."""
    monkeypatch.setattr("fakir3d.lab.audit.cluster._BACK_S", 1.0)
    monkeypatch.setattr("fakir3d.lab.audit.cluster._LOOK_S", 1.0)
    with pytest.raises(MisuseError, match="is gone; what was kept with --results is safe") as told:
        yield
    assert "\n" not in str(told.value)
    assert told.value.exit_code == 2


def test_a_scheduler_that_dies_is_one_line_and_the_campaign_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: dict[str, bytes]
) -> None:
    """Killed after two games: what is kept is whole, and the campaign is completed without a scheduler."""
    with running(1) as dask:

        def kill(progress: Progress) -> None:
            if progress.done == 2:
                dask.scheduler.kill()

        with one_line(monkeypatch):
            run(dask.address, tmp_path, kill)
    assert len(kept(tmp_path)) < len(undisturbed)
    with Folder.open(tmp_path, small_plan()) as results:
        audit(small_plan(), store=results)
    assert kept(tmp_path) == undisturbed


@pytest.mark.parametrize(("during", "workers"), [("submit", 1), ("result", 1), ("exception", 1), ("scheduler_info", 0)])
def test_a_scheduler_that_dies_while_it_is_asked_is_one_line(
    monkeypatch: pytest.MonkeyPatch, during: str, workers: int
) -> None:
    """Whatever we want of it just then."""
    with running(workers) as dask:
        owner = Client if hasattr(Client, during) else Future
        asks = getattr(owner, during)

        def dying(*asked: object, **options: object) -> object:
            dask.scheduler.kill()
            dask.scheduler.wait()
            return asks(*asked, **options)

        Client(dask.address, timeout=60, set_as_default=False).close()
        executor = ClusterExecutor(dask.address, patience_s=5)
        monkeypatch.setattr(owner, during, dying)
        with one_line(monkeypatch):
            audit(small_plan(pipeline=RAISING), executor=executor)


def test_a_game_that_kills_every_worker_is_lost_by_name(cluster: Dask) -> None:
    """The other games are all there."""
    report = audit(small_plan(1, pipeline=KILLED), executor=ClusterExecutor(cluster.address, patience_s=60))
    assert [(lost.mode, lost.game) for lost in report.lost] == [("3", 1)]
    assert "KilledWorker" in report.lost[0].why[1]
    assert report.games_played == 1


def test_no_workers_are_told(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    """A scheduler alone: the campaign says what is missing, and goes on when it comes."""
    told: list[str] = []
    with running(0) as dask:

        def add(progress: Progress) -> None:
            if progress.told:
                told.append(progress.told)
                dask.add_workers(1)

        run(dask.address, tmp_path, add)
    assert told == [f"the scheduler at {dask.address} has no workers; dask worker {dask.address} adds one"]
    assert kept(tmp_path) == undisturbed


@pytest.mark.parametrize(
    "address",
    [
        *("nonsense", "tcp://127.0.0.1", "127.0.0.1:1", "carrier-pigeon://127.0.0.1:8786"),
        *("pigeon://127.0.0.1:8786", "inproc://127.0.0.1:8786", "tls://127.0.0.1:8786"),
    ],
)
def test_no_scheduler_is_one_line(address: str) -> None:
    """Exit code 2, nothing on the standard error but that line."""
    done = subprocess.run(
        [sys.executable, "-m", "fakir3d", "audit", *WORDS, "--scheduler", address],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("fakir3d: ")
    assert address in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 4])
def test_somebody_else_who_listens_there_is_no_scheduler(said: bytes) -> None:
    """One who says nothing is not waited for long, and one who says something else is not believed."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        guests: list[socket.socket] = []

        def greet() -> None:
            with suppress(OSError):
                while True:
                    guests.append(listening.accept()[0])
                    guests[-1].sendall(said)

        threading.Thread(target=greet, daemon=True).start()
        with pytest.raises(MisuseError, match="no Dask scheduler answers at") as told:
            ClusterExecutor(f"tcp://127.0.0.1:{listening.getsockname()[1]}", patience_s=2)
        listening.shutdown(socket.SHUT_RDWR)
    for guest in guests:
        guest.close()
    assert "\n" not in str(told.value)


def test_a_worker_is_no_scheduler(cluster: Dask) -> None:
    """Its address is easily mistaken for the scheduler's."""
    with Client(cluster.address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=60)
        address = next(iter(client.scheduler_info()["workers"]))
    with pytest.raises(MisuseError, match=r"no Dask scheduler answers at .* \(a Worker listens there\)"):
        ClusterExecutor(address, patience_s=60)


def test_a_worker_of_another_version_refuses() -> None:
    """Other numbers would pass for the same campaign's."""
    game = next(small_plan(1).all_games())
    ideal = require("ideal").to_json()
    assert play_there(game, str(ideal["version"]), (ideal,)).result.game == 1
    with pytest.raises(MisuseError, match=r"has fakir3d .*, ideal .*; this campaign needs fakir3d 9.9, ideal"):
        play_there(game, "9.9", (ideal,))
