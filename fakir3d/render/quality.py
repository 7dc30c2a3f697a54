"""How finely the table is drawn: tiers, and GLSL sources with defines."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from fakir3d.assets import shaders_dir

SUN_DIRECTION: tuple[float, float, float] = (-0.475, -0.394, 0.787)
"""From the table towards the sun."""
_SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "software rasterizer", "microsoft basic render")


class Tier(enum.StrEnum):
    """How much a picture may cost."""

    LOW = "low"
    """For drivers that draw with the processor."""
    HIGH = "high"
    """For graphics cards, and for stills that may take their time."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What a tier spends.

    Attributes:
        samples: multisamples of the window.
        smooth_moving: whether they are used in every frame, or only in the last one, when everything stands still.
        taps: reads of the shadow map for one pixel.
        blockers: reads that find how far off the shadow's caster is, which makes contact shadows sharp and far ones
            soft; 0 for one softness everywhere.
        shadow_px: side of the shadow map.
        fine: whether wood gets its finest fibres and pores.
    """

    samples: int
    smooth_moving: bool
    taps: int
    blockers: int
    shadow_px: int
    fine: bool

    @property
    def defines(self) -> dict[str, int]:
        """Return what the shaders are told."""
        return {"TAPS": self.taps, "BLOCKERS": self.blockers, "FINE": int(self.fine)}


QUALITIES: Mapping[Tier, Quality] = {
    Tier.LOW: Quality(samples=4, smooth_moving=False, taps=1, blockers=0, shadow_px=1024, fine=False),
    Tier.HIGH: Quality(samples=4, smooth_moving=True, taps=20, blockers=10, shadow_px=2048, fine=True),
}


@dataclass(frozen=True, slots=True)
class Program:
    """A pair of shader files and the options that each comes in.

    Attributes:
        vertex: file name in shaders/.
        fragment: file name in shaders/.
        options: names of defines that are 0 or 1.
    """

    vertex: str
    fragment: str
    options: tuple[str, ...] = ()


PROGRAMS: Mapping[str, Program] = {
    "block": Program("scene.vert", "block.frag", ("PREVIEW",)),
    "stick": Program("scene.vert", "stick.frag", ("GHOST",)),
    "table": Program("scene.vert", "table.frag"),
    "tray": Program("scene.vert", "tray.frag"),
    "contact": Program("scene.vert", "contact.frag"),
    "mark": Program("scene.vert", "mark.frag"),
    "shadow": Program("shadow.vert", "shadow.frag"),
}


def choose_tier(renderer: str) -> Tier:
    """Return the tier for a driver by the name it gives itself.

    >>> choose_tier("llvmpipe (LLVM 15.0.6, 256 bits)").value, choose_tier("NVIDIA GeForce").value
    ('low', 'high')
    """
    name = renderer.casefold()
    return Tier.LOW if any(word in name for word in _SOFTWARE) else Tier.HIGH


def source(file: str, defines: Mapping[str, int]) -> str:
    """Return a shader's text: version, defines, then the file with its ``#include "x"`` lines filled in.

    ``#line`` keeps the compiler's line numbers those of the files.
    """
    head = "".join(f"#define {name} {value}\n" for name, value in sorted(defines.items()))
    return f"#version 330\n{head}{_expanded(file)}"


@lru_cache(maxsize=32)
def _expanded(file: str) -> str:
    text = (shaders_dir() / file).read_text(encoding="utf-8")
    lines = ["#line 1"]
    for number, line in enumerate(text.splitlines(), start=1):
        found = re.fullmatch(r'\s*#include "([\w.]+)"\s*', line)
        lines += [_expanded(found[1]).rstrip("\n"), f"#line {number + 1}"] if found else [line]
    return "\n".join(lines) + "\n"
