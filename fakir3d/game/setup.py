"""What a game is to be, and what it is: a new game's setup, its seats, and the header of its record."""

from __future__ import annotations

import enum
import random
import secrets
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from fakir3d.block.derive import lattice_of
from fakir3d.block.lattice import Lattice
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.policy import Policy, config_for
from fakir3d.errors import MisuseError
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.performance import EngineInfo
from fakir3d.players import HUMAN, KINDS
from fakir3d.rules import start
from fakir3d.rules.state import Options, Setup
from fakir3d.rules.sticks import Mode

_E = TypeVar("_E", bound=enum.Enum)

MAX_NAME = 40
"""The longest name of a player, in characters."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat.

    Attributes:
        name: what messages call them.
        kind: ``human``, or the kind of computer player.
    """

    name: str
    kind: str = HUMAN

    @property
    def human(self) -> bool:
        """Return whether a person sits here."""
        return self.kind == HUMAN


def default_seats(mode: Mode) -> tuple[Seat, ...]:
    """Return people at every seat, named after their colours.

    >>> [seat.name for seat in default_seats(Mode.TEAMS)]
    ['Red 1', 'Green 1', 'Red 2', 'Green 2']
    """
    seats = range(mode.seats)
    words = [mode.colour(seat).word.capitalize() for seat in seats]
    if mode is not Mode.TEAMS:
        return tuple(Seat(word) for word in words)
    return tuple(Seat(f"{word} {1 + seat // 2}") for seat, word in enumerate(words))


def drawn_first(mode: Mode, seed: int) -> int:
    """Return the seat that begins where nobody was named: lots drawn from the seed (R2)."""
    return random.Random(f"{seed}/first").randrange(mode.seats)


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a new game is to be.

    Attributes:
        block: a preset's name or a file.
        mode: how many play, and together with whom.
        seats: who plays, one for each seat of the mode; people named after their colours unless given.
        options: the named readings.
        sticks: in each hand instead of R1's; None for R1's.
        first: the seat that begins; None to draw lots.
        seed: of everything drawn by lot; None to draw one.
    """

    block: str = "lattice"
    mode: Mode = Mode.TWO
    seats: tuple[Seat, ...] = ()
    options: Options = field(default_factory=Options)
    sticks: int | None = None
    first: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if not self.seats:
            object.__setattr__(self, "seats", default_seats(self.mode))

    def in_mode(self, mode: Mode) -> GameSetup:
        """Return the same game in another mode: whoever sat already keeps their name unless it was a default one.

        >>> [seat.name for seat in GameSetup().in_mode(Mode.THREE).seats]
        ['Red', 'Green', 'Blue']
        """
        before, defaults = default_seats(self.mode), default_seats(mode)
        seats = []
        for number, default in enumerate(defaults):
            if number >= len(self.seats):
                seats.append(default)
                continue
            old = self.seats[number]
            seats.append(Seat(default.name if old.name == before[number].name else old.name, old.kind))
        first = self.first if self.first is None or self.first < mode.seats else None
        return replace(self, mode=mode, seats=tuple(seats), first=first, sticks=None)

    def rules(self, lattice: Lattice) -> Setup:
        """Return the rules' setup of this game on a block's lattice; seat 0 begins unless another one is named."""
        sticks = self.mode.sticks if self.sticks is None else self.sticks
        return Setup(lattice, self.mode, sticks, self.options, self.first or 0)


@dataclass(frozen=True, slots=True)
class Header:
    """What stays the same for a whole game, as its record's first line says it.

    Attributes:
        spec: the block.
        setup: mode, sticks, options, and who begins.
        seats: who plays, by seat.
        seed: everything drawn by lot follows from it.
        policy: who is believed when rules and physics differ.
        engine: which engine performs the moves.
        config: with what numbers, the policy's tap included.
    """

    spec: BlockSpec
    setup: Setup
    seats: tuple[Seat, ...]
    seed: int
    policy: Policy
    engine: EngineInfo
    config: PhysicsConfig

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names, by seat."""
        return tuple(seat.name for seat in self.seats)

    @classmethod
    def of(
        cls, spec: BlockSpec, setup: GameSetup, engine: EngineInfo, config: PhysicsConfig, *, policy: Policy
    ) -> Self:
        """Return the header of a new game; seed and whoever begins are drawn unless named (R2).

        Raises:
            MisuseError: if a number or a seat is invalid.
        """
        seed = draw_seed() if setup.seed is None else setup.seed
        first = drawn_first(setup.mode, seed) if setup.first is None else setup.first
        rules = replace(setup, first=first).rules(lattice_of(spec))
        header = cls(spec, rules, setup.seats, seed, policy, engine, config_for(policy, config))
        check_header(header)
        return header


def check_header(header: Header) -> None:
    """Raise MisuseError if sticks, starter, seed or seats are invalid."""
    start(header.setup)
    if not -(2**63) <= header.seed < 2**63:
        raise MisuseError(f"invalid seed {header.seed}; a seed is a whole number of at most 63 bits and a sign")
    mode = header.setup.mode
    if len(header.seats) != mode.seats:
        raise MisuseError(f"{len(header.seats)} players were named; mode {mode} takes {mode.seats}")
    for seat in header.seats:
        if seat.kind not in KINDS:
            raise MisuseError(f"there is no player of kind {seat.kind!r}; there are {', '.join(KINDS)}")
        if not seat.name.strip() or len(seat.name) > MAX_NAME or not seat.name.isprintable():
            raise MisuseError(f"{seat.name!r} is no name; a name is one line of 1 to {MAX_NAME} characters")


def draw_seed() -> int:
    """Return a seed for a game whose players named none."""
    return secrets.randbelow(2**31)


def member_of(kind: type[_E], word: str, what: str) -> _E:
    """Return the member of an enumeration that a word names.

    Raises:
        MisuseError: if it names none; the message has them all.

    >>> member_of(Mode, "teams", "mode").seats
    4
    """
    try:
        return kind(word)
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        raise MisuseError(f"invalid {what} {word!r}; it must be one of {known}") from None
