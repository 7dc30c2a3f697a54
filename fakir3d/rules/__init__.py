"""What the game ALLOWS: sticks, moves, states, outcomes, and the rules R1 to R12 on them.

>>> from fakir3d.block.names import Axis
>>> lattice = Lattice(3, 3, (frozenset(Axis),) * 3)
>>> state = start(Setup(lattice, Mode.TWO, Mode.TWO.sticks))
>>> for move in map(Move.parse, ("x2.1", "b2")):
...     state = advance(state, move, predict(state, move))
>>> print(objection(state, Move.parse("yb.3")))
R3: bore yb.3 is blocked: green g1 stands across it at b2
"""

from __future__ import annotations

from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis, Bore, Hole
from fakir3d.rules.advance import advance
from fakir3d.rules.legal import Objection, legal_moves, moves_of, objection
from fakir3d.rules.moves import HAND, Discard, Exchange, Hand, Move, Pierce, Plant, Pull
from fakir3d.rules.outcome import Fall, Fate, Hung, Landing, Outcome
from fakir3d.rules.perft import divide, perft
from fakir3d.rules.predict import impossible, predict
from fakir3d.rules.result import Ending, Result, result
from fakir3d.rules.start import start
from fakir3d.rules.state import FallRule, Options, Phase, Setup, Standing, State, UnsupportedPlant
from fakir3d.rules.sticks import Colour, Mode, Stick
from fakir3d.rules.words import say_briefly, say_move, say_outcome, say_phase, say_result

__all__ = [
    "HAND",
    "Axis",
    "Bore",
    "Colour",
    "Discard",
    "Ending",
    "Exchange",
    "Fall",
    "FallRule",
    "Fate",
    "Hand",
    "Hole",
    "Hung",
    "Landing",
    "Lattice",
    "Mode",
    "Move",
    "Objection",
    "Options",
    "Outcome",
    "Phase",
    "Pierce",
    "Plant",
    "Pull",
    "Result",
    "Setup",
    "Standing",
    "State",
    "Stick",
    "UnsupportedPlant",
    "advance",
    "divide",
    "impossible",
    "legal_moves",
    "moves_of",
    "objection",
    "perft",
    "predict",
    "result",
    "say_briefly",
    "say_move",
    "say_outcome",
    "say_phase",
    "say_result",
    "start",
]
