"""Picking: the projected mouths of the block are hit, in every window."""

from __future__ import annotations

import numpy as np

from fakir3d.app.play.picking import pick_at, project_mouths
from fakir3d.block.names import Hole
from fakir3d.block.pick import mouths
from fakir3d.motion import Snapshot
from fakir3d.render.camera import framing
from tests.app.positions import SPEC


def test_aiming_at_every_visible_mouth_hits_it_in_every_window() -> None:
    """The projected centre of each mouth that is turned to the eye picks its place, at three window shapes (PD-04)."""
    for size in ((800, 600), (1600, 500), (500, 900)):
        camera = framing(SPEC, np.zeros((0, 3)), size[0] / size[1])
        seen = 0
        for mouth in mouths(SPEC):
            if np.dot(camera.eye_m - np.array(mouth.centre_m), mouth.normal) <= 0:
                continue
            x, y = project_mouths([mouth], camera, size)[0]
            hits = pick_at(SPEC, Snapshot.of({}), camera, size, (x - 0.5, y - 0.5))
            assert hits[0].place == mouth.place
            assert hits[0].side == mouth.side
            seen += 1
        assert seen == 27


def test_aiming_in_a_window_without_size_hits_nothing() -> None:
    """A window of no width or height has no places, and no division by zero."""
    camera = framing(SPEC, np.zeros((0, 3)), 1.0)
    for size in ((0, 0), (1, 1), (0, 300), (300, 0)):
        assert pick_at(SPEC, Snapshot.of({}), camera, size, (0.0, 0.0)) == ()


def test_a_near_miss_snaps_to_a_legal_mouth_only() -> None:
    """A click beside a mouth counts for it within 14 px if its move is legal; else it hits nothing."""
    size = (800, 600)
    camera = framing(SPEC, np.zeros((0, 3)), 800 / 600)
    mouth = next(m for m in mouths(SPEC) if m.place == Hole.parse("b2"))
    x, y = project_mouths([mouth], camera, size)[0]
    beside = next((x + dx, y) for dx in range(5, 40) if not pick_at(SPEC, Snapshot.of({}), camera, size, (x + dx, y)))
    near = pick_at(SPEC, Snapshot.of({}), camera, size, beside, legal=[Hole.parse("b2")], snap_px=30)
    assert [target.place for target in near] == [Hole.parse("b2")]
    assert pick_at(SPEC, Snapshot.of({}), camera, size, beside, legal=[Hole.parse("a1")], snap_px=5) == ()
