"""Errors carry their facts, cross processes with them, and are all told in the docs."""

from __future__ import annotations

import inspect
import pickle
from pathlib import Path

import pytest

from fakir3d import errors, workers
from fakir3d.errors import (
    EngineMissingError,
    FakirError,
    IllegalMoveError,
    NotationError,
    OutcomeError,
    RecordError,
)

DOCS = Path(__file__).parents[1] / "docs" / "errors.md"
CLASSES = [
    kind
    for module in (errors, workers)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, FakirError) and kind.__module__ == module.__name__
]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_class_is_in_the_docs_with_its_exit_code(kind: type[FakirError]) -> None:
    """One row a class: when, an example, the code that the command leaves with."""
    row = next(
        line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{kind.__name__}`")
    )
    assert row.endswith(f"| {kind.exit_code} |")
    assert kind.__doc__


@pytest.mark.parametrize(
    "error",
    [
        RecordError("is no JSON", source="a.fakir", line=3, of_line=True),
        RecordError("must be a text, not 5", source="a.fakir", line=3, field="note"),
        IllegalMoveError("the bore is filled", move="x2.1", rule="R3"),
        OutcomeError("there is no r1", move="x2.1", outcome="blocked"),
        EngineMissingError("not here", engine="bullet"),
    ],
)
def test_facts_cross_processes(error: FakirError) -> None:
    """An error of a helper process has the same message and the same fields here."""
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_told_of_a_file_an_error_keeps_what_it_knows() -> None:
    """The line that was known inside wins; fields join; an error of another source is told whole."""
    inner = RecordError("is no JSON", line=7, of_line=True)
    assert str(RecordError.told_by(inner, source="a.fakir", line=2)) == "a.fakir: line 7 is no JSON"
    fields = RecordError.told_by(RecordError("is odd", field="poses.r1"), source="a.fakir", line=2, field="move 1")
    assert str(fields) == "a.fakir: line 2: move 1: poses.r1: is odd"
    assert fields.field == "move 1: poses.r1"
    other = RecordError.told_by(NotationError("no stick", source="b.toml"), source="a.fakir", line=2)
    assert (str(other), other.source) == ("a.fakir: line 2: b.toml: no stick", "a.fakir")


def test_no_message_breaks_its_line() -> None:
    """Whatever a source or a field is called."""
    assert str(RecordError("odd", source="a\nb", field="c\x1b")).isprintable()
