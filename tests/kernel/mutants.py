"""Faults to plant into rules/ and kernel/, one at a time: what a slip of the pen in either could look like.

Each is a file, a text that occurs in it once, and what is put in its place. Beside each stands the rule it breaks. At
the end are those that change nothing that can be seen, with the reason.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["EQUIVALENT", "MUTANTS", "Mutant"]


class Mutant(NamedTuple):
    """One fault.

    Attributes:
        file: in fakir3d/.
        old: a text that occurs in it once.
        new: what stands there instead.
        why: what it breaks; for an equivalent one, why it breaks nothing.
    """

    file: str
    old: str
    new: str
    why: str


RULES = [
    Mutant("rules/legal.py", "if level[bore] > level[on])", "if level[bore] < level[on])", "R3 across the wrong bores"),
    Mutant("rules/legal.py", "if not meeting.isdisjoint(pierced):", "if False:", "R3 bores that meet"),
    Mutant("rules/legal.py", 'return None if state.hand else Objection("R3"', 'return Objection("R3"', "R3 never"),
    Mutant("rules/legal.py", "is UnsupportedPlant.ALLOWED", "is UnsupportedPlant.FORBIDDEN", "R4 option turned round"),
    Mutant("rules/legal.py", "if facts.own < 2:", "if facts.own < 1:", "R5a one stick is enough"),
    Mutant("rules/legal.py", "if facts.own < 2:", "if facts.own < 3:", "R5a three are needed"),
    Mutant("rules/legal.py", "if bore != standing.on):", "if bore is not None):", "R5b nothing ever vanishes"),
    Mutant("rules/legal.py", "is FallRule.ANY else", "is FallRule.VANISH else", "R5b option turned round"),
    Mutant(
        "rules/legal.py",
        'if stick.colour is not state.colour:\n        return Objection("R7"',
        'if stick.colour is state.colour:\n        return Objection("R7"',
        "R7 others' sticks taken back",
    ),
    Mutant(
        "rules/legal.py",
        'if stick.colour is not state.colour:\n        return Objection("R9"',
        'if stick is None:\n        return Objection("R9"',
        "R9 others' sticks given up",
    ),
    Mutant("rules/advance.py", "    in_block.update(stick.colour for stick in draft.pierced.values())\n", "", "R10"),
    Mutant("rules/advance.py", "(before, *(seat", "(*state.played[:0], *(seat", "R11 who has just played is forgotten"),
    Mutant("rules/advance.py", "if played else state.played", "if True else state.played", "R11 a discard counts"),
    Mutant("rules/advance.py", "state.out if len(out) == setup.mode.seats else out", "out", "R11 all out at once"),
    Mutant("rules/advance.py", "(before + step) % setup", "(before - step) % setup", "R2 anticlockwise"),
    Mutant("rules/advance.py", "len(sides_in(setup, out)) < 2", "len(out) >= setup.mode.seats - 1", "R11 in teams"),
    Mutant("rules/advance.py", "replace(state, phase=Phase.DISCARD)", "state", "R9 nobody has to give up a stick"),
    Mutant("rules/advance.py", "(seat := (state.seat + step)", "(seat := (state.seat - step)", "R7 on the right"),
    Mutant("rules/advance.py", "is not Mode.TEAMS or seat not in state.out", "is not None", "R7 left opponent out"),
    Mutant(
        "rules/advance.py",
        "    if stick.colour is state.colour:\n        draft.take(state.seat",
        "    if stick.colour is state.colour:\n        draft.take(state.mode.team(state.seat)[0]",
        "R6 in teams",
    ),
    Mutant("rules/advance.py", "end_turn(state, draft, played=False)", "end_turn(state, draft, played=True)", "R11"),
    Mutant(
        "rules/advance.py",
        "elif any(standing.stick.colour is state.colour for",
        "elif any(standing for",
        "R7 none left",
    ),
    Mutant(
        "rules/predict.py",
        "for bore in state.lattice.under[hole] if",
        "for bore in state.lattice.under[hole][::-1] if",
        "a fall past sticks",
    ),
    Mutant("rules/predict.py", "left = state.pierced.keys() - {bore}", "left = state.pierced.keys()", "no fall at all"),
    Mutant("rules/result.py", "Result(state.mode.team(left[0])", "Result((left[0],)", "R11 one partner wins"),
    Mutant("rules/result.py", "state.played[0]", "state.played[-1]", "R11 who played first"),
    Mutant("rules/sticks.py", "seat % 2 if self is Mode.TEAMS", "seat // 2 if self is Mode.TEAMS", "R1 partners"),
    Mutant("rules/perft.py", "len(legal_moves(after)) if after", "1 if after", "perft's ply"),
]
KERNEL = [
    Mutant(
        "kernel/legal.py", "crossed_low |= under_low & ~below", "crossed_low |= under_low", "R3 what is held higher up"
    ),
    Mutant(
        "kernel/legal.py",
        "crossed_high |= under_high & ~below",
        "crossed_high |= under_high",
        "R3 the same from bore 64",
    ),
    Mutant(
        "kernel/legal.py", "            crossed_high |= under_high\n", "", "R3 a stick held low crosses high bores, too"
    ),
    Mutant(
        "kernel/legal.py",
        "        low &= low - ONE\n        covered |= game",
        "        low &= low - ONE\n        covered &= game",
        "R4 nothing holds",
    ),
    Mutant(
        "kernel/legal.py",
        "        high &= high - ONE\n        covered |= game",
        "        high &= high - ONE\n        covered &= game",
        "R4 from bore 64",
    ),
    Mutant(
        "kernel/legal.py",
        "        low &= low - ONE\n        covered |= game[T_OVER + bore]\n        closed_low |= game",
        "        low &= low - ONE\n        covered |= game[T_OVER + bore]\n        closed_low &= game",
        "R3 bores that meet",
    ),
    Mutant(
        "kernel/legal.py",
        "closed_low, closed_high, covered = low, high, U0",
        "closed_low, closed_high, covered = U0, U0, U0",
        "R3 bores that are filled",
    ),
    Mutant(
        "kernel/legal.py",
        "hand(position, mover) > 0, count(own) >= 2",
        "hand(position, mover) > 1, count(own) >= 2",
        "R3 the last stick",
    ),
    Mutant("kernel/legal.py", "count(own) >= 2)", "count(own) >= 1)", "R5a one stick is enough"),
    Mutant("kernel/legal.py", "else covered) & ~upright", "else covered)", "R4 into a hole that is taken"),
    Mutant(
        "kernel/legal.py", "low &= ~(ONE << np.uint64(bore))", "low |= ONE << np.uint64(bore)", "R8 nothing vanishes"
    ),
    Mutant("kernel/legal.py", "high &= ~(ONE << np.uint64(bore - BORE))", "pass", "R8 from bore 64"),
    Mutant(
        "kernel/legal.py",
        "falls = game[T_VANISH] == U0 or",
        "falls = game[T_VANISH] != U0 or",
        "R5b option turned round",
    ),
    Mutant("kernel/legal.py", "alone(held_high) and held_low == U0", "alone(held_high)", "R5b held from below bore 64"),
    Mutant(
        "kernel/legal.py",
        "carrying_low |= below & ~(below >> ONE)",
        "carrying_low |= below",
        "R5b what carries nothing",
    ),
    Mutant(
        "kernel/legal.py",
        "masks[M_DISCARD_HOLE] = own",
        "masks[M_DISCARD_HOLE] = standing(position)",
        "R9 others' sticks",
    ),
    Mutant("kernel/legal.py", "    if found == 0:\n", "    if count(own) == 0:\n", "R9 at any time"),
    Mutant(
        "kernel/legal.py",
        "kept: np.uint64 = position[STANDING + colour] & ~fallen(game, position, bore)",
        "kept: np.uint64 = position[STANDING + colour]",
        "perft: exchange with what is gone",
    ),
    Mutant(
        "kernel/legal.py",
        "found += count(choices) - 1 if choices else 0",
        "found += count(choices) - 1",
        "perft: nobody left",
    ),
    Mutant(
        "kernel/playing.py",
        "        if _supported(game, position, place):\n    ",
        "        if True:\n    ",
        "R4 a plant over nothing stands",
    ),
    Mutant(
        "kernel/playing.py",
        "    for other in range(4):\n        left = lost &",
        "    for other in range(2):\n        left = lost &",
        "R8 blue and yellow",
    ),
    Mutant(
        "kernel/playing.py",
        "    if pulled == colour:\n        _deal(position, mover, 1)\n",
        "    if pulled == colour:\n",
        "R6 one's own stick is lost",
    ),
    Mutant("kernel/playing.py", "left_hand = (mover + 1) & 3", "left_hand = (mover + 3) & 3", "R7 on the right"),
    Mutant(
        "kernel/playing.py",
        "owner = (mover + 3) & 3 if is_out else left_hand",
        "owner = left_hand",
        "R7 left opponent out",
    ),
    Mutant(
        "kernel/playing.py",
        "position[META] &= ~(_HELD | _PHASE)",
        "position[META] &= ~_PHASE",
        "the held stick stays held",
    ),
    Mutant(
        "kernel/playing.py",
        "_flip_hole(game, position, held, place)\n        _deal(position, mover, 1)",
        "_flip_hole(game, position, held, place)",
        "R7 nothing comes back",
    ),
    Mutant("kernel/playing.py", "        plays = False\n", "        plays = True\n", "R11 a discard counts"),
    Mutant(
        "kernel/playing.py",
        "        _has_played(position, mover)\n    _end",
        "        pass\n    _end",
        "R11 nobody has played",
    ),
    Mutant("kernel/playing.py", "and here != np.uint64(which + 1)", "and here != np.uint64(which)", "R11 the order"),
    Mutant("kernel/playing.py", "| position[PIERCED + 2 * colour + 1]\n", "\n", "R10 sticks from bore 64"),
    Mutant("kernel/playing.py", "in_block = position[STANDING + colour] | ", "in_block = ", "R10 standing sticks"),
    Mutant(
        "kernel/playing.py",
        "if following + 1 < seats else np.int64(0)",
        "if following + 1 < seats else np.int64(1)",
        "R2 round the table",
    ),
    Mutant(
        "kernel/playing.py",
        "        if not (out >> following) & 1:\n            break",
        "        break",
        "R10 who is out plays on",
    ),
    Mutant(
        "kernel/playing.py",
        "last = np.int64(played & _OUT) - 1",
        "last = np.int64(played >> np.uint64(4) & _OUT) - 1",
        "R11 all out at once",
    ),
    Mutant("kernel/playing.py", "settled = not (reds and greens)", "settled = False", "R11 in teams"),
    Mutant("kernel/playing.py", "    position[PLACES] ^= game[T_Z_PIERCED + 128 * colour + bore]\n", "", "the key"),
    Mutant(
        "kernel/tables.py",
        "place[other] for other in lattice.meets[bore]",
        "place[other] for other in lattice.meets[bore] if place[other] < 64",
        "R3",
    ),
]
MUTANTS = [*RULES, *KERNEL]

EQUIVALENT = [
    Mutant(
        "rules/legal.py",
        "if level[bore] > level[on])",
        "if level[bore] >= level[on])",
        "the bores at the height of a foot are its own, which is filled, and those that meet it: closed already",
    ),
    Mutant(
        "rules/advance.py",
        "if not hand and seat not in state.out]",
        "if not hand]",
        "who is out already is put out once more",
    ),
    Mutant(
        "kernel/playing.py",
        "if not (before >> which) & 1 and hand(",
        "if hand(",
        "the same in the kernel",
    ),
    Mutant(
        "kernel/playing.py",
        "    if turn >> THEN:\n        play_move(",
        "    if turn >> THEN > 0:\n        play_move(",
        "the code of a turn is never negative",
    ),
]
