"""docs/rules.md shows the notation; what it shows is what the program reads and writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fakir3d.rules import Discard, Exchange, FallRule, Move, Outcome, Pierce, Plant, Pull, UnsupportedPlant

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", PAGE, re.MULTILINE))
KINDS = {"plant": Plant, "pierce": Pierce, "pull": Pull, "exchange": Exchange, "discard": Discard}
MOVES = {text: words for text, words in ROWS.items() if re.split(r"\W", words)[0] in KINDS}
OUTCOMES = {text: words for text, words in ROWS.items() if text not in MOVES and "`" not in words}


@pytest.mark.parametrize("text", MOVES)
def test_moves_of_the_table(text: str) -> None:
    """Each move in the table parses as the kind its row says, and writes itself the same."""
    move = Move.parse(text)
    assert type(move) is KINDS[re.split(r"\W", MOVES[text])[0]]
    assert str(move) == text


@pytest.mark.parametrize("text", OUTCOMES)
def test_outcomes_of_the_table(text: str) -> None:
    """Each outcome in the table parses and writes itself the same; only real drops count as such (R5b)."""
    outcome = Outcome.parse(text)
    assert str(outcome) == text
    came_down = any(word in OUTCOMES[text] for word in ("fell from", "fell to", "it fell and"))
    assert bool(outcome.drops) is came_down or "astray" in text


def test_nothing_of_the_page_is_missed() -> None:
    """Both tables were found, with every kind of move, and the options are those that exist."""
    assert {type(Move.parse(text)) for text in MOVES} == set(KINDS.values())
    assert len(OUTCOMES) == 8
    for option in (*FallRule, *UnsupportedPlant):
        assert f"`{option.value}`" in PAGE
    assert [f"**R{number}" in PAGE for number in range(1, 13)] == [True] * 12
