"""What a game is played with and by whom: everything that stays the same from its first move to its last."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from fakir3d.block.derive import lattice_of
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.policy import Policy, config_for
from fakir3d.errors import MisuseError
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.performance import EngineInfo
from fakir3d.players import HUMAN, KINDS
from fakir3d.rules import start
from fakir3d.rules.state import Options, Setup
from fakir3d.rules.sticks import Mode

__all__ = ["MAX_NAME", "Header", "Seat", "check_header", "default_seats", "drawn_first", "make_header"]

MAX_NAME = 40
"""The longest name of a player, in characters."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat.

    Attributes:
        name: what messages call him.
        kind: ``human``, or the kind of computer player.
    """

    name: str
    kind: str = HUMAN

    @property
    def human(self) -> bool:
        """Return whether a person sits here."""
        return self.kind == HUMAN


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


def make_header(
    spec: BlockSpec,
    engine: EngineInfo,
    config: PhysicsConfig,
    *,
    mode: Mode = Mode.TWO,
    sticks: int | None = None,
    options: Options | None = None,
    first: int | None = None,
    seed: int = 0,
    seats: Sequence[Seat] | None = None,
    policy: Policy = Policy.PHYSICS,
) -> Header:
    """Return the header of a new game; whoever begins is drawn from the seed unless named (R2).

    Raises:
        MisuseError: if a number or a seat cannot be.
    """
    dealt = mode.sticks if sticks is None else sticks
    begins = drawn_first(mode, seed) if first is None else first
    setup = Setup(lattice_of(spec), mode, dealt, options or Options(), begins)
    header = Header(spec, setup, tuple(seats or default_seats(mode)), seed, policy, engine, config_for(policy, config))
    check_header(header)
    return header


def check_header(header: Header) -> None:
    """Raise MisuseError if sticks, starter, seed or seats cannot be."""
    start(header.setup)
    if not -(2**63) <= header.seed < 2**63:
        raise MisuseError(f"seed {header.seed} cannot be; a seed is a whole number of at most 63 bits and a sign")
    mode = header.setup.mode
    if len(header.seats) != mode.seats:
        raise MisuseError(f"{len(header.seats)} players were named; mode {mode} takes {mode.seats}")
    for seat in header.seats:
        if seat.kind not in KINDS:
            raise MisuseError(f"there is no player of kind {seat.kind!r}; there are {', '.join(KINDS)}")
        if not seat.name.strip() or len(seat.name) > MAX_NAME or not seat.name.isprintable():
            raise MisuseError(f"{seat.name!r} is no name; a name is one line of 1 to {MAX_NAME} characters")
