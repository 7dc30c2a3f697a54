"""The sun: a shadow map that is drawn again only when something moved."""

from __future__ import annotations

from typing import Any

import numpy as np
from panda3d.core import (
    Camera,
    FrameBufferProperties,
    GraphicsOutput,
    GraphicsPipe,
    LMatrix4f,
    LPoint3f,
    LVecBase4f,
    LVector3f,
    NodePath,
    OrthographicLens,
    SamplerState,
    Texture,
    WindowProperties,
)

from fakir3d.errors import DisplayError
from fakir3d.motion import FloatArray
from fakir3d.render.nodes import NO_SHADOW, compile_program
from fakir3d.render.quality import SUN_DIRECTION, Quality

_HALF = LMatrix4f(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0.5, 0.5, 0.5, 1)


class Sun:
    """A depth picture from the sun's side, and what the shaders need to read it."""

    def __init__(self, base: Any, scene: Any, quality: Quality) -> None:
        """Make the shadow map for ``scene``; ``fit`` points it.

        Raises:
            DisplayError: if this driver gives no depth texture.
        """
        self._scene = scene
        self._engine = base.graphicsEngine
        self._pixels = quality.shadow_px
        self._texture = Texture("sun")
        self._texture.setFormat(Texture.FDepthComponent24)
        self._texture.setWrapU(SamplerState.WMClamp)
        self._texture.setWrapV(SamplerState.WMClamp)
        self._buffer = self._make_buffer(base)
        self._lens = OrthographicLens()
        camera = Camera("sun", self._lens)
        camera.setCameraMask(NO_SHADOW)
        plain = NodePath("plain")
        plain.setShader(compile_program("shadow", quality), 100)
        camera.setInitialState(plain.getState())
        self._camera = scene.attachNewNode(camera)
        self._buffer.makeDisplayRegion().setCamera(self._camera)
        shadow, raw = SamplerState(), SamplerState()
        shadow.setMinfilter(SamplerState.FTShadow)
        shadow.setMagfilter(SamplerState.FTShadow)
        raw.setMinfilter(SamplerState.FTNearest)
        raw.setMagfilter(SamplerState.FTNearest)
        scene.setShaderInput("sun_map", self._texture, shadow)
        scene.setShaderInput("sun_depth", self._texture, raw)

    def _make_buffer(self, base: Any) -> Any:
        properties = FrameBufferProperties()
        properties.setDepthBits(24)
        buffer = self._engine.makeOutput(
            base.pipe,
            "sun",
            -10,
            properties,
            WindowProperties.size(self._pixels, self._pixels),
            GraphicsPipe.BFRefuseWindow,
            base.win.getGsg(),
            base.win,
        )
        if buffer is None:
            raise DisplayError("this OpenGL driver gives no shadow map; fakir3d text plays without one")
        buffer.addRenderTexture(self._texture, GraphicsOutput.RTMBindOrCopy, GraphicsOutput.RTPDepth)
        return buffer

    def fit(self, points_m: FloatArray, margin_m: float = 0.012) -> None:
        """Point the shadow map so that it covers these points (n, 3) [m]."""
        axes = _sun_axes()
        at = points_m @ axes.T
        low, high = at.min(axis=0) - margin_m, at.max(axis=0) + margin_m
        side = float(max(high[0] - low[0], high[1] - low[1]))
        depth = float(high[2] - low[2]) + 0.4
        middle = axes.T @ ((low + high) / 2)
        eye = middle + axes[2] * depth / 2
        self._lens.setFilmSize(side, side)
        self._lens.setNearFar(0.001, depth)
        self._camera.setPos(LPoint3f(*map(float, eye)))
        self._camera.lookAt(LPoint3f(*map(float, middle)), LVector3f(*map(float, axes[1])))
        to_clip = self._scene.getMat(self._camera) * self._lens.getProjectionMat() * _HALF
        self._scene.setShaderInput("sun_matrix", to_clip)
        self._scene.setShaderInput("sun", LVecBase4f(*map(float, axes[2]), side))
        self._scene.setShaderInput("sun_scale", LVecBase4f(1.0 / self._pixels, depth, 0.0, 0.0))

    def draw(self, needed: bool) -> None:
        """Have the shadow map drawn in the next step, or leave it as it is."""
        self._buffer.setActive(needed)

    def remove(self) -> None:
        """Give the shadow map back."""
        self._engine.removeWindow(self._buffer)
        self._camera.removeNode()


def _sun_axes() -> FloatArray:
    """Return (3, 3): right and up in the sun's picture, and the direction towards it."""
    towards = np.array(SUN_DIRECTION) / np.linalg.norm(SUN_DIRECTION)
    right = np.array((-towards[1], towards[0], 0.0))
    right /= np.linalg.norm(right)
    return np.array((right, np.cross(towards, right), towards))
