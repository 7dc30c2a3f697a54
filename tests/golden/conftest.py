"""Golden cases are run by tests/crosscheck/test_golden_cases.py, which knows which engines this machine has."""

from __future__ import annotations

# Where fakir3d is installed its own plugin would take each case for a test as well.
collect_ignore_glob = ["cases/*.case.json", "compat/*.case.json"]
