"""Picking: from a point of the window to a place of the block and back, by camera geometry alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from fakir3d.app.play.intents import Place, occupant
from fakir3d.block.names import Bore, Hole
from fakir3d.block.pick import Mouth, Target, mouths, pick
from fakir3d.block.spec import BlockSpec
from fakir3d.motion import Snapshot
from fakir3d.render.camera import Camera
from fakir3d.rules.state import State

SNAP_PX = 14
"""How near to a legal mouth a click counts for it where it hits nothing else, at zoom 1 [px]."""

ScreenPoint = tuple[float, float]
WindowSize = tuple[int, int]


def initial_camera(camera: Camera) -> Camera:
    """Return the camera a game starts with: a little back and up, so that the words at the edges hide nothing."""
    back = camera.zoomed(-1.0)
    _, high = back.half_field(1.0)
    x, y, z = (np.array(back.target_m) + 0.07 * high * back.distance_m * back.up).tolist()
    return replace(back, target_m=(x, y, z))


def pick_at(
    spec: BlockSpec,
    snapshot: Snapshot,
    camera: Camera,
    size: WindowSize,
    point: ScreenPoint,
    *,
    legal: Iterable[Place] = (),
    snap_px: float = 0.0,
) -> tuple[Target, ...]:
    """Return what lies under a point of the window, nearest first.

    Args:
        spec: the block.
        snapshot: the sticks in it.
        camera: where the eye is.
        size: of the window [px].
        point: from its top left [px].
        legal: places to snap to where the point hits nothing.
        snap_px: from how far [px].
    """
    width, height = size
    if width < 2 or height < 2:
        return ()
    x, y = 2 * (point[0] + 0.5) / width - 1, 1 - 2 * (point[1] + 0.5) / height
    hits = pick(spec, snapshot, camera.ray(x, y, width / height))
    if hits or snap_px <= 0:
        return hits
    wanted = set(legal)
    found = [mouth for mouth in mouths(spec) if mouth.place in wanted and _faces_camera(mouth, camera)]
    if not found:
        return ()
    away = np.linalg.norm(project_mouths(found, camera, size) - np.array(point), axis=1)
    best = int(away.argmin())
    if away[best] > snap_px:
        return ()
    mouth = found[best]
    return (Target(mouth.place, mouth.side, float(np.linalg.norm(camera.eye_m - mouth.centre_m)), None),)


def project_mouths(places: Sequence[Mouth], camera: Camera, size: WindowSize) -> np.ndarray:
    """Return where the middles of mouths appear in a window of that size: (n, 2) float [px from the top left]."""
    width, height = size
    centres = np.array([mouth.centre_m for mouth in places], dtype=float).reshape(-1, 3)
    seen = camera.project(centres, width / height)
    return np.column_stack(((seen[:, 0] + 1) / 2 * width, (1 - seen[:, 1]) / 2 * height))


def _faces_camera(mouth: Mouth, camera: Camera) -> bool:
    """Return whether a mouth's face is turned to the eye."""
    return float(np.dot(camera.eye_m - np.array(mouth.centre_m), mouth.normal)) > 0


def visible_target(spec: BlockSpec, place: Hole | Bore, camera: Camera, stick: str | None = None) -> Target:
    """Return the target at a place's mouth that the eye sees: of a bore, the end turned to it."""
    ends = [mouth for mouth in mouths(spec) if mouth.place == place]
    mouth = next((end for end in ends if _faces_camera(end, camera)), ends[-1])
    return Target(place, mouth.side, float(np.linalg.norm(camera.eye_m - np.array(mouth.centre_m))), stick)


def target_for(spec: BlockSpec, place: Place | None, camera: Camera, state: State) -> Target | None:
    """Return the target at a place, at the mouth that the eye sees; None for no place and for the hand."""
    if not isinstance(place, Hole | Bore):
        return None
    stick = occupant(state, place)
    return visible_target(spec, place, camera, str(stick) if stick else None)


def targets_for(spec: BlockSpec, places: Iterable[Place], camera: Camera, state: State) -> tuple[Target, ...]:
    """Return a target for each place in the block, at the mouth that the eye sees."""
    found = (target_for(spec, place, camera, state) for place in places)
    return tuple(target for target in found if target is not None)
