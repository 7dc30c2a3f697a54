"""A move of a game as physics would make it, without making it."""

from __future__ import annotations

from functools import partial

from fakir3d.crosscheck.pipeline import ask_move, perform
from fakir3d.library.game import Game
from fakir3d.library.words import as_move
from fakir3d.physics.engines import require
from fakir3d.physics.hand.script import script_for
from fakir3d.physics.performance import Performance
from fakir3d.rules import Move


def simulate(game: Game, move: str | Move, *, engine: str | None = None) -> Performance:
    """Return what physics makes of a move of the seat to move; nothing of the game changes.

    It is what ``game.play`` would see: the hand does the same, from the same poses.

    Args:
        game: where.
        move: which.
        engine: what simulates; None for the game's engine.

    Returns:
        The motion (``recording``, times [s] and poses [m]), what came down (``outcome``), and how it came to rest.

    Raises:
        NotationError: if a text is no move.
        IllegalMoveError: if the rules forbid it; the message quotes the rule.
        MisuseError: if there is no such engine.

    >>> import fakir3d
    >>> game = fakir3d.Game(engine="ideal", first=0, moves="x2.1")
    >>> seen = fakir3d.simulate(game, "b2")
    >>> print(seen.outcome)
    g1 b2 hand>x2.1
    >>> seen.recording.names, round(seen.recording.duration_s, 1), len(game.moves)
    (('g1', 'r1'), 0.2, 1)
    """
    session = game.session
    header = session.header
    draw = partial(script_for, seed=header.seed, turn=len(session.moves) + 1)
    asked = ask_move(header.spec, session.state, session.snapshot, as_move(move), draw)
    return perform(asked, require(engine or header.engine.name).name, header.config)
