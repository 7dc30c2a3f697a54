"""What has come together between two looks at MuJoCo's arrays of contacts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from fakir3d.physics.worlds.protocol import Touch, in_order

IntArray = npt.NDArray[np.integer]


class Touching:
    """Which things touch, from look to look.

    Args:
        order: the things; they go by their places in it.
    """

    def __init__(self, order: Sequence[str]) -> None:
        self._order = order
        self._shapes: bytes | None = None
        self._pairs = set[int]()

    def begun(self, shapes: IntArray, things: IntArray, normal: Callable[[int], list[float]]) -> list[Touch]:
        """Return what has come together since last asked, in the order of things.

        Args:
            shapes: (contacts, 2) int, which shapes touch now.
            things: (shapes,) int, what every shape is: its place in the order.
            normal: gives the (3,) normal of one of these contacts.
        """
        # Most of the time the same shapes touch.
        seen = shapes.tobytes()
        if seen == self._shapes:
            return []
        order, count = self._order, len(self._order)
        pairs = (things[shapes] @ (count, 1)).tolist()
        new = sorted(set(pairs) - self._pairs)
        self._shapes, self._pairs = seen, set(pairs)
        # One contact for each pair, the first that the engine names.
        normals = [normal(pairs.index(pair)) for pair in new]
        names = [in_order(order[pair // count], order[pair % count]) for pair in new]
        return [Touch(*pair, (x, y, z)) for pair, (x, y, z) in zip(names, normals, strict=True)]

    def number_anew(self) -> None:
        """Forget which shapes touched, for they have got other numbers; which things did is still known."""
        self._shapes = None
