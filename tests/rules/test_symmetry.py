"""Moving every seat round, and mirroring or turning the block onto itself, change nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from fakir3d.rules import (
    Axis,
    Bore,
    Discard,
    Exchange,
    Fall,
    Fate,
    Hand,
    Hole,
    Hung,
    Lattice,
    Mode,
    Move,
    Outcome,
    Pierce,
    Plant,
    Pull,
    Standing,
    State,
    Stick,
    advance,
    legal_moves,
    predict,
    result,
)


@dataclass(frozen=True)
class Symmetry:
    """A mirror or turn of the block, or a move of all seats by some number.

    Attributes:
        flip_x: columns from the other end.
        flip_y: rows from the other end.
        swap: x for y; only where every floor has both directions.
        seats: by how many places every seat moves.
    """

    lattice: Lattice
    mode: Mode
    flip_x: bool = False
    flip_y: bool = False
    swap: bool = False
    seats: int = 0

    def hole(self, hole: Hole) -> Hole:
        column = self.lattice.columns - 1 - hole.column if self.flip_x else hole.column
        row = self.lattice.rows - 1 - hole.row if self.flip_y else hole.row
        return Hole(row, column) if self.swap else Hole(column, row)

    def bore(self, bore: Bore) -> Bore:
        hole = self.hole(Hole(bore.line, bore.line))
        turned = bore.axis is (Axis.Y if self.swap else Axis.X)
        axis = Axis.X if turned else Axis.Y
        return Bore(axis, hole.row if axis is Axis.X else hole.column, bore.floor)

    def stick(self, stick: Stick) -> Stick:
        owner = next(seat for seat in range(self.mode.seats) if self.mode.colour(seat) is stick.colour)
        return Stick(self.mode.colour(self.seat(owner)), stick.number)

    def seat(self, seat: int) -> int:
        return (seat + self.seats) % self.mode.seats

    def move(self, move: Move) -> Move:
        match move:
            case Pierce(bore) | Pull(bore):
                return type(move)(self.bore(bore))
            case Plant(hole) | Exchange(hole):
                return type(move)(self.hole(hole))
            case Discard(place):
                return move if isinstance(place, Hand) else Discard(self.place(place))

    def place(self, place: Hole | Bore) -> Hole | Bore:
        return self.bore(place) if isinstance(place, Bore) else self.hole(place)

    def fall(self, fall: Fall) -> Fall:
        to = fall.to
        if not isinstance(to, Fate):
            to = Hung(self.bore(to.above)) if isinstance(to, Hung) else self.bore(to)
        origin = self.bore(fall.origin) if fall.origin else None
        return Fall(self.stick(fall.stick), self.hole(fall.hole), origin, to)

    def outcome(self, outcome: Outcome) -> Outcome:
        return Outcome(tuple(map(self.fall, outcome.falls)), outcome.blocked)

    def state(self, state: State) -> State:
        hands = [()] * self.mode.seats
        for seat, hand in enumerate(state.hands):
            hands[self.seat(seat)] = tuple(map(self.stick, hand))
        return replace(
            state,
            setup=replace(state.setup, first=self.seat(state.setup.first)),
            standing={
                self.hole(hole): Standing(self.stick(place.stick), self.bore(place.on))
                for hole, place in state.standing.items()
            },
            pierced={self.bore(bore): self.stick(stick) for bore, stick in state.pierced.items()},
            hands=tuple(hands),
            held=self.stick(state.held) if state.held else None,
            gone=tuple(sorted(map(self.stick, state.gone), key=lambda stick: stick.rank)),
            out=frozenset(map(self.seat, state.out)),
            seat=self.seat(state.seat),
            played=tuple(map(self.seat, state.played)),
            barred=frozenset(map(self.move, state.barred)),
        )


MAPS = {
    "mirror left and right": {"flip_x": True},
    "mirror near and far": {"flip_y": True},
    "turn by half": {"flip_x": True, "flip_y": True},
    "mirror at the diagonal": {"swap": True},
    "turn by a quarter": {"flip_x": True, "swap": True},
    "one seat on": {"seats": 1},
    "two seats on": {"seats": 2},
    "three seats on, mirrored": {"seats": 3, "flip_y": True},
}


@pytest.mark.parametrize("name", ["lattice", "staggered", "oneway", "3x2-xyy"])
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("kind", MAPS)
def test_symmetries_change_nothing(
    play: Callable, block: Callable[[str], Lattice], name: str, mode: Mode, kind: str
) -> None:
    """The mapped game has the mapped moves, outcomes, states and winners, act by act."""
    if MAPS[kind].get("swap") and name != "lattice":
        name = "lattice"  # the only preset that its diagonal maps onto itself
    symmetry = Symmetry(block(name), mode, **MAPS[kind])
    # Two bores at one height: a hung stick is named over the x one, which the diagonal does not keep.
    physics = not symmetry.swap
    for step in play(name, mode, seed=4, physics=physics):
        before, move = symmetry.state(step.before), symmetry.move(step.move)
        assert set(legal_moves(before)) == set(map(symmetry.move, legal_moves(step.before)))
        assert predict(before, move) == symmetry.outcome(predict(step.before, step.move))
        after = advance(before, move, symmetry.outcome(step.outcome))
        assert after == symmetry.state(step.after)
    end, mirrored = result(step.after), result(after)
    assert end is not None
    assert mirrored is not None
    assert set(mirrored.winners) == set(map(symmetry.seat, end.winners))
