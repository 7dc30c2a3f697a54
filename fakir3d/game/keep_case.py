"""A move of a game kept as a case: to show a bug, to make it small, to test with."""

from __future__ import annotations

import itertools
from pathlib import Path

from fakir3d.crosscheck.case import AGREE, Case
from fakir3d.crosscheck.casefile import CASE_SUFFIX, case_text, save_case
from fakir3d.crosscheck.policy import retry_config
from fakir3d.game.folders import cases_dir
from fakir3d.game.played_move import PlayedMove
from fakir3d.game.setup import Header


def case_of_turn(header: Header, played: PlayedMove) -> Case:
    """Return a move as a case; it expects what was seen: agreement, or the first kind of difference."""
    if played.case is not None:
        return played.case
    found = played.verdict.discrepancies
    return Case(
        note=f"Move {played.number}, {played.move}, of a game of {' and '.join(header.names)}.",
        spec=header.spec,
        state=played.before,
        snapshot=played.start,
        acts=(played.script,),
        predicted=played.predicted,
        observed=played.observed,
        verdict=played.verdict,
        engine=header.engine,
        config=retry_config(header.config) if played.tries > 1 else header.config,
        sabotage=None,
        expect=found[0].kind.value if found else AGREE,
    )


def keep_case(case: Case, stem: str) -> Path:
    """Write a case into the folder of cases and return its path; another case of that name keeps its own.

    Raises:
        MisuseError: if nothing can be written there.
    """
    folder, text = cases_dir(), case_text(case)
    names = (stem if number == 1 else f"{stem}-{number}" for number in itertools.count(1))
    free = next(name for name in names if _is_free(folder / f"{name}{CASE_SUFFIX}", text))
    return save_case(case, folder, free)


def _is_free(path: Path, text: str) -> bool:
    """Return whether a file is not there, or holds this very text."""
    try:
        return path.read_text(encoding="utf-8") == text
    except FileNotFoundError:
        return True
    except (OSError, UnicodeDecodeError):
        return not path.exists()
