"""The other dialogs: menu, help, lots, result, save as, load, resume, and plain messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from fakir3d.app.gui.dialog import Dialog, Row
from fakir3d.app.gui.entry import TextEntry
from fakir3d.app.gui.listing import Listing
from fakir3d.app.gui.style import SMALL
from fakir3d.app.gui.widgets import Button, ChoiceBox, Emblem, Label
from fakir3d.rules.sticks import Mode

__all__ = [
    "KEYS",
    "ask",
    "help_dialog",
    "load_dialog",
    "lots_dialog",
    "menu_dialog",
    "message",
    "result_dialog",
    "save_dialog",
]

Act = Callable[[], None]

KEYS = (
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

_RULES = (
    "In your turn do one thing: pierce the block with a stick from your hand (R3), plant a stick in a hole where "
    "something holds it (R4), or, once two of your sticks stand, pull out any pierced stick that lets one fall (R5). "
    "Your own pulled stick comes back to your hand (R6); another's takes the place of one of your standing sticks, "
    "which comes back instead (R7). Sticks that fall to the table are out of the game (R8). Who can do nothing gives "
    "up a stick (R9); who has none left is out (R10); the last one in wins (R11)."
)


def message(title: str, lines: Sequence[str], close: Act, *, button: str = "OK") -> Dialog:
    """Return a dialog that only says something."""
    rows = [Row.of(Label(line)) for line in lines]
    return Dialog(title, rows, foot=Row.of(Button(button, close), gap=16), cancel=close, width=520)


def ask(title: str, text: str, answers: Sequence[tuple[str, Act]], *, cancel: Act) -> Dialog:
    """Return a dialog with a question and its answers."""
    buttons = [Button(words, act) for words, act in answers]
    return Dialog(title, [Row.of(Label(text))], foot=Row.of(*buttons, gap=16), cancel=cancel, width=520)


def help_dialog(close: Act) -> Dialog:
    """Return the keys, and the rules in five sentences."""
    rows = [Row.of(Label(_RULES, size=SMALL))]
    rows += [
        Row(((1.0, Label(keys, size=SMALL, bold=True)), (1.75, Label(words, size=SMALL))), gap=3)
        for keys, words in KEYS
    ]
    foot = Row.of(Button("Close", close), gap=12)
    return Dialog("Help", rows, foot=foot, cancel=close, width=820, keys={"f1": close})


def menu_dialog(entries: Sequence[tuple[str, Act]], scale: int, set_scale: Callable[[str], None], close: Act) -> Dialog:
    """Return the menu: its entries, and how large the letters are."""
    sizes = [(str(percent), f"letters {percent} %") for percent in (75, 100, 125, 150, 175, 200)]
    if str(scale) not in dict(sizes):
        sizes = sorted([*sizes, (str(scale), f"letters {scale} %")], key=lambda pair: int(pair[0]))
    buttons = [Button(words, act) for words, act in entries]
    rows = [Row.of(*buttons[number : number + 2], gap=6) for number in range(0, len(buttons), 2)]
    rows.append(Row.of(ChoiceBox(sizes, str(scale), set_scale), gap=12))
    foot = Row.of(Button("Back to the table", close), gap=12)
    dialog = Dialog("fakir3d", rows, foot=foot, cancel=close, width=420)
    return dialog.begin_at(buttons[0])


def lots_dialog(mode: Mode, names: Sequence[str], first: int, seed: int, *, drawn: bool, close: Act) -> Dialog:
    """Return who begins, as the lots say (R2), and who follows."""
    lots = "Lots are drawn for the first turn (R2)." if drawn else "The first turn was given away, not drawn."
    order = [(first + step) % len(names) for step in range(len(names))]
    rows = [
        Row.of(Label(lots, align=0.5)),
        Row.of(Label(f"{names[first]} begins", size=26, bold=True, align=0.5), gap=12),
        Row.of(Label("and then clockwise", size=SMALL, align=0.5), gap=10),
    ]
    for place, seat in enumerate(order, start=1):
        emblem = Emblem(mode.colour(seat), f"{place}.  {names[seat]}", bold=seat == first)
        rows.append(Row(((0.7, Label("")), (2.0, emblem), (0.3, Label(""))), gap=0))
    rows.append(Row.of(Label(f"seed {seed}", size=SMALL, align=0.5), gap=8))
    return Dialog("The lots", rows, foot=Row.of(Button("Play", close), gap=12), cancel=close, width=440)


def result_dialog(headline: str, reason: str, answers: Sequence[tuple[str, Act]], close: Act) -> Dialog:
    """Return who has won and why."""
    rows = [
        Row.of(Label(headline, size=26, bold=True, align=0.5), gap=10),
        Row.of(Label(reason, align=0.5), gap=10),
    ]
    foot = Row.of(*(Button(words, act) for words, act in answers), Button("Close", close), gap=18)
    return Dialog("The end", rows, foot=foot, cancel=close, width=480)


def save_dialog(path: Path, save: Callable[[Path], None], close: Act) -> Dialog:
    """Return the dialog that asks where to keep the game."""
    entry = TextEntry(str(path), longest=1000, hint="path of a .fakir file")

    def go() -> None:
        if entry.text.strip():
            save(with_suffix(Path(entry.text.strip()).expanduser()))

    entry.entered = go
    rows = [
        Row.of(Label("The game is kept by itself. Here you keep a copy under a name of your own.", size=SMALL)),
        Row.of(entry),
    ]
    foot = Row.of(Button("Save", go), Button("Cancel", close), gap=16)
    return Dialog("Save as", rows, foot=foot, cancel=close, width=640).begin_at(entry)


def load_dialog(games: Sequence[tuple[str, Path]], load: Callable[[Path], None], close: Act) -> Dialog:
    """Return the dialog that asks which game to load: one of those kept, or any file."""
    entry = TextEntry("", hint="or the path of a .fakir file", longest=1000)

    def go() -> None:
        if entry.text.strip():
            load(Path(entry.text.strip()).expanduser())
        elif games:
            load(games[listing.index][1])

    entry.entered = go
    listing = Listing([words for words, _ in games], rows=7, entered=go, empty="no game has been kept yet")
    foot = Row.of(Button("Load", go), Button("Cancel", close), gap=16)
    return Dialog("Load a game", [Row.of(listing), Row.of(entry)], foot=foot, cancel=close, width=640)


def with_suffix(path: Path) -> Path:
    """Return the path with ``.fakir`` where it had no ending.

    >>> with_suffix(Path("evening")).name, with_suffix(Path("x.fakir")).name
    ('evening.fakir', 'x.fakir')
    """
    return path if path.suffix else path.with_name(f"{path.name}.fakir")
