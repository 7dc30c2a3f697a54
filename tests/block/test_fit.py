"""Whether a stick fits is the same to the faults and to the engine that will simulate it."""

from dataclasses import replace

import pytest

from fakir3d.block.document import load_block
from fakir3d.block.faults import faults
from fakir3d.block.solids import boxes

SCALE = 10  # 1 unit is 1 dm, as in physics/worlds/bullet/world.py


def passes(clearance_mm: float) -> int:
    """How many of nine sticks fall right through the holes of an empty block."""
    import pybullet

    spec = replace(load_block("lattice"), hole_diameter_m=(6 + clearance_mm) / 1000)
    client = pybullet.connect(pybullet.DIRECT)
    try:
        pybullet.setGravity(0, 0, -9.81 * SCALE, physicsClientId=client)
        pybullet.setTimeStep(0.001, physicsClientId=client)
        for box in boxes(spec):
            half = [length * SCALE for length in box.half_m]
            shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=half, physicsClientId=client)
            centre = [place * SCALE for place in box.centre_m]
            pybullet.createMultiBody(0, shape, basePosition=centre, physicsClientId=client)
        capsule = pybullet.createCollisionShape(
            pybullet.GEOM_CAPSULE, radius=0.003 * SCALE, height=0.086 * SCALE, physicsClientId=client
        )
        sticks = []
        for hole in spec.holes:
            x, y = spec.centre_m(hole)
            start = [x * SCALE, y * SCALE, 0.141 * SCALE]
            sticks.append(
                pybullet.createMultiBody(
                    0.01, capsule, basePosition=start, useMaximalCoordinates=1, physicsClientId=client
                )
            )
        for _ in range(120):
            pybullet.stepSimulation(physicsClientId=client)
        # In 120 ms a free stick has fallen 70 mm of the 95 mm to the table.
        heights = [pybullet.getBasePositionAndOrientation(stick, physicsClientId=client)[0][2] for stick in sticks]
        return sum(height / SCALE < 0.09 for height in heights)
    finally:
        pybullet.disconnect(client)


@pytest.mark.bullet
@pytest.mark.parametrize("clearance_mm", [-1.0, -0.2, -0.05, 0.1, 0.2, 1.0])
def test_physics_agrees_on_what_fits(clearance_mm: float) -> None:
    """PB-04, PB-05: what the faults let pass falls through the block; what is too tight never does."""
    spec = replace(load_block("lattice"), hole_diameter_m=(6 + clearance_mm) / 1000)
    fits = not any("fit" in fault.text for fault in faults(spec))
    assert passes(clearance_mm) == (9 if fits else 0)
