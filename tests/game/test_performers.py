"""Acts in a process of our own: the same bits as here, a crash unseen, no process ever left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from fakir3d.errors import EngineError, MisuseError
from fakir3d.game import InlinePerformer, WorkerPerformer
from fakir3d.motion import Recording
from fakir3d.rules import Move
from fakir3d.workers.channel import serve

ENGINES = ["ideal", pytest.param("bullet", marks=pytest.mark.bullet)]


@pytest.fixture(params=ENGINES)
def worker(request):
    """Return a performer with a process of its own; afterwards that process is gone."""
    performer = WorkerPerformer(request.param)
    performer.warm()
    yield performer
    pid = performer.pid
    performer.close()
    assert not _alive(pid)


def _alive(pid: int | None) -> bool:
    """Return whether a process exists and is no zombie."""
    if pid is None:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _wait_until(condition, seconds=2.0):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def test_a_game_is_the_same_here_and_there(worker, new_session, play_on):
    """Every turn of the worker's game equals the inline one's, to the last bit, and so does the record."""
    here = play_on(new_session(performer=InlinePerformer(worker.engine.name)), 14)
    there = play_on(new_session(performer=worker), 14)
    assert here.journal.content == there.journal.content
    assert [played.recording for played in here.moves] == [played.recording for played in there.moves]
    assert [played.contacts for played in here.moves] == [played.contacts for played in there.moves]
    assert not there.moves[-1].recording.poses.flags.writeable


def test_chunks_come_as_they_are_made_and_join_to_the_recording(worker, new_session, play_on, choose, pipe_waits):
    """Chunks of 12 frames, consecutive, none missing or twice, before and after the end; asking never waits."""
    session = play_on(new_session(performer=worker), 8)
    pipe_waits.clear()
    act = session.begin(choose(session))
    chunks = []
    while not act.done():
        chunks += act.chunks()
        time.sleep(0.001)
    assert set(pipe_waits) == {0.0}
    chunks += act.chunks()
    played = act.result()
    assert Recording.of(chunks) == played.recording
    assert [chunk.first for chunk in chunks] == [12 * place for place in range(len(chunks))]


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_process_killed_in_mid_act_is_not_noticed(worker, new_session, play_on, choose, after):
    """A kill -9 before the first, after the first, after some chunks: same turn, every frame once."""
    sessions = [play_on(new_session(performer=who), 8) for who in (InlinePerformer(worker.engine.name), worker)]
    expected = sessions[0].play(choose(sessions[0]))
    act = sessions[1].begin(expected.move)
    chunks = []
    assert _wait_until(lambda: act.done() or bool(chunks.extend(act.chunks())) or len(chunks) >= after, 10)
    killed = worker.pid
    os.kill(killed, signal.SIGKILL)
    while not act.done():
        chunks += act.chunks()
        time.sleep(0.001)
    chunks += act.chunks()
    played = act.result()
    assert played.recording == expected.recording
    assert played.snapshot == expected.snapshot
    frames = np.concatenate([np.arange(chunk.first, chunk.first + len(chunk.times_s)) for chunk in chunks])
    assert (frames == np.arange(len(expected.recording.times_s))).all()
    sessions[1].play(choose(sessions[1]))
    assert worker.pid != killed


def test_a_process_killed_while_idle_is_started_again(worker, new_session):
    """Between two moves its death costs nothing but the start of another."""
    session = new_session(performer=worker)
    session.play(Move.parse("x2.3"))
    os.kill(worker.pid, signal.SIGKILL)
    assert session.play(Move.parse("x1.3")).number == 2


def test_a_process_that_keeps_dying_is_given_up(new_session):
    """QA-05: bounded restarts, then one line; the position is as before and another performer can go on."""
    performer = WorkerPerformer("ideal")
    # A process that leaves as soon as it runs.
    performer._main = partial(serve, print, prepare=partial(os._exit, 0))
    session = new_session(performer=performer)
    with pytest.raises(EngineError, match=r"died 4 times performing x2\.3 with ideal"):
        session.play(Move.parse("x2.3"))
    assert session.moves == ()
    assert session.act is None
    performer.close()


def test_a_given_up_act_is_dropped_and_the_next_one_is_right(worker, new_session):
    """Begin and undo at once, or just before the act is over: the next one gets its own frames and nothing else."""
    session = new_session(performer=worker)
    moves = [Move.parse(text) for text in ("x2.3", "x1.3", "yb.2", "x3.1")]
    inline = InlinePerformer(worker.engine.name)
    right = {move: new_session(performer=inline).play(move).recording for move in moves}
    assert len({recording.poses.tobytes() for recording in right.values()}) == 4
    for number in range(40):
        act = session.begin(moves[number % 4])
        if number % 3 == 1:
            first = []
            assert _wait_until(lambda act=act, first=first: first.extend(act.chunks()) or first, 10)
        if number % 3 == 2:
            time.sleep(0.001 * number)
        session.undo()
        other = moves[(number + 1) % 4]
        act, chunks = session.begin(other), []
        while not act.done():
            chunks += act.chunks()
        chunks += act.chunks()
        assert Recording.of(chunks) == right[other]
        assert act.result().recording == right[other]
        session.undo()


def test_an_error_in_the_process_is_an_error_here(worker, new_session):
    """What the engine refuses over there is raised here, in one line, and the process serves on."""
    from dataclasses import replace

    session = new_session(performer=worker)
    act = session.begin(Move.parse("x2.3"))
    elsewhere = replace(act.asked.script, move=Move.parse("x2.3^"))
    act.cancel()
    running = worker.start(act.asked.scene, elsewhere, session.header.config)
    with pytest.raises(MisuseError, match="r1"):
        running.result()
    assert session.play(Move.parse("x2.3")).number == 1


def _run(script: str, *, stop=None) -> subprocess.CompletedProcess | subprocess.Popen:
    """Run a script that prints the ids of its processes, one a line, then ``ready``."""
    code = textwrap.dedent(script)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


BUSY = """
import time
from fakir3d.block.document import load_block
from fakir3d.game import Session, WorkerPerformer
from fakir3d.game.setup import GameSetup
from fakir3d.players.engine_client import EngineClient
from fakir3d.rules import Move

performer, thinker = WorkerPerformer("{engine}"), EngineClient()
session = Session.new(load_block("lattice"), performer, GameSetup(first=0, seed=0))
session.play(Move.parse("x2.3"))
thinker.warm()
print(performer.pid, thinker.pid, flush=True)
thinker.start(session.state, "greedy", 1, 1)
session.begin(Move.parse("x1.3"))
{then}
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("end", ["killed", "terminated", "interrupted", "left", "failed"])
def test_no_process_is_left(engine, end):
    """QA-04, PD-13, BG-04: whichever way the game ends, in mid-act and mid-thought, nothing of it runs 2 s later."""
    then = {"left": "", "failed": "raise SystemExit(3)"}.get(end, "time.sleep(60)")
    process = _run(BUSY.format(engine=engine, then=then))
    helpers = [int(pid) for pid in process.stdout.readline().split()]
    assert len(helpers) == 2
    time.sleep(0.05)
    sign = {"killed": signal.SIGKILL, "terminated": signal.SIGTERM, "interrupted": signal.SIGINT}.get(end)
    if sign:
        process.send_signal(sign)
    process.wait(10)
    assert _wait_until(lambda: not any(map(_alive, helpers)), 2.0)
    process.stdout.close()


def test_what_a_process_prints_reaches_nobody():
    """PB-14: stdout belongs to us, whatever an engine prints in its process."""
    script = """
    from fakir3d.workers import Task, Worker

    task = Task("loud", "the worker", "printing")
    Worker(print, "prints").submit(task)
    print(task.result())
    """
    process = _run(script)
    assert process.communicate(timeout=30)[0] == "None\n"


def test_importing_the_game_starts_nothing():
    """No process, no engine and no window come with the import."""
    script = """
    import multiprocessing, sys
    import fakir3d.game
    print(multiprocessing.active_children(), "pybullet" in sys.modules, "panda3d" in sys.modules)
    """
    assert _run(script).communicate(timeout=30)[0] == "[] False False\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_seed_is_a_game_in_any_process(engine):
    """QA-02: the same game in two processes with different PYTHONHASHSEED is the same record, byte for byte."""
    script = """
    import hashlib
    from fakir3d.block.document import load_block
    from fakir3d.game import InlinePerformer, Session
    from fakir3d.players import player_of
    from fakir3d.game.setup import GameSetup
    from fakir3d.rules import Mode

    setup = GameSetup(seed=3, sticks=3, mode=Mode.TEAMS)
    session = Session.new(load_block("lattice"), InlinePerformer("{engine}"), setup)
    while session.result is None:
        session.play(player_of("greedy").choose(session.state, session.choice_seed))
    print(hashlib.sha256(session.journal.content).hexdigest())
    """
    code = textwrap.dedent(script.format(engine=engine))
    digests = set()
    for seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True, timeout=120
        )
        digests.add(done.stdout)
    assert len(digests) == 1
    assert digests != {""}
