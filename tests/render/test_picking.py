"""Picking agrees with what is seen: rays against a picture in which every mouth and stick end has its own colour."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from panda3d.core import AntialiasAttrib, LQuaternionf, LVecBase4f, LVector3f, NodePath, Shader, lookAt

from fakir3d.block.mesh import Mesh, preview_mesh
from fakir3d.block.names import Bore, Hole
from fakir3d.block.pick import mouths, pick, place_of
from fakir3d.render.nodes import geometry
from fakir3d.render.shapes import stick_mesh
from fakir3d.render.stage import Stage

from .conftest import Opened
from .test_stage import session

VERTEX = """#version 330
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
out float along;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; along = p3d_Vertex.z; }
"""
FRAGMENT = """#version 330
in float along;
uniform vec4 number;
out vec4 colour;
void main() { colour = vec4((along < 0.0 ? number.x : number.y) / 255.0, 0.0, 0.0, 1.0); }
"""
SIZES = ((640, 360), (500, 500), (360, 640))
Side = tuple[Hole | Bore, int]


def disc(radius: float) -> Mesh:
    angles = np.linspace(0, 2 * np.pi, 49)[:-1]
    points = np.vstack(((0, 0, 0), np.column_stack((radius * np.cos(angles), radius * np.sin(angles), 0 * angles))))
    rim = np.arange(1, 49)
    triangles = np.column_stack((np.zeros(48, dtype=int), rim, np.roll(rim, -1)))
    normals = np.tile((0.0, 0.0, 1.0), (49, 1))
    return Mesh(points.astype(np.float32), normals.astype(np.float32), np.zeros(49), triangles, exact=True)


def numbered(game: object) -> tuple[NodePath, dict[int, Side]]:
    """Return the scene in numbers: 0 wood, then one for every mouth and for either half of every stick."""
    spec, root, known = game.spec, NodePath("numbers"), {}
    root.setShader(Shader.make(Shader.SL_GLSL, VERTEX, FRAGMENT))
    root.setAntialias(AntialiasAttrib.MNone)

    def number(place: Hole | Bore, side: int) -> int:
        known[len(known) + 1] = (place, side)
        return len(known)

    def put(mesh: Mesh, numbers: tuple[int, int]) -> NodePath:
        path = root.attachNewNode(geometry("part", mesh))
        path.setShaderInput("number", LVecBase4f(*numbers, 0, 0))
        return path

    put(preview_mesh(spec, 64), (0, 0))  # with sharp edges: picking does not know the last millimetre of roundness
    ids = {(mouth.place, mouth.side): number(mouth.place, mouth.side) for mouth in mouths(spec)}
    for mouth in mouths(spec):
        radius = (spec.hole_diameter_m if isinstance(mouth.place, Hole) else spec.bore_diameter_m) / 2
        own = ids[mouth.place, mouth.side]
        path = put(disc(radius), (own, own))
        turn = LQuaternionf()
        lookAt(turn, LVector3f(*mouth.normal), LVector3f(0, 0, 1) if mouth.normal[2] == 0 else LVector3f(0, 1, 0))
        path.setQuat(LQuaternionf(np.sqrt(0.5), -np.sqrt(0.5), 0, 0) * turn)
        path.setPos(LVector3f(*mouth.centre_m) + LVector3f(*mouth.normal) * 1e-5)
    for pose in game.snapshot.as_dict().values():
        x, y, z, w = map(float, pose[3:])
        turn = LQuaternionf(w, x, y, z)
        place = place_of(spec, pose)
        if isinstance(place, Hole):
            sides = (ids[place, 1], ids[place, 1])
        else:
            head = turn.xform((0, 0, 1))[0 if place.axis == "x" else 1] > 0
            sides = (ids[place, -1], ids[place, 1]) if head else (ids[place, 1], ids[place, -1])
        put(stick_mesh(spec, 64), sides).setPosQuat(tuple(map(float, pose[:3])), turn)
    return root, known


def picture(stage: Stage) -> np.ndarray:
    """Return the number at every pixel."""
    return stage.pixels()[..., 0]


def inner(numbers: np.ndarray, one: int) -> np.ndarray:
    """Return the (k, 2) rows and columns of the pixels of a number whose neighbours all have it too."""
    mine = np.pad(numbers == one, 1)
    high, wide = numbers.shape
    whole = np.ones_like(numbers, dtype=bool)
    for down in range(3):
        for right in range(3):
            whole &= mine[down : down + high, right : right + wide]
    return np.argwhere(whole)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["lattice", "staggered"])
def test_what_is_seen_is_picked(open_stage: Opened, size: tuple[int, int], name: str) -> None:
    """From 20 places, a ray through the middle of every visible mouth and stick end picks exactly that."""
    stage, game = open_stage(size), session(14, name)
    stage.set_block(game.spec)
    root, known = numbered(game)
    stage.base.cam.node().setScene(root)
    stage.base.cam.reparentTo(root)
    stage.base.win.setClearColor((0, 0, 0, 1))
    rng, seen = random.Random(f"{name}/{size}"), 0
    home, wrong = stage.camera, []
    for _ in range(20):
        stage.camera = replace(
            home,
            azimuth_deg=rng.uniform(-180, 180),
            elevation_deg=rng.uniform(5, 85),
            distance_m=home.distance_m * rng.uniform(0.4, 0.9),
        )
        stage.base.cam.setMat(_eye(stage))
        numbers = picture(stage)
        for one in np.unique(numbers[numbers > 0]).tolist():
            pixels = inner(numbers, one)
            if not len(pixels):
                continue
            row, column = pixels[np.abs(pixels - np.median(pixels, axis=0)).sum(axis=1).argmin()]
            high, wide = numbers.shape
            ray = stage.ray(2 * (column + 0.5) / wide - 1, 1 - 2 * (row + 0.5) / high)
            found = pick(game.spec, game.snapshot, ray)
            seen += 1
            if not found or (found[0].place, found[0].side) != known[one]:
                wrong.append((known[one], [str(target.place) for target in found]))
    assert not wrong
    assert seen > 200


def _eye(stage: Stage) -> object:
    """Return the camera's matrix: in this scene it has no parent that the stage moves."""
    holder = NodePath("eye")
    holder.setPos(*map(float, stage.camera.eye_m))
    holder.lookAt(*map(float, stage.camera.target_m))
    return holder.getMat()
