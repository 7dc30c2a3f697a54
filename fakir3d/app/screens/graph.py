"""Who stood better, move by move: a graph of bars, with its turning points and mistakes, drawn as orders.

Of two sides the bar goes up for the first and down for the other; of more sides each has its share of the height.
So it is the place that tells them apart, not the colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect, DrawSwatch
from fakir3d.app.gui.style import Style
from fakir3d.app.gui.theme import PATTERNS, RGBA, STICK_COLOURS
from fakir3d.rules.sticks import Colour

__all__ = ["TURN", "Bar", "Graph", "Side", "draw_graph"]

TURN = "turn-"
"""A click on a bar asks for this and the bar's number."""
_TINY = 10  # font of the legend


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays for himself, or two who play together.

    Attributes:
        name: of one or both.
        colour: of their sticks.
    """

    name: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Bar:
    """How things stood after a move.

    Attributes:
        shares: the chance of each side, 0 to 1; empty while nobody knows yet.
        mistake: whether there was a much better move.
        turning: whether the lead went with it.
    """

    shares: tuple[float, ...] = ()
    mistake: bool = False
    turning: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """The whole game.

    Attributes:
        sides: who plays, first to last.
        bars: one for each move.
        at: the move that is shown; the number of moves for the end.
        words: what is to be said over it while it is not whole; empty for nothing.
    """

    sides: tuple[Side, ...]
    bars: tuple[Bar, ...]
    at: int
    words: str = ""


def draw_graph(look: Style, graph: Graph, rect: Rect) -> tuple[list[DrawCommand], list[tuple[Rect, str]]]:
    """Return the graph in a rectangle, and where clicks go to which move."""
    inside = rect.inset(look.px(10), look.px(6))
    orders: list[DrawCommand] = []
    legend = look.px(132)
    if inside.w > 3 * legend:
        words, inside = inside.cut_left(legend)
        orders += _legend(look, graph, words)
    marks, plot = inside.cut_top(look.px(15))
    orders.append(DrawRect(plot, look.theme.field, look.px(3)))
    columns = _columns(plot, len(graph.bars))
    hits = []
    for number, (bar, column) in enumerate(zip(graph.bars, columns, strict=True)):
        orders += _bar(look, graph, bar, column)
        if bar.mistake:
            orders.append(_mark(look, bar, Rect(column.x, marks.y, column.w, marks.h)))
        hits.append((Rect(column.x, rect.y, column.w, rect.h), f"{TURN}{number}"))
    if len(graph.sides) == 2:
        orders.append(DrawRect(Rect(plot.x, round(plot.centre[1]), plot.w, max(look.px(1), 1)), look.theme.edge))
    orders.append(_here(look, graph, plot, columns))
    if graph.words:
        line, _ = plot.inset(look.px(8), 0).cut_top(look.px(22))
        orders.append(look.say(graph.words, line, size=12, colour=look.theme.dim, align=1.0))
    return orders, hits


def _columns(plot: Rect, count: int) -> tuple[Rect, ...]:
    """Return the place of each bar."""
    gap = 1 if plot.w >= 5 * count else 0
    edges = [plot.x + round(plot.w * number / max(count, 1)) for number in range(count + 1)]
    return tuple(Rect(left, plot.y, right - left - gap, plot.h) for left, right in pairwise(edges))


def _bar(look: Style, graph: Graph, bar: Bar, column: Rect) -> list[DrawCommand]:
    if not bar.shares:
        return []
    tints = [_tint(side.colour) for side in graph.sides]
    if len(bar.shares) == 2:
        middle, half = round(column.centre[1]), column.h / 2 - look.px(2)
        lead = 2 * bar.shares[0] - 1
        tall = max(round(abs(lead) * half), 1)
        top = middle - tall if lead > 0 else middle
        return [DrawRect(Rect(column.x, top, column.w, tall), tints[0 if lead > 0 else 1])]
    orders: list[DrawCommand] = []
    done = 0.0
    for share, tint in zip(bar.shares, tints, strict=True):
        top, done = round(column.y + column.h * done), done + share
        tall = round(column.y + column.h * done) - top
        if tall > 0:
            orders.append(DrawRect(Rect(column.x, top, column.w, tall), tint))
    return orders


def _mark(look: Style, bar: Bar, room: Rect) -> DrawCommand:
    """Return the sign over a mistake: its shape says whether the lead went with it."""
    wide = Rect(round(room.centre[0]) - look.px(8), room.y, look.px(16), room.h)
    if bar.turning:
        return look.say("◆", wide, size=12, colour=look.theme.accent, align=0.5)
    return look.say("!", wide, size=12, colour=look.theme.warn, bold=True, align=0.5)


def _here(look: Style, graph: Graph, plot: Rect, columns: tuple[Rect, ...]) -> DrawCommand:
    """Return the frame round the move that is shown, or the bar at the right end."""
    thick = max(look.px(2), 2)
    if graph.at < len(columns):
        column = columns[graph.at]
        wide = max(column.w, 3 * thick)
        frame = Rect(column.x - thick - (wide - column.w) // 2, plot.y - thick, wide + 2 * thick, plot.h + 2 * thick)
        return DrawRect(frame, (*look.theme.ring[:3], 0.12), look.px(3), look.theme.ring, thick)
    return DrawRect(Rect(plot.right - thick, plot.y - thick, 2 * thick, plot.h + 2 * thick), look.theme.ring, thick)


def _legend(look: Style, graph: Graph, room: Rect) -> list[DrawCommand]:
    keys = (("!", "a mistake", look.theme.warn), ("◆", "it cost the lead", look.theme.accent))
    rows = len(graph.sides) + len(keys)
    tall = min(room.h // rows, look.px(20))
    orders: list[DrawCommand] = []
    two = len(graph.sides) == 2
    for number, side in enumerate(graph.sides):
        last = two and number == 1  # beside where its bars go: down
        y = room.bottom - tall if last else room.y + tall * number
        row = Rect(room.x, y, room.w - look.px(8), tall)
        stick, words = row.cut_left(look.px(26))
        lying = Rect(stick.x, stick.y + (tall - look.px(8)) // 2, stick.w, look.px(8))
        orders.append(DrawSwatch(lying, _tint(side.colour), PATTERNS[side.colour]))
        orders.append(look.say(side.name, words.inset(look.px(6), 0), size=12))
    begin = room.y + tall * (1 if two else len(graph.sides))
    space = room.bottom - begin - (tall if two else 0)
    for number, (sign, words_, ink) in enumerate(keys):
        row = Rect(room.x, begin + space * number // 2, room.w - look.px(8), space // 2)
        sign_room, text_room = row.cut_left(look.px(26))
        orders.append(look.say(sign, sign_room, size=12, colour=ink, bold=sign == "!", align=0.5))
        orders.append(look.say(words_, text_room.inset(look.px(6), 0), size=_TINY + 1, colour=look.theme.dim))
    return orders


def _tint(colour: Colour) -> RGBA:
    return STICK_COLOURS[colour]
