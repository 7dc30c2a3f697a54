"""A sound block from counts and a pitch: what ``fakir3d block new`` writes when no preset is named."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from fakir3d.block.document import block_from_json
from fakir3d.block.names import MAX_COLUMNS, MAX_LINES, Axis
from fakir3d.block.spec import BlockSpec
from fakir3d.block.tables import BLOCK_FORMAT, BLOCK_VERSION
from fakir3d.errors import MisuseError
from fakir3d.files import quoted

# In stick diameters, as the presets have them.
_PITCH = 4.0
_PLAY = 1 / 12
_OUT_OF_SIDE = 10 / 6
_OUT_OF_TOP = 10.75 / 6
_BENEATH = 8 / 6
_ENGAGED = 3.5
_SPACING = 2.0


def parse_floors(word: str) -> tuple[frozenset[Axis], ...]:
    """Return floors from the table up: one letter each, x, y, or b for both directions at one height.

    Raises:
        MisuseError: if there is another letter, or none.

    >>> [sorted(floor) for floor in parse_floors("xb")]
    [[<Axis.X: 'x'>], [<Axis.X: 'x'>, <Axis.Y: 'y'>]]
    """
    letters = {"x": frozenset({Axis.X}), "y": frozenset({Axis.Y}), "b": frozenset(Axis)}
    if not word or not set(word) <= set(letters):
        raise MisuseError(f"floors cannot be {word!r}; one letter a floor, from the table up: x, y, or b for both")
    return tuple(letters[letter] for letter in word)


def design(
    name: str,
    holes: tuple[int, int],
    floors: Iterable[frozenset[Axis]],
    *,
    pitch_mm: float | None = None,
    stick_mm: float = 6.0,
    bore_mm: float | None = None,
) -> BlockSpec:
    """Return a block with the presets' proportions: what is not given follows from the sticks.

    Args:
        name: what people will call it.
        holes: how many columns and rows.
        floors: the directions bored at each height, from the table up.
        pitch_mm: from hole to hole; None for 4 stick diameters.
        stick_mm: the sticks' diameter.
        bore_mm: the holes' and bores' diameter; None for the next half millimetre a twelfth above the sticks'.

    Raises:
        MisuseError: if the name or a number is out of range.

    >>> spec = design("mine", (3, 3), parse_floors("xyxyxy"))
    >>> spec.size_m, spec.stick_length_m, [round(floor.height_m * 1000, 1) for floor in spec.floors]
    ((0.072, 0.072, 0.1), 0.092, [16.0, 28.0, 40.0, 52.0, 64.0, 76.0])
    """
    storeys = tuple(floors)
    if not (name.strip() and name.isprintable() and len(name) <= 60):
        raise MisuseError(f"name cannot be {quoted(name)}; 1 to 60 printable characters")
    _in_range(holes, pitch_mm=pitch_mm, stick_mm=stick_mm, bore_mm=bore_mm)
    pitch = _PITCH * stick_mm if pitch_mm is None else pitch_mm
    bore = math.ceil(stick_mm * (1 + _PLAY) * 2) / 2 if bore_mm is None else bore_mm
    return block_from_json(_document(name, holes, storeys, (pitch, stick_mm, bore)), name)


def _document(
    name: str, holes: tuple[int, int], storeys: Sequence[frozenset[Axis]], millimetres: tuple[float, float, float]
) -> dict[str, object]:
    """Return the document of a block with this pitch, these sticks and bores [mm]."""
    pitch, stick, bore = millimetres
    sides = [count * pitch for count in holes]
    top, heights = _heights(sides, storeys, stick, bore)
    return {
        "format": BLOCK_FORMAT,
        "version": BLOCK_VERSION,
        "name": name,
        "unit": "mm",
        "block": {"size": [*(round(length, 6) for length in sides), top]},
        "stick": {"length": _half(top - _BENEATH * stick), "diameter": stick, "ends": "round"},
        "holes": {"diameter": bore, "x": _places(holes[0], pitch), "y": _places(holes[1], pitch)},
        "bores": {"diameter": bore},
        "floors": [
            {"height": height, "along": sorted(axis.value for axis in along)}
            for height, along in zip(heights, storeys, strict=True)
        ],
    }


def _heights(
    sides: Sequence[float], storeys: Sequence[frozenset[Axis]], stick: float, bore: float
) -> tuple[float, list[float]]:
    """Return how high the block is and each floor's bore axes are, from its sides and the sticks [mm]."""
    lowest = _half(bore / 2 - stick + (_OUT_OF_TOP + _BENEATH) * stick)
    over_axis = stick - bore / 2 + _ENGAGED * stick  # from the highest bore axis to the top
    pierced = max(length for length, axis in zip(sides, Axis, strict=True) if any(axis in floor for floor in storeys))
    length = pierced + 2 * _OUT_OF_SIDE * stick
    top = math.ceil(max(length + _BENEATH * stick, lowest + (len(storeys) - 1) * _SPACING * stick + over_axis))
    spacing = math.floor(2 * (top - over_axis - lowest) / max(len(storeys) - 1, 1)) / 2
    return float(top), [lowest + place * spacing for place in range(len(storeys))]


def _in_range(holes: tuple[int, int], **lengths: float | None) -> None:
    columns, rows = holes
    if not (1 <= columns <= MAX_COLUMNS and 1 <= rows <= MAX_LINES):
        raise MisuseError(f"holes cannot be {columns}x{rows}; 1 to {MAX_COLUMNS} columns by 1 to {MAX_LINES} rows")
    for name, length in lengths.items():
        if length is not None and not 0 < length < 1000:
            raise MisuseError(f"{name.removesuffix('_mm')} cannot be {length:g}; between 0 and 1000 millimetres")


def _half(millimetres: float) -> float:
    """Round to half a millimetre."""
    return round(millimetres * 2) / 2


def _places(count: int, pitch: float) -> list[float]:
    return [round((place - (count - 1) / 2) * pitch, 6) for place in range(count)]
