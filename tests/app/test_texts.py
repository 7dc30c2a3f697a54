"""What the window says about a position: cards, title, task, news, agreement."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from fakir3d.app.play.texts import present
from fakir3d.crosscheck.verdict import Discrepancy, Kind, Verdict
from fakir3d.rules import advance, legal_moves, predict
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Outcome
from fakir3d.rules.state import Phase, State
from fakir3d.rules.sticks import Mode
from tests.app.positions import KINDS, NAMES, positions, walk


@dataclass(frozen=True)
class Last:
    """A move to tell of."""

    before: State
    move: Move
    predicted: Outcome
    observed: Outcome
    taken: Outcome
    verdict: Verdict = field(default_factory=Verdict)
    note: str = ""


def test_the_summary_counts_every_stick_by_name() -> None:
    """Hand, standing, pierced and out of every player are those of the position, in all modes."""
    for mode in Mode:
        for state in positions(mode, 3):
            summary = present(state, NAMES, KINDS)
            assert len(summary.cards) == mode.seats
            for seat, card in enumerate(summary.cards):
                own = [other for other in range(mode.seats) if mode.colour(other) is card.colour]
                in_hands = sum(len(state.hands[other]) for other in own)
                held = int(state.held is not None and state.held.colour is card.colour)
                assert in_hands + card.standing + card.pierced + card.gone + held == 4 * len(own)
                assert card.hand == len(state.hands[seat])
                assert (card.name, card.colour) == (NAMES[seat], mode.colour(seat))
            assert [seat for seat, card in enumerate(summary.cards) if card.to_move] == (
                [] if state.phase is Phase.OVER else [state.seat]
            )
            assert [seat for seat, card in enumerate(summary.cards) if card.out] == sorted(state.out)
            assert bool(summary.result) == (state.phase is Phase.OVER)


def test_the_title_says_whose_turn_and_what_phase() -> None:
    """The window's title names the player, and the forced phases."""
    assert present(walk(), NAMES, KINDS).title == "fakir3d – Anna to move"
    titles = {present(state, NAMES, KINDS).title for seed in range(12) for state in positions(Mode.TWO, seed)}
    assert "fakir3d – Ben to move (exchange)" in titles
    assert "fakir3d – Anna to move (discard)" in titles
    assert titles & {"fakir3d – Anna has won", "fakir3d – Ben has won"}


def test_forced_phases_are_said_in_words() -> None:
    """Exchange and discard say what must be chosen, and by which rule."""
    tasks = {
        state.phase: present(state, NAMES, KINDS).task for seed in range(12) for state in positions(Mode.TWO, seed)
    }
    assert "choose which of your standing sticks comes back" in tasks[Phase.EXCHANGE]
    assert "must give up one" in tasks[Phase.DISCARD]
    assert "R9" in tasks[Phase.DISCARD]
    assert tasks[Phase.OVER] == ""


def test_what_fell_and_why_is_told() -> None:
    """The news are the move and what it made happen, with the reason."""
    before = walk("x2.1", "x2.3", "a2", "b2", "c2", "x3.1")
    pull = Move.parse("x2.3^")
    outcome = predict(before, pull)
    assert outcome.falls
    summary = present(advance(before, pull, outcome), NAMES, KINDS, [Last(before, pull, outcome, outcome, outcome)])
    assert summary.news[0].text == "Anna pulls green g1 out of bore x2.3."
    assert any("support was taken away" in news.text for news in summary.news)
    assert summary.agreement is not None
    assert summary.agreement.agree
    assert summary.agreement.text == "✓ physics = rules"


def test_a_difference_is_told_with_both_outcomes() -> None:
    """A verdict that disagrees shows what was foretold, what happened, and what the game goes on with."""
    before = walk("x2.1")
    plant = Move.parse("b2")
    foretold, seen = predict(before, plant), Outcome.parse("g1 b2 hand>gone")
    verdict = Verdict((Discrepancy(Kind.WRONG_FLOOR, "g1", "x2.1", "gone"),))
    last = Last(before, plant, foretold, seen, foretold, verdict, "The rules' outcome holds.")
    summary = present(advance(before, plant, foretold), NAMES, KINDS, [last])
    assert summary.agreement is not None
    assert not summary.agreement.agree
    assert summary.agreement.detail == (
        "The rules foretold: g1 comes down in b2 onto x2.1.",
        "Physics: g1 disappears in b2.",
        "The rules' outcome holds.",
    )


def test_news_tell_the_whole_last_turn_and_what_was_done_before() -> None:
    """A pull is told together with its exchange; of earlier turns only what was done."""
    for seed in range(12):
        states = positions(Mode.TWO, seed)
        for number, state in enumerate(states[2:], start=2):
            if states[number - 1].phase is not Phase.EXCHANGE:
                continue
            last_moves = []
            for before in states[max(number - 3, 0) : number]:
                moves = [
                    m for m in legal_moves(before) if str(advance(before, m, predict(before, m))) in map(str, states)
                ]
                outcome = predict(before, moves[0])
                last_moves.append(Last(before, moves[0], outcome, outcome, outcome))
            news = present(state, NAMES, KINDS, last_moves).news
            handlers = [item for item in news if item.action]
            assert [item.fresh for item in handlers] == [False] * (len(handlers) - 2) + [True, True]
            assert "pulls" in handlers[-2].text
            assert "back in hand" in handlers[-1].text
            return
    pytest.fail("no exchange in any game")
