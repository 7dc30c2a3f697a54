"""The teacher at a terminal: hints, and a game's mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fakir3d.game.played_move import PlayedMove
from fakir3d.players import telling
from fakir3d.players.teacher import Step, hints, review
from fakir3d.rules.state import State

_HINTS = 3


def say_hints(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield the best moves of a position as lines, the best first.

    Raises:
        MisuseError: if the game is over.
    """
    with telling("expert", print):
        found = hints(state, names, count=_HINTS)
    for hint in found:
        yield f"{hint.move!s:<7} {hint.why}"


def say_mistakes(turns: Sequence[PlayedMove], names: Sequence[str]) -> Iterator[str]:
    """Yield the mistakes of a game as lines, each with the better move; a sentence if there are none."""
    none = True
    with telling("expert", print):
        for moment in review([Step(turn.before, turn.move, turn.after) for turn in turns], names):
            if moment.better is not None:
                none = False
                turning = " Here the lead was lost." if moment.turning else ""
                yield (
                    f"{moment.index + 1}. {names[moment.seat]} made {moment.move}; better was {moment.better.move}. "
                    f"{moment.better.why}{turning}"
                )
    if none:
        yield "No move was a mistake." if turns else "No move has been made yet."
