"""Until when a drag can be taken back: a hand that lets go early or pushes back in, and a pull that is played."""

from __future__ import annotations

import pytest

from fakir3d.block.spec import BlockSpec
from fakir3d.physics.hand.live import HAND_S
from fakir3d.physics.hand.path import HandEnd
from fakir3d.physics.perform import perform
from tests.physics.conftest import REAL, Make, MakeScript, Mark
from tests.physics.hands import act, drag, moving


@pytest.mark.parametrize(
    "commands",
    [
        moving((0, 0), (0.4, 0.008)),
        moving((0, 0), (0.4, 0.008), end=HandEnd.TAKE_BACK),
        moving((0, 0), (0.3, 0.008), (0.6, 0.0)),
        moving((0, 0), (0.4, 0.0185), (0.6, 0.0185), end=HandEnd.TAKE_BACK),
    ],
    ids=["let go too early", "taken back", "pushed back in", "taken back late"],
)
@pytest.mark.parametrize("move", ["x2.3^", "x2.3~"])
def test_a_pull_is_taken_back(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark, commands: list, move: str
) -> None:
    """Before a standing stick has moved by 1 mm a pull is no move: every stick is where it was, to the last bit."""
    scene = full(preset)
    lived, pieces = drag(scene, hand(move, "r2"), engine, commands)
    done = lived.performance
    assert done.taken_back
    assert done.after == scene.before
    assert str(done.outcome) == "nothing"
    assert not done.disturbed
    assert not pieces[-1].feedback.played
    end = done.recording.at(done.recording.duration_s)
    assert abs(end.poses - scene.before.poses)[:, 2].max() < 0.0005
    assert mark(perform(scene, lived.script, engine)) == mark(done)


@REAL
def test_a_pull_is_taken_back_at_the_last_moment(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark
) -> None:
    """A stick whose foot has sunk by half a millimetre over the round end is lifted again as that is pushed back in."""
    scene = full(preset)
    lived, _ = drag(scene, hand("x2.3^", "r2"), engine, moving((0, 0), (0.4, 0.0215), (0.6, 0.0215)))
    recording = lived.performance.recording
    sunk = recording.poses[0, :, 2] - recording.poses[:, :, 2].min(axis=0)
    assert 0.0004 < sunk.max() < 0.001
    assert lived.performance.taken_back
    assert recording.poses[-1, :, 2] == pytest.approx(recording.poses[0, :, 2], abs=0.0001)
    assert mark(perform(scene, lived.script, engine)) == mark(lived.performance)


@pytest.mark.parametrize("end", HandEnd)
def test_a_pull_that_has_begun_to_let_fall_is_played(
    engine: str, preset: BlockSpec, full: Make, hand: MakeScript, mark: Mark, end: HandEnd
) -> None:
    """Once a standing stick has moved by 1 mm, pushing back and taking back change nothing: the pull is played."""
    scene = full(preset)
    lived, pieces = drag(scene, hand("x2.3^", "r2"), engine, moving((0, 0), (0.5, 0.05), (0.9, 0.0), end=end))
    done = lived.performance
    assert not done.taken_back
    assert str(done.outcome) == str(perform(scene, hand("x2.3^", "r2"), engine).outcome)
    played = [piece.feedback.played for piece in pieces]
    assert played == sorted(played)
    at_s = next(piece.chunk.times_s[-1] for piece in pieces if piece.feedback.played)
    assert 0.1 < at_s < 0.55
    assert mark(perform(scene, lived.script, engine)) == mark(done)


@pytest.mark.parametrize("kind", ["pierce", "plant", "exchange"])
def test_what_is_not_far_enough_goes_back(
    engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, kind: str
) -> None:
    """A stick let go before its tip is out, or its foot in the mouth, was not played; nor one that is taken back."""
    scene, script, far = act(kind, lattice, full, hand)
    for commands in (moving((0, 0), (0.3, far / 4)), moving((0, 0), (0.8, far), end=HandEnd.TAKE_BACK)):
        done = drag(scene, script, engine, commands)[0].performance
        assert done.taken_back
        assert done.after == scene.before
        assert str(done.outcome) == "nothing"


def test_a_stick_let_go_with_its_tip_out_is_in(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript) -> None:
    """The last 8 mm of a pierce are the hand's own: the stick comes to lie in the middle of its bore."""
    done = drag(full(lattice), hand("x2.2", "b1"), engine, moving((0, 0), (0.5, 0.086)))[0].performance
    assert not done.taken_back
    assert done.after.pose("b1")[:2] == pytest.approx([0.0, 0.0])


def test_a_hand_that_never_lets_go(engine: str, lattice: BlockSpec, full: Make, hand: MakeScript, mark: Mark) -> None:
    """After its time it lets go; that is in the path like any other end."""
    scene, script = full(lattice), hand("x2.3^", "r2")
    lived, _ = drag(scene, script, engine, moving((0, 0), (0.3, 0.008))[:-1], deadline_s=1.0)
    assert lived.performance.taken_back
    assert lived.script.path is not None
    assert lived.script.path.end is HandEnd.LET_GO
    assert lived.script.path.end_s == pytest.approx(1.0, abs=0.005)
    assert mark(perform(scene, lived.script, engine)) == mark(lived.performance)
    assert HAND_S == 60.0
