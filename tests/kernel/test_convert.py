"""States become positions and come back; what the kernel cannot know is refused by name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fakir3d import kernel
from fakir3d.block.lattice import Lattice
from fakir3d.block.names import Axis
from fakir3d.errors import MisuseError
from fakir3d.kernel.game import Kernel
from fakir3d.rules import Bore, Hole, Mode, Move, Phase, Setup, State, legal_moves, result, start
from tests.kernel.agreeing import block, drawn, game, setups


def states() -> Iterator[State]:
    """Yield positions of all blocks, modes and options."""
    for number, setup in enumerate(setups()):
        yield from list(game(drawn(setup, number), number))[::5]


def test_there_and_back() -> None:
    """A state and what comes back from its position differ in nothing but the numbers of the sticks."""
    phases = set()
    for state in states():
        own = Kernel(state.setup)
        position = own.position(state)
        back = own.state(position)
        assert (own.position(back) == position).all()
        assert anonymous(back) == anonymous(state)
        assert State.parse(str(back), back.lattice) == back
        assert legal_moves(back) == legal_moves(state)
        assert result(back) == result(state)
        phases.add(state.phase)
    assert phases == set(Phase)


def anonymous(state: State) -> tuple[object, ...]:
    """Return all of a state but the numbers of its sticks."""
    return (
        {hole: (standing.stick.colour, state.lattice.level[standing.on]) for hole, standing in state.standing.items()},
        {bore: stick.colour for bore, stick in state.pierced.items()},
        [[stick.colour for stick in hand] for hand in state.hands],
        state.held and state.held.colour,
        [stick.colour for stick in state.gone],
        (state.out, state.seat, state.phase, state.played, state.barred),
    )


def test_sticks_are_numbered_once_each() -> None:
    """What comes back holds every stick that was dealt, once."""
    for state in states():
        own = Kernel(state.setup)
        back = own.state(own.position(state))
        sticks = [*back.gone, *(stick for hand in back.hands for stick in hand), *back.pierced.values()]
        sticks += [standing.stick for standing in back.standing.values()] + [back.held] * bool(back.held)
        assert len(sticks) == len(set(sticks)) == state.setup.sticks * state.mode.seats


@pytest.mark.parametrize("text", ["x2.1", "b2", "x2.3^", "c3=", "a1~", "yc.3~", "hand~"])
def test_codes_of_moves(text: str) -> None:
    """Every move has a code of its own that means it."""
    own = Kernel(Setup(block("lattice"), Mode.TWO, 10))
    move = Move.parse(text)
    assert own.move(own.code(move)) == move


@pytest.mark.parametrize("text", ["x4.1", "d1", "yd.1^", "a4=", "a4~", "x1.9~"])
def test_places_that_the_block_lacks(text: str) -> None:
    """A move at no place of the block is refused by its name."""
    with pytest.raises(MisuseError, match="no such hole or bore") as refused:
        Kernel(Setup(block("lattice"), Mode.TWO, 10)).code(Move.parse(text))
    assert text in str(refused.value)


HUNG = (
    "mode=2 sticks=3 fall=any unsupported_plant=forbidden first=0 pierced=- standing=b2:r1@x2.3 "
    "hands=r2,r3/g1,g2,g3 held=- gone=- out=- seat=1 phase=move played=0 barred=-"
)
BARRED = (
    "mode=2 sticks=3 fall=any unsupported_plant=forbidden first=0 pierced=x2.3:r1 standing=- "
    "hands=r2,r3/g1,g2,g3 held=- gone=- out=- seat=1 phase=move played=0 barred=x1.3"
)


@pytest.mark.parametrize(("text", "said"), [(HUNG, "r1 hangs in hole b2"), (BARRED, "x1.3 is barred")])
def test_what_only_physics_does_is_refused(text: str, said: str) -> None:
    """A hung stick and a barred move (R12) are named."""
    state = State.parse(text, block("lattice"))
    with pytest.raises(MisuseError, match=said):
        Kernel(state.setup).position(state)


def test_a_state_of_another_game_is_refused() -> None:
    """Other options are another game; the tables would not fit."""
    with pytest.raises(MisuseError, match="another game"):
        Kernel(Setup(block("lattice"), Mode.TWO, 10)).position(start(Setup(block("lattice"), Mode.TWO, 9)))


@pytest.mark.parametrize(
    ("lattice", "size"),
    [
        (Lattice(9, 8, (frozenset({Axis.X}),)), "72 holes and 8 bores"),
        (Lattice(8, 8, (*[frozenset(Axis)] * 8, frozenset({Axis.Y}))), "64 holes and 136 bores"),
    ],
)
def test_too_large_a_block(lattice: Lattice, size: str) -> None:
    """One hole or bore too many: the message says how many there are, how many there may be, and what still works."""
    with pytest.raises(MisuseError, match=size) as refused:
        Kernel(Setup(lattice, Mode.TWO, 10))
    assert "64 holes and 128 bores" in str(refused.value)
    assert "without" in str(refused.value)


def test_the_greatest_hands() -> None:
    """999 sticks in a hand are as good as 10."""
    own = Kernel(Setup(block("lattice"), Mode.FOUR, 999))
    opening = start(own.setup)
    position = own.position(opening)
    assert own.state(position) == opening
    hands = [len(hand) for hand in own.state(own.play(position, own.legal(position)[0])).hands]
    assert hands == [998, 999, 999, 999]


def test_bores_and_holes_keep_their_numbers() -> None:
    """Codes follow the lattice's own order: its first bore is 0, its last hole the last."""
    own = Kernel(Setup(block("lattice"), Mode.TWO, 10))
    assert own.move(0).bore == Bore.parse("x1.1")
    assert own.move(own.code(Move.parse("c3"))).hole == Hole.parse("c3") == own.setup.lattice.holes[-1]


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where numba is missing the kernel says so, and what to do."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not kernel.has_numba()
    with pytest.raises(MisuseError, match="pip install numba"):
        _ = kernel.Kernel
    with pytest.raises(MisuseError, match="need numba"):
        kernel.compiling(print)
