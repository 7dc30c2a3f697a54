"""What an audit has found so far, kept: in memory, or game by game in a folder that survives whatever happens."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO, Protocol, Self

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from fakir3d.block.document import block_to_json
from fakir3d.errors import MisuseError, RecordError
from fakir3d.files import HALF_SUFFIX, lock_file, write_whole
from fakir3d.lab.audit.game_result import GameResult, Timing, parse_result, result_text
from fakir3d.lab.audit.plan import AuditPlan, PlannedGame
from fakir3d.lab.audit.playing import AuditedGame
from fakir3d.version import __version__

_HEAD = "campaign.json"
_LOCK = ".lock"
_TIMING = TypeAdapter(Timing)


class Results(Protocol):
    """Where results are kept."""

    @property
    def cases(self) -> Path:
        """Return the folder of the cases."""
        ...

    def has(self, game: PlannedGame) -> bool:
        """Return whether a game has been played."""
        ...

    def keep(self, game: PlannedGame, played: AuditedGame) -> None:
        """Keep a game and its cases. Raises MisuseError if they cannot be written."""
        ...

    def keep_cases(self, played: AuditedGame) -> None:
        """Keep the cases of a game that was broken off. Raises MisuseError if they cannot be written."""
        ...

    def load(self, game: PlannedGame) -> tuple[GameResult, Timing]:
        """Return what was kept of a game. Raises RecordError if it cannot be read."""
        ...


class InMemory:
    """Results that are gone with this process; their cases are files nevertheless.

    Args:
        cases: the folder for those; made when there is one.

    Raises:
        MisuseError: if no folder with cases can be there, before a game is played for nothing.
    """

    def __init__(self, cases: Path) -> None:
        there = next(path for path in (cases, *cases.absolute().parents) if os.path.lexists(path))
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            why = "cannot be written to" if there.is_dir() else "is no folder"
            raise MisuseError(f"no cases can be kept in {cases}: {there} {why}; name another folder with --cases")
        self._cases = cases
        self._kept: dict[str, tuple[GameResult, Timing]] = {}

    @property
    def cases(self) -> Path:
        """Return the folder of the cases."""
        return self._cases

    def has(self, game: PlannedGame) -> bool:
        """Return whether a game has been played."""
        return game.place in self._kept

    def keep(self, game: PlannedGame, played: AuditedGame) -> None:
        """Keep a game and its cases."""
        self.keep_cases(played)
        self._kept[game.place] = played.result, played.timing

    def keep_cases(self, played: AuditedGame) -> None:
        """Keep the cases of a game that was broken off."""
        for name, text in played.cases.items():
            _write(self._cases / name, text, "name another folder with --cases")

    def load(self, game: PlannedGame) -> tuple[GameResult, Timing]:
        """Return what was kept of a game."""
        return self._kept[game.place]


class Folder:
    """A folder of results: ``campaign.json`` says of what, ``games/`` holds a file for each game, ``cases/`` the cases.

    A file is there whole or not at all, and stays once it is there. What took how long is in ``timing/``, apart, so
    that everything else is the same however often a campaign was stopped, and whoever played its games.
    """

    def __init__(self, path: Path, lock: IO[bytes]) -> None:
        self._path = path
        self._lock = lock

    @classmethod
    def open(cls, path: Path, plan: AuditPlan) -> Self:
        """Begin a campaign in a new or empty folder, or go on with the one that lies there.

        Raises:
            MisuseError: if the folder holds another campaign, one of another version, or something else; if another
                process is at it; or if it cannot be written.
        """
        asked = _head(plan)
        try:
            path.mkdir(parents=True, exist_ok=True)
            _ours(path, asked)
            lock = (path / _LOCK).open("ab")
        except OSError as error:
            raise MisuseError(f"cannot use {path} for results: {error.strerror}; name another folder") from None
        folder = cls(path, lock)
        if not lock_file(lock):
            folder.close()
            raise MisuseError(f"another campaign is writing to {path}; wait for it, or name another folder")
        for half in path.rglob(f"*{HALF_SUFFIX}"):
            half.unlink()
        # Asked again: until the lock was taken, somebody else could have begun here.
        if not _ours(path, asked):
            folder._put(path / _HEAD, json.dumps(asked, indent=1) + "\n")
        return folder

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others at the folder."""
        self._lock.close()

    @property
    def cases(self) -> Path:
        """Return the folder of the cases."""
        return self._path / "cases"

    def has(self, game: PlannedGame) -> bool:
        """Return whether a game has been played."""
        return self._file(game, "games").exists()

    def keep(self, game: PlannedGame, played: AuditedGame) -> None:
        """Keep a game and its cases; the game last, so that where it is, everything is."""
        self.keep_cases(played)
        self._put(self._file(game, "timing"), json.dumps(asdict(played.timing)) + "\n")
        self._put(self._file(game, "games"), result_text(played.result))

    def keep_cases(self, played: AuditedGame) -> None:
        """Keep the cases of a game that was broken off; when it is played again they are the same."""
        for name, text in played.cases.items():
            self._put(self.cases / name, text)

    def load(self, game: PlannedGame) -> tuple[GameResult, Timing]:
        """Return what was kept of a game.

        Raises:
            RecordError: if a file of it is cut, changed or not there.
        """
        result, timing = self._file(game, "games"), self._file(game, "timing")
        again = f"remove {result}, and the same command plays that game again"
        try:
            found = parse_result(result.read_text(encoding="utf-8"), str(result))
            took = _TIMING.validate_json(timing.read_bytes(), strict=True)
        except OSError as error:
            raise RecordError(f"cannot read {error.filename}: {error.strerror}; {again}") from None
        except UnicodeDecodeError:
            raise RecordError(f"{result}: cut short or no JSON; {again}") from None
        except ValidationError:
            raise RecordError(f"{timing}: was cut or changed; {again}") from None
        if (found.block, found.mode, found.game) != (game.name, str(game.mode), game.number):
            held = f"holds another game ({found.block}, mode {found.mode}, game {found.game})"
            raise RecordError(f"{result}: {held}; {again}")
        return found, took

    def _file(self, game: PlannedGame, kind: str) -> Path:
        return self._path / kind / f"{game.place}.json"

    def _put(self, path: Path, text: str) -> None:
        _write(path, text, "make room there, then give the same command again: it goes on with what is missing")


def _write(path: Path, text: str, advice: str) -> None:
    write_whole(path, text.encode(), cannot=f"cannot write {path}", advice=advice)


def _head(plan: AuditPlan) -> dict[str, object]:
    """Return what ``campaign.json`` says: everything on which a result depends."""
    head = {
        "format": "fakir-campaign",
        "version": 1,
        "fakir3d": __version__,
        **plan.asked(),
        "probes": [probe.value for probe in plan.probes],
        "documents": [block_to_json(spec) for _, spec in plan.blocks],
    }
    # As a reader will see it: tuples have become lists.
    return dict(json.loads(json.dumps(head)))


def _ours(path: Path, asked: Mapping[str, object]) -> bool:
    """Return whether a folder holds the campaign asked for; False if it holds nothing.

    Raises:
        MisuseError: if it holds anything else; the first difference is named.
    """
    found = sorted(each.name for each in path.iterdir() if each.name != _LOCK and not each.name.endswith(HALF_SUFFIX))
    if not found:
        return False
    if _HEAD not in found:
        raise MisuseError(f"{path} is not empty and holds no campaign ({found[0]} is there); name another folder")
    try:
        there = from_json((path / _HEAD).read_bytes())
    except ValueError:
        there = None
    if not isinstance(there, dict) or there.get("format") != asked["format"]:
        raise MisuseError(f"{path / _HEAD} does not say what campaign lies there; name another folder")
    for name, value in _versions(asked).items():
        old = _versions(there).get(name)
        if old not in (None, value):
            told = f"{name} is {old!r:.40} there and {value!r:.40} here"
            raise MisuseError(f"{path} holds a campaign of another version: {told}; name another folder")
    for name in sorted(asked.keys() | there.keys()):
        if there.get(name) != asked.get(name):
            told = _difference(name, there.get(name), asked.get(name))
            raise MisuseError(f"{path} holds another campaign: {told}; ask for that one, or name another folder")
    return True


def _difference(name: str, there: object, asked: object) -> str:
    """Return where two values differ first, however deep, and what they are there."""
    pairs: Iterable[tuple[str, object, object]] = ()
    if isinstance(there, dict) and isinstance(asked, dict):
        pairs = ((f"{name}.{key}", there.get(key), asked.get(key)) for key in {**there, **asked})
    elif isinstance(there, list) and isinstance(asked, list) and len(there) == len(asked):
        pairs = ((f"{name}[{at}]", *each) for at, each in enumerate(zip(there, asked, strict=True)))
    for deeper, one, other in pairs:
        if one != other:
            return _difference(deeper, one, other)
    return f"{name} is {there!r:.60} there, asked for is {asked!r:.60}"


def _versions(head: Mapping[str, object]) -> dict[str, object]:
    """Return everything in a campaign's head that is a version, by what it is the version of."""
    engines = (engine for engine in (head.get("engine"), head.get("second")) if isinstance(engine, dict))
    found = {f"the version of {engine.get('name')}": engine.get("version") for engine in engines}
    return {"the format's version": head.get("version"), "fakir3d": head.get("fakir3d"), **found}
