"""What one move costs in steps: each question is answered once, and few rooms are entered for it."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import fakir3d
from fakir3d.block.document import load_block
from fakir3d.game import InlinePerformer, Session
from fakir3d.game.setup import GameSetup
from fakir3d.rules import Move

ROOT = f"{Path(fakir3d.__file__).parent}{os.sep}"
MAX_FILES, MAX_SWITCHES = 35, 90
ONCE = (
    "rules/legal.py:objection",
    "rules/predict.py:predict",
    "rules/predict.py:impossible",
    "crosscheck/verdict.py:compare",
    "crosscheck/pipeline.py:judge",
    "crosscheck/pipeline.py:settle",
    "physics/scene.py:_check",
)


class _Trace:
    """What is called of the package, and how often a call leads from one of its packages into another."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.switches: Counter[str] = Counter()

    @property
    def files(self) -> set[str]:
        return {call.partition(":")[0] for call in self.calls}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(ROOT):
            return
        called, caller = _name(frame), frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(ROOT):
            caller = caller.f_back
        self.calls[called] += 1
        if caller is not None and _package(_name(caller)) != _package(called):
            self.switches[f"{_name(caller)} > {called}"] += 1


def _name(frame: FrameType) -> str:
    return f"{frame.f_code.co_filename.removeprefix(ROOT)}:{frame.f_code.co_qualname}"


def _package(called: str) -> str:
    return called.partition(":")[0].split("/")[0]


def _traced_plant(engine: str) -> _Trace:
    """Return the trace of a plant, from ``begin`` to its result; the block is known from the same plant before it."""
    session = Session.new(load_block("lattice"), InlinePerformer(engine), GameSetup(seed=1, first=0))
    for text in ("x2.1", "x1.2", "b2"):
        session.play(Move.parse(text))
    session.undo()
    trace, move = _Trace(), Move.parse("b2")
    before = sys.getprofile()
    sys.setprofile(trace)
    try:
        act = session.begin(move)
        act.chunks()
        assert act.done()
        act.result()
    finally:
        sys.setprofile(before)
    return trace


def test_each_question_is_answered_once() -> None:
    """Legality, prediction, comparison, possibility and the scene's check: once for one plant, whoever asks."""
    trace = _traced_plant("ideal")
    # The legal moves of the position after it are another question; of this one's only the plant's legality is asked.
    asked = {name: trace.calls[name] for name in ONCE if name != "rules/legal.py:objection"}
    assert asked == dict.fromkeys(asked, 1)
    assert trace.switches["crosscheck/pipeline.py:ask_move > rules/legal.py:objection"] == 1
    assert not any("act.py" in pair and "objection" in pair for pair in trace.switches)


def test_one_plant_enters_few_rooms() -> None:
    """A reader who follows one move has this many files to open, and this many changes of room to make."""
    trace = _traced_plant("ideal")
    print(len(trace.files), "files,", sum(trace.switches.values()), "switches")
    assert len(trace.files) <= MAX_FILES, sorted(trace.files)
    assert sum(trace.switches.values()) <= MAX_SWITCHES, trace.switches.most_common(20)
