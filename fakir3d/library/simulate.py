"""A move of a game as physics would make it, without making it."""

from __future__ import annotations

from fakir3d.crosscheck.pipeline import judge
from fakir3d.errors import IllegalMoveError
from fakir3d.library.game import Game
from fakir3d.library.words import as_move
from fakir3d.physics.engines import require
from fakir3d.physics.hand.script import script_for
from fakir3d.physics.performance import Performance
from fakir3d.rules import Move, objection

__all__ = ["simulate"]


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
    session, made = game.session, as_move(move)
    against = objection(session.state, made)
    if against is not None:
        raise IllegalMoveError(f"{made}: {against}")
    header = session.header
    script = script_for(session.state, made, header.seed, len(session.moves) + 1)
    asked = require(engine or header.engine.name).name
    return judge(header.spec, session.state, session.snapshot, script, engine=asked, config=header.config).performance
