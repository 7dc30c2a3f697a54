"""The bench measures what it says; how fast is for benchmarks/ to judge, never for a test."""

from __future__ import annotations

from fakir3d.block.document import load_block
from fakir3d.lab.bench import SET_UP, Times, bench_acts, bench_clicks


def test_acts_are_counted_by_kind() -> None:
    """Every measured act is in exactly one row, and lasts a while on the table; what setting them up took is apart."""
    *rows, set_up = bench_acts(load_block("lattice"), "ideal", 25, seed=1)
    assert sum(row.count for row in rows) == 25
    assert set_up.what == SET_UP
    assert 0 < set_up.count <= 25
    assert {row.what for row in rows} >= {"pierce", "plant"}
    assert all(row.simulated_ms is not None and row.simulated_ms > 0 for row in rows if row.what == "pierce")


def test_clicks_leave_out_the_start_of_the_process() -> None:
    """One more act is made than is counted, and the worker is gone afterwards."""
    row = bench_clicks(load_block("oneway"), "ideal", 4, seed=1)
    assert row.count == 4
    assert 0 < row.median_ms <= row.p95_ms


def test_one_measurement_is_its_own_percentile() -> None:
    """A kind that occurred once has no spread, and no error either."""
    assert Times.of("pull", [0.01]).p95_ms == Times.of("pull", [0.01]).median_ms == 10.0
