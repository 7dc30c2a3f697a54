"""A dialog: a sheet with a title and rows of widgets, which scroll where there are too many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect
from fakir3d.app.gui.focus import Focus
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.style import TITLE, Style
from fakir3d.app.gui.widgets import NOWHERE, Widget


@dataclass(frozen=True, slots=True)
class Row:
    """Widgets side by side.

    Attributes:
        cells: each with its share of the width.
        gap: free space above it [design px].
    """

    cells: tuple[tuple[float, Widget], ...]
    gap: float = 8

    @classmethod
    def of(cls, *widgets: Widget, gap: float = 8) -> Row:
        """Return a row of widgets of equal width."""
        return cls(tuple((1.0, widget) for widget in widgets), gap)


class Dialog:
    """A sheet over the table that takes every key and click until it is closed.

    Attributes:
        title: what it says at the top.
        rows: its rows; they scroll where there are too many.
        foot: the row of buttons that always stays in sight.
        focus: where the keyboard is in it.
        rect: where it lies.
    """

    def __init__(
        self,
        title: str,
        rows: Sequence[Row],
        *,
        foot: Row | None = None,
        cancel: Callable[[], None] | None = None,
        width: float = 460,
        keys: dict[str, Callable[[], None]] | None = None,
    ) -> None:
        self.title, self.rows, self.cancel, self.width = title, tuple(rows), cancel, width
        self.foot = foot or Row((), gap=0)
        self.keys = keys or {}
        widgets = [widget for row in (*self.rows, self.foot) for _, widget in row.cells]
        self.widgets = tuple(widgets)
        self.focus = Focus(widgets)
        self.rect = NOWHERE
        self._first = self._most = 0
        self._last = len(self.rows)
        self._seen_focus: Widget | None = None

    def begin_at(self, widget: Widget) -> Dialog:
        """Give a widget the focus to begin with; return the dialog."""
        self.focus.give(widget)
        return self

    def key(self, key: Key) -> bool:
        """Take a key; a dialog takes them all."""
        if key.name == "escape":
            if self.cancel:
                self.cancel()
            return True
        before = self.focus.at
        if not self.focus.key(key):
            if key.name in self.keys and not (key.ctrl or key.alt):
                self.keys[key.name]()
            elif key.name in {"page_up", "page_down"}:
                self._scroll(-3 if key.name == "page_up" else 3)
        elif self.focus.at is before and key.name in {"arrow_up", "arrow_down"}:
            self._scroll(-1 if key.name == "arrow_up" else 1)
        return True

    def typed(self, character: str) -> None:
        """Take a typed character."""
        if self.focus.at is not None:
            self.focus.at.typed(character)

    def press(self, x: float, y: float) -> None:
        """Take a click: what is under it gets the focus and the press."""
        widget = self.under(x, y)
        if widget is not None:
            self.focus.give(widget)
            widget.press(x, y)

    def wheel(self, x: float, y: float, step: int) -> None:
        """Take a turn of the wheel: for the list under the pointer, else to scroll."""
        widget = self.under(x, y)
        if widget is not None and type(widget).wheel is not Widget.wheel:
            widget.wheel(step)
        else:
            self._scroll(step)

    def under(self, x: float, y: float) -> Widget | None:
        """Return the widget at a point."""
        return next((widget for widget in self.widgets if widget.rect.holds(x, y)), None)

    def _scroll(self, step: int) -> None:
        self._first = min(max(self._first + step, 0), self._most)

    def commands(self, style: Style, width: int, height: int, pointer: tuple[float, float] | None) -> list[DrawCommand]:
        """Lay it out in a window of that size and return how it looks."""
        # In a small window large letters must give way, or there would be no dialog at all.
        style = replace(style, zoom=min(style.zoom, max(min(width / 400, height / 300), 0.6)))
        commands: list[DrawCommand] = [DrawRect(Rect(0, 0, width, height), style.theme.shade)]
        body = self._arrange(style, width, height)
        commands.append(DrawRect(self.rect, style.theme.sheet, style.px(10), style.theme.edge, max(style.px(1.5), 1)))
        pad = style.px(22)
        head = Rect(self.rect.x + pad, self.rect.y + style.px(12), self.rect.w - 2 * pad, style.px(34))
        commands.append(style.text(self.title, head, size=TITLE, colour=style.theme.accent, bold=True))
        hovered = self.under(*pointer) if pointer else None
        for widget in self.widgets:
            if widget.rect.w:
                commands += widget.commands(style, focused=widget is self.focus.at, hovered=widget is hovered)
        side = Rect(head.right - style.px(80), head.y, style.px(80), head.h)
        more = ("▲ " if self._first else "") + ("▼" if self._last < len(self.rows) else "")
        if more:
            commands.append(style.text(more + " more", side, size=12, colour=style.theme.dim, align=1.0))
        return commands if body.bottom <= height and body.w > 0 else []

    def _arrange(self, style: Style, width: int, height: int) -> Rect:
        """Choose the dialog's rectangle and those of its widgets; return the part that holds the rows."""
        pad, head = style.px(22), style.px(54)
        sheet_width = min(style.px(self.width), width - style.px(16))
        inner = max(sheet_width - 2 * pad, 0)
        heights = [self._row_height(style, row, inner) for row in self.rows]
        foot = self._row_height(style, self.foot, inner)
        room = height - style.px(16) - head - pad - foot
        body_height = min(sum(heights), max(room, 0))
        whole = min(head + body_height + foot + pad, height)
        self.rect = Rect((width - sheet_width) // 2, max((height - whole) // 2, 0), sheet_width, whole)
        body = Rect(self.rect.x + pad, self.rect.y + head, inner, body_height)
        self._most = next((n for n in range(len(heights)) if sum(heights[n:]) <= room), max(len(heights) - 1, 0))
        self._first = min(self._first, self._most)
        self._follow_focus(heights, body_height)
        y = body.y
        self._last = len(self.rows)
        for number, row in enumerate(self.rows):
            row_height = heights[number]
            seen = number >= self._first and (y + row_height <= body.bottom or y == body.y)
            if number >= self._first and not seen:
                self._last = min(self._last, number)
                y = body.bottom + 1
            _place(style, row, Rect(body.x, y, body.w, min(row_height, body.bottom - y)) if seen else NOWHERE)
            y += row_height if seen else 0
        fits = body.bottom + foot <= height
        _place(style, self.foot, Rect(body.x, body.bottom, body.w, foot) if fits else NOWHERE)
        return body

    @staticmethod
    def _row_height(style: Style, row: Row, width: int) -> int:
        places = Rect(0, 0, width, 0).columns(tuple(weight for weight, _ in row.cells), style.px(8))
        heights = [widget.height(style, place.w) for (_, widget), place in zip(row.cells, places, strict=True)]
        return max(heights, default=0) + style.px(row.gap)

    def _follow_focus(self, heights: Sequence[int], room: int) -> None:
        """Scroll as little as shows the row with the focus, when the focus has moved or the room has changed."""
        at, before = self.focus.at, self._seen_focus
        self._seen_focus = at
        rows = [number for number, row in enumerate(self.rows) for _, widget in row.cells if widget is at]
        if sum(heights) <= room:
            self._first = 0
        elif rows and at is not before:
            number = rows[0]
            self._first = min(self._first, number)
            while self._first < number and sum(heights[self._first : number + 1]) > room:
                self._first += 1
            above = [widget for row in self.rows[:number] for _, widget in row.cells]
            if sum(heights[: number + 1]) <= room and not any(widget.focusable for widget in above):
                self._first = 0  # the words above the first widget are to be seen too


def _place(style: Style, row: Row, rect: Rect) -> None:
    """Give a row's widgets their places in its rectangle; none if that is empty."""
    gap = style.px(row.gap)
    inside = Rect(rect.x, rect.y + gap, rect.w, rect.h - gap)
    rects = inside.columns(tuple(weight for weight, _ in row.cells), style.px(8)) if row.cells else ()
    for (_, widget), place in zip(row.cells, rects, strict=True):
        widget.rect = place if rect.h else NOWHERE
