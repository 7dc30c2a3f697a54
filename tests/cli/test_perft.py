"""``fakir3d perft``: counts for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from fakir3d.cli.main import build_app
from fakir3d.errors import BlockError, MisuseError

BLOCK = str(Path(__file__).parents[1] / "blocks" / "2x2-xy.toml")


@pytest.fixture
def app() -> typer.Typer:
    """Return the application."""
    return build_app()


def test_count_in_words(app: typer.Typer) -> None:
    """A person reads the count, and everything that it depends on."""
    shown = CliRunner().invoke(app, ["perft", BLOCK, "8", "--sticks", "3", "--option", "fall=vanish"]).output
    assert shown.startswith(
        "20,568 ways to play 8 turns on 2x2-xy (mode 2, 3 sticks in each hand, seat 1 first, fall=vanish, "
        "unsupported_plant=forbidden), counted in "
    )


def test_count_as_json(app: typer.Typer) -> None:
    """A program gets one document, the same each time."""
    arguments = ["perft", BLOCK, "2", "--mode", "teams", "--first", "4", "--divide", "--json"]
    shown = [CliRunner().invoke(app, arguments).stdout for _ in range(2)]
    assert shown[0] == shown[1]
    assert json.loads(shown[0]) == {
        "format": "fakir-perft",
        "version": 1,
        "block": "2x2-xy",
        "mode": "teams",
        "sticks": 5,
        "options": {"fall": "any", "unsupported_plant": "forbidden"},
        "first": 3,
        "depth": 2,
        "count": 20,
        "divide": {"ya.1": 5, "yb.1": 5, "x1.1": 5, "x2.1": 5},
    }


def test_divide_in_words(app: typer.Typer) -> None:
    """The split is a table of first turns; its sum is the count."""
    shown = CliRunner().invoke(app, ["perft", BLOCK, "2", "--divide"]).output
    assert [line.split()[0] for line in shown.splitlines() if line.startswith(("x", "y"))] == [
        "ya.1",
        "yb.1",
        "x1.1",
        "x2.1",
    ]
    assert "20 ways to play 2 turns" in shown


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        (["no-such-block", "1"], MisuseError, "no-such-block"),
        ([BLOCK, "1", "--mode", "6"], MisuseError, "invalid mode '6'"),
        ([BLOCK, "0", "--divide"], MisuseError, "divide to depth 0"),
        ([__file__, "1"], BlockError, "test_perft"),
    ],
)
def test_misuse(app: typer.Typer, arguments: list[str], kind: type[Exception], words: str) -> None:
    """What cannot be is told as one line and counts nothing."""
    asked = CliRunner().invoke(app, ["perft", *arguments])
    assert isinstance(asked.exception, kind)
    assert words in str(asked.exception)
    assert "\n" not in str(asked.exception)
    assert not asked.stdout
