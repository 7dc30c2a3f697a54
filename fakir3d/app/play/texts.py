"""The texts and numbers that the window shows of a position, made without a window."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from fakir3d.game.played_move import PlayedMove
from fakir3d.rules import result, say_briefly, say_move, say_outcome, say_phase, say_result
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Colour


class Tone(enum.Enum):
    """What kind of news the status line brings."""

    PLAIN = "plain"
    GOOD = "good"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class Card:
    """A player, as their card shows them.

    Attributes:
        name: their name.
        kind: ``human``, or which computer player.
        colour: of their sticks.
        hand: sticks in their hand.
        standing: sticks of their colour that stand in the block.
        pierced: sticks of their colour that lie in it.
        gone: sticks of their colour out of the game.
        shared: whether a partner shares the last three.
        out: whether they are out (R10).
        to_move: whether it is their turn.
        won: whether they have won.
    """

    name: str
    kind: str
    colour: Colour
    hand: int
    standing: int
    pierced: int
    gone: int
    shared: bool
    out: bool
    to_move: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Agreement:
    """Whether physics and rules said the same about the last move.

    Attributes:
        agree: whether they did.
        text: one line.
        detail: both outcomes when they did not.
    """

    agree: bool
    text: str
    detail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class News:
    """One sentence about what happened.

    Attributes:
        text: the sentence.
        action: whether it says what a player did, rather than what came of it.
        fresh: whether it belongs to the last turn.
        advice: whether it says what would be good, rather than what happened.
    """

    text: str
    action: bool = True
    fresh: bool = True
    advice: bool = False


@dataclass(frozen=True, slots=True)
class PositionSummary:
    """Everything the window says about a position.

    Attributes:
        title: of the window.
        headline: whose turn it is, or who has won.
        task: what they must do now.
        cards: one for each seat.
        news: what was done lately, oldest first; of the last turn also what it made happen.
        brief: the last move and what came of it in one short sentence, for small windows; empty before the first.
        agreement: physics against rules; None before the first move.
        result: who has won and why; empty while the game goes on.
        forced: whether the player has no free choice of what to do: an exchange (R7) or a discard (R9).
    """

    title: str
    headline: str
    task: str
    cards: tuple[Card, ...]
    news: tuple[News, ...]
    brief: str
    agreement: Agreement | None
    result: str
    forced: bool = False


def present(
    state: State, names: Sequence[str], kinds: Sequence[str], last_moves: Sequence[PlayedMove] = ()
) -> PositionSummary:
    """Return what the window says about a position, and about the moves that led to it.

    Args:
        state: the position.
        names: one for each seat.
        kinds: what kind of player sits at each seat.
        last_moves: that led to it, oldest first; as many as one likes.
    """
    end = result(state)
    headline = _headline(state, names)
    forced = state.phase in {Phase.EXCHANGE, Phase.DISCARD}
    return PositionSummary(
        title=f"fakir3d – {headline}" + (f" ({state.phase.value})" if forced else ""),
        headline=headline,
        task="" if end else say_phase(state, tuple(names)),
        cards=tuple(_card(state, seat, names[seat], kinds[seat]) for seat in range(state.mode.seats)),
        news=_news(last_moves, names),
        brief=_brief(last_moves[-1], names) if last_moves else "",
        agreement=_agreement(last_moves[-1] if last_moves else None),
        result=say_result(state, tuple(names)) if end else "",
        forced=forced,
    )


def _headline(state: State, names: Sequence[str]) -> str:
    end = result(state)
    if not end:
        return f"{names[state.seat]} to move"
    winners = [names[seat] for seat in end.winners]
    return " and ".join(winners) + (" have won" if len(winners) > 1 else " has won")


def _card(state: State, seat: int, name: str, kind: str) -> Card:
    colour = state.mode.colour(seat)
    end = result(state)
    return Card(
        name=name,
        kind=kind,
        colour=colour,
        hand=len(state.hands[seat]),
        standing=sum(standing.stick.colour is colour for standing in state.standing.values()),
        pierced=sum(stick.colour is colour for stick in state.pierced.values()),
        gone=sum(stick.colour is colour for stick in state.gone),
        shared=len(state.mode.team(seat)) > 1,
        out=seat in state.out,
        to_move=end is None and seat == state.seat,
        won=end is not None and seat in end.winners,
    )


def _news(last_moves: Sequence[PlayedMove], names: Sequence[str]) -> tuple[News, ...]:
    """Return what happened: the last turn whole (a pull with its exchange), of earlier ones what was done."""
    first = len(last_moves) - 1
    while first > 0 and last_moves[first].before.phase is Phase.EXCHANGE:
        first -= 1
    news = [
        News(capitalised(say_move(last.before, last.move, tuple(names))), fresh=False) for last in last_moves[:first]
    ]
    for last in last_moves[max(first, 0) :]:
        news.append(News(capitalised(say_move(last.before, last.move, tuple(names)))))
        consequences = say_outcome(last.before, last.move, last.taken, tuple(names))
        news += [News(capitalised(line), action=False) for line in consequences]
    return tuple(news)


def _brief(last: PlayedMove, names: Sequence[str]) -> str:
    did = capitalised(say_move(last.before, last.move, tuple(names)))
    came = last.taken.falls or last.taken.blocked
    return f"{did.removesuffix('.')}: {say_briefly(last.taken)}." if came else did


def capitalised(sentence: str) -> str:
    """Return a sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def _agreement(last: PlayedMove | None) -> Agreement | None:
    if last is None:
        return None
    if last.verdict.agree:
        return Agreement(agree=True, text="✓ physics = rules")
    both = (f"The rules foretold: {say_briefly(last.predicted)}.", f"Physics: {say_briefly(last.observed)}.")
    note = last.note or f"The game goes on with: {say_briefly(last.taken)}."
    return Agreement(agree=False, text="≠ physics and rules differ", detail=(*both, note))
