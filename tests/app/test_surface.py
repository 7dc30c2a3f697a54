"""HUD and dialogs as drawing orders: everything in sight, nothing over the edge, at every size and zoom."""

from __future__ import annotations

import itertools

import pytest

from fakir3d.app.dialogs.new_game import NewGameDialog
from fakir3d.app.dialogs.others import ask, help_dialog, lots_dialog, menu_dialog, message, result_dialog
from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.dialog import Dialog, Row
from fakir3d.app.gui.drawing import DrawRect, DrawSwatch, DrawText
from fakir3d.app.gui.fonts import FontMetrics
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.style import Style
from fakir3d.app.gui.theme import PATTERNS
from fakir3d.app.gui.widgets import Button, Label
from fakir3d.app.play.texts import Board, Card, Mark, News
from fakir3d.app.screens.hud import Hud, HudButton, Size, Tone, draw_hud, size_of
from fakir3d.game.setup import GameSetup
from fakir3d.rules.sticks import Colour, Mode

METRICS = FontMetrics()
SIZES = [
    (1, 1),
    (64, 48),
    (200, 150),
    (320, 240),
    (500, 900),
    (640, 480),
    (800, 600),
    (1600, 500),
    (1920, 1080),
    (2560, 1440),
]
ZOOMS = [0.75, 1.0, 1.25, 2.0]


def board(cards: int = 4, *, differ: bool = False) -> Board:
    colours = list(Colour)[:cards]
    detail = (
        ("Rules: r3 b2 x2.3>x2.1", "Physics: r3 b2 x2.3>hung:x2.1", "Not what the rules foretold.") if differ else ()
    )
    return Board(
        title="fakir3d – Anna to move",
        headline="Anna to move",
        task="Anna, choose which of your standing sticks comes back; red r1 takes its place (R7).",
        cards=tuple(
            Card(
                n,
                f"A player with a long name {n}",
                "human",
                c,
                PATTERNS[c],
                7,
                2,
                1,
                0,
                shared=False,
                out=n == 3,
                to_move=n == 0,
                won=False,
            )
            for n, c in enumerate(colours)
        ),
        news=(
            News("Anna pierces bore x2.1 with red r2.", fresh=False),
            News("Ben pulls red r1 out of bore x2.3."),
            *[News("Red r4 falls in hole c2, for its support was taken away.", deed=False)] * 5,
        ),
        brief="Ben pulls red r1 out of bore x2.3: r4 disappears in c2.",
        mark=Mark(
            agree=not differ, text="≠ physics and rules differ" if differ else "✓ physics = rules", detail=detail
        ),
        result="",
    )


def hud(**changes: bool) -> Hud:
    buttons = (
        HudButton("undo", "↶  Undo", short="↶"),
        HudButton("redo", "↷  Redo", enabled=False, short="↷"),
        HudButton("lit", "Lit moves", on=True),
        HudButton("menu", "☰  Menu", short="☰"),
        HudButton("hand", "Give up one from your hand (D)", forced=True),
    )
    return Hud(board(**changes), "R4: hole b3 is not free: blue b4 stands in it", Tone.WARN, "", buttons)


def extent(order) -> Rect:
    """Return the rectangle an order covers."""
    if isinstance(order, DrawText):
        width = METRICS.width(order.text, order.size, bold=order.bold)
        return Rect(order.x, order.y - order.size, round(width), order.size)
    return order.rect


@pytest.mark.parametrize(("size", "zoom"), list(itertools.product(SIZES, ZOOMS)))
def test_the_hud_stays_inside_the_window(size: tuple[int, int], zoom: float) -> None:
    """At every size and zoom nothing is drawn over the window's edge, and buttons do not lie on one another."""
    surface = draw_hud(Style(METRICS, zoom), hud(), *size, None)
    window = Rect(0, 0, *size)
    for order in surface.orders:
        place = extent(order)
        assert place.x >= window.x
        assert place.y >= window.y - 2
        assert place.right <= window.right + 1
        assert place.bottom <= window.bottom + 1
    buttons = [rect for rect, action in surface.hits if action]
    for one, other in itertools.combinations(buttons, 2):
        assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_the_hud_says_everything(size: tuple[int, int], cards: int) -> None:
    """Whose turn, what to do, every player with all four counts and his pattern, news, status and mark are there."""
    surface = draw_hud(Style(METRICS), hud(cards=cards), *size, None)
    said = " ".join(order.text for order in surface.orders if isinstance(order, DrawText))
    for words in ("Anna to move", "choose which", "hand", "standing", "pierced", "out", "✓ physics = rules", "R4:"):
        assert words in said
    assert "Ben pulls red r1" in said
    swatches = [order for order in surface.orders if isinstance(order, DrawSwatch)]
    assert len(swatches) == cards
    assert len({swatch.pattern for swatch in swatches}) == cards
    assert len({swatch.colour for swatch in swatches}) == cards


def test_a_difference_shows_both_outcomes() -> None:
    """When physics and rules differ, both outcomes can be read; when they agree, one small mark is all."""
    differ = draw_hud(Style(METRICS), hud(differ=True), 1280, 720, None)
    said = " ".join(order.text for order in differ.orders if isinstance(order, DrawText))
    for words in ("≠ physics and rules differ", "Rules: r3 b2 x2.3>x2.1", "Physics: r3 b2 x2.3>hung:x2.1"):
        assert words in said


@pytest.mark.parametrize("size", [(640, 480), (320, 240), (800, 600)])
def test_small_windows_still_say_what_must_be_done(size: tuple[int, int]) -> None:
    """The compact layout keeps each player's counts, the task, the status and the forced button."""
    surface = draw_hud(Style(METRICS), hud(), *size, None)
    said = " ".join(order.text for order in surface.orders if isinstance(order, DrawText))
    assert "choose which" in said
    assert "R4" in said
    if size[0] >= 640:
        assert "Ben pulls red r1" in said
        assert "hand" in {action for _, action in surface.hits}


def test_layouts_follow_the_room() -> None:
    """Large letters in a small window get the compact layout; almost no window gets none."""
    assert size_of(Style(METRICS, 1.0), 800, 600) is Size.FULL
    assert size_of(Style(METRICS, 2.0), 800, 600) is Size.COMPACT
    assert size_of(Style(METRICS, 1.0), 200, 150) is Size.TINY
    assert size_of(Style(METRICS, 1.0), 1, 1) is Size.NONE


def test_clicks_on_cards_do_not_reach_the_table() -> None:
    """A point on a card belongs to the card, on a button to its action, elsewhere to the table."""
    surface = draw_hud(Style(METRICS), hud(), 1280, 720, None)
    card = next(rect for rect, action in surface.hits if not action)
    undo = next(rect for rect, action in surface.hits if action == "undo")
    assert surface.action_at(*card.centre) == ""
    assert surface.action_at(*undo.centre) == "undo"
    assert surface.action_at(640, 400) is None


def test_a_button_that_is_off_does_nothing() -> None:
    """A click on it is swallowed."""
    surface = draw_hud(Style(METRICS), hud(), 1280, 720, None)
    assert "redo" not in {action for _, action in surface.hits}


def every_dialog() -> list[Dialog]:
    def nothing(*_: object) -> None:
        return

    new = NewGameDialog(
        GameSetup().in_mode(Mode.TEAMS), ("lattice", "oneway"), show=nothing, start=nothing, cancel=nothing
    )
    return [
        help_dialog(nothing),
        menu_dialog([("One", nothing), ("Two", nothing), ("Three", nothing)], 110, nothing, nothing),
        lots_dialog(Mode.TWO, ("Anna", "Ben"), 1, 7, drawn=True, close=nothing),
        result_dialog(
            "Anna has won", "everybody else is out (R11).", [("New game", nothing), ("Undo", nothing)], nothing
        ),
        message("A save cannot be read", ("line 3 is not as it was written: its chain is wrong",), nothing),
        ask("Welcome back", "Anna and Ben have not finished their game.", (("Go on", nothing),), cancel=nothing),
        new.dialog,
    ]


def test_the_help_is_seen_whole() -> None:
    """In the window that opens by default nothing of it is scrolled out of sight."""
    orders = every_dialog()[0].orders(Style(METRICS), 1280, 720, None)
    assert not any("more" in order.text for order in orders if isinstance(order, DrawText) and "▼" in order.text)


@pytest.mark.parametrize(("size", "zoom"), list(itertools.product(SIZES, ZOOMS)))
def test_dialogs_stay_inside_the_window(size: tuple[int, int], zoom: float) -> None:
    """At every size and zoom a dialog lies inside the window, and Tab brings every widget into sight."""
    for dialog in every_dialog():
        look = Style(METRICS, zoom)
        for _ in range(2 * len(dialog.widgets) + 1):
            orders = dialog.orders(look, *size, None)
            for order in orders:
                place = extent(order)
                assert place.x >= 0
                assert place.right <= size[0] + 2
                assert place.bottom <= size[1] + 2
            if orders and size[0] >= 320 and size[1] >= 240 * zoom:
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
    dialog.orders(Style(METRICS), 800, 600, None)
    dialog.press(*two.rect.centre)
    dialog.press(1, 1)
    dialog.wheel(1, 1, 1)
    assert done == ["2"]
    assert dialog.focus.at is two


def test_fills_are_never_turned_inside_out() -> None:
    """No rectangle has a negative size, however small the window."""
    for size, zoom in itertools.product(SIZES, ZOOMS):
        for order in draw_hud(Style(METRICS, zoom), hud(), *size, None).orders:
            if isinstance(order, DrawRect):
                assert order.rect.w >= 0
                assert order.rect.h >= 0
