"""A live act and the clock: frames in time, on a slow machine too, and one taken up again after its process died."""

from __future__ import annotations

import pytest

from fakir3d.block.spec import BlockSpec
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.live import LIVE_FRAMES, Past, perform_live
from fakir3d.physics.hand.path import HandEnd
from fakir3d.physics.perform import perform
from tests.physics.conftest import Make, MakeScript, Mark
from tests.physics.hands import ScriptedHand, drag, moving


def test_in_real_time(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """While the hand holds, no piece is made before its time, nor later than it must; after it, as fast as it goes."""
    far_hand = ScriptedHand(moving((0, 0), (0.6, 0.12)))
    steps = perform_live(full(lattice), hand("x2.3^", "r2"), engine, PhysicsConfig(), far_hand, now=far_hand.now)
    times = [
        (far_hand.now_s - far_hand.began_s, float(piece.chunk.times_s[-1]), len(piece.chunk.times_s)) for piece in steps
    ]
    held = [(real_s, act_s) for real_s, act_s, _ in times if act_s < 0.6]
    assert len(held) > 30
    for real_s, act_s in held:
        # A frame is made when the clock stands at the frame before it.
        assert act_s - 0.0041 <= real_s <= act_s + 1e-9
    assert {frames for _, _, frames in times[:-1]} == {LIVE_FRAMES}
    assert times[-1][0] == pytest.approx(0.61, abs=0.01)


@pytest.mark.parametrize("pause_s", [0.05, 0.5])
def test_a_slow_machine(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark, pause_s: float
) -> None:
    """A machine that stands still makes up for a short moment and drops a long one; both acts repeat bit for bit."""
    scene, script = full(lattice), hand("x2.3^", "r2")
    far_hand = ScriptedHand(moving((0, 0), (1.0, 0.12)))
    steps = perform_live(scene, script, engine, PhysicsConfig(), far_hand, now=far_hand.now)
    worst = 0.0
    for number in range(1000):
        try:
            piece = next(steps)
        except StopIteration as end:
            lived = end.value
            break
        if number == 10:
            far_hand.now_s += pause_s
        if piece.chunk.times_s[-1] < 0.5:
            worst = max(worst, far_hand.now_s - far_hand.began_s - piece.chunk.times_s[-1])
    assert worst == pytest.approx(pause_s, abs=0.02)
    assert lived.dropped_s == pytest.approx(pause_s if pause_s > 0.1 else 0.0, abs=0.02)
    assert str(lived.performance.outcome) == str(perform(scene, script, engine).outcome)
    assert mark(perform(scene, lived.script, engine)) == mark(lived.performance)


@pytest.mark.parametrize("after", [0, 1, 7, 25, 45])
def test_taken_up_again(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark, after: int) -> None:
    """An act whose process died is done again from what is known of it, without waiting, and goes on: the same bits."""
    scene, script = full(lattice), hand("x2.3^", "r2")
    commands = moving((0, 0), (0.7, 0.12), jitter_m=0.001)
    whole, pieces = drag(scene, script, engine, commands)
    known = tuple(command for piece in pieces[:after] for command in piece.commands)
    until_s = float(pieces[after - 1].chunk.times_s[-1]) if after else 0.0
    rest = [command for command in commands if command[0] >= until_s or isinstance(command[1], HandEnd)]
    far_hand = ScriptedHand([(max(0.0, at_s - until_s), command) for at_s, command in rest])
    steps = perform_live(scene, script, engine, PhysicsConfig(), far_hand, now=far_hand.now, past=Past(known, until_s))
    for number in range(10_000):
        try:
            next(steps)
        except StopIteration as end:
            again = end.value
            break
        assert number >= after - 1 or far_hand.now_s == far_hand.began_s
    assert mark(perform(scene, again.script, engine)) == mark(again.performance)
    frames = after * LIVE_FRAMES
    assert (again.performance.recording.poses[:frames] == whole.performance.recording.poses[:frames]).all()
    assert again.performance.outcome == whole.performance.outcome
