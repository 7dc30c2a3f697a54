"""The simulations that a process keeps in Bullet.

Each act clears its own: a simulation remembers more than its bodies, and one in which wood and table were left standing
gave other last bits in 1 of 1948 acts of the recipe, and in more elsewhere (docs/physics.md).
"""

from __future__ import annotations

import os
from collections.abc import Callable

from fakir3d.errors import EngineError

MAX_CLIENTS = 16
"""A client takes some 30 MB, and a process that opens hundreds dies."""


class Clients:
    """The connections of this process: one is kept and used again; acts that overlap each get their own.

    ``connect`` returns the number of a new connection, below zero if there is none; ``disconnect`` ends one.
    """

    def __init__(self, connect: Callable[[], int], disconnect: Callable[[int], object]) -> None:
        self._connect, self._disconnect = connect, disconnect
        self._process = os.getpid()
        self._idle: list[int] = []
        self._lent = 0

    def borrow(self) -> int:
        """Return a simulation that nobody else uses, to be reset."""
        if self._process != os.getpid():
            # A forked child sees its parent's clients; they are not its own.
            self._process, self._idle, self._lent = os.getpid(), [], 0
        if self._lent >= MAX_CLIENTS:
            raise EngineError(f"{self._lent} acts are being performed at once; finish or close one first")
        client = self._idle.pop() if self._idle else self._connect()
        if client < 0:
            raise EngineError("Bullet does not connect; this process may have too many simulations open")
        self._lent += 1
        return client

    def give_back(self, client: int) -> None:
        """Take a simulation back; one is kept, more are closed."""
        self._lent -= 1
        if self._idle:
            self._disconnect(client)
        else:
            self._idle.append(client)
