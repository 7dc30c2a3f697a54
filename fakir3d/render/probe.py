"""What this machine's graphics and sound can do, asked in another process.

``python -m fakir3d.render.probe offscreen|window|sound`` prints one JSON object.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

_TIME_LIMIT_S = 30.0


@dataclass(frozen=True, slots=True)
class Graphics:
    """What OpenGL says of itself.

    Attributes:
        works: whether a picture could be set up.
        renderer: the driver's name for itself, empty if none.
        version: of OpenGL, empty if none.
    """

    works: bool
    renderer: str = ""
    version: str = ""


def probe_graphics(*, window: bool) -> Graphics:
    """Return what a window (or, without one, an off-screen buffer) can do here."""
    answer = _ask("window" if window else "offscreen")
    if answer is None:
        return Graphics(works=False)
    return Graphics(works=True, renderer=str(answer["renderer"]), version=str(answer["version"]))


def probe_sound() -> bool:
    """Return whether a sound device answers."""
    answer = _ask("sound")
    return answer is not None and bool(answer["works"])


def _ask(what: str) -> dict[str, object] | None:
    try:
        asked = subprocess.run(
            [sys.executable, "-m", "fakir3d.render.probe", what],
            capture_output=True,
            timeout=_TIME_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    lines = asked.stdout.decode(errors="replace").splitlines()
    if asked.returncode or not lines:
        return None
    answer: dict[str, object] = json.loads(lines[-1])
    return answer


def _main(what: str) -> dict[str, object]:
    from panda3d.core import AudioManager, load_prc_file_data

    if what == "sound":
        return {"works": AudioManager.create_AudioManager().is_valid()}
    pipe = "p3headlessgl" if what == "offscreen" else "pandagl"
    load_prc_file_data("", f"load-display {pipe}\naux-display {pipe}\ngl-version 3 2\naudio-library-name null")
    from direct.showbase.ShowBase import ShowBase

    base = ShowBase(windowType="offscreen" if what == "offscreen" else "onscreen")
    state = base.win.get_gsg()
    return {"renderer": state.get_driver_renderer(), "version": state.get_driver_version()}


if __name__ == "__main__":
    print(json.dumps(_main(sys.argv[1])))  # noqa: T201 - the answer to the asking process
