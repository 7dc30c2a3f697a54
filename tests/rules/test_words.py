"""What people read: sentences for moves, falls, phases and results."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fakir3d.rules import Lattice, Mode, Move, Outcome, State, predict, say_move, say_outcome, say_phase, say_result

WHY = "because its support was taken away, and"
GONE = "disappears into the block: it is out of the game (R8)."
NAMES = ("Ann", "Bo", "Cy", "Di")


def position(rest: str, **words: str) -> str:
    """Return a state's text from the words that matter."""
    order = "mode sticks fall unsupported_plant first pierced standing hands held gone out seat phase played barred"
    known = dict.fromkeys(order.split(), "-") | {"fall": "any", "unsupported_plant": "forbidden"}
    known |= (
        {"first": "0", "seat": "0", "phase": "move", "played": "0"}
        | dict(word.split("=", 1) for word in rest.split())
        | words
    )
    return " ".join(f"{key}={word}" for key, word in known.items())


TWO = "mode=2 sticks=5 hands=r4,r5/g2,g3,g4,g5"
PULLER = position(f"{TWO} pierced=x2.1:r2,x2.3:g1 standing=a2:r3@x2.3,b2:r1@x2.3")
EXCHANGE = position(f"{TWO} pierced=x2.1:r2 standing=a2:r3@x2.1,b2:r1@x2.1 held=g1 phase=exchange")
THREE = position("mode=3 sticks=3 pierced=x2.3:b2 standing=a2:r3@x2.3,b2:r1@x2.3 hands=r2/g1,g2,g3/b1,b3")
DISCARD = position("mode=2 sticks=2 pierced=x1.1:r2 standing=a1:r1@x1.1 hands=-/g1 gone=g2 phase=discard")


@pytest.mark.parametrize(
    ("text", "move", "outcome", "sentences"),
    [
        (PULLER, "x1.1", None, ["Ann pierces bore x1.1 with red r4."]),
        (
            PULLER,
            "x1.1",
            "blocked",
            [
                "Ann pierces bore x1.1 with red r4.",
                "Red r4 does not go through: it is taken back, and another move is needed (R12).",
            ],
        ),
        (
            PULLER,
            "c2",
            None,
            ["Ann plants red r4 in hole c2.", "Red r4 stands in hole c2 on the stick in bore x2.3."],
        ),
        (
            PULLER,
            "x2.3^",
            None,
            [
                "Ann pulls green g1 out of bore x2.3.",
                f"Red r1 falls in hole b2, {WHY} now stands on the stick in bore x2.1.",
                f"Red r3 falls in hole a2, {WHY} now stands on the stick in bore x2.1.",
                "Green g1 is not Ann's own: it takes the place of a standing stick (R7).",
            ],
        ),
        (
            PULLER,
            "x2.3^",
            "r1 b2 x2.3>hung:x2.2; r3 a2 x2.3>hung:x2.3",
            [
                "Ann pulls green g1 out of bore x2.3.",
                f"Red r1 falls in hole b2, {WHY} hangs above bore x2.2 (R12).",
                "Red r3 stays up in hole a2 though nothing is under it: it hangs (R12).",
                "Green g1 is not Ann's own: it takes the place of a standing stick (R7).",
            ],
        ),
        (
            PULLER,
            "x2.3^",
            "nothing",
            [
                "Ann pulls green g1 out of bore x2.3.",
                "The pull made nothing fall as it should: green g1 is put back (R12).",
            ],
        ),
        (
            THREE,
            "x2.3^",
            None,
            [
                "Ann pulls blue b2 out of bore x2.3.",
                f"Red r1 falls in hole b2, {WHY} {GONE}",
                f"Red r3 falls in hole a2, {WHY} {GONE}",
                "Blue b2 goes to Cy's hand because no stick of Ann's own is left standing (R7).",
            ],
        ),
        (
            EXCHANGE,
            "a2=",
            None,
            [
                "Ann puts green g1 into hole a2 and takes red r3 back in hand.",
                "Green g1 stands in hole a2 on the stick in bore x2.1.",
            ],
        ),
        (
            DISCARD,
            "x1.1~",
            None,
            [
                "Ann gives up red r2 from bore x1.1.",
                f"Red r1 falls in hole a1, {WHY} {GONE}",
                "Red r2 is out of the game.",
            ],
        ),
        (DISCARD, "a1~", None, ["Ann gives up red r1 from hole a1.", "Red r1 is out of the game."]),
    ],
)
def test_sentences(
    block: Callable[[str], Lattice], text: str, move: str, outcome: str | None, sentences: list[str]
) -> None:
    """A move and what it made happen, as people say it."""
    state, made = State.parse(text, block("lattice")), Move.parse(move)
    happened = predict(state, made) if outcome is None else Outcome.parse(outcome)
    assert [say_move(state, made, NAMES), *say_outcome(state, made, happened, NAMES)] == sentences


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (PULLER, "Ann, it is your turn: pierce, plant or pull."),
        (
            PULLER.replace("barred=-", "barred=x2.3^,x1.1"),
            "Ann, it is your turn: pierce, plant or pull. Not again yet: x1.1 and x2.3^.",
        ),
        (EXCHANGE, "Ann, choose which of your standing sticks comes back; green g1 takes its place (R7)."),
        (DISCARD, "Ann, you can neither pierce, plant nor pull: you must give up one of your sticks (R9)."),
    ],
)
def test_phases(block: Callable[[str], Lattice], text: str, sentence: str) -> None:
    """What must be done now."""
    state = State.parse(text, block("lattice"))
    assert say_phase(state, NAMES) == sentence
    assert not say_result(state, NAMES)


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        ("mode=2 sticks=1 hands=r1/- gone=g1 out=1 played=0", "Ann wins: everybody else is out (R11)."),
        (
            "mode=teams sticks=1 hands=-/-/-/g2 gone=g1,r1,r2 out=0,1,2 played=3",
            "Bo and Di win: everybody else is out (R11).",
        ),
        (
            "mode=2 sticks=1 hands=-/- gone=r1,g1 out=0,1 played=1,0",
            "Bo wins: everybody went out at once, and of those who did, this player had played last (R11).",
        ),
        (
            "mode=teams sticks=1 hands=-/-/-/- gone=g1,g2,r1,r2 out=0,1,2,3 played=2",
            "Ann and Cy win: everybody went out at once, and of those who did, one of them had played last (R11).",
        ),
    ],
)
def test_results(block: Callable[[str], Lattice], rest: str, sentence: str) -> None:
    """Who has won and why, said as the phase and as the result."""
    state = State.parse(position(rest, phase="over"), block("lattice"))
    assert say_result(state, NAMES) == say_phase(state, NAMES) == sentence


@pytest.mark.parametrize("mode", list(Mode))
def test_everything_can_be_said(play: Callable, mode: Mode) -> None:
    """Every act of a game, with whatever physics makes of it, has its sentences; each ends with a full stop."""
    for name in ("lattice", "oneway"):
        for step in play(name, mode, seed=8, physics=True):
            said = (
                say_move(step.before, step.move, NAMES),
                *say_outcome(step.before, step.move, step.outcome, NAMES),
                say_phase(step.after, NAMES),
            )
            assert all(sentence.endswith(".") and "None" not in sentence for sentence in said)
            assert len(said) >= 2 + len(step.outcome.falls)
