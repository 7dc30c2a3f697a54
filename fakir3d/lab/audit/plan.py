"""What an audit is to do: a plan, and the games in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from fakir3d.block.derive import lattice_of
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.pipeline import HONEST, Pipeline
from fakir3d.crosscheck.policy import Policy, config_for
from fakir3d.crosscheck.second import Other
from fakir3d.crosscheck.self_test import Measurement, self_test
from fakir3d.errors import command_line
from fakir3d.lab.audit.choosing import MoveChoice
from fakir3d.lab.audit.probes import EVERY_POSITION, Probe
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import require
from fakir3d.rules import start
from fakir3d.rules.state import Options, Setup, State
from fakir3d.rules.sticks import Mode


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """What to audit.

    Attributes:
        blocks: each with the name it goes by.
        modes: of the games.
        games: how many, for each block and mode.
        seed: everything is drawn from it.
        engine: which engine performs.
        config: with which numbers; the policy is STRICT, so a tap is left out.
        sticks: in each hand; None for R1's.
        options: of the games.
        witnesses: honest ones, or some with an injected fault.
        probes: what is tried on a copy of each position.
        cases: the folder for cases.
        choose: how the moves of the games are chosen.
        second: the engine that performs every act once more, for a second opinion; None for none.
        reseat: whether every act is also performed from poses that are seated anew.
        first: the number of the first game of each block and mode.
    """

    blocks: tuple[tuple[str, BlockSpec], ...]
    modes: tuple[Mode, ...]
    games: int
    seed: int
    engine: str
    config: PhysicsConfig = field(default_factory=PhysicsConfig)
    sticks: int | None = None
    options: Options = field(default_factory=Options)
    pipeline: Pipeline = HONEST
    probes: tuple[Probe, ...] = EVERY_POSITION
    cases: Path = Path("out/cases")
    choose: MoveChoice = MoveChoice.RANDOM
    second: str | None = None
    reseat: bool = False
    first: int = 1

    @property
    def others(self) -> tuple[Other, ...]:
        """Return who performs every act besides the engine itself."""
        second = () if self.second is None else (Other(self.second, self.second),)
        return (*second, *((Other("reseated", self.engine, reseat=True),) if self.reseat else ()))

    @property
    def total(self) -> int:
        """Return how many games there are in all."""
        return len(self.blocks) * len(self.modes) * self.games

    def all_games(self) -> Iterator[PlannedGame]:
        """Yield the games in their order: by block, by mode, by number."""
        for block in range(len(self.blocks)):
            for mode in self.modes:
                for number in range(self.first, self.first + self.games):
                    yield PlannedGame(self, block, mode, number)

    def instruments(self, block: int | None = None) -> dict[str, dict[str, tuple[Measurement, ...]]]:
        """Return what the instruments of this process show, by engine and by block.

        Args:
            block: the place of one block in the plan; None for all.

        Raises:
            EngineMissingError: if this machine has not got an engine of it.
        """
        config = config_for(Policy.STRICT, self.config)
        blocks = self.blocks if block is None else self.blocks[block : block + 1]
        return {
            engine: {name: self_test(spec, engine, config, self.pipeline) for name, spec in blocks}
            for engine in dict.fromkeys((self.engine, *(other.engine for other in self.others)))
        }

    def wrong_instruments(self, block: int | None = None) -> tuple[str, ...]:
        """Return what they show and should not, as sentences with engine and block; ``block`` as above."""
        return tuple(
            f"{engine}, {name}: {measurement}"
            for engine, blocks in self.instruments(block).items()
            for name, measurements in blocks.items()
            for measurement in measurements
            if not measurement.right
        )

    def slug(self, block: int) -> str:
        """Return what files are called after a block: its name in plain letters, numbered where two share it."""
        slugs = [re.sub(r"[^A-Za-z0-9]+", "-", spec.name).strip("-")[:40] or "block" for _, spec in self.blocks]
        before = slugs[:block].count(slugs[block])
        return f"{slugs[block]}-{before + 1}" if before else slugs[block]

    def asked(self) -> dict[str, object]:
        """Return the plan as the head of the report.

        Raises:
            EngineMissingError: if this machine has not got an engine of it.
        """
        return {
            "seed": self.seed,
            "engine": require(self.engine).to_json(),
            "config": config_for(Policy.STRICT, self.config).to_json(),
            "blocks": [name for name, _ in self.blocks],
            "modes": [mode.value for mode in self.modes],
            "games": self.games,
            "first_game": self.first,
            "sticks": self.sticks,
            "options": {
                "fall": self.options.fall.value,
                "unsupported_plant": self.options.unsupported_plant.value,
            },
            "sabotage": self.pipeline.sabotage,
            "choose": self.choose.value,
            "second": None if self.second is None else require(self.second).to_json(),
            "reseat": self.reseat,
        }


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game of a plan.

    Attributes:
        plan: whose.
        block: the place of its block in the plan.
        mode: of the game.
        number: its number among those of the same block and mode.
    """

    plan: AuditPlan
    block: int
    mode: Mode
    number: int

    @property
    def name(self) -> str:
        """Return the block's name as it was asked for."""
        return self.plan.blocks[self.block][0]

    @property
    def spec(self) -> BlockSpec:
        """Return the block."""
        return self.plan.blocks[self.block][1]

    @property
    def place(self) -> str:
        """Return where files about this game lie in a folder of results, without a suffix."""
        return f"{self.plan.slug(self.block)}/{self.mode}/{self.number:06}"

    def __str__(self) -> str:
        return f"{self.name}, mode {self.mode}, game {self.number}"

    def start(self, first: int = 0) -> State:
        """Return the position at the start. Raises MisuseError if so many sticks cannot be dealt."""
        sticks = self.mode.sticks if self.plan.sticks is None else self.plan.sticks
        return start(Setup(lattice_of(self.spec), self.mode, sticks, self.plan.options, first))

    def random(self, purpose: str) -> Random:
        """Return the random numbers of this game for one purpose."""
        return Random(f"{self.plan.seed}/{self.spec.digest}/{self.mode}/{self.number}/{purpose}")

    @property
    def command(self) -> str:
        """Return the command line that plays this game alone, in a process of its own."""
        plan, defaults = self.plan, Options()
        words = ["audit", "--block", self.name, "--mode", str(self.mode)]
        words += ["--first-game", str(self.number), "--seed", str(plan.seed), "--engine", plan.engine]
        words += [] if plan.sticks is None else ["--sticks", str(plan.sticks)]
        for option in ("fall", "unsupported_plant"):
            value = getattr(plan.options, option)
            words += [] if value is getattr(defaults, option) else ["--option", f"{option}={value.value}"]
        usual = PhysicsConfig().to_json()
        for field_name, value in plan.config.to_json().items():
            words += [] if value == usual[field_name] else ["--physics", f"{field_name}={value}"]
        words += [] if plan.choose is MoveChoice.RANDOM else ["--choose", plan.choose.value]
        words += [] if plan.second is None else ["--second", plan.second]
        words += ["--reseat"] if plan.reseat else []
        words += [] if plan.pipeline.sabotage is None else ["--sabotage", plan.pipeline.sabotage]
        return command_line(*words, "--workers", "1")
