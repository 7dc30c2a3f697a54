"""``import fakir3d``: what it offers, when that is loaded, and that each part of it is shown to work."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import fakir3d
from fakir3d.library.block import Block
from fakir3d.library.game import Game

NAMES = [name for name in fakir3d.__all__ if name != "__version__"]


def test_names_are_there_and_listed() -> None:
    """Each name of __all__ can be had, and is offered by completion."""
    assert set(fakir3d.__all__) <= set(dir(fakir3d))
    assert all(getattr(fakir3d, name) for name in fakir3d.__all__)


def test_type_checkers_see_what_is_fetched() -> None:
    """The imports for type checkers name the places that names are fetched from."""
    tree = ast.parse(Path(fakir3d.__file__).read_text(encoding="utf-8"))
    imports = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module not in {"importlib", "typing"}
    ]
    seen = {alias.name: node.module for node in imports for alias in node.names}
    assert seen == fakir3d._HOMES
    assert sorted(seen) == sorted(fakir3d.__all__)


def test_a_wrong_name_is_an_attribute_error() -> None:
    """As in any module; parts are still found as submodules."""
    with pytest.raises(AttributeError, match="has no attribute 'Gane'"):
        fakir3d.Gane  # noqa: B018 - reading it is the test
    assert not hasattr(fakir3d, "__wrapped__")


def test_a_block_needs_no_game() -> None:
    """Each name loads what it needs and no more."""
    code = "import fakir3d, sys; fakir3d.Block.load('lattice'); print('fakir3d.game.session' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "False"


def public_callables() -> list[tuple[str, object]]:
    """Return every public function, class, method and property of the façade, by name."""
    found: list[tuple[str, object]] = [(name, getattr(fakir3d, name)) for name in NAMES if name != "FakirError"]
    for kind in (Block, Game):
        members = [(name, member) for name, member in vars(kind).items() if not name.startswith("_")]
        found += [
            (f"{kind.__name__}.{name}", member)
            for name, member in members
            if callable(member) or isinstance(member, classmethod | property)
        ]
    return found


@pytest.mark.parametrize(("name", "member"), public_callables())
def test_everything_is_shown(name: str, member: object) -> None:
    """A doctest for each (pytest runs them), and where arguments are taken, each is told of."""
    said = inspect.getdoc(member)
    assert said is not None
    assert ">>> " in said, name
    taken = inspect.signature(member).parameters if callable(member) else {}
    assert all(f"{argument}:" in said for argument in taken if argument != "self" and argument[0] != "_"), name
