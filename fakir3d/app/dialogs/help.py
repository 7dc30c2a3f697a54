"""The help: what each key does, and the rules of the game that is played."""

from __future__ import annotations

from collections.abc import Callable

from fakir3d.app.gui.dialog import Dialog, Row
from fakir3d.app.gui.style import SMALL
from fakir3d.app.gui.widgets import Button, Label
from fakir3d.rules.state import FallRule, Options, UnsupportedPlant

KEY_HELP = (
    ("Left click", "on a hole: plant; on an empty bore: pierce; on a pierced stick: pull it out"),
    ("Drag, wheel", "look round the table, come nearer"),
    ("Arrows", "move the cursor over a face of the block"),
    ("Page up, Page down", "one floor up, one floor down"),
    ("X, Y, Z", "to the bores along x, along y, to the holes in the top"),
    ("Enter", "act where the cursor is"),
    ("Tab, Shift+Tab", "to the next, the previous legal move"),
    ("D, L", "give up a stick from your hand (R9); light all legal moves"),
    ("Space (hold), P", "see the sticks through the wood; P keeps it so"),
    ("Ctrl+arrows, + and -, Home", "look round, come nearer or go back, as at first"),
    ("H", "a hint: the best move is marked, Enter plays it; H again marks the next best"),
    ("B", "look back at the game: who stood better when, and what was better"),
    ("Arrows, Tab, Enter there", "move by move; to the next mistake; try out what was better; B goes back"),
    ("C", "keep this move as a case, with pictures: to report it, to test with it"),
    ("U or Ctrl+Z, Ctrl+Y", "take a turn back, play it again"),
    ("S, End", "how fast sticks fall: 1x, 4x, skip; End skips this fall"),
    ("N, Ctrl+S, Ctrl+O", "new game, save as, load"),
    ("Ctrl with + and -", "larger and smaller letters, 75 to 200 %"),
    ("F11, F1 or ?, Esc", "full screen, this help, menu"),
    ("Q", "leave; the game is kept and can be resumed"),
)
_PLANT = {
    UnsupportedPlant.FORBIDDEN: "plant a stick in a hole where something holds it (R4)",
    UnsupportedPlant.ALLOWED: "plant a stick in any free hole, though where nothing holds it, it is lost (R4)",
}
_FALL = {
    FallRule.ANY: "pull out any pierced stick that lets one fall (R5)",
    FallRule.VANISH: "pull out any pierced stick that lets one disappear into the block (R5)",
}


def rules_text(options: Options) -> str:
    """Return the rules in five sentences, as these options have them."""
    return (
        "In your turn do one thing: pierce the block with a stick from your hand (R3), "
        f"{_PLANT[options.unsupported_plant]}, or, once two of your sticks stand, {_FALL[options.fall]}. "
        "Your own pulled stick comes back to your hand (R6); another's takes the place of one of your standing sticks, "
        "which comes back instead, or, if none of yours is left standing, goes back to its owner's hand (R7). "
        "Sticks that fall to the table are out of the game (R8). Who can do nothing gives up a stick (R9); who has "
        "none left is out (R10); the last one in wins (R11)."
    )


def help_dialog(options: Options, close: Callable[[], None]) -> Dialog:
    """Return the help for a game with these options."""
    rows = [Row.of(Label(rules_text(options), size=SMALL))]
    rows += [
        Row(((1.0, Label(keys, size=SMALL, bold=True)), (1.75, Label(meaning, size=SMALL))), gap=3)
        for keys, meaning in KEY_HELP
    ]
    foot = Row.of(Button("Close", close), gap=12)
    return Dialog("Help", rows, foot=foot, cancel=close, width=820, keys={"f1": close})
