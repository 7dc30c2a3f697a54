"""Blocks as hypothesis makes them."""

from hypothesis import strategies as st

from fakir3d.block.names import Axis
from fakir3d.block.spec import BlockSpec, Ends, FloorSpec

ALONG = st.sampled_from([frozenset({Axis.X}), frozenset({Axis.Y}), frozenset(Axis)])


def metres(low_um: int, high_um: int) -> st.SearchStrategy[float]:
    """Lengths that a document can say: whole micrometres."""
    return st.integers(low_um, high_um).map(lambda micrometres: float(f"{micrometres}e-6"))


def _centres(half_um: int) -> st.SearchStrategy[tuple[float, ...]]:
    return st.lists(metres(-half_um, half_um), max_size=5, unique=True).map(lambda found: tuple(sorted(found)))


@st.composite
def specs(draw: st.DrawFn) -> BlockSpec:
    """Any block, fit or not: uneven pitches, holes that touch or reach over the side, floors that overlap."""
    width, depth, height = draw(st.tuples(*[st.integers(20_000, 120_000)] * 3))
    heights = draw(st.lists(metres(0, height), max_size=5, unique=True).map(sorted))
    return BlockSpec(
        name=draw(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=60)),
        size_m=(float(f"{width}e-6"), float(f"{depth}e-6"), float(f"{height}e-6")),
        stick_length_m=draw(metres(10_000, 200_000)),
        stick_diameter_m=draw(metres(1_000, 12_000)),
        stick_ends=draw(st.sampled_from(Ends)),
        hole_diameter_m=draw(metres(1_000, 12_000)),
        hole_x_m=draw(_centres(width // 2)),
        hole_y_m=draw(_centres(depth // 2)),
        bore_diameter_m=draw(metres(1_000, 12_000)),
        floors=tuple(FloorSpec(height_m, draw(ALONG)) for height_m in heights),
    )
