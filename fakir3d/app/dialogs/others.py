"""The other dialogs: menu, lots, result, questions and plain messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fakir3d.app.gui.dialog import Dialog, Row
from fakir3d.app.gui.style import SMALL
from fakir3d.app.gui.widgets import Button, ChoiceBox, Emblem, Label
from fakir3d.rules.sticks import Mode

_Answers = Sequence[tuple[str, Callable[[], None]]]
"""What is written on each button, and what it does."""


def message_dialog(title: str, lines: Sequence[str], close: Callable[[], None]) -> Dialog:
    """Return a dialog that only says something."""
    rows = [Row.of(Label(line)) for line in lines]
    return Dialog(title, rows, foot=Row.of(Button("OK", close), gap=16), cancel=close, width=520)


def question_dialog(title: str, text: str, answers: _Answers, *, cancel: Callable[[], None]) -> Dialog:
    """Return a dialog with a question and its answers."""
    buttons = [Button(label, action) for label, action in answers]
    return Dialog(title, [Row.of(Label(text))], foot=Row.of(*buttons, gap=16), cancel=cancel, width=520)


def menu_dialog(entries: _Answers, scale: int, set_scale: Callable[[str], None], close: Callable[[], None]) -> Dialog:
    """Return the menu: its entries, and how large the letters are."""
    sizes = [(str(percent), f"letters {percent} %") for percent in (75, 100, 125, 150, 175, 200)]
    if str(scale) not in dict(sizes):
        sizes = sorted([*sizes, (str(scale), f"letters {scale} %")], key=lambda pair: int(pair[0]))
    buttons = [Button(label, action) for label, action in entries]
    rows = [Row.of(*buttons[number : number + 2], gap=6) for number in range(0, len(buttons), 2)]
    rows.append(Row.of(ChoiceBox(sizes, str(scale), set_scale), gap=12))
    foot = Row.of(Button("Back to the table", close), gap=12)
    dialog = Dialog("fakir3d", rows, foot=foot, cancel=close, width=420)
    return dialog.begin_at(buttons[0])


def lots_dialog(
    mode: Mode, names: Sequence[str], first: int, seed: int, *, drawn: bool, close: Callable[[], None]
) -> Dialog:
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


def result_dialog(headline: str, reason: str, answers: _Answers, close: Callable[[], None]) -> Dialog:
    """Return who has won and why."""
    rows = [
        Row.of(Label(headline, size=26, bold=True, align=0.5), gap=10),
        Row.of(Label(reason, align=0.5), gap=10),
    ]
    foot = Row.of(*(Button(label, action) for label, action in answers), Button("Close", close), gap=18)
    return Dialog("The end", rows, foot=foot, cancel=close, width=480)
