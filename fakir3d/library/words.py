"""Text read as what it means: moves, places, players."""

from __future__ import annotations

from collections.abc import Sequence

from fakir3d.block.names import Bore, Hole
from fakir3d.errors import MisuseError
from fakir3d.game.setup import Seat, default_seats
from fakir3d.players import HUMAN, KINDS, Player, player_of
from fakir3d.rules import Move
from fakir3d.rules.sticks import Mode


def player(kind: str, *, timed: bool = False) -> Player:
    """Return a computer player, whose ``choose(state, seed)`` returns a legal move.

    Args:
        kind: ``random``, ``easy``, ``medium``, ``hard`` or ``expert``.
        timed: whether those that search stop after their seconds, as in the window; without, they choose the same
            move on every machine.

    Raises:
        MisuseError: if there is no such player, or this machine lacks what it needs.

    >>> import fakir3d
    >>> game = fakir3d.Game(engine="ideal")
    >>> fakir3d.player("medium").choose(game.state, seed=1) in game.legal_moves()
    True
    """
    found = player_of(kind, timed=timed)
    if found is None:
        known = ", ".join(each for each in KINDS if each != HUMAN)
        raise MisuseError(f"a {kind} chooses by hand; computer players are {known}")
    return found


def as_move(move: str | Move) -> Move:
    """Return a move, or the one that a text writes."""
    return Move.parse(move) if isinstance(move, str) else move


def as_place(place: str | Hole | Bore) -> Hole | Bore:
    """Return a hole or a bore, or the one that a text names."""
    if not isinstance(place, str):
        return place
    return Bore.parse(place) if "." in place else Hole.parse(place)


def seats_of(mode: Mode, kinds: Sequence[str]) -> tuple[Seat, ...]:
    """Return these kinds of players, called after their colours; how many there must be is the header's to say."""
    names = [seat.name for seat in default_seats(mode)]
    return tuple(Seat(names[number] if number < len(names) else kind, kind) for number, kind in enumerate(kinds))
