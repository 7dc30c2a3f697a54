"""A player's card: a stick in their pattern, their name, and where their sticks are."""

from __future__ import annotations

from fakir3d.app.gui.boxes import Rect
from fakir3d.app.gui.drawing import DrawCommand, DrawRect, DrawSwatch
from fakir3d.app.gui.style import BODY, SMALL, Style
from fakir3d.app.gui.theme import PATTERNS, RGBA, STICK_COLOURS
from fakir3d.app.play.texts import Card
from fakir3d.players.kinds import HUMAN


def card_height(style: Style) -> int:
    """Return the height of a card [px]."""
    return style.px(62)


def draw_card(style: Style, card: Card, rect: Rect) -> list[DrawCommand]:
    """Return a whole card."""
    theme = style.theme
    commands: list[DrawCommand] = _marker(style, card, rect)
    inside = rect.inset(style.px(12), style.px(5))
    top, below = inside.cut_top(style.px(24))
    swatch, rest = top.cut_left(style.px(46))
    commands.append(_stick(style, card, swatch, 11))
    needed = style.metrics.width(card.name, style.font(BODY), bold=True) + style.px(20)
    state = next(
        (text for text in _state_texts(card) if _width(style, text) + needed <= rest.w), ""
    )  # the name comes first
    right = _width(style, state)
    name, _ = rest.inset(style.px(8), 0).cut_left(rest.w - style.px(8) - right)
    commands.append(style.text(card.name, name, colour=_name_colour(style, card), bold=card.to_move or card.won))
    if state:
        tone = theme.warn if card.out else (theme.good if card.won else theme.dim)
        side = Rect(rest.right - right - style.px(2), rest.y, right + style.px(2), rest.h)
        commands.append(style.text(state, side, size=SMALL, colour=tone, align=1.0))
    counts = (("hand", card.hand), ("standing", card.standing), ("pierced", card.pierced), ("out", card.gone))
    for (word, count), cell in zip(counts, below.columns((0.9, 1.2, 1.1, 0.8), style.px(2)), strict=True):
        upper, lower = cell.cut_top(style.px(15))
        tint = theme.off if card.out else theme.text
        commands.append(style.text(str(count), upper, size=SMALL, bold=True, colour=tint, align=0.5))
        commands.append(style.text(word, lower, size=11, colour=theme.dim, align=0.5))
    return commands


def draw_chip(style: Style, card: Card, rect: Rect) -> list[DrawCommand]:
    """Return a card in one line: stick, name, and hand/standing/pierced/out as numbers."""
    commands: list[DrawCommand] = _marker(style, card, rect)
    inside = rect.inset(style.px(8), style.px(3))
    swatch, rest = inside.cut_left(style.px(30))
    commands.append(_stick(style, card, swatch, 10))
    counts = "out" if card.out else f"{card.hand}·{card.standing}·{card.pierced}·{card.gone}"
    width = round(style.metrics.width(counts, style.font(SMALL), bold=True)) + style.px(4)
    name, _ = rest.inset(style.px(5), 0).cut_left(rest.w - width - style.px(8))
    commands.append(style.text(card.name, name, size=SMALL, colour=_name_colour(style, card), bold=card.to_move))
    commands.append(style.text(counts, rest, size=SMALL, colour=style.theme.dim, bold=True, align=1.0))
    return commands


def _marker(style: Style, card: Card, rect: Rect) -> list[DrawCommand]:
    """Return the mark of whose turn it is: a bright edge and a bar at the left, so not by colour alone."""
    if not (card.to_move or card.won):
        return []
    bar = Rect(rect.x, rect.y, style.px(5), rect.h).inset(0, style.px(8))
    edge = DrawRect(rect, (*style.theme.accent[:3], 0.07), style.px(8), style.theme.accent, max(style.px(2), 1))
    return [edge, DrawRect(bar, style.theme.accent, style.px(2))]


def _name_colour(style: Style, card: Card) -> RGBA:
    if card.out:
        return style.theme.off
    return style.theme.accent if card.to_move or card.won else style.theme.text


def _stick(style: Style, card: Card, room: Rect, thick: int) -> DrawSwatch:
    height = style.px(thick)
    colour = STICK_COLOURS[card.colour]
    if card.out:
        colour = (*colour[:3], 0.45)
    return DrawSwatch(Rect(room.x, room.y + (room.h - height) // 2, room.w, height), colour, PATTERNS[card.colour])


def _width(style: Style, text: str) -> int:
    return round(style.metrics.width(text, style.font(SMALL))) + style.px(6) if text else 0


def _state_texts(card: Card) -> tuple[str, ...]:
    """Return what stands beside the name, the longest form first."""
    if card.won or card.out:
        return ("won",) if card.won else ("out",)
    kind = "" if card.kind == HUMAN else card.kind
    return (f"team, {kind}", kind) if card.shared and kind else ("team" if card.shared else kind,)
