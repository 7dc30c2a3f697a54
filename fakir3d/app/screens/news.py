"""The panel in a lower corner that reports the last moves, and how physics and rules differ."""

from __future__ import annotations

from collections.abc import Sequence

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.style import SMALL, Style
from fakir3d.app.gui.theme import RGBA
from fakir3d.app.play.texts import PositionSummary
from fakir3d.app.screens.surface import Page

_EARLIER_LINES = 5  # news of earlier turns fill up to so many lines, and hide no more of the table
_Sentence = tuple[tuple[str, ...], RGBA, bool]
"""Its lines, its colour, and whether it belongs to the last turn."""
_Line = tuple[str, RGBA]


def draw_news(page: Page, summary: PositionSummary, room: Rect) -> None:
    """Lay the news in the lower right corner of a room."""
    style = page.style
    width = min(room.w, style.px(470))
    most = max((room.h - style.px(300)) // style.line(SMALL), 2)
    lines = _last_lines(_sentences(style, summary, width - style.px(24)), min(_EARLIER_LINES, most), most)
    _draw_lines(page, lines, Rect(room.right - width, room.y, width, room.h), right=True)


def draw_brief(page: Page, summary: PositionSummary, room: Rect) -> None:
    """Lay the last move in one sentence in the lower left corner of a room, and how physics and rules differ."""
    style, agreement = page.style, summary.agreement
    differences = agreement.detail[:2] if agreement and not agreement.agree else ()
    sentences = [(summary.brief, style.theme.text), *((text, style.theme.warn) for text in differences)]
    width = room.w - style.px(24)
    lines = [(line, colour) for text, colour in sentences for line in style.wrapped(text, width, size=SMALL)]
    _draw_lines(page, lines[:5] if summary.brief else (), room, right=False)


def _sentences(style: Style, summary: PositionSummary, width: int) -> list[_Sentence]:
    """Return what the last moves did, and if so how physics and rules differ, broken to that width [px]."""
    bright, dim, good = style.theme.text, style.theme.dim, style.theme.good
    colours = [good if news.advice else bright if news.action and news.fresh else dim for news in summary.news]
    sentences = [(news.text, colour, news.fresh) for news, colour in zip(summary.news, colours, strict=True)]
    if summary.agreement and not summary.agreement.agree:
        sentences += [(line, style.theme.warn, True) for line in summary.agreement.detail]
    return [(style.wrapped(text, width, size=SMALL), colour, fresh) for text, colour, fresh in sentences]


def _last_lines(sentences: Sequence[_Sentence], earlier: int, most: int) -> list[_Line]:
    """Return the lines of the last sentences: fresh up to ``most`` lines, others up to ``earlier``; none is cut."""
    shown: list[_Line] = []
    for lines, colour, fresh in reversed(sentences):
        if shown and len(shown) + len(lines) > (most if fresh else earlier):
            break
        shown[:0] = [(line, colour) for line in lines]
    return shown


def _draw_lines(page: Page, lines: Sequence[_Line], room: Rect, *, right: bool) -> None:
    """Lay a card with these lines in a lower corner of a room."""
    if not lines:
        return
    style = page.style
    row, pad = style.line(SMALL), style.px(12)
    longest = max(style.metrics.width(line, style.font(SMALL)) for line, _ in lines)
    width, height = min(round(longest) + 2 * pad + 2, room.w), row * len(lines) + style.px(12)
    rect = Rect(room.right - width if right else room.x, room.bottom - height, width, height)
    page.card(rect)
    inside = rect.inset(pad, style.px(6))
    for number, (line, colour) in enumerate(lines):
        place = Rect(inside.x, inside.y + row * number, inside.w, row)
        page.commands.append(style.text(line, place, size=SMALL, colour=colour))
