"""The HUD as draw commands: everything in sight, nothing over the edge, at every size and zoom."""

from __future__ import annotations

import itertools

import pytest

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawRect, DrawSwatch, DrawText
from fakir3d.app.gui.style import Style
from fakir3d.app.gui.theme import PATTERNS, RGBA, WOOD
from fakir3d.app.play.texts import Agreement, Card, News, PositionSummary, Tone, present
from fakir3d.app.screens.hud import Hud, Layout, draw_hud, layout_of
from fakir3d.app.screens.surface import HudButton
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Colour, Mode
from tests.app.extents import METRICS, SIZES, ZOOMS, extent
from tests.app.positions import KINDS, NAMES, positions


def summary(cards: int = 4, *, differ: bool = False) -> PositionSummary:
    colours = list(Colour)[:cards]
    detail = (
        ("Rules: r3 b2 x2.3>x2.1", "Physics: r3 b2 x2.3>hung:x2.1", "Not what the rules foretold.") if differ else ()
    )
    return PositionSummary(
        title="fakir3d – Anna to move",
        headline="Anna to move",
        task="Anna, choose which of your standing sticks comes back; red r1 takes its place (R7).",
        cards=tuple(
            Card(
                f"A player with a long name {n}",
                "human",
                c,
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
            *[News("Red r4 falls in hole c2, for its support was taken away.", action=False)] * 5,
        ),
        brief="Ben pulls red r1 out of bore x2.3: r4 disappears in c2.",
        agreement=Agreement(
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
    return Hud(summary(**changes), "R4: hole b3 is not free: blue b4 stands in it", Tone.WARN, "", buttons)


@pytest.mark.parametrize(("size", "zoom"), list(itertools.product(SIZES, ZOOMS)))
def test_the_hud_stays_inside_the_window(size: tuple[int, int], zoom: float) -> None:
    """At every size and zoom nothing is drawn over the window's edge, and buttons do not lie on one another."""
    surface = draw_hud(Style(METRICS, zoom), hud(), *size, None)
    window = Rect(0, 0, *size)
    for command in surface.commands:
        place = extent(command)
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
    """Whose turn, what to do, every player with all four counts and their pattern, news, status and agreement."""
    surface = draw_hud(Style(METRICS), hud(cards=cards), *size, None)
    said = " ".join(command.text for command in surface.commands if isinstance(command, DrawText))
    for words in ("Anna to move", "choose which", "hand", "standing", "pierced", "out", "✓ physics = rules", "R4:"):
        assert words in said
    assert "Ben pulls red r1" in said
    swatches = [command for command in surface.commands if isinstance(command, DrawSwatch)]
    assert len(swatches) == cards
    assert len({swatch.pattern for swatch in swatches}) == cards
    assert [swatch.pattern for swatch in swatches] == [PATTERNS[card.colour] for card in summary(cards).cards]
    assert len({swatch.colour for swatch in swatches}) == cards


def test_a_difference_shows_both_outcomes() -> None:
    """When physics and rules differ, both outcomes can be read; when they agree, one small mark is all."""
    differ = draw_hud(Style(METRICS), hud(differ=True), 1280, 720, None)
    said = " ".join(command.text for command in differ.commands if isinstance(command, DrawText))
    for words in ("≠ physics and rules differ", "Rules: r3 b2 x2.3>x2.1", "Physics: r3 b2 x2.3>hung:x2.1"):
        assert words in said


@pytest.mark.parametrize("size", [(640, 480), (320, 240), (800, 600)])
def test_small_windows_still_say_what_must_be_done(size: tuple[int, int]) -> None:
    """The compact layout keeps each player's counts, the task, the status and the forced button."""
    surface = draw_hud(Style(METRICS), hud(), *size, None)
    said = " ".join(command.text for command in surface.commands if isinstance(command, DrawText))
    assert "choose which" in said
    assert "R4" in said
    if size[0] >= 640:
        assert "Ben pulls red r1" in said
        assert "hand" in {action for _, action in surface.hits}


def test_layouts_follow_the_room() -> None:
    """Large letters in a small window get the compact layout; almost no window gets none."""
    assert layout_of(Style(METRICS, 1.0), 800, 600) is Layout.FULL
    assert layout_of(Style(METRICS, 2.0), 800, 600) is Layout.COMPACT
    assert layout_of(Style(METRICS, 1.0), 200, 150) is Layout.TINY
    assert layout_of(Style(METRICS, 1.0), 1, 1) is Layout.NONE


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


def test_fills_are_never_turned_inside_out() -> None:
    """No rectangle has a negative size, however small the window."""
    for size, zoom in itertools.product(SIZES, ZOOMS):
        for command in draw_hud(Style(METRICS, zoom), hud(), *size, None).commands:
            if isinstance(command, DrawRect):
                assert command.rect.w >= 0
                assert command.rect.h >= 0


def task_colours(state: State, names: tuple[str, ...], size: tuple[int, int], busy: str = "") -> set[RGBA]:
    """Return the colours in which a window of that size says what is to be done (or what one waits for)."""
    texts = present(state, names, KINDS)
    surface = draw_hud(Style(METRICS), Hud(texts, "status", busy=busy), *size, None)
    task = (busy or texts.task).replace(" ", "")
    drawn = [command for command in surface.commands if isinstance(command, DrawText)]
    found = {command.colour for command in drawn if len(command.text) > 8 and command.text.replace(" ", "") in task}
    assert found
    return found


@pytest.mark.parametrize("size", [(1280, 720), (640, 480)])
@pytest.mark.parametrize("names", [NAMES, ("Ann (9)", "Ben (exchange)")])
def test_what_is_forced_has_the_colour_of_a_warning_and_nothing_else(
    size: tuple[int, int], names: tuple[str, ...]
) -> None:
    """An exchange and a discard do, whoever plays; a free choice, and waiting for a computer, do not."""
    seen = set()
    for state in itertools.chain.from_iterable(positions(Mode.TWO, seed) for seed in range(3)):
        forced = state.phase in {Phase.EXCHANGE, Phase.DISCARD}
        if state.phase is not Phase.OVER and state.phase not in seen:
            seen.add(state.phase)
            assert task_colours(state, names, size) == {WOOD.warn if forced else WOOD.text}
            assert task_colours(state, names, size, "The computer thinks …") == {WOOD.text}
    assert len(seen) == 3
