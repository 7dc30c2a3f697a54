"""The HUD over the table: cards, whose turn it is, what just fell, the status line, buttons.

A pure function of its texts and of the window's size. Three layouts: the full one, a compact one for small
windows or large letters, and next to nothing where nothing fits.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.style import BODY, SMALL, Style
from fakir3d.app.gui.theme import RGBA
from fakir3d.app.play.texts import PositionSummary, Tone
from fakir3d.app.screens.cards import card_height, draw_card, draw_chip
from fakir3d.app.screens.graph import Graph, draw_graph
from fakir3d.app.screens.news import draw_brief, draw_news
from fakir3d.app.screens.surface import HudButton, Page, Surface


class Layout(enum.Enum):
    """How much room there is."""

    FULL = "full"
    COMPACT = "compact"
    TINY = "tiny"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Hud:
    """Everything that the HUD says.

    Attributes:
        summary: of the position.
        status: the line at the bottom.
        tone: of that line.
        busy: what one waits for; empty for nothing.
        buttons: in their order.
        graph: of a game under review; None while one plays.
    """

    summary: PositionSummary
    status: str
    tone: Tone = Tone.PLAIN
    busy: str = ""
    buttons: tuple[HudButton, ...] = ()
    graph: Graph | None = None


def layout_of(style: Style, width: int, height: int) -> Layout:
    """Return which layout fits a window of that size [px]."""
    across, down = width / style.zoom, height / style.zoom
    if across < 90 or down < 40:
        return Layout.NONE
    if across < 300 or down < 200:
        return Layout.TINY
    return Layout.COMPACT if across < 700 or down < 470 else Layout.FULL


def draw_hud(style: Style, hud: Hud, width: int, height: int, pointer: tuple[float, float] | None) -> Surface:
    """Return the surface for a window of that size [px] with the pointer there."""
    layout = layout_of(style, width, height)
    page = Page(style, pointer)
    window = Rect(0, 0, width, height).inset(style.px(10))
    if layout is Layout.TINY:
        _bottom_line(page, hud, window, with_agreement=False)
    elif layout is Layout.COMPACT:
        _compact(page, hud, window)
    elif layout is Layout.FULL:
        _full(page, hud, window)
    return page.surface()


def _tone(style: Style, tone: Tone) -> RGBA:
    return {Tone.PLAIN: style.theme.text, Tone.GOOD: style.theme.good, Tone.WARN: style.theme.warn}[tone]


def _full(page: Page, hud: Hud, window: Rect) -> None:
    style, gap = page.style, page.style.px(8)
    toolbar, forced = _split(hud.buttons)
    card_width, button_width = style.px(216), style.px(118)
    bottom = _graph(page, hud, window, _bottom_line(page, hud, window, with_agreement=True), gap)
    y = window.y
    for card in hud.summary.cards:
        rect = Rect(window.x, y, card_width, card_height(style))
        page.card(rect)
        page.commands += draw_card(style, card, rect)
        y += rect.h + gap
    y = window.y
    for button in toolbar:
        page.button(button, Rect(window.right - button_width, y, button_width, style.px(32)), button.text)
        y += style.px(32) + style.px(6)
    middle = Rect(window.x + card_width + gap, window.y, window.w - card_width - button_width - 2 * gap, 0)
    _headline(page, hud, middle, forced)
    draw_news(page, hud.summary, Rect(window.x, window.y, window.w, bottom - gap - window.y))


def _split(buttons: Sequence[HudButton]) -> tuple[tuple[HudButton, ...], tuple[HudButton, ...]]:
    return tuple(b for b in buttons if not b.forced), tuple(b for b in buttons if b.forced)


def _headline(page: Page, hud: Hud, room: Rect, forced: Sequence[HudButton]) -> None:
    """Say whose turn it is and what they must do, in the middle of the top."""
    style, summary = page.style, hud.summary
    pad = style.px(14)
    text = hud.busy or summary.task or summary.result
    longest = min(room.w, style.px(560))
    lines = style.balanced(text, longest - 2 * pad, size=SMALL) if text else ()
    head = style.font(19)
    inner = max(
        style.metrics.width(summary.headline, head, bold=True),
        *(style.metrics.width(line, style.font(SMALL)) for line in lines),
        style.px(190),
    )
    width = min(longest, round(inner) + 2 * pad + 2)
    height = style.line(19) + style.line(SMALL) * len(lines) + style.px(12)
    rect = Rect(room.x + (room.w - width) // 2, room.y, width, height)
    page.card(rect)
    first, rest = rect.inset(pad, style.px(5)).cut_top(style.line(19))
    page.commands.append(style.text(summary.headline, first, size=19, bold=True, colour=style.theme.accent, align=0.5))
    page.commands += style.paragraph(lines, rest, size=SMALL, colour=_task_colour(style, hud), align=0.5)
    y = rect.bottom + style.px(6)
    for button in forced:
        width = style.px(270)
        page.button(button, Rect(room.x + (room.w - width) // 2, y, width, style.px(34)), button.text)
        y += style.px(40)


def _bottom_line(page: Page, hud: Hud, window: Rect, *, with_agreement: bool) -> int:
    """Draw the status line at the bottom, with the agreement at its right; return the top of it [px]."""
    style, agreement = page.style, hud.summary.agreement
    pad = style.px(12)
    text = agreement.text if agreement and with_agreement else ""
    right = round(style.metrics.width(text, style.font(SMALL))) + style.px(16) if text else 0
    lines = style.wrapped(
        hud.status or hud.busy or hud.summary.headline, max(window.w - 2 * pad - right, style.px(40))
    )[:2]
    height = style.line(BODY) * len(lines) + style.px(10)
    rect = Rect(window.x, window.bottom - height, window.w, height)
    page.card(rect)
    inside = rect.inset(pad, style.px(5))
    page.commands += style.paragraph(lines, inside, colour=_tone(style, hud.tone))
    if agreement and text:
        colour = style.theme.good if agreement.agree else style.theme.warn
        page.commands.append(style.text(text, inside, size=SMALL, colour=colour, align=1.0))
    return rect.y


def _graph(page: Page, hud: Hud, window: Rect, bottom: int, gap: int) -> int:
    """Draw the graph, if there is one, above what ends at ``bottom``; return the top of it all [px]."""
    if hud.graph is None:
        return bottom
    height = min(page.style.px(118), window.h // 5)
    rect = Rect(window.x, bottom - gap - height, window.w, height)
    page.card(rect)
    commands, hits = draw_graph(page.style, hud.graph, rect)
    page.commands += commands
    page.hits += hits
    return rect.y


def _compact(page: Page, hud: Hud, window: Rect) -> None:
    style, gap = page.style, page.style.px(6)
    bottom = _bottom_line(page, hud, window, with_agreement=window.w > style.px(420))
    bottom = _graph(page, hud, window, bottom, gap)
    top = _task_line(page, hud, window, _chips(page, hud, window) + gap)
    left = _short_buttons(page, hud, window, bottom - gap)
    room = Rect(window.x, top, left - window.x, bottom - gap - top)
    if room.w >= style.px(200) and room.h >= style.px(150):
        draw_brief(page, hud.summary, room)


def _chips(page: Page, hud: Hud, window: Rect) -> int:
    """Draw each player in one line, in one or two rows at the top; return where they end [px]."""
    style, gap, cards = page.style, page.style.px(6), hud.summary.cards
    height = style.px(30)
    rows = 1 if window.w / max(len(cards), 1) > style.px(150) else 2
    in_row = (len(cards) + rows - 1) // rows
    for number, card in enumerate(cards):
        strip = Rect(window.x, window.y + (number // in_row) * (height + gap), window.w, height)
        rect = strip.columns((1.0,) * in_row, gap)[number % in_row]
        page.card(rect)
        page.commands += draw_chip(style, card, rect)
    return window.y + rows * height + (rows - 1) * gap


def _task_line(page: Page, hud: Hud, window: Rect, y: int) -> int:
    """Say what must be done; return where that ends [px]."""
    style = page.style
    lines = style.balanced(hud.busy or hud.summary.task or hud.summary.headline, window.w - style.px(20), size=SMALL)[
        :2
    ]
    rect = Rect(window.x, y, window.w, style.line(SMALL) * len(lines) + style.px(8))
    page.card(rect)
    inside = rect.inset(style.px(10), style.px(4))
    page.commands += style.paragraph(lines, inside, size=SMALL, colour=_task_colour(style, hud), align=0.5)
    return rect.bottom


def _task_colour(style: Style, hud: Hud) -> RGBA:
    """Return the colour of what must be done: a warning's where the player has no free choice of it."""
    return style.theme.warn if hud.summary.forced and not hud.busy else style.theme.text


def _short_buttons(page: Page, hud: Hud, window: Rect, bottom: int) -> int:
    """Draw what fits of the buttons, from the right, above ``bottom``; return where they begin [px]."""
    style, gap = page.style, page.style.px(6)
    toolbar, forced = _split(hud.buttons)
    shorts = [(button, button.short) for button in toolbar if button.short]
    shorts += [(button, button.text) for button in forced]
    x, height = window.right, style.px(30)
    for button, text in reversed(shorts):
        width = max(round(style.metrics.width(text, style.font(BODY))) + style.px(16), style.px(38))
        if x - width < window.x:
            break
        page.button(button, Rect(x - width, bottom - height, width, height), text)
        x -= width + gap
    return x
