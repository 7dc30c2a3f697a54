"""The teacher at a terminal: hints with reasons, mistakes with the better move; neither changes the game."""

from __future__ import annotations

from fakir3d.game import load_record
from fakir3d.players.teacher import Step, hints, review
from tests.cli.test_text import text, the_save


def test_hints_are_given_and_change_nothing() -> None:
    """Three moves, the best first, in the position shown; the record holds only what was played."""
    printed = text("x2.3\nx1.3\nhint\nb2\n")
    state = load_record(the_save()).moves[1].after
    for hint in hints(state, ("Red", "Green"), count=3):
        assert hint.why in printed
    assert [str(played.move) for played in load_record(the_save()).moves] == ["x2.3", "x1.3", "b2"]


def test_mistakes_are_told() -> None:
    """A whole game of drawn lots, looked back at: each mistake with what was better and why; before it, none."""
    assert "No move has been made yet." in text("review\n")
    printed = text("review\n", "--sticks", "4", "--seed", "2", "--seat", "1=random", "--seat", "2=random")
    turns = load_record(the_save()).moves
    steps = [Step(played.before, played.move, played.after) for played in turns]
    mistakes = [moment for moment in review(steps, ("Red", "Green")) if moment.better]
    assert mistakes
    for moment in mistakes:
        assert f"{moment.index + 1}. {('Red', 'Green')[moment.seat]} made {moment.move}; better was" in printed
        assert moment.better.why in printed


def test_help_names_both() -> None:
    """Who asks for help learns of them."""
    printed = text("help\n")
    assert "hint " in printed
    assert "review " in printed
