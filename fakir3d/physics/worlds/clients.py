"""The simulations that a process keeps in Bullet, and what is left standing in them between two acts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fakir3d.block.solids import Box
from fakir3d.block.spec import BlockSpec
from fakir3d.errors import EngineError
from fakir3d.physics.config import PhysicsConfig

__all__ = ["MAX_CLIENTS", "Client", "Clients", "Room"]

MAX_CLIENTS = 16
"""A client takes some 30 MB, and a process that opens hundreds dies."""


@dataclass(frozen=True, slots=True)
class Room:
    """What a simulation holds when no stick is in it, so that the next act in such a room need not make it again.

    Attributes:
        of: the wood, the block and the config it was made for.
        things: its bodies, and what they are.
        stick: the shape of a stick.
        picture: what Bullet is told that bodies look like.
    """

    of: tuple[tuple[Box, ...], BlockSpec, PhysicsConfig]
    things: Mapping[int, str]
    stick: int
    picture: int


@dataclass(slots=True)
class Client:
    """A connection to a simulation; ``room`` is None while it is in use, and after anything went wrong in it."""

    number: int
    room: Room | None = None


class Clients:
    """The connections of this process: one is kept and used again; acts that overlap each get their own.

    ``connect`` returns the number of a new connection, below zero if there is none; ``disconnect`` ends one.
    """

    def __init__(self, connect: Callable[[], int], disconnect: Callable[[int], object]) -> None:
        self._connect, self._disconnect = connect, disconnect
        self._process = os.getpid()
        self._idle: list[Client] = []
        self._lent = 0

    def borrow(self) -> Client:
        """Return a simulation that nobody else uses: in order if it has a room, else to be reset."""
        if self._process != os.getpid():
            # A forked child sees its parent's clients; they are not its own.
            self._process, self._idle, self._lent = os.getpid(), [], 0
        if self._lent >= MAX_CLIENTS:
            raise EngineError(f"{self._lent} acts are being performed at once; finish or close one first")
        client = self._idle.pop() if self._idle else Client(self._connect())
        if client.number < 0:
            raise EngineError("Bullet does not connect; this process may have too many simulations open")
        self._lent += 1
        return client

    def give_back(self, client: Client) -> None:
        """Take a simulation back; one is kept, more are closed."""
        self._lent -= 1
        if self._idle:
            self._disconnect(client.number)
        else:
            self._idle.append(client)
