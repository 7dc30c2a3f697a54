"""Do physics and rules AGREE: verdicts, policies, cases."""

from __future__ import annotations

from fakir3d.crosscheck.policy import Decision, Policy, config_for, decide, is_engine_fault, retry_config
from fakir3d.crosscheck.verdict import Discrepancy, Kind, Verdict, compare

__all__ = [
    "Decision",
    "Discrepancy",
    "Kind",
    "Policy",
    "Verdict",
    "compare",
    "config_for",
    "decide",
    "is_engine_fault",
    "retry_config",
]
