"""The table in plain text: block, floors and players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fakir3d.block.names import Hole
from fakir3d.rules import Discard, Exchange, Move, Pierce, Plant, Pull, legal_moves, say_phase
from fakir3d.rules.state import Phase, State

_EMPTY = "."


def draw_table(state: State, names: Sequence[str]) -> str:
    """Return the whole position as text: holes, floors from the top down, players, and what must be done.

    A hole shows its stick and the bore just under its foot, with ``!`` where it hangs; a bore shows its stick.
    """
    return "\n".join((*_holes(state), "", *_floors(state), "", *_players(state, names), "", say_phase(state, names)))


def _holes(state: State) -> list[str]:
    lattice = state.lattice
    cells = {hole: _hole(state, hole) for hole in lattice.holes}
    columns = [str(Hole(column, 0))[0] for column in range(lattice.columns)]
    width = max(map(len, (*cells.values(), *columns)))
    rows = [
        f"{row + 1:>7}  " + "  ".join(f"{cells[Hole(column, row)]:<{width}}" for column in range(lattice.columns))
        for row in reversed(range(lattice.rows))
    ]
    heads = "  ".join(f"{letter:<{width}}" for letter in columns)
    return [f"holes    {heads}".rstrip(), *(row.rstrip() for row in rows)]


def _hole(state: State, hole: Hole) -> str:
    standing = state.standing.get(hole)
    if standing is None:
        return _EMPTY
    return f"{standing.stick} on {standing.on}{'!' if state.hung(hole) else ''}"


def _floors(state: State) -> list[str]:
    lattice = state.lattice
    lines = []
    for height in reversed(range(len(lattice.floors))):
        cells = [f"{bore} {state.pierced.get(bore, _EMPTY)}" for bore in lattice.bores if lattice.level[bore] == height]
        lines.append(f"{height + 1:>7}  " + "  ".join(f"{cell:<8}" for cell in cells).rstrip())
    return ["floors   bore and the stick in it, top floor first", *lines]


def _players(state: State, names: Sequence[str]) -> list[str]:
    wide = max(map(len, names))
    lines = []
    for seat, name in enumerate(names):
        colour = state.mode.colour(seat)
        standing = sum(each.stick.colour is colour for each in state.standing.values())
        pierced = sum(stick.colour is colour for stick in state.pierced.values())
        gone = sum(stick.colour is colour for stick in state.gone)
        held = ", 1 pulled" if state.held and state.held.colour is colour else ""
        mark = ">" if seat == state.seat and state.phase is not Phase.OVER else " "
        told = "is out" if seat in state.out else f"{len(state.hands[seat])} in hand"
        block = f"{standing} standing, {pierced} pierced, {gone} gone{held}"
        lines.append(f"{mark} {name:<{wide}}  {colour.word:<6}  {told}, {block}")
    return lines


_KINDS: tuple[tuple[str, type[Move]], ...] = (
    ("pierce", Pierce),
    ("plant", Plant),
    ("pull", Pull),
    ("exchange", Exchange),
    ("give up", Discard),
)


def moves_text(state: State) -> str:
    """Return every legal move, by kind, each as it is typed."""
    moves = legal_moves(state)
    if not moves:
        return "The game is over; there is no move."
    return "\n".join(_line(word, (move for move in moves if isinstance(move, kind))) for word, kind in _KINDS).strip()


def _line(word: str, moves: Iterable[Move]) -> str:
    texts = " ".join(map(str, moves))
    return f"{word:<9} {texts}" if texts else ""
