"""The tables of a block document, as pydantic checks them: shapes and finite numbers, no fitness to play."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from fakir3d.block.names import Axis
from fakir3d.block.spec import Ends
from fakir3d.files import quoted

BLOCK_FORMAT = "fakir-block"
BLOCK_VERSION = 1


def _number(value: object) -> float:
    """Accept a finite number, and only that: True, a date or a text is none, NaN compares as false with any bound."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("fakir", "must be a number of millimetres, not {found}", {"found": quoted(value)})
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise PydanticCustomError(
            "fakir", "is {found}; it must be a finite number of millimetres", {"found": quoted(value)}
        )
    return number + 0.0  # -0.0 is 0.0, so that equal blocks have equal digests


def _text(value: object) -> object:
    if not (isinstance(value, str) and value.isprintable() and value.strip()):
        raise PydanticCustomError("fakir", "is {found}; it must be printable text", {"found": quoted(value)})
    return value


def _once(axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
    if len(set(axes)) < len(axes):
        raise PydanticCustomError("fakir", "names {axis} twice", {"axis": axes[0].value})
    return axes


_Mm = Annotated[float, BeforeValidator(_number)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Block(_Table):
    """The cuboid."""

    size: tuple[_Mm, _Mm, _Mm] = Field(description="along x, y, z [mm]")


class _Stick(_Table):
    """The sticks; all are alike."""

    length: _Mm = Field(description="ends included [mm]")
    diameter: _Mm = Field(description="[mm]")
    ends: Ends = Field(description="how the ends are shaped")


class _Holes(_Table):
    """The vertical holes in the top: one at every crossing of a column and a row."""

    diameter: _Mm = Field(description="[mm]")
    x: tuple[_Mm, ...] = Field(description="columns a, b, c ..., from the block's centre, increasing [mm]")
    y: tuple[_Mm, ...] = Field(description="rows 1, 2, 3 ..., from the block's centre, increasing [mm]")


class _Bores(_Table):
    """The horizontal bores."""

    diameter: _Mm = Field(description="[mm]")


class _Floor(_Table):
    """One height of bores."""

    height: _Mm = Field(description="of the bore axes above the table [mm]")
    along: Annotated[tuple[Axis, ...], AfterValidator(_once)] = Field(
        min_length=1, max_length=2, description="x: one bore under every row; y: under every column; both: meeting"
    )


class Document(_Table):
    """A block for the game Fakir. Lengths in mm; x right, y away, z up; origin on the table under the centre."""

    format: Literal["fakir-block"]
    version: Literal[1]
    name: Annotated[str, BeforeValidator(_text)] = Field(min_length=1, max_length=60)
    unit: Literal["mm"]
    block: _Block
    stick: _Stick
    holes: _Holes
    bores: _Bores
    floors: tuple[_Floor, ...] = Field(description="from the table up")


TABLES: Mapping[str, type[BaseModel]] = {
    "": Document, "block": _Block, "stick": _Stick, "holes": _Holes, "bores": _Bores, "floors": _Floor,
}  # fmt: skip
"""The tables by name; the document itself has none."""
