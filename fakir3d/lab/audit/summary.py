"""What an audit found: many games in one report."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from fakir3d.crosscheck.second import agreements
from fakir3d.crosscheck.self_test import Measurement
from fakir3d.lab.audit.choosing import MOVE_KINDS
from fakir3d.lab.audit.game_result import Extreme, Finding, GameResult, Measure, Timing
from fakir3d.lab.audit.probes import Probe
from fakir3d.lab.audit.tally import MEASURE_FIELDS, measure_of

_EXTREMES = 10
"""So many of the greatest of everything are told."""


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game that could not be played: whoever played it died, twice.

    Attributes:
        block: as it was asked for.
        mode: of the game.
        game: its number.
        why: what happened, the first time and the second.
        reproduction: the one line that plays it again.
    """

    block: str
    mode: str
    game: int
    why: tuple[str, ...]
    reproduction: str

    def to_json(self) -> dict[str, object]:
        """Return it as a plain dict."""
        return {
            "block": self.block,
            "mode": self.mode,
            "game": self.game,
            "why": list(self.why),
            "reproduce": self.reproduction,
        }


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit found.

    Attributes:
        asked: what was audited: seed, engine, config, blocks, modes, sticks, options, games, sabotage.
        games_played: games begun.
        moves: moves of the games.
        acts: moves of the games by kind, and probes together.
        probes: probes by kind.
        falls: falls of standing sticks in the games' moves, by where they ended.
        blocked: acts in which something stopped the hand.
        findings: the differences.
        unsettled: acts without a rest certificate.
        deepest_m: the deepest contact of all acts [m].
        digest: a hash of every outcome, verdict and pose.
        interrupted: whether somebody stopped it before its end.
        timing: the one part that may differ between two runs.
        lost: the games that could not be played.
        splits: acts by how the witnesses stood, where others were asked besides the engine.
        measures: by block, then by kind of act.
        extremes: by what is measured, the acts in which it was greatest, each with its game's block, mode and number.
        instruments: what the instruments showed before the games, by engine and by block.
        played: the numbers of the games that were played, by block and mode.
        elsewhere: what the instruments showed and should not in processes that played games, as sentences.
    """

    asked: Mapping[str, object]
    games_played: int
    moves: int
    acts: Mapping[str, int]
    probes: Mapping[str, int]
    falls: Mapping[str, int]
    blocked: int
    findings: tuple[Finding, ...]
    unsettled: int
    deepest_m: float
    digest: str
    interrupted: bool
    timing: Mapping[str, object]
    lost: tuple[LostGame, ...] = ()
    splits: Mapping[str, int] = field(default_factory=dict)
    measures: Mapping[str, Mapping[str, Measure]] = field(default_factory=dict)
    extremes: Mapping[str, Sequence[tuple[str, str, int, Extreme]]] = field(default_factory=dict)
    instruments: Mapping[str, Mapping[str, Sequence[Measurement]]] = field(default_factory=dict)
    played: Mapping[tuple[str, str], Sequence[int]] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()

    @property
    def well(self) -> bool:
        """Return whether the instruments were right and all witnesses agreed on every act of a whole audit."""
        acts = not self.findings and not self.unsettled and not self.interrupted and not self.lost
        return acts and not self.wrong_instruments

    @property
    def wrong_instruments(self) -> tuple[str, ...]:
        """Return what the instruments showed and should not, here or where games were played: engine, block, what."""
        here = (
            f"{engine}, {block}: {measurement}"
            for engine, blocks in self.instruments.items()
            for block, measurements in blocks.items()
            for measurement in measurements
            if not measurement.right
        )
        return tuple(dict.fromkeys((*here, *self.elsewhere)))

    def to_json(self) -> dict[str, object]:
        """Return the report as the document of ``audit --json``."""
        return {
            "format": "fakir-audit",
            "version": 1,
            **self.asked,
            "games_played": self.games_played,
            "moves": self.moves,
            "acts": dict(self.acts),
            "probes": dict(self.probes),
            "falls": dict(self.falls),
            "blocked": self.blocked,
            "disagreements": [finding.to_json() for finding in self.findings],
            "splits": dict(self.splits),
            "agreements": agreements(self.splits),
            "lost": [lost.to_json() for lost in self.lost],
            "unsettled": self.unsettled,
            "deepest_m": self.deepest_m,
            "measures": {
                block: {kind: asdict(measure) for kind, measure in kinds.items()}
                for block, kinds in self.measures.items()
            },
            "extremes": {
                what: [{"block": block, "mode": mode, "game": game, **asdict(act)} for block, mode, game, act in acts]
                for what, acts in self.extremes.items()
            },
            "instruments": {
                engine: {
                    block: [measurement.to_json() for measurement in measurements]
                    for block, measurements in blocks.items()
                }
                for engine, blocks in self.instruments.items()
            },
            "wrong_instruments": list(self.wrong_instruments),
            "digest": self.digest,
            "interrupted": self.interrupted,
            "timing": dict(self.timing),
        }


def report(
    asked: Mapping[str, object],
    probes_asked: Sequence[Probe],
    games: Iterable[tuple[GameResult, Timing]],
    *,
    cases: Path,
    interrupted: bool = False,
    timing: Mapping[str, object],
    lost: Sequence[LostGame] = (),
    instruments: Mapping[str, Mapping[str, Sequence[Measurement]]] | None = None,
) -> AuditReport:
    """Return the report on these games, in their order; they are read once, one after the other.

    Args:
        asked: the head of the report.
        probes_asked: the kinds of probes that it lists.
        games: what was counted in each, and what it took.
        cases: the folder in which the findings' cases lie.
        interrupted: whether there should have been more.
        timing: what else differs from run to run.
        lost: the games that could not be played.
        instruments: what they showed, by engine and by block.
    """
    sums = _Sums()
    for game, took in games:
        sums.add(game, cases)
        sums.add_timing(game, took)
    counted = sums.report(asked, probes_asked)
    return replace(
        counted,
        interrupted=interrupted,
        timing={**counted.timing, **timing},
        lost=tuple(lost),
        instruments=instruments or {},
    )


class _Sums:
    """What many games come to, game by game."""

    def __init__(self) -> None:
        self.games = self.blocked = self.unsettled = 0
        self.deepest_m = 0.0
        self.acts, self.probes, self.falls, self.splits = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
        self.findings: list[Finding] = []
        self.extremes: defaultdict[str, list[tuple[str, str, int, Extreme]]] = defaultdict(list)
        self.played: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self.instruments: dict[str, None] = {}
        self.hash = hashlib.sha256()
        self.timing = {"cpu_s": 0.0, "acts_cpu_s": 0.0, "simulated_s": 0.0}
        self._spreads: defaultdict[str, defaultdict[str, dict[str, Counter[int]]]] = defaultdict(
            lambda: defaultdict(lambda: {name: Counter() for name in MEASURE_FIELDS})
        )

    def add(self, game: GameResult, cases: Path) -> None:
        """Add a game."""
        self.games += 1
        self.played[game.block, game.mode].append(game.game)
        self.instruments.update(dict.fromkeys(game.instruments))
        for name in ("acts", "probes", "falls", "splits"):
            getattr(self, name).update(getattr(game, name))
        self.blocked += game.blocked
        self.unsettled += game.unsettled
        self.deepest_m = max(self.deepest_m, game.deepest_m)
        self.findings += (replace(found, case=(cases / found.case).as_posix()) for found in game.findings)
        self.hash.update(game.digest.encode())
        for kind, measure in game.measures.items():
            for name in MEASURE_FIELDS:
                self._spreads[game.block][kind][name].update(getattr(measure, name))
        for act in game.extremes:
            greatest = self.extremes[act.what]
            greatest.append((game.block, game.mode, game.game, act))
            greatest.sort(key=lambda found: -found[3].value)
            del greatest[_EXTREMES:]

    def add_timing(self, game: GameResult, took: Timing) -> None:
        """Add what a game took."""
        self.timing["cpu_s"] += took.cpu_s
        self.timing["acts_cpu_s"] += took.acts_cpu_s
        self.timing["simulated_s"] += game.simulated_s

    def report(self, asked: Mapping[str, object], probes: Sequence[Probe]) -> AuditReport:
        """Return what has been added, as the report of an audit that came to its end."""
        by_kind = {kind: self.acts[kind] for kind in MOVE_KINDS if not kind.startswith("discard_")}
        discards = {kind: self.acts[kind] for kind in MOVE_KINDS if kind.startswith("discard_")}
        return AuditReport(
            asked=asked,
            games_played=self.games,
            moves=self.acts.total(),
            acts={**by_kind, "discard": sum(discards.values()), **discards, "probe": self.probes.total()},
            probes={probe.value: self.probes[probe.value] for probe in probes},
            falls={landing: self.falls[landing] for landing in ("onto_stick", "gone", "hung", "astray")},
            blocked=self.blocked,
            findings=tuple(self.findings),
            unsettled=self.unsettled,
            deepest_m=self.deepest_m,
            digest=self.hash.hexdigest(),
            interrupted=False,
            timing=self.timing,
            splits=dict(sorted(self.splits.items(), key=lambda split: (-split[1], split[0]))),
            measures=self.measures(),
            extremes={what: tuple(acts) for what, acts in sorted(self.extremes.items())},
            played={place: tuple(games) for place, games in self.played.items()},
            elsewhere=tuple(self.instruments),
        )

    def measures(self) -> dict[str, dict[str, Measure]]:
        """Return the measures by block and kind of act."""
        return {
            block: {kind: measure_of(spreads) for kind, spreads in sorted(kinds.items())}
            for block, kinds in self._spreads.items()
        }
