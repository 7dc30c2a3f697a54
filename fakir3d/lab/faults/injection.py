"""Faults planted on purpose, so that an audit can show that it would notice them.

Each is another set of witnesses: rules, engine and everything between know nothing of it. ``catch`` does what an
audit does, until something is noticed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType

from fakir3d.crosscheck.pipeline import HONEST, Pipeline
from fakir3d.errors import MisuseError
from fakir3d.lab.audit.game_result import Finding, GameResult
from fakir3d.lab.audit.plan import AuditPlan, PlannedGame
from fakir3d.lab.audit.playing import GameRunner
from fakir3d.lab.faults.catalogue import FAULTS, InjectedFault

PIPELINES: Mapping[str, Pipeline] = MappingProxyType({each.name: each.pipeline for each in FAULTS})
"""The witnesses of every planted fault, by its name."""


@dataclass(frozen=True, slots=True)
class Caught:
    """Whether a planted fault was noticed, and how.

    Attributes:
        sabotage: which.
        instruments: what the instruments showed before the games, as sentences with engine and block.
        finding: the first act that showed it; None where none did.
        acts: how many acts were performed until then, probes counted.
        cpu_s: what it took [s].
    """

    sabotage: InjectedFault
    instruments: tuple[str, ...]
    finding: Finding | None
    acts: int
    cpu_s: float

    @property
    def caught(self) -> bool:
        """Return whether anything was noticed."""
        return bool(self.instruments) or self.finding is not None

    @property
    def checks(self) -> tuple[str, ...]:
        """Return which checks noticed it: ``instruments``, a kind of difference, or both."""
        return (
            *(("instruments",) if self.instruments else ()),
            *((self.finding.kind.value,) if self.finding else ()),
        )

    def to_json(self) -> dict[str, object]:
        """Return it as a plain dict."""
        return {
            "name": self.sabotage.name,
            "where": self.sabotage.where,
            "planted": self.sabotage.planted,
            "caught": self.caught,
            "checks": list(self.checks),
            "instruments": list(self.instruments),
            "finding": self.finding.to_json() if self.finding else None,
            "acts": self.acts,
            "cpu_s": self.cpu_s,
        }


def pipeline_for(sabotage: str | None, engine: str | None = None) -> Pipeline:
    """Return honest witnesses, or those of a sabotage.

    Args:
        sabotage: its name, or None.
        engine: which engine will perform; the ideal one has no walls that could be missing.

    Raises:
        MisuseError: if there is no such sabotage, or the engine could never notice it.
    """
    if sabotage is None:
        return HONEST
    planted = next((each for each in FAULTS if each.name == sabotage), None)
    if planted is None:
        near = ", ".join(get_close_matches(sabotage, PIPELINES, n=3, cutoff=0.4)) or next(iter(PIPELINES))
        raise MisuseError(f"no sabotage {sabotage!r}; there are {len(PIPELINES)}, like {near}: --sabotage list")
    if planted.bodies and engine == "ideal":
        raise MisuseError(
            f"{sabotage}: the ideal engine computes straight falls, without walls; use --engine bullet or mujoco"
        )
    return planted.pipeline


def catch(plan: AuditPlan, sabotage: InjectedFault) -> Caught:
    """Audit with a planted fault until an act shows it, and return what noticed it.

    The instruments are asked first. Where they show it already, no more than one game is played to see whether the
    acts show it as well.

    Args:
        plan: the audit; its witnesses are replaced. No case is kept.
        sabotage: what is planted.

    Raises:
        EngineMissingError: if the engine is not on this machine.
        MisuseError: if the engine could never notice it.
    """
    lying = replace(plan, pipeline=pipeline_for(sabotage.name, plan.engine))
    began, acts, finding = time.process_time(), 0, None
    shown = lying.wrong_instruments()
    for game in _games(lying, only_one=bool(shown)):
        result = _play(game)
        acts += sum(result.acts.values()) + sum(result.probes.values())
        if result.findings:
            finding = result.findings[0]
            break
    return Caught(sabotage, shown, finding, acts, time.process_time() - began)


def _games(plan: AuditPlan, *, only_one: bool) -> Iterator[PlannedGame]:
    """Yield the games by number, so that every block and mode is seen early; or the first one alone."""
    games = sorted(plan.all_games(), key=lambda game: game.number)
    yield from games[:1] if only_one else games


def _play(game: PlannedGame) -> GameResult:
    playing = GameRunner(game)
    for _ in playing.moves():
        pass
    return playing.so_far().result
