"""Histograms count everything and stay within their frame."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fakir3d.lab.reporting.charts import histogram
from tests.lab.reporting.sketching import parsed


def test_a_histogram_is_a_drawing_that_counts_everything() -> None:
    """Bars of a round width, at most as many as fit; the titles of the bars add up; nothing counted is drawn too."""
    counts = {step * 0.01: count for step, count in ((0, 900), (7, 20), (8, 1), (199, 3))}
    svg = parsed(histogram("depth <of> contacts", "mm", counts, 0.01))
    bars = svg.findall("rect")
    assert 1 < len(bars) <= 32
    assert sum(int(bar.findtext("title", "").split(": ")[1]) for bar in bars) == sum(counts.values())
    heights = [float(bar.get("height", "0")) for bar in bars]
    assert heights[0] == max(heights)
    assert min(heights) >= 1.5
    assert svg.findtext("title") == "depth <of> contacts: 924 acts, from 0 to 1.99 mm"
    empty = parsed(histogram("nothing", "mm", {}, 0.01))
    assert empty.findall("rect") == []


@given(st.dictionaries(st.integers(0, 10**6), st.integers(1, 10**6), min_size=1), st.sampled_from([1.0, 0.01, 0.1]))
@settings(max_examples=60)
def test_a_histogram_of_anything_stays_within_its_frame(counts: dict[int, int], step: float) -> None:
    """Whatever the values: all counted, all inside."""
    svg = parsed(histogram("x", "mm", {value * step: n for value, n in sorted(counts.items())}, step))
    bars = svg.findall("rect")
    assert sum(int(bar.findtext("title", "").split(": ")[1]) for bar in bars) == sum(counts.values())
    assert len(bars) <= 33
    for bar in bars:
        assert float(bar.get("x", "")) + float(bar.get("width", "")) <= 320
        assert float(bar.get("y", "")) >= 15.9
