"""What an audit counts, and the report it gives."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fakir3d.block.names import Bore, Hole
from fakir3d.crosscheck.verdict import Kind
from fakir3d.crosscheck.witnesses import Judged
from fakir3d.lab.probes import Probe
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.outcome import Fall, Fate

__all__ = ["MOVE_KINDS", "Finding", "Report", "Tally", "kind_of", "report"]

MOVE_KINDS = ("pierce", "plant", "pull", "exchange", "discard_hand", "discard_standing", "discard_horizontal")
"""The kinds of moves that an audit draws from with equal chances."""


def kind_of(move: Move) -> str:
    """Return which of ``MOVE_KINDS`` a move is."""
    match move:
        case Pierce():
            return "pierce"
        case Plant():
            return "plant"
        case Pull():
            return "pull"
        case Exchange():
            return "exchange"
        case Discard(Hole()):
            return "discard_standing"
        case Discard(Bore()):
            return "discard_horizontal"
        case Discard():
            return "discard_hand"


@dataclass(frozen=True, slots=True)
class Finding:
    """One act in which rules and physics differed.

    Attributes:
        block: as it was asked for.
        mode: of the game.
        game: its number, from 1.
        turn: the number of the move in the game, from 1; a probe has that of the move made after it.
        kind: the first kind of difference.
        case: the file that holds it.
        probe: which probe it was; None for a move of the game.
        move: what was done.
        verdict: all differences, with both texts.
    """

    block: str
    mode: str
    game: int
    turn: int
    kind: Kind
    case: str
    probe: Probe | None
    move: Move
    verdict: str

    @property
    def reproduction(self) -> str:
        """Return the one line that shows it again."""
        return f"fakir3d case run {self.case}"

    def to_json(self) -> dict[str, object]:
        """Return the finding as a plain dict."""
        return {
            "block": self.block,
            "mode": self.mode,
            "game": self.game,
            "turn": self.turn,
            "kind": self.kind.value,
            "case": self.case,
            "probe": self.probe.value if self.probe else None,
            "move": str(self.move),
            "verdict": self.verdict,
            "reproduce": self.reproduction,
        }


class Tally:
    """What has been counted in one game so far; the one mutable thing of an audit."""

    def __init__(self) -> None:
        self.acts: Counter[str] = Counter()
        self.probes: Counter[str] = Counter()
        self.falls: Counter[str] = Counter()
        self.blocked = 0
        self.unsettled = 0
        self.deepest_m = 0.0
        self.simulated_s = 0.0
        self.seconds = 0.0
        self.finding: Finding | None = None
        self._hash = hashlib.sha256()

    def add(self, judged: Judged, probe: Probe | None) -> None:
        """Count one act: of the game, or a probe."""
        performance, move = judged.performance, judged.script.move
        if probe:
            self.probes[probe.value] += 1
        else:
            self.acts[kind_of(move)] += 1
            self.falls.update(map(_landing, performance.outcome.drops))
        self.blocked += performance.outcome.blocked
        self.unsettled += not performance.rest.settled
        self.deepest_m = max(self.deepest_m, performance.deepest_m)
        self.simulated_s += performance.rest.simulated_s
        self.seconds += performance.seconds
        self._hash.update(f"{move}|{judged.predicted}|{performance.outcome}|{judged.verdict}|".encode())
        self._hash.update(",".join(performance.after.names).encode())
        self._hash.update(performance.after.poses.tobytes())

    @property
    def moves(self) -> int:
        """Return how many moves of the game were made."""
        return self.acts.total()

    @property
    def digest(self) -> str:
        """Return a hash of every outcome, verdict and pose so far, in order."""
        return self._hash.hexdigest()


def _landing(fall: Fall) -> str:
    if isinstance(fall.to, Bore):
        return "onto_stick"
    return fall.to.value if isinstance(fall.to, Fate) else "hung"


@dataclass(frozen=True, slots=True)
class Report:
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
    timing: Mapping[str, float]

    @property
    def well(self) -> bool:
        """Return whether rules and physics agreed on every act of a whole audit."""
        return not self.findings and not self.unsettled and not self.interrupted

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
            "unsettled": self.unsettled,
            "deepest_m": self.deepest_m,
            "digest": self.digest,
            "interrupted": self.interrupted,
            "timing": dict(self.timing),
        }


def report(
    asked: Mapping[str, object],
    probes_asked: Sequence[Probe],
    games: Sequence[Tally],
    *,
    interrupted: bool,
    timing: Mapping[str, float],
) -> Report:
    """Return the report on these games, in their order."""
    acts, probes, falls = (
        sum((getattr(game, name) for game in games), Counter[str]()) for name in ("acts", "probes", "falls")
    )
    moves = acts.total()
    by_kind = {kind: acts[kind] for kind in MOVE_KINDS if not kind.startswith("discard_")}
    discards = {kind: acts[kind] for kind in MOVE_KINDS if kind.startswith("discard_")}
    return Report(
        asked=asked,
        games_played=len(games),
        moves=moves,
        acts={**by_kind, "discard": sum(discards.values()), **discards, "probe": probes.total()},
        probes={probe.value: probes[probe.value] for probe in probes_asked},
        falls={landing: falls[landing] for landing in ("onto_stick", "gone", "hung", "astray")},
        blocked=sum(game.blocked for game in games),
        findings=tuple(game.finding for game in games if game.finding),
        unsettled=sum(game.unsettled for game in games),
        deepest_m=max((game.deepest_m for game in games), default=0.0),
        digest=hashlib.sha256("".join(game.digest for game in games).encode()).hexdigest(),
        interrupted=interrupted,
        timing=timing,
    )
