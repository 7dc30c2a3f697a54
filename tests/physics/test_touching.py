"""What has come together is told once for each pair, however many shapes a thing has and however they are numbered."""

from __future__ import annotations

import numpy as np
import pytest

from fakir3d.physics.worlds.mujoco.contacts import Touching
from fakir3d.physics.worlds.protocol import Touch

ORDER = ("g1", "r1", "block", "table")
THINGS = np.array([2, 2, 3, 0, 1])
"""Two boxes of wood, the table, two sticks."""


@pytest.fixture
def touching() -> Touching:
    """Return what has seen no contacts yet."""
    return Touching(ORDER)


def look(touching: Touching, *shapes: tuple[int, int], things: np.ndarray = THINGS) -> list[Touch]:
    """Return what has begun to touch when these shapes touch; the n-th contact's normal is n up."""
    return touching.begun(np.array(shapes, int).reshape(-1, 2), things, lambda n: [0.0, 0.0, float(n)])


def test_each_pair_is_told_once_with_its_first_contact(touching: Touching) -> None:
    """A stick on two boxes of the block touches the block once; a stick comes first; pairs are in the order of things.

    What still touches is no news; what parted and meets again is.
    """
    told = look(touching, (2, 4), (3, 0), (3, 1), (4, 3))
    assert told == [
        Touch("g1", "block", (0.0, 0.0, 1.0)),
        Touch("g1", "r1", (0.0, 0.0, 3.0)),
        Touch("r1", "table", (0.0, 0.0, 0.0)),
    ]
    assert look(touching, (3, 1), (4, 3)) == []
    assert look(touching) == []
    assert [touch[:2] for touch in look(touching, (3, 1))] == [("g1", "block")]


def test_shapes_numbered_anew_are_the_same_things(touching: Touching) -> None:
    """Sticks have got other numbers: what touched is no news, and what has parted meanwhile is forgotten."""
    look(touching, (3, 0), (4, 2))
    touching.number_anew()
    anew = np.array([2, 2, 3, 1, 0])
    assert look(touching, (4, 0), (3, 2), things=anew) == []
    touching.number_anew()
    assert look(touching, things=anew) == []
    assert [touch[:2] for touch in look(touching, (4, 0), things=anew)] == [("g1", "block")]
