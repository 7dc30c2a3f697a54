"""Which mouths the shader takes for filled follows from poses alone, and agrees with the position."""

from __future__ import annotations

import numpy as np
import pytest

from fakir3d.block.document import load_block
from fakir3d.block.names import Axis
from fakir3d.game.session import Session
from fakir3d.game.setup import GameSetup
from fakir3d.game.workers.performers import InlinePerformer
from fakir3d.players import MediumPlayer
from fakir3d.render.filling import fill_shares, line_tables


@pytest.mark.parametrize("name", ["lattice", "staggered"])
def test_filled_is_occupied(name: str) -> None:
    """After 20 moves exactly the occupied holes have a filled top, exactly the pierced bores two filled mouths."""
    spec = load_block(name)
    session, player = Session.new(spec, InlinePerformer("ideal"), GameSetup(seed=5)), MediumPlayer()
    for _ in range(20):
        session.play(player.choose(session.state, session.choice_seed))
    low, high, inside = fill_shares(spec, session.snapshot.poses).T
    holes, state = len(spec.holes), session.state
    assert [bool(value) for value in high[:holes]] == [hole in state.standing for hole in spec.holes]
    assert not low[:holes].any()
    for bore, *values in zip(spec.bores, low[holes:], high[holes:], inside[holes:], strict=True):
        assert [bool(value) for value in values] == [bore in state.pierced] * 3


def test_half_way_in() -> None:
    """A stick pushed half way in fills one mouth, and the bore by half."""
    spec = load_block("lattice")
    bore = spec.bores[0]
    out = spec.depth_m(Axis.X) / 2 + (spec.stick_length_m - spec.depth_m(Axis.X)) / 2
    root = np.sqrt(0.5)
    pose = np.array([[-out, spec.line_m(bore), spec.height_m(bore), 0.0, root, 0.0, root]])
    low, high, inside = fill_shares(spec, pose)[len(spec.holes)]
    assert (low, high) == (1.0, 0.0)
    assert 0.3 < inside < 0.6


def test_nothing_fills_nothing() -> None:
    """No sticks fill no mouth."""
    assert not fill_shares(load_block("lattice"), np.zeros((0, 7))).any()


def test_line_tables() -> None:
    """The tables give the nearest line and its number, and something far away where there is none."""
    spec = load_block("oneway")
    tables = line_tables(spec, 720)
    assert np.allclose(tables[0, [0, 360, 719]], [(-0.024, 0), (0.0, 1), (0.024, 2)])
    assert np.allclose(tables[2, [100, 460]], [(0.022, 0), (0.07, 2)])
    assert tables[3, :, 0].min() > 100
