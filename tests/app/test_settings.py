"""The settings of the window, and the file they are remembered in."""

from __future__ import annotations

import json
from pathlib import Path

from fakir3d.app.settings import Settings, Speed, load_settings, save_settings


def test_settings_are_remembered_and_survive_rubbish(tmp_path: Path) -> None:
    """What was kept comes back; every kind of rubbish is a default, never an error."""
    path = tmp_path / "deep" / "settings.json"
    wanted = Settings(1.5, Speed.FAST, lit=True)
    assert save_settings(wanted, path)
    assert load_settings(path) == wanted
    rubbish = ["", "[]", "null", "[" * 100_000, '{"scale": 1e999, "speed": 7, "lit": "yes"}', '{"scale": true, "x": 1}']
    for text in (*rubbish, json.dumps({"scale": "NaN"})):
        path.write_text(text, encoding="utf-8")
        assert load_settings(path) in {Settings(), Settings(scale=1.0)}
    path.write_bytes(b"\xff\xfe")
    assert load_settings(path) == Settings()
