"""Buttons, choices, entries, lists and the focus, without a window."""

from __future__ import annotations

import pytest

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drag import Press
from fakir3d.app.gui.drawing import DrawRect, DrawText, balanced, clip, wrap
from fakir3d.app.gui.entry import TextEntry
from fakir3d.app.gui.focus import Focus
from fakir3d.app.gui.fonts import FontMetrics
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.listing import Listing
from fakir3d.app.gui.style import Style
from fakir3d.app.gui.theme import RGBA, STICK_COLOURS, WOOD
from fakir3d.app.gui.widgets import Button, ChoiceBox, Label, Widget
from fakir3d.rules.sticks import Colour

STYLE = Style(FontMetrics())


def placed(widget: Widget, rect: Rect) -> Widget:
    widget.rect = rect
    return widget


def typed(entry: TextEntry, text: str) -> None:
    for character in text:
        entry.typed(character)


def test_button_acts_by_enter_space_and_press_unless_it_is_off() -> None:
    """A button does its thing once for each way to press it; a button that is off does nothing."""
    done: list[int] = []
    button = Button("Go", lambda: done.append(1))
    assert button.key(Key("enter"))
    assert button.key(Key("space"))
    button.press(0, 0)
    assert len(done) == 3
    button.enabled = False
    assert not button.key(Key("enter"))
    button.press(0, 0)
    assert len(done) == 3
    assert not button.focusable


def test_choice_goes_round_and_tells() -> None:
    """Arrows and clicks on its halves change the value, going round at the ends."""
    told: list[str] = []
    choice = placed(ChoiceBox([("a", "A"), ("b", "B"), ("c", "C")], "b", told.append), Rect(0, 0, 90, 30))
    choice.key(Key("arrow_right"))
    choice.key(Key("arrow_right"))
    choice.key(Key("arrow_left"))
    choice.press(10, 10)
    choice.press(80, 10)
    assert told == ["c", "a", "c", "b", "c"]
    assert not choice.key(Key("arrow_up"))
    assert ChoiceBox([("a", "A")], "nowhere").value == "a"


def test_entry_edits_at_the_caret() -> None:
    """Characters go in at the caret; backspace, delete, home and end do what they say."""
    entry = TextEntry("Ana", longest=6)
    entry.key(Key("arrow_left"))
    typed(entry, "n")
    assert entry.text == "Anna"
    assert entry.caret == 3
    entry.key(Key("home"))
    entry.key(Key("delete"))
    typed(entry, "H")
    entry.key(Key("end"))
    entry.key(Key("backspace"))
    assert entry.text == "Hnn"
    typed(entry, "abcdef")
    assert entry.text == "Hnnabc"
    typed(entry, "\t\n")
    assert entry.text == "Hnnabc"


def test_entry_takes_everything_by_ctrl_a() -> None:
    """After Ctrl+A the next character, or backspace, replaces the whole text."""
    entry = TextEntry("Anna")
    assert entry.key(Key("a", ctrl=True))
    typed(entry, "Ünï木")
    assert entry.text == "Ünï木"
    entry.key(Key("a", ctrl=True))
    entry.key(Key("backspace"))
    assert entry.text == ""
    assert not entry.key(Key("a", ctrl=True))


def test_entry_shows_the_caret_however_long_the_text() -> None:
    """What is drawn never runs out of the field, and the caret is always inside."""
    entry = placed(TextEntry("a very long name that does not fit at all into this", longest=99), Rect(10, 10, 120, 34))
    for name in ["end", *["arrow_left"] * 60, *["arrow_right"] * 30]:
        entry.key(Key(name))
        commands = entry.commands(STYLE, focused=True, hovered=False)
        text = next(command for command in commands if isinstance(command, DrawText))
        assert STYLE.metrics.width(text.text, text.size) <= 120
        caret = [command for command in commands if isinstance(command, DrawRect)][-1]
        assert 10 <= caret.rect.x <= 130


def test_entry_puts_the_caret_where_it_is_clicked() -> None:
    """A click left of the text puts the caret first, right of it last."""
    entry = placed(TextEntry("Anna"), Rect(0, 0, 200, 34))
    entry.commands(STYLE, focused=True, hovered=False)
    entry.press(1, 10)
    assert entry.caret == 0
    entry.press(190, 10)
    assert entry.caret == 4


def test_space_in_an_entry_is_no_press() -> None:
    """The key of a space is taken (its character is written), so that no default button is pressed by it."""
    assert TextEntry("").key(Key("space"))


def test_listing_scrolls_to_what_is_chosen() -> None:
    """The chosen line is always among those shown; keys stop at the ends; Enter is done."""
    done: list[int] = []
    listing = placed(
        Listing([f"game {n}" for n in range(30)], rows=5, entered=lambda: done.append(1)), Rect(0, 0, 200, 138)
    )
    for name, index in (("arrow_down", 1), ("page_down", 6), ("end", 29), ("arrow_down", 29), ("home", 0)):
        listing.commands(STYLE, focused=True, hovered=False)
        listing.key(Key(name))
        assert listing.index == index
        shown = [o.text for o in listing.commands(STYLE, focused=True, hovered=False) if isinstance(o, DrawText)]
        assert f"game {index}" in shown
    listing.key(Key("enter"))
    assert done == [1]
    assert not Listing([]).focusable
    assert not Listing([]).key(Key("arrow_down"))


def test_listing_click_chooses_and_a_second_click_is_done() -> None:
    """A click chooses the line under it; a click on the chosen line is done."""
    done: list[int] = []
    listing = placed(Listing(["a", "b", "c"], rows=5, entered=lambda: done.append(1)), Rect(0, 0, 200, 138))
    listing.commands(STYLE, focused=False, hovered=False)
    listing.press(5, 40)
    assert (listing.index, done) == (1, [])
    listing.press(5, 40)
    listing.press(5, 130)
    assert (listing.index, done) == (1, [1])


def grid() -> list[Widget]:
    """Return a label and four buttons, two by two."""
    buttons = [Button(name, lambda: None) for name in "abcd"]
    for number, button in enumerate(buttons):
        button.rect = Rect(100 * (number % 2), 50 * (number // 2), 90, 40)
    return [Label("words"), *buttons]


def test_focus_goes_round_by_tab_and_passes_over_what_is_off() -> None:
    """Tab and Shift+Tab go round the ring; labels and widgets that are off are left out."""
    widgets = grid()
    focus = Focus(widgets)
    assert focus.at is widgets[1]
    widgets[2].enabled = False
    seen = []
    for _ in range(4):
        focus.key(Key("tab"))
        seen.append(widgets.index(focus.at))
    assert seen == [3, 4, 1, 3]
    focus.key(Key("tab", shift=True))
    assert focus.at is widgets[1]


@pytest.mark.parametrize(
    ("start", "arrow", "end"),
    [(1, "right", 2), (1, "down", 3), (4, "up", 2), (4, "left", 3), (1, "left", 1), (2, "up", 2)],
)
def test_focus_follows_arrows_as_seen(start: int, arrow: str, end: int) -> None:
    """An arrow goes to the nearest widget in its direction, or stays where there is none."""
    widgets = grid()
    focus = Focus(widgets, widgets[start])
    focus.key(Key(f"arrow_{arrow}"))
    assert focus.at is widgets[end]


def test_focus_gives_keys_to_the_widget_first() -> None:
    """An entry keeps left and right for its caret; up and down move on."""
    entry, button = placed(TextEntry("ab"), Rect(0, 0, 90, 30)), placed(Button("x", lambda: None), Rect(0, 40, 90, 30))
    focus = Focus([entry, button])
    focus.key(Key("arrow_left"))
    assert focus.at is entry
    focus.key(Key("arrow_down"))
    assert focus.at is button


def test_focus_with_nothing_to_focus() -> None:
    """A ring of labels has no focus, and no key breaks it."""
    focus = Focus([Label("a")])
    assert focus.at is None
    for name in ("tab", "arrow_up", "enter", "x"):
        focus.key(Key(name))
    assert focus.at is None


def test_text_is_clipped_and_broken_to_its_width() -> None:
    """No line is wider than asked for; a clipped one ends in an ellipsis; nothing is lost by breaking."""
    metrics, text = FontMetrics(), "Red r4 falls in hole c2, for its support was taken away, and disappears"
    for width in (40, 90, 200, 1000):
        assert metrics.width(clip(metrics, text, 13, width), 13) <= width
        lines = wrap(metrics, text, 13, width)
        assert all(metrics.width(line, 13) <= width for line in lines)
        if width > 80:
            assert " ".join(lines) == text
            even = balanced(metrics, text, 13, width)
            assert " ".join(even) == text
            assert len(even) == len(lines)
    assert clip(metrics, text, 13, 100).endswith("…")
    assert clip(metrics, text, 13, 2) == ""


def contrast(one: RGBA, other: RGBA) -> float:
    """Return the contrast of two opaque colours by WCAG, from 1 (the same) to 21 (black on white)."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: RGBA) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_is_high_enough_to_read() -> None:
    """All text reaches 4.5 : 1 on its ground; sticks stand out of the card by 3 : 1 (large things)."""
    for ground in (WOOD.panel, WOOD.sheet, WOOD.field, WOOD.button):
        for ink in (WOOD.text, WOOD.dim, WOOD.accent, WOOD.good, WOOD.warn):
            assert contrast(ink, ground) >= 4.5
    for colour in Colour:
        assert contrast(STICK_COLOURS[colour], WOOD.panel) >= 3


def test_a_press_becomes_a_drag_only_beyond_the_slack() -> None:
    """Up to 5 px times zoom it stays a click; then it orbits, and a pointer outside the window changes nothing."""
    press = Press((100.0, 100.0), (100.0, 100.0))
    still, move = press.moved((105.0, 97.0), 1.0)
    assert (still.dragging, move) == (False, (0.0, 0.0))
    still, _ = press.moved((109.0, 100.0), 2.0)
    assert not still.dragging
    drag, move = press.moved((106.0, 100.0), 1.0)
    assert (drag.dragging, move) == (True, (6.0, 0.0))
    outside, move = drag.moved(None, 1.0)
    assert (outside, move) == (drag, (0.0, 0.0))
    back, move = outside.moved((101.0, 100.0), 1.0)
    assert (back.dragging, move) == (True, (-5.0, 0.0))
