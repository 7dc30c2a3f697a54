"""The scene that the project measures its pictures by.

A block of 5 x 5 holes and 24 sticks, seen from two places.
"""

from __future__ import annotations

from collections.abc import Mapping

from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.block.pick import Target
from fakir3d.block.spec import BlockSpec, Ends, FloorSpec
from fakir3d.motion import FloatArray, Snapshot
from fakir3d.physics.scene import lying_pose, standing_pose
from fakir3d.render.camera import Camera
from fakir3d.render.layout import table_pose
from fakir3d.render.stage import Stage

LOOK_CAMERA = Camera((-0.0180, 0.0362, 0.0369), 0.7977, 32.30, 30.40, 17.95, 0.1, 9.0)
"""From where the scene is seen."""
PEEK_CAMERA = Camera((0.0451, -0.0991, 0.0918), 0.6371, 24.46, 19.73, 13.29, 0.1, 9.0)
"""From where it is seen with the wood looked through."""
LOOK_HOVER = Hole.parse("b2")
"""What the pointer is on."""

_PITCH_M, _LOWEST_M, _FLOOR_M = 0.018, 0.015, 0.0153
_STANDING: Mapping[str, tuple[str, float]] = {
    "g1": ("d1", 0.0522), "r1": ("a2", 0.0361), "r2": ("e3", 0.0209), "g2": ("a5", 0.0824),
    "b1": ("b4", 0.0671), "b2": ("c3", 0.0054), "y1": ("d4", 0.0515),
}  # fmt: skip
"""By stick: the hole and how high the foot stands [m]."""
_PIERCED: Mapping[str, tuple[str, float]] = {
    "r3": ("ya.3", -0.0085), "g3": ("yd.3", -0.0060), "g4": ("yb.2", -0.0050), "r4": ("ye.2", -0.0040),
    "r5": ("yc.1", -0.0030), "y2": ("x4.3", 0.0015), "b3": ("x2.3", 0.0095), "y3": ("x3.2", 0.0025),
    "b4": ("x1.2", 0.0055), "b5": ("x4.1", 0.0075), "g5": ("x2.1", 0.0020),
}  # fmt: skip
"""By stick: the bore and how far the middle lies from the block's [m]."""
_LYING: Mapping[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "r6": ((-0.1367, 0.0353), (-0.1137, -0.0879)), "r7": ((-0.1197, 0.0290), (-0.1019, -0.0938)),
    "b6": ((0.0296, 0.1128), (0.1506, 0.0804)), "g6": ((0.1271, 0.0006), (0.0816, -0.1160)),
    "g7": ((0.1422, 0.0059), (0.0977, -0.1110)), "y4": ((-0.1484, 0.0508), (-0.0468, 0.1236)),
}  # fmt: skip
"""By stick: from where to where it lies on the table [m]."""


def look_block() -> BlockSpec:
    """Return the block: 102 x 102 x 107 mm, 5 x 5 holes, six alternating floors of five bores."""
    lines = tuple(_PITCH_M * (number - 2) for number in range(5))
    floors = tuple(
        FloorSpec(_LOWEST_M + _FLOOR_M * floor, frozenset({Axis.Y if floor % 2 else Axis.X})) for floor in range(6)
    )
    return BlockSpec(
        name="look",
        size_m=(0.102, 0.102, 0.107),
        stick_length_m=0.125,
        stick_diameter_m=0.0080,
        stick_ends=Ends.FLAT,
        hole_diameter_m=0.0088,
        hole_x_m=lines,
        hole_y_m=lines,
        bore_diameter_m=0.0088,
        floors=floors,
    )


def look_inside() -> Snapshot:
    """Return the 18 sticks in the block."""
    spec = look_block()
    poses = {name: standing_pose(spec, Hole.parse(hole), foot_m) for name, (hole, foot_m) in _STANDING.items()}
    poses |= {name: lying_pose(spec, Bore.parse(bore), along_m) for name, (bore, along_m) in _PIERCED.items()}
    return Snapshot.of(poses)


def look_aside() -> dict[str, FloatArray]:
    """Return the six sticks on the table."""
    spec = look_block()
    return {
        name: table_pose(spec, ((ax + bx) / 2, (ay + by) / 2), (bx - ax, by - ay))
        for name, ((ax, ay), (bx, by)) in _LYING.items()
    }


def show_look(stage: Stage, *, peek: bool) -> None:
    """Put the scene on a stage, seen as it is, or from where the wood is looked through."""
    stage.set_block(look_block())
    stage.lay(look_inside(), look_aside())
    stage.camera = PEEK_CAMERA if peek else LOOK_CAMERA
    stage.mark_hover(None if peek else Target(LOOK_HOVER, 1, 0.0, None))
