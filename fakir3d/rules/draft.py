"""A position while one move changes it, and how a turn ends: phases, who is out, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Bore, Hole
from fakir3d.rules.legal import legal_moves
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Fall, Hung
from fakir3d.rules.state import Phase, Setup, Standing, State
from fakir3d.rules.sticks import Colour, Stick

__all__ = ["Draft", "end_turn", "opening", "same_turn", "sides_in", "support"]


@dataclass(slots=True)
class Draft:
    """The sticks of a position, open to change: it lives inside one ``advance`` and is never handed out.

    Attributes:
        standing: the vertical sticks by their hole.
        pierced: the horizontal sticks by their bore.
        hands: the sticks in each seat's hand.
        gone: the sticks out of the game.
    """

    standing: dict[Hole, Standing]
    pierced: dict[Bore, Stick]
    hands: list[tuple[Stick, ...]]
    gone: tuple[Stick, ...]

    @classmethod
    def of(cls, state: State) -> Self:
        """Return the sticks of a state."""
        return cls(dict(state.standing), dict(state.pierced), list(state.hands), state.gone)

    def take(self, seat: int, stick: Stick) -> None:
        """Put a stick into a hand."""
        self.hands[seat] = _sorted((*self.hands[seat], stick))

    def play(self, seat: int, stick: Stick) -> Stick:
        """Take a stick out of a hand and return it."""
        self.hands[seat] = tuple(other for other in self.hands[seat] if other != stick)
        return stick

    def lose(self, *sticks: Stick) -> None:
        """Put sticks out of the game (R8)."""
        if sticks:
            self.gone = _sorted((*self.gone, *sticks))

    def let_fall(self, falls: Iterable[Fall], lattice: Lattice) -> None:
        """Bring sticks to where they landed."""
        for fall in falls:
            self.standing.pop(fall.hole, None)
            if isinstance(fall.to, Bore):
                self.standing[fall.hole] = Standing(fall.stick, fall.to)
            elif isinstance(fall.to, Hung):
                self.standing[fall.hole] = Standing(
                    fall.stick, support(lattice, self.pierced, fall.hole, fall.to.above)
                )
            else:
                self.lose(fall.stick)

    def reseat(self, bore: Bore, lattice: Lattice) -> None:
        """Name again what is under the feet at the height of a bore that was just filled or emptied.

        Two bores can lie at one height under a hole; a stick stands on the filled one, and hangs over the x one.
        """
        for hole in lattice.above[bore]:
            standing = self.standing.get(hole)
            if standing and lattice.level[standing.on] == lattice.level[bore]:
                on = support(lattice, self.pierced, hole, bore)
                if on != standing.on:
                    self.standing[hole] = Standing(standing.stick, on)


def support(lattice: Lattice, pierced: Iterable[Bore], hole: Hole, bore: Bore) -> Bore:
    """Return the bore under a foot at the height of ``bore``: the filled one; where none is, the x one."""
    level = lattice.level[bore]
    at_height = [other for other in lattice.under[hole] if lattice.level[other] == level]
    return next((other for other in at_height if other in pierced), at_height[0])


def _sorted(sticks: Iterable[Stick]) -> tuple[Stick, ...]:
    return tuple(sorted(sticks, key=lambda stick: stick.rank))


def sides_in(setup: Setup, out: frozenset[int]) -> frozenset[Colour]:
    """Return the colours that have a player who is not out."""
    return frozenset(setup.mode.colour(seat) for seat in range(setup.mode.seats) if seat not in out)


def opening(setup: Setup, draft: Draft) -> State:
    """Return the state before the first turn."""
    return _settled(
        State(
            setup=setup,
            standing=draft.standing,
            pierced=draft.pierced,
            hands=tuple(draft.hands),
            held=None,
            gone=draft.gone,
            out=frozenset(),
            seat=setup.first,
            phase=Phase.MOVE,
            played=(),
            barred=frozenset(),
        )
    )


def same_turn(state: State, draft: Draft, *, held: Stick | None, barred: frozenset[Move]) -> State:
    """Return the state in which the same seat goes on: to exchange the held stick, or to move again."""
    phase = Phase.EXCHANGE if held else Phase.MOVE
    return _settled(
        State(
            setup=state.setup,
            standing=draft.standing,
            pierced=draft.pierced,
            hands=tuple(draft.hands),
            held=held,
            gone=draft.gone,
            out=state.out,
            seat=state.seat,
            phase=phase,
            played=state.played,
            barred=barred,
        )
    )


def end_turn(state: State, draft: Draft, *, played: bool) -> State:
    """Return the state after a whole turn: who is out (R10), whether that ends the game (R11), who is next (R2).

    Args:
        state: the position that the turn began from.
        draft: the sticks after it.
        played: whether the turn was a pierce, plant or pull (R11).
    """
    setup, before = state.setup, state.seat
    out = state.out | _newly_out(state, draft)
    order = (before, *(seat for seat in state.played if seat != before)) if played else state.played
    # Who played last decides only when nobody is left, among those who went out in this very turn.
    counted = state.out if len(out) == setup.mode.seats else out
    over = len(sides_in(setup, out)) < 2
    seats = [seat for step in range(1, setup.mode.seats + 1) if (seat := (before + step) % setup.mode.seats) not in out]
    return _settled(
        State(
            setup=setup,
            standing=draft.standing,
            pierced=draft.pierced,
            hands=tuple(draft.hands),
            held=None,
            gone=draft.gone,
            out=out,
            seat=before if over else seats[0],
            phase=Phase.OVER if over else Phase.MOVE,
            played=tuple(seat for seat in order if seat not in counted),
            barred=frozenset(),
        )
    )


def _newly_out(state: State, draft: Draft) -> frozenset[int]:
    """Return the seats with no stick in hand and none of their colour in the block (R10)."""
    empty = [seat for seat, hand in enumerate(draft.hands) if not hand and seat not in state.out]
    if not empty:
        return frozenset()
    in_block = {standing.stick.colour for standing in draft.standing.values()}
    in_block.update(stick.colour for stick in draft.pierced.values())
    return frozenset(seat for seat in empty if state.mode.colour(seat) not in in_block)


def _settled(state: State) -> State:
    """Return the state with phase DISCARD where nothing else is possible (R9)."""
    if state.phase is Phase.MOVE and not legal_moves(state):
        return replace(state, phase=Phase.DISCARD)
    return state
