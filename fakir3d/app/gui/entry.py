"""A text entry of our own, because DirectEntry commits only under the mouse."""

from __future__ import annotations

from collections.abc import Callable

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect, DrawText, baseline
from fakir3d.app.gui.keys import Key
from fakir3d.app.gui.style import BODY, Style
from fakir3d.app.gui.widgets import Widget


class TextEntry(Widget):
    """A text entry with a caret; Ctrl+A takes everything, so that the next character replaces it.

    Attributes:
        text: what is written.
        caret: before which character the caret stands.
        taken: whether everything is taken.
    """

    def __init__(
        self,
        text: str = "",
        *,
        hint: str = "",
        longest: int = 24,
        entered: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self.text, self.hint, self.longest, self.entered = text, hint, longest, entered
        self.caret = len(text)
        self.taken = False
        self._first = 0
        self._style: Style | None = None

    def typed(self, character: str) -> bool:
        """Write one character at the caret."""
        if not self.enabled or not character.isprintable():
            return False
        if self.taken:
            self._set("", 0)
        if len(self.text) < self.longest:
            self._set(self.text[: self.caret] + character + self.text[self.caret :], self.caret + 1)
        return True

    def key(self, key: Key) -> bool:
        """Move the caret, rub out, take everything, or be done (Enter)."""
        if not self.enabled:
            return False
        if key.name == "enter" and self.entered:
            self.entered()
            return True
        if key.ctrl:
            self.taken = key.name == "a" and bool(self.text)
            return self.taken
        if key.name in {"backspace", "delete"} and self.taken:
            self._set("", 0)
            return True
        return self._edit(key.name)

    def _edit(self, name: str) -> bool:
        text, caret = self.text, self.caret
        match name:
            case "arrow_left":
                self._set(text, max(caret - 1, 0))
            case "arrow_right":
                self._set(text, min(caret + 1, len(text)))
            case "home":
                self._set(text, 0)
            case "end":
                self._set(text, len(text))
            case "backspace":
                self._set(text[: max(caret - 1, 0)] + text[caret:], max(caret - 1, 0))
            case "delete":
                self._set(text[:caret] + text[caret + 1 :], caret)
            case _:
                # Space comes as a character too; no button beside may see it as a press.
                return name == "space"
        return True

    def _set(self, text: str, caret: int) -> None:
        self.text, self.caret, self.taken = text, caret, False

    def press(self, x: float, y: float) -> None:  # noqa: ARG002
        """Put the caret where it was clicked."""
        if not self._style:
            return
        font = self._style.font(BODY)
        left = self._inside(self._style).x
        widths = [
            abs(left + self._style.metrics.width(self.text[self._first : end], font) - x)
            for end in range(self._first, len(self.text) + 1)
        ]
        self._set(self.text, self._first + widths.index(min(widths)))

    def _inside(self, style: Style) -> Rect:
        return self.rect.inset(style.px(9), style.px(5))

    def commands(self, style: Style, *, focused: bool, hovered: bool) -> list[DrawCommand]:
        """Return the field, what of the text can be seen round the caret, and the caret."""
        self._style = style
        theme, font, inside = style.theme, style.font(BODY), self._inside(style)
        edge, thick = (theme.ring, style.px(2.5)) if focused else (theme.edge, max(style.px(1), 1))
        commands: list[DrawCommand] = [
            DrawRect(self.rect, theme.hot if hovered else theme.field, style.px(6), edge, thick)
        ]
        self._scroll(style, font, inside.w)
        seen = self.text[self._first :]
        while seen and style.metrics.width(seen, font) > inside.w:
            seen = seen[:-1]
        width = round(style.metrics.width(seen, font))
        if focused and self.taken and seen:
            commands.append(DrawRect(Rect(inside.x - 2, inside.y, width + 4, inside.h), (*theme.ring[:3], 0.35)))
        if self.text or focused:
            commands.append(DrawText(seen, inside.x, baseline(self.rect, font), font, theme.text))
        else:
            commands.append(style.text(self.hint, inside, colour=theme.off))
        if focused and not self.taken:
            at = round(style.metrics.width(self.text[self._first : self.caret], font))
            commands.append(DrawRect(Rect(inside.x + at, inside.y, max(style.px(1.5), 1), inside.h), theme.ring))
        return commands

    def _scroll(self, style: Style, font: int, width: int) -> None:
        """Choose the first character shown so that the caret is in sight."""
        self._first = min(self._first, self.caret)
        while style.metrics.width(self.text[self._first : self.caret], font) > max(width - 2, 0) and (
            self._first < self.caret
        ):
            self._first += 1
