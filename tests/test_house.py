"""The house rules that no linter knows: one name for one thing, short files and functions, one place that performs."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import fakir3d

ROOT = Path(fakir3d.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

MAX_FILE, MAX_FUNCTION = 350, 40
"""Lines, everything counted: signature, docstring, blank lines."""

TWICE = {
    "perform": "the pipeline's step and the physics that it calls",
}
"""Public names that two modules define, each with its reason."""


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _defined(tree: ast.Module) -> Iterator[str]:
    """Yield the public names that a module defines at its top level; what it imports is not defined there."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names = [name]
            case ast.Assign(targets=targets):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case _:
                names = []
        yield from (name for name in names if not name.startswith("_"))


def test_one_name_for_one_thing() -> None:
    """No public name is defined in two modules, but for a few with a reason."""
    where = defaultdict(set)
    for path in FILES:
        for name in _defined(_tree(path)):
            where[name].add(str(path.relative_to(ROOT)))
    twice = {name: sorted(places) for name, places in where.items() if len(places) > 1}
    assert twice.keys() - TWICE.keys() == set(), {name: twice[name] for name in twice.keys() - TWICE.keys()}
    assert TWICE.keys() <= twice.keys(), "a reason that nothing needs any more"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_are_short(path: Path) -> None:
    """Every file can be read at one sitting, every function at one look."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_FILE
    long = {
        f"{node.name}, line {node.lineno}": node.end_lineno - node.lineno + 1
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > MAX_FUNCTION
    }
    assert not long


def _importers(module: str, name: str) -> set[str]:
    """Return the files of the package that import a name from a module."""
    return {
        str(path.relative_to(ROOT))
        for path in FILES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ImportFrom) and node.module == module and name in {alias.name for alias in node.names}
    }


def test_acts_are_performed_in_one_place() -> None:
    """Play, verify, audit, cases, shrinking, second opinions and the plugin all go through the pipeline.

    ``perform`` is called by the pipeline alone; ``perform_steps``, which streams, by it, by the performers that a
    session has, and by the hand that drags. Nobody but the pipeline holds outcomes against each other.
    """
    assert _importers("fakir3d.physics.perform", "perform") == {"crosscheck/pipeline.py"}
    streams = {"game/workers/performers.py", "game/workers/worker_main.py", "physics/hand/live.py"}
    assert _importers("fakir3d.physics.perform", "perform_steps") <= streams
    users = {
        "game/session.py",  # play
        "game/record/verify.py",
        "lab/audit/playing.py",
        "crosscheck/case.py",
        "crosscheck/shrink.py",
        "crosscheck/second.py",
        "testing.py",
    }
    asks = _importers("fakir3d.crosscheck.pipeline", "ask") | _importers("fakir3d.crosscheck.pipeline", "ask_move")
    assert users <= asks
