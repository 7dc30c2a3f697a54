"""Keys as values: a name, and which modifiers were held."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """One key going down (or repeating).

    Attributes:
        name: as Panda3D names it: ``enter``, ``tab``, ``arrow_left``, ``page_up``, ``f1``, ``a`` ...
        ctrl: whether Ctrl (on a Mac also Command) was held.
        shift: whether Shift was held.
        alt: whether Alt was held.
    """

    name: str
    ctrl: bool = False
    shift: bool = False
    alt: bool = False
