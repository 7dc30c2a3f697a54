"""What the window says about a position: pure text and numbers, so that every sentence can be tested without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fakir3d.app.gui.theme import PATTERNS, Pattern
from fakir3d.crosscheck.verdict import Verdict
from fakir3d.rules import result, say_briefly, say_move, say_outcome, say_phase, say_result
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Colour

__all__ = ["Board", "Card", "LastMove", "Mark", "News", "present"]


class LastMove(Protocol):
    """What is told about the last move; a Turn of the game is one."""

    @property
    def before(self) -> State:
        """Return the position before it."""

    @property
    def move(self) -> Move:
        """Return the move."""

    @property
    def predicted(self) -> Outcome:
        """Return what the rules foretold."""

    @property
    def observed(self) -> Outcome:
        """Return what physics did."""

    @property
    def taken(self) -> Outcome:
        """Return what the game goes on with."""

    @property
    def verdict(self) -> Verdict:
        """Return whether they agree."""

    @property
    def note(self) -> str:
        """Return what the player is to be told about a difference; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Card:
    """A player, as his card shows him.

    Attributes:
        seat: where he sits.
        name: his name.
        kind: ``human``, or which computer player.
        colour: of his sticks.
        pattern: that tells them apart without the colour.
        hand: sticks in his hand.
        standing: sticks of his colour that stand in the block.
        pierced: sticks of his colour that lie in it.
        lost: sticks of his colour out of the game.
        shared: whether a partner shares the last three.
        out: whether he is out (R10).
        to_move: whether it is his turn.
        won: whether he has won.
    """

    seat: int
    name: str
    kind: str
    colour: Colour
    pattern: Pattern
    hand: int
    standing: int
    pierced: int
    lost: int
    shared: bool
    out: bool
    to_move: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Mark:
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
        deed: whether it says what a player did, rather than what came of it.
        fresh: whether it belongs to the last turn.
        advice: whether it says what would be good, rather than what happened.
    """

    text: str
    deed: bool = True
    fresh: bool = True
    advice: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the window says about a position.

    Attributes:
        title: of the window.
        headline: whose turn it is, or who has won.
        task: what he must do now.
        cards: one for each seat.
        news: what was done lately, oldest first; of the last turn also what it made happen.
        brief: the last move and what came of it in one short sentence, for small windows; empty before the first.
        mark: physics against rules; None before the first move.
        result: who has won and why; empty while the game goes on.
    """

    title: str
    headline: str
    task: str
    cards: tuple[Card, ...]
    news: tuple[News, ...]
    brief: str
    mark: Mark | None
    result: str


def present(state: State, names: Sequence[str], kinds: Sequence[str], lately: Sequence[LastMove] = ()) -> Board:
    """Return what the window says about a position, and about the moves that led to it.

    Args:
        state: the position.
        names: one for each seat.
        kinds: what kind of player sits at each seat.
        lately: the last moves, oldest first; as many as one likes.
    """
    end = result(state)
    headline = _headline(state, names)
    title = f"fakir3d – {headline}"
    if state.phase in {Phase.EXCHANGE, Phase.DISCARD}:
        title += f" ({state.phase.value})"
    return Board(
        title=title,
        headline=headline,
        task="" if end else say_phase(state, tuple(names)),
        cards=tuple(_card(state, seat, names[seat], kinds[seat]) for seat in range(state.mode.seats)),
        news=_news(lately, names),
        brief=_brief(lately[-1], names) if lately else "",
        mark=_mark(lately[-1] if lately else None),
        result=say_result(state, tuple(names)) if end else "",
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
        seat=seat,
        name=name,
        kind=kind,
        colour=colour,
        pattern=PATTERNS[colour],
        hand=len(state.hands[seat]),
        standing=sum(standing.stick.colour is colour for standing in state.standing.values()),
        pierced=sum(stick.colour is colour for stick in state.pierced.values()),
        lost=sum(stick.colour is colour for stick in state.gone),
        shared=len(state.mode.team(seat)) > 1,
        out=seat in state.out,
        to_move=end is None and seat == state.seat,
        won=end is not None and seat in end.winners,
    )


def _news(lately: Sequence[LastMove], names: Sequence[str]) -> tuple[News, ...]:
    """Return what happened: the last turn whole (a pull with its exchange), of earlier ones what was done."""
    begins = len(lately) - 1
    while begins > 0 and lately[begins].before.phase is Phase.EXCHANGE:
        begins -= 1
    told = [News(_upper(say_move(last.before, last.move, tuple(names))), fresh=False) for last in lately[:begins]]
    for last in lately[max(begins, 0) :]:
        told.append(News(_upper(say_move(last.before, last.move, tuple(names)))))
        came = say_outcome(last.before, last.move, last.taken, tuple(names))
        told += [News(_upper(line), deed=False) for line in came]
    return tuple(told)


def _brief(last: LastMove, names: Sequence[str]) -> str:
    did = _upper(say_move(last.before, last.move, tuple(names)))
    came = last.taken.falls or last.taken.blocked
    return f"{did.removesuffix('.')}: {say_briefly(last.taken)}." if came else did


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _mark(last: LastMove | None) -> Mark | None:
    if last is None:
        return None
    if last.verdict.agree:
        return Mark(agree=True, text="✓ physics = rules")
    told = (f"The rules foretold: {say_briefly(last.predicted)}.", f"Physics: {say_briefly(last.observed)}.")
    note = last.note or f"The game goes on with: {say_briefly(last.taken)}."
    return Mark(agree=False, text="≠ physics and rules differ", detail=(*told, note))
