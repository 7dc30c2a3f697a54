"""The turns and mirrors of a block are found, no more and no fewer, and keep every relation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis
from fakir3d.block.symmetry import Symmetry, rearrangements, symmetries

HALF = ["as it is", "mirror left-right", "mirror near-far", "turn by 180"]


@pytest.mark.parametrize(("preset", "count"), [("lattice", 8), ("staggered", 4), ("oneway", 4)])
def test_presets(preset: str, count: int) -> None:
    """The lattice keeps all eight; where x and y bores lie at different heights, half of them."""
    found = [symmetry.name for symmetry in symmetries(load_block(preset))]
    assert len(found) == len(set(found)) == count
    assert found[:4] == HALF


def test_every_preset_is_named_above() -> None:
    """A new preset needs its line in the test above."""
    assert set(preset_names()) == {"lattice", "staggered", "oneway"}


def test_millimetres_count() -> None:
    """A column out of place, or a block longer one way, loses the mirrors that would need them elsewhere."""
    spec = load_block("lattice")
    moved = replace(spec, hole_x_m=(-0.024, 0.001, 0.024))
    assert [symmetry.name for symmetry in symmetries(moved)] == ["as it is", "mirror near-far"]
    longer = replace(spec, size_m=(0.080, 0.072, 0.1))
    assert [symmetry.name for symmetry in symmetries(longer)] == HALF
    fewer = replace(spec, hole_x_m=spec.hole_x_m[1:])
    assert [symmetry.name for symmetry in symmetries(fewer)] == ["as it is", "mirror near-far"]


def test_a_turn_follows_the_axes() -> None:
    """In millimetres: a turn by 90 takes the hole at (x, y) to the one at (-y, x)."""
    spec = load_block("lattice")
    turn = next(symmetry for symmetry in symmetries(spec) if symmetry.name == "turn by 90")
    for hole in spec.holes:
        x, y = spec.centre_m(hole)
        assert spec.centre_m(turn.hole(hole)) == pytest.approx((-y, x))


@pytest.mark.parametrize("preset", preset_names())
def test_relations_are_kept(preset: str) -> None:
    """What passes under what, what meets what, and every height, by symmetries and by rearrangements."""
    lattice = lattice_of(load_block(preset))
    orders = rearrangements(lattice, 100)
    assert len(orders) == (72 if preset == "lattice" else 36)
    assert orders[0].columns == orders[0].rows == (0, 1, 2)
    for symmetry in (*symmetries(load_block(preset)), *orders):
        assert_kept(lattice, symmetry)


def assert_kept(lattice: Lattice, symmetry: Symmetry) -> None:
    """Make sure that a map keeps holes, bores and all that is between them."""
    assert {symmetry.hole(hole) for hole in lattice.holes} == set(lattice.holes)
    assert {symmetry.bore(bore) for bore in lattice.bores} == set(lattice.bores)
    for bore in lattice.bores:
        image = symmetry.bore(bore)
        assert lattice.level[image] == lattice.level[bore]
        assert set(map(symmetry.hole, lattice.above[bore])) == set(lattice.above[image])
        assert set(map(symmetry.bore, lattice.meets[bore])) == set(lattice.meets[image])


def test_symmetries_are_among_the_rearrangements() -> None:
    """Every turn and mirror is an order of rows and columns, too."""
    spec = load_block("lattice")
    orders = {(order.columns, order.rows, order.swap) for order in rearrangements(lattice_of(spec), 100)}
    assert {(symmetry.columns, symmetry.rows, symmetry.swap) for symmetry in symmetries(spec)} <= orders


def test_too_many_orders() -> None:
    """Where there are more than asked for, there are none."""
    five = Lattice(5, 5, (frozenset({Axis.X}),))
    assert len(rearrangements(five, 120 * 120)) == 120 * 120
    assert rearrangements(five, 120 * 120 - 1) == ()
