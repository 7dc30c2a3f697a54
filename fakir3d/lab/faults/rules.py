"""Rules that foretell wrongly, or write the wrong position down. Each is a wrapper around the honest ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fakir3d.block.names import Bore, Hole
from fakir3d.rules import advance, predict
from fakir3d.rules.moves import Discard, Exchange, Move, Pierce
from fakir3d.rules.outcome import Fall, Fate, Landing, Outcome
from fakir3d.rules.state import State


def floor_too_high(state: State, move: Move) -> Outcome:
    """Return what the rules foretell, but the first stick that falls stops one floor too high.

    Where there is no floor between, it stays where it was.
    """
    honest = predict(state, move)
    if not honest.drops:
        return honest
    victim = honest.drops[0]
    higher = _one_higher(state, victim)
    others = tuple(fall for fall in honest.falls if fall is not victim)
    return Outcome((*others, *([] if higher is None else [replace(victim, to=higher)])), honest.blocked)


def floor_too_low(state: State, move: Move) -> Outcome:
    """Let every stick that falls onto another one end one floor lower, or on the table."""
    return _landing(state, move, lambda fall: _below(state, fall))


def through_the_first(state: State, move: Move) -> Outcome:
    """Let what the hand lets in fall past the highest stick under its hole."""
    return _landing(state, move, lambda fall: fall.to if fall.origin else _below(state, fall, filled=True))


def lowest_first(state: State, move: Move) -> Outcome:
    """Read the supports lowest first: what falls ends on the lowest stick under its hole."""
    return _landing(state, move, lambda fall: _first(state, fall, lowest=True))


def neighbours_column(state: State, move: Move) -> Outcome:
    """Look for what holds a stick under the next hole of its row."""

    def beside(fall: Fall) -> Landing:
        columns = state.lattice.columns
        hole = Hole((fall.hole.column + 1) % columns, fall.hole.row)
        return _first(state, replace(fall, hole=hole))

    return _landing(state, move, beside)


def columns_mirrored(state: State, move: Move) -> Outcome:
    """Say of every fall that it happened in the hole on the other side of the block."""
    honest, last = predict(state, move), state.lattice.columns - 1
    falls = (replace(fall, hole=Hole(last - fall.hole.column, fall.hole.row)) for fall in honest.falls)
    return Outcome(tuple(falls), honest.blocked)


def table_forgotten(state: State, move: Move) -> Outcome:
    """Let sticks that fall to the table end on the lowest bore instead, as if a stick lay there."""
    return _landing(state, move, lambda fall: state.lattice.under[fall.hole][-1] if fall.to is Fate.GONE else fall.to)


def fall_forgotten(state: State, move: Move) -> Outcome:
    """Forget the last of several sticks that fall together."""
    honest = predict(state, move)
    return Outcome(honest.falls[:-1], honest.blocked) if len(honest.drops) > 1 else honest


def discard_holds(state: State, move: Move) -> Outcome:
    """Let nothing fall when a pierced stick is taken out of the game."""
    return Outcome() if isinstance(move, Discard) else predict(state, move)


def exchange_too_high(state: State, move: Move) -> Outcome:
    """Let the stick put back by an exchange stand one floor higher than the one it replaces."""
    if not isinstance(move, Exchange):
        return predict(state, move)
    return _landing(state, move, lambda fall: _one_higher(state, fall) or Fate.GONE)


def blocking_ignored(state: State, move: Move) -> Outcome:
    """Let every pierce go through."""
    return replace(predict(state, move), blocked=False)


def crossing_ignored(state: State, move: Move) -> Outcome:
    """Let a pierce go through where only a pierced stick crosses its way."""
    honest = predict(state, move)
    if not isinstance(move, Pierce) or move.bore in state.pierced:
        return honest
    level = state.lattice.level
    over = (state.standing[hole] for hole in state.lattice.above[move.bore] if hole in state.standing)
    return replace(honest, blocked=any(level[each.on] < level[move.bore] for each in over))


def blocked_beneath(state: State, move: Move) -> Outcome:
    """Have a pierce stopped by any stick that stands in a hole above the bore, also one that stands higher."""
    honest = predict(state, move)
    if not isinstance(move, Pierce):
        return honest
    return replace(
        honest, blocked=honest.blocked or not state.standing.keys().isdisjoint(state.lattice.above[move.bore])
    )


def one_invisible(state: State, move: Move) -> Outcome:
    """Foretell as if the first standing stick were not there; its own moves are foretold honestly."""
    first = next(iter(state.standing), None)
    if isinstance(move, Exchange | Discard) or first is None:
        return predict(state, move)
    return predict(
        replace(state, standing={hole: each for hole, each in state.standing.items() if hole != first}), move
    )


def wrong_bore_written(state: State, move: Move, outcome: Outcome) -> State:
    """Write a pierced stick down in another bore of its floor."""
    after = advance(state, move, outcome)
    if not isinstance(move, Pierce) or outcome.blocked:
        return after
    level = state.lattice.level
    others = (bore for bore in state.lattice.bores if bore.axis is move.bore.axis and level[bore] == level[move.bore])
    free = next((bore for bore in others if bore not in after.pierced), move.bore)
    stick = after.pierced[move.bore]
    return replace(after, pierced={**{b: s for b, s in after.pierced.items() if b != move.bore}, free: stick})


def support_not_written(state: State, move: Move, outcome: Outcome) -> State:
    """Write down that a stick that fell onto another one still stands where it stood."""
    after = advance(state, move, outcome)
    unmoved = {
        fall.hole: replace(after.standing[fall.hole], on=fall.origin)
        for fall in outcome.drops
        if fall.origin and isinstance(fall.to, Bore) and fall.hole in after.standing
    }
    return replace(after, standing={**after.standing, **unmoved})


def gone_stays_written(state: State, move: Move, outcome: Outcome) -> State:
    """Write down that a stick that fell to the table still stands in its hole."""
    after = advance(state, move, outcome)
    kept = {fall.hole: state.standing[fall.hole] for fall in outcome.drops if fall.to is Fate.GONE}
    return replace(after, standing={**after.standing, **kept})


def sticks_confused(state: State, move: Move, outcome: Outcome) -> State:
    """Write the first two standing sticks down under each other's name."""
    after = advance(state, move, outcome)
    if len(after.standing) < 2:
        return after
    (one, first), (other, second) = list(after.standing.items())[:2]
    changed = {one: replace(first, stick=second.stick), other: replace(second, stick=first.stick)}
    return replace(after, standing={**after.standing, **changed})


def _landing(state: State, move: Move, to: Callable[[Fall], Landing]) -> Outcome:
    """Return what the rules foretell, but every stick that comes down ends where ``to`` says."""
    honest = predict(state, move)
    return Outcome(tuple(replace(fall, to=to(fall)) for fall in honest.falls), honest.blocked)


def _one_higher(state: State, fall: Fall) -> Bore | None:
    level = state.lattice.level
    start = level[fall.origin] if fall.origin else len(state.lattice.floors)
    end = level[fall.to] if isinstance(fall.to, Bore) else -1
    between = [bore for bore in state.lattice.under[fall.hole] if end < level[bore] < start]
    return between[-1] if between else None


def _below(state: State, fall: Fall, *, filled: bool = False) -> Landing:
    """Return the next bore (or the next filled one) under where a stick lands, else the table."""
    if not isinstance(fall.to, Bore):
        return fall.to
    level = state.lattice.level
    lower = (bore for bore in state.lattice.under[fall.hole] if level[bore] < level[fall.to])
    return next((bore for bore in lower if not filled or bore in state.pierced), Fate.GONE)


def _first(state: State, fall: Fall, *, lowest: bool = False) -> Landing:
    """Return the highest or lowest stick under the hole of a fall, without the one it fell from."""
    filled = [bore for bore in state.lattice.under[fall.hole] if bore in state.pierced and bore != fall.origin]
    return filled[-1 if lowest else 0] if filled else Fate.GONE
