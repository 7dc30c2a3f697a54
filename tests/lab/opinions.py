"""Witnesses of whom one engine lies, for tests of second opinions; importable in other processes."""

from __future__ import annotations

from dataclasses import replace

from fakir3d.crosscheck.pipeline import Pipeline
from fakir3d.physics.config import PhysicsConfig
from fakir3d.physics.engines import WorldOpener
from fakir3d.physics.hand.script import Script
from fakir3d.physics.perform import perform
from fakir3d.physics.performance import Performance
from fakir3d.physics.scene import Scene
from fakir3d.rules import Outcome


def _silent(performance: Performance) -> Performance:
    """Return an act of which nothing is said, whatever it did."""
    return replace(performance, outcome=Outcome())


def mujoco_lies(scene: Scene, script: Script, engine: str, config: PhysicsConfig, opener: WorldOpener) -> Performance:
    """Perform an act; of what MuJoCo saw fall or stop, say nothing."""
    done = perform(scene, script, engine, config, opener)
    return _silent(done) if engine == "mujoco" else done


def ideal_lies(scene: Scene, script: Script, engine: str, config: PhysicsConfig, opener: WorldOpener) -> Performance:
    """Perform an act; of what straight falls saw fall or stop, say nothing."""
    done = perform(scene, script, engine, config, opener)
    return _silent(done) if engine == "ideal" else done


SECOND_LIES = Pipeline(perform=mujoco_lies)
FIRST_LIES = Pipeline(perform=ideal_lies)
