"""Players in a process of their own: the same choice as here, nothing of a question given up, no process left."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.errors import EngineError
from fakir3d.players import player_of
from fakir3d.players.engine_client import EngineAnswer, EngineClient
from fakir3d.rules import Mode, advance, legal_moves, predict, start
from fakir3d.rules.state import Setup
from fakir3d.workers.channel import serve


@pytest.fixture
def thinker():
    thinker = EngineClient()
    yield thinker
    pid = thinker.pid
    thinker.close()
    assert pid is None or not Path(f"/proc/{pid}").exists()


@pytest.fixture
def state():
    """Return a position some moves into a game."""
    state = start(Setup(lattice_of(load_block("staggered")), Mode.TWO, 10))
    for number in range(12):
        move = player_of("random").choose(state, number)
        state = advance(state, move, predict(state, move))
    return state


def _answer(thinker: EngineClient, seconds: float = 30) -> EngineAnswer | None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = thinker.poll()
        if answer is not None:
            return answer
        time.sleep(0.002)
    return None


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_the_answer_is_the_choice_made_here(thinker, state, kind):
    """Whoever thinks, where they think makes no difference; polling never blocks."""
    thinker.warm()
    os.kill(thinker.pid, signal.SIGSTOP)
    thinker.start(state, kind, 5, 77)
    assert thinker.poll() is None
    os.kill(thinker.pid, signal.SIGCONT)
    assert _answer(thinker) == EngineAnswer(77, player_of(kind).choose(state, 5))
    assert not thinker.busy
    assert thinker.poll() is None


def test_a_late_answer_reaches_nobody(thinker, state):
    """BG-03: a question is given up 0 to 60 ms after it was asked; only the answer to the last one ever comes."""
    for number in range(12):
        thinker.start(state, "greedy", number, number)
        time.sleep(0.005 * number)
        thinker.cancel()
        assert thinker.poll() is None
    thinker.start(state, "greedy", 99, 99)
    assert _answer(thinker) == EngineAnswer(99, player_of("greedy").choose(state, 99))


def test_a_new_question_gives_up_the_old_one(thinker, state):
    """Two questions in a row: one answer, the second's."""
    thinker.start(state, "greedy", 1, 1)
    thinker.start(state, "greedy", 2, 2)
    assert _answer(thinker).tag == 2
    time.sleep(0.05)
    assert thinker.poll() is None


def test_a_killed_thinker_is_asked_again(thinker, state):
    """QA-03: kill -9 in mid-thought costs time, not the answer."""
    thinker.start(state, "greedy", 3, 3)
    os.kill(thinker.pid, signal.SIGKILL)
    assert _answer(thinker).move == player_of("greedy").choose(state, 3)


def test_a_thinker_that_keeps_dying_is_given_up(thinker, state):
    """QA-05: bounded restarts, then one line."""
    thinker._main = partial(serve, print, prepare=partial(os._exit, 0))
    thinker.start(state, "greedy", 1, 1)
    with pytest.raises(EngineError, match="greedy died 4 times"):
        _answer(thinker)
    assert not thinker.busy


@pytest.mark.parametrize(("kind", "told"), [("genius", "no player of kind"), ("human", "choose their own moves")])
def test_who_cannot_be_asked_is_named(thinker, state, kind, told):
    """An unknown player, or a person: an error here, and the process serves on."""
    thinker.start(state, kind, 1, 1)
    with pytest.raises(Exception, match=told):
        _answer(thinker)
    thinker.start(state, "random", 1, 2)
    assert _answer(thinker).move in legal_moves(state)
