"""Random play, act by act, physics against rules; poses carried from act to act. Run it, or let a test run it.

``python tests/physics/test_campaign.py --games 20 --seed 1`` prints a table for each preset.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np
import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.verdict import compare
from fakir3d.motion import Snapshot
from fakir3d.physics.capsules import axis_of
from fakir3d.physics.config import PhysicsConfig, Pierced
from fakir3d.physics.engines import available, default_engine
from fakir3d.physics.hand.script import script_for
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.reading import foot_height_m
from fakir3d.physics.scene import scene_of
from fakir3d.rules import (
    Discard,
    Mode,
    Move,
    Phase,
    Pierce,
    Plant,
    Pull,
    Setup,
    State,
    advance,
    legal_moves,
    predict,
    start,
)

PRESETS = ("lattice", "staggered", "oneway")
KINDS = (
    "pierce",
    "plant",
    "pull",
    "probe blocked pierce",
    "probe discard pierced",
    "probe discard standing",
    "probe pull of nothing",
    "probe unsupported plant",
)


@dataclass
class Tally:
    """What a campaign saw."""

    acts: Counter[str] = field(default_factory=Counter)
    falls: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    cpu_ms: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    simulated_ms: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    settling_ms: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    deepest_mm: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    foot_error_mm: float = 0.0
    foot_moved_mm: float = 0.0
    tilt_deg: float = 0.0


def campaign(
    block: str, modes: tuple[Mode, ...], games: int, seed: int, engine: str, config: PhysicsConfig | None = None
) -> Tally:
    """Play random games on a block, with probes in every position, and compare every act."""
    tally, spec = Tally(), load_block(block)
    for number in range(games):
        mode = modes[number % len(modes)]
        _game(tally, spec, mode, f"{seed}/{block}/{number}", engine, config or PhysicsConfig())
    return tally


def _game(tally: Tally, spec: BlockSpec, mode: Mode, tag: str, engine: str, config: PhysicsConfig) -> None:
    rng = Random(tag)
    state = start(Setup(lattice_of(spec), mode, mode.sticks, first=rng.randrange(mode.seats)))
    snapshot, turn, seed = Snapshot.of({}), 0, rng.randrange(2**32)
    while state.phase is not Phase.OVER:
        turn += 1
        for kind, move in probes(state, rng):
            _act(tally, kind, spec, state, snapshot, move, (seed, turn), engine, config)
        move = _choose(state, rng)
        kind = "exchange" if state.phase is Phase.EXCHANGE else type(move).__name__.lower()
        kind = f"discard {_where(move)}" if isinstance(move, Discard) else kind
        done = _act(tally, kind, spec, state, snapshot, move, (seed, turn), engine, config)
        if done is None:
            return
        state, snapshot = advance(state, move, done.outcome), done.after


def probes(state: State, rng: Random) -> Iterator[tuple[str, Move]]:
    """Yield moves that the rules forbid here but a hand can try, one of every kind there is."""
    if state.phase is Phase.EXCHANGE:
        return
    lattice = state.lattice
    kinds: dict[str, list[Move]] = {
        "probe discard standing": [Discard(hole) for hole in state.standing],
        "probe discard pierced": [Discard(bore) for bore in state.pierced],
        "probe pull of nothing": [Pull(bore) for bore in state.pierced if not predict(state, Pull(bore)).falls],
    }
    if state.hand:
        kinds["probe blocked pierce"] = [
            Pierce(bore) for bore in lattice.bores if bore not in state.pierced and predict(state, Pierce(bore)).blocked
        ]
        kinds["probe unsupported plant"] = [
            Plant(hole)
            for hole in lattice.holes
            if hole not in state.standing and not any(bore in state.pierced for bore in lattice.under[hole])
        ]
    for kind, moves in kinds.items():
        if moves:
            yield kind, rng.choice(moves)


def _choose(state: State, rng: Random) -> Move:
    moves = legal_moves(state)
    pulls = [move for move in moves if isinstance(move, Pull)]
    return rng.choice(pulls if pulls and rng.random() < 0.5 else moves)


def _where(move: Discard) -> str:
    return {"Hole": "standing", "Bore": "pierced"}.get(type(move.place).__name__, "hand")


def _act(
    tally: Tally,
    kind: str,
    spec: BlockSpec,
    state: State,
    snapshot: Snapshot,
    move: Move,
    lot: tuple[int, int],
    engine: str,
    config: PhysicsConfig,
) -> Performance | None:
    predicted = predict(state, move)
    done = perform(scene_of(spec, state, snapshot), script_for(state, move, *lot), engine, config)
    verdict = compare(predicted, done)
    tally.acts[kind] += 1
    for fall in done.outcome.falls:
        into = "plant" if fall.origin is None else "fall"
        tally.falls[f"{into} {'onto a stick' if hasattr(fall.to, 'axis') else fall.to}"] += 1
    tally.cpu_ms[kind].append(done.seconds * 1000)
    tally.simulated_ms[kind].append(done.rest.simulated_s * 1000)
    tally.settling_ms[kind].append(done.rest.settling_s * 1000)
    tally.deepest_mm[kind] = max(tally.deepest_mm[kind], done.deepest_m * 1000)
    _measure(tally, spec, state, move, done)
    if not verdict.agree:
        tally.findings.append(f"{spec.name} {state} {move} {lot}: {verdict}")
        return None
    return done


def _measure(tally: Tally, spec: BlockSpec, state: State, move: Move, done: Performance) -> None:
    """Note how far feet are from where they belong, how much those that did not fall moved, and how sticks lean."""
    fallen = {str(fall.stick): fall.to for fall in done.outcome.falls}
    on = {str(each.stick): each.on for each in state.standing.values()}
    for name, row in done.after.as_dict().items():
        pose = tuple(row.tolist())
        bore = fallen.get(name, on.get(name))
        if hasattr(bore, "axis"):
            foot = foot_height_m(spec, pose)
            tally.foot_error_mm = max(tally.foot_error_mm, abs(foot - spec.foot_m(bore)) * 1000)
            tally.tilt_deg = max(tally.tilt_deg, float(np.degrees(np.arccos(min(1.0, axis_of(pose)[2])))))
            if name not in fallen:
                moved = foot - foot_height_m(spec, tuple(done.before.pose(name).tolist()))
                tally.foot_moved_mm = max(tally.foot_moved_mm, abs(moved) * 1000)


def table(block: str, tally: Tally) -> str:
    """Return a tally as lines of text."""
    lines = [f"{block}: {sum(tally.acts.values())} acts, {len(tally.findings)} findings"]
    for kind, count in sorted(tally.acts.items()):
        cpu, simulated, settling = (
            np.percentile(values[kind], (50, 95, 100))
            for values in (tally.cpu_ms, tally.simulated_ms, tally.settling_ms)
        )
        lines.append(
            f"  {kind:24s} {count:5d}  cpu ms {cpu[0]:5.1f} / {cpu[1]:5.1f}  simulated ms {simulated[0]:5.0f}  "
            f"settling ms {settling[0]:4.0f} / {settling[1]:4.0f} / {settling[2]:4.0f}  "
            f"deepest mm {tally.deepest_mm[kind]:.3f}"
        )
    lines.append(f"  falls {dict(sorted(tally.falls.items()))}")
    lines.append(
        f"  feet off by at most {tally.foot_error_mm:.4f} mm, moved without a fall by {tally.foot_moved_mm:.4f} mm; "
        f"tilt at most {tally.tilt_deg:.2f} degrees"
    )
    return "\n".join([*lines, *tally.findings])


@pytest.mark.parametrize("block", PRESETS)
def test_random_play_agrees(engine: str, block: str) -> None:
    """A whole random game, probed in every position, on each preset: physics does what the rules foretell."""
    tally = campaign(block, (Mode.TWO,), 1, 4, engine)
    assert tally.findings == []
    assert tally.acts["exchange"] > 0
    assert min(tally.acts[kind] for kind in KINDS) >= 10
    assert tally.falls["fall onto a stick"] > 5
    assert tally.foot_error_mm < 0.05
    assert tally.foot_moved_mm < 0.05


@pytest.mark.campaign
@pytest.mark.parametrize("block", PRESETS)
def test_long_random_play_agrees(engine: str, block: str) -> None:
    """Forty-five games of all modes on each preset: at least 200 exchanges and 1000 discards, and no difference."""
    tally = campaign(block, tuple(Mode), 45, 11, engine)
    assert tally.findings == []
    assert tally.acts["exchange"] >= 200
    assert tally.acts["probe discard pierced"] + tally.acts["discard pierced"] >= 1000


@pytest.mark.bullet
@pytest.mark.campaign
@pytest.mark.parametrize("block", PRESETS)
def test_free_sticks_settle(block: str) -> None:
    """Pierced sticks free in Bullet, at least 1000 acts a preset: all at rest in time, and as the rules foretell."""
    tally = campaign(block, (Mode.TWO, Mode.TEAMS), 8, 3, "bullet", PhysicsConfig(pierced=Pierced.FREE))
    print(table(block, tally))
    assert tally.findings == []
    assert tally.acts.total() >= 1000
    assert max(max(times) for times in tally.settling_ms.values()) < 500


def main() -> int:
    """Run a campaign from the command line; exit 1 when anything differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default=default_engine(), choices=available())
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--block", action="append")
    given = parser.parse_args()
    found = 0
    for block in given.block or PRESETS:
        tally = campaign(block, tuple(Mode), given.games, given.seed, given.engine)
        print(table(block, tally), flush=True)
        found += len(tally.findings)
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
