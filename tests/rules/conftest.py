"""Blocks, random games and physics-like outcomes for the tests of the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.rules import (
    Bore,
    Discard,
    Exchange,
    Fall,
    Fate,
    Hole,
    Hung,
    Landing,
    Lattice,
    Mode,
    Move,
    Options,
    Outcome,
    Phase,
    Pierce,
    Plant,
    Pull,
    Setup,
    State,
    advance,
    legal_moves,
    predict,
    start,
)

Pick = Callable[[Sequence[Any]], Any]


@dataclass(frozen=True)
class Step:
    """One act of a game."""

    before: State
    move: Move
    outcome: Outcome
    after: State


@pytest.fixture(scope="session")
def block() -> Callable[[str], Lattice]:
    """Return the lattice of a preset, or of a document in tests/blocks."""
    blocks = Path(__file__).parents[1] / "blocks"

    @cache
    def lattice(name: str) -> Lattice:
        path = blocks / f"{name}.toml"
        return lattice_of(load_block(str(path) if path.exists() else name))

    return lattice


@pytest.fixture
def read(block: Callable[[str], Lattice]) -> Callable[..., State]:
    """Return states from short texts, on the lattice preset unless told otherwise."""

    def state(text: str, name: str = "lattice") -> State:
        words = {"fall": "any", "unsupported_plant": "forbidden", "first": "0"}
        words |= dict.fromkeys(("pierced", "standing", "held", "gone", "out", "played", "barred"), "-")
        words |= {"phase": "move"} | dict(word.split("=", 1) for word in text.split())
        if "played=" not in text and words["pierced"] != "-":
            # What lies in the block was played by somebody.
            seats = range(Mode(words["mode"]).seats)
            words["played"] = ",".join(str(seat) for seat in seats if str(seat) not in words["out"].split(",")) or "-"
        order = "mode sticks fall unsupported_plant first pierced standing hands held gone out seat phase played barred"
        return State.parse(" ".join(f"{key}={words[key]}" for key in order.split()), block(name))

    return state


@pytest.fixture(scope="session")
def wild() -> Callable[[State, Move, Pick], Outcome]:
    """Return outcomes that physics could observe: mostly as foretold, but sticks also hang, are shaken, or block."""
    return _wild


@pytest.fixture(scope="session")
def play(block: Callable[[str], Lattice]) -> Callable[..., Iterator[Step]]:
    """Return random games, step by step."""

    def game(
        name: str,
        mode: Mode,
        options: Options | None = None,
        *,
        seed: int = 0,
        sticks: int | None = None,
        physics: bool = False,
    ) -> Iterator[Step]:
        rng = Random(f"{name} {mode} {seed}")
        setup = Setup(block(name), mode, sticks or mode.sticks, options or Options(), seed % mode.seats)
        state = start(setup)
        while state.phase is not Phase.OVER:
            move = rng.choice(legal_moves(state))
            outcome = _wild(state, move, rng.choice) if physics else predict(state, move)
            after = advance(state, move, outcome)
            yield Step(state, move, outcome, after)
            state = after

    return game


def _wild(state: State, move: Move, pick: Pick) -> Outcome:
    if pick((True, False)):
        return predict(state, move)
    blocked = isinstance(move, Pierce) and pick((False, False, True))
    lying = set(state.pierced)
    if isinstance(move, Pierce) and not blocked:
        lying.add(move.bore)
    lying.discard(move.bore if isinstance(move, Pull) else move.place if isinstance(move, Discard) else None)
    taken = move.hole if isinstance(move, Exchange) else move.place if isinstance(move, Discard) else None
    falls = [
        Fall(state.standing[hole].stick, hole, state.standing[hole].on, landing)
        for hole in state.standing
        if hole != taken
        for landing in _comes_down(state, hole, lying, pick)
    ]
    if isinstance(move, Plant | Exchange):
        landing = pick(_rests(state.lattice, move.hole, lying, len(state.lattice.floors)))
        falls.append(Fall(state.stick_of(move), move.hole, None, landing))
    return Outcome(tuple(falls), blocked)


def _comes_down(state: State, hole: Hole, lying: Collection[Bore], pick: Pick) -> list[Landing]:
    """Return where a standing stick comes to, in a list; empty where it stays as it is."""
    on, level = state.standing[hole].on, state.lattice.level
    if any(level[bore] == level[on] and bore in lying for bore in state.lattice.under[hole]):
        return []
    rests = _rests(state.lattice, hole, lying, level[on])
    if state.hung(hole):
        return [pick(rests)] if pick((False, False, True)) else []
    return [pick([*rests, Hung(on)])]


def _rests(lattice: Lattice, hole: Hole, lying: Collection[Bore], height: int) -> list[Landing]:
    """Return where a stick let go in a hole below ``height`` can come to rest: through, or hung on the way."""
    found: list[Landing] = []
    seen: set[int] = set()
    for bore in lattice.under[hole]:
        level = lattice.level[bore]
        if level >= height or level in seen:
            continue
        seen.add(level)
        filled = [other for other in lattice.under[hole] if lattice.level[other] == level and other in lying]
        if filled:
            return [filled[0], filled[0], *found]
        found.append(Hung(bore))
    return [Fate.GONE, Fate.GONE, *found]
