"""Shares with their uncertainty: Wilson's interval."""

from __future__ import annotations

import math


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson's, which is right near 0 and 1, too); 0 to 1 where nothing is known.

    >>> [round(end, 2) for end in interval(95, 100)]
    [0.89, 0.98]
    >>> interval(0, 265)[0], interval(265, 265)[1], round(interval(0, 1000)[1], 4)
    (0.0, 1.0, 0.0038)
    """
    if not games:
        return 0.0, 1.0
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # Where nothing or everything was won, that end is exact; rounding would leave a hair.
    low = (middle - half) / scale if wins else 0.0
    high = (middle + half) / scale if wins < games else 1.0
    return low, high
