"""What both searches ask of a budget, and the clock that ends them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fakir3d.errors import MisuseError

# Among a searcher's own numbers.
LIMIT = 1
"""How many positions to meet, or simulations to make."""
STOP = 2
"""1: stop, set from outside, read at every one of them; 2: set by the search when it has used up its limit."""


def check_budgets(**budgets: float | None) -> None:
    """Make sure that budgets are above zero; None is none.

    Raises:
        MisuseError: if one is not; it is named.
    """
    for what, budget in budgets.items():
        if budget is not None and budget <= 0:
            raise MisuseError(f"a search with {what}={budget}: a budget is a number above 0")


@contextmanager
def stopped_after(seconds: float | None, stop: Callable[[], None]) -> Iterator[None]:
    """Within this, have ``stop`` called from another thread when so much time has passed; never, if it is None."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
