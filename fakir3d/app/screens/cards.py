"""How a player's card looks: his stick with its pattern, his name, and where his sticks are."""

from __future__ import annotations

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect, DrawSwatch
from fakir3d.app.gui.style import BODY, SMALL, Style
from fakir3d.app.gui.theme import STICK_COLOURS
from fakir3d.app.play.texts import Card
from fakir3d.players.kinds import HUMAN

__all__ = ["card_height", "chip_orders", "draw_card"]


def card_height(look: Style) -> int:
    """Return the height of a card [px]."""
    return look.px(62)


def draw_card(look: Style, card: Card, rect: Rect) -> list[DrawCommand]:
    """Return a whole card."""
    theme = look.theme
    orders: list[DrawCommand] = _marker(look, card, rect)
    inside = rect.inset(look.px(12), look.px(5))
    top, below = inside.cut_top(look.px(24))
    swatch, rest = top.cut_left(look.px(46))
    orders.append(_stick(look, card, swatch, 11))
    needed = look.metrics.width(card.name, look.font(BODY), bold=True) + look.px(20)
    words = next((w for w in _state_words(card) if _wide(look, w) + needed <= rest.w), "")  # the name comes first
    right = _wide(look, words)
    name, _ = rest.inset(look.px(8), 0).cut_left(rest.w - look.px(8) - right)
    ink = theme.off if card.out else (theme.accent if card.to_move or card.won else theme.text)
    orders.append(look.say(card.name, name, colour=ink, bold=card.to_move or card.won))
    if words:
        tone = theme.warn if card.out else (theme.good if card.won else theme.dim)
        side = Rect(rest.right - right - look.px(2), rest.y, right + look.px(2), rest.h)
        orders.append(look.say(words, side, size=SMALL, colour=tone, align=1.0))
    counts = (("hand", card.hand), ("standing", card.standing), ("pierced", card.pierced), ("out", card.lost))
    for (word, count), cell in zip(counts, below.columns((0.9, 1.2, 1.1, 0.8), look.px(2)), strict=True):
        upper, lower = cell.cut_top(look.px(15))
        tint = theme.off if card.out else theme.text
        orders.append(look.say(str(count), upper, size=SMALL, bold=True, colour=tint, align=0.5))
        orders.append(look.say(word, lower, size=11, colour=theme.dim, align=0.5))
    return orders


def chip_orders(look: Style, card: Card, rect: Rect) -> list[DrawCommand]:
    """Return a card in one line: stick, name, and hand/standing/pierced/out as numbers."""
    theme = look.theme
    orders: list[DrawCommand] = _marker(look, card, rect)
    inside = rect.inset(look.px(8), look.px(3))
    swatch, rest = inside.cut_left(look.px(30))
    orders.append(_stick(look, card, swatch, 10))
    counts = "out" if card.out else f"{card.hand}·{card.standing}·{card.pierced}·{card.lost}"
    wide = round(look.metrics.width(counts, look.font(SMALL), bold=True)) + look.px(4)
    name, _ = rest.inset(look.px(5), 0).cut_left(rest.w - wide - look.px(8))
    ink = theme.off if card.out else (theme.accent if card.to_move or card.won else theme.text)
    orders.append(look.say(card.name, name, size=SMALL, colour=ink, bold=card.to_move))
    orders.append(look.say(counts, rest, size=SMALL, colour=theme.dim, bold=True, align=1.0))
    return orders


def _marker(look: Style, card: Card, rect: Rect) -> list[DrawCommand]:
    """Return the mark of whose turn it is: a bright edge and a bar at the left, so not by colour alone."""
    if not (card.to_move or card.won):
        return []
    bar = Rect(rect.x, rect.y, look.px(5), rect.h).inset(0, look.px(8))
    edge = DrawRect(rect, (*look.theme.accent[:3], 0.07), look.px(8), look.theme.accent, max(look.px(2), 1))
    return [edge, DrawRect(bar, look.theme.accent, look.px(2))]


def _stick(look: Style, card: Card, room: Rect, thick: int) -> DrawSwatch:
    tall = look.px(thick)
    colour = STICK_COLOURS[card.colour]
    if card.out:
        colour = (*colour[:3], 0.45)
    return DrawSwatch(Rect(room.x, room.y + (room.h - tall) // 2, room.w, tall), colour, card.pattern)


def _wide(look: Style, words: str) -> int:
    return round(look.metrics.width(words, look.font(SMALL))) + look.px(6) if words else 0


def _state_words(card: Card) -> tuple[str, ...]:
    """Return what stands beside the name, the longest form first."""
    if card.won or card.out:
        return ("won",) if card.won else ("out",)
    kind = "" if card.kind == HUMAN else card.kind
    return (f"team, {kind}", kind) if card.shared and kind else ("team" if card.shared else kind,)
