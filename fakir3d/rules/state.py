"""A position of the game, whole: nothing that the rules ask for lies outside it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from types import MappingProxyType
from typing import TypeVar, cast

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Bore, Hole
from fakir3d.rules.moves import Discard, Exchange, Move, Pull
from fakir3d.rules.sticks import Colour, Mode, Stick

T = TypeVar("T")


class FallRule(enum.Enum):
    """Option ``fall``: which falls make a pull legal (R5b)."""

    ANY = "any"
    VANISH = "vanish"


class UnsupportedPlant(enum.Enum):
    """Option ``unsupported_plant``: whether a stick may be planted where nothing would hold it (R4)."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


@dataclass(frozen=True, slots=True)
class Options:
    """The two readings that are named options; the defaults are those of docs/rules.md."""

    fall: FallRule = FallRule.ANY
    unsupported_plant: UnsupportedPlant = UnsupportedPlant.FORBIDDEN


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same for a whole game.

    Attributes:
        lattice: the block's relations.
        mode: how many play (R1).
        sticks: how many sticks each hand was dealt.
        options: the named readings.
        first: the seat that the lots gave the first turn (R2).
    """

    lattice: Lattice
    mode: Mode
    sticks: int
    options: Options = field(default_factory=Options)
    first: int = 0


class Phase(enum.Enum):
    """What the seat to move must do now."""

    MOVE = "move"
    """Pierce, plant or pull (R3 to R5)."""
    EXCHANGE = "exchange"
    """Put the pulled stick in the place of one's own standing stick (R7)."""
    DISCARD = "discard"
    """Nothing else is possible: give up one stick (R9)."""
    OVER = "over"
    """The game has a winner (R11)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A stick standing in a hole.

    Attributes:
        stick: which.
        on: the bore just under its foot. Of two at one height it is the filled one; where both are empty, the x one.
            A stick over an empty bore hangs (R12).
    """

    stick: Stick
    on: Bore


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A position.

    Attributes:
        setup: what stays the same.
        standing: the vertical sticks by their hole.
        pierced: the horizontal sticks by their bore.
        hands: the sticks in each seat's hand, sorted.
        held: the pulled stick until it is exchanged (phase EXCHANGE), else None.
        gone: the sticks out of the game, sorted.
        out: the seats that are out (R10); final.
        seat: whose turn it is; in phase OVER, who moved last.
        phase: what that seat must do.
        played: the seats still in that have pierced, planted or pulled, the latest first (R11). Where the last turn
            took everybody out, the seats that went out in it: the first of them wins.
        barred: moves that physics has just refused, until the position changes (R12).
        memo: what has been derived from the state, see ``per_state``; no part of the value.

    A state is made by ``fakir3d.rules.start`` and ``advance``, or parsed from its text; nothing else builds one.
    """

    setup: Setup
    standing: Mapping[Hole, Standing]
    pierced: Mapping[Bore, Stick]
    hands: tuple[tuple[Stick, ...], ...]
    held: Stick | None
    gone: tuple[Stick, ...]
    out: frozenset[int]
    seat: int
    phase: Phase
    played: tuple[int, ...]
    barred: frozenset[Move]
    memo: dict[object, object] = field(default_factory=dict, init=False, compare=False)

    def __post_init__(self) -> None:
        # Canonical order, so that equal positions are equal texts; read-only, so that a state can be shared.
        for name in ("standing", "pierced"):
            places = getattr(self, name)
            object.__setattr__(self, name, MappingProxyType(dict(sorted(places.items()))))

    @staticmethod
    def parse(text: str, lattice: Lattice, *, thinned: bool = False) -> State:
        """Return the state that ``text`` writes, on a block with this lattice; ``str`` of a state is its inverse.

        Args:
            text: the state's text.
            lattice: the block's relations.
            thinned: whether sticks may have been left out of a position that a game came to, as shrinking a case
                does: then a seat may be left with none and not be out.

        Raises:
            NotationError: if it writes none, or a position that no game can come to hold: a stick missing or twice, a
                stick through another, a seat with no stick that is not out, a phase that the position is not in. The
                message names the key.

        >>> from fakir3d.block.names import Axis
        >>> from fakir3d.rules import Mode, Setup, start
        >>> lattice = Lattice(2, 2, (frozenset(Axis),))
        >>> state = start(Setup(lattice, Mode.TWO, 2))
        >>> print(state)
        mode=2 sticks=2 fall=any unsupported_plant=forbidden first=0 pierced=- standing=- hands=r1,r2/g1,g2 held=- \
gone=- out=- seat=0 phase=move played=- barred=-
        >>> State.parse(str(state), lattice) == state
        True
        """
        # Reading asks for the legal moves, which ask for states.
        from fakir3d.rules.text import read_state

        return read_state(text, lattice, thinned=thinned)

    @property
    def lattice(self) -> Lattice:
        """Return the block's relations."""
        return self.setup.lattice

    @property
    def mode(self) -> Mode:
        """Return the mode of the game."""
        return self.setup.mode

    @property
    def colour(self) -> Colour:
        """Return the colour of the seat to move."""
        return self.mode.colour(self.seat)

    @property
    def hand(self) -> tuple[Stick, ...]:
        """Return the sticks in the hand of the seat to move."""
        return self.hands[self.seat]

    def stick_of(self, move: Move) -> Stick | None:
        """Return the stick that the hand moves, or None where there is none to move.

        Sticks of one colour are alike (R7), so the hand takes the first of its sorted sticks.

        Args:
            move: any move, legal or not.

        Returns:
            For a pierce or plant the first stick of the mover's hand; for a pull or discard the one at that place; for
            an exchange the pulled stick that goes back into the block.

        >>> from fakir3d.rules import Discard, Hole, Lattice, Mode, Plant, Setup, start
        >>> state = start(Setup(Lattice(2, 2, ()), Mode.TWO, 3))
        >>> str(state.stick_of(Plant(Hole.parse("a1")))), state.stick_of(Discard(Hole.parse("a1")))
        ('r1', None)
        """
        match move:
            case Pull(bore):
                return self.pierced.get(bore)
            case Exchange():
                return self.held
            case Discard(Hole() as hole):
                standing = self.standing.get(hole)
                return standing.stick if standing else None
            case Discard(Bore() as bore):
                return self.pierced.get(bore)
            case _:
                return self.hand[0] if self.hand else None

    def with_turn(self, seat: int) -> State:
        """Return the position as if it were this seat's turn: a question to the rules, not for ``advance``.

        >>> from fakir3d.rules import Mode, Setup, start
        >>> start(Setup(Lattice(2, 2, ()), Mode.TWO, 3)).with_turn(1).hand
        (Stick.parse('g1'), Stick.parse('g2'), Stick.parse('g3'))
        """
        return replace(self, seat=seat, phase=Phase.MOVE, held=None, barred=frozenset())

    def own(self) -> tuple[Hole, ...]:
        """Return the holes in which sticks of the colour to move stand."""
        colour = self.colour
        return tuple(hole for hole, standing in self.standing.items() if standing.stick.colour is colour)

    def hung(self, hole: Hole) -> bool:
        """Return whether the stick in a hole hangs: no stick lies under its foot (R12)."""
        return self.standing[hole].on not in self.pierced

    def __hash__(self) -> int:
        return hash(
            (self.setup, tuple(self.standing.items()), tuple(self.pierced.items()), self.hands, self.seat, self.phase)
        )

    def __reduce__(self) -> tuple[object, ...]:
        # Mapping proxies do not pickle.
        fields = (dict(self.standing), dict(self.pierced), self.hands, self.held, self.gone, self.out)
        return State, (self.setup, *fields, self.seat, self.phase, self.played, self.barred)

    def __repr__(self) -> str:
        return f"State.parse({str(self)!r}, {self.lattice!r})"

    def __str__(self) -> str:
        setup, options = self.setup, self.setup.options
        return " ".join(
            (
                f"mode={setup.mode} sticks={setup.sticks} fall={options.fall.value}",
                f"unsupported_plant={options.unsupported_plant.value} first={setup.first}",
                f"pierced={_list(f'{bore}:{stick}' for bore, stick in self.pierced.items())}",
                f"standing={_list(f'{hole}:{place.stick}@{place.on}' for hole, place in self.standing.items())}",
                f"hands={'/'.join(_list(hand) for hand in self.hands)} held={self.held or '-'}",
                f"gone={_list(self.gone)} out={_list(sorted(self.out))} seat={self.seat} phase={self.phase.value}",
                f"played={_list(self.played)} barred={_list(sorted(map(str, self.barred)))}",
            )
        )


def _list(values: Iterable[object]) -> str:
    return ",".join(map(str, values)) or "-"


def per_state(derive: Callable[[State], T]) -> Callable[[State], T]:
    """Return ``derive`` made to work once for each state: what it returned is kept with the state."""

    @wraps(derive)
    def remembered(state: State) -> T:
        memo = state.memo
        if derive not in memo:
            memo[derive] = derive(state)
        return cast(T, memo[derive])

    return remembered
