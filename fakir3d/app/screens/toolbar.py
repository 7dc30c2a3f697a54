"""The toolbars of the screens: their buttons in order, and what one waits for."""

from __future__ import annotations

from fakir3d.app.play.actions import Action
from fakir3d.app.play.controller import GameController, Waiting
from fakir3d.app.screens.surface import HudButton
from fakir3d.app.settings import Settings
from fakir3d.rules import HAND
from fakir3d.rules.moves import Discard


def busy_text(controller: GameController) -> str:
    """Return what one waits for; empty for nothing."""
    match controller.waiting_for:
        case Waiting.THINKING:
            return f"{controller.names[controller.shown.seat]} thinks …"
        case Waiting.PAUSED:
            return "A turn was taken back. Press Enter or click the block to let the computer go on."
        case Waiting.OVER if controller.session.stopped is not None:
            return "Stopped: physics and rules differed."
        case _:
            return ""


def game_toolbar(
    controller: GameController, settings: Settings, *, hinted: bool, see_inside: bool, variation: bool
) -> tuple[HudButton, ...]:
    """Return the buttons while one plays.

    Args:
        controller: of the game.
        settings: what is switched on.
        hinted: whether a hint is marked.
        see_inside: whether the wood stays clear.
        variation: whether this is only tried out.
    """
    buttons = [
        HudButton(Action.UNDO, "↶  Undo", enabled=controller.can_undo, short="↶"),
        HudButton(Action.REDO, "↷  Redo", enabled=controller.can_redo, short="↷"),
        HudButton(Action.HINT, "Hint", on=hinted, short="Hint"),
        HudButton(Action.LIT, "Lit moves", on=settings.lit),
        HudButton(Action.KEEP_PEEK, "See inside", on=see_inside, short="◎"),
        HudButton(Action.SPEED, f"Falls {settings.speed}", short=str(settings.speed)),
        HudButton(Action.NEW, "New game"),
        HudButton(Action.MENU, "☰  Menu", short="☰"),
    ]
    if variation:
        buttons[-2] = HudButton(Action.REVIEW, "Back", short="Back")
    elif controller.waiting_for is Waiting.OVER and controller.session.moves:
        buttons[2] = HudButton(Action.REVIEW, "Look back", short="Look back")
    if Discard(HAND) in controller.legal:
        buttons.append(HudButton(Action.HAND, "Give up one from your hand (D)", forced=True))
    return tuple(buttons)


def review_toolbar(*, mistakes: bool, better: bool, first: bool, last: bool, see_inside: bool) -> tuple[HudButton, ...]:
    """Return the buttons while a game is reviewed.

    Args:
        mistakes: whether there are any to go to.
        better: whether a better move is known for the one that is shown.
        first: whether the first move is shown.
        last: whether the end is shown.
        see_inside: whether the wood stays clear.
    """
    return (
        HudButton(Action.NEXT, "Next mistake", enabled=mistakes, short="Mistake ▶"),
        HudButton(Action.PREVIOUS, "Previous", enabled=mistakes),
        HudButton(Action.LEFT, "◀  Move", enabled=not first, short="◀"),
        HudButton(Action.RIGHT, "Move  ▶", enabled=not last, short="▶"),
        HudButton(Action.ACT, "Try it", enabled=not last, short="Try it" if better else ""),
        HudButton(Action.KEEP_PEEK, "See inside", on=see_inside),
        HudButton(Action.REVIEW, "To the game", short="Back"),
        HudButton(Action.MENU, "☰  Menu", short="☰"),
    )
