"""The bounds a block must keep, each with its reason; ``faults`` applies them, docs/block-format.md explains them.

*Measured* means: simulated with Bullet and MuJoCo, capsule sticks, steps of 1/1000 s (docs/physics.md).
"""

from __future__ import annotations

SIZE_M = (0.005, 2.0)
"""Least and greatest size of a block and length of a stick: outside it the lengths were not meant as mm."""
STICK_M = (0.002, 0.05)
"""Least and greatest diameter of a stick. Engines let contacts sink in by some 0.3 mm when a stick lands, whatever
its size: below 2 mm that is no longer small. Above 50 mm it was not meant as mm."""
FIT_M = 0.0001
"""Least clearance of a stick in its hole and bore (its diameter taken off). Bullet keeps a margin of 0.001 of its
units, and ours are 1 dm: what fits by less than 0.1 mm is below what the simulation can tell from a press fit."""
FLAT_FIT_M = 0.0005
"""Greatest clearance for sticks with flat ends. Measured: at 0.5 mm 0 of 400 falls hung on the lip of a crossing bore,
at 1 mm 33 did."""
WALL_M = 0.002
"""Least wood between two holes, two bores, or one of them and a face. Not measured: two drills that wander by 1 mm
each on their way through must not meet."""
ENGAGED = 2.5
"""A stick on the highest floor must be deeper in its hole than this many diameters. Measured: 15 mm of a 6 mm stick
and less can be thrown out by a knock (5 of 150) or wedge at the mouth (22 of 150)."""
LEAN_DEG = 8.0
"""Greatest lean of a stick on the highest floor [degrees]. Measured: no failure in 560 moves at 7.7, the most tried."""
OFF_CENTRE = 0.5
"""How far a foot and the stick under it may lie off each other's centre, in stick diameters. At 1 the foot slips past;
at 0.5 it presses at 30 degrees from upright and starts to wedge. Measured without failure: 0.3, the most tried."""
SHOWS = 1.0
"""A stick on the lowest floor must stand out of the top by this many diameters: what an eye can see and a hand grip."""
COMES_OUT = 0.5
"""A pierced stick must come out at each side by this many diameters: its whole rounded end. Pushed in flush at one
side it then stands out a diameter at the other, enough to pull it."""
BENEATH_M = 0.002
"""A stick on the table must end at least this far below the top: nobody may take it for a standing one (R8), and a
foot is read to within 1 mm."""
STEP_S = 0.001
"""The step of the simulation [s]; ``PhysicsConfig.dt_s`` by default."""
FALL_STEP = 0.5
"""The longest way a falling stick may go in one step, in stick diameters. Measured: at 0.5 none of 320 falls went
through what should have stopped it, at 1 one in twenty did."""
MOST_PARTS = 1024
"""Most collision boxes. Measured: 1075 are built in 14 ms and cost 0.04 ms a step with 20 sticks falling, five times
what the presets cost; beyond that nothing was tried, and names run out at 26 columns anyway."""
ROUNDING_M = 1e-9
"""What a sum of floats may be off: a wall of exactly the least thickness is thick enough."""
