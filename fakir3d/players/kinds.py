"""The kinds of players by name, as the command line and the records write them."""

from __future__ import annotations

from collections.abc import Callable

from fakir3d.errors import MisuseError
from fakir3d.players.greedy import GreedyPlayer
from fakir3d.players.protocol import Player
from fakir3d.players.random_player import RandomPlayer

__all__ = ["HUMAN", "KINDS", "player_of"]

HUMAN = "human"
"""A person: chooses by himself."""

_MAKERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}

KINDS = (HUMAN, *_MAKERS)
"""Every kind of player, people first."""


def player_of(kind: str) -> Player | None:
    """Return the computer player of a kind; None for a human, who chooses by himself.

    Raises:
        MisuseError: if there is no such kind.
    """
    if kind == HUMAN:
        return None
    if kind not in _MAKERS:
        raise MisuseError(f"there is no player of kind {kind!r}; there are {', '.join(KINDS)}")
    return _MAKERS[kind]()
