"""A list to choose from, as long as it likes, a few rows of it in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.style import SMALL, Style
from fakir3d.app.gui.widgets import Widget


class Listing(Widget):
    """A list of lines; one is chosen.

    Attributes:
        lines: what can be chosen.
        index: which is chosen.
    """

    def __init__(
        self,
        lines: Sequence[str],
        *,
        rows: int = 8,
        entered: Callable[[], None] | None = None,
        empty: str = "nothing here",
    ) -> None:
        super().__init__()
        self.lines, self.rows, self.entered, self.empty = tuple(lines), rows, entered, empty
        self.index = 0
        self._first = 0
        self._row_px = 1
        self._shown = rows

    @property
    def focusable(self) -> bool:
        """Return whether there is anything to choose."""
        return self.enabled and bool(self.lines)

    def height(self, style: Style, width: int) -> int:  # noqa: ARG002
        """Return the height of its rows."""
        return style.px(26) * self.rows + style.px(8)

    def choose(self, index: int) -> None:
        """Choose a line; beyond the ends, the first or the last."""
        if self.lines:
            self.index = min(max(index, 0), len(self.lines) - 1)

    def key(self, key: Key) -> bool:
        """Move up and down; Enter is done."""
        if key.name == "enter" and self.entered and self.lines:
            self.entered()
            return True
        step = {"arrow_up": -1, "arrow_down": 1, "page_up": -self._shown, "page_down": self._shown}.get(key.name)
        if step is None and key.name in {"home", "end"}:
            step = -len(self.lines) if key.name == "home" else len(self.lines)
        if step is None or not self.lines:
            return False
        self.choose(self.index + step)
        return True

    def wheel(self, step: int) -> None:
        """Move up or down."""
        self.choose(self.index + step)

    def press(self, x: float, y: float) -> None:  # noqa: ARG002
        """Choose the line under the pointer; a click on the chosen one is done."""
        index = self._first + int((y - self.rect.y) // self._row_px)
        if index >= len(self.lines):
            return
        again = index == self.index
        self.choose(index)
        if again and self.entered:
            self.entered()

    def commands(self, style: Style, *, focused: bool, hovered: bool) -> list[DrawCommand]:  # noqa: ARG002
        """Return the rows in sight, and how many more there are."""
        theme, row = style.theme, style.px(26)
        edge, thick = (theme.ring, style.px(2.5)) if focused else (theme.edge, max(style.px(1), 1))
        commands: list[DrawCommand] = [DrawRect(self.rect, theme.field, style.px(6), edge, thick)]
        inside = self.rect.inset(style.px(4))
        self._row_px, self._shown = row, max(inside.h // row, 1)
        self._first = min(max(self._first, self.index - self._shown + 1), self.index)
        if not self.lines:
            return [
                *commands,
                style.text(self.empty, Rect(inside.x, inside.y, inside.w, row), colour=theme.off, align=0.5),
            ]
        for number, line in enumerate(self.lines[self._first : self._first + self._shown]):
            rect = Rect(inside.x, inside.y + row * number, inside.w, row)
            chosen = self._first + number == self.index
            if chosen:
                commands.append(DrawRect(rect, theme.hot, style.px(4)))
            colour = theme.accent if chosen else theme.text
            commands.append(style.text(line, rect.inset(style.px(8), 0), size=SMALL, colour=colour))
        left = len(self.lines) - self._first - self._shown
        if left > 0:
            corner = Rect(inside.x, inside.bottom - row, inside.w - style.px(8), row)
            commands.append(style.text(f"{left} more ▼", corner, size=11, colour=theme.dim, align=1.0))
        return commands
