"""``fakir3d block``: blocks listed, written, shown and checked."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from fakir3d.block.design import design, parse_floors
from fakir3d.block.document import (
    block_schema,
    block_to_json,
    dump_block,
    load_block,
    preset_names,
    read_document,
)
from fakir3d.block.facts import drawing, facts
from fakir3d.block.faults import Fault, faults
from fakir3d.block.spec import BlockSpec
from fakir3d.cli.options import BlockArgument, JsonOption, with_options
from fakir3d.errors import MisuseError
from fakir3d.files import is_there, replace_file, shown


def block_list_command(*, as_json: JsonOption = False) -> None:
    """List the blocks that come with fakir3d."""
    specs = [load_block(name) for name in preset_names()]
    if as_json:
        blocks = [{"name": spec.name, **asdict(facts(spec))} for spec in specs]
        _print_json({"format": "fakir-block-list", "version": 1, "blocks": blocks})
        return
    table = _table("name", "size, mm", "holes", "bores", "floors")
    for spec in specs:
        holes = f"{len(spec.hole_x_m)} x {len(spec.hole_y_m)}"
        table.add_row(spec.name, _size(spec), holes, str(len(spec.bores)), _floors(spec))
    Console().print(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class _NewBlock:
    preset: Annotated[
        str | None, typer.Option("--from", metavar="BLOCK", help="Copy this block instead of making one.")
    ] = None
    name: Annotated[str | None, typer.Option(help="The block's name; else the file's.")] = None
    holes: Annotated[str | None, typer.Option(metavar="CxR", help="Columns x rows of holes. (default: 3x3)")] = None
    floors: Annotated[
        str | None,
        typer.Option(metavar="LETTERS", help="A letter a floor from the table up: x, y, b for both. (default: bbb)"),
    ] = None
    pitch: Annotated[
        float | None, typer.Option(metavar="MM", help="From hole to hole. (default: 4 stick diameters)")
    ] = None
    stick: Annotated[float | None, typer.Option(metavar="MM", help="The sticks' diameter. (default: 6)")] = None
    bore: Annotated[
        float | None,
        typer.Option(metavar="MM", help="Diameter of holes and bores. (default: a twelfth above the sticks')"),
    ] = None

    def spec(self, title: str) -> BlockSpec:
        """Return the block that the words describe, sound or not.

        Raises:
            MisuseError: if a word describes none, or a block is to be both copied and made.
        """
        if self.preset is None:
            return design(
                title,
                _parse_holes("3x3" if self.holes is None else self.holes),
                parse_floors("bbb" if self.floors is None else self.floors),
                pitch_mm=self.pitch,
                stick_mm=6.0 if self.stick is None else self.stick,
                bore_mm=self.bore,
            )
        if any(value is not None for value in (self.holes, self.floors, self.pitch, self.stick, self.bore)):
            raise MisuseError("--from copies a block whole; leave out --holes, --floors, --pitch, --stick and --bore")
        return replace(load_block(self.preset), name=title)


@with_options
def block_new_command(
    out: Annotated[Path, typer.Argument(metavar="OUT.toml", help="The file to write.")],
    asked: _NewBlock,
    *,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
) -> None:
    """Write a new block document, from a preset or from counts and a pitch.

    What you do not give follows from the sticks: heights, lengths and sizes are chosen so that the block is sound.
    """
    spec = asked.spec(out.stem if asked.name is None else asked.name)
    found = faults(spec)
    if found:
        raise MisuseError("nothing written, such a block is unfit: " + "; ".join(_line(fault) for fault in found))
    _write(out, dump_block(spec), force=force)
    print(f"wrote {shown(out)}: {_size(spec)} mm, {len(spec.holes)} holes, {len(spec.bores)} bores on {_count(spec)}")


def block_show_command(block: BlockArgument, *, as_json: JsonOption = False) -> None:
    """Show a block: its sizes, its floors, how far sticks stand out, how much play they have."""
    spec = read_document(block)
    found = faults(spec)
    if as_json:
        told = [asdict(fault) for fault in found]
        document = {"block": block_to_json(spec), "facts": asdict(facts(spec)), "faults": told}
        _print_json({"format": "fakir-block-facts", "version": 1, **document})
        return
    console = Console()
    console.print(spec.name, style="bold", highlight=False, markup=False)
    _print_sizes(console, spec)
    _print_floors(console, spec)
    console.print(drawing(spec), highlight=False, markup=False)
    if found:
        console.print(f"\nThis block is unfit: {_faults(len(found))}; fakir3d block check tells all.", highlight=False)


def block_check_command(block: BlockArgument, *, as_json: JsonOption = False) -> None:
    """Tell everything that makes a block unfit to play, to simulate or to make; exit 1 when there is anything."""
    spec = read_document(block)
    found = faults(spec)
    if as_json:
        told = [asdict(fault) for fault in found]
        _print_json({"format": "fakir-block-check", "version": 1, "block": spec.name, "faults": told})
    elif not found:
        print(f"{spec.name} is sound: {_count(spec)}, {len(spec.holes)} holes, {len(spec.bores)} bores")
    else:
        print(f"{spec.name} has {_faults(len(found))}:")
        for fault in found:
            print(f"  {_line(fault)} (bound: {fault.bound})")
    if found:
        raise typer.Exit(1)


def block_schema_command() -> None:
    """Print the JSON Schema of a block document."""
    _print_json(block_schema())


def _parse_holes(word: str) -> tuple[int, int]:
    numbers = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", word)
    if not numbers:
        raise MisuseError(f"invalid holes {word!r}; they must be columns x rows, like 4x4")
    return int(numbers[1]), int(numbers[2])


def _write(out: Path, text: str, *, force: bool) -> None:
    if is_there(out) and not force:
        raise MisuseError(f"{shown(out)} is there already; --force overwrites it")
    try:
        replace_file(out, text.encode())
    except OSError as error:
        raise MisuseError(f"{shown(out)} cannot be written: {error.strerror}") from None


def _print_json(document: dict[str, object]) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2))


def _print_sizes(console: Console, spec: BlockSpec) -> None:
    known = facts(spec)
    out = [
        f"{value:g} along {axis}"
        for axis, value in (("x", known.comes_out_x_mm), ("y", known.comes_out_y_mm))
        if value is not None
    ]
    stick = f"{_mm(spec.stick_length_m)} x {_mm(spec.stick_diameter_m)}, {spec.stick_ends} ends"
    table = _table("what", "mm")
    table.add_row("block along x, y, z", _size(spec))
    table.add_row("stick, length x diameter", stick)
    table.add_row("diameter of holes, of bores", f"{_mm(spec.hole_diameter_m)}, {_mm(spec.bore_diameter_m)}")
    table.add_row("free play in a hole, in a bore", f"{known.play_in_hole_mm:g}, {known.play_in_bore_mm:g}")
    table.add_row("a pierced stick comes out at each side", ", ".join(out) or "nothing is bored")
    table.add_row("a fallen stick ends below the top", f"{known.fallen_below_top_mm:g}")
    console.print(table)
    boxes = f"{known.boxes} boxes in the simulation"
    console.print(f"{known.holes} holes, {known.bores} bores, {boxes}\n", highlight=False)


def _print_floors(console: Console, spec: BlockSpec) -> None:
    table = _table("floor at, mm", "bores", "a stick on it stands out, mm", "is in its hole, mm", "leans at most")
    for floor in reversed(facts(spec).floors):
        bores = " ".join(floor.bores) if len(floor.bores) <= 3 else f"{floor.bores[0]} ... {floor.bores[-1]}"
        lean = f"{floor.lean_deg:.1f} degrees"
        table.add_row(f"{floor.height_mm:g}", bores, f"{floor.stands_out_mm:g}", f"{floor.engaged_mm:g}", lean)
    console.print(table)
    console.print()


def _table(*headings: str) -> Table:
    return Table(*headings, show_edge=False, pad_edge=False)


def _line(fault: Fault) -> str:
    return f"{fault.field}: {fault.text}"


def _faults(count: int) -> str:
    return "1 fault" if count == 1 else f"{count} faults"


def _count(spec: BlockSpec) -> str:
    return "1 floor" if len(spec.floors) == 1 else f"{len(spec.floors)} floors"


def _mm(metres: float) -> str:
    return f"{metres * 1000:.6g}"


def _size(spec: BlockSpec) -> str:
    return " x ".join(map(_mm, spec.size_m))


def _floors(spec: BlockSpec) -> str:
    """Return the floors from the table up, as ``block new --floors`` reads them."""
    return "".join("b" if len(floor.along) == 2 else "".join(floor.along) for floor in spec.floors)
