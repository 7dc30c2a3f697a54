"""The wooden game Fakir in 3D: a table to play at, physics and rules that check each other, blocks to design.

Importing this package loads no window, no engine and no numpy; take what you need from its parts
(``fakir3d.rules``, ``fakir3d.block.document``, ``fakir3d.game`` ...).
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
