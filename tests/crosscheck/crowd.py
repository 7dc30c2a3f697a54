"""A long case with many sticks in it, for tests that make cases small."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.crosscheck.case import Case, case_of
from fakir3d.crosscheck.pipeline import Pipeline, ask, run_act
from fakir3d.motion import Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.script import script_for
from fakir3d.rules import Mode, Pierce, Plant, Setup, advance, legal_moves, predict, start

GOLDEN = Path(__file__).parents[1] / "golden" / "cases"
CROWDED = Path(__file__).parents[1] / "blocks" / "5x5-xyxyxy.toml"
HISTORY = 40


def crowd(pipeline: Pipeline, engine: str, seed: int = 1) -> Case:
    """Return a case of 40 acts that begins with the empty block: 24 pierces, 15 plants, and a pull that differs."""
    spec, lots = load_block(str(CROWDED)), Random(seed)
    opening = start(Setup(lattice_of(spec), Mode.TWO, 25))
    state, snapshot, acts = opening, Snapshot.of({}), []
    while True:
        kind = Pierce if len(acts) < 24 else Plant
        last = len(acts) == HISTORY - 1
        moves = legal_moves(state)
        wanted = [move for move in moves if (predict(state, move).drops if last else isinstance(move, kind))]
        if last:  # a difference, where the witness lies about one stick only
            wanted = [move for move in wanted if pipeline.predict(state, move) != predict(state, move)]
        script = script_for(state, lots.choice(wanted), seed, len(acts) + 1)
        comparison = run_act(ask(spec, state, snapshot, script, pipeline=pipeline), engine, PhysicsConfig())
        acts.append(script)
        if last:
            case = case_of("A crowd.", comparison)
            return replace(case, state=opening, snapshot=Snapshot.of({}), acts=tuple(acts))
        assert comparison.verdict.agree, f"seed {seed}, act {len(acts)}: {comparison.verdict}"
        state, snapshot = advance(state, script.move, comparison.performance.outcome), comparison.performance.after
