"""A position of the game, whole: nothing that the rules ask for lies outside it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Bore, Hole
from fakir3d.rules.moves import Move
from fakir3d.rules.sticks import Colour, Mode, Stick

__all__ = ["FallRule", "Options", "Phase", "Setup", "Standing", "State", "UnsupportedPlant"]


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
    """The two readings that are named options; the defaults are RULES.md's."""

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
        on: the bore just under its foot. Where that bore (and every other at its height under the hole) is empty,
            the stick hangs (R12).
    """

    stick: Stick
    on: Bore


@dataclass(frozen=True, slots=True)
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
        last_played: the seat that pierced, planted or pulled last (R11); None before anybody did.
        barred: moves that physics has just refused, until the position changes (R12).

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
    last_played: int | None
    barred: frozenset[Move]

    def __post_init__(self) -> None:
        # Canonical order, so that equal positions are equal texts; read-only, so that a state can be shared.
        for name in ("standing", "pierced"):
            places = getattr(self, name)
            object.__setattr__(self, name, MappingProxyType(dict(sorted(places.items()))))

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

    def hung(self, hole: Hole) -> bool:
        """Return whether the stick in a hole hangs: nothing lies in the bores at the height under its foot (R12)."""
        level = self.lattice.level
        height = level[self.standing[hole].on]
        return not any(level[bore] == height and bore in self.pierced for bore in self.lattice.under[hole])

    def __hash__(self) -> int:
        return hash(
            (self.setup, tuple(self.standing.items()), tuple(self.pierced.items()), self.hands, self.seat, self.phase)
        )

    def __reduce__(self) -> tuple[object, ...]:
        # Mapping proxies do not pickle.
        fields = (dict(self.standing), dict(self.pierced), self.hands, self.held, self.gone, self.out)
        return State, (self.setup, *fields, self.seat, self.phase, self.last_played, self.barred)
