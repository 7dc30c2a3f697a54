"""One game of an audit: played act by act, each performed, held against the rules, and counted."""

from __future__ import annotations

import hashlib
import os
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from fakir3d.block.names import Bore, Hole
from fakir3d.crosscheck.case import case_of
from fakir3d.crosscheck.casefile import CASE_SUFFIX, case_text
from fakir3d.crosscheck.pipeline import Comparison, ask, run_act, settle
from fakir3d.crosscheck.policy import Policy, config_for
from fakir3d.crosscheck.second import Opinion, Split, second_opinion
from fakir3d.lab.audit.choosing import chooser
from fakir3d.lab.audit.game_result import Finding, GameResult, Timing
from fakir3d.lab.audit.plan import PlannedGame
from fakir3d.lab.audit.probes import Probe, choose_probes
from fakir3d.lab.audit.tally import Tally
from fakir3d.motion import Snapshot
from fakir3d.physics.hand.script import Script, script_for
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce, Plant, Pull
from fakir3d.rules.state import Phase, State


@dataclass(frozen=True, slots=True)
class AuditedGame:
    """A game that has been played (or as much of it as there is).

    Attributes:
        result: what was counted.
        cases: the texts of the cases of its findings, by the name of the file.
        timing: what it took.
    """

    result: GameResult
    cases: dict[str, str]
    timing: Timing


@dataclass(frozen=True, slots=True)
class _Position:
    """Where a game stands: the state, the exact poses, and the number of the next move from 1."""

    state: State
    snapshot: Snapshot
    number: int

    def script(self, move: Move, seed: int) -> Script:
        """Return how the hand makes a move here."""
        return script_for(self.state, move, seed, self.number)


@dataclass(slots=True)
class GameRunner:
    """A game being played: ``moves`` goes on with it, ``so_far`` tells what has been counted."""

    game: PlannedGame
    _tally: Tally = field(default_factory=Tally)
    _cases: dict[str, str] = field(default_factory=dict)
    _wall: float = field(default_factory=time.perf_counter)
    _cpu: float = field(default_factory=time.process_time)

    def moves(self) -> Iterator[int]:
        """Play until the end or the first difference from the rules, yielding the number of each move made.

        The instruments are checked first: this may be another process, or another machine, than that of the audit.
        """
        game, plan = self.game, self.game.plan
        self._tally.instruments = plan.wrong_instruments(game.block)
        lots, probing = game.random("moves"), game.random("probes")
        position = _Position(game.start(lots.randrange(game.mode.seats)), Snapshot.of({}), 1)
        seed, probe_seed = lots.getrandbits(32), probing.getrandbits(32)
        choose = chooser(plan.choose, game.spec, lots)
        while position.state.phase is not Phase.OVER:
            for place, (probe, move) in enumerate(choose_probes(position.state, plan.probes, probing)):
                if not self._act(position, position.script(move, probe_seed + place), probe):
                    return
            move = choose(position.state)
            comparison = self._act(position, position.script(move, seed))
            yield position.number
            if comparison is None:
                return
            settled = settle(comparison, Policy.STRICT)
            position = _Position(settled.after, settled.snapshot, position.number + 1)

    def so_far(self) -> AuditedGame:
        """Return what has been counted until now."""
        game, tally = self.game, self._tally
        timing = Timing(
            wall_s=time.perf_counter() - self._wall,
            cpu_s=time.process_time() - self._cpu,
            acts_cpu_s=tally.seconds,
            worker=f"{platform.node()} {os.getpid()}",
        )
        return AuditedGame(tally.result(game.name, str(game.mode), game.number), dict(self._cases), timing)

    def _act(self, position: _Position, script: Script, probe: Probe | None = None) -> Comparison | None:
        """Perform, compare and count one act; return it, or None where the engine and the rules differ."""
        plan, spec, state = self.game.plan, self.game.spec, position.state
        config = config_for(Policy.STRICT, plan.config)
        asked = ask(spec, state, position.snapshot, script, pipeline=plan.pipeline)
        comparison = run_act(asked, plan.engine, config)
        self._tally.add(comparison, probe, position.number, floor_of(state, script.move))
        opinions = [Opinion(plan.engine, comparison)]
        split = None
        if plan.others:
            opinions += (second_opinion(other, asked, config) for other in plan.others)
            split = self._tally.compare(opinions[0], opinions[1:])
        for opinion in opinions:
            if not opinion.comparison.verdict.agree:
                self._keep(position, opinion, probe, split)
        return comparison if comparison.verdict.agree else None

    def _keep(self, position: _Position, opinion: Opinion, probe: Probe | None, split: Split | None) -> None:
        """Keep a difference from the rules as a finding with a case."""
        game, plan, comparison = self.game, self.game.plan, opinion.comparison
        move, kind = comparison.script.move, comparison.verdict.discrepancies[0].kind
        what = f"probe {probe.value} {move}" if probe else f"move {move}"
        note = f"Audit, seed {plan.seed}: {what} at move {position.number} of game {game.number}, mode {game.mode}."
        if split is not None:
            who = f"{', '.join(split.alone)} alone" if split.alone else "nobody alone"
            note += f" {opinion.witness} said this; the witnesses stand {split}: {who}."
        place = [plan.slug(game.block), str(game.mode), f"s{plan.seed}", f"g{game.number}", f"m{position.number}"]
        witness = opinion.witness if split is not None else ""
        case = case_of(note, comparison)
        text = case_text(case)
        # What is in it is in its name, too: another audit's case of the same move is not overwritten.
        place += [probe.value if probe else "", witness, kind.value, hashlib.sha256(text.encode()).hexdigest()[:8]]
        name = f"{'-'.join(filter(None, place))}{CASE_SUFFIX}"
        self._cases[name] = text
        self._tally.findings.append(
            Finding(
                block=game.name,
                mode=str(game.mode),
                game=game.number,
                turn=position.number,
                kind=kind,
                case=name,
                probe=probe,
                move=move,
                verdict=str(comparison.verdict),
                witness=opinion.witness,
                split="" if split is None else str(split),
                alone=() if split is None else split.alone,
            )
        )


def floor_of(state: State, move: Move) -> int | None:
    """Return the floor that a move is about, from 0: of its bore, or of the stick that stands or will stand there."""
    match move:
        case Pierce(bore) | Pull(bore) | Discard(Bore() as bore):
            return state.lattice.level[bore]
        case Exchange(hole) | Discard(Hole() as hole):
            return state.lattice.level[state.standing[hole].on]
        case Plant(hole):
            under = (bore for bore in state.lattice.under[hole] if bore in state.pierced)
            return next((state.lattice.level[bore] for bore in under), None)
        case _:
            return None
