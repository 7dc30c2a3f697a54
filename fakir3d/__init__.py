"""The wooden game Fakir in 3D: a table to play at, physics and rules that check each other, blocks to design.

What most programs need is here: games, blocks, computer players, simulated moves, pictures.

>>> import fakir3d
>>> fakir3d.Game("lattice", engine="ideal").play("x2.1").play("b2")
Game('lattice', mode='2', seed=1, engine='ideal', moves='x2.1 b2')

Everything else is in its parts (``fakir3d.rules``, ``fakir3d.crosscheck`` ...). Importing this package loads no window,
no engine, no numpy and no pydantic: each name is fetched when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fakir3d.errors import FakirError
    from fakir3d.library.block import Block
    from fakir3d.library.game import Game, load
    from fakir3d.library.picture import show
    from fakir3d.library.simulate import simulate
    from fakir3d.library.words import player
    from fakir3d.version import __version__

__all__ = ["Block", "FakirError", "Game", "__version__", "load", "player", "show", "simulate"]

_HOMES = {
    "Block": "fakir3d.library.block",
    "FakirError": "fakir3d.errors",
    "Game": "fakir3d.library.game",
    "__version__": "fakir3d.version",
    "load": "fakir3d.library.game",
    "player": "fakir3d.library.words",
    "show": "fakir3d.library.picture",
    "simulate": "fakir3d.library.simulate",
}


if not TYPE_CHECKING:  # a checker that saw this would let any name pass

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
