"""Keys as values: a name and what was held down with it. Where they come from is the window's business."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Key"]


@dataclass(frozen=True, slots=True)
class Key:
    """One key going down (or repeating).

    Attributes:
        name: as Panda3D names it: ``enter``, ``tab``, ``arrow_left``, ``page_up``, ``f1``, ``a`` ...
        ctrl: whether Ctrl (on a Mac also Command) was held.
        shift: whether Shift was held.
        alt: whether Alt was held.

    >>> str(Key("z", ctrl=True)), str(Key("page_up"))
    ('Ctrl+Z', 'Page up')
    """

    name: str
    ctrl: bool = False
    shift: bool = False
    alt: bool = False

    def __str__(self) -> str:
        parts = [word for word, held in (("Ctrl", self.ctrl), ("Shift", self.shift), ("Alt", self.alt)) if held]
        name = self.name.replace("_", " ")
        return "+".join([*parts, name.upper() if len(name) == 1 else name.capitalize()])
