"""Dialogs as draw commands: in sight, and nothing over the edge, at every size and zoom."""

from __future__ import annotations

import itertools
import re

import pytest

from fakir3d.app.dialogs.help import help_dialog, rules_text
from fakir3d.app.dialogs.new_game import NewGameDialog
from fakir3d.app.dialogs.others import (
    lots_dialog,
    menu_dialog,
    message_dialog,
    question_dialog,
    result_dialog,
)
from fakir3d.app.gui.dialog import Dialog, Row
from fakir3d.app.gui.drawing import DrawText
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.style import Style
from fakir3d.app.gui.widgets import Button, ChoiceBox, Emblem, Label
from fakir3d.game.setup import GameSetup
from fakir3d.rules.state import FallRule, Options, UnsupportedPlant
from fakir3d.rules.sticks import Mode
from tests.app.extents import METRICS, SIZES, ZOOMS, extent


def every_dialog() -> list[Dialog]:
    def nothing(*_: object) -> None:
        return

    new = NewGameDialog(
        GameSetup().in_mode(Mode.TEAMS), ("lattice", "oneway"), show=nothing, start=nothing, cancel=nothing
    )
    return [
        help_dialog(Options(), nothing),
        menu_dialog([("One", nothing), ("Two", nothing), ("Three", nothing)], 110, nothing, nothing),
        lots_dialog(Mode.TWO, ("Anna", "Ben"), 1, 7, drawn=True, close=nothing),
        result_dialog(
            "Anna has won", "everybody else is out (R11).", [("New game", nothing), ("Undo", nothing)], nothing
        ),
        message_dialog("A save cannot be read", ("line 3 is not as it was written: its chain is wrong",), nothing),
        question_dialog(
            "Welcome back", "Anna and Ben have not finished their game.", (("Go on", nothing),), cancel=nothing
        ),
        new.dialog,
    ]


@pytest.mark.parametrize("plant", list(UnsupportedPlant))
@pytest.mark.parametrize("fall", list(FallRule))
def test_the_help_is_seen_whole(fall: FallRule, plant: UnsupportedPlant) -> None:
    """In the window that opens by default nothing of it is scrolled out of sight, whatever the rules."""
    commands = help_dialog(Options(fall, plant), lambda: None).commands(Style(METRICS), 1280, 720, None)
    assert not any(
        "▼" in command.text and "more" in command.text for command in commands if isinstance(command, DrawText)
    )


@pytest.mark.parametrize(("size", "zoom"), list(itertools.product(SIZES, ZOOMS)))
def test_dialogs_stay_inside_the_window(size: tuple[int, int], zoom: float) -> None:
    """At every size and zoom a dialog lies inside the window, and Tab brings every widget into sight."""
    for dialog in every_dialog():
        style = Style(METRICS, zoom)
        for _ in range(2 * len(dialog.widgets) + 1):
            commands = dialog.commands(style, *size, None)
            for command in commands:
                place = extent(command)
                assert place.x >= 0
                assert place.right <= size[0] + 2
                assert place.bottom <= size[1] + 2
            if commands and size[0] >= 320 and size[1] >= 240 * zoom:
                assert dialog.focus.at.rect.h > 0
            dialog.key(Key("tab"))


def test_a_dialog_takes_every_key_and_escape_cancels() -> None:
    """No key reaches the table behind a dialog; Esc is Cancel; Enter presses what has the focus."""
    done: list[str] = []
    button = Button("Yes", lambda: done.append("yes"))
    dialog = Dialog("Sure?", [Row.of(Label("Really?")), Row.of(button)], cancel=lambda: done.append("no"))
    for name in ("escape", "enter", "q", "tab", "n"):
        assert dialog.key(Key(name))
    assert done == ["no", "yes"]


def test_clicks_and_wheel_find_the_widget() -> None:
    """A click gives the focus and presses; a click beside the widgets does nothing."""
    done: list[str] = []
    one, two = Button("1", lambda: done.append("1")), Button("2", lambda: done.append("2"))
    dialog = Dialog("Which?", [Row.of(one, two)])
    dialog.commands(Style(METRICS), 800, 600, None)
    dialog.press(*two.rect.centre)
    dialog.press(1, 1)
    dialog.wheel(1, 1, 1)
    assert done == ["2"]
    assert dialog.focus.at is two


@pytest.mark.parametrize(
    ("options", "said", "unsaid"),
    [
        (
            Options(),
            ("where something holds it (R4)", "lets one fall (R5)"),
            ("lost (R4)", "disappear into the block (R5)"),
        ),
        (
            Options(fall=FallRule.VANISH),
            ("where something holds it (R4)", "disappear into the block (R5)"),
            ("fall (R5)",),
        ),
        (
            Options(unsupported_plant=UnsupportedPlant.ALLOWED),
            ("any free hole", "lost (R4)", "lets one fall (R5)"),
            ("where something holds it (R4)",),
        ),
    ],
)
def test_the_help_tells_the_rules_of_this_game(
    options: Options, said: tuple[str, ...], unsaid: tuple[str, ...]
) -> None:
    """By its options, and both halves of R7: what becomes of a pulled stick when none of one's own stands."""
    text = rules_text(options)
    assert all(words in text for words in said)
    assert not any(words in text for words in unsaid)
    assert "if none of yours is left standing, goes back to its owner's hand (R7)" in text
    assert re.findall(r"R\d+", text) == [f"R{number}" for number in range(3, 12)]
    labels = [widget.text for widget in help_dialog(options, lambda: None).widgets if isinstance(widget, Label)]
    assert labels[0] == text


@pytest.mark.parametrize("mode", list(Mode))
def test_the_new_game_dialog_counts_seats_from_one(mode: Mode) -> None:
    """Where players sit and who begins: the first seat is seat 1, though records call it 0."""
    new = NewGameDialog(GameSetup().in_mode(mode), ("lattice",), show=print, start=print, cancel=None)
    texts = [widget.text for widget in new.dialog.widgets if isinstance(widget, Emblem | Label)]
    texts += [text for widget in new.dialog.widgets if isinstance(widget, ChoiceBox) for _, text in widget.values]
    seats = {int(number) for text in texts for number in re.findall(r"seat (\d+)", text)}
    assert seats == set(range(1, mode.seats + 1))
