"""What is shown to people runs: the examples, and the snippets of the README and of docs/library.md."""

from __future__ import annotations

import doctest
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def main_of(name: str) -> Callable[..., None]:
    """Return the main function of an example."""
    return runpy.run_path(str(ROOT / "examples" / f"{name}.py"))["main"]


def test_a_game_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With whatever engine is best here, for rules and physics agree."""
    main_of("game_by_hand")(tmp_path)
    said = capsys.readouterr().out.splitlines()
    assert said[1] == "Pulling x2.3 would do this: r3 b2 x2.3>x2.1; r4 a2 x2.3>x2.1"
    assert said[3] == "It did: r3 b2 x2.3>x2.1; r4 a2 x2.3>x2.1 - as foretold"
    assert said[4] == "In b2 stands r3 - and r4 stands in a2"
    assert said[5].startswith("Not allowed: x2.1: R3: ")
    assert said[6].endswith("moves='x2.1 x1.2 x2.3 b1 b2 a1 a2 c1 x2.3^')")
    assert {path.name for path in tmp_path.iterdir()} == {"by-hand.fakir", "by-hand.png"}


def test_a_statistic(capsys: pytest.CaptureFixture[str]) -> None:
    """The first twenty of its hundred games: the same numbers on every machine."""
    main_of("hundred_games")(20)
    assert capsys.readouterr().out.splitlines() == [
        "medium wins 55 +- 11 % of 20 games",
        "8 to 12 moves, 10.4 on average",
    ]


def test_a_block_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With whatever engine is best here."""
    main_of("block_of_your_own")(tmp_path)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "holes.diameter: a stick of 6 mm does not fit a hole of 6 mm"
    assert said[-2:] == ["long.toml: 8 holes, 12 bores", "16 of 16 moves went as the rules foretold"]


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_snippets(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ``>>>`` of a page says what the page says that it does."""
    monkeypatch.chdir(tmp_path)
    ran = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert ran.attempted > 3
    assert not ran.failed
