"""A game as the command line describes it, for all commands alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

from fakir3d.block.document import load_block
from fakir3d.cli.options import (
    BlockOption,
    EngineOption,
    FirstOption,
    ModeOption,
    NameOption,
    PhysicsOption,
    ReadingsOption,
    SeatOption,
    SeedOption,
    SticksOption,
)
from fakir3d.cli.parsing import parse_first, parse_options, parse_physics, parse_seats
from fakir3d.errors import MisuseError
from fakir3d.game.record.journal import Journal
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup, member_of
from fakir3d.game.workers.performers import InlinePerformer, Performer
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import default_engine
from fakir3d.players import HUMAN
from fakir3d.rules.state import Setup
from fakir3d.rules.sticks import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesOptions:
    """A game by the rules alone, as the command line describes it."""

    mode: ModeOption = "2"
    sticks: SticksOption = None
    option: ReadingsOption = None
    first: FirstOption = None

    def parse(self) -> GameSetup:
        """Return the game that the words describe.

        Raises:
            MisuseError: if a word names nothing that exists, or there is no such seat.
        """
        mode = member_of(Mode, self.mode, "mode")
        first = parse_first(mode, self.first)
        return GameSetup(mode=mode, options=parse_options(self.option), sticks=self.sticks, first=first)


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What a command line asks for: a new game or a kept one, and how its moves are performed.

    Attributes:
        setup: the new game; None where the words say nothing of one.
        load: the record to go on with instead.
        engine: which engine performs; None for the best there is.
        config: how acts are simulated.
    """

    setup: GameSetup | None
    load: Path | None
    engine: str | None
    config: PhysicsConfig

    def performer(self) -> InlinePerformer:
        """Return who performs the moves, in this process."""
        return InlinePerformer(self.engine or default_engine(), self.config)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """A new game as the command line describes it; what is left out is usual."""

    block: BlockOption = None
    mode: ModeOption = "2"
    sticks: SticksOption = None
    option: ReadingsOption = None
    first: FirstOption = None
    seat: SeatOption = None
    name: NameOption = None
    seed: SeedOption = None
    engine: EngineOption = None
    physics: PhysicsOption = None

    def parse(self, load: Path | None = None, usual: str = HUMAN) -> GameRequest:
        """Return what the words ask for.

        Args:
            load: the record to go on with, if any: a loaded game has its own of all but the engine.
            usual: the kind of player at seats that are not named.

        Raises:
            MisuseError: if a word names nothing that exists, or a game is described though one is loaded.
        """
        words = {"mode": None if self.mode == "2" else self.mode}
        words |= {each.name: getattr(self, each.name) for each in fields(self) if each.name not in {"mode", "engine"}}
        given = [f"--{word}" for word, value in words.items() if value is not None]
        if load is not None and given:
            # Physics describes no game, but a loaded one has its own.
            raise MisuseError(f"{', '.join(given)}: the game in {load} has its own; leave that out, or --load")
        described = given not in ([], ["--physics"])
        return GameRequest(self._setup(usual) if described else None, load, self.engine, parse_physics(self.physics))

    def _setup(self, usual: str) -> GameSetup:
        mode = member_of(Mode, self.mode, "mode")
        return GameSetup(
            block=self.block or "lattice",
            mode=mode,
            seats=parse_seats(mode, self.seat, self.name, usual),
            options=parse_options(self.option),
            sticks=self.sticks,
            first=parse_first(mode, self.first),
            seed=self.seed,
        )


def new_session(setup: GameSetup, performer: Performer, journal: Callable[[], Journal] | None = None) -> Session:
    """Return a new game; its seed is drawn if it has none.

    Args:
        setup: what it is to be.
        performer: who performs its moves.
        journal: opens what it is written to; None to keep it in memory only.

    Raises:
        FakirError: if there is no such block, or a number is out of range.
    """
    return Session.new(load_block(setup.block), performer, setup, journal=journal)


def setup_fields(block: str, setup: Setup) -> dict[str, object]:
    """Return what a game on a block is, as fields of a JSON document; the seat that begins is counted from 0."""
    options = {"fall": setup.options.fall.value, "unsupported_plant": setup.options.unsupported_plant.value}
    return {"block": block, "mode": setup.mode.value, "sticks": setup.sticks, "options": options, "first": setup.first}
