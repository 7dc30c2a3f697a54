"""The kinds of players by name, as the command line and the records write them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from fakir3d import kernel
from fakir3d.errors import MisuseError
from fakir3d.players.easy import EasyPlayer
from fakir3d.players.medium import MediumPlayer
from fakir3d.players.protocol import Player
from fakir3d.players.random_player import RandomPlayer
from fakir3d.players.searching import EXPERT, HARD, SearchPlayer

HUMAN = "human"
"""A person: chooses for themself."""

_PLAIN: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "easy": EasyPlayer,
    "medium": MediumPlayer,
}
_SEARCHING = {"hard": HARD, "expert": EXPERT}

_SPELLINGS = {"greedy": "medium"}
"""Other words for a kind, as older records and the command line have them."""

KINDS = (HUMAN, *_PLAIN, *_SEARCHING, *_SPELLINGS)
"""Every word for a kind of player, people first."""

LEVELS = ("easy", "medium", "hard", "expert")
"""The computer players meant for people, the weakest first."""


def player_of(kind: str, *, timed: bool = True) -> Player | None:
    """Return the computer player of a kind; None for a human, who chooses for themself.

    Args:
        kind: one of KINDS.
        timed: whether those that search stop after their seconds; without, slow machines choose as fast ones do.

    Raises:
        MisuseError: if there is no such kind, or it cannot play here (``why_not``).
    """
    if kind == HUMAN:
        return None
    if kind not in KINDS:
        raise MisuseError(f"there is no player of kind {kind!r}; there are {', '.join(KINDS)}")
    missing = why_not(kind)
    if missing:
        raise MisuseError(missing)
    kind = _SPELLINGS.get(kind, kind)
    if kind in _PLAIN:
        return _PLAIN[kind]()
    budget = _SEARCHING[kind]
    return SearchPlayer(budget if timed else replace(budget, seconds=None))


def why_not(kind: str) -> str | None:
    """Return why a kind of player cannot play on this machine, as one line; None if it can."""
    if kind not in _SEARCHING or kernel.has_numba():
        return None
    return (
        f"the player {kind} needs numba, which is not installed; pip install numba brings it, easy and medium play "
        "without it"
    )


def telling(kind: str, tell: Callable[[str], None]) -> AbstractContextManager[None]:
    """Within this, have ``tell`` called with a sentence if a player of this kind has to wait for a compiler.

    That is so once on a machine, for some twenty seconds.
    """
    return kernel.compiling(tell) if kind in _SEARCHING and kernel.has_numba() else nullcontext()
