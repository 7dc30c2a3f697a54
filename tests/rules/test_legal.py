"""Legal moves and objections are one idea, and the idea is docs/rules.md's."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest

from fakir3d.errors import IllegalMoveError
from fakir3d.rules import (
    HAND,
    Discard,
    Exchange,
    FallRule,
    Lattice,
    Mode,
    Move,
    Options,
    Outcome,
    Phase,
    Pierce,
    Plant,
    Pull,
    Setup,
    State,
    UnsupportedPlant,
    advance,
    legal_moves,
    moves_of,
    objection,
    start,
)

PRESETS = ("lattice", "staggered", "oneway")
EVERY = [Options(fall, plant) for fall in FallRule for plant in UnsupportedPlant]


def by_the_book(state: State) -> set[str]:
    """Return the legal moves, found anew from the text of docs/rules.md: no tables, no shared helper, texts only."""
    lattice, setup = state.lattice, state.setup
    mine = state.mode.colour(state.seat)
    height = {bore: lattice.level[bore] for bore in lattice.bores}
    stands = {hole: (place.stick, height[place.on]) for hole, place in state.standing.items()}
    own_standing = {hole for hole, (stick, _) in stands.items() if stick.colour is mine}
    if state.phase is Phase.OVER:
        return set()
    if state.phase is Phase.EXCHANGE:
        return {f"{hole}=" for hole in own_standing}
    found = set()
    for bore in lattice.bores:
        holes = [hole for hole in lattice.holes if bore.passes_under(hole)]
        meeting = [other for other in state.pierced if height[other] == height[bore]]
        if bore not in state.pierced:
            through = any(hole in stands and stands[hole][1] < height[bore] for hole in holes)
            across = any(other.axis is not bore.axis for other in meeting)
            if state.hand and not through and not across:
                found.add(str(bore))
        elif len(own_standing) >= 2:
            dropping = [hole for hole in holes if hole in stands and stands[hole][1] == height[bore]]
            lower = {
                hole: [other for other in state.pierced if other.passes_under(hole) and height[other] < height[bore]]
                for hole in dropping
            }
            if any(setup.options.fall is FallRule.ANY or not lower[hole] for hole in dropping):
                found.add(f"{bore}^")
    for hole in lattice.holes:
        held = any(bore.passes_under(hole) for bore in state.pierced)
        free = setup.options.unsupported_plant is UnsupportedPlant.ALLOWED or held
        if state.hand and hole not in stands and free:
            found.add(str(hole))
    found -= {str(move) for move in state.barred}
    if found:
        return found
    pierced = {f"{bore}~" for bore, stick in state.pierced.items() if stick.colour is mine}
    return {f"{hole}~" for hole in own_standing} | pierced | ({"hand~"} if state.hand else set())


@pytest.mark.parametrize("options", EVERY, ids=str)
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("preset", PRESETS)
def test_legal_is_what_nothing_objects_to(play: Callable, preset: str, mode: Mode, options: Options) -> None:
    """In every state of a game, of all moves that have a place, the legal ones are those without an objection.

    They are also those that a naive reading of the rules finds, in the fixed order, hung sticks and barred moves
    included; and the phase is DISCARD exactly where only that is left.
    """
    for step in islice(play(preset, mode, options, seed=7, physics=True), 90):
        for state in (step.before, step.after):
            legal = legal_moves(state)
            everything = moves_of(state.lattice)
            assert legal == tuple(move for move in everything if objection(state, move) is None)
            assert {str(move) for move in legal} == by_the_book(state)
            assert bool(legal) is (state.phase is not Phase.OVER)
            kinds = {type(move) for move in legal}
            assert (
                kinds
                <= {
                    Phase.MOVE: {Pierce, Plant, Pull},
                    Phase.EXCHANGE: {Exchange},
                    Phase.DISCARD: {Discard},
                    Phase.OVER: set(),
                }[state.phase]
            )


def test_one_place_one_move(play: Callable) -> None:
    """A place never has two legal moves in one state: a click needs no question."""
    for step in play("lattice", Mode.TEAMS, seed=2, physics=True):
        places = [
            move.place if isinstance(move, Discard) else next(iter(_place(move))) for move in legal_moves(step.before)
        ]
        assert len(set(places)) == len(places)


def _place(move: Move) -> tuple[object]:
    return (move.bore,) if isinstance(move, Pierce | Pull) else (move.hole,)


# A two-player game on the lattice preset: r1 in x2.3 carries g1 at b2; r2 in x1.1; r3 stands at a1 on it.
MIDDLE = (
    "mode=2 sticks=5 fall=any unsupported_plant=forbidden first=0 pierced=x1.1:r2,x2.3:r1 "
    "standing=a1:r3@x1.1,b2:g1@x2.3 hands=r4,r5/g2,g3,g4,g5 held=- gone=- out=- seat=1 phase=move played=0,1 barred=-"
)
TWO_RED = (
    "mode=2 sticks=5 fall=any unsupported_plant=forbidden first=0 pierced=x1.1:r2,x2.3:g1 "
    "standing=a1:r3@x1.1,b2:r1@x2.3 hands=r4,r5/g2,g3,g4,g5 held=- gone=- out=- seat=0 phase=move played=1,0 barred=-"
)
VANISH = (
    "mode=2 sticks=5 fall=vanish unsupported_plant=forbidden first=0 pierced=x2.1:r2,x2.3:g1 "
    "standing=a2:r3@x2.3,b2:r1@x2.3 hands=r4,r5/g2,g3,g4,g5 held=- gone=- out=- seat=0 phase=move played=1,0 barred=-"
)
EXCHANGE = (
    "mode=2 sticks=5 fall=any unsupported_plant=forbidden first=0 pierced=x1.1:r2 "
    "standing=a1:r3@x1.1,b1:g2@x1.1 hands=r4,r5/g3,g4,g5 held=g1 gone=r1 out=- seat=0 phase=exchange played=1,0 "
    "barred=-"
)
# Nothing to do for red: hands empty, one stick stands, one lies.
DISCARD = (
    "mode=2 sticks=2 fall=any unsupported_plant=forbidden first=0 pierced=x1.1:r2 "
    "standing=a1:r1@x1.1 hands=-/g1 held=- gone=g2 out=- seat=0 phase=discard played=1,0 barred=-"
)
OVER = (
    "mode=2 sticks=1 fall=any unsupported_plant=forbidden first=0 pierced=- "
    "standing=- hands=r1/- held=- gone=g1 out=1 seat=1 phase=over played=0 barred=-"
)


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        (MIDDLE, "x2.3", "R3: bore x2.3 is not empty: red r1 lies in it"),
        (MIDDLE, "x1.3", "R3: bore x1.3 is blocked: red r3 stands across it at a1"),
        (MIDDLE, "yb.3", "R3: bore yb.3 is blocked: red r1 lies across it in x2.3"),
        (MIDDLE, "x9.1", "R3: there is no bore x9.1 in this block"),
        (MIDDLE, "b2", "R4: hole b2 is not free: green g1 stands in it"),
        (MIDDLE, "c3", "R4: nothing would hold a stick in hole c3; pierce a bore under it first"),
        (MIDDLE, "z9", "R4: there is no hole z9 in this block"),
        (MIDDLE, "x2.3^", "R5: you may pull only while two sticks of your own stand; now one does"),
        (MIDDLE, "x3.1^", "R5: there is no stick in bore x3.1 to pull"),
        (MIDDLE, "b2=", "R7: sticks are exchanged only after pulling a stick that is not yours"),
        (MIDDLE, "hand~", "R9: you may give up a stick only when you can neither pierce, plant nor pull"),
        (VANISH, "x2.1^", "R5: pulling x2.1 would make no stick fall: none stands on it"),
        (VANISH, "x2.3^", "R5: pulling x2.3 would make no stick disappear, and this game asks for that"),
        (EXCHANGE, "c1", "R7: first choose which of your standing sticks comes back for green g1"),
        (EXCHANGE, "hand~", "R7: first choose which of your standing sticks comes back for green g1"),
        (EXCHANGE, "c3=", "R7: no stick stands in hole c3"),
        (EXCHANGE, "b1=", "R7: green g2 in hole b1 is not yours; choose one of your own standing sticks"),
        (DISCARD, "hand~", "R9: there is no stick in your hand to give up"),
        (DISCARD, "b1~", "R9: there is no stick at b1 to give up"),
        (DISCARD, "x3.3", "R3: there is no stick in your hand to pierce with"),
        (DISCARD, "b1", "R4: there is no stick in your hand to plant"),
        (DISCARD, "x1.1^", "R5: you may pull only while two sticks of your own stand; now one does"),
        (OVER, "x1.1", "R11: the game is over"),
    ],
)
def test_objections_in_words(block: Callable[[str], Lattice], text: str, move: str, words: str) -> None:
    """Each way to be illegal has its rule and a sentence; advance refuses with the same words and the move."""
    state = State.parse(text, block("lattice"))
    against = objection(state, Move.parse(move))
    assert against is not None
    assert str(against) == words == f"{against.rule}: {against.text}"
    with pytest.raises(IllegalMoveError) as refused:
        advance(state, Move.parse(move), Outcome())
    assert str(refused.value) == f"{move}: {words}"


def test_discard_of_anothers_stick(block: Callable[[str], Lattice]) -> None:
    """R9 gives up one's own stick only, and names whose it is."""
    text = DISCARD.replace("x1.1:r2", "x1.1:g2").replace("gone=g2", "gone=r2")
    state = State.parse(text, block("lattice"))
    assert [str(move) for move in legal_moves(state)] == ["a1~"]
    assert str(objection(state, Move.parse("x1.1~"))) == (
        "R9: green g2 at x1.1 is not yours; give up one of your own sticks"
    )


def test_first_moves(block: Callable[[str], Lattice]) -> None:
    """At the start every bore may be pierced; planting needs something that holds, unless the option lets it be."""
    lattice = block("lattice")
    assert legal_moves(start(Setup(lattice, Mode.TWO, 10))) == tuple(map(Pierce, lattice.bores))
    allowed = Options(unsupported_plant=UnsupportedPlant.ALLOWED)
    assert legal_moves(start(Setup(lattice, Mode.TWO, 10, allowed))) == (
        *map(Pierce, lattice.bores),
        *map(Plant, lattice.holes),
    )


def test_partners_hand_may_not_be_used(block: Callable[[str], Lattice]) -> None:
    """R9: with an empty hand a team's player gives up a stick of the block, never one of their partner's hand."""
    text = (
        "mode=teams sticks=1 fall=any unsupported_plant=forbidden first=0 pierced=x1.1:r1 standing=- "
        "hands=-/g1/r2/g2 held=- gone=- out=- seat=0 phase=discard played=0 barred=-"
    )
    state = State.parse(text, block("oneway"))
    assert [str(move) for move in legal_moves(state)] == ["x1.1~"]
    assert objection(state, Discard(HAND)) is not None


def test_barred_move(block: Callable[[str], Lattice]) -> None:
    """R12: a barred move is no legal move, and the objection says so."""
    state = State.parse(TWO_RED.replace("barred=-", "barred=x2.3^"), block("lattice"))
    assert Pull(Move.parse("x2.3^").bore) not in legal_moves(state)
    against = objection(state, Move.parse("x2.3^"))
    assert str(against) == "R12: x2.3^ was just tried and did not work; it may be tried again once something moved"
    assert str(objection(State.parse(TWO_RED, block("lattice")), Move.parse("x2.3^"))) == "None"
