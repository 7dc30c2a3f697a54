"""A block to look at, check and play on, from a preset, a document or a few counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from fakir3d.block.design import design, parse_floors
from fakir3d.block.document import dump_block, parse_block, preset_names, read_document
from fakir3d.block.faults import Fault, check_fit, faults
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import MisuseError, printable


@dataclass(frozen=True, slots=True, repr=False)
class Block:
    """A block of wood with its holes and bores, and the sticks that fit it; fit to play or not.

    ``str`` is its document (TOML, lengths in mm), which ``Block.parse`` reads back.

    >>> import fakir3d
    >>> fakir3d.Block.load("lattice").spec.size_m  # x, y, z [m]
    (0.072, 0.072, 0.1)

    Attributes:
        spec: the block as every other part of fakir3d reads it, in SI units.
    """

    spec: BlockSpec
    _typed: str = field(default="", compare=False)
    _source: str = field(default="", compare=False)

    @classmethod
    def load(cls, name_or_path: str | Path) -> Self:
        """Return the block of a preset or a file, fit to play or not.

        Args:
            name_or_path: a preset's name, or a block document; a ``Path`` is always a file.

        Raises:
            MisuseError: if there is no such preset and no such file.
            BlockError: if the document is broken; the message names field, value and what is right.

        >>> import fakir3d
        >>> fakir3d.Block.load("staggered")
        Block.load('staggered')
        """
        given = f"Path({str(name_or_path)!r})" if isinstance(name_or_path, Path) else repr(name_or_path)
        return cls(read_document(name_or_path), f"load({given})", str(name_or_path))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the block that a document describes, fit to play or not; ``str`` of a block is its inverse.

        Args:
            text: TOML, lengths in mm.

        Raises:
            BlockError: if the document is broken; the message names field, value and what is right.

        >>> import fakir3d
        >>> block = fakir3d.Block.load("oneway")
        >>> fakir3d.Block.parse(str(block)) == block
        True
        """
        return cls(parse_block(text, "the document"))

    @classmethod
    def design(
        cls,
        name: str,
        holes: tuple[int, int] = (3, 3),
        floors: str = "xyxyxy",
        *,
        pitch_mm: float | None = None,
        stick_mm: float = 6.0,
        bore_mm: float | None = None,
    ) -> Self:
        """Return a block from counts, with the presets' proportions; fit to play, unless a length makes it unfit.

        Args:
            name: what people will call it.
            holes: how many columns and rows.
            floors: from the table up, a letter each: x, y, or b for bores in both directions at one height.
            pitch_mm: from hole to hole [mm]; None for 4 stick diameters.
            stick_mm: the sticks' diameter [mm].
            bore_mm: the holes' and bores' diameter [mm]; None for a little more than the sticks'.

        Raises:
            MisuseError: if the name, a count, a letter or a length is out of range.

        >>> import fakir3d
        >>> mine = fakir3d.Block.design("mine", holes=(4, 2), floors="xy")
        >>> print(*mine.spec.holes)
        a1 b1 c1 d1 a2 b2 c2 d2
        """
        spec = design(name, holes, parse_floors(floors), pitch_mm=pitch_mm, stick_mm=stick_mm, bore_mm=bore_mm)
        lengths = {"pitch_mm": pitch_mm, "stick_mm": None if stick_mm == 6.0 else stick_mm, "bore_mm": bore_mm}
        words = "".join(f", {key}={length!r}" for key, length in lengths.items() if length is not None)
        return cls(spec, f"design({name!r}, {holes!r}, {floors!r}{words})")

    def check(self) -> tuple[Fault, ...]:
        """Return everything that makes the block unfit to play, simulate or make; nothing for a sound one.

        Returns:
            The faults, each with field, value, bound and a sentence that says why.

        >>> import fakir3d
        >>> fakir3d.Block.load("lattice").check()
        ()
        >>> for fault in fakir3d.Block.design("tight", bore_mm=5.8).check()[:1]:
        ...     print(f"{fault.field}: {fault.text}")
        holes.diameter: a stick of 6 mm does not fit a hole of 5.8 mm
        """
        return faults(self.spec)

    def save(self, path: str | Path) -> Path:
        """Write the block's document, over what is there, and return where.

        Args:
            path: the file; documents end in ``.toml``.

        Raises:
            MisuseError: if it cannot be written there.

        >>> import fakir3d, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     written = fakir3d.Block.design("mine").save(f"{folder}/mine.toml")
        ...     fakir3d.Block.load(written).spec.name
        'mine'
        """
        where = Path(path)
        try:
            where.write_text(str(self), encoding="utf-8", newline="\n")
        except (OSError, ValueError) as error:  # such as a zero byte in its name
            raise MisuseError(f"{where} cannot be written: {error}") from None
        return where

    def fit(self) -> BlockSpec:
        """Return the block's measures, which are fit to play.

        Raises:
            BlockError: if it has faults; the message names all of them.

        >>> import fakir3d
        >>> fakir3d.Block.load("lattice").fit().stick_length_m
        0.092
        >>> fakir3d.Block.design("tight", bore_mm=5.8).fit()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        fakir3d.errors.BlockError: block tight: 2 faults: holes.diameter: a stick of 6 mm does not fit a hole of ...
        """
        check_fit(self.spec, self._source or f"block {printable(self.spec.name)}")
        return self.spec

    def __str__(self) -> str:
        return dump_block(self.spec)

    def __repr__(self) -> str:
        return f"Block.{self._typed}" if self._typed else f"Block.parse({str(self)!r})"


def block_of(block: Block | BlockSpec | str | Path) -> Block:
    """Return the block that is meant: a block, a preset's name or a document's file."""
    if isinstance(block, Block):
        return block
    if not isinstance(block, BlockSpec):
        return Block.load(block)
    preset = Block.load(block.name) if block.name in preset_names() else None
    return preset if preset and preset.spec == block else Block(block)
