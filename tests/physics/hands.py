"""A scripted hand, its clock and its acts: what it wants, and when that arrives, is all written down beforehand."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from fakir3d.block.spec import BlockSpec
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.live import Lived, LivePiece, perform_live
from fakir3d.physics.hand.path import HandCommand, HandEnd
from fakir3d.physics.hand.script import Script
from fakir3d.physics.scene import Scene
from tests.physics.conftest import Make, MakeScript

HZ = 60

ACTS = {
    "pierce": ("x2.2", "b1", 0.12),
    "plant": ("b2", "b1", 0.03),
    "pull": ("x2.3^", "r2", 0.12),
    "pull of nothing": ("x2.1^", "r5", 0.12),
    "exchange": ("b2=", "b1", 0.30),
    "discard of a standing stick": ("b2~", "g5", 0.10),
    "discard of a pierced stick": ("x2.3~", "r2", 0.12),
}
"""For each act its move, its stick, and a place beyond the end of its route."""


@dataclass
class ScriptedHand:
    """A hand whose targets arrive when the schedule says, and a clock that only its waiting turns.

    Attributes:
        schedule: when [s] what arrives, in order.
        now_s: the time.
    """

    schedule: Sequence[tuple[float, HandCommand]]
    now_s: float = 100.0
    began_s: float = field(init=False)
    place: int = 0

    def __post_init__(self) -> None:
        self.began_s = self.now_s

    def now(self) -> float:
        """Return the time [s]."""
        return self.now_s

    def commands(self, timeout_s: float) -> list[HandCommand]:
        """Return what has arrived; where nothing has, wait for the next thing or until the time is over."""
        until_s = self.now_s + timeout_s
        if self.place < len(self.schedule):
            until_s = min(until_s, max(self.now_s, self.began_s + self.schedule[self.place][0]))
        self.now_s = max(self.now_s, until_s)
        first = self.place
        while self.place < len(self.schedule) and self.began_s + self.schedule[self.place][0] <= self.now_s + 1e-9:
            self.place += 1
        return [command for _, command in self.schedule[first : self.place]]


def moving(*points: tuple[float, float], end: HandEnd = HandEnd.LET_GO, jitter_m: float = 0.0, seed: int = 1):
    """Return a hand's targets at 60 Hz, going straight from each point (time [s], place [m]) to the next; then its end.

    Args:
        points: where the hand is when; between two with the same place it pauses.
        end: how it comes off, after the last point.
        jitter_m: how far it trembles [m].
        seed: of its trembling.
    """
    rng, commands = random.Random(seed), []
    for (begin_s, begin_m), (until_s, until_m) in itertools.pairwise(points):
        for tick in range(round((until_s - begin_s) * HZ)):
            share = tick / HZ / (until_s - begin_s)
            commands.append(
                (begin_s + tick / HZ, begin_m + share * (until_m - begin_m) + rng.uniform(-jitter_m, jitter_m))
            )
    commands.append((points[-1][0], points[-1][1]))
    return [*commands, (points[-1][0] + 0.5 / HZ, end)]


def late(commands: Iterable[tuple[float, HandCommand]], seed: int, *, lost: float = 0.2, late_s: float = 0.15):
    """Return a hand's targets as a bad line delivers them: some never, others late and in bursts, all in order."""
    rng, arrived, now_s = random.Random(seed), [], 0.0
    for at_s, command in commands:
        if isinstance(command, HandEnd) or rng.random() >= lost:
            now_s = max(now_s, at_s + (rng.uniform(0, late_s) if rng.random() < 0.2 else 0.0))
            arrived.append((now_s, command))
    return arrived


def drag(
    scene: Scene, script: Script, engine: str, schedule: Sequence[tuple[float, HandCommand]], **options: object
) -> tuple[Lived, list[LivePiece]]:
    """Perform an act with a scripted hand; return what came of it, and the pieces that came on the way."""
    hand = ScriptedHand(schedule)
    config = options.pop("config", PhysicsConfig())
    steps = perform_live(scene, script, engine, config, hand, now=hand.now, **options)
    pieces = []
    while len(pieces) < 20_000:
        try:
            pieces.append(next(steps))
        except StopIteration as end:
            return end.value, pieces
    raise AssertionError("the act does not end")


def one_hole(full: Scene) -> Scene:
    """Return the full scene with hole b2 and the stick under it free."""
    standing = {name: hole for name, hole in full.standing.items() if str(hole) != "b2"}
    return replace(full, before=full.before.without(["g5"]), standing=standing)


def act(kind: str, spec: BlockSpec, full: Make, hand: MakeScript) -> tuple[Scene, Script, float]:
    """Return an act's scene, its script, and a place beyond the end of its route [m]."""
    move, stick, far = ACTS[kind]
    scene = full(spec)
    return one_hole(scene) if kind == "plant" else scene, hand(move, stick), far
