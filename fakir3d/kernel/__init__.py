"""The same rules once more, compiled over bit masks: for search, play-outs, counting and solving.

Written from the text of the rules, apart from ``fakir3d.rules``; tests hold the two against each other. Numba is
imported only here, and only when something of this package is first used.

From outside (players, lab, cli)::

    kernel.has_numba()                     # is numba there? everything but the kernel works without it
    with kernel.compiling(print):          # hear of it when something really is compiled (once a machine)
        game = kernel.Kernel(setup)        # MisuseError: more than 64 holes or 128 bores, or no numba
        position = game.position(state)    # MisuseError: a hung stick, a barred move
        game.legal(position)               # codes, in a fixed order; game.move(code), game.code(move)
        game.play(position, code)          # the position after it, a new one
        game.turns(position)               # whole turns: a pull with each exchange; game.play_turn
        game.state(position)               # back to a State; the sticks of a colour numbered anew
        game.perft(position, depth), game.play_out(position, games, seed)
        search_root.Search(game).think(state, nodes=200_000)            # alpha-beta: between two sides
        tree_root.TreeSearch(game).think(state, simulations=100_000)    # UCT: among three or four

From inside (compiled code beside this file: search, solver): a position is ``layout.WORDS`` 64-bit words, a game one
table, so every compiled function has the signature ``(game, position, ...)``. Copy, play, go back::

    legal.write_moves(game, position, masks, moves) -> n      # codes; an exchange is a move of its own
    legal.write_turns(game, position, masks, turns) -> n      # codes; a pull with its exchange is one
    legal.generate(game, position, masks) -> n               # as masks; legal.pick_code(masks, number) -> code
    legal.seat(position), phase(position), hand(position, seat), colour_of(game, seat)
    legal.standing(position), filled_bores(position, half), fallen(game, position, bore), pulled_colour(position, bore)
    playing.play_move(game, position, code), play_turn(game, position, turn)    # in place
    playing.winners(position) -> seats as bits, 0 while the game goes on
    position[layout.KEY]                                     # the 64-bit key, kept up by play

``masks`` is ``layout.MASKS`` words, ``moves`` ``layout.MAX_MOVES`` codes, ``turns`` ``game[T_MOST_TURNS]`` codes of
scratch space, made once by the caller. Compile with ``compiler.jit``; mind that ``uint64`` and ``int64`` together make
a float. ``bits`` counts, picks and mixes.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from fakir3d.errors import MisuseError

if TYPE_CHECKING:
    from fakir3d.kernel.game import Kernel

__all__ = ["Kernel", "compiling", "has_numba", "require_numba"]


def has_numba() -> bool:
    """Return whether numba is there to compile the kernel."""
    return importlib.util.find_spec("numba") is not None


def require_numba() -> None:
    """Make sure that the kernel can be used.

    Raises:
        MisuseError: if numba is missing; it says what to do.
    """
    if not has_numba():
        raise MisuseError("the compiled rules need numba, which is not installed; pip install numba brings it")


def compiling(tell: Callable[[str], None]) -> AbstractContextManager[None]:
    """Within this, have ``tell`` called with a sentence, at most once, when something really is compiled.

    Raises:
        MisuseError: if numba is missing.
    """
    require_numba()
    from fakir3d.kernel.compiler import listening

    return listening(tell)


def __getattr__(name: str) -> object:
    # Numba takes half a second to import: only whoever uses the kernel waits for it.
    if name != "Kernel":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_numba()
    from fakir3d.kernel.game import Kernel

    return Kernel
