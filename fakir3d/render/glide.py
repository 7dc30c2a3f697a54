"""Short glides of sticks where their poses would jump.

They lead from the hand to where a motion begins, and from its end to where a stick is put.
Pure: time comes in as a number. A jump is presentation, not physics; within a motion nothing is smoothed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from fakir3d.block.spec import BlockSpec
from fakir3d.motion import FloatArray

_JUMP_M = 0.012
"""What moves less than this is put there at once."""
_CLEAR_M = 0.004


@dataclass(frozen=True, slots=True)
class _Glide:
    start: FloatArray
    began_s: float


class Glides:
    """The sticks that are on their way, and where all of them are shown.

    Attributes:
        seconds: how long a glide takes; 0 for none.
    """

    def __init__(self, seconds: float, spec: BlockSpec) -> None:
        """Begin with nothing shown."""
        self.seconds = seconds
        self._spec = spec
        self._targets: dict[str, FloatArray] = {}
        self._under_way: dict[str, _Glide] = {}

    @property
    def moving(self) -> bool:
        """Return whether any stick is on its way."""
        return bool(self._under_way)

    def aim(self, targets: Mapping[str, FloatArray], now_s: float, carried: Collection[str]) -> None:
        """Have exactly these sticks end up there.

        Args:
            targets: the (7,) poses by name.
            now_s: the time.
            carried: the sticks that glide if they have far to go; all others are there at once.
        """
        shown = self.at(now_s)
        for name, target in targets.items():
            before = self._targets.get(name)
            if self.seconds <= 0 or before is None or name not in carried or name in self._under_way:
                continue
            if float(np.linalg.norm(np.asarray(target)[:3] - before[:3])) > _JUMP_M:
                self._under_way[name] = _Glide(self._out_of_the_wood(shown[name], np.asarray(target)), now_s)
        self._targets = {name: np.array(target, dtype=np.float64) for name, target in targets.items()}
        self._under_way = {name: glide for name, glide in self._under_way.items() if name in targets}

    def at(self, now_s: float) -> dict[str, FloatArray]:
        """Return where every stick is shown at this time; glides that are over are forgotten."""
        over = [name for name, glide in self._under_way.items() if now_s - glide.began_s >= self.seconds]
        for name in over:
            del self._under_way[name]
        return {name: self._between(name, target, now_s) for name, target in self._targets.items()}

    def _between(self, name: str, target: FloatArray, now_s: float) -> FloatArray:
        glide = self._under_way.get(name)
        if glide is None:
            return target
        share = max(now_s - glide.began_s, 0.0) / self.seconds
        eased = share * share * (3.0 - 2.0 * share)
        start, end = glide.start, target.copy()
        if float(start[3:] @ end[3:]) < 0.0:
            end[3:] *= -1.0
        mixed = start + eased * (end - start)
        mixed[3:] /= np.linalg.norm(mixed[3:])
        # Lifted on the way, as a hand would, the higher the further.
        far = float(np.linalg.norm(end[:3] - start[:3]))
        mixed[2] += min(0.35 * far, 0.6 * self._spec.size_m[2]) * 4.0 * eased * (1.0 - eased)
        return mixed

    def _out_of_the_wood(self, start: FloatArray, target: FloatArray) -> FloatArray:
        """Return where a glide begins: for a stick that lies whole under the top, beside the block."""
        half_x, half_y, top = self._spec.size_m[0] / 2, self._spec.size_m[1] / 2, self._spec.size_m[2]
        inside = abs(start[0]) < half_x and abs(start[1]) < half_y
        if not inside or start[2] + self._spec.stick_length_m / 2 > top + self._spec.stick_diameter_m:
            return start
        away = target[:2] if np.linalg.norm(target[:2]) > 1e-6 else np.array((0.0, -1.0))
        reach = min(
            half / abs(part) if abs(part) > 1e-9 else np.inf for half, part in zip((half_x, half_y), away, strict=True)
        )
        beside = target.copy()
        beside[:2] = away * (reach + (_CLEAR_M + self._spec.stick_length_m / 2) / float(np.linalg.norm(away)))
        return beside
