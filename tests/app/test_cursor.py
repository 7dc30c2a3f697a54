"""The keyboard's cursor: arrows, floors, faces, Tab."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fakir3d.app.play.cursor import change_floor, face, first_place, next_legal, step
from fakir3d.app.play.intents import place_of_move, sort_moves
from fakir3d.app.play.picking import project_mouths, visible_target
from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.pick import mouths
from fakir3d.render.camera import framing
from fakir3d.rules import legal_moves
from tests.app.positions import LATTICE, SPEC, walk


@pytest.mark.parametrize("preset", preset_names())
def test_the_cursor_reaches_every_place_and_never_leaves_the_block(preset: str) -> None:
    """By arrows, floors and faces every hole and bore can be reached; every step is a place of this block."""
    lattice = lattice_of(load_block(preset))
    places = {*lattice.holes, *lattice.bores}
    for right in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.1), (0.3, -0.9)):
        reached, fresh = {first_place(lattice)}, [first_place(lattice)]
        while fresh:
            place = fresh.pop()
            around = [step(lattice, place, dx, dy, right) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            around += [change_floor(lattice, place, by) for by in (1, -1)]
            around += [found for axis in (Axis.X, Axis.Y, None) if (found := face(lattice, place, axis))]
            for found in around:
                assert found in places
                if found not in reached:
                    reached.add(found)
                    fresh.append(found)
        assert reached == places


def test_a_block_without_y_bores_has_no_such_face() -> None:
    """Asking for it changes nothing."""
    assert face(lattice_of(load_block("oneway")), Hole.parse("b2"), Axis.Y) is None


@pytest.mark.parametrize("azimuth", [0, 40, 90, 135, 180, -60, -100])
def test_arrows_go_where_they_point_on_the_screen(azimuth: float) -> None:
    """Right and up move the cursor right and up in the picture, from wherever one looks."""
    camera = replace(framing(SPEC, np.zeros((0, 3)), 1.5), azimuth_deg=azimuth)
    right = (float(camera.right[0]), float(camera.right[1]))
    for place in (Hole.parse("b2"), Bore.parse("x2.2"), Bore.parse("yb.2")):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ends = [visible_target(SPEC, p, camera) for p in (place, step(LATTICE, place, dx, dy, right))]
            near = next(m for m in mouths(SPEC) if (m.place, m.side) == (place, ends[0].side))
            if np.dot(camera.eye_m - np.array(near.centre_m), near.normal) <= 0:
                continue  # this face cannot be seen from here at all
            both = [next(m for m in mouths(SPEC) if (m.place, m.side) == (t.place, t.side)) for t in ends]
            (x0, y0), (x1, y1) = project_mouths(both, camera, (900, 600))
            assert (x1 - x0) * dx + (y0 - y1) * dy > 0


def test_tab_goes_through_all_legal_moves() -> None:
    """Tab visits every legal move once and comes round; Shift+Tab goes the other way."""
    moves = sort_moves(legal_moves(walk("x2.1", "b2")))
    place, seen = None, []
    for _ in moves:
        place = next_legal(moves, place, 1)
        seen.append(place)
    assert seen == [place_of_move(move) for move in moves]
    assert next_legal(moves, place, 1) == seen[0]
    assert next_legal(moves, None, -1) == seen[-1]
    assert next_legal((), None, 1) is None
