"""The lies are the lies they claim to be, whatever the block."""

from __future__ import annotations

from random import Random

import pytest

from fakir3d.block.derive import lattice_of
from fakir3d.block.document import load_block, preset_names
from fakir3d.block.names import Bore
from fakir3d.block.solids import boxes
from fakir3d.crosscheck.witnesses import HONEST
from fakir3d.errors import MisuseError
from fakir3d.lab.audit import choose_move
from fakir3d.lab.sabotage import SABOTAGES, floor_too_high, wall_missing, witnesses_for
from fakir3d.rules import Mode, Phase, Setup, advance, legal_moves, predict, start


@pytest.mark.parametrize("block", preset_names())
def test_floor_too_high_lifts_one_fall_by_one_floor_and_nothing_else(block: str) -> None:
    """Over whole random games: one fall ends on the next bore above where it should, or does not happen."""
    spec = load_block(block)
    lifted = kept = 0
    for game in range(6):
        lots = Random(f"{block}/{game}")
        state = start(Setup(lattice_of(spec), Mode.TWO, 10))
        while state.phase is not Phase.OVER:
            move = choose_move(legal_moves(state), lots)
            honest, lie = predict(state, move), floor_too_high(state, move)
            if honest.drops:
                changed = set(honest.falls) - set(lie.falls)
                assert len(changed) == 1
                (fall,) = changed
                wrong = next((other for other in lie.falls if other.stick == fall.stick), None)
                level = state.lattice.level
                end = level[fall.to] if isinstance(fall.to, Bore) else -1
                between = [bore for bore in state.lattice.under[fall.hole] if end < level[bore] < level[fall.origin]]
                if wrong is None:
                    kept += 1
                    assert not between
                else:
                    lifted += 1
                    assert level[wrong.to] == min(level[bore] for bore in between)
            else:
                assert lie == honest
            state = advance(state, move, honest)
    assert lifted
    assert kept


@pytest.mark.parametrize("block", preset_names())
def test_wall_missing_leaves_out_one_box_beside_a_hole(block: str) -> None:
    """Exactly one box is left out: one at the outside, beside what stands on the highest floor."""
    spec = load_block(block)
    (missing,) = set(boxes(spec)) - set(wall_missing(spec))
    assert len(wall_missing(spec)) == len(boxes(spec)) - 1
    top = missing.centre_m[2] + missing.half_m[2]
    assert top == pytest.approx(spec.size_m[2])
    assert any(
        abs(missing.centre_m[axis]) + missing.half_m[axis] == pytest.approx(spec.size_m[axis] / 2)
        and missing.half_m[axis] < spec.size_m[axis] / 4
        for axis in (0, 1)
    )


def test_names_are_looked_up() -> None:
    """None is honest; an unknown name is answered with those that exist; ideal falls have no walls."""
    assert witnesses_for(None) is HONEST
    assert witnesses_for("floor-too-high", "ideal").predict is floor_too_high
    assert set(SABOTAGES) == {name for name, lie in SABOTAGES.items() if lie.sabotage == name}
    with pytest.raises(MisuseError, match="no sabotage 'x'; there are floor-too-high, wall-missing"):
        witnesses_for("x")
    with pytest.raises(MisuseError, match="ideal engine computes falls without walls"):
        witnesses_for("wall-missing", "ideal")
