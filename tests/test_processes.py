"""Helper processes and Ctrl-C, which reaches every process of a terminal."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fakir3d.workers import _deaf_children

PROGRAM = """
import os, signal
from fakir3d.workers import Helper

def echo(line):
    line.send(line.receive())

if __name__ == "__main__":
    helper = Helper(echo, "echo")
    try:
        helper.start()
        os.killpg(0, signal.SIGINT)
        signal.pause()
    except KeyboardInterrupt:
        helper.send("alive")
        print(helper.receive(timeout_s=100))
    helper.close()
"""


def test_ctrl_c_while_a_helper_starts_does_not_reach_it(tmp_path: Path) -> None:
    """It goes on to serve, and tells nobody in a traceback what it was importing."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, timeout=120, check=False, start_new_session=True
    )
    assert (done.stdout, done.stderr, done.returncode) == ("['alive']\n", "", 0)


def test_ctrl_c_while_a_helper_starts_is_heard_when_it_has() -> None:
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
