"""What lies over the table while one plays: cards, whose turn, what just fell, the status line, buttons.

A pure function of what is to be said and of the window's size. Three layouts: the full one, a compact one for small
windows or large letters, and next to nothing where nothing fits.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect
from fakir3d.app.gui.style import BODY, SMALL, Style
from fakir3d.app.gui.theme import RGBA
from fakir3d.app.gui.widgets import draw_button
from fakir3d.app.play.texts import Board
from fakir3d.app.screens.cards import card_height, chip_orders, draw_card
from fakir3d.app.screens.graph import Graph, draw_graph

__all__ = ["Hud", "HudButton", "Size", "Surface", "Tone", "draw_hud", "size_of"]


_CALM_LINES = 5  # news of earlier turns fill up to so many lines, and hide no more of the table


class Size(enum.Enum):
    """How much room there is."""

    FULL = "full"
    COMPACT = "compact"
    TINY = "tiny"
    NONE = "none"


class Tone(enum.Enum):
    """What kind of news the status line brings."""

    PLAIN = "plain"
    GOOD = "good"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class HudButton:
    """A button over the table.

    Attributes:
        action: its name, as the window knows it.
        text: what is written on it.
        enabled: whether it can be used now.
        on: whether what it switches is on.
        short: what is written on it where there is little room; empty: it is left out there.
        forced: whether it belongs to what the player must do now and stands under the headline.
    """

    action: str
    text: str
    enabled: bool = True
    on: bool = False
    short: str = ""
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Hud:
    """Everything that is to be said.

    Attributes:
        board: what the position says.
        status: the line at the bottom.
        tone: of that line.
        busy: what one waits for; empty for nothing.
        buttons: in their order.
        graph: of a game that is looked back at.
    """

    board: Board
    status: str
    tone: Tone = Tone.PLAIN
    busy: str = ""
    buttons: tuple[HudButton, ...] = ()
    graph: Graph | None = None


@dataclass(frozen=True, slots=True)
class Surface:
    """How it looks, and where its buttons are.

    Attributes:
        orders: what to draw.
        hits: rectangles that take clicks, with the action of the button there (empty for a card: it swallows them).
    """

    orders: tuple[DrawCommand, ...]
    hits: tuple[tuple[Rect, str], ...]

    def action_at(self, x: float, y: float) -> str | None:
        """Return the action at a point, "" on what only covers the table, None over the table."""
        return next((action for rect, action in reversed(self.hits) if rect.holds(x, y)), None)


def size_of(look: Style, width: int, height: int) -> Size:
    """Return which layout fits a window of that size [px]."""
    across, down = width / look.zoom, height / look.zoom
    if across < 90 or down < 40:
        return Size.NONE
    if across < 300 or down < 200:
        return Size.TINY
    return Size.COMPACT if across < 700 or down < 470 else Size.FULL


def draw_hud(look: Style, hud: Hud, width: int, height: int, pointer: tuple[float, float] | None) -> Surface:
    """Return the surface for a window of that size [px] with the pointer there."""
    size = size_of(look, width, height)
    if size is Size.NONE:
        return Surface((), ())
    page = _Page(look, pointer)
    window = Rect(0, 0, width, height).inset(look.px(10))
    if size is Size.TINY:
        _bottom_line(page, hud, window, with_mark=False)
    elif size is Size.COMPACT:
        _compact(page, hud, window)
    else:
        _full(page, hud, window)
    return Surface(tuple(page.orders), tuple(page.hits))


class _Page:
    """Gathers orders and hits."""

    def __init__(self, look: Style, pointer: tuple[float, float] | None) -> None:
        self.look, self.pointer = look, pointer
        self.orders: list[DrawCommand] = []
        self.hits: list[tuple[Rect, str]] = []

    def card(self, rect: Rect) -> None:
        """Lay a panel that covers the table."""
        self.orders.append(self.look.panel(rect))
        self.hits.append((rect, ""))

    def button(self, button: HudButton, rect: Rect, text: str) -> None:
        """Lay a button."""
        hovered = self.pointer is not None and rect.holds(*self.pointer)
        self.orders += draw_button(self.look, rect, text, enabled=button.enabled, hovered=hovered, focused=False)
        if button.on:
            mark = Rect(rect.x, rect.y, self.look.px(4), rect.h).inset(0, self.look.px(5))
            self.orders.append(DrawRect(mark, self.look.theme.accent, self.look.px(2)))
        self.hits.append((rect, button.action if button.enabled else ""))


def _tone(look: Style, tone: Tone) -> RGBA:
    return {Tone.PLAIN: look.theme.text, Tone.GOOD: look.theme.good, Tone.WARN: look.theme.warn}[tone]


def _full(page: _Page, hud: Hud, window: Rect) -> None:
    look, gap = page.look, page.look.px(8)
    tools, forced = _split(hud.buttons)
    side, button_wide = look.px(216), look.px(118)
    bottom = _over(page, hud, window, _bottom_line(page, hud, window, with_mark=True), gap)
    y = window.y
    tall = card_height(look)
    for card in hud.board.cards:
        rect = Rect(window.x, y, side, tall)
        page.card(rect)
        page.orders += draw_card(look, card, rect)
        y += tall + gap
    y = window.y
    for button in tools:
        page.button(button, Rect(window.right - button_wide, y, button_wide, look.px(32)), button.text)
        y += look.px(32) + look.px(6)
    middle = Rect(window.x + side + gap, window.y, window.w - side - button_wide - 2 * gap, 0)
    _headline(page, hud, middle, forced)
    _news(page, hud, Rect(window.x, window.y, window.w, bottom - gap - window.y))


def _split(buttons: Sequence[HudButton]) -> tuple[tuple[HudButton, ...], tuple[HudButton, ...]]:
    return tuple(b for b in buttons if not b.forced), tuple(b for b in buttons if b.forced)


def _headline(page: _Page, hud: Hud, room: Rect, forced: Sequence[HudButton]) -> None:
    """Say whose turn it is and what he must do, in the middle of the top."""
    look, board = page.look, hud.board
    pad = look.px(14)
    words = hud.busy or board.task or board.result
    longest = min(room.w, look.px(560))
    lines = look.balanced(words, longest - 2 * pad, size=SMALL) if words else ()
    head = look.font(19)
    inner = max(
        look.metrics.width(board.headline, head, bold=True),
        *(look.metrics.width(line, look.font(SMALL)) for line in lines),
        look.px(190),
    )
    wide = min(longest, round(inner) + 2 * pad + 2)
    tall = look.line(19) + look.line(SMALL) * len(lines) + look.px(12)
    rect = Rect(room.x + (room.w - wide) // 2, room.y, wide, tall)
    page.card(rect)
    first, rest = rect.inset(pad, look.px(5)).cut_top(look.line(19))
    page.orders.append(look.say(board.headline, first, size=19, bold=True, colour=look.theme.accent, align=0.5))
    ink = look.theme.warn if _urgent(hud) else look.theme.text
    page.orders += look.paragraph(lines, rest, size=SMALL, colour=ink, align=0.5)
    y = rect.bottom + look.px(6)
    for button in forced:
        wide = look.px(270)
        page.button(button, Rect(room.x + (room.w - wide) // 2, y, wide, look.px(34)), button.text)
        y += look.px(40)


def _bottom_line(page: _Page, hud: Hud, window: Rect, *, with_mark: bool) -> int:
    """Draw the status line at the bottom, with the mark at its right; return the top of it [px]."""
    look, mark = page.look, hud.board.mark
    pad = look.px(12)
    text = mark.text if mark and with_mark else ""
    right = round(look.metrics.width(text, look.font(SMALL))) + look.px(16) if text else 0
    words = hud.status or (hud.busy or hud.board.headline)
    lines = look.wrapped(words, max(window.w - 2 * pad - right, look.px(40)))[:2]
    tall = look.line(BODY) * len(lines) + look.px(10)
    rect = Rect(window.x, window.bottom - tall, window.w, tall)
    page.card(rect)
    inside = rect.inset(pad, look.px(5))
    page.orders += look.paragraph(lines, inside, colour=_tone(look, hud.tone))
    if mark and text:
        ink = look.theme.good if mark.agree else look.theme.warn
        page.orders.append(look.say(text, inside, size=SMALL, colour=ink, align=1.0))
    return rect.y


def _over(page: _Page, hud: Hud, window: Rect, bottom: int, gap: int) -> int:
    """Draw the graph, if there is one, above what ends at ``bottom``; return the top of it all [px]."""
    if hud.graph is None:
        return bottom
    tall = min(page.look.px(118), window.h // 5)
    rect = Rect(window.x, bottom - gap - tall, window.w, tall)
    page.card(rect)
    orders, hits = draw_graph(page.look, hud.graph, rect)
    page.orders += orders
    page.hits += hits
    return rect.y


_Sentence = tuple[tuple[str, ...], RGBA, bool]
"""Its lines, its colour, and whether it belongs to the last turn."""


def _told(look: Style, board: Board, width: int) -> list[_Sentence]:
    """Return what the last moves did, and if so how physics and rules differ, broken to that width [px]."""
    bright, dim, good = look.theme.text, look.theme.dim, look.theme.good
    inks = [good if news.advice else bright if news.deed and news.fresh else dim for news in board.news]
    said = [(news.text, ink, news.fresh) for news, ink in zip(board.news, inks, strict=True)]
    if board.mark and not board.mark.agree:
        said += [(line, look.theme.warn, True) for line in board.mark.detail]
    return [(look.wrapped(text, width, size=SMALL), colour, fresh) for text, colour, fresh in said]


def _latest(told: Sequence[_Sentence], calm: int, most: int) -> list[tuple[str, RGBA]]:
    """Return the lines of the last sentences: fresh ones up to ``most`` lines, others up to ``calm``; none is cut."""
    kept: list[tuple[str, RGBA]] = []
    for lines, colour, fresh in reversed(told):
        if kept and len(kept) + len(lines) > (most if fresh else calm):
            break
        kept[:0] = [(line, colour) for line in lines]
    return kept


def _news(page: _Page, hud: Hud, room: Rect) -> None:
    """Tell above the status line, at the right."""
    look = page.look
    longest = min(room.w, look.px(470))
    most = max((room.h - look.px(300)) // look.line(SMALL), 2)
    lines = _latest(_told(look, hud.board, longest - look.px(24)), min(_CALM_LINES, most), most)
    _tell(page, lines, Rect(room.right - longest, room.y, longest, room.h), right=True)


def _tell(page: _Page, lines: Sequence[tuple[str, RGBA]], room: Rect, *, right: bool) -> None:
    """Lay a card with these lines in a lower corner of a room."""
    if not lines:
        return
    look = page.look
    row, pad = look.line(SMALL), look.px(12)
    wide = max(look.metrics.width(line, look.font(SMALL)) for line, _ in lines)
    across, tall = min(round(wide) + 2 * pad + 2, room.w), row * len(lines) + look.px(12)
    rect = Rect(room.right - across if right else room.x, room.bottom - tall, across, tall)
    page.card(rect)
    inside = rect.inset(pad, look.px(6))
    for number, (line, ink) in enumerate(lines):
        place = Rect(inside.x, inside.y + row * number, inside.w, row)
        page.orders.append(look.say(line, place, size=SMALL, colour=ink))


def _compact(page: _Page, hud: Hud, window: Rect) -> None:
    look, gap = page.look, page.look.px(6)
    bottom = _bottom_line(page, hud, window, with_mark=window.w > look.px(420))
    bottom = _over(page, hud, window, bottom, gap)
    top = _task_line(page, hud, window, _chips(page, hud, window) + gap)
    left = _short_buttons(page, hud, window, bottom - gap)
    room = Rect(window.x, top, left - window.x, bottom - gap - top)
    if room.w >= look.px(200) and room.h >= look.px(150):
        mark = hud.board.mark
        differ = mark.detail[:2] if mark and not mark.agree else ()
        said = [(hud.board.brief, look.theme.text), *((words, look.theme.warn) for words in differ)]
        lines = [(line, ink) for text, ink in said for line in look.wrapped(text, room.w - look.px(24), size=SMALL)]
        _tell(page, lines[:5] if hud.board.brief else (), room, right=False)


def _chips(page: _Page, hud: Hud, window: Rect) -> int:
    """Draw each player in one line, in one or two rows at the top; return where they end [px]."""
    look, gap, cards = page.look, page.look.px(6), hud.board.cards
    tall = look.px(30)
    rows = 1 if window.w / max(len(cards), 1) > look.px(150) else 2
    in_row = (len(cards) + rows - 1) // rows
    for number, card in enumerate(cards):
        strip = Rect(window.x, window.y + (number // in_row) * (tall + gap), window.w, tall)
        rect = strip.columns((1.0,) * in_row, gap)[number % in_row]
        page.card(rect)
        page.orders += chip_orders(look, card, rect)
    return window.y + rows * tall + (rows - 1) * gap


def _task_line(page: _Page, hud: Hud, window: Rect, y: int) -> int:
    """Say what must be done; return where that ends [px]."""
    look = page.look
    words = hud.busy or hud.board.task or hud.board.headline
    lines = look.balanced(words, window.w - look.px(20), size=SMALL)[:2]
    rect = Rect(window.x, y, window.w, look.line(SMALL) * len(lines) + look.px(8))
    page.card(rect)
    ink = look.theme.warn if _urgent(hud) else look.theme.text
    page.orders += look.paragraph(lines, rect.inset(look.px(10), look.px(4)), size=SMALL, colour=ink, align=0.5)
    return rect.bottom


def _urgent(hud: Hud) -> bool:
    """Return whether the player has no free choice of what to do."""
    return "(" in hud.board.title and not hud.busy


def _short_buttons(page: _Page, hud: Hud, window: Rect, bottom: int) -> int:
    """Draw what fits of the buttons, from the right, above ``bottom``; return where they begin [px]."""
    look, gap = page.look, page.look.px(6)
    tools, forced = _split(hud.buttons)
    shorts = [(button, button.short) for button in tools if button.short]
    shorts += [(button, button.text) for button in forced]
    x, tall = window.right, look.px(30)
    for button, text in reversed(shorts):
        wide = max(round(look.metrics.width(text, look.font(BODY))) + look.px(16), look.px(38))
        if x - wide < window.x:
            break
        page.button(button, Rect(x - wide, bottom - tall, wide, tall), text)
        x -= wide + gap
    return x
