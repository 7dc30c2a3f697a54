"""The teacher: hints that are worth taking, reasons that are true, reviews that find the mistakes."""

from __future__ import annotations

import math
import os
import signal
import time
from pathlib import Path

import pytest

from fakir3d import kernel
from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block
from fakir3d.errors import MisuseError
from fakir3d.players import Budget, player_of, teacher
from fakir3d.players.analysis_client import Advice, AnalysisClient, LookingBack
from fakir3d.players.judges import Compared, Variation
from fakir3d.players.medium import worths
from fakir3d.players.reasons import why
from fakir3d.players.teacher import MISTAKE, Moment, Step, hints, review
from fakir3d.rules import (
    Discard,
    Exchange,
    Mode,
    Move,
    Phase,
    Pull,
    Setup,
    State,
    advance,
    legal_moves,
    predict,
    result,
    start,
)
from tests.kernel.test_convert import BARRED, HUNG

NAMES = ("Ann", "Bo", "Cleo", "Dan")
QUICK = Budget(2000, 1000)


def lesson(kinds: tuple[str, ...], mode: Mode = Mode.TWO, seed: int = 3, block: str = "lattice") -> list[Step]:
    """Return a game between kinds of players, by the rules alone."""
    state, steps = start(Setup(lattice_of(load_block(block)), mode, mode.sticks)), []
    while result(state) is None:
        move = player_of(kinds[state.seat]).choose(state, seed * 1000 + len(steps))
        steps.append(Step(state, move, advance(state, move, predict(state, move))))
        state = steps[-1].after
    return steps


@pytest.mark.parametrize("mode", list(Mode))
def test_hints_are_legal_ranked_and_reasoned(mode: Mode) -> None:
    """In every mode and phase: legal moves, the best first, each with one sentence that begins by naming the move."""
    phases = set()
    for step in lesson(("random",) * 4, mode):
        state = step.before
        found = hints(state, NAMES, count=3, budget=QUICK)
        phases.add(state.phase)
        assert len(found) == min(3, len(legal_moves(state)))
        assert {hint.move for hint in found} <= set(legal_moves(state))
        assert mode.sides > 2 or [hint.chance for hint in found] == sorted(
            (hint.chance for hint in found), reverse=True
        )
        for hint in found:
            assert hint.line[0] == hint.move
            assert 0 <= hint.chance <= 1
            assert hint.why[0].isupper()
            assert hint.why.endswith(".")
            place = str(hint.move).rstrip("^=~")
            assert place in hint.why or place == "hand"
    assert phases >= {Phase.MOVE, Phase.DISCARD}


PULLABLE = (
    "mode=2 sticks=5 fall=any unsupported_plant=forbidden first=0 pierced=x2.3:g1,x1.1:r5 "
    "standing=a1:r1@x1.1,b1:r2@x1.1,b2:g2@x2.3 hands=r3,r4/g3,g4,g5 held=- gone=- out=- seat=0 phase=move "
    "played=1,0 barred=-"
)


def test_the_reason_for_a_pull() -> None:
    """The example of the assignment: what it drops, and what it leaves standing."""
    state = State.parse(PULLABLE, lattice_of(load_block("lattice")))
    moves = [Move.parse("x2.3^"), Move.parse("a1=")]
    assert why(state, moves, NAMES) == (
        "Pulling x2.3 and taking a1 back drops green at b2 out of the game and leaves you one standing."
    )
    assert hints(state, NAMES)[0].move == moves[0]


def test_reasons_are_true() -> None:
    """What a reason says of falls, of who wins and of who is left nothing is what the rules do."""
    seen = {"out of the game": 0, "a step, but": 0, "wins the game": 0, "nothing but": 0}
    for seed in range(6):
        for step in lesson(("random", "random"), seed=seed):
            state, after = step.before, step.after
            if after.phase is Phase.EXCHANGE:
                continue
            said = why(state, [step.move], NAMES)
            gone = {stick for stick in after.gone if stick not in state.gone}
            fell = isinstance(step.move, Pull | Discard) and bool(predict(state, step.move).drops)
            seen = {words: count + (words in said) for words, count in seen.items()}
            if result(after) is None:
                discarded = isinstance(step.move, Discard)
                assert ("out of the game" in said) == (len(gone) > discarded or ("a step, but" in said)), (said, gone)
                assert ("a step, but" in said) == (fell and len(gone) == discarded)
            end = result(after)
            assert ("wins the game" in said) == (end is not None and state.seat in end.winners)
            if "nothing but to give up" in said:
                assert after.phase is Phase.DISCARD
                assert after.colour is not state.colour
    assert all(seen.values()), seen


def test_a_win_on_the_spot_is_the_first_hint() -> None:
    """Where a move wins at once, it is hinted at, for certain."""
    found = 0
    for seed in range(4):
        for step in lesson(("random", "random"), seed=seed)[-3:]:
            end = result(step.after)
            if end and step.before.seat in end.winners:
                hint = hints(step.before, NAMES, budget=QUICK)[0]
                assert hint.chance > 0.99
                assert "wins" in hint.why
                found += 1
    assert found


@pytest.mark.parametrize("text", [HUNG, BARRED])
def test_hints_where_the_kernel_knows_nothing(text: str) -> None:
    """Positions that only physics makes: the rules alone give hints, and reviews."""
    state = State.parse(text, lattice_of(load_block("lattice")))
    found = hints(state, NAMES)
    assert {hint.move for hint in found} <= set(legal_moves(state))
    move = found[-1].move
    (moment,) = review([Step(state, move, advance(state, move, predict(state, move)))], NAMES)
    assert sum(moment.shares) == pytest.approx(1)


def test_a_stick_ahead_multiplies_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking one turn ahead, a stick more is odds of e^0.6 (docs/opponents.md)."""
    monkeypatch.setattr(kernel, "has_numba", lambda: False)
    state = State.parse(PULLABLE, lattice_of(load_block("lattice")))
    for hint in hints(state, NAMES, count=20):
        assert math.log(hint.chance / (1 - hint.chance)) == pytest.approx(0.6 * worths(state)[hint.move] / 10)


@pytest.mark.parametrize(("chance", "mistake"), [(0.5, True), (0.549, True), (0.551, False), (0.7, False)])
def test_what_a_mistake_is(monkeypatch: pytest.MonkeyPatch, chance: float, mistake: bool) -> None:
    """15 points of a hundred below the best (docs/opponents.md)."""
    state = State.parse(PULLABLE, lattice_of(load_block("lattice")))
    best, made, *_ = legal_moves(state)

    class Fixed:
        def compare(self, _move: Move) -> Compared:
            return Compared(Variation((best,), 0.7, certain=False), chance, (chance, 1 - chance))

    monkeypatch.setattr(teacher, "judge_of", lambda *_: Fixed())
    (moment,) = review([Step(state, made, advance(state, made, predict(state, made)))], NAMES)
    assert moment.lost == pytest.approx(0.7 - chance)
    assert (moment.better is not None) == mistake


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiled rules on this machine: hints and reviews by the rules alone."""
    monkeypatch.setattr(kernel, "has_numba", lambda: False)
    steps = lesson(("greedy", "random"))[:12]
    assert len(list(review(steps, NAMES))) == 12
    assert len(hints(steps[-1].before, NAMES, count=2)) == 2


def test_no_hint_when_the_game_is_over() -> None:
    """Told, not failed."""
    end = lesson(("random", "random"))[-1].after
    with pytest.raises(MisuseError, match="the game is over"):
        hints(end, NAMES)
    with pytest.raises(MisuseError, match="at least 1"):
        hints(lesson(("random", "random"))[0].before, NAMES, count=0)


@pytest.mark.parametrize("mode", [Mode.TWO, Mode.THREE, Mode.TEAMS])
def test_a_review_of_a_whole_game(mode: Mode) -> None:
    """One moment a move; shares of sum 1, at the end all the winner's; a better move wherever there was a mistake."""
    steps = lesson(("random",) * 4, mode)
    moments = list(review(steps, NAMES, budget=QUICK))
    assert [moment.index for moment in moments] == list(range(len(steps)))
    sides = mode.sides
    for moment, step in zip(moments, steps, strict=True):
        assert len(moment.shares) == sides
        assert sum(moment.shares) == pytest.approx(1)
        assert (moment.better is not None) == (moment.lost >= MISTAKE)
        assert moment.better is not None or not moment.turning
        if moment.better:
            assert moment.better.move in legal_moves(step.before)
            assert moment.better.move != step.move
    winner = result(steps[-1].after).winners[0]
    assert moments[-1].shares == tuple(float(side == winner % sides) for side in range(sides))
    assert any(moment.better for moment in moments)


def test_a_better_player_makes_fewer_mistakes() -> None:
    """Drawn lots err more often than the search does, by the review's own count."""
    mistakes = {"hard": 0, "random": 0}
    for seed in range(2):
        for kinds in (("hard", "random"), ("random", "hard")):
            steps = lesson(kinds, seed=seed)[:30]
            for moment in review(steps, NAMES, budget=QUICK):
                mistakes[kinds[moment.seat]] += moment.better is not None
    assert mistakes["hard"] * 3 < mistakes["random"]


def answer(tutor: AnalysisClient, seconds: float = 60) -> list[Advice | LookingBack]:
    """Return everything that comes until the question is answered."""
    came, end = [], time.monotonic() + seconds
    while tutor.busy and time.monotonic() < end:
        found = tutor.poll()
        came += [found] if found else []
        time.sleep(0.002)
    return came


def test_the_teacher_elsewhere() -> None:
    """Hints and reviews from a process of their own are those made here; given up, it is gone at once."""
    steps = tuple(lesson(("random", "random")))
    tutor = AnalysisClient()
    try:
        tutor.hints(steps[10].before, NAMES, 7)
        assert answer(tutor) == [Advice(7, hints(steps[10].before, NAMES))]
        tutor.review(steps[:20], NAMES, 8)
        parts = answer(tutor)
        assert parts[-1] == LookingBack(8, tuple(review(steps[:20], NAMES)), whole=True)
        assert all(isinstance(moment, Moment) for moment in parts[0].moments)
        tutor.review(steps, NAMES, 9)
        time.sleep(0.05)
        pid = tutor.pid
        # It will never answer: whoever waits for it waits for ever.
        os.kill(pid, signal.SIGSTOP)
        tutor.cancel()
        assert not Path(f"/proc/{pid}").exists()
        assert tutor.poll() is None
        tutor.hints(steps[-1].after, NAMES, 10)
        with pytest.raises(MisuseError, match="the game is over"):
            answer(tutor)
    finally:
        tutor.close()


def test_a_teacher_killed_in_mid_review() -> None:
    """It costs time, no moment: none comes twice, and none that was there goes."""
    steps, tutor = tuple(lesson(("random", "random")))[:8], AnalysisClient()
    try:
        tutor.review(steps, NAMES, 1)
        parts: list[Advice | LookingBack] = []
        while not parts or len(parts[-1].moments) < 3:
            parts += filter(None, [tutor.poll()])
            time.sleep(0.002)
        os.kill(tutor.pid, signal.SIGKILL)
        parts += answer(tutor)
        counts = [len(part.moments) for part in parts]
        assert counts == sorted(counts)
        assert parts[-1] == LookingBack(1, tuple(review(steps, NAMES)), whole=True)
        assert all(part.moments == parts[-1].moments[: len(part.moments)] for part in parts)
    finally:
        tutor.close()


def test_an_exchange_goes_with_its_pull() -> None:
    """The hint for a pull of another's stick speaks of the exchange that is expected after it."""
    met = 0
    for step in lesson(("greedy", "greedy"), block="staggered"):
        if step.before.phase is not Phase.MOVE:
            continue
        for hint in hints(step.before, NAMES, budget=QUICK):
            if len(hint.line) > 1 and isinstance(hint.line[1], Exchange):
                assert f"taking {hint.line[1].hole} back" in hint.why
                met += 1
    assert met


def test_states_are_left_alone() -> None:
    """A hint and a review change nothing of what they are given."""
    steps = lesson(("random", "random"))[:8]
    before: list[State] = [State.parse(str(step.before), step.before.lattice) for step in steps]
    list(review(steps, NAMES, budget=QUICK))
    hints(steps[3].before, NAMES, budget=QUICK)
    assert [step.before for step in steps] == before
