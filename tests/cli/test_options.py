"""Options of commands, declared once and put together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from fakir3d.cli.main import build_app
from fakir3d.cli.options import JsonOption, with_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Wood:
    """Options of a group."""

    length: Annotated[int, typer.Option("--length", help="How long.")]
    kind: Annotated[str, typer.Option("--kind", help="Which tree.")] = "beech"


@with_options
def told(name: Annotated[str, typer.Argument()], wood: Wood, as_json: JsonOption = False) -> None:
    """Tell what was read."""
    print(name, wood, as_json)


def test_the_fields_of_a_dataclass_are_options() -> None:
    """They stand in the help where the parameter stood, and reach the command as one value."""
    app = typer.Typer()
    app.command()(told)
    runner = CliRunner()
    assert runner.invoke(app, ["oak", "--length", "3"]).stdout == "oak Wood(length=3, kind='beech') False\n"
    read = runner.invoke(app, ["oak", "--length", "3", "--kind", "elm", "--json"]).stdout
    assert read == "oak Wood(length=3, kind='elm') True\n"
    assert runner.invoke(app, ["oak"]).exit_code == 2, "--length has no default"
    shown = runner.invoke(app, ["--help"]).stdout
    assert shown.index("--length") < shown.index("--kind") < shown.index("--json")
    assert "Tell what was read." in shown


def test_a_game_is_described_alike_everywhere() -> None:
    """Commands that begin a game offer the same words for it, with the same help."""
    runner, app = CliRunner(), build_app()
    words = ("--block", "--mode", "--sticks", "--option", "--first", "--seat", "--name", "--seed", "--physics")
    for command in ("play", "text", "film"):
        shown = runner.invoke(app, [command, "--help"]).stdout
        assert all(f"{word} " in shown for word in words)
        assert "counted from 1" in shown
