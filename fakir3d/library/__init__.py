"""What people import: blocks, games, simulated moves and pictures, thin over the parts that do the work.

``fakir3d`` itself hands these names out: write ``fakir3d.Game``, not ``fakir3d.library.game.Game``.
"""
