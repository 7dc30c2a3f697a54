"""The kernel as the rest of the program sees it: one game, its positions and moves, from plain Python."""

from __future__ import annotations

import numpy as np

from fakir3d.errors import MisuseError
from fakir3d.kernel.convert import code_of, move_of, position_of, state_of
from fakir3d.kernel.counting import count_games, play_out
from fakir3d.kernel.layout import KEY, MASKS, MAX_MOVES, T_MOST_TURNS, Words
from fakir3d.kernel.legal import write_moves, write_turns
from fakir3d.kernel.playing import play_move, play_turn, winners
from fakir3d.kernel.tables import tables_of
from fakir3d.rules.moves import Move
from fakir3d.rules.state import Setup, State


class Kernel:
    """The compiled rules of one game.

    Positions are arrays of ``layout.WORDS`` words; these methods never change one that they are given.

    Args:
        setup: the game; whose turn comes first does not matter.

    Raises:
        MisuseError: if the block is too large.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tables = tables_of(setup)
        self._masks = np.zeros(MASKS, np.uint64)
        self._moves = np.zeros(MAX_MOVES, np.int64)

    def position(self, state: State) -> Words:
        """Return a state of this game as a position.

        Raises:
            MisuseError: if a stick hangs or a move is barred (R12), or the state is of another game.
        """
        if state.setup != self.setup:
            raise MisuseError("the state is of another game than this kernel: block, mode, sticks or options differ")
        return position_of(self.tables, state)

    def state(self, position: Words) -> State:
        """Return a position as a state; the sticks of each colour are numbered anew."""
        return state_of(self.setup, self.tables, position)

    def legal(self, position: Words) -> tuple[int, ...]:
        """Return the codes of the legal moves, in their fixed order; none when the game is over."""
        found = write_moves(self.tables, position, self._masks, self._moves)
        return tuple(self._moves[:found].tolist())

    def turns(self, position: Words) -> tuple[int, ...]:
        """Return the codes of the whole turns: a pull with each exchange that may follow, or any other move."""
        turns = np.zeros(int(self.tables[T_MOST_TURNS]), np.int64)
        found = write_turns(self.tables, position, self._masks, turns)
        return tuple(turns[:found].tolist())

    def code(self, move: Move) -> int:
        """Return the code of a move. Raises MisuseError if the block has no such place."""
        return code_of(self.setup.lattice, move)

    def move(self, code: int) -> Move:
        """Return the move that a code means; of a whole turn's code its first move."""
        return move_of(self.setup.lattice, code)

    def play(self, position: Words, code: int) -> Words:
        """Return the position after a legal move."""
        after = position.copy()
        play_move(self.tables, after, np.int64(code))
        return after

    def play_turn(self, position: Words, turn: int) -> Words:
        """Return the position after a whole turn."""
        after = position.copy()
        play_turn(self.tables, after, np.int64(turn))
        return after

    def winners(self, position: Words) -> tuple[int, ...]:
        """Return the seats that have won: one, or both partners of a team; none while the game goes on."""
        won = int(winners(position))
        return tuple(seat for seat in range(self.setup.mode.seats) if won >> seat & 1)

    def key(self, position: Words) -> int:
        """Return the 64-bit key of a position: equal for equal positions, sticks of one colour being alike."""
        return int(position[KEY])

    def perft(self, position: Words, depth: int) -> int:
        """Return the number of ways to play ``depth`` whole turns on.

        Raises:
            MisuseError: if the depth is negative.
        """
        if depth < 0:
            raise MisuseError(f"perft to depth {depth}: the depth is a number of turns, 0 or more")
        return int(count_games(self.tables, position, depth))

    def play_out(self, position: Words, games: int, seed: int) -> tuple[tuple[int, ...], int]:
        """Play random games on from a position, every legal move alike likely.

        Returns:
            The wins of each seat, and how many moves were made (exchanges counted as moves).
        """
        wins = np.zeros(self.setup.mode.seats, np.int64)
        moves = play_out(self.tables, position, games, seed % 2**63, wins)
        return tuple(wins.tolist()), int(moves)
