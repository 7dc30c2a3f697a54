"""Small charts as SVG to be put into a page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement, tostring

_WIDE, _HIGH = 320, 120
_LEFT, _BOTTOM, _TOP = 8, 22, 16
_BARS = 32


def histogram(title: str, unit: str, counts: Mapping[float, int], step: float) -> str:
    """Return a histogram as an ``svg`` element; the bars' heights go with the logarithm of the counts.

    Colours come from the page: the classes ``bar``, ``axis`` and ``label``.

    Args:
        title: what is counted; for people who do not see the bars.
        unit: of the values.
        counts: how many have which value; values from 0 up.
        step: values are multiples of it; no bar is narrower.
    """
    svg = Element("svg", viewBox=f"0 0 {_WIDE} {_HIGH}", role="img", width=str(_WIDE), height=str(_HIGH))
    SubElement(svg, "title").text = f"{title}: {_sentence(counts, unit)}"
    floor = _HIGH - _BOTTOM
    _line(svg, _LEFT, floor, _WIDE - _LEFT, floor)
    if counts:
        width = _width(max(counts), step)
        bars = _binned(counts, width)
        _draw(svg, bars, width, unit)
    return tostring(svg, encoding="unicode")


def _draw(svg: Element, bars: Mapping[int, int], width: float, unit: str) -> None:
    floor, most = _HIGH - _BOTTOM, math.log1p(max(bars.values()))
    pitch = (_WIDE - 2 * _LEFT) / (max(bars) + 1)
    for place, count in bars.items():
        high = max(1.5, (floor - _TOP) * math.log1p(count) / most)
        x, y = _LEFT + place * pitch, floor - high
        sizes = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{max(1.0, pitch - 1):.1f}", "height": f"{high:.1f}"}
        bar = SubElement(svg, "rect", {"class": "bar", **sizes})
        SubElement(bar, "title").text = f"{place * width:g} – {(place + 1) * width:g} {unit}: {count}"
    end = (max(bars) + 1) * width
    for share, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        x = _LEFT + share * (_WIDE - 2 * _LEFT)
        _line(svg, x, floor, x, floor + 4)
        _text(svg, x, _HIGH - 6, anchor, f"{share * end:g}" + (f" {unit}" if share == 1 else ""))
    _text(svg, _LEFT, _TOP - 5, "start", f"{max(bars.values())} acts in the highest bar, logarithmic")


def _binned(counts: Mapping[float, int], width: float) -> dict[int, int]:
    bars: dict[int, int] = {}
    for value, count in counts.items():
        # Values are multiples of their step: a hair keeps 0.3 / 0.1 from being 2.
        place = math.floor(value / width + 1e-9)
        bars[place] = bars.get(place, 0) + count
    return bars


def _width(greatest: float, step: float) -> float:
    """Return a round width of bars, a multiple of ``step``, so that no more than ``_BARS`` are needed."""
    least = max(greatest / step / (_BARS - 1), 1.0)
    power = 10.0 ** math.floor(math.log10(least))
    return step * next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least)


def _sentence(counts: Mapping[float, int], unit: str) -> str:
    if not counts:
        return "nothing was counted"
    return f"{sum(counts.values())} acts, from {min(counts):g} to {max(counts):g} {unit}"


def _line(svg: Element, x1: float, y1: float, x2: float, y2: float) -> None:
    ends = {"x1": f"{x1:.1f}", "y1": f"{y1:.1f}", "x2": f"{x2:.1f}", "y2": f"{y2:.1f}"}
    SubElement(svg, "line", {"class": "axis", **ends})


def _text(svg: Element, x: float, y: float, anchor: str, text: str) -> None:
    SubElement(svg, "text", {"class": "label", "x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}).text = text
