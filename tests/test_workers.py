"""Worker processes: one protocol of tasks, parts, notices, answers, cancelling and restarting; and Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from fakir3d.errors import EngineError, MisuseError
from fakir3d.workers import MAX_RESTARTS, Channel, Task, Worker, wait_any
from fakir3d.workers.channel import Message, MessageKind
from fakir3d.workers.process import _deaf_children
from tests.serving import served

PROGRAM = """
import os, signal
from fakir3d.workers import Task, Worker

def echo(payload, channel):
    return payload

if __name__ == "__main__":
    worker = Worker(echo, "echo")
    try:
        worker.warm()
        os.killpg(0, signal.SIGINT)
        signal.pause()
    except KeyboardInterrupt:
        task = Task("alive", "the worker", "echoing")
        worker.submit(task)
        print(task.result())
    worker.close()
"""


def test_ctrl_c_while_a_worker_starts_does_not_reach_it(tmp_path: Path) -> None:
    """It goes on to serve, and tells nobody in a traceback what it was importing."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, timeout=120, check=False, start_new_session=True
    )
    assert (done.stdout, done.stderr, done.returncode) == ("alive\n", "", 0)


def test_ctrl_c_while_a_worker_starts_is_heard_when_it_has() -> None:
    """Nothing is broken off half done, and nothing is lost."""
    done: list[str] = []

    def start() -> None:
        with _deaf_children():
            signal.raise_signal(signal.SIGINT)
            done.append("started")
        done.append("went on")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert done == ["started"]


def handle(order: tuple[object, ...], channel: Channel) -> object:
    """Do what a test orders."""
    match order:
        case ("return", answer):
            return answer
        case ("raise", error) if isinstance(error, Exception):
            raise error
        case ("count", int(parts)):
            for part in range(parts):
                channel.send(part)
            return parts
        case ("notice", str(text)):
            channel.notice(text)
            channel.receive(timeout_s=60)
            channel.send("heard")
            channel.receive(timeout_s=60)
            return "done"
        case ("listen", str(last)):
            heard: list[object] = []
            while last not in heard:
                heard += channel.receive(timeout_s=60)
            return heard
        case ("die", int(parts), str(once)):
            for part in range(parts):
                channel.send(part)
            if not (once and Path(once).exists()):
                Path(once or os.devnull).touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return parts
        case ("until cancelled",):
            while True:
                channel.send(time.sleep(0.001))
        case _:
            return time.sleep(60)


Order = tuple[object, ...]
Ask = Callable[..., Task[Order, object]]


def task(*order: object) -> Task[Order, object]:
    """Return a task for ``handle``."""
    return Task(order, "the worker", "doing so")


@pytest.fixture(params=[True, False], ids=["cancellable", "ended"], scope="module")
def worker(request: pytest.FixtureRequest) -> Iterator[Worker[Order, object]]:
    """Return a worker that does what it is told; afterwards its process is gone."""
    with Worker(handle, "obeys", cancellable=request.param) as worker:
        yield worker
        pid = worker.pid
    assert worker.pid is None
    assert pid is None or not Path(f"/proc/{pid}").exists()


@pytest.fixture
def ask(worker: Worker[Order, object]) -> Ask:
    """Return what submits an order."""

    def submit(*order: object) -> Task[Order, object]:
        asked = task(*order)
        worker.submit(asked)
        return asked

    return submit


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_one_task_after_the_other(worker: Worker[Order, object], ask: Ask) -> None:
    """Answers are those of their tasks, all by the process that was warmed; read-only arrays stay so."""
    worker.warm()
    pid = worker.pid
    assert [ask("return", number).result() for number in (1, None, "text")] == [1, None, "text"]
    array = np.arange(3)
    array.flags.writeable = False
    answer = ask("return", array).result()
    assert isinstance(answer, np.ndarray)
    assert not answer.flags.writeable
    assert worker.pid == pid


def test_polling_hands_the_answer_out_once(worker: Worker[Order, object], ask: Ask) -> None:
    """It never blocks; without a task there is nothing."""
    worker.cancel()
    assert worker.poll() is None
    ask("return", 7)
    assert worker.busy
    came: list[object] = []
    wait_until(lambda: bool(came.extend(filter(None, [worker.poll()])) or came))
    assert came == [7]
    assert not worker.busy
    assert worker.poll() is None


def test_an_error_of_ours_comes_as_it_is(ask: Ask) -> None:
    """With a note that says where it was raised; the process serves on."""
    failing = ask("raise", MisuseError("there is no such thing"))
    with pytest.raises(MisuseError) as caught:
        failing.result()
    assert str(caught.value) == "there is no such thing"
    assert "test_workers.py" in caught.value.__notes__[0]
    assert ask("return", 1).result() == 1


@pytest.mark.parametrize("bug", [ZeroDivisionError("a bug"), OSError("no space left"), EOFError()])
def test_a_bug_is_told_and_ends_no_process(worker: Worker[Order, object], ask: Ask, bug: Exception) -> None:
    """As one line, with its traceback as a note."""
    failing = ask("raise", bug)
    with pytest.raises(EngineError, match=f"the worker failed doing so: {type(bug).__name__}") as caught:
        failing.result()
    assert caught.value.__notes__[0].startswith("Traceback")
    assert type(bug).__name__ in caught.value.__notes__[0].splitlines()[-1]
    pid = worker.pid
    assert ask("return", 1).result() == 1
    assert worker.pid == pid


def test_what_cannot_be_sent_is_a_bug(ask: Ask) -> None:
    """Nothing can be pickled that is made on the spot."""
    asked = ask("return", Unsendable())
    with pytest.raises(EngineError, match="the worker failed doing so: TypeError"):
        asked.result()


class Unsendable:
    """Goes to the process, but not back."""

    def __getstate__(self) -> dict[str, object]:
        """Refuse, but for the first time in the process that made it."""
        if multiprocessing.parent_process() is not None:
            raise TypeError("it stays here")
        return {}


def test_parts_come_in_order(ask: Ask) -> None:
    """Each once, all before the answer."""
    counting = ask("count", 1000)
    assert counting.result() == 1000
    assert counting.parts == list(range(1000))


def test_a_notice_until_there_is_more(worker: Worker[Order, object], ask: Ask) -> None:
    """It says why it takes so long; a part, the answer or giving up ends it."""
    waiting = ask("notice", "compiling")
    wait_until(lambda: not waiting.done() and worker.notice == "compiling")
    waiting.tell("go on")
    wait_until(lambda: not waiting.done() and worker.notice is None)
    assert waiting.parts == ["heard"]
    waiting.tell("go on")
    assert waiting.result() == "done"
    again = ask("notice", "compiling")
    wait_until(lambda: not again.done() and worker.notice == "compiling")
    worker.cancel()
    assert worker.notice is None


def test_what_is_told_arrives_in_order(ask: Ask) -> None:
    """While the task is worked on; what is told afterwards disturbs nobody."""
    listening = ask("listen", "last")
    for word in ("first", "second", "last"):
        listening.tell(word)
    assert listening.result() == ["first", "second", "last"]
    listening.tell("late")
    assert ask("return", 1).result() == 1


@pytest.mark.parametrize("order", [("until cancelled",), ("count", 50_000), ("sleep",)])
@pytest.mark.parametrize("pause_s", [0.0, 0.3])
def test_cancelled(worker: Worker[Order, object], ask: Ask, order: Order, pause_s: float) -> None:
    """Nothing more comes of it, and the next one is as if it had never been; a deaf task costs its process."""
    if worker._cancellable and order == ("sleep",):
        order = ("until cancelled",)  # a handler that says that it listens does
    ask("return", 0).result()
    pid, given_up = worker.pid, ask(*order)
    time.sleep(pause_s)
    worker.cancel()
    assert given_up.done()
    assert worker.poll() is None
    parts = list(given_up.parts)
    following = ask("count", 3)
    assert following.result() == 3
    assert following.parts == [0, 1, 2]
    assert given_up.parts == parts
    assert (worker.pid == pid) == worker._cancellable
    with pytest.raises(EngineError, match="given up"):
        given_up.result()


def test_the_next_task_cancels_the_one_before(ask: Ask) -> None:
    """Whether or not it had been begun."""
    tasks = [ask("until cancelled") for _ in range(3)]
    assert ask("return", 1).result() == 1
    assert all(each.over for each in tasks)


def test_cancelling_what_is_over_changes_nothing(ask: Ask) -> None:
    """The answer stays."""
    asked = ask("return", 5)
    asked.result()
    asked.cancel()
    assert asked.result() == 5


@pytest.mark.parametrize("parts", [0, 3])
def test_a_killed_process_is_started_again(worker: Worker[Order, object], ask: Ask, tmp_path: Path, parts: int) -> None:
    """The task is begun again from the start, and is answered."""
    dying = ask("die", parts, str(tmp_path / "died"))
    assert dying.result() == parts
    assert dying.deaths == 1
    assert dying.parts == [*range(parts), *range(parts)]
    os.kill(worker.pid or 0, signal.SIGKILL)
    assert ask("return", 1).result() == 1


def test_a_process_that_keeps_dying_is_given_up(ask: Ask) -> None:
    """Bounded restarts, then one line; the next task has its own."""
    with pytest.raises(EngineError, match=f"^the worker died {MAX_RESTARTS + 1} times doing so; gave up$"):
        ask("die", 0, "").result()
    assert ask("return", 1).result() == 1


@pytest.mark.parametrize(
    ("prepare", "how"),
    [
        (partial(os._exit, 3), "left with exit code 3"),
        (partial(signal.raise_signal, signal.SIGKILL), "was ended by SIGKILL"),
    ],
)
def test_without_restarts_it_is_told_how_it_died(prepare: Callable[[], object], how: str) -> None:
    """The first death is the last."""
    with Worker(handle, "dies", prepare=prepare, restarts=0) as worker:
        dying = task("return", 1)
        worker.submit(dying)
        with pytest.raises(EngineError, match=f"^the worker {how}$"):
            dying.result()


def test_a_process_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is like one that dies at once."""

    def spawn(*_: object) -> None:
        raise BlockingIOError("too many processes")

    monkeypatch.setattr("fakir3d.workers.worker.spawn", spawn)
    worker = Worker(handle, "never")
    asked = task("return", 1)
    worker.submit(asked)
    with pytest.raises(EngineError, match="died 4 times"):
        asked.result()


def test_who_cannot_get_ready_says_so_in_the_task() -> None:
    """An error of ours before the first task is not the end of the process."""
    with Worker(handle, "unready", prepare=partial(complain, "not here"), restarts=0) as worker:
        asked = task("return", 1)
        worker.submit(asked)
        assert asked.result() == 1


def complain(text: str) -> None:
    """Raise an error of ours."""
    raise MisuseError(text)


def test_whoever_is_ready_first() -> None:
    """Of several workers those are named that have answered, or died."""
    workers = [Worker(handle, f"number {number}", restarts=0) for number in range(3)]
    orders: list[Order] = [("sleep",), ("return", 7), ("die", 0, "")]
    try:
        for each, order in zip(workers, orders, strict=True):
            each.submit(task(*order))
        seen: dict[int, object] = {}
        while len(seen) < 2:
            for each in wait_any(worker for number, worker in enumerate(workers) if number not in seen):
                try:
                    seen[workers.index(each)] = each.poll()
                except EngineError as error:
                    seen[workers.index(each)] = str(error)
        assert seen == {1: 7, 2: "the worker was ended by SIGKILL"}
        assert wait_any(workers[:1], 0.0) == []
    finally:
        for each in workers:
            each.close()


def test_late_messages_disturb_no_task() -> None:
    """What is about another task is dropped by its tag, whether it was told or cancelled."""
    begin, tell, cancel = MessageKind.BEGIN, MessageKind.TELL, MessageKind.CANCEL
    stray = [(tell, 1, "last"), (cancel, 1, None)]
    came = served(handle, *stray, (begin, 2, ("listen", "last")), *stray, (tell, 2, "last"))
    assert came == [Message(MessageKind.DONE, 2, ["last"])]
    *parts, last = served(handle, (begin, 3, ("until cancelled",)), *stray, (cancel, 3, None))
    assert parts == [Message(MessageKind.PART, 3)]
    assert last == Message(MessageKind.DONE, 3)


def test_answers_to_another_task_are_dropped(worker: Worker[Order, object], ask: Ask) -> None:
    """Should one ever come."""
    asked = ask("sleep")
    for kind in (MessageKind.PART, MessageKind.NOTICE, MessageKind.DONE, MessageKind.FAILED):
        worker._read(Message(kind, asked.tag - 1, ("stray", "trace")))
    assert (asked.over, asked.parts, asked.notice) == (False, [], None)
    worker._read(Message(MessageKind.DONE, asked.tag, "right"))
    assert asked.result() == "right"


def test_closed_in_the_middle(worker: Worker[Order, object], ask: Ask) -> None:
    """At once, twice; the task is given up, and another one starts another process."""
    asked = ask("sleep")
    pid = worker.pid
    worker.close()
    worker.close()
    assert asked.over
    assert not Path(f"/proc/{pid}").exists()
    assert ask("return", 1).result() == 1


def test_messages_are_pickled_by_the_fifth_protocol() -> None:
    """As ``Connection.send`` does not."""
    ours, theirs = multiprocessing.Pipe()
    Message(MessageKind.DONE, 1).send(ours)
    assert theirs.recv_bytes() == pickle.dumps(Message(MessageKind.DONE, 1), protocol=5)
