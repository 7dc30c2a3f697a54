"""Lies told on purpose, so that an audit can show that it would notice them.

Each is a wrapper around one of the two witnesses; rules and physics know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from fakir3d.block.names import Bore, Hole
from fakir3d.block.solids import Box, boxes
from fakir3d.block.spec import BlockSpec
from fakir3d.crosscheck.witnesses import HONEST, Witnesses
from fakir3d.errors import MisuseError
from fakir3d.rules import predict
from fakir3d.rules.moves import Move
from fakir3d.rules.outcome import Fall, Outcome
from fakir3d.rules.state import State

__all__ = ["SABOTAGES", "floor_too_high", "wall_missing", "witnesses_for"]

Span = tuple[float, float]


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


def _one_higher(state: State, fall: Fall) -> Bore | None:
    level = state.lattice.level
    start = level[fall.origin] if fall.origin else len(state.lattice.floors)
    end = level[fall.to] if isinstance(fall.to, Bore) else -1
    between = [bore for bore in state.lattice.under[fall.hole] if end < level[bore] < start]
    return between[-1] if between else None


@lru_cache(maxsize=16)
def wall_missing(spec: BlockSpec) -> tuple[Box, ...]:
    """Return the boxes of a block without the one whose absence lets sticks leave the most holes.

    A stick on the highest floor under its hole can leave when nothing lies beside it on the way out of the block.

    Raises:
        MisuseError: if no single box opens a hole.
    """
    honest = boxes(spec)
    openings = [_openings(spec, honest[:place] + honest[place + 1 :]) for place in range(len(honest))]
    best = max(range(len(honest)), key=lambda place: openings[place], default=None)
    if best is None or openings[best] == 0:
        raise MisuseError(f"wall-missing: no single box of block {spec.name!r}, left out, lets a stick leave its hole")
    return honest[:best] + honest[best + 1 :]


def _openings(spec: BlockSpec, wood: tuple[Box, ...]) -> int:
    """Return how many ways out of the block lead sideways from holes."""
    return sum(not any(_overlap(way, box) for box in wood) for hole in spec.holes for way in _ways_out(spec, hole))


def _ways_out(spec: BlockSpec, hole: Hole) -> Iterator[tuple[Span, Span, Span]]:
    """Yield the room that a stick sweeps from its hole to each side of the block, as spans along x, y, z [m]."""
    highest = max((spec.foot_m(bore) for bore in spec.bores if bore.passes_under(hole)), default=None)
    if highest is None:
        return
    x, y = spec.centre_m(hole)
    radius = spec.stick_diameter_m / 2
    side_x, side_y = spec.size_m[0] / 2, spec.size_m[1] / 2
    height = (highest, spec.size_m[2])
    for end in (-side_x, side_x):
        yield (min(x, end), max(x, end)), (y - radius, y + radius), height
    for end in (-side_y, side_y):
        yield (x - radius, x + radius), (min(y, end), max(y, end)), height


def _overlap(spans: tuple[Span, Span, Span], box: Box) -> bool:
    return all(
        low < centre + half and high > centre - half
        for (low, high), centre, half in zip(spans, box.centre_m, box.half_m, strict=True)
    )


SABOTAGES: Mapping[str, Witnesses] = MappingProxyType(
    {
        "floor-too-high": Witnesses("floor-too-high", predict=floor_too_high),
        "wall-missing": Witnesses("wall-missing", solids=wall_missing),
    }
)
"""Every lie by its name."""


def witnesses_for(sabotage: str | None, engine: str | None = None) -> Witnesses:
    """Return honest witnesses, or those of a sabotage.

    Args:
        sabotage: its name, or None.
        engine: which engine will perform; the ideal one has no walls that could be missing.

    Raises:
        MisuseError: if there is no such sabotage, or the engine could never notice it.
    """
    if sabotage is None:
        return HONEST
    if sabotage not in SABOTAGES:
        raise MisuseError(f"no sabotage {sabotage!r}; there are {', '.join(SABOTAGES)}")
    if sabotage == "wall-missing" and engine == "ideal":
        raise MisuseError("wall-missing: the ideal engine computes falls without walls; use --engine bullet")
    return SABOTAGES[sabotage]
