"""Where everything lies: the words of a position, of a game's tables, of a move's code. Numbers only.

Holes and bores go by their index in the lattice (holes row by row, bores from the table up), colours by the order in
which seats get them. A set of holes is one 64-bit word; a set of bores is two, the low one first.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
"""A position, the tables of a game, masks: 64-bit words in a row."""
Moves = npt.NDArray[np.int64]
"""Codes of moves in a row."""
Index = int | np.int64
"""A number of a hole, bore, seat, colour or move; compiled code knows no difference."""
Flag = bool | np.bool_
"""What compiled code takes for yes or no."""

MAX_HOLES = 64
MAX_BORES = 128

# A position: WORDS words.
STANDING = 0
"""+ colour: the holes in which sticks of that colour stand."""
PIERCED = 4
"""+ 2 * colour (+ 1): the bores in which sticks of that colour lie."""
HANDS = 12
"""How many sticks are in the hands: 16 bits for each seat, seat 0 lowest."""
META = 13
"""Bits 0-1 the seat to move; 2-3 the phase; 4-6 the colour of the held stick + 1, or 0; 8-11 the seats that are out;
16-31 the seats that have played, as four digits seat + 1, the latest lowest (R11); 32-35 the seats that have won."""
PLACES = 14
"""The part of the key that the places make, kept up move by move."""
KEY = 15
"""The 64-bit key of the whole position."""
WORDS = 16

TURN_PHASE = 0
"""Pierce, plant or pull; where that is impossible, discard."""
EXCHANGE_PHASE = 1
"""Put the held stick in the place of one's own standing stick."""
OVER_PHASE = 2

# The code of a move: PLACE | KIND, and in the code of a whole turn the exchange after a pull as hole + 1 << THEN.
PLACE = 0xFF
KIND = 0xF00
PIERCE = 0x000
PLANT = 0x100
PULL = 0x200
EXCHANGE = 0x300
DISCARD_HOLE = 0x400
DISCARD_BORE = 0x500
DISCARD_HAND = 0x600
THEN = 16
BORE = 64
"""What a bore's index is counted from in the high word of a set of bores."""
MAX_MOVES = 2 * MAX_BORES + MAX_HOLES + 1
"""No position has more legal moves (an exchange being a move of its own)."""

# The masks of all legal moves, in the order of their codes.
MASKS = 10
M_PIERCE, M_PLANT, M_PULL, M_EXCHANGE, M_DISCARD_HOLE, M_DISCARD_BORE, M_DISCARD_HAND = 0, 2, 3, 5, 6, 7, 9

# The tables of a game.
T_ALL_HOLES = 0
T_ALL_BORES = 1  # and 2
T_LEVELS = 3
T_SEATS = 4
T_TEAMS = 5
T_VANISH = 6
T_ALLOWED = 7
T_BORE_COUNT = 8
T_HOLE_COUNT = 9
T_MOST_TURNS = 10
"""No position has more whole turns to choose from."""
T_LEVEL = 16
"""+ level: the first bore at that height; one more at the end."""
T_OVER = T_LEVEL + MAX_BORES + 1
"""+ bore: the holes it passes under."""
T_MEETS = T_OVER + MAX_BORES
"""+ 2 * bore (+ 1): the bores that it meets."""
T_UNDER = T_MEETS + 2 * MAX_BORES
"""+ 2 * hole (+ 1): the bores that pass under it."""
T_Z_STANDING = T_UNDER + 2 * MAX_HOLES
"""+ 64 * colour + hole: random words for the key."""
T_Z_PIERCED = T_Z_STANDING + 4 * MAX_HOLES
"""+ 128 * colour + bore: random words for the key."""
T_WORDS = T_Z_PIERCED + 4 * MAX_BORES
