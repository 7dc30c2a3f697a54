"""Witnesses whose players die, for tests of what an audit does then; importable in other processes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from fakir3d.crosscheck.pipeline import Pipeline
from fakir3d.rules import Mode, Move, Outcome, State, predict

ONCE = "FAKIR3D_TEST_DIED"
"""The environment variable that names a file: once it is there, nobody dies any more."""


def killed(state: State, move: Move) -> Outcome:
    """Die in games of three."""
    if state.mode is Mode.THREE:
        os.kill(os.getpid(), signal.SIGKILL)
    return predict(state, move)


def killed_once(state: State, move: Move) -> Outcome:
    """Die in a game of three, unless somebody has done so already."""
    if state.mode is Mode.THREE and not Path(os.environ[ONCE]).exists():
        Path(os.environ[ONCE]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return predict(state, move)


def raising(state: State, move: Move) -> Outcome:
    """Have a bug in games of three."""
    if state.mode is Mode.THREE:
        raise ArithmeticError("a bug in a witness")
    return predict(state, move)


KILLED = Pipeline(predict=killed)
KILLED_ONCE = Pipeline(predict=killed_once)
RAISING = Pipeline(predict=raising)
