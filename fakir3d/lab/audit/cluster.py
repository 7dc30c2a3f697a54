"""Games played by the workers of a Dask scheduler.

Dask itself plays a killed worker's games again elsewhere, and gives up on one that has killed four. A result that was
lost before we had it (with the memory of a worker that was killed a moment later, or with the connection) is asked for
again. Games must mean the same everywhere, so a worker with another fakir3d or another version of an engine refuses.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import platform
import queue
import re
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import chain, islice
from typing import Any

from fakir3d.errors import MisuseError
from fakir3d.lab.audit.executors import Crashed, Done, ExecutorEvent, Told, play_game
from fakir3d.lab.audit.plan import PlannedGame
from fakir3d.lab.audit.playing import AuditedGame
from fakir3d.physics.engines import require
from fakir3d.version import __version__

_ADDRESS = re.compile(r"(?:[a-z]+://)?(?:[^\s/:\[\]]+|\[[0-9a-fA-F:]+\]):\d{1,5}")
_WINDOW = 256
"""So many games are with the scheduler at once: enough for every worker, few enough to be taken back."""
_BACK_S = 10.0
"""A scheduler whose connection is lost may take so long to come back."""
_LOSSES = 5
_LOOK_S = 5.0
"""Where nothing comes for so long, the scheduler is asked whether it has any workers."""


class ClusterExecutor:
    """Plays on the workers of a scheduler.

    Args:
        address: the scheduler's, like ``tcp://HOST:8786``.
        patience_s: how long to wait for its answer [s].

    Raises:
        MisuseError: if Dask is not installed, or no scheduler answers there.
    """

    def __init__(self, address: str, patience_s: float = 10.0) -> None:
        try:
            from distributed import Client as Untyped
            from distributed.client import ClosedClientError
        except ImportError:
            raise MisuseError(f"--scheduler {address} needs Dask: pip install 'fakir3d[cluster]'") from None
        if not _ADDRESS.fullmatch(address):
            raise MisuseError(f"--scheduler must be an address like tcp://127.0.0.1:8786, not {address!r:.80}")
        self._address, self._closed = address, ClosedClientError
        _silence()
        try:
            # Asked first by ourselves: a client waits for ever for one who says nothing, and tells it in many lines.
            asyncio.run(_greet(address, patience_s))
            client: Any = Untyped
            self._client = client(address, timeout=patience_s, set_as_default=False)
        except Exception as error:  # noqa: BLE001 - whoever listens there may answer anything
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise MisuseError(
                f"no Dask scheduler answers at {address} ({why:.120}); start one with: dask scheduler --port 8786"
            ) from None

    def run(self, games: Iterable[PlannedGame]) -> Iterator[ExecutorEvent]:
        """Play these games.

        Raises:
            MisuseError: if the scheduler is gone, or its workers are not fit to play.
        """
        waiting, again = iter(games), deque[PlannedGame]()
        arrived: queue.SimpleQueue[Any] = queue.SimpleQueue()
        asked: dict[str, tuple[Any, PlannedGame]] = {}
        losses: Counter[PlannedGame] = Counter()
        warned = False
        try:
            while True:
                for game in islice(chain(_taken(again), waiting), _WINDOW - len(asked)):
                    asked |= self._submit(game, arrived)
                if not asked:
                    return
                try:
                    future = arrived.get(timeout=_LOOK_S)
                except queue.Empty:
                    self._wait_until_back()
                    if not warned and self._idle():
                        warned = True
                        yield Told(
                            f"the scheduler at {self._address} has no workers; dask worker {self._address} adds one"
                        )
                    continue
                _, game = asked.pop(future.key)
                event = self._event(future, game)
                future.release()
                if event is None and losses[game] < _LOSSES:
                    losses[game] += 1
                    self._wait_until_back()
                    again.append(game)
                else:
                    yield event or Crashed(game, f"its result was lost {_LOSSES + 1} times")
        finally:
            for future, _ in asked.values():
                future.release()

    def close(self) -> None:
        """Take back what is being played and let go of the scheduler."""
        # A scheduler that is gone cannot be told; that it is gone has been said.
        with contextlib.suppress(OSError, RuntimeError):
            self._client.close(timeout=2)

    def _submit(self, game: PlannedGame, arrived: queue.SimpleQueue[Any]) -> dict[str, tuple[Any, PlannedGame]]:
        """Hand a game to the scheduler; return its future by its key. Raises MisuseError if the scheduler is gone."""
        try:
            future = self._client.submit(play_there, game, __version__, _engines(game), pure=False)
        except self._closed:
            raise self._gone() from None
        future.add_done_callback(arrived.put)
        return {future.key: (future, game)}

    def _idle(self) -> bool:
        """Return whether the scheduler has no workers; one that does not say so may have some."""
        try:
            return bool(self._client.scheduler_info(n_workers=-1).get("workers") == {})
        except OSError:
            return False

    def _event(self, future: Any, game: PlannedGame) -> ExecutorEvent | None:
        """Return what has become of a game; None where its result is lost."""
        try:
            if future.status == "finished":
                played = future.result()
                assert isinstance(played, AuditedGame)  # noqa: S101 - what play_there returns
                return Done(game, played)
            if future.status != "error":
                return None
            error = future.exception()
        except (CancelledError, OSError):
            return None
        if isinstance(error, MisuseError):
            raise error
        if isinstance(error, ImportError) or "deserializ" in str(error):
            why = str(error.__cause__ or error).splitlines()[0]
            raise MisuseError(
                f"the scheduler at {self._address} or a worker cannot read our games ({why:.120}); "
                f"install fakir3d {__version__} wherever they run"
            )
        return Crashed(game, "".join(traceback.format_exception(error)).rstrip())

    def _wait_until_back(self) -> None:
        """Wait until the scheduler answers. Raises MisuseError if it does not come back."""
        deadline = time.monotonic() + _BACK_S
        while time.monotonic() < deadline and self._client.status != "closed":
            if self._client.status == "running":
                return
            time.sleep(0.1)
        raise self._gone()

    def _gone(self) -> MisuseError:
        return MisuseError(
            f"the scheduler at {self._address} is gone; what was kept with --results is safe: start the scheduler, "
            "then give the same command again"
        )


async def _greet(address: str, patience_s: float) -> None:
    """Make sure that a scheduler listens at an address; raises anything if not."""
    import distributed

    dask: Any = distributed
    try:
        async with asyncio.timeout(patience_s):
            security = dask.Security().get_connection_args("client")
            comm = await dask.comm.connect(address, timeout=patience_s, **security)
            try:
                await comm.write({"op": "identity", "reply": True})
                who = (await comm.read())["type"]
            finally:
                comm.abort()
    except TimeoutError:
        raise TimeoutError(f"nothing came within {patience_s:.0f} s") from None
    if who != "Scheduler":
        raise ValueError(f"a {who} listens there")


def _taken(games: deque[PlannedGame]) -> Iterator[PlannedGame]:
    """Take games from a queue until it is empty."""
    while games:
        yield games.popleft()


def _silence() -> None:
    """Keep Dask from telling in many lines of a lost connection; one of ours says it better."""
    for name in ["distributed", *logging.Logger.manager.loggerDict]:
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _engines(game: PlannedGame) -> tuple[dict[str, object], ...]:
    """Return the engines that a game needs, with their versions."""
    names = dict.fromkeys((game.plan.engine, *(other.engine for other in game.plan.others)))
    return tuple(require(name).to_json() for name in names)


def play_there(game: PlannedGame, version: str, engines: tuple[dict[str, object], ...]) -> AuditedGame:
    """Play a game on a worker, if that is what it was meant to be.

    Raises:
        MisuseError: if this worker has another fakir3d, or not these engines.
    """
    here = _engines(game)
    if (version, engines) != (__version__, here):
        asked, found = _told(version, engines), _told(__version__, here)
        raise MisuseError(f"the worker on {platform.node()} has {found}; this campaign needs {asked}")
    return play_game(game)


def _told(version: str, engines: tuple[dict[str, object], ...]) -> str:
    return ", ".join([f"fakir3d {version}", *(f"{engine['name']} {engine['version']}" for engine in engines)])
