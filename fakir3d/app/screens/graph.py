"""The graph of who stood better, move by move, with turning points and mistakes.

Of two sides the bar goes up for the first and down for the other; of more sides each has its share of the height.
So it is the place that tells them apart, not the colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect, DrawSwatch
from fakir3d.app.gui.style import Style
from fakir3d.app.gui.theme import PATTERNS, STICK_COLOURS
from fakir3d.rules.sticks import Colour

TURN = "turn-"
"""A click on a bar asks for this and the bar's number."""
_TINY = 10  # font of the legend


@dataclass(frozen=True, slots=True)
class Side:
    """One player, or two who play together.

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
        text: shown over it while it is not whole; empty for nothing.
    """

    sides: tuple[Side, ...]
    bars: tuple[Bar, ...]
    at: int
    text: str = ""


def draw_graph(style: Style, graph: Graph, rect: Rect) -> tuple[list[DrawCommand], list[tuple[Rect, str]]]:
    """Return the graph in a rectangle, and where clicks go to which move."""
    inside = rect.inset(style.px(10), style.px(6))
    commands: list[DrawCommand] = []
    legend = style.px(132)
    if inside.w > 3 * legend:
        legend_room, inside = inside.cut_left(legend)
        commands += _legend(style, graph, legend_room)
    marks, plot = inside.cut_top(style.px(15))
    commands.append(DrawRect(plot, style.theme.field, style.px(3)))
    columns = _columns(plot, len(graph.bars))
    hits = []
    for number, (bar, column) in enumerate(zip(graph.bars, columns, strict=True)):
        commands += _bar(style, graph, bar, column)
        if bar.mistake:
            commands.append(_mark(style, bar, Rect(column.x, marks.y, column.w, marks.h)))
        hits.append((Rect(column.x, rect.y, column.w, rect.h), f"{TURN}{number}"))
    if len(graph.sides) == 2:
        commands.append(DrawRect(Rect(plot.x, round(plot.centre[1]), plot.w, max(style.px(1), 1)), style.theme.edge))
    commands.append(_here(style, graph, plot, columns))
    if graph.text:
        line, _ = plot.inset(style.px(8), 0).cut_top(style.px(22))
        commands.append(style.text(graph.text, line, size=12, colour=style.theme.dim, align=1.0))
    return commands, hits


def _columns(plot: Rect, count: int) -> tuple[Rect, ...]:
    """Return the place of each bar."""
    gap = 1 if plot.w >= 5 * count else 0
    edges = [plot.x + round(plot.w * number / max(count, 1)) for number in range(count + 1)]
    return tuple(Rect(left, plot.y, right - left - gap, plot.h) for left, right in pairwise(edges))


def _bar(style: Style, graph: Graph, bar: Bar, column: Rect) -> list[DrawCommand]:
    if not bar.shares:
        return []
    tints = [STICK_COLOURS[side.colour] for side in graph.sides]
    if len(bar.shares) == 2:
        middle, half = round(column.centre[1]), column.h / 2 - style.px(2)
        lead = 2 * bar.shares[0] - 1
        height = max(round(abs(lead) * half), 1)
        top = middle - height if lead > 0 else middle
        return [DrawRect(Rect(column.x, top, column.w, height), tints[0 if lead > 0 else 1])]
    commands: list[DrawCommand] = []
    done = 0.0
    for share, tint in zip(bar.shares, tints, strict=True):
        top, done = round(column.y + column.h * done), done + share
        height = round(column.y + column.h * done) - top
        if height > 0:
            commands.append(DrawRect(Rect(column.x, top, column.w, height), tint))
    return commands


def _mark(style: Style, bar: Bar, room: Rect) -> DrawCommand:
    """Return the sign over a mistake: its shape says whether the lead went with it."""
    place = Rect(round(room.centre[0]) - style.px(8), room.y, style.px(16), room.h)
    if bar.turning:
        return style.text("◆", place, size=12, colour=style.theme.accent, align=0.5)
    return style.text("!", place, size=12, colour=style.theme.warn, bold=True, align=0.5)


def _here(style: Style, graph: Graph, plot: Rect, columns: tuple[Rect, ...]) -> DrawCommand:
    """Return the frame round the move that is shown, or the bar at the right end."""
    thick = max(style.px(2), 2)
    if graph.at < len(columns):
        column = columns[graph.at]
        width = max(column.w, 3 * thick)
        frame = Rect(column.x - thick - (width - column.w) // 2, plot.y - thick, width + 2 * thick, plot.h + 2 * thick)
        return DrawRect(frame, (*style.theme.ring[:3], 0.12), style.px(3), style.theme.ring, thick)
    return DrawRect(Rect(plot.right - thick, plot.y - thick, 2 * thick, plot.h + 2 * thick), style.theme.ring, thick)


def _legend(style: Style, graph: Graph, room: Rect) -> list[DrawCommand]:
    keys = (("!", "a mistake", style.theme.warn), ("◆", "it cost the lead", style.theme.accent))
    height = min(room.h // (len(graph.sides) + len(keys)), style.px(20))
    commands: list[DrawCommand] = []
    two = len(graph.sides) == 2
    for number, side in enumerate(graph.sides):
        last = two and number == 1  # beside where its bars go: down
        y = room.bottom - height if last else room.y + height * number
        row = Rect(room.x, y, room.w - style.px(8), height)
        stick, name = row.cut_left(style.px(26))
        lying = Rect(stick.x, stick.y + (height - style.px(8)) // 2, stick.w, style.px(8))
        commands.append(DrawSwatch(lying, STICK_COLOURS[side.colour], PATTERNS[side.colour]))
        commands.append(style.text(side.name, name.inset(style.px(6), 0), size=12))
    begin = room.y + height * (1 if two else len(graph.sides))
    space = room.bottom - begin - (height if two else 0)
    for number, (sign, meaning, colour) in enumerate(keys):
        row = Rect(room.x, begin + space * number // 2, room.w - style.px(8), space // 2)
        left, right = row.cut_left(style.px(26))
        commands.append(style.text(sign, left, size=12, colour=colour, bold=sign == "!", align=0.5))
        commands.append(style.text(meaning, right.inset(style.px(6), 0), size=_TINY + 1, colour=style.theme.dim))
    return commands
