"""A case made as small as it can be: the shortest history and the fewest sticks that still show its difference.

Every step is tried by performing the act again. What is kept shows the same kind of difference as the case did, and
no other kind that the case did not show. Positions stay well-formed: they are what a case file may hold, and no stick
is left hanging where one was held up. Whether the rules allow the move is not asked, as it is not where cases are run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from fakir3d.crosscheck.case import AGREE, Case, CaseRun, case_of, run_case
from fakir3d.crosscheck.pipeline import HONEST, Comparison, Pipeline, ask, run_act
from fakir3d.crosscheck.verdict import Kind
from fakir3d.errors import FakirError, MisuseError, RecordError
from fakir3d.motion import Snapshot
from fakir3d.physics.hand.script import Script
from fakir3d.physics.scene import seated
from fakir3d.rules.advance import Draft, same_turn
from fakir3d.rules.start import deal
from fakir3d.rules.state import Standing, State
from fakir3d.rules.sticks import Stick

_PLAIN_SPEED_M_S = 0.3


@dataclass(frozen=True, slots=True)
class Try:
    """Where a shrinking is.

    Attributes:
        case: the smallest case so far.
        tried: how many acts have been performed.
        smaller: whether the last try made it smaller, or plainer.
    """

    case: Case
    tried: int
    smaller: bool


@dataclass(frozen=True, slots=True)
class _Start:
    """One act and what it starts from."""

    state: State
    snapshot: Snapshot
    script: Script


def live(case: Case) -> int:
    """Return how many sticks are in a case's start: in the block, in the hands and held."""
    state = case.state
    return len(_in_block(state)) + sum(map(len, state.hands)) + (state.held is not None)


def shrink(case: Case, pipeline: Pipeline = HONEST, engine: str | None = None) -> Iterator[Try]:
    """Yield the smallest case so far after every try; the last one cannot lose a single stick more.

    An act follows from its start alone, so the history goes at once: the case begins where its differing act did.
    Then sticks are left out in ever smaller runs, those that stand on them too; then the others are numbered anew and
    the rest is counted as out of the game; then poses and hand are made plain. The same case gives the same tries.

    Args:
        case: which.
        pipeline: an honest one, or that of the case's sabotage.
        engine: which engine to ask instead of the case's own.

    Raises:
        MisuseError: if the case shows agreement, as it expects, or the pipeline is not its own.
        RecordError: if it expects a difference and shows none.
        EngineMissingError: if the engine is not on this machine.
    """
    run = run_case(case, pipeline, engine)
    search = _Search(case, pipeline, engine or case.engine.name, run)
    yield search.told(smaller=len(case.acts) > 1)
    yield from _leave_out(search, _in_block(search.best.state))
    yield from _leave_out(search, [stick for hand in search.best.state.hands for stick in hand])
    for plainer in (_renumbered, _reseated, _plain_hand):
        yield search.told(smaller=search.accepts(plainer(case, search.best)))


def _target(run: CaseRun) -> Kind:
    """Return the kind of difference that must remain."""
    case, kinds = run.case, run.kinds
    if not kinds and case.expect == AGREE:
        raise MisuseError("rules and physics agree in this case, as it expects: there is no difference to shrink")
    if not kinds:
        raise RecordError(f"the case expects {case.expect} and shows no difference here: there is nothing to shrink")
    return next((kind for kind in kinds if kind.value == case.expect), kinds[0])


class _Search:
    """The smallest start so far, and the tries that led to it."""

    def __init__(self, case: Case, pipeline: Pipeline, engine: str, run: CaseRun) -> None:
        asked = run.comparison.asked
        self.best = _Start(asked.state, asked.snapshot, asked.script)
        self._case, self._pipeline, self._engine = case, pipeline, engine
        self._seen, self._target, self._kinds = run.comparison, _target(run), frozenset(run.kinds)
        self._tried = run.act + 1

    def accepts(self, start: _Start | None) -> bool:
        """Perform another start, and take it for the best one if it shows what must be shown."""
        if start is None or start == self.best:
            return False
        self._tried += 1
        seen = self._judged(start)
        kinds = {found.kind for found in seen.verdict.discrepancies} if seen else set()
        if seen is None or self._target not in kinds or not kinds <= self._kinds:
            return False
        self.best, self._seen = start, seen
        return True

    def _judged(self, start: _Start) -> Comparison | None:
        """Return what both witnesses say of an act; None where it cannot even be performed: that shows nothing."""
        case = self._case
        try:
            asked = ask(case.spec, start.state, start.snapshot, start.script, pipeline=self._pipeline)
            return run_act(asked, self._engine, case.config)
        except FakirError:
            return None

    def told(self, *, smaller: bool) -> Try:
        """Return where the search is."""
        made = case_of(self._case.note, self._seen)
        return Try(replace(made, expect=self._target.value), self._tried, smaller)


def _in_block(state: State) -> list[Stick]:
    return [*(standing.stick for standing in state.standing.values()), *state.pierced.values()]


def _leave_out(search: _Search, sticks: Sequence[Stick]) -> Iterator[Try]:
    """Leave out runs of these sticks, half as long each time, until no single one can be left out."""
    size = len(sticks)
    while size and sticks:
        place, fewer = 0, False
        while place < len(sticks):
            taken = search.accepts(_without(search.best, sticks[place : place + size]))
            if taken:
                fewer, gone = True, frozenset(search.best.state.gone)
                sticks = [stick for stick in sticks if stick not in gone]
            else:
                place += size
            yield search.told(smaller=taken)
        # At single sticks it goes on while any can go: one that could not may have had to wait for another.
        size = size // 2 if size > 1 else int(fewer)


def _without(start: _Start, sticks: Collection[Stick]) -> _Start | None:
    """Return the start without these sticks and what stands on them; None where that is no position."""
    state = start.state
    left_out = set(sticks)
    left_out |= {standing.stick for standing in state.standing.values() if state.pierced.get(standing.on) in left_out}
    if start.script.stick in map(str, left_out):
        return None
    draft = Draft(
        {hole: standing for hole, standing in state.standing.items() if standing.stick not in left_out},
        {bore: stick for bore, stick in state.pierced.items() if stick not in left_out},
        [tuple(stick for stick in hand if stick not in left_out) for hand in state.hands],
        state.gone,
    )
    draft.lose(*left_out)
    after = _well_formed(same_turn(state, draft, held=state.held, barred=frozenset()))
    return None if after is None else _Start(after, start.snapshot.without(map(str, left_out)), start.script)


def _well_formed(state: State) -> State | None:
    """Return the state if a case may hold it, else None."""
    try:
        return State.parse(str(state), state.lattice, thinned=True)
    except FakirError:
        return None


def _renumbered(_case: Case, start: _Start) -> _Start | None:
    """Return the start of a game with no more sticks than it needs, numbered from 1; None where that is no position."""
    state, mode = start.state, start.state.mode
    sticks = [*_in_block(state), *(stick for hand in state.hands for stick in hand)]
    if state.held is not None:
        sticks.append(state.held)
    seats = {mode.colour(seat): len(mode.team(seat)) for seat in range(mode.seats)}
    new: dict[Stick, Stick] = {}
    dealt = 1
    for colour, owners in seats.items():
        mine = sorted((stick for stick in sticks if stick.colour is colour), key=lambda stick: stick.number)
        new |= {stick: Stick(colour, number) for number, stick in enumerate(mine, start=1)}
        dealt = max(dealt, -(-len(mine) // owners))
    setup = replace(state.setup, sticks=dealt)
    draft = Draft(
        {hole: Standing(new[standing.stick], standing.on) for hole, standing in state.standing.items()},
        {bore: new[stick] for bore, stick in state.pierced.items()},
        [tuple(new[stick] for stick in hand) for hand in state.hands],
        (),
    )
    draft.lose(*(stick for hand in deal(setup) for stick in hand if stick not in new.values()))
    held = None if state.held is None else new[state.held]
    after = _well_formed(same_turn(replace(state, setup=setup), draft, held=held, barred=frozenset()))
    names = {str(old): str(stick) for old, stick in new.items()}
    poses = {names[name]: pose for name, pose in start.snapshot.as_dict().items()}
    script = replace(start.script, stick=names[start.script.stick])
    return None if after is None else _Start(after, Snapshot.of(poses), script)


def _reseated(case: Case, start: _Start) -> _Start:
    """Return the start with every stick upright in its hole or in the middle of its bore."""
    return replace(start, snapshot=seated(case.spec, start.state))


def _plain_hand(_case: Case, start: _Start) -> _Start:
    """Return the start with a hand that moves straight at a plain speed and lets go on the axis."""
    return replace(start, script=replace(start.script, offset_m=(0.0, 0.0), speed_m_s=_PLAIN_SPEED_M_S, path=None))
