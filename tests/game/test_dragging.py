"""A stick dragged here, a world that goes on elsewhere: in real time, through crashes, and once more by its path."""

from __future__ import annotations

import itertools
import math
import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from fakir3d.block.document import load_block
from fakir3d.crosscheck.case import case_of, run_case
from fakir3d.crosscheck.casefile import load_case, save_case
from fakir3d.crosscheck.pipeline import ask, run_act
from fakir3d.errors import EngineError, MisuseError
from fakir3d.game import InlinePerformer, Session, WorkerPerformer, load_record, verify_record
from fakir3d.game.workers.remote import RemoteDragged
from fakir3d.game.workers.worker_main import ActRequest, perform_act
from fakir3d.motion import Chunk, Recording
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.hand.live import Lived, Past
from fakir3d.physics.hand.path import HandCommand, HandEnd
from fakir3d.physics.hand.script import Gesture, script_for
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import Scene, scene_of
from fakir3d.rules import Move
from fakir3d.workers.channel import Message, MessageKind, serve
from tests.physics.conftest import fingerprint, full_scene, script
from tests.physics.hands import drag as drag_here
from tests.physics.hands import moving
from tests.serving import served

ENGINES = ["ideal", pytest.param("bullet", marks=pytest.mark.bullet), "mujoco"]
CONFIG = PhysicsConfig()
PULL = moving((0, 0), (0.15, 0.01), (0.2, 0.01), (0.5, 0.12), jitter_m=0.0005)
FALLS = "g4 a2 x2.3>x2.1; g5 b2 x2.3>x2.1; g6 c2 x2.3>x2.1"


@pytest.fixture(params=ENGINES, scope="module")
def worker(request: pytest.FixtureRequest):
    """Return a performer with a process of its own, one for all tests; afterwards that process is gone."""
    performer = WorkerPerformer(request.param)
    performer.warm()
    yield performer
    pid = performer.pid
    performer.close()
    assert pid is None or not Path(f"/proc/{pid}/exe").exists()


@pytest.fixture
def scene() -> Scene:
    """Return a full lattice block."""
    return full_scene(load_block("lattice"))


@dataclass
class Watched:
    """What was seen of a dragged act."""

    chunks: list[Chunk]

    @property
    def frames(self) -> list[int]:
        """Return the numbers of the frames that have come, in order."""
        return [frame for chunk in self.chunks for frame in range(chunk.first, chunk.first + len(chunk.times_s))]


def want(act: RemoteDragged, wish: HandCommand) -> None:
    """Want one thing."""
    if wish is HandEnd.LET_GO:
        act.let_go()
    elif wish is HandEnd.TAKE_BACK:
        act.take_back()
    else:
        act.aim(wish)


def drag(
    act: RemoteDragged, wishes: Sequence[tuple[float, HandCommand]], also: Callable[[Watched], None] = lambda _: None
) -> tuple[Lived, Watched]:
    """Want these things at their times by the real clock, from the first motion on; ``also`` is called in between."""
    began, seen, waiting = math.inf, Watched([]), list(wishes)
    while not act.done():
        while waiting and waiting[0][0] <= time.monotonic() - began:
            want(act, waiting.pop(0)[1])
        seen.chunks += act.chunks()
        if seen.chunks and began == math.inf:
            began = time.monotonic()
        also(seen)
        time.sleep(0.002)
    seen.chunks += act.chunks()
    return act.result(), seen


def check(lived: Lived, seen: Watched, scene: Scene, engine: str) -> None:
    """Check that all frames came once, are the recording's, and come again by the path."""
    assert seen.frames == list(range(len(lived.performance.recording.times_s)))
    assert Recording.of(seen.chunks) == lived.performance.recording
    assert fingerprint(perform(scene, lived.script, engine)) == fingerprint(lived.performance)


def test_dragged_in_a_process(worker: WorkerPerformer, scene: Scene) -> None:
    """A pull is dragged out by targets at 60 Hz: pieces come as they are made; the path repeats it, bit for bit."""
    act = worker.drag(scene, script("x2.3^", "r2"), CONFIG)
    lived, seen = drag(act, PULL)
    assert str(lived.performance.outcome) == FALLS
    assert act.feedback.played
    assert len(seen.chunks) > 20
    assert not lived.performance.recording.poses.flags.writeable
    check(lived, seen, scene, worker.engine.name)


def test_asking_and_wanting_never_block(worker: WorkerPerformer, scene: Scene, pipe_waits: list[float]) -> None:
    """While the process waits for the clock, whatever is asked of the act or wanted from it waits for nothing."""
    act = worker.drag(scene, script("x2.3^", "r2"), CONFIG)
    pipe_waits.clear()
    assert not act.done()
    for tick in itertools.count():
        act.aim(0.0001 * (tick % 50))
        act.chunks()
        if act.frames > 50:
            break
        time.sleep(0.002)
    assert set(pipe_waits) == {0.0}
    act.take_back()
    assert act.result().performance.taken_back


@pytest.mark.parametrize("after", [0, 1, 60, 120])
def test_killed_in_mid_drag(worker: WorkerPerformer, scene: Scene, after: int) -> None:
    """A kill -9 before the first frame, early, in the fall or near the end: no frame is missing, twice or other."""
    pids = []

    def kill(seen: Watched) -> None:
        if not pids and len(seen.frames) >= after and worker.pid is not None:
            pids.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    lived, seen = drag(worker.drag(scene, script("x2.3^", "r2"), CONFIG), PULL, kill)
    assert str(lived.performance.outcome) == FALLS
    assert worker.pid not in pids
    check(lived, seen, scene, worker.engine.name)


def test_killed_again_and_again(worker: WorkerPerformer, scene: Scene) -> None:
    """Three deaths in one drag are borne; what comes out is one act."""
    marks, act = [10, 30, 50], worker.drag(scene, script("x2.3^", "r2"), CONFIG)

    def kill(seen: Watched) -> None:
        if marks and len(seen.frames) >= marks[0] and worker.pid is not None:
            marks.pop(0)
            os.kill(worker.pid, signal.SIGKILL)
        elif len(seen.frames) >= 70:
            act.let_go()

    lived, seen = drag(act, PULL[:-1], kill)
    assert not marks
    assert str(lived.performance.outcome) == FALLS
    check(lived, seen, scene, worker.engine.name)


def test_a_process_that_keeps_dying(scene: Scene) -> None:
    """Bounded restarts, then one line; wanting more of a failed act does nothing."""
    performer = WorkerPerformer("ideal")
    performer._main = partial(serve, print, prepare=partial(os._exit, 0))
    act = performer.drag(scene, script("x2.3^", "r2"), CONFIG)
    with pytest.raises(EngineError, match=r"died 4 times performing x2\.3\^ with ideal"):
        act.result()
    act.aim(0.01)
    act.let_go()
    assert act.done()
    performer.close()


def test_taken_back_and_blocked(worker: WorkerPerformer, scene: Scene) -> None:
    """An act taken back is none; a blocked one resists; the process serves on after either."""
    lived, seen = drag(worker.drag(scene, script("x2.3^", "r2"), CONFIG), moving((0, 0), (0.2, 0.01)))
    assert lived.performance.taken_back
    check(lived, seen, scene, worker.engine.name)
    lived, seen = drag(worker.drag(scene, script("x1.1", "b1"), CONFIG), moving((0, 0), (0.2, 0.2), (0.5, 0.2)))
    assert str(lived.performance.outcome) == "blocked"
    check(lived, seen, scene, worker.engine.name)
    assert str(worker.start(scene, script("x2.3^", "r2"), CONFIG).result().outcome) == FALLS


def test_a_target_that_is_none(worker: WorkerPerformer, scene: Scene) -> None:
    """It is refused where it is wanted; the act goes on as if nothing had been said."""
    act = worker.drag(scene, script("x2.3^", "r2"), CONFIG)
    for bad in (math.nan, math.inf, -math.inf, 1e9):
        with pytest.raises(MisuseError, match="along_m is"):
            act.aim(bad)
    lived, seen = drag(act, PULL)
    assert str(lived.performance.outcome) == FALLS
    check(lived, seen, scene, worker.engine.name)


def test_a_target_that_is_none_on_the_line(worker: WorkerPerformer, scene: Scene) -> None:
    """One that comes in by another way is refused over there, in the same words, and the process serves on."""
    act = worker.drag(scene, script("x2.3^", "r2"), CONFIG)
    act.tell(math.nan)
    with pytest.raises(MisuseError, match="along_m is nan"):
        act.result()
    assert worker.start(scene, script("x2.3^", "r2"), CONFIG).result().rest.settled


def test_given_up_in_mid_drag(worker: WorkerPerformer, scene: Scene) -> None:
    """Cancelled, or another act begun: nothing more comes of it, and late wishes disturb nobody."""
    expected = fingerprint(perform(scene, script("x2.3^", "r2"), worker.engine.name))
    for number in range(6):
        act = worker.drag(scene, script("x2.3^", "r2"), CONFIG)
        end = time.monotonic() + 10
        while act.frames < 8 * (number % 3) and time.monotonic() < end:
            act.aim(0.01)
            act.chunks()
        if number % 2:
            act.cancel()
            act.aim(0.1)
            act.let_go()
            with pytest.raises(EngineError, match="given up"):
                act.result()
        following = worker.start(scene, script("x2.3^", "r2"), CONFIG)
        # As if these had been on their way when the other act began.
        for wish in (0.05, HandEnd.LET_GO):
            Message(MessageKind.TELL, act.tag, wish).send(worker._end)
        assert fingerprint(following.result()) == expected
        assert act.chunks() == []


def test_late_wishes_disturb_no_act(scene: Scene) -> None:
    """Wishes of a hand that is off, on the line while another act is performed or dragged, are passed over."""
    what = script("x2.3^", "r2")
    act, dragged = (ActRequest(scene, what, "ideal", CONFIG, past) for past in (None, Past()))
    begin, tell, cancel = MessageKind.BEGIN, MessageKind.TELL, MessageKind.CANCEL
    stray = [(tell, 1, 0.05), (tell, 1, HandEnd.LET_GO), (cancel, 1, None)]
    answer = served(perform_act, (begin, 2, act), *stray)[-1].content
    assert isinstance(answer, Performance)
    assert answer.outcome == perform(scene, what, "ideal").outcome
    own = [(tell, 2, 0.12), (tell, 2, HandEnd.LET_GO)]
    answer = served(perform_act, (begin, 2, dragged), *stray, *own)[-1].content
    assert isinstance(answer, Lived)
    assert answer.script.path.aims[-1][1] == 0.12
    assert served(perform_act, (begin, 2, act), (cancel, 2, None))[-1] == Message(MessageKind.DONE, 2)


def test_cancelled_after_its_process_died(worker: WorkerPerformer, scene: Scene) -> None:
    """A move given up just when the process has died does not keep the next one waiting."""
    for begin in (worker.drag, worker.start):
        act = begin(scene, script("x2.3^", "r2"), CONFIG)
        os.kill(worker.pid, signal.SIGKILL)
        act.cancel()
        assert str(worker.start(scene, script("x2.3^", "r2"), CONFIG).result().outcome) == FALLS


def test_a_hand_that_is_quicker_than_the_process(worker: WorkerPerformer, scene: Scene) -> None:
    """All over before the first step: the stick still follows to where the hand let go, as fast as it can."""
    act = worker.drag(scene, script("x2.3^", "r2"), CONFIG)
    for _, wish in PULL:
        want(act, wish)
    lived, seen = drag(act, [])
    assert str(lived.performance.outcome) == FALLS
    check(lived, seen, scene, worker.engine.name)


def test_a_hand_that_is_off_stays_off(worker: WorkerPerformer, scene: Scene) -> None:
    """After letting go, targets and a change of mind are not heard."""
    act = worker.drag(scene, script("x2.3^", "r2"), CONFIG)
    for wish in (0.01, HandEnd.TAKE_BACK, 0.1, HandEnd.LET_GO):
        want(act, wish)
    lived, seen = drag(act, [])
    assert lived.performance.taken_back
    assert lived.script.path is not None
    assert max((along for _, along in lived.script.path.aims), default=0.0) <= 0.01
    check(lived, seen, scene, worker.engine.name)


def dragged(session: Session, text: str, wishes: Sequence[tuple[float, HandCommand]]) -> Lived:
    """Drag a session's next move with its own engine."""
    move, header = Move.parse(text), session.header
    plain = script_for(session.state, move, header.seed, len(session.moves) + 1, Gesture(side=1))
    scene = scene_of(session.spec, session.state, session.snapshot)
    with WorkerPerformer(header.engine.name, header.config) as worker:
        return drag(worker.drag(scene, plain, header.config), wishes)[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_dragged_moves_in_a_game(engine: str, new_session, tmp_path: Path) -> None:
    """With its path as a gesture a dragged act is a turn like any other: recorded, loaded, verified, undone, redone."""
    session: Session = new_session(performer=InlinePerformer(engine))
    for text in ("x2.3", "x2.1", "b2", "x1.1", "a2", "x1.2", "x2.3^"):
        if text in {"x2.3", "b2", "x2.3^"}:
            lived = dragged(session, text, moving((0, 0), (0.3, 0.12), jitter_m=0.0005))
            played = session.play(Move.parse(text), Gesture(side=1, path=lived.script.path))
            assert played.script == lived.script
            assert played.recording == lived.performance.recording
            assert str(played.verdict) == "agree"
        else:
            session.play(Move.parse(text))
    session.undo()
    session.redo()
    session.save_as(tmp_path / "dragged.fakir")
    assert [played.script for played in load_record(tmp_path / "dragged.fakir").moves] == [
        t.script for t in session.moves
    ]
    assert verify_record(tmp_path / "dragged.fakir").good


@pytest.mark.parametrize("text", ["x3.1", "c3", "x2.3^", "x1.1"])
def test_a_dragged_act_is_evidence(new_session, tmp_path: Path, text: str) -> None:
    """Rules and physics judge it like any other act, and as a case it goes through a file and comes out the same."""
    session: Session = new_session()
    for move in ("x2.3", "x2.1", "b2", "x1.1", "a2", "x1.2", "x3.2"):
        session.play(Move.parse(move))
    state, snapshot, config = session.state, session.snapshot, session.header.config
    plain = script_for(state, Move.parse(text), 1, 1, Gesture(side=-1))
    wishes = moving((0, 0), (0.3, 0.12), jitter_m=0.0005)
    lived, _ = drag_here(scene_of(session.spec, state, snapshot), plain, "ideal", wishes)
    comparison = run_act(ask(session.spec, state, snapshot, lived.script), "ideal", config)
    assert comparison.verdict.agree, comparison.verdict
    path = save_case(case_of("dragged", comparison), tmp_path, "dragged")
    run = run_case(load_case(path))
    assert run.as_expected
    assert fingerprint(run.comparison.performance) == fingerprint(lived.performance)


def test_what_was_taken_back_is_no_move(new_session) -> None:
    """The path of an act that was taken back makes no turn; the game is as before and goes on."""
    session: Session = new_session()
    lived = dragged(session, "x2.3", moving((0, 0), (0.2, 0.02)))
    assert lived.performance.taken_back
    act = session.begin(Move.parse("x2.3"), Gesture(side=1, path=lived.script.path))
    assert act.done()
    with pytest.raises(MisuseError, match=r"x2\.3 was taken back before it was made"):
        act.result()
    assert act.cancelled
    assert session.act is None
    assert session.moves == ()
    assert session.play(Move.parse("x2.3")).number == 1
