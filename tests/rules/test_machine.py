"""A state machine over blocks, modes, options and physics-like outcomes, and proof that it went everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import Phase as Stage
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from fakir3d.errors import IllegalMoveError, OutcomeError
from fakir3d.rules import (
    HAND,
    Discard,
    Exchange,
    FallRule,
    Hole,
    Lattice,
    Mode,
    Move,
    Options,
    Outcome,
    Phase,
    Pierce,
    Pull,
    Setup,
    State,
    UnsupportedPlant,
    advance,
    impossible,
    legal_moves,
    moves_of,
    objection,
    predict,
    result,
    start,
)

EXAMPLES = 150
STEPS = 60
# No shrinking: it can take minutes, and a run of 60 steps is read easily enough.
RUN = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    phases=(Stage.explicit, Stage.generate),
    deadline=None,
    derandomize=True,
    database=None,
)
BLOCKS = ("lattice", "staggered", "oneway", "2x2-xy")


def kind(move: Move) -> str:
    if isinstance(move, Discard):
        return f"discard {'hand' if move.place is HAND else 'standing' if isinstance(move.place, Hole) else 'pierced'}"
    return type(move).__name__.lower()


def machine(block: Callable[[str], Lattice], wild: Callable, reached: Counter) -> type[RuleBasedStateMachine]:
    """Return the machine, which counts in ``reached`` whatever it comes by."""

    class Game(RuleBasedStateMachine):
        """One game after another; every act mostly as foretold, else as physics might have it."""

        state: State

        @initialize(data=st.data())
        def begin(self, data: st.DataObject) -> None:
            self.new_game(data)

        @precondition(lambda self: self.state.phase is Phase.OVER)
        @rule(data=st.data())
        def again(self, data: st.DataObject) -> None:
            self.new_game(data)

        def new_game(self, data: st.DataObject) -> None:
            def draw(values: Iterable[Any]) -> Any:
                return data.draw(st.sampled_from(list(values)))

            name, mode, fall, plant = draw(BLOCKS), draw(Mode), draw(FallRule), draw(UnsupportedPlant)
            setup = Setup(block(name), mode, draw(range(1, 5)), Options(fall, plant), draw(range(mode.seats)))
            self.state = start(setup)
            reached.update([name, f"mode {mode}", fall, plant])

        @precondition(lambda self: self.state.phase is not Phase.OVER)
        @rule(data=st.data())
        def act(self, data: st.DataObject) -> None:
            before = self.state
            # Pulls first in the list: what is rare is what a machine should like.
            moves = sorted(legal_moves(before), key=lambda move: not isinstance(move, Pull))
            move = data.draw(st.sampled_from(moves), label="move")
            outcome = wild(before, move, lambda values: data.draw(st.sampled_from(list(values))))
            self.state = advance(before, move, outcome)
            reached.update([kind(move), before.phase, self.state.phase, outcome == predict(before, move)])
            check(before, move, outcome, self.state, reached)

        @rule(data=st.data())
        def refuse(self, data: st.DataObject) -> None:
            everything, barred = moves_of(self.state.lattice), sorted(self.state.barred, key=str)
            move = data.draw(st.sampled_from([*barred * len(everything), *everything]), label="tried")
            against = objection(self.state, move)
            if against is None:
                return
            reached[against.rule] += 1
            with pytest.raises(IllegalMoveError, match=against.rule):
                advance(self.state, move, Outcome())

        @invariant()
        def whole(self) -> None:
            state = self.state
            assert State.parse(str(state), state.lattice) == state
            assert (state.phase is Phase.OVER) == (result(state) is not None) == (not legal_moves(state))
            reached["hung"] += any(map(state.hung, state.standing))
            reached["barred"] += bool(state.barred)

    return Game


def check(before: State, move: Move, outcome: Outcome, after: State, reached: Counter) -> None:
    """Require what holds of every act, foretold or not."""
    level = before.lattice.level
    for hole in before.standing.keys() & after.standing.keys():
        # A stick put back may hang higher in its hole than the one it replaces stood.
        assert level[after.standing[hole].on] <= level[before.standing[hole].on] or move == Exchange(hole)
    taken_back = after.seat == before.seat and after.phase in {Phase.MOVE, Phase.DISCARD} and before.phase is Phase.MOVE
    if taken_back and before.pierced == after.pierced and before.hands == after.hands:
        assert isinstance(move, Pierce | Pull)
        reached[f"taken back: {kind(move)}"] += 1
        assert (move in after.barred) == (before.standing == after.standing)
        assert move not in after.barred or objection(after, move)
        assert after.out == before.out
    else:
        assert not after.barred
    if before.held:
        assert before.held not in after.hands[before.seat]
    reached["everybody out"] += len(after.out) == before.mode.seats
    reached["partner skipped"] += before.mode is Mode.TEAMS and 0 < len(after.out) < 4 and after.phase is Phase.MOVE


WANTED = {
    *BLOCKS,
    *(f"mode {mode}" for mode in Mode),
    *FallRule,
    *UnsupportedPlant,
    *Phase,
    *("pierce", "plant", "pull", "exchange", "discard hand", "discard standing", "discard pierced"),
    *("R3", "R4", "R5", "R7", "R9", "R11", "R12"),
    *("hung", "barred", "taken back: pierce", "taken back: pull", "everybody out", "partner skipped"),
    True,
    False,
}


def test_games_with_physics_like_outcomes(block: Callable[[str], Lattice], wild: Callable) -> None:
    """150 runs of up to 60 steps: no state breaks, and every phase, mode, option, block and move kind was reached."""
    reached: Counter = Counter()
    run_state_machine_as_test(machine(block, wild, reached), settings=RUN)
    assert not {what for what in WANTED if not reached[what]}


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("mode", list(Mode))
def test_no_outcome_breaks_a_state(play: Callable, name: str, mode: Mode) -> None:
    """Whatever outcome of other moves and positions is offered: advance refuses it as such, or makes a whole state."""
    outcomes = [step.outcome for seed in (1, 2) for step in play(name, mode, seed=seed, physics=True)]
    refused = taken = 0
    for number, step in enumerate(play(name, mode, seed=3, physics=True)):
        for outcome in outcomes[number % 7 :: 7]:
            try:
                after = advance(step.before, step.move, outcome)
            except OutcomeError:
                assert impossible(step.before, step.move, outcome)
                refused += 1
                continue
            assert State.parse(str(after), after.lattice) == after
            taken += 1
    assert refused
    assert taken
