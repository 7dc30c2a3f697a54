"""Who is believed when rules and physics differ: physics in play, nobody in QA."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from fakir3d.crosscheck.verdict import Discrepancy, Kind, Verdict
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.performance import Performance
from fakir3d.rules.outcome import Outcome


class Policy(enum.Enum):
    """What to do with a difference."""

    PHYSICS = "physics"
    """Play: what physics can really do stands; what only a simulation can do is retried, then the rules hold."""
    STRICT = "strict"
    """QA: no tap, no retry; the first difference stops the game."""

    @property
    def tap(self) -> bool:
        """Return whether a stick that hangs gets its one tap on the block (R12)."""
        return self is Policy.PHYSICS

    @property
    def retries(self) -> int:
        """Return how often an act with an engine fault is performed again, at half the step."""
        return 1 if self is Policy.PHYSICS else 0


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of an act.

    Attributes:
        taken: the outcome the game goes on with.
        reseat: whether the sticks must be put where ``taken`` says, because the simulation cannot be believed.
        note: a sentence for the player; empty when there is nothing to tell.
        stop: whether the game ends here, with a case (STRICT).
    """

    taken: Outcome
    reseat: bool = False
    note: str = ""
    stop: bool = False


ENGINE_FAULTS = frozenset(
    {
        *(Kind.ASTRAY, Kind.UNSETTLED, Kind.DEEP_CONTACT, Kind.DISTURBED, Kind.PASSED, Kind.WRONG_FLOOR),
        *(Kind.MISPLACED, Kind.RECORDING, Kind.OTHER_ACT),
    }
)
"""What only a simulation can do. PASSED and WRONG_FLOOR are a stick that went through another: what lies under a
hole is known, so a stick that comes down either lands on the highest one or hangs, and a hung one is HUNG."""


def is_engine_fault(verdict: Verdict, impossible: str | None = None) -> bool:
    """Return whether an act shows something that only a simulation can do, so that it is worth performing again.

    Args:
        verdict: on the act.
        impossible: what ``fakir3d.rules.impossible`` says of the observed outcome, where the caller has asked it: a
            stick that falls although its support is still there is told from a hung one that was shaken loose.
    """
    return bool(impossible) or any(found.kind in ENGINE_FAULTS for found in verdict.discrepancies)


def config_for(policy: Policy, config: PhysicsConfig) -> PhysicsConfig:
    """Return the config an act is first performed with under a policy: with or without the tap (R12)."""
    return replace(config, tap=policy.tap)


def retry_config(config: PhysicsConfig) -> PhysicsConfig:
    """Return the config of a retry: half the step."""
    return replace(config, dt_s=config.dt_s / 2)


def decide(
    policy: Policy, predicted: Outcome, performance: Performance, verdict: Verdict, impossible: str | None = None
) -> Decision:
    """Return what becomes of an act; its retry, where ``policy.retries`` allows one, has been made by the caller.

    Args:
        policy: play or QA.
        predicted: what the rules foretold.
        performance: the act, or its retry.
        verdict: on that performance.
        impossible: as for ``is_engine_fault``.
    """
    if verdict.agree:
        return Decision(performance.outcome)
    if policy is Policy.STRICT:
        return Decision(performance.outcome, note=f"Rules and physics differ: {verdict}.", stop=True)
    if is_engine_fault(verdict, impossible):
        faults = [_sentence(found) for found in verdict.discrepancies if found.kind in ENGINE_FAULTS]
        why = faults[0] if faults else str(impossible)
        return Decision(
            predicted,
            reseat=True,
            note=f"The simulation failed: {why}. The rules' outcome holds; the sticks are put in place.",
        )
    told = "; ".join(_sentence(found) for found in verdict.discrepancies)
    return Decision(performance.outcome, note=f"Not what the rules foretold, but it happened: {told}.")


def _sentence(found: Discrepancy) -> str:
    who = found.stick or "a stick"
    match found.kind:
        case Kind.MISSED_FALL:
            return f"{who} did not fall ({found.predicted} was foretold)"
        case Kind.EXTRA_FALL:
            return f"{who} came down ({found.observed})"
        case Kind.WRONG_FLOOR:
            return f"{who} went to the wrong floor ({found.observed} instead of {found.predicted})"
        case Kind.HUNG:
            return f"{who} hangs in its hole though nothing holds it ({found.observed})"
        case Kind.ASTRAY:
            return f"{who} is out of its hole ({found.observed})"
        case Kind.BLOCKED:
            return "the stick did not go through and is taken back"
        case Kind.PASSED:
            return "the hand pushed a stick right through another one"
        case Kind.DISTURBED:
            return f"{who} was displaced without having a part in the move"
        case Kind.UNSETTLED:
            return f"{who} did not come to rest ({found.observed})"
        case Kind.DEEP_CONTACT:
            return f"two things went {found.observed} into each other"
        case Kind.MISPLACED:
            return f"{who} is not where the position says ({found.observed} instead of {found.predicted})"
        case Kind.RECORDING:
            return f"the recording is faulty ({found.observed} instead of {found.predicted})"
        case Kind.OTHER_ACT:
            return f"another act was performed than was asked for ({found.observed} instead of {found.predicted})"
