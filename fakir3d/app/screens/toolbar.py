"""The buttons over the table, in their order, and what one waits for."""

from __future__ import annotations

from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.screens.hud import HudButton
from fakir3d.app.settings import Settings
from fakir3d.rules import HAND
from fakir3d.rules.moves import Discard

__all__ = ["busy_words", "look_back_tools", "table_tools"]


def busy_words(match: GameController) -> str:
    """Return what one waits for; empty for nothing."""
    match match.waiting_for:
        case Waiting.THINKING:
            return f"{match.names[match.shown.seat]} thinks …"
        case Waiting.RESTING:
            return "A turn was taken back. Press Enter or click the block to let the computer go on."
        case Waiting.OVER if match.session.stopped is not None:
            return "Stopped: physics and rules differed."
        case _:
            return ""


def table_tools(
    match: GameController, settings: Settings, *, hinted: bool, inside: bool, variation: bool
) -> tuple[HudButton, ...]:
    """Return the buttons while one plays.

    Args:
        match: what is played.
        settings: what is switched on.
        hinted: whether a hint is marked.
        inside: whether the wood stays clear.
        variation: whether this is only tried out.
    """
    buttons = [
        HudButton(Action.UNDO, "↶  Undo", enabled=match.can_undo, short="↶"),
        HudButton(Action.REDO, "↷  Redo", enabled=match.can_redo, short="↷"),
        HudButton(Action.HINT, "Hint", on=hinted, short="Hint"),
        HudButton(Action.LIT, "Lit moves", on=settings.lit),
        HudButton(Action.KEEP_PEEK, "See inside", on=inside, short="◎"),
        HudButton(Action.SPEED, f"Falls {settings.speed}", short=str(settings.speed)),
        HudButton(Action.NEW, "New game"),
        HudButton(Action.MENU, "☰  Menu", short="☰"),
    ]
    if variation:
        buttons[-2] = HudButton(Action.LOOK_BACK, "Back", short="Back")
    elif match.waiting_for is Waiting.OVER and match.session.moves:
        buttons[2] = HudButton(Action.LOOK_BACK, "Look back", short="Look back")
    if Discard(HAND) in match.legal:
        buttons.append(HudButton(Action.HAND, "Give up one from your hand (D)", forced=True))
    return tuple(buttons)


def look_back_tools(*, mistakes: bool, better: bool, first: bool, last: bool, inside: bool) -> tuple[HudButton, ...]:
    """Return the buttons while one looks back at a game.

    Args:
        mistakes: whether there are any to go to.
        better: whether a better move is known for the one that is shown.
        first: whether the first move is shown.
        last: whether the end is shown.
        inside: whether the wood stays clear.
    """
    return (
        HudButton(Action.NEXT, "Next mistake", enabled=mistakes, short="Mistake ▶"),
        HudButton(Action.PREVIOUS, "Previous", enabled=mistakes),
        HudButton(Action.LEFT, "◀  Move", enabled=not first, short="◀"),
        HudButton(Action.RIGHT, "Move  ▶", enabled=not last, short="▶"),
        HudButton(Action.ACT, "Try it", enabled=not last, short="Try it" if better else ""),
        HudButton(Action.KEEP_PEEK, "See inside", on=inside),
        HudButton(Action.LOOK_BACK, "To the game", short="Back"),
        HudButton(Action.MENU, "☰  Menu", short="☰"),
    )
