"""Random games in which every act is performed and compared: do rules and physics agree, move by move?

A move is drawn in two steps: first its kind (``MOVE_KINDS``, every kind that is legal has the same chance), then
the move. Plain random play would seldom pull, exchange or discard. Everything is drawn from seeds that are texts, so
that the same audit is the same games in any process, and any game can be played without those before it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from fakir3d.block.derive import lattice_of
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.case import case_of
from fakir3d.crosscheck.casefile import save_case
from fakir3d.crosscheck.policy import Policy, config_for, decide
from fakir3d.crosscheck.witnesses import HONEST, Judged, Witnesses, judge
from fakir3d.lab.probes import EVERY_POSITION, Probe, choose_probes
from fakir3d.lab.tally import MOVE_KINDS, Finding, Report, Tally, kind_of, report
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import require
from fakir3d.physics.script import Script, script_for
from fakir3d.rules import advance, legal_moves, start
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Options, Phase, Setup, State
from fakir3d.rules.sticks import Mode

__all__ = ["AuditPlan", "Watcher", "audit", "choose_move"]

Watcher = Callable[[int, int, int], None]
"""Told after each move of a game: games finished, games in all, moves made in this one."""


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
        witnesses: honest ones, or a sabotage.
        probes: what is tried on a copy of each position.
        cases: the folder for cases.
    """

    blocks: tuple[tuple[str, BlockSpec], ...]
    modes: tuple[Mode, ...]
    games: int
    seed: int
    engine: str
    config: PhysicsConfig = field(default_factory=PhysicsConfig)
    sticks: int | None = None
    options: Options = field(default_factory=Options)
    witnesses: Witnesses = HONEST
    probes: tuple[Probe, ...] = EVERY_POSITION
    cases: Path = Path("out/cases")

    def asked(self) -> dict[str, object]:
        """Return the plan as the head of the report."""
        return {
            "seed": self.seed,
            "engine": require(self.engine).to_json(),
            "config": config_for(Policy.STRICT, self.config).to_json(),
            "blocks": [name for name, _ in self.blocks],
            "modes": [mode.value for mode in self.modes],
            "games": self.games,
            "sticks": self.sticks,
            "options": {
                "fall": self.options.fall.value,
                "unsupported_plant": self.options.unsupported_plant.value,
            },
            "sabotage": self.witnesses.sabotage,
        }


@dataclass(frozen=True, slots=True)
class _Game:
    """One game of a plan."""

    plan: AuditPlan
    block: str
    spec: BlockSpec
    mode: Mode
    number: int

    def start(self, first: int = 0) -> State:
        """Return the position at the start. Raises MisuseError if so many sticks cannot be dealt."""
        sticks = self.mode.sticks if self.plan.sticks is None else self.plan.sticks
        return start(Setup(lattice_of(self.spec), self.mode, sticks, self.plan.options, first))

    def random(self, purpose: str) -> Random:
        """Return the lots of this game for one purpose."""
        return Random(f"{self.plan.seed}/{self.spec.digest}/{self.mode}/{self.number}/{purpose}")


@dataclass(frozen=True, slots=True)
class _Position:
    """Where a game stands: the state, the exact poses, and the number of the next move from 1."""

    state: State
    snapshot: Snapshot
    number: int

    def script(self, move: Move, seed: int) -> Script:
        """Return how the hand makes a move here."""
        return script_for(self.state, move, seed, self.number)


def audit(plan: AuditPlan, watch: Watcher | None = None) -> Report:
    """Play the plan's games, compare every act, and return what was found.

    A game ends at its first difference, with a case. Ctrl-C (KeyboardInterrupt) ends the audit; the report then
    holds what was done so far and says so.

    Raises:
        EngineMissingError: if the engine is not on this machine.
        MisuseError: if so many sticks cannot be dealt, or a case cannot be written.
    """
    asked = plan.asked()
    pairs = [(name, spec, mode) for name, spec in plan.blocks for mode in plan.modes]
    for pair in pairs:
        _Game(plan, *pair, number=1).start()
    games = (_Game(plan, *pair, number) for pair in pairs for number in range(1, plan.games + 1))
    tallies: list[Tally] = []
    interrupted = False
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        for done, game in enumerate(games):
            tallies.append(Tally())
            for moves in _play(game, tallies[-1]):
                if watch:
                    watch(done, len(pairs) * plan.games, moves)
    except KeyboardInterrupt:
        interrupted = True
    timing = {
        "wall_s": time.perf_counter() - wall,
        "cpu_s": time.process_time() - cpu,
        "acts_cpu_s": sum(tally.seconds for tally in tallies),
        "simulated_s": sum(tally.simulated_s for tally in tallies),
    }
    return report(asked, plan.probes, tallies, interrupted=interrupted, timing=timing)


def choose_move(moves: Sequence[Move], random: Random) -> Move:
    """Return one of the moves: first its kind is drawn, then the move."""
    by_kind: dict[str, list[Move]] = {}
    for move in moves:
        by_kind.setdefault(kind_of(move), []).append(move)
    kind = random.choice([kind for kind in MOVE_KINDS if kind in by_kind])
    return random.choice(by_kind[kind])


def _play(game: _Game, tally: Tally) -> Iterator[int]:
    """Play one game into its tally, yielding the number of moves after each."""
    plan, lots, probing = game.plan, game.random("moves"), game.random("probes")
    position = _Position(game.start(lots.randrange(game.mode.seats)), Snapshot.of({}), 1)
    seed, probe_seed = lots.getrandbits(32), probing.getrandbits(32)
    while position.state.phase is not Phase.OVER:
        for place, (probe, move) in enumerate(choose_probes(position.state, plan.probes, probing)):
            if not _act(game, tally, position, position.script(move, probe_seed + place), probe):
                return
        move = choose_move(legal_moves(position.state), lots)
        judged = _act(game, tally, position, position.script(move, seed))
        yield position.number
        if not judged:
            return
        state = advance(position.state, move, judged.performance.outcome)
        position = _Position(state, judged.performance.after, position.number + 1)


def _act(game: _Game, tally: Tally, position: _Position, script: Script, probe: Probe | None = None) -> Judged | None:
    """Perform, compare and count one act; return it, or None where it differs (its case is written then)."""
    plan = game.plan
    judged = judge(
        game.spec,
        position.state,
        position.snapshot,
        script,
        engine=plan.engine,
        config=config_for(Policy.STRICT, plan.config),
        witnesses=plan.witnesses,
    )
    tally.add(judged, probe)
    if not decide(Policy.STRICT, judged.predicted, judged.performance, judged.verdict).stop:
        return judged
    tally.finding = _finding(game, position, judged, probe)
    return None


def _finding(game: _Game, position: _Position, judged: Judged, probe: Probe | None) -> Finding:
    """Write the case of a difference and return the finding."""
    plan, move, kind = game.plan, judged.script.move, judged.verdict.discrepancies[0].kind
    what = f"probe {probe.value} {move}" if probe else f"move {move}"
    note = f"Audit, seed {plan.seed}: {what} at move {position.number} of game {game.number}, mode {game.mode}."
    case = case_of(note, game.spec, position.state, position.snapshot, judged, sabotage=plan.witnesses.sabotage)
    block = re.sub(r"[^A-Za-z0-9]+", "-", game.spec.name).strip("-")[:40]
    place = [block, str(game.mode), f"s{plan.seed}", f"g{game.number}", f"m{position.number}"]
    stem = "-".join(filter(None, [*place, probe.value if probe else "", kind.value]))
    return Finding(
        block=game.block,
        mode=str(game.mode),
        game=game.number,
        turn=position.number,
        kind=kind,
        case=save_case(case, plan.cases, stem).as_posix(),
        probe=probe,
        move=move,
        verdict=str(judged.verdict),
    )
