"""What every engine offers: a block and sticks that live for one act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from fakir3d.motion import Pose, Vector3


class Touch(NamedTuple):
    """Two things that have come into contact.

    Attributes:
        stick: one of them.
        other: another stick, ``block`` or ``table``.
        normal: the direction in which they push each other, of length 1.
    """

    stick: str
    other: str
    normal: Vector3


class World(Protocol):
    """A block with sticks in it, some held and some free.

    It is built by ``open_world`` from a scene, the poses of all sticks and the names of the held ones. Held sticks
    are where the hand or their bore puts them and feel nothing; free ones obey gravity. Nothing is looked up by
    index: sticks go by their text. Whoever opens a world closes it.
    """

    names: tuple[str, ...]
    """All sticks, sorted; ``poses`` has this order."""

    def drive(self, stick: str, pose: Pose) -> None:
        """Put a held stick at a pose."""

    def release(self, stick: str) -> None:
        """Let a held stick go, at rest, where it is."""

    def step(self, count: int) -> None:
        """Let ``count`` steps of config.dt_s pass."""

    def shake(self, push_m_s2: tuple[float, float]) -> None:
        """Accelerate the block along x and y, from now on, as a knock on it would; zero ends it [m/s²]."""

    def poses(self) -> list[Pose]:
        """Return where all sticks are, in the order of ``names``."""

    def speeds(self) -> list[tuple[str, float]]:
        """Return how fast every free stick is, as config counts it (spin about its own axis left out) [m/s]."""

    def depth_m(self, stick: str, others: Sequence[str]) -> float:
        """Return how deep a stick is in the deepest of these others now; 0 when it meets none [m]."""

    def deepest_m(self) -> float:
        """Return how deep the deepest contact of the last step is, whatever touches there [m]."""

    def touches(self) -> tuple[float, Sequence[Touch]]:
        """Return how deep the deepest contact of the last step is [m], and what has come together since last asked."""

    def close(self) -> None:
        """Give the engine back; the world is of no use afterwards. A second time does nothing."""


def in_order(one: str, other: str) -> tuple[str, str]:
    """Return a stick and what it touches, the same way round whichever the engine names first."""
    if one in {"block", "table"}:
        return other, one
    return (one, other) if other in {"block", "table"} or one < other else (other, one)
