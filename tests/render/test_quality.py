"""Shaders and tiers: one source with defines, and every combination compiles."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from panda3d.core import Shader

from fakir3d.render.nodes import compile_program
from fakir3d.render.quality import PROGRAMS, QUALITIES, Tier, choose_tier, source
from fakir3d.render.stage import Stage


@pytest.mark.parametrize(
    ("renderer", "tier"),
    [
        ("llvmpipe (LLVM 15.0.6, 256 bits)", Tier.LOW),
        ("softpipe", Tier.LOW),
        ("Google SwiftShader", Tier.LOW),
        ("ANGLE (Google, Vulkan 1.1.0 (SwiftShader Device))", Tier.LOW),
        ("Mesa Intel(R) UHD Graphics 620 (KBL GT2)", Tier.HIGH),
        ("NVIDIA GeForce RTX 3060/PCIe/SSE2", Tier.HIGH),
        ("", Tier.HIGH),
    ],
)
def test_tier(renderer: str, tier: Tier) -> None:
    """Drivers that draw with the processor get the low tier."""
    assert choose_tier(renderer) is tier


def test_includes_keep_line_numbers() -> None:
    """The version comes first, then the defines; after an include the numbering goes on where it was."""
    text = source("block.frag", {"TAPS": 1, "BLOCKERS": 0})
    assert text.startswith("#version 330\n#define BLOCKERS 0\n#define TAPS 1\n#line 1\n")
    assert "#include" not in text
    written = (Path(__file__).parents[2] / "shaders" / "block.frag").read_text(encoding="utf-8").splitlines()
    number = next(line for line, words in enumerate(written, start=1) if words.startswith("out vec4 colour"))
    assert f"#line {number}\nout vec4 colour" in text


ALL = [
    (name, tier, chosen)
    for name, program in PROGRAMS.items()
    for tier in Tier
    for count in range(len(program.options) + 1)
    for chosen in combinations(program.options, count)
]


def test_every_combination_compiles(stage: Stage) -> None:
    """The driver takes every shader in every tier with every choice of options, and uses each."""
    state = stage.base.win.getGsg()
    for name, tier, chosen in ALL:
        shader = compile_program(name, QUALITIES[tier], chosen)
        assert shader.prepareNow(state.getPreparedObjects(), state) is not None, (name, tier, chosen)
        assert not shader.getErrorFlag(), (name, tier, chosen)


def test_a_broken_shader_is_noticed(stage: Stage) -> None:
    """The check above can fail: a shader with a mistake raises the flag it looks at."""
    state = stage.base.win.getGsg()
    shader = Shader.make(
        Shader.SL_GLSL, source("shadow.vert", {}), "#version 330\nout vec4 c; void main() { c = nonsense; }"
    )
    context = shader.prepareNow(state.getPreparedObjects(), state)
    assert context is None or shader.getErrorFlag()
