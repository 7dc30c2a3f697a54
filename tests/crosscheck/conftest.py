"""Hand-made performances: what an act could have done, without an engine."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fakir3d.motion import Recording, Snapshot
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.performance import EngineInfo, Performance, Rest
from fakir3d.rules.outcome import Outcome

AT_REST = Rest(settled=True, simulated_s=0.3, settling_s=0.03, residual_m_s=0.001)


def _performance(
    outcome: str = "nothing",
    *,
    rest: Rest = AT_REST,
    disturbed: tuple[str, ...] = (),
    deepest_m: float = 0.0002,
) -> Performance:
    nowhere = Snapshot.of({})
    return Performance(
        recording=Recording.of([]),
        before=nowhere,
        after=nowhere,
        outcome=Outcome.parse(outcome),
        rest=rest,
        disturbed=disturbed,
        deepest_m=deepest_m,
        contacts=(),
        tapped=False,
        engine=EngineInfo("hand-made", "0"),
        config=PhysicsConfig(),
        seconds=0.0,
    )


@pytest.fixture
def performance() -> Callable[..., Performance]:
    """Return a maker of acts that did what their first argument says."""
    return _performance
