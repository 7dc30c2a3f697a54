"""Glides: only jumps are smoothed, they end where they should, and nothing is carried through the wood."""

from __future__ import annotations

import numpy as np
import pytest

from fakir3d.block.document import load_block
from fakir3d.render.glide import Glides

SPEC = load_block("lattice")
UPRIGHT = (0.0, 0.0, 0.0, 1.0)


def pose(x: float, y: float, z: float, turn: tuple[float, ...] = UPRIGHT) -> np.ndarray:
    return np.array((x, y, z, *turn))


def test_a_jump_glides() -> None:
    """A carried stick leaves where it was, is lifted on the way and arrives exactly."""
    glides = Glides(0.4, SPEC)
    glides.aim({"r1": pose(0.2, 0.0, 0.003)}, 0.0, {"r1"})
    glides.aim({"r1": pose(0.0, 0.2, 0.003)}, 1.0, {"r1"})
    assert np.allclose(glides.at(1.0)["r1"], pose(0.2, 0.0, 0.003))
    assert glides.at(1.2)["r1"][2] > 0.02
    assert glides.moving
    assert (glides.at(1.5)["r1"] == pose(0.0, 0.2, 0.003)).all()
    assert not glides.moving


def test_falls_are_not_smoothed() -> None:
    """A stick that is not carried is shown exactly where the motion has it, however fast it falls."""
    glides = Glides(0.4, SPEC)
    glides.aim({"r1": pose(0.0, 0.0, 0.1)}, 0.0, ())
    glides.aim({"r1": pose(0.0, 0.0, 0.05)}, 0.01, ())
    assert (glides.at(0.01)["r1"] == pose(0.0, 0.0, 0.05)).all()
    assert not glides.moving


def test_a_moving_target_is_followed() -> None:
    """While a stick is carried the motion may go on: the glide ends on the motion, not where it was aimed first."""
    glides = Glides(0.4, SPEC)
    glides.aim({"r1": pose(0.2, 0.0, 0.003)}, 0.0, {"r1"})
    for step in range(11):
        glides.aim({"r1": pose(0.0, 0.0, 0.2 - 0.01 * step)}, 0.1 + 0.04 * step, {"r1"} if step == 0 else ())
    assert (glides.at(0.6)["r1"] == pose(0.0, 0.0, 0.1)).all()


def test_no_glide_at_first_sight_nor_when_switched_off() -> None:
    """What appears is there at once; so is everything with 0 seconds."""
    for seconds in (0.4, 0.0):
        glides = Glides(seconds, SPEC)
        glides.aim({"r1": pose(0.2, 0.0, 0.003)}, 0.0, {"r1"})
        assert not glides.moving
    glides.aim({"r1": pose(0.0, 0.2, 0.003)}, 1.0, {"r1"})
    assert not glides.moving


def test_unit_turns() -> None:
    """Between two turns the quaternion keeps its length, also the long way round."""
    glides = Glides(1.0, SPEC)
    glides.aim({"r1": pose(0.2, 0.0, 0.003)}, 0.0, {"r1"})
    glides.aim({"r1": pose(0.0, 0.2, 0.003, (0.5, 0.5, 0.5, -0.5))}, 0.0, {"r1"})
    for time in np.linspace(0.0, 1.0, 7):
        assert np.linalg.norm(glides.at(time)["r1"][3:]) == pytest.approx(1.0)


def test_out_of_the_block() -> None:
    """A stick that disappeared into the block begins its way aside beside the block, not through its wood."""
    glides = Glides(0.4, SPEC)
    aside = pose(0.2, 0.05, 0.003, (0.0, 0.70710678, 0.0, 0.70710678))
    glides.aim({"r1": pose(0.024, 0.0, 0.046)}, 0.0, {"r1"})
    glides.aim({"r1": aside}, 1.0, {"r1"})
    start = glides.at(1.0)["r1"]
    assert start[0] - SPEC.stick_length_m / 2 > SPEC.size_m[0] / 2
    assert start[2] == aside[2]


def test_gone_sticks_are_forgotten() -> None:
    """A stick that is no longer aimed at is not shown and not on its way."""
    glides = Glides(0.4, SPEC)
    glides.aim({"r1": pose(0.2, 0.0, 0.0)}, 0.0, {"r1"})
    glides.aim({"r1": pose(0.0, 0.0, 0.0)}, 0.1, {"r1"})
    glides.aim({}, 0.2, ())
    assert glides.at(0.2) == {}
    assert not glides.moving
